// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#include "holon/mechanics/tree/rotors.h"

#include <Eigen/Geometry>
#include <algorithm>
#include <cmath>

#include "holon/mechanics/tree/line_body.h"
#include "holon/mechanics/tree/link_axes.h"
#include "holon/mechanics/tree/trial.h"

namespace holon::detail {

namespace {

/// Whether mc ∥ a and Θ = t (1 − a aᵀ) + s a aᵀ about a point of the axis, with s > 0.
bool is_symmetric(const InertiaDyad<Expr>& inertia, const Vector3<double>& a) {
  constexpr double kNothing = 1e-12;  // rounding, of the largest entry
  std::vector<Expr> list{inertia.mass()};
  for (const Expr& e : inertia.first_moment()) list.push_back(e);
  for (int i = 0; i < 3; ++i)
    for (int j = 0; j < 3; ++j) list.push_back(inertia.theta()(std::min(i, j), std::max(i, j)));
  for (int round = 0; round < 2; ++round) {
    const std::vector<double> v = evaluate_somewhere(list, round);
    const Vector3<double> mc(v[1], v[2], v[3]);
    Matrix3<double> theta;
    for (int i = 0; i < 3; ++i)
      for (int j = 0; j < 3; ++j) theta(i, j) = v[static_cast<std::size_t>(4 + 3 * i + j)];
    const double spin = a.dot(theta * a), across = 0.5 * (theta.trace() - spin);
    const double size = std::max({std::abs(spin), std::abs(across), std::abs(v[0])});
    if (!std::isfinite(size) || !(spin > kNothing * size)) return false;
    if (!(mc.cross(a).norm() <= kNothing * size)) return false;
    const Matrix3<double> axial = a * a.transpose();
    const Matrix3<double> rest =
        theta - across * (Matrix3<double>::Identity() - axial) - spin * axial;
    if (!(rest.cwiseAbs().maxCoeff() <= kNothing * size)) return false;
  }
  return true;
}

bool is_plain(const Mechanism::Body& body) {
  return body.modes.empty() && !body.is_connection && !body.is_frame && !body.is_point;
}

bool is_rotor(const Mechanism& mechanism, const RigidGroups& groups, int joint, bool child) {
  const JointEnd& end = child ? groups.child_of(joint) : groups.parent_of(joint);
  const int index = groups.index_of(end.body);
  const RigidGroup& group = groups.all()[static_cast<std::size_t>(index)];
  if (end.body == kWorld || group.bodies.empty() || index == groups.index_of(kWorld)) return false;
  if (group.joints.size() != 1) return false;
  for (std::size_t j = 0; j < mechanism.joints.size(); ++j) {
    if (!groups.is_always_cut(static_cast<int>(j))) continue;
    for (const JointEnd* cut :
         {&groups.parent_of(static_cast<int>(j)), &groups.child_of(static_cast<int>(j))})
      if (cut->body != kWorld && groups.index_of(cut->body) == index) return false;
  }
  const FramePlace hinge = compose(groups.place_of(end.body), end.place);
  Link link;
  for (const int b : group.bodies) {
    const Mechanism::Body& body = mechanism.bodies[static_cast<std::size_t>(b)];
    if (!is_plain(body)) return false;
    const FramePlace place = compose(inverse(hinge), groups.place_of(b));
    add_mass(link, body, place);
    add_pin_masses(link, mechanism, b, place);
  }
  return is_symmetric(link.inertia, mechanism.joints[static_cast<std::size_t>(joint)].axis);
}

/// What a rotor may hang on: the world, or rigid bodies that move freely. They have an inertia of
/// their own: without it the spin about the rotor's axis has none where its axis is that of another
/// joint (gimbal lock), and the rotor's own is needed where the matrix is solved.
bool is_carrier(const Mechanism& mechanism, const RigidGroups& groups, const JointEnd& end) {
  const int index = groups.index_of(end.body);
  const RigidGroup& group = groups.all()[static_cast<std::size_t>(index)];
  const auto body_of = [&](int b) -> const Mechanism::Body& {
    return mechanism.bodies[static_cast<std::size_t>(b)];
  };
  const bool is_rigid = std::all_of(group.bodies.begin(), group.bodies.end(), [&](int b) {
    return body_of(b).modes.empty() && !body_of(b).is_connection && !body_of(b).is_frame;
  });
  return is_rigid && (index == groups.index_of(kWorld) ||
                      std::any_of(group.bodies.begin(), group.bodies.end(),
                                  [&](int b) { return has_full_inertia(body_of(b)); }));
}

}  // namespace

std::vector<int> find_rotors(const Mechanism& mechanism, const RigidGroups& groups) {
  std::vector<int> rotors(mechanism.joints.size(), kNoRotor);
  for (std::size_t j = 0; j < rotors.size(); ++j) {
    const int joint = static_cast<int>(j);
    const Mechanism::Joint& own = mechanism.joints[j];
    if (own.type != JointType::revolute || own.drive || own.freedoms[0].motion) continue;
    if (groups.is_always_cut(joint)) continue;
    for (const bool child : {true, false}) {
      const JointEnd& other = child ? groups.parent_of(joint) : groups.child_of(joint);
      if (!is_carrier(mechanism, groups, other)) continue;
      if (!is_rotor(mechanism, groups, joint, child)) continue;
      rotors[j] =
          groups.index_of(child ? groups.child_of(joint).body : groups.parent_of(joint).body);
      break;
    }
  }
  return rotors;
}

}  // namespace holon::detail
