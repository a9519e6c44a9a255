// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "holon/model/assembly/part.h"

/// Whether bodies of the model are in the line of sight to a distant object.
namespace holon {

/// The shapes of bodies that block the line of sight.
class Obstacles {
 public:
  /// Adds the shapes of a body; the reason why it cannot hide anything, or nothing.
  std::string add(Assembly& assembly, const std::string& body);
  bool is_empty() const { return bodies_.empty(); }

  /// 1 where the ray from a point along a direction (unit; both in world axes) meets one of them
  /// from kClearance on, else 0.
  Expr hide(const std::shared_ptr<Symbols>& symbols, const Vector3<Expr>& point,
            const Vector3<Expr>& direction) const;

  /// [m] An antenna on the surface of a body is not hidden by the point where it is fixed.
  static constexpr double kClearance = 1e-3;

 private:
  struct Body {
    std::string name;
    std::vector<Shape> shapes;
  };
  std::vector<Body> bodies_;
};

/// 1 where a ray from a point along a unit vector, both in the axes of the shape's body, meets a
/// shape from `clearance` [m] on. Not for meshes.
Expr meets_ray(const Shape& shape, const Vector3<Expr>& point, const Vector3<Expr>& direction,
               double clearance);

}  // namespace holon
