// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0

// Reactions from the motion, by Newton's and Euler's laws for what lies beyond a joint: the same
// whichever formulation found the accelerations.

#include "holon/mechanics/kinematics.h"
#include "holon/mechanics/loads.h"

namespace holon {

namespace {

using detail::Triple;

constexpr int kWorld = Mechanism::kWorld;

Triple<Expr> triple(std::span<const Expr> v) { return {v[0], v[1], v[2]}; }
Triple<Expr> triple(const Vector3<Expr>& v) { return {v[0], v[1], v[2]}; }

Triple<Expr> minus(const Triple<Expr>& a, const Triple<Expr>& b) {
  return {a[0] - b[0], a[1] - b[1], a[2] - b[2]};
}

/// R (9, by rows) v.
Triple<Expr> turned(std::span<const Expr> R, const Triple<Expr>& v) {
  Triple<Expr> result;
  for (std::size_t i = 0; i < 3; ++i) {
    result[i] = R[3 * i] * v[0] + R[3 * i + 1] * v[1] + R[3 * i + 2] * v[2];
  }
  return result;
}

/// A force with its moment about a point, gathered from forces at other points.
struct WrenchSum {
  Triple<Expr> point;
  Triple<Expr> force{}, moment{};

  void add(const Triple<Expr>& f, const Triple<Expr>& n, const Triple<Expr>& at) {
    force = detail::plus(force, f);
    moment = detail::plus(moment, detail::plus(n, detail::cross(minus(at, point), f)));
  }
  void subtract(const Triple<Expr>& f, const Triple<Expr>& n, const Triple<Expr>& at) {
    add({-f[0], -f[1], -f[2]}, {-n[0], -n[1], -n[2]}, at);
  }
  std::array<std::vector<Expr>, 2> result(bool negative) const {
    std::array<std::vector<Expr>, 2> both;
    for (Expr e : force) both[0].push_back(negative ? -e : e);
    for (Expr e : moment) both[1].push_back(negative ? -e : e);
    return both;
  }
};

}  // namespace

std::array<std::vector<Expr>, 2> Kinematics::calc_reaction(int joint) {
  const int index = link_of_joint_[static_cast<std::size_t>(joint)];
  if (index == kWorld) return calc_fixed_reaction(joint);
  const auto k = static_cast<std::size_t>(index);
  const int parent = tree_.links[k].parent;
  const Mechanism::Joint& j = mechanism_.joints[static_cast<std::size_t>(joint)];
  const int child = mechanism_.find_frame(j.child);
  const int body =
      child == kWorld ? kWorld : mechanism_.frames[static_cast<std::size_t>(child)].body;
  const bool forward = body != kWorld && tree_.bodies[static_cast<std::size_t>(body)].link == index;
  const std::vector<Expr>& all = reaction(k);  // about the link's origin; about the joint's place
  const std::span<const Expr> own = forward ? std::span(all).first(6) : std::span(all).last(6);
  WrenchSum sum;
  if (!forward && parent == kWorld) {
    sum.add(triple(own.first(3)), triple(own.last(3)), sum.point);
  } else {
    const std::vector<Expr>& X = pose(forward ? k : static_cast<std::size_t>(parent));
    const std::span<const Expr> R = std::span(X).first(9);
    sum.add(turned(R, triple(own.first(3))), turned(R, triple(own.last(3))), sum.point);
  }
  return sum.result(!forward);
}

/// Cuts a rigid group of bodies at one of its Fixed joints and sums up what the side needs that is
/// not held otherwise.
std::array<std::vector<Expr>, 2> Kinematics::calc_fixed_reaction(int joint) {
  const auto body_of = [&](const std::string& frame) {
    const int f = mechanism_.find_frame(frame);
    return f == kWorld ? kWorld : mechanism_.frames[static_cast<std::size_t>(f)].body;
  };
  const Mechanism::Joint& cut = mechanism_.joints[static_cast<std::size_t>(joint)];
  std::vector<char> inside(mechanism_.bodies.size() + 1, 0);  // by body + 1
  std::vector<int> queue{body_of(cut.child)};
  inside[static_cast<std::size_t>(queue[0] + 1)] = 1;
  for (std::size_t at = 0; at < queue.size(); ++at) {
    for (std::size_t j = 0; j < mechanism_.joints.size(); ++j) {
      const Mechanism::Joint& other = mechanism_.joints[j];
      if (static_cast<int>(j) == joint || other.type != JointType::fixed) continue;
      const int a = body_of(other.parent), b = body_of(other.child);
      for (const auto& [from, to] : {std::pair{a, b}, std::pair{b, a}}) {
        if (from != queue[at] || inside[static_cast<std::size_t>(to + 1)]) continue;
        inside[static_cast<std::size_t>(to + 1)] = 1;
        queue.push_back(to);
      }
    }
  }
  const int any = body_of(cut.child) == kWorld ? body_of(cut.parent) : body_of(cut.child);
  const int link = tree_.bodies[static_cast<std::size_t>(any)].link;
  int anchor = kWorld;  // the body that the inboard joint holds
  if (link != kWorld) {
    const Link& group = tree_.links[static_cast<std::size_t>(link)];
    anchor = group.body;
    if (group.joint >= 0) {
      const Mechanism::Joint& inboard = mechanism_.joints[static_cast<std::size_t>(group.joint)];
      anchor = body_of(inboard.child);
      if (anchor == kWorld || tree_.bodies[static_cast<std::size_t>(anchor)].link != link) {
        anchor = body_of(inboard.parent);
      }
    }
  }
  const bool other_side = inside[static_cast<std::size_t>(anchor + 1)] != 0;
  const auto counts = [&](int body) {
    if (body == kWorld || tree_.bodies[static_cast<std::size_t>(body)].link != link) return false;
    return (inside[static_cast<std::size_t>(body + 1)] != 0) != other_side;
  };

  WrenchSum sum;
  sum.point = triple(calc_frame_output(mechanism_.find_frame(cut.child), FrameOutput::position));
  const std::vector<Expr> at_rest{1.0, 0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0};
  const std::vector<Expr>& X = link == kWorld ? at_rest : pose(static_cast<std::size_t>(link));
  const std::span<const Expr> R = std::span(X).first(9);
  const Triple<Expr> origin = triple(std::span(X).last(3));
  for (std::size_t b = 0; b < mechanism_.bodies.size(); ++b) {
    if (!counts(static_cast<int>(b))) continue;
    const Mechanism::Body& body = mechanism_.bodies[b];
    const int com = mechanism_.find_frame(body.name + ".com");
    const Triple<Expr> a = triple(calc_frame_output(com, FrameOutput::acceleration));
    Triple<Expr> force, moment{};
    for (int k = 0; k < 3; ++k) force[k] = body.mass * (a[k] - mechanism_.gravity[k]);
    if (link != kWorld) {
      const auto own = static_cast<int>(mechanism_.find_frame(body.name));
      const Rotation<Expr> R_WB(
          Vector4<Expr>(calc_frame_output(own, FrameOutput::orientation).data()));
      const auto in_body = [&](FrameOutput which) {
        const std::vector<Expr> v = calc_frame_output(own, which);
        return triple(R_WB.inverse() * Vector3<Expr>(v.data()));
      };
      std::array<Expr, 9> theta;
      std::copy(body.inertia.begin(), body.inertia.end(), theta.begin());
      theta[6] = theta[2] - theta[1];
      theta[7] = theta[0] - theta[2];
      theta[8] = theta[1] - theta[0];
      const Triple<Expr> n =
          detail::calc_moment(in_body(FrameOutput::angular_velocity),
                              in_body(FrameOutput::angular_acceleration), {}, {}, theta);
      moment = triple(R_WB * Vector3<Expr>(n[0], n[1], n[2]));
    }
    sum.add(force, moment, triple(calc_frame_output(com, FrameOutput::position)));
  }
  for (const Loads::Side& side : loads_->sides()) {
    if (!counts(side.body)) continue;
    const std::vector<Expr> load = loads_->calc_load(side);
    sum.subtract(turned(R, triple(std::span(load).first(3))),
                 turned(R, triple(std::span(load).last(3))), origin);
  }
  for (std::size_t k = 0; k < tree_.links.size(); ++k) {
    const Link& outer = tree_.links[k];
    if (outer.parent != link || outer.joint < 0) continue;
    const Mechanism::Joint& held = mechanism_.joints[static_cast<std::size_t>(outer.joint)];
    const int parent = body_of(held.parent), child = body_of(held.child);
    const bool forward = child != kWorld &&
                         tree_.bodies[static_cast<std::size_t>(child)].link == static_cast<int>(k);
    if (!counts(forward ? parent : child)) continue;
    const std::vector<Expr>& all = reaction(k);
    const std::vector<Expr>& outer_pose = pose(k);
    const std::span<const Expr> R_outer = std::span(outer_pose).first(9);
    sum.add(turned(R_outer, triple(std::span(all).first(3))),
            turned(R_outer, triple(std::span(all).subspan(3, 3))),
            triple(std::span(outer_pose).last(3)));
  }
  return sum.result(other_side);
}

}  // namespace holon
