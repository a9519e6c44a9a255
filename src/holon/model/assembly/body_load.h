// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "holon/model/assembly/part.h"

namespace holon {

/// A force and a torque of a part that is not of mechanics (a blade in soil, a track) on a body of
/// the machine.
struct BodyLoad {
  FrameName on{};
  Vector3<Expr> force{0.0, 0.0, 0.0};   ///< [N] at the frame's origin, in world axes
  Vector3<Expr> torque{0.0, 0.0, 0.0};  ///< [N m] in world axes
  /// Whether `stored` and `dissipated` account for all of its work; else its power counts as
  /// supplied from outside.
  bool is_inner = true;
  Expr stored = 0.0;      ///< [J] a function of the state
  Expr dissipated = 0.0;  ///< [W]
  // Filled by `add`.
  std::string name{};
  PartBuilder::ErrorReporter report{};
};

/// The loads of an assembly, which mechanics takes when all parts are built.
class BodyLoads {
 public:
  static BodyLoads& of(Assembly& assembly) { return assembly.domain<BodyLoads>(); }
  /// Reports a load on the world at the parameter `on`.
  void add(PartBuilder& b, BodyLoad load, const std::string& parameter = "on");
  const std::vector<BodyLoad>& loads() const { return loads_; }

 private:
  std::vector<BodyLoad> loads_;
};

}  // namespace holon
