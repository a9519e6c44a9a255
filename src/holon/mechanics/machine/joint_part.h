// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <variant>

#include "holon/mechanics/machine/joint_limits.h"
#include "holon/mechanics/machine/machine.h"
#include "holon/mechanics/mechanism/start.h"

/// What the joints among the parts have in common.
namespace holon::detail {

/// One freedom of a joint, as its part gives it.
struct FreedomValues {
  std::optional<Expr> motion;
  Mechanism::Freedom freedom;  ///< motion not yet filled in
  std::optional<Expr> initial_q, initial_v, guess_q, guess_v;
  std::optional<DryFriction> friction{};
  std::optional<LimitStops> limits{};
};

/// Adds a joint whose coordinates are one-dimensional freedoms, with their outputs, its reaction
/// and its line in the scene. `joint`: type, axes and pitch. Returns the joint's index.
int build_freedoms(PartBuilder& b, const std::array<FrameName, 2>& between, const Placement& origin,
                   Mechanism::Joint joint, const std::vector<FreedomValues>& values);
Vector3<double> direction_of(const Axis& axis);
/// The same for joints without parameters of their freedoms; returns the joint's index.
int build_joint(PartBuilder& b, const std::array<FrameName, 2>& between, const Placement& origin,
                Mechanism::Joint joint);
void define_reaction(PartBuilder& b, int joint);

/// What is prescribed (`what`: "motion", "length", "equation") is followed with its first and
/// second derivative: where it jumps or has a corner, an impulse would be needed that no equation
/// gives.
void warn_of_jumps(PartBuilder& b, const std::string& parameter, const std::string& what,
                   Expr value);

FramePlace place_of(const Placement& placement);

template <class P>
void describe_ends(Descriptor<P>& d) {
  d.role(PartRole::joint);
  d.between("between", &P::between, "parent frame and child frame").required();
  d.object("origin", &P::origin, "the joint's frame in the parent frame");
}

template <class P>
void describe_reaction(Descriptor<P>& d) {
  d.vector_output("reaction.force", "N",
                  "total force of the parent side on the child side, in world axes");
  d.vector_output("reaction.torque", "N m",
                  "total torque of the parent side on the child side, about the child's joint "
                  "frame, in world axes");
  d.vector_output("reaction.force_joint", "N", "the same force, in the axes of the joint's frame");
  d.vector_output("reaction.torque_joint", "N m",
                  "the same torque, in the axes of the joint's frame");
}

/// What a part has for one freedom.
template <class P>
struct FreedomMembers {
  std::optional<Expr> P::*motion;
  Expr P::*effort;
  Expr P::*stiffness;
  Expr P::*rest;
  Expr P::*damping;
  std::variant<std::optional<RotationFriction> P::*, std::optional<TranslationFriction> P::*>
      friction;
  std::variant<std::optional<RotationLimits> P::*, std::optional<TranslationLimits> P::*> limits;
};

/// Motion, effort, spring and damper of each freedom of joint_info(type), friction and limits, and
/// the outputs of each.
template <class P>
void describe_freedoms(Descriptor<P>& d, JointType type,
                       const std::vector<FreedomMembers<P>>& members) {
  const std::vector<FreedomInfo>& infos = joint_info(type).freedoms;
  for (std::size_t k = 0; k < infos.size(); ++k) {
    const FreedomInfo& f = infos[k];
    const FreedomMembers<P>& m = members[k];
    const std::string suffix = f.suffix, way = f.way, effort = f.turns ? "N m" : "N",
                      unit = f.turns ? "rad" : "m";
    d.value("motion" + suffix, m.motion, unit, std::string("prescribes the ") + f.coordinate)
        .varying();
    d.value(f.effort, m.effort, effort,
            std::string(f.turns ? "torque" : "force") + " of the parent on the child " + way)
        .varying();
    d.value("stiffness" + suffix, m.stiffness, effort + "/" + unit, "of a spring " + way)
        .varying()
        .non_negative();
    d.value("rest" + suffix, m.rest, unit,
            std::string(f.coordinate) + " at which the spring is unloaded")
        .varying();
    d.value("damping" + suffix, m.damping, effort + " s/" + unit, "viscous friction " + way)
        .varying()
        .non_negative();
    std::visit([&](auto member) { d.object("friction" + suffix, member, "dry friction " + way); },
               m.friction);
    std::visit([&](auto member) { d.object("limits" + suffix, member, "limits " + way); },
               m.limits);
    d.output(f.coordinate, unit,
             (f.turns ? "rotation of the child relative to the parent, not wrapped, "
                      : "displacement of the child ") +
                 way)
        .main()
        .is(OutputRole::coordinate);
    d.output(f.rate, unit + "/s", "its rate").is(OutputRole::rate);
    d.output(f.acceleration, unit + "/s^2", "its acceleration");
    d.output(std::string("friction_") + f.effort, effort, "dry friction on the child " + way);
    d.output(std::string("stop_") + f.effort, effort, "of its limits on the child");
    d.output(std::string("motion_") + f.effort, effort,
             std::string("what the prescribed motion takes of its drive ") + way);
    d.output(std::string("drive_") + f.effort, effort,
             std::string("the ") + (f.turns ? "torque" : "force") + " given as '" + f.effort +
                 "', on the child " + way);
    d.output(std::string("spring_") + f.effort, effort, "of the spring on the child " + way);
    d.output(std::string("damper_") + f.effort, effort, "of viscous friction on the child " + way);
    d.output(std::string("effort") + suffix, effort,
             "of the joint on the child " + way +
                 ": drive or motion, spring, damper, friction and limits");
    d.output(std::string("power") + suffix, "W", "of this effort, delivered " + way);
  }
}

template <class P>
void describe_start(Descriptor<P>& d) {
  d.object("initial", &P::initial, "the start");
  d.object("guess", &P::guess, "initial guess for what 'initial' leaves open");
}

}  // namespace holon::detail
