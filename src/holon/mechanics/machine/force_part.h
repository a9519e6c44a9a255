// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "holon/mechanics/machine/machine.h"

/// What force elements have in common.
namespace holon::detail {

template <class P>
void describe_two_frames(Descriptor<P>& d) {
  d.between("between", &P::between, "the two frames, between whose origins it acts").required();
}

/// The outputs of an element that acts along a line; `force` is what it calls its tension.
template <class P>
void describe_line(Descriptor<P>& d, const char* force) {
  d.output("length", "m", "distance of the two origins").main();
  d.output("length_rate", "m/s", "its rate");
  d.output(force, "N", "positive in tension").main();
  d.output("power", "W", "delivered to the bodies");
}

/// A line between two frames in the scene, with the outputs of its length; returns the index of a
/// pull without force.
std::size_t build_line(PartBuilder& b, const std::array<FrameName, 2>& between,
                       SceneLink::Kind kind, Mechanism::Pull pull = {});
/// Adds the pull between two frames and defines the outputs of describe_line; returns its index.
std::size_t build_pull(PartBuilder& b, const std::array<FrameName, 2>& between,
                       Mechanism::Pull pull, SceneLink::Kind kind, const char* force);
/// Adds a force or a torque as the part gives it, with the part's outputs `power` and `world_force`
/// or `world_torque`.
void add_wrench(PartBuilder& builder, Mechanism::Wrench wrench, SceneArrow::Kind kind);
/// The output `energy` of a pull with a spring.
void define_pull_energy(PartBuilder& b, std::size_t pull);

}  // namespace holon::detail
