// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#include "machines.h"

#include <cmath>
#include <random>

namespace holon::bench {

Mechanism make_mechanism(const Tree& tree) {
  Mechanism machine;
  machine.gravity = {0.0, 0.0, -kGravity};
  for (int i = 0; i < tree.size(); ++i) {
    const std::string name = "link" + std::to_string(i);
    Mechanism::Body body;
    body.name = name;
    body.mass = kMass;
    body.center_of_mass = {0.5, 0.0, 0.0};
    body.inertia = {kInertiaLong, kInertiaAcross, kInertiaAcross, 0.0, 0.0, 0.0};
    const int index = machine.add_body(body);
    Mechanism::Frame tip;
    tip.name = name + ".tip";
    tip.body = index;
    tip.place.position = {1.0, 0.0, 0.0};
    machine.add_frame(tip);
    const int p = tree.parent[static_cast<std::size_t>(i)];
    Mechanism::Joint joint;
    joint.name = "joint" + std::to_string(i);
    joint.type = JointType::revolute;
    joint.parent = p < 0 ? "world" : "link" + std::to_string(p) + ".tip";
    joint.child = name;
    joint.axis = Vector3<double>::Unit(i % 3);
    machine.joints.push_back(joint);
  }
  return machine;
}

Mechanism make_varied_chain(int bodies) {
  Mechanism machine;
  std::mt19937_64 random(30);
  std::uniform_real_distribution<double> within(-1.0, 1.0);
  const auto vector = [&] {
    return Vector3<double>(within(random), within(random), within(random));
  };
  for (int i = 0; i < bodies; ++i) {
    const std::string name = "body" + std::to_string(i);
    Mechanism::Body body;
    body.name = name;
    body.mass = 1.0 + 0.5 * within(random);
    body.center_of_mass = (0.3 * vector()).cast<Expr>();
    // A sum of point masses about their centre is a possible inertia.
    double xx = 0, yy = 0, zz = 0, xy = 0, xz = 0, yz = 0;
    for (int k = 0; k < 4; ++k) {
      const Vector3<double> p = 0.2 * vector();
      xx += p.y() * p.y() + p.z() * p.z();
      yy += p.x() * p.x() + p.z() * p.z();
      zz += p.x() * p.x() + p.y() * p.y();
      xy -= p.x() * p.y();
      xz -= p.x() * p.z();
      yz -= p.y() * p.z();
    }
    body.inertia = {xx, yy, zz, xy, xz, yz};
    machine.add_body(body);
    Mechanism::Joint joint;
    joint.name = "joint" + std::to_string(i);
    joint.type = i % 4 == 3 ? JointType::prismatic : JointType::revolute;
    joint.parent = i == 0 ? "world" : "body" + std::to_string(i - 1);
    joint.child = name;
    joint.axis = i % 2 ? Vector3<double>(vector().normalized()) : Vector3<double>::Unit(i % 3);
    joint.origin.position = vector().cast<Expr>();
    joint.origin.rotation = Rotation<Expr>::from_axis_angle(
        Vector3<double>(vector().normalized()).cast<Expr>(), Expr(within(random)));
    machine.joints.push_back(joint);
  }
  return machine;
}

Mechanism make_n_four_bar(int windows) {
  Mechanism machine;
  machine.gravity = {0.0, 0.0, -kGravity};
  const auto add_rod = [&](const std::string& name, const Vector3<double>& direction) {
    Mechanism::Body body;
    body.name = name;
    body.mass = kMass;
    body.center_of_mass = (0.5 * direction).cast<Expr>();
    for (int k = 0; k < 3; ++k) {
      body.inertia[static_cast<std::size_t>(k)] = direction[k] == 1.0 ? 0.0 : kMass / 12.0;
    }
    Mechanism::Frame end;
    end.name = name + ".end";
    end.body = machine.add_body(body);
    end.place.position = direction.cast<Expr>();
    machine.add_frame(end);
  };
  const auto add_joint = [&](const std::string& name, const std::string& parent,
                             const std::string& child, double x) {
    Mechanism::Joint joint;
    joint.name = name;
    joint.type = JointType::revolute;
    joint.parent = parent;
    joint.child = child;
    joint.axis = Vector3<double>::UnitY();
    joint.origin.position = {x, 0.0, 0.0};
    machine.joints.push_back(joint);
  };
  for (int i = 0; i <= windows; ++i) {
    add_rod("crank" + std::to_string(i), Vector3<double>::UnitZ());
    if (i < windows) add_rod("coupler" + std::to_string(i), Vector3<double>::UnitX());
  }
  for (int i = 0; i <= windows; ++i) {
    const std::string n = std::to_string(i), coupler = "coupler" + n, crank = "crank" + n;
    add_joint("ground" + n, "world", crank, i);
    if (i == windows) break;
    add_joint("left" + n, crank + ".end", coupler, 0.0);
    add_joint("right" + n, coupler + ".end", "crank" + std::to_string(i + 1) + ".end", 0.0);
  }
  return machine;
}

}  // namespace holon::bench
