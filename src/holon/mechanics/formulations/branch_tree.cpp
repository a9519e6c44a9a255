// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#include "holon/mechanics/formulations/branch_tree.h"

#include <algorithm>

#include "holon/base/matrices.h"
#include "holon/mechanics/formulations/base_paths.h"
#include "holon/spatial/inertia.h"

namespace holon {

using detail::BranchShape;

namespace {

bool is_point_link(const Link& link) { return link.type == JointType::translation; }

}  // namespace

BranchTree::BranchTree(const ConstraintRows& rows, const SolvedRows& solved,
                       std::vector<Body> bodies, std::vector<bool> is_cut)
    : rows_(rows),
      solved_(solved),
      bodies_(std::move(bodies)),
      is_cut_(std::move(is_cut)),
      children_(bodies_.size()) {
  for (std::size_t k = 0; k < bodies_.size(); ++k) {
    body_of_link_[bodies_[k].link] = static_cast<int>(k);
    if (bodies_[k].parent >= 0)
      children_[static_cast<std::size_t>(bodies_[k].parent)].push_back(static_cast<int>(k));
  }
  for (std::size_t k = 0; k < bodies_.size(); ++k) {
    BranchShape& shape = shapes_.emplace_back();
    shape.is_point = is_point_link(link_of(k));
    shape.has_modes = link_of(k).modal.has_value();
    shape.children = static_cast<int>(children_[k].size());
    shape.is_root = bodies_[k].closure < 0;
    shape.hands_on = bodies_[k].parent >= 0;
    if (shape.hands_on)
      shape.parent_is_point = is_point_link(link_of(static_cast<std::size_t>(bodies_[k].parent)));
    if (shape.is_root) continue;
    const auto c = static_cast<std::size_t>(bodies_[k].closure);
    const Closure& closure = rows_.closures()[c];
    shape.joint = closure.shape(solved_.kept()[c]);
    shape.is_reversed = closure.sides[0].link == bodies_[k].link;
    const int other = closure.sides[shape.is_reversed ? 1 : 0].link;
    shape.follows_driven = other != kWorld && !shape.hands_on;
  }
}

const Link& BranchTree::link_of(std::size_t body) const {
  return rows_.tree().links[static_cast<std::size_t>(bodies_[body].link)];
}

int BranchTree::find_body(int link) const {
  const auto body = body_of_link_.find(link);
  return body == body_of_link_.end() ? -1 : body->second;
}

/// The freedoms of a joint that are the same in the body's axes however it stands, about its
/// origin; empty where they are not.
std::vector<VelocityMotor<Expr>> BranchTree::find_own_screws(std::size_t k) const {
  const BranchShape& shape = shapes_[k];
  const Closure& closure = rows_.closures()[static_cast<std::size_t>(bodies_[k].closure)];
  const Mechanism::Joint& joint = closure.joint()->joint;
  const FramePlace& place = closure.sides[shape.is_reversed ? 0 : 1].place;
  const Matrix3<double> axes = detail::cut_axes(joint, !shape.is_reversed);
  const auto axis = [&](int i) {
    return Vector3<Expr>(place.rotation * Vector3<Expr>(axes(0, i), axes(1, i), axes(2, i)));
  };
  const Vector3<Expr> zero, n = axis(2);
  const VelocityMotor<Expr> turn{n, cross(place.position, n)}, slide{zero, n};
  switch (shape.joint.type) {
    case JointType::revolute: return {turn};
    case JointType::prismatic: return {slide};
    case JointType::screw: return {turn + joint.pitch * slide};
    case JointType::cylindrical: return {turn, slide};
    case JointType::planar:
      return {turn, VelocityMotor<Expr>{zero, axis(0)}, VelocityMotor<Expr>{zero, axis(1)}};
    default: return {};
  }
}

/// Whether the pivots of a body are positive by its own inertia, whatever hangs on it: of one with
/// full inertia along all directions, else along those in which its joint lets it move.
bool BranchTree::has_own_inertia(std::size_t k) const {
  const Link& link = link_of(k);
  if (!(rows_.calc_typical_values({link.inertia.mass()})[0] > 0)) return false;
  const BranchShape& shape = shapes_[k];
  if (shape.is_point || shape.freedoms() == 0) return true;
  Mechanism::Body body = rows_.mechanism().bodies[static_cast<std::size_t>(link.body)];
  body.mass = rows_.calc_typical_values({body.mass})[0];
  const std::vector<double> moments =
      rows_.calc_typical_values({body.inertia.begin(), body.inertia.end()});
  std::copy(moments.begin(), moments.end(), body.inertia.begin());
  if (detail::has_full_inertia(body)) return true;
  if (shape.is_root) return false;
  const std::vector<VelocityMotor<Expr>> screws = find_own_screws(k);
  if (screws.empty()) return false;
  std::vector<Expr> entries{link.inertia.mass()};
  for (const VelocityMotor<Expr>& a : screws)
    for (const VelocityMotor<Expr>& b : screws) entries.push_back(dot(link.inertia * a, b));
  constexpr double kSome = 1e-9;  // of a mass at a metre: more than rounding
  const std::vector<double> values = rows_.calc_typical_values(entries);
  const auto n = static_cast<Eigen::Index>(screws.size());
  const Eigen::MatrixXd D = Eigen::Map<const Eigen::MatrixXd>(values.data() + 1, n, n);
  return calc_symmetric_eigenvalues(D)[0] > kSome * values[0];
}

/// A loop that moves although its rows leave no freedom (Bricard's) is redundant; within a step,
/// where all joints are a little open, the rank of S does not show it well enough.
bool BranchTree::may_be_redundant(std::size_t closure) const {
  const Closure& cut = rows_.closures()[closure];
  if (!cut.joint()) return false;
  // Bodies on the branches from both sides; those that both share are not part of the loop.
  std::map<int, int> visits;
  for (const Tree::BodyPlace& side : cut.sides) {
    for (int k = find_body(carrier_of(rows_.tree(), side.link)); k >= 0;
         k = bodies_[static_cast<std::size_t>(k)].parent)
      ++visits[k];
  }
  std::size_t freedoms = 0;
  for (const auto& [body, count] : visits)
    if (count == 1)
      freedoms += static_cast<std::size_t>(shapes_[static_cast<std::size_t>(body)].freedoms());
  return solved_.paths()[closure].count() >= freedoms;
}

bool BranchTree::fits() const {
  for (std::size_t c = 0; c < rows_.closures().size(); ++c)
    if (is_cut_[c] && may_be_redundant(c)) return false;
  for (std::size_t k = 0; k < bodies_.size(); ++k) {
    const BranchShape& shape = shapes_[k];
    if (!has_own_inertia(k)) return false;
    if (shape.is_root) continue;
    if (!detail::is_branch_joint_known(shape.joint)) return false;
    const bool has_point = shape.is_point || shape.parent_is_point;
    if (has_point && shape.joint.type != JointType::spherical) return false;
  }
  return true;
}

}  // namespace holon
