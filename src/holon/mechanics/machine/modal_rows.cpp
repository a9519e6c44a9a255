// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0

// Modes of elastic bodies behind rows of constraints. What hangs on a frame that moves with the
// modes is held by rows there, in every formulation. With the field of acceleration 𝔞 of the body's
// link, u = (p, s) a mode's participation about the link's origin (modal_share.cpp), Q the mode's
// own force with that of springs and motors at its frames, and e what a unit multiplier of a row is
// along the mode,
//
//   e = w·∂V_f/∂η'       w: the row's wrench on the frame f, V_f its velocity motor             (1)
//
//   η'' = (Q − u·𝔞 + Σ e λ) / A                                                                 (2)
//
// is eliminated exactly, as without rows: the body keeps the inertia less Σ u uᵀ/A and the load
// −u Q/A; a row, J 𝔞 + e η'', acts on the body by J − e u/A, and e e'/A adds to what two rows share
// of S = J M⁻¹ Jᵀ. The frame's own acceleration without the rows' wrenches, which their right sides
// have, is that of (2) at the bias of 𝔞. So modes are a part with inner states that rides on a link
// (part_response.h). W. Schiehlen, Multibody System Dynamics 1 (1997) 149, has the equations of
// elastic bodies with constraints; R. E. Roberson, R. Schwertassek, Dynamics of Multibody Systems,
// Springer 1988, ch. 6.

#include <algorithm>

#include "holon/base/errors.h"
#include "holon/expr/graph/function.h"
#include "holon/mechanics/kernels/traced.h"
#include "holon/mechanics/machine/machine.h"
#include "holon/mechanics/machine/modal_share.h"
#include "holon/mechanics/tree/link_axes.h"

namespace holon::detail {

namespace {

std::vector<Expr> place_list(const FramePlace& place) {
  std::vector<Expr> list(place.position.begin(), place.position.end());
  const Vector4<Expr> q = place.rotation.coefficients();
  list.insert(list.end(), q.begin(), q.end());
  return list;
}

/// Of the rates of a place (position, quaternion) what LinkState::v has: the angular velocity in
/// the frame's axes, and the velocity in the body's.
std::vector<Expr> motion_of(const FramePlace& place, const std::vector<Expr>& rates) {
  std::vector<Expr> motion = list_of(Vector3<Expr>(
      place.rotation.calc_body_rate(Vector4<Expr>(rates[3], rates[4], rates[5], rates[6]))));
  motion.insert(motion.end(), rates.begin(), rates.begin() + 3);
  return motion;
}

}  // namespace

/// Puts the modes of a body behind rows: its frames are connections, with motions that are written
/// out in the modes' states.
void ModalShare::put_behind_rows(std::size_t index) {
  Mechanism& mechanism = machine_.mechanism;
  const Mechanism::Body body = mechanism.bodies[index];
  Carried& carried = carried_.emplace_back();
  carried.body = index;
  carried.loads.assign(body.modes.size(), 0.0);
  std::vector<Expr> displacements, rates;
  for (const Mechanism::Mode& mode : body.modes) {
    displacements.push_back(mode.displacement);
    rates.push_back(mode.rate);
  }
  for (const Mechanism::ModalFrame& modal : body.modal_frames) {
    const int joint = mechanism.find_drive(modal.name);
    if (joint < 0) continue;
    mechanism.bodies[static_cast<std::size_t>(mechanism.find_body(modal.name))].is_connection =
        true;
    const FramePlace& place = modal.place;
    const std::vector<Expr> at = place_list(place);
    const std::vector<Expr> v = motion_of(place, derivative(at, displacements, rates));
    Carried::Frame& frame = carried.frames.emplace_back();
    frame.joint = joint;
    frame.rest = derivative(v, displacements, rates);
    const Rotation<Expr> to_frame = place.rotation.inverse();
    for (const Expr& displacement : displacements) {
      const std::vector<Expr> slope = motion_of(
          place, derivative(at, std::vector<Expr>{displacement}, std::vector<Expr>{Expr(1.0)}));
      frame.slopes.push_back(slope);
      std::vector<Expr> effort = list_of(to_frame.apply(vector_of(std::span(slope).subspan(3))));
      append(effort, std::span(slope).first(3));
      frame.efforts.push_back(std::move(effort));
    }
    Mechanism::Drive& drive = *mechanism.joints[static_cast<std::size_t>(joint)].drive;
    drive.angular_velocity = vector_of(v);
    drive.velocity = vector_of(std::span(v).subspan(3));
    drive.angular_acceleration = vector_of(frame.rest);
    drive.acceleration = vector_of(std::span(frame.rest).subspan(3));
  }
}

std::size_t ModalShare::find_carried(std::size_t body) const {
  const auto found = std::find_if(carried_.begin(), carried_.end(),
                                  [&](const Carried& one) { return one.body == body; });
  return static_cast<std::size_t>(found - carried_.begin());
}

std::vector<Mechanism::Mode> ModalShare::list_behind_rows() const {
  std::vector<Mechanism::Mode> modes;
  for (const Carried& carried : carried_) {
    const std::vector<Mechanism::Mode>& own = machine_.mechanism.bodies[carried.body].modes;
    modes.insert(modes.end(), own.begin(), own.end());
  }
  return modes;
}

void ModalShare::append_starts(std::vector<Expr>& states, std::vector<Expr>& starts) const {
  for (const Carried& carried : carried_) {
    for (const Mechanism::Mode& mode : machine_.mechanism.bodies[carried.body].modes) {
      append(states, std::array<Expr, 2>{mode.displacement, mode.rate});
      append(starts, std::array<Expr, 2>{mode.start, mode.start_rate});
    }
  }
}

void ModalShare::find_links() {
  const Mechanism& mechanism = machine_.mechanism;
  const Tree& tree = machine_.tree();
  for (Carried& carried : carried_) {
    for (Carried::Frame& frame : carried.frames) {
      const std::string& name = mechanism.joints[static_cast<std::size_t>(frame.joint)].child;
      const int body = mechanism.find_body(name);
      frame.link = static_cast<std::size_t>(tree.bodies[static_cast<std::size_t>(body)].link);
    }
  }
}

/// (Q − u·𝔞)/A with the acceleration that `kinematics` has of the body.
Expr ModalShare::calc_free_acceleration(Kinematics& kinematics, std::size_t index,
                                        const Mechanism::Mode& mode, const Expr& force) const {
  const Tree::BodyPlace& at = machine_.tree().bodies[index];
  const ForceMotor<Expr> u = calc_participation(mode, {{0.0, 0.0, 0.0}, at.place.rotation});
  AccelerationMotor<Expr> field;
  Vector3<Expr> gravity = machine_.mechanism.gravity;
  if (at.link != kWorld) {
    const auto link = static_cast<std::size_t>(at.link);
    const std::vector<Expr> a = kinematics.calc_point_acceleration(link, at.place.position);
    field = motor_of<AccelerationMotor<Expr>>(a);
    gravity =
        multiply_transposed(matrix_by_rows(std::span(kinematics.pose(link)).first(9)), gravity);
  }
  field.moment() -= gravity;
  return (force - dot(u, field)) / mode.mass;
}

void ModalShare::set_frames(const Carried& carried, const std::vector<Expr>& accelerations,
                            std::vector<LinkState>& states) const {
  for (const Carried::Frame& frame : carried.frames) {
    std::vector<Expr>& vdot = states[frame.link].vdot;
    vdot = frame.rest;
    for (std::size_t k = 0; k < accelerations.size(); ++k) {
      for (std::size_t i = 0; i < vdot.size(); ++i)
        vdot[i] += accelerations[k] * frame.slopes[k][i];
    }
  }
}

void ModalShare::apply_loads(std::vector<LinkState>& states) {
  responses_.clear();
  if (carried_.empty()) return;
  Kinematics bias(machine_.mechanism, machine_.tree(), states);
  std::vector<std::vector<Expr>> still(states.size());
  for (std::size_t k = 0; k < states.size(); ++k) still[k].assign(states[k].v.size(), 0.0);
  bias.set_accelerations(std::move(still));
  for (Carried& carried : carried_) {
    const Mechanism::Body& body = machine_.mechanism.bodies[carried.body];
    const Tree::BodyPlace& at = machine_.tree().bodies[carried.body];
    const std::size_t n = body.modes.size();
    PartResponse& response = responses_.emplace_back();
    response.mass.assign(n * n, 0.0);
    response.orientations.assign(n, false);
    if (at.link != kWorld) response.carrier.emplace().link = at.link;
    for (const Carried::Frame& frame : carried.frames) {
      PartResponse::Connection& own = response.connections.emplace_back();
      own.link = static_cast<int>(frame.link);
      for (std::size_t i = 0; i < 6; ++i) {
        std::vector<Expr>& efforts = own.efforts.emplace_back();
        std::vector<Expr>& accelerations = own.accelerations.emplace_back();
        for (std::size_t k = 0; k < n; ++k) {
          efforts.push_back(frame.efforts[k][i]);
          accelerations.push_back(frame.efforts[k][i] / body.modes[k].mass);
        }
      }
    }
    for (const Mechanism::Mode& mode : body.modes) response.rates.push_back(mode.rate);
    add_riders(response, machine_.tree(), machine_.kinematics());
    for (const PartResponse::Connection& c : response.connections) {
      const auto& load = states[static_cast<std::size_t>(c.link)].load;
      for (std::size_t k = 0; k < n && load; ++k)
        for (std::size_t i = 0; i < 6; ++i) carried.loads[k] += (*load)[i] * c.efforts[i][k];
    }
    std::vector<Expr> body_load(6, 0.0);
    for (std::size_t k = 0; k < n; ++k) {
      const Mechanism::Mode& mode = body.modes[k];
      response.coordinates.push_back(mode.displacement);
      response.coordinate_rates.push_back(mode.rate);
      response.mass[k * n + k] = mode.mass;
      response.accelerations.push_back(
          calc_free_acceleration(bias, carried.body, mode, mode.force + carried.loads[k]));
      std::vector<Expr> participation = list_of(calc_participation(mode, at.place));
      for (std::size_t i = 0; i < 6; ++i) {
        participation[i] = participation[i] / mode.mass;
        body_load[i] -= participation[i] * carried.loads[k];
      }
      if (response.carrier) response.carrier->participation.push_back(std::move(participation));
    }
    if (at.link != kWorld && !is_all_zero(body_load)) {
      auto& load = states[static_cast<std::size_t>(at.link)].load;
      if (!load) load.emplace();
      for (std::size_t i = 0; i < 6; ++i) (*load)[i] += body_load[i];
    }
  }
  for (std::size_t p = 0; p < carried_.size(); ++p)
    set_frames(carried_[p], responses_[p].accelerations, states);
}

std::vector<Expr> ModalShare::calc_changes(const std::vector<Expr>& rates,
                                           const std::vector<Expr>& step, std::size_t index) const {
  const Tree::BodyPlace& at = machine_.tree().bodies[index];
  const Mechanism::Body& body = machine_.mechanism.bodies[index];
  if (at.link == kWorld) return std::vector<Expr>(body.modes.size(), 0.0);
  const std::vector<Expr>& V = machine_.kinematics().velocity(static_cast<std::size_t>(at.link));
  const std::vector<Expr> rest(rates.size(), 0.0);
  std::vector<Expr> change = substitute(V, rates, step);
  const std::vector<Expr> before = substitute(V, rates, rest);
  for (std::size_t i = 0; i < change.size(); ++i) change[i] -= before[i];
  std::vector<Expr> changes;
  for (const Mechanism::Mode& mode : body.modes) {
    const ForceMotor<Expr> u = calc_participation(mode, at.place);
    changes.push_back(-dot(u, motor_of<VelocityMotor<Expr>>(change)) / mode.mass);
  }
  return changes;
}

/// By an impulse, of (3) of modal_share.cpp and (2): A Δη' + p·Δv + s·Δω = Σ e Λ.
std::vector<std::pair<Expr, Expr>> ModalShare::calc_steps(
    const std::vector<Expr>& rates, const std::vector<Expr>& step,
    std::span<const std::vector<Expr>> parts) {
  std::vector<std::pair<Expr, Expr>> steps;
  for (std::size_t b = 0; b < machine_.mechanism.bodies.size(); ++b) {
    const Mechanism::Body& body = machine_.mechanism.bodies[b];
    const std::size_t part = find_carried(b);
    const bool is_behind_rows = part < carried_.size() && part < parts.size();
    if (body.modes.empty() || (machine_.tree().bodies[b].link == kWorld && !is_behind_rows))
      continue;
    const std::vector<Expr> changes = calc_changes(rates, step, b);
    for (std::size_t k = 0; k < body.modes.size(); ++k) {
      const Expr by_rows = is_behind_rows ? parts[part][k] : Expr(0.0);
      steps.emplace_back(body.modes[k].rate, changes[k] + by_rows);
    }
  }
  return steps;
}

std::vector<std::pair<Expr, Expr>> ModalShare::calc_position_steps(
    const std::vector<Expr>& rates, const std::vector<Expr>& step,
    std::span<const std::vector<Expr>> parts) {
  std::vector<std::pair<Expr, Expr>> steps;
  for (std::size_t p = 0; p < carried_.size() && p < parts.size(); ++p) {
    const Mechanism::Body& body = machine_.mechanism.bodies[carried_[p].body];
    const std::vector<Expr> changes = calc_changes(rates, step, carried_[p].body);
    for (std::size_t k = 0; k < body.modes.size(); ++k)
      steps.emplace_back(body.modes[k].displacement, changes[k] + parts[p][k]);
  }
  return steps;
}

}  // namespace holon::detail
