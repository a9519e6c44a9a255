// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "holon/mechanics/machine/machine.h"

/// Freedoms of joints that parts name: the coordinates that gears, belts and clutches couple.
namespace holon::detail {

/// A one-dimensional freedom of a joint, by its outputs.
struct JointFreedom {
  int joint = 0, index = 0;  ///< of the mechanism; among the joint's freedoms
  Expr q, v, vdot;           ///< [rad, m] and rates
  bool turns = true;

  Mechanism::Freedom& values(Mechanism& mechanism) const {
    return mechanism.joints[static_cast<std::size_t>(joint)]
        .freedoms[static_cast<std::size_t>(index)];
  }
  bool is_prescribed(Mechanism& mechanism) const { return values(mechanism).motion.has_value(); }
  const std::string& joint_name(const Mechanism& mechanism) const {
    return mechanism.joints[static_cast<std::size_t>(joint)].name;
  }
};

/// What a part may couple.
enum class FreedomKind : std::uint8_t { rotation, translation };

/// The freedom that a part names: "axle" where the joint has one of that kind, else with the
/// coordinate, "cardan.angle1". The joint is searched for from the part's scope outwards, when all
/// parts have been built. Reports what is wrong with the parameter.
std::optional<JointFreedom> find_joint_freedom(PartBuilder& b, const std::string& parameter,
                                               const std::string& name, FreedomKind kind);
/// Several, each of its kind; nothing where their number or one of them is wrong.
std::optional<std::vector<JointFreedom>> find_joint_freedoms(PartBuilder& b,
                                                             const std::string& parameter,
                                                             const std::vector<std::string>& names,
                                                             const std::vector<FreedomKind>& kinds);

/// Runs `connect` with the part's builder when all parts have been built.
template <class Connect>
void when_all_are_built(PartBuilder& b, Connect connect) {
  Machine::of(b);
  b.assembly().on_connect(b.name() + ": joints",
                          [b, connect = std::move(connect)](Assembly&) mutable { connect(b); });
}

}  // namespace holon::detail
