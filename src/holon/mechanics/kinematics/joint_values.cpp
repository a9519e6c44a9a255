// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#include "holon/mechanics/kinematics/joint_values.h"

#include <Eigen/Geometry>
#include "holon/base/errors.h"
#include "holon/mechanics/kernels/traced.h"

namespace holon {

namespace {

const Link& link_of(const Tree& tree, int index) {
  return tree.links[static_cast<std::size_t>(index)];
}

/// The one link of a joint whose sides have to be exchanged, or none.
bool is_determined_from_the_other_side(const Tree& tree, const std::vector<int>& links) {
  return links.size() == 1 && has_quaternion(link_of(tree, links[0]).type) &&
         link_of(tree, links[0]).reversed;
}

std::vector<Expr> gather(const std::vector<LinkState>& states, const std::vector<int>& links,
                         std::vector<Expr> LinkState::*member) {
  std::vector<Expr> all;
  for (int k : links) {
    const std::vector<Expr>& own = states[static_cast<std::size_t>(k)].*member;
    all.insert(all.end(), own.begin(), own.end());
  }
  return all;
}

Vector3<Expr> vector_at(const std::vector<Expr>& list, std::size_t first) {
  return {list[first], list[first + 1], list[first + 2]};
}

using detail::append;

/// Divided by the square of the norm, as in the kernels.
Matrix3<Expr> matrix_of(const std::vector<Expr>& q) {
  return Rotation<Expr>(q[0], q[1], q[2], q[3]).normalized().to_matrix();
}

}  // namespace

std::vector<std::vector<int>> find_links_of_joints(const Mechanism& mechanism, const Tree& tree) {
  std::vector<std::vector<int>> links(mechanism.joints.size());
  for (std::size_t k = 0; k < tree.links.size(); ++k) {
    const Link& link = tree.links[k];
    if (link.joint < 0) continue;
    std::vector<int>& own = links[static_cast<std::size_t>(link.joint)];
    own.resize(std::max(own.size(), static_cast<std::size_t>(link.freedom) + 1));
    own[static_cast<std::size_t>(link.freedom)] = static_cast<int>(k);
  }
  return links;
}

std::vector<Expr> joint_coordinates(const Tree& tree, const std::vector<LinkState>& states,
                                    const std::vector<int>& links) {
  const std::vector<Expr> q = gather(states, links, &LinkState::q);
  return is_determined_from_the_other_side(tree, links) ? detail::reverse_coordinates(q) : q;
}

std::vector<Expr> joint_rates(const Tree& tree, const std::vector<LinkState>& states,
                              const std::vector<int>& links) {
  const std::vector<Expr> v = gather(states, links, &LinkState::v);
  if (!is_determined_from_the_other_side(tree, links)) return v;
  return detail::reverse_rates(gather(states, links, &LinkState::q), v);
}

std::vector<Expr> joint_accelerations(const Mechanism& mechanism, const Tree& tree,
                                      const std::vector<LinkState>& states,
                                      const std::vector<std::vector<Expr>>& vdot,
                                      const std::vector<int>& links) {
  std::vector<Expr> all;
  for (int k : links) {
    const auto index = static_cast<std::size_t>(k);
    const std::vector<Expr>& own =
        detail::is_prescribed(mechanism, tree.links[index]) ? states[index].vdot : vdot.at(index);
    all.insert(all.end(), own.begin(), own.end());
  }
  if (!is_determined_from_the_other_side(tree, links)) return all;
  return detail::reverse_accelerations(gather(states, links, &LinkState::q),
                                       gather(states, links, &LinkState::v), all);
}

namespace detail {

std::vector<Expr> reverse_coordinates(const std::vector<Expr>& q) {
  std::vector<Expr> result{q[0], -q[1], -q[2], -q[3]};
  if (q.size() > 4) {
    append(result, Vector3<Expr>(-multiply_transposed(matrix_of(q), vector_at(q, 4))));
  }
  return result;
}

std::vector<Expr> reverse_rates(const std::vector<Expr>& q, const std::vector<Expr>& v) {
  const Matrix3<Expr> R = matrix_of(q);
  const Vector3<Expr> omega = vector_at(v, 0);
  std::vector<Expr> result;
  append(result, Vector3<Expr>(-multiply(R, omega)));
  if (v.size() > 3) {
    append(result, Vector3<Expr>(omega.cross(multiply_transposed(R, vector_at(q, 4))) -
                                 multiply_transposed(R, vector_at(v, 3))));
  }
  return result;
}

// With p' and v' from above, d/dt of v' = −Rᵀ v − ω × p' is
//   −Rᵀ v̇ + ω × Rᵀ v − ω̇ × p' − ω × v',  and  Rᵀ v = −(v' + ω × p').
std::vector<Expr> reverse_accelerations(const std::vector<Expr>& q, const std::vector<Expr>& v,
                                        const std::vector<Expr>& vdot) {
  const Matrix3<Expr> R = matrix_of(q);
  const Vector3<Expr> omega = vector_at(v, 0), change = vector_at(vdot, 0);
  std::vector<Expr> result;
  append(result, Vector3<Expr>(-multiply(R, change)));  // R (ω × ω + ω̇)
  if (v.size() > 3) {
    const Vector3<Expr> p = vector_at(reverse_coordinates(q), 4);
    const Vector3<Expr> velocity = vector_at(reverse_rates(q, v), 3);
    append(result, Vector3<Expr>(-multiply_transposed(R, vector_at(vdot, 3)) - change.cross(p) -
                                 omega.cross(velocity) - omega.cross(velocity + omega.cross(p))));
  }
  return result;
}

bool start_is_state(const Mechanism::Joint& joint, const Link& link) {
  if (!link.reversed || !has_quaternion(link.type)) return true;
  const auto holds = [](const std::vector<bool>& held, std::size_t at) {
    return at < held.size() && held[at];
  };
  const bool orientation = holds(joint.held_q, 0), position = holds(joint.held_q, 4);
  const bool turning = holds(joint.held_v, 0), velocity = holds(joint.held_v, 3);
  return (orientation || !(position || turning || velocity)) &&
         (!velocity || (position && turning));
}

void set_driven(const Mechanism& mechanism, const Link& link, LinkState& state) {
  const Mechanism::Joint& joint = mechanism.joints[static_cast<std::size_t>(link.joint)];
  HOLON_CHECK(joint.drive.has_value(), "nothing drives '" + joint.name + "'");
  const Mechanism::Drive& drive = *joint.drive;
  const Rotation<Expr>& R = drive.place.rotation;
  std::vector<Expr> q{R.w(), R.x(), R.y(), R.z()}, v, vdot;
  append(q, drive.place.position);
  append(v, drive.angular_velocity);
  append(v, drive.velocity);
  append(vdot, drive.angular_acceleration);
  append(vdot, drive.acceleration);
  if (link.reversed) {
    state.vdot = reverse_accelerations(q, v, vdot);
    state.v = reverse_rates(q, v);
    state.q = reverse_coordinates(q);
  } else {
    state.q = std::move(q);
    state.v = std::move(v);
    state.vdot = std::move(vdot);
  }
}

bool set_prescribed(const Mechanism& mechanism, const Link& link, LinkState& state) {
  if (const auto& motion = freedom_of(mechanism, link).motion) {
    state.q = {motion->position};
    state.v = {motion->rate};
    state.vdot = {motion->acceleration};
    return true;
  }
  if (link.type != JointType::driven) return false;
  set_driven(mechanism, link, state);
  return true;
}

}  // namespace detail

}  // namespace holon
