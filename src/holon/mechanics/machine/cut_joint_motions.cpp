// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#include "holon/mechanics/machine/cut_joint_motions.h"

#include <Eigen/Geometry>

#include "holon/mechanics/kernels/traced.h"

namespace holon::detail {

namespace {

/// The orientation and, of a Free joint, the position p of the child frame in the joint frame, by
/// the outputs of the frames; ω in the child's axes. With r, v and a of the child's origin against
/// the joint frame's in world axes and Ω, Ω' of the latter, in its axes
///
///   p = r,   p' = v − Ω × r,   p″ = a − Ω' × r − Ω × (Ω × r) − 2 Ω × p'.
std::vector<Expr> calc_relative_motion(const Mechanism& mechanism, Kinematics& kinematics,
                                       const Mechanism::Joint& j, MotionLevel level) {
  const int parent = mechanism.find_frame(j.parent), child = mechanism.find_frame(j.child);
  const auto rotation = [&](int frame) {
    return Rotation<Expr>(
        Vector4<Expr>(kinematics.calc_frame_output(frame, FrameOutput::orientation).data()));
  };
  const auto vector = [&](int frame, FrameOutput of) {
    return Vector3<Expr>(kinematics.calc_frame_output(frame, of).data());
  };
  const bool has_place = j.type == JointType::free;
  const Rotation<Expr> R_P = rotation(parent), R_J = R_P * j.origin.rotation, R_C = rotation(child);
  const Vector3<Expr> lever = R_P * j.origin.position;
  const Vector3<Expr> r =
      vector(child, FrameOutput::position) - vector(parent, FrameOutput::position) - lever;
  std::vector<Expr> result;
  if (level == MotionLevel::places) {
    const Vector4<Expr> from = R_J.coefficients(), to = R_C.coefficients();
    std::vector<Expr> both(from.begin(), from.end());
    both.insert(both.end(), to.begin(), to.end());
    result = call(relative_orientation_function(), both);
    if (has_place) append(result, Vector3<Expr>(R_J.inverse() * r));
    return result;
  }
  const Vector3<Expr> w = vector(child, FrameOutput::angular_velocity);
  const Vector3<Expr> W = vector(parent, FrameOutput::angular_velocity);
  const Vector3<Expr> relative = w - W;
  const auto calc_rate = [&] {
    return Vector3<Expr>(vector(child, FrameOutput::velocity) -
                         vector(parent, FrameOutput::velocity) -
                         cross(W, Vector3<Expr>(lever + r)));
  };
  if (level == MotionLevel::speeds) {
    result = list_of(Vector3<Expr>(R_C.inverse() * relative));
    if (has_place) append(result, Vector3<Expr>(R_J.inverse() * calc_rate()));
    return result;
  }
  const Vector3<Expr> turning = vector(parent, FrameOutput::angular_acceleration);
  result = list_of(
      Vector3<Expr>(R_C.inverse() * Vector3<Expr>(vector(child, FrameOutput::angular_acceleration) -
                                                  turning + relative.cross(w))));
  if (has_place) {
    const Vector3<Expr> arm = lever + r;
    const Vector3<Expr> a = vector(child, FrameOutput::acceleration) -
                            vector(parent, FrameOutput::acceleration) - cross(turning, arm) -
                            cross(W, Vector3<Expr>(cross(W, arm))) -
                            Expr(2.0) * cross(W, calc_rate());
    append(result, Vector3<Expr>(R_J.inverse() * a));
  }
  return result;
}

}  // namespace

std::vector<Expr> CutJointMotions::calc(int joint, MotionLevel level,
                                        Kinematics& kinematics) const {
  const Mechanism::Joint& j = mechanism_.joints[static_cast<std::size_t>(joint)];
  if (joint_info(j.type).freedoms.empty())
    return calc_relative_motion(mechanism_, kinematics, j, level);
  const std::vector<Expr> all = calc_joint_state(
      closures_.list()[static_cast<std::size_t>(closures_.of_joint(joint))], kinematics, level);
  const auto count = static_cast<std::ptrdiff_t>(joint_info(j.type).v);
  const auto first = all.begin() + static_cast<std::ptrdiff_t>(level) * count;
  return {first, first + count};
}

std::vector<Expr> CutJointMotions::coordinates(int joint, Kinematics& kinematics) {
  return calc_once(coordinates_, joint, MotionLevel::places, kinematics);
}

std::vector<Expr> CutJointMotions::rates(int joint, Kinematics& kinematics) {
  return calc_once(rates_, joint, MotionLevel::speeds, kinematics);
}

std::vector<Expr> CutJointMotions::calc_once(std::map<int, std::vector<Expr>>& made, int joint,
                                             MotionLevel level, Kinematics& kinematics) const {
  const int closure = closures_.of_joint(joint);
  if (closure < 0) return calc(joint, level, kinematics);
  std::vector<Expr>& known = made[closure];
  if (known.empty()) known = calc(joint, level, kinematics);
  return known;
}

void CutJointMotions::copy_to(LoopClosures& closures) const {
  for (const auto& [closure, coordinates] : coordinates_)
    closures.list()[static_cast<std::size_t>(closure)].joint()->coordinates = coordinates;
  for (const auto& [closure, rates] : rates_)
    closures.list()[static_cast<std::size_t>(closure)].joint()->rates = rates;
}

}  // namespace holon::detail
