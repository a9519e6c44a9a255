// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <initializer_list>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "holon/expr/graph/eigen.h"
#include "holon/expr/graph/expr.h"

/// The types that a part's members have besides numbers, vectors, flags and text.
namespace holon {

/// A frame by its dotted name: "world", "link" (the body's own frame), "link.tip".
struct FrameName {
  std::string path = "world";

  FrameName() = default;
  FrameName(const char* name) : path(name) {}             // NOLINT: a name is a frame
  FrameName(std::string name) : path(std::move(name)) {}  // NOLINT
  friend bool operator==(const FrameName&, const FrameName&) = default;
};

/// A constant direction: of unit length, never zero. In a model "x", "-y" or [0, 1, 0].
struct Axis {
  std::array<double, 3> direction{0, 0, 1};

  Axis() = default;
  /// "x", "y", "z", "-x", "-y", "-z"; throws std::invalid_argument for anything else.
  Axis(const char* name);  // NOLINT: a name is an axis
  /// Scaled to unit length; throws std::invalid_argument for zero or a number that is not finite.
  Axis(double x, double y, double z);
  friend bool operator==(const Axis&, const Axis&) = default;
};

/// A rotation as a unit quaternion w, x, y, z that transforms vectors of the new frame into the old
/// one. In a model {axis, angle}, {rpy} or {quaternion}; each may be a function of time.
struct Orientation {
  std::array<Expr, 4> quaternion{1.0, 0.0, 0.0, 0.0};

  /// Axis of any length (a constant zero is std::invalid_argument); angle in rad.
  static Orientation axis_angle(const Vector3<Expr>& axis, Expr angle);
  /// Rotation by roll about x, then pitch about y, then yaw about z, all about fixed axes; in rad.
  static Orientation rpy(Expr roll, Expr pitch, Expr yaw);
  /// Scaled to unit length; a constant zero is std::invalid_argument.
  static Orientation from_quaternion(Expr w, Expr x, Expr y, Expr z);
  /// The identity.
  bool is_identity() const;
};

template <class T>
class Fields;

/// The pose of a frame in another one: `{at: [x, y, z], rotate: orientation}`.
struct Placement {
  Vector3<Expr> at{0.0, 0.0, 0.0};  ///< [m]
  Orientation rotate{};

  static void describe(Fields<Placement>& f);
};

/// Objects by name in the order in which they were given (`frames`, `coordinates`).
template <class T>
class Named {
 public:
  using Item = std::pair<std::string, T>;
  Named() = default;
  Named(std::initializer_list<Item> items) : items_(items) {}

  T& add(std::string name, T value = {}) {
    return items_.emplace_back(std::move(name), std::move(value)).second;
  }
  /// nullptr if there is none.
  const T* find(std::string_view name) const {
    for (const Item& item : items_) {
      if (item.first == name) return &item.second;
    }
    return nullptr;
  }
  std::size_t size() const { return items_.size(); }
  bool empty() const { return items_.empty(); }
  const Item& operator[](std::size_t index) const { return items_[index]; }
  Item& operator[](std::size_t index) { return items_[index]; }
  auto begin() const { return items_.begin(); }
  auto end() const { return items_.end(); }

 private:
  std::vector<Item> items_;
};

}  // namespace holon
