// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#include "holon/mechanics/formulations/loop_carriers.h"

#include <algorithm>

#include "holon/mechanics/kernels/traced.h"

namespace holon {

using detail::append;

namespace {

/// Place (R by rows, p) of a link and a wrench about its origin in its axes -> the same in world
/// axes, about the world's origin.
const FunctionRef& world_wrench_function() {
  static const FunctionRef function = [] {
    detail::KernelBuilder k;
    k.input_group("place");
    const Matrix3<Expr> R = k.input_matrix("R");
    const Vector3<Expr> p = k.input3("p");
    k.input_group("wrench");
    const ForceMotor<Expr> F = k.input_force();
    k.output_group("wrench");
    k.output(F.rotate(R).shift_back(p));
    return k.make("world wrench");
  }();
  return function;
}

/// Of the rows of one closure, from `first_row` on, in its own carrier and those of the joints
/// between its sides.
void add_loads(const ConstraintRows& rows, SystemBuilder::Constraints& c,
               const ConstraintPath& path, int first_row, int own,
               const std::vector<int>& carrier_of_joint) {
  const Tree& tree = rows.tree();
  std::map<int, int> passes;  // link -> of how many sides the way to the world leads over it
  for (const ConstraintPath::Acting& acting : path.acting) {
    for (int l = acting.link; l != kWorld; l = tree.links[static_cast<std::size_t>(l)].parent) {
      ++passes[l];
    }
  }
  // What acts on two links and is equal and opposite is no load beyond the joints between them.
  const bool is_pair = own >= 0 && path.acting.size() == 2;
  for (const ConstraintPath::Acting& acting : path.acting) {
    const std::vector<Expr>& place = rows.kinematics().pose(static_cast<std::size_t>(acting.link));
    for (std::size_t k = 0; k < path.count(); ++k) {
      const SystemConstraints::Carrier::Load load{first_row + static_cast<int>(k),
                                                  static_cast<int>(c.wrenches.size() / 6)};
      std::vector<Expr> arguments = place;
      append(arguments, acting.wrenches[k]);
      append(c.wrenches, call(world_wrench_function(), arguments));
      if (own >= 0 && &acting == &path.acting.back()) {
        c.carriers[static_cast<std::size_t>(own)].loads.push_back(load);
      }
      for (int l = acting.link; l != kWorld;) {
        const Link& link = tree.links[static_cast<std::size_t>(l)];
        if (is_pair && passes[l] == 2) break;
        const int carrier = link.joint < 0 || link.massless
                                ? -1
                                : carrier_of_joint[static_cast<std::size_t>(link.joint)];
        if (carrier >= 0) c.carriers[static_cast<std::size_t>(carrier)].loads.push_back(load);
        l = link.parent;
      }
    }
  }
}

}  // namespace

void add_carriers(const ConstraintRows& rows, SystemBuilder::Constraints& c) {
  const Mechanism& mechanism = rows.mechanism();
  const std::vector<Closure>& closures = rows.closures();
  std::vector<int> carrier_of_joint(mechanism.joints.size(), -1);
  const auto add_carrier = [&](const std::string& name, int joint) {
    c.carriers.push_back({name, joint < 0, {}});
    std::vector<Expr> point(3, 0.0);
    if (joint >= 0) {
      const auto j = static_cast<std::size_t>(joint);
      carrier_of_joint[j] = static_cast<int>(c.carriers.size() - 1);
      point = rows.kinematics().calc_frame_output(mechanism.find_frame(mechanism.joints[j].child),
                                                  FrameOutput::position);
    }
    append(c.points, point);
  };
  std::vector<bool> carries(mechanism.joints.size(), false);
  for (const Link& link : rows.tree().links) {
    if (link.joint < 0 || link.type == JointType::free || link.type == JointType::driven) continue;
    carries[static_cast<std::size_t>(link.joint)] = true;
  }
  std::vector<int> joint_of_closure(closures.size(), -1);
  for (std::size_t k = 0; k < closures.size(); ++k) {
    if (!closures[k].joint()) continue;
    const auto& joints = mechanism.joints;
    const auto found = std::find_if(joints.begin(), joints.end(), [&](const auto& joint) {
      return joint.name == closures[k].name;
    });
    joint_of_closure[k] = static_cast<int>(found - joints.begin());
    carries[static_cast<std::size_t>(joint_of_closure[k])] = true;
  }
  for (std::size_t j = 0; j < carries.size(); ++j) {
    if (carries[j]) add_carrier(mechanism.joints[j].name, static_cast<int>(j));
  }
  int row = 0;
  for (std::size_t k = 0; k < closures.size(); ++k) {
    if (!closures[k].is_constraint()) continue;  // no row of the system's own
    if (closures[k].rod()) add_carrier(closures[k].name, -1);
    const int own = closures[k].rod() ? static_cast<int>(c.carriers.size() - 1)
                    : joint_of_closure[k] >= 0
                        ? carrier_of_joint[static_cast<std::size_t>(joint_of_closure[k])]
                        : -1;
    add_loads(rows, c, rows.all()[k], row, own, carrier_of_joint);
    row += static_cast<int>(rows.all()[k].count());
  }
}

}  // namespace holon
