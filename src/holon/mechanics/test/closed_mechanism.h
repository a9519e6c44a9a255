// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>

#include "holon/mechanics/test/random_mechanism.h"
#include "holon/model/assembly/model.h"

/// Random mechanisms with closed loops, in a consistent state.
namespace holon::test {

/// A tree with joints more than it needs, placed where they meet, and rates that they allow.
struct ClosedMechanism {
  Mechanism mechanism;             ///< `close0` … stand last
  std::vector<JointState> states;  ///< by joint
  std::size_t tree_joints = 0;
  bool independent = true;  ///< all conditions of the closing joints are
};

/// Closes loops of a random tree by joints of the given types.
ClosedMechanism close_loops(RandomMechanism& random, const RandomOptions& options,
                            const std::vector<JointType>& types);

/// The same as an engineer's model. `with_start`: of which joints the state is given as `initial`.
Model make_model(const ClosedMechanism& c,
                 const std::function<bool(std::size_t joint)>& with_start);

/// The outputs of a joint's accelerations, as joint_info counts them.
std::vector<std::string> acceleration_names(const Mechanism::Joint& joint);

}  // namespace holon::test
