// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#include "holon/navigation/receiver_equations.h"

#include <fmt/format.h>
#include <algorithm>
#include <cmath>
#include <numbers>

#include "holon/model/assembly/frame_motion.h"

namespace holon {
namespace {

// Data sheet of a multi-band receiver of 2020 (u-blox ZED-F9P): without corrections 1.5 m CEP, with
// RTK 0.01 m CEP, velocity 0.05 m/s; σ per axis = CEP/1.177.
constexpr double kSingleHorizontal = 1.3, kSingleVertical = 2.0;  // [m]
constexpr double kRtkHorizontal = 0.0085, kRtkVertical = 0.015;   // [m]
constexpr double kLongBefore = -1e12;                             // [s]
constexpr int kSingleFix = 1, kFixed = 4, kFloat = 5;             // quality of NMEA 0183 GGA
constexpr double kFewestForPosition = 4, kFewestForFix = 5;       // satellites

Expr is_within(Expr time, const std::vector<Expr>& during) {
  return logical_and(less_equal(during[0] - kReceiverTickRounding, time),
                     less(time, during[1] - kReceiverTickRounding));
}

}  // namespace

void ReceiverEquations::find_satellites() {
  const earth::LocalFrame<Expr> world = b_.assembly().world().earth->frame();
  receiver_ = world.to_ecef(position_);
  receiver_velocity_ = world.direction_to_ecef(velocity_);
  place_ = earth::to_geodetic(receiver_);
  const Matrix3<Expr> axes = earth::local_axes(place_.latitude, place_.longitude);
  count_ = 0.0;
  std::vector<Vector3<Expr>> local;
  for (std::size_t k = 0; k < sky_.satellites.size(); ++k) {
    const auto at = [&](Expr before) { return sky_.satellite(k, time(), before); };
    paths_.push_back(gnss::calc_path<Expr>(at, receiver_, receiver_velocity_, gnss::kEarthRate));
    local.push_back(multiply_transposed(axes, paths_[k].direction));
    directions_.push_back(gnss::direction_of(local[k]));
    const Expr is_above = less(part_.elevation_mask, directions_[k].elevation);
    const Expr hides = obstacles_.is_empty()
                           ? Expr(0.0)
                           : obstacles_.hide(b_.assembly().symbols(), position_,
                                             world.direction_from_ecef(paths_[k].direction));
    hidden_.push_back(logical_and(is_above, hides));
    active_.push_back(logical_and(is_above, logical_not(hides)));
    count_ += active_[k];
  }
  dilution_ = gnss::calc_dilution(local, active_);
}

void ReceiverEquations::find_fix() {
  Expr is_out = 0.0;
  for (const auto& outage : part_.outages)
    is_out = logical_or(is_out, is_within(time(), outage.during));
  tracked_ = logical_not(is_out);
  if (has_sky()) {
    for (Expr& active : active_) active = active * tracked_;
    count_ = count_ * tracked_;
  }
  Expr enough = tracked_;
  if (has_sky() && part_.mode != Mode::pseudorange) {
    tracked_ = logical_and(tracked_, less_equal(kFewestForPosition, count_));
    enough = logical_and(tracked_, less_equal(kFewestForFix, count_));
  }
  valid_ = tracked_;
  fix_ = select(tracked_, double{kSingleFix}, 0.0);
  if (part_.mode != Mode::rtk && part_.mode != Mode::dual_antenna) return;
  for (const auto& phase : part_.float_phases) {
    enough = logical_and(enough, logical_not(is_within(time(), phase.during)));
  }
  // The last tick without what a fix needs; at the start the receiver has had its fix for long.
  const Expr memory = clock_.block().add_memory("unfixed", dimensions::kTime, kLongBefore);
  const Expr last = select(enough, memory, time());
  clock_.block().set_next(memory, last);
  is_fixed_ =
      logical_and(enough, less_equal(part_.fix_time - kReceiverTickRounding, time() - last));
  fix_ = select(tracked_, select(is_fixed_, double{kFixed}, double{kFloat}), 0.0);
}

/// [m] per axis, horizontal and vertical, at this tick.
std::array<Expr, 2> ReceiverEquations::deviation() {
  if (part_.range_sigma) {
    return {*part_.range_sigma * dilution_.hdop * std::sqrt(0.5),
            *part_.range_sigma * dilution_.vdop};
  }
  if (part_.mode == Mode::single) {
    return {part_.sigma.horizontal.value_or(kSingleHorizontal),
            part_.sigma.vertical.value_or(kSingleVertical)};
  }
  return {
      select(is_fixed_, part_.sigma.horizontal.value_or(kRtkHorizontal),
             part_.float_sigma.horizontal),
      select(is_fixed_, part_.sigma.vertical.value_or(kRtkVertical), part_.float_sigma.vertical)};
}

/// Keeps the value of the last valid tick.
std::vector<Expr> ReceiverEquations::hold_valid(const std::string& name,
                                                const std::vector<Expr>& now, Expr valid,
                                                const Dimension& dimension) {
  std::vector<Expr> held;
  for (std::size_t k = 0; k < now.size(); ++k) {
    const Expr memory =
        clock_.block().add_memory(fmt::format("{}.last[{}]", name, k), dimension, 0.0);
    const Expr value = select(valid, now[k], memory);
    clock_.block().set_next(memory, value);
    held.push_back(value);
  }
  return held;
}

void ReceiverEquations::set_held(const std::string& name, const std::vector<Expr>& now,
                                 Expr valid) {
  outputs_.set(name, hold_valid(name, now, valid, b_.dimension_of(name)));
}

void ReceiverEquations::measure_position() {
  static const char* const axes[] = {"x", "y", "z"};
  const std::array<Expr, 2> sigma = deviation();
  const Expr of_velocity = part_.sigma.velocity.value_or(kReceiverVelocityNoise);
  std::vector<Expr> p, v;
  for (int i = 0; i < 3; ++i) {
    const std::string axis = axes[i];
    Expr x = position_[i] + sigma[i == 2 ? 1 : 0] * clock_.add_normal("position." + axis);
    if (part_.drift) {
      const Expr size = i == 2 ? part_.drift->vertical : part_.drift->horizontal;
      drift_[static_cast<std::size_t>(i)] = 0.0;
      if (!size.is_constant(0.0)) {
        drift_[static_cast<std::size_t>(i)] =
            size * clock_.add_markov("drift." + axis, part_.drift->time_constant);
        x += drift_[static_cast<std::size_t>(i)];
      }
    }
    for (const auto& wrong : part_.wrong_fixes) {
      x += select(logical_and(is_fixed_, is_within(time(), wrong.during)), wrong.offset[i], 0.0);
    }
    p.push_back(x);
    v.push_back(velocity_[i] + of_velocity * clock_.add_normal("velocity." + axis));
  }
  const std::vector<Expr> held = hold_valid("position", p, valid_, dimensions::kLength);
  outputs_.set("position", held);
  set_held("velocity", v, valid_);
  set_held("sigma", {sigma[0], sigma[0], sigma[1]}, valid_);
  InstalledQuantity position{.output = "position",
                             .name = "position",
                             .components = {"x", "y", "z"},
                             .exact = {position_[0], position_[1], position_[2]}};
  // Noise that is known to be none is no noise to divide by.
  if (sigma[0].is_constant(0.0) || sigma[1].is_constant(0.0)) {
    position.sigma = {0.0};
  } else {
    position.sigma_output = "sigma";
  }
  position.valid_output = "valid";
  if (part_.drift) {
    const BiasFigures drift = find_drift_figures();
    position.bias = "position.bias";
    position.bias_now = drift_;
    position.bias_sigma = drift.sigma;
    position.bias_walk = drift.walk;
  }
  install(b_, outputs_, part_.latency, position);
  InstalledQuantity velocity{.output = "velocity",
                             .name = "velocity",
                             .components = {"x", "y", "z"},
                             .exact = {velocity_[0], velocity_[1], velocity_[2]},
                             .sigma = {of_velocity}};
  velocity.valid_output = "valid";
  install(b_, outputs_, part_.latency, velocity);
  if (!b_.assembly().world().earth) return;
  const earth::Geodetic<Expr> g =
      b_.assembly().world().earth->frame().to_geodetic({held[0], held[1], held[2]});
  outputs_.set("latitude", {g.latitude});
  outputs_.set("longitude", {g.longitude});
  outputs_.set("height", {g.height});
  has_geodetic_ = true;
}

/// Of the larger of its axes: a filter has one figure for all three.
BiasFigures ReceiverEquations::find_drift_figures() const {
  const auto number = [](Expr e) { return e.is_constant() ? e.value() : 0.0; };
  const double sigma = std::max(number(part_.drift->horizontal), number(part_.drift->vertical));
  const double time = number(part_.drift->time_constant);
  return {sigma, time > 0 ? sigma * std::sqrt(2 / time) : 0.0};
}

void ReceiverEquations::measure_heading() {
  const detail::FrameMotion other(b_.assembly().symbols(), part_.second->path);
  const Vector3<Expr> line = other.vector(FrameOutput::position) - position_;
  const Expr level = sqrt(square(line[0]) + square(line[1]));
  const std::array<Expr, 2> sigma = deviation();
  const Expr of_heading = part_.sigma.heading.value_or(std::sqrt(2.0) * sigma[0] / level);
  const Expr of_pitch = part_.sigma.heading.value_or(std::sqrt(2.0) * sigma[1] / level);
  const Expr raw = atan2(line[0], line[1]) + of_heading * clock_.add_normal("heading");
  constexpr double kTurn = 2 * std::numbers::pi;
  const Expr valid = logical_and(valid_, is_fixed_);
  set_held("heading", {raw - kTurn * floor(raw / kTurn)}, valid);
  install(b_, outputs_, part_.latency,
          {.output = "heading",
           .name = "heading",
           .exact = {atan2(line[0], line[1])},
           .sigma = {of_heading},
           .valid = {valid}});
  install(b_, outputs_, part_.latency,
          {.output = "pitch",
           .name = "pitch",
           .exact = {atan2(line[2], level)},
           .sigma = {of_pitch},
           .valid = {valid}});
  set_held("pitch", {atan2(line[2], level) + of_pitch * clock_.add_normal("pitch")}, valid);
  has_heading_ = true;
}

}  // namespace holon
