// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#include "holon/mechanics/parts/frames/wrench_axis.h"

#include <optional>

#include "holon/base/names.h"
#include "holon/mechanics/machine/joint_freedom.h"
#include "holon/mechanics/mechanism/frame_motion.h"
#include "holon/mechanics/mechanism/motor_axis.h"

namespace holon {

void WrenchAxis::describe(Descriptor<WrenchAxis>& d) {
  d.type("WrenchAxis", "The central axis of a wrench, such as a joint's reaction.");
  d.role(PartRole::frame);
  d.text("joint", &WrenchAxis::joint, "the joint of whose reaction it is the axis");
  d.vector("force", &WrenchAxis::force, "N", "or: the components of a force").varying();
  d.vector("torque", &WrenchAxis::torque, "N m", "and of its torque about the origin of 'at'")
      .varying();
  d.frame("at", &WrenchAxis::at, "the frame at whose origin the force acts");
  d.frame("in", &WrenchAxis::in, "the frame whose axes the components are in; default: the world");
  d.value("threshold", &WrenchAxis::threshold, "N",
          "force below which the wrench counts as a couple")
      .positive();
  d.vector_output("point", "m", "the axis' point nearest to where the force is given, world axes");
  d.vector_output("direction", "", "of the force, in world axes; of a couple, of the torque");
  d.output("pitch", "m", "torque along the axis per force; infinite for a couple, 0 without wrench")
      .main();
  d.output("magnitude", "N", "of the force").main();
  d.output("axial_torque", "N m", "along the axis: what is left of the torque on it");
}

namespace {

/// Whether either the joint is given, or the components.
bool has_one_wrench(PartBuilder& b, const WrenchAxis& axis) {
  const bool has_components =
      axis.force || axis.torque || axis.at.path != "world" || axis.in.path != "world";
  if (!axis.joint.empty() && has_components) {
    b.error("joint", "the wrench is given twice: by 'joint' and by its components",
            "leave out 'joint', or 'force', 'torque', 'at' and 'in'");
    return false;
  }
  if (axis.joint.empty() && !axis.force && !axis.torque) {
    b.error("", "no wrench is given", "give 'joint: <name>', or 'force', 'torque' and 'at'");
    return false;
  }
  return true;
}

/// A joint's reaction: the name of its outputs, and the frame at whose origin it acts.
struct NamedReaction {
  std::string joint, frame;
};

/// The joint of this name, looked up from the part's scope outwards; nothing, after an error, if
/// there is none.
std::optional<NamedReaction> find_reaction(PartBuilder& b, const std::string& joint) {
  static const std::string kForce = ".reaction.force";
  std::vector<std::string> names;
  std::string scope = b.name();
  for (;;) {
    const std::size_t dot = scope.rfind('.');
    scope.resize(dot == std::string::npos ? 0 : dot);
    const std::string name = scope.empty() ? joint : scope + "." + joint;
    names.clear();
    for (const SceneArrow& arrow : b.assembly().scene().arrows) {
      if (arrow.kind != SceneArrow::Kind::reaction_force) continue;
      names.push_back(arrow.output.substr(0, arrow.output.size() - kForce.size()));
      if (names.back() == name) return NamedReaction{name, arrow.at.path};
    }
    if (scope.empty()) break;
  }
  const std::string similar = did_you_mean(joint, names);
  b.error("joint", "there is no joint '" + joint + "'",
          similar.empty() ? "name a joint of this model" : similar);
  return {};
}

Vector3<Expr> vector_output_of(Symbols& symbols, const std::string& name) {
  return {symbols.output(name + ".x"), symbols.output(name + ".y"), symbols.output(name + ".z")};
}

}  // namespace

void WrenchAxis::build(PartBuilder& b) const {
  if (!has_one_wrench(b, *this)) return;
  const std::shared_ptr<Symbols> symbols = b.assembly().symbols();
  if (joint.empty()) {
    const Vector3<Expr> none(0.0, 0.0, 0.0);
    const detail::FrameMotion place(symbols, at.path);
    const detail::FrameMotion axes(symbols, in.path);
    const auto motor = [place, axes, f = force.value_or(none), m = torque.value_or(none)] {
      const Rotation<Expr> R = axes.orientation();
      return detail::MotorAtPoint{place.vector(FrameOutput::position), R * f, R * m};
    };
    detail::define_motor_axis(b, {motor, threshold, "magnitude", "axial_torque", true});
    return;
  }
  detail::when_all_are_built(b, [axis = *this, symbols](PartBuilder& part) {
    const std::optional<NamedReaction> found = find_reaction(part, axis.joint);
    if (!found) return;
    const detail::FrameMotion place(symbols, found->frame);
    const auto motor = [place, symbols, reaction = found->joint + ".reaction"] {
      return detail::MotorAtPoint{place.vector(FrameOutput::position),
                                  vector_output_of(*symbols, reaction + ".force"),
                                  vector_output_of(*symbols, reaction + ".torque")};
    };
    detail::define_motor_axis(part, {motor, axis.threshold, "magnitude", "axial_torque", true});
  });
}

}  // namespace holon
