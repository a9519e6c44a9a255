// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0

// The measurement at a tick, of an antenna at p with the velocity v, in world axes:
//
//   position  p + σ n + d + offset of a wrong fix      n normal, d a Gauss–Markov process
//   velocity  v + σ_v n
//   heading   of the line from `on` to `second`, clockwise from north, + σ_h n
//
// and of satellite k in the mode `pseudorange` (signal_delays.h has ρ, I and T):
//
//   pseudorange  ρ + c (δt − δt_k) + I + T + M + σ/sin(el) n      M = σ_M e^(−el/10°) m
//   range rate   ρ' + c δt' + σ_r n                               m Gauss–Markov
//
// The receiver's clock, with the noise of its phase q1 and of its frequency q2 over a period T
// (Brown and Hwang, Introduction to Random Signals and Applied Kalman Filtering, 4th ed., 2012,
// §9.3):
//
//   δt⁺ = δt + T δt' + w1,  δt'⁺ = δt' + w2,   E w wᵀ = [q1 T + q2 T³/3, q2 T²/2; q2 T²/2, q2 T]
#include "holon/navigation/parts/gnss_receiver.h"

#include <fmt/format.h>

#include <charconv>
#include <cmath>
#include <numbers>

#include "holon/model/assembly/frame_motion.h"
#include "holon/model/assembly/part_plots.h"
#include "holon/model/describe/model_loader.h"
#include "holon/model/describe/source.h"
#include "holon/navigation/installation.h"
#include "holon/navigation/obstacles.h"
#include "holon/navigation/sensor_errors.h"
#include "holon/navigation/signal_delays.h"
#include "holon/navigation/sky.h"

namespace holon {

namespace {

using Mode = GnssReceiver::Mode;

// Data sheet of a multi-band receiver of 2020 (u-blox ZED-F9P): without corrections 1.5 m CEP, with
// RTK 0.01 m CEP, velocity 0.05 m/s; σ per axis = CEP/1.177.
constexpr double kSingleHorizontal = 1.3, kSingleVertical = 2.0;  // [m]
constexpr double kRtkHorizontal = 0.0085, kRtkVertical = 0.015;   // [m]
constexpr double kVelocity = 0.05, kPseudorange = 0.5;            // [m/s, m]
constexpr double kMultipathScale = 10 * std::numbers::pi / 180;   // [rad]
constexpr double kNever = -1e12;                                  // [s]
constexpr double kTickRounding = 1e-9;                            // [s]
constexpr int kSingleFix = 1, kFixed = 4, kFloat = 5;             // quality of NMEA 0183 GGA
constexpr double kFewestForPosition = 4, kFewestForFix = 5;       // satellites

struct ChannelOutput {
  const char* name;
  std::vector<std::string> components;
  Dimension dimension;
  const char* description;
};
const std::vector<ChannelOutput>& channel_outputs() {
  using namespace dimensions;
  static const std::vector<ChannelOutput> outputs{
      {"active", {}, kNumber, "1 while the satellite is tracked"},
      {"pseudorange", {}, kLength, "measured pseudorange"},
      {"range_rate", {}, kSpeed, "measured rate of the pseudorange"},
      {"elevation", {}, kAngle, "of the satellite above the horizon"},
      {"azimuth", {}, kAngle, "of the satellite, clockwise from north"},
      {"hidden", {}, kNumber, "1 while an obstacle hides a satellite above the mask"},
      {"satellite_position",
       {"x", "y", "z"},
       kLength,
       "at transmission, in Earth-fixed axes of the instant of reception"},
      {"satellite_velocity", {"x", "y", "z"}, kSpeed, "at transmission, in the same axes"},
      {"satellite_clock", {}, kTime, "broadcast correction: what the satellite's clock is ahead"}};
  return outputs;
}

std::string channel_name(const char* output, std::size_t k) {
  return fmt::format("{}[{}]", output, k);
}

Expr is_within(Expr time, const std::vector<Expr>& during) {
  return logical_and(less_equal(during[0] - kTickRounding, time),
                     less(time, during[1] - kTickRounding));
}

bool check_interval(PartBuilder& b, const std::string& path, const std::vector<Expr>& during) {
  if (during.size() != 2) {
    b.error(path, "an interval takes two times, not " + std::to_string(during.size()),
            "write [from, to], such as [30 s, 45 s]");
    return false;
  }
  if (during[0].is_constant() && during[1].is_constant() &&
      !(during[0].value() < during[1].value())) {
    b.error(path, "the interval ends before it begins", "write [from, to]");
    return false;
  }
  return true;
}

/// One receiver, while its equations are made.
class Receiver {
 public:
  Receiver(const GnssReceiver& part, PartBuilder b)
      : part_(part),
        b_(std::move(b)),
        clock_(b_, part.sample),
        sky_(b_.domain<detail::SkySlot>()),
        outputs_(b_, clock_, part.latency) {}

  void make() {
    if (!clock_.is_sound()) return;
    if (!check()) return;
    const detail::FrameMotion motion(b_.assembly().symbols(), part_.on.path);
    position_ = motion.vector(FrameOutput::position);
    velocity_ = motion.vector(FrameOutput::velocity);
    if (has_sky()) find_satellites();
    find_fix();
    if (part_.mode == Mode::pseudorange) {
      measure_ranges();
    } else {
      measure_position();
      if (part_.mode == Mode::dual_antenna) measure_heading();
    }
    set_common_outputs();
    define_missing_outputs();
  }

 private:
  bool has_sky() const { return !sky_.part.empty(); }
  Expr time() { return b_.assembly().time(); }

  bool check() {
    bool is_good = true;
    const auto fail = [&](const std::string& key, const std::string& message,
                          const std::string& advice) {
      b_.error(key, message, advice);
      is_good = false;
    };
    const bool is_range = part_.mode == Mode::pseudorange;
    const bool has_fix = part_.mode == Mode::rtk || part_.mode == Mode::dual_antenna;
    if (has_sky() && !b_.assembly().world().earth) {
      fail("", "satellites are seen from a place on the Earth, which 'world' does not give",
           "add 'earth: {latitude: …, longitude: …}' to 'world'");
    }
    if (is_range && !has_sky()) {
      fail("mode", "pseudoranges need satellites", "add a part of type Constellation");
    }
    if (is_range && has_sky() &&
        sky_.satellites.size() > static_cast<std::size_t>(part_.channels)) {
      fail("channels",
           fmt::format("there are {} satellites for {} channels", sky_.satellites.size(),
                       part_.channels),
           fmt::format("write 'channels: {}'", sky_.satellites.size()));
    }
    if (!part_.obstacles.empty() && !has_sky()) {
      fail("obstacles", "what hides satellites has no effect without them",
           "add a part of type Constellation, or leave it out");
    }
    if (!part_.obstacles.empty() && has_sky()) is_good &= find_obstacles();
    if (part_.range_sigma && !has_sky()) {
      fail("range_sigma", "dilution of precision needs satellites",
           "add a part of type Constellation, or give 'sigma'");
    }
    if (part_.range_sigma && (is_range || part_.sigma.horizontal || part_.sigma.vertical)) {
      fail("range_sigma",
           is_range ? "'range_sigma' has no effect on pseudoranges"
                    : "'sigma' gives the deviation already",
           is_range ? "give 'sigma: {pseudorange: …}'" : "keep one of them");
    }
    if ((part_.mode == Mode::dual_antenna) != part_.second.has_value()) {
      fail(part_.second ? "second" : "",
           part_.second ? "a second antenna has an effect in the mode dual_antenna only"
                        : "the mode dual_antenna needs the frame of a 'second' antenna",
           part_.second ? "write 'mode: dual_antenna'" : "write 'second: blade.right'");
    }
    const auto only = [&](bool is_given, bool fits, const char* key, const char* modes) {
      if (is_given && !fits) {
        fail(key, fmt::format("'{}' has an effect in {} only", key, modes), "leave it out");
      }
    };
    only(!part_.float_phases.empty(), has_fix, "float_phases", "the modes rtk and dual_antenna");
    only(!part_.wrong_fixes.empty(), has_fix, "wrong_fixes", "the modes rtk and dual_antenna");
    only(part_.ionosphere.has_value(), is_range, "ionosphere", "the mode pseudorange");
    only(part_.troposphere, is_range, "troposphere", "the mode pseudorange");
    only(part_.multipath.has_value(), is_range, "multipath", "the mode pseudorange");
    only(part_.drift.has_value(), !is_range, "drift", "modes that give a position");
    only(part_.sigma.heading.has_value(), part_.mode == Mode::dual_antenna, "sigma.heading",
         "the mode dual_antenna");
    only(part_.sigma.pseudorange.has_value(), is_range, "sigma.pseudorange",
         "the mode pseudorange");
    only(part_.sigma.range_rate.has_value(), is_range, "sigma.range_rate", "the mode pseudorange");
    for (std::size_t k = 0; k < part_.outages.size(); ++k) {
      is_good &= check_interval(b_, fmt::format("outages[{}]", k), part_.outages[k].during);
    }
    for (std::size_t k = 0; k < part_.float_phases.size(); ++k) {
      is_good &=
          check_interval(b_, fmt::format("float_phases[{}]", k), part_.float_phases[k].during);
    }
    for (std::size_t k = 0; k < part_.wrong_fixes.size(); ++k) {
      is_good &= check_interval(b_, fmt::format("wrong_fixes[{}]", k), part_.wrong_fixes[k].during);
    }
    if (part_.ionosphere) {
      const std::size_t alpha = part_.ionosphere->alpha.size();
      if (alpha != part_.ionosphere->beta.size() || (alpha != 0 && alpha != 4)) {
        fail("ionosphere", "the ionosphere takes four coefficients 'alpha' and four 'beta'",
             "give both as lists of four");
      } else if (alpha == 0 && !sky_.ionosphere) {
        fail("ionosphere", "there are no coefficients: the Constellation's file has none",
             "give 'alpha' and 'beta'");
      }
    }
    return is_good;
  }

  /// A filter's model of the machine takes from the machine which satellites are used.
  bool find_obstacles() {
    if (b_.domain<PartModels>().is_inner) return true;
    bool is_good = true;
    for (std::size_t k = 0; k < part_.obstacles.size(); ++k) {
      const std::string fault = obstacles_.add(b_.assembly(), part_.obstacles[k].body.path);
      if (fault.empty()) continue;
      b_.error(fmt::format("obstacles[{}]", k), fault,
               "name a body with boxes, cylinders, spheres or capsules");
      is_good = false;
    }
    return is_good;
  }

  void find_satellites() {
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

  void find_fix() {
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
    const Expr memory = clock_.block().add_memory("unfixed", dimensions::kTime, kNever);
    const Expr last = select(enough, memory, time());
    clock_.block().set_next(memory, last);
    is_fixed_ = logical_and(enough, less_equal(part_.fix_time - kTickRounding, time() - last));
    fix_ = select(tracked_, select(is_fixed_, double{kFixed}, double{kFloat}), 0.0);
  }

  /// [m] per axis, horizontal and vertical, at this tick.
  std::array<Expr, 2> deviation() {
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
  std::vector<Expr> hold_valid(const std::string& name, const std::vector<Expr>& now, Expr valid,
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

  void set_held(const std::string& name, const std::vector<Expr>& now, Expr valid) {
    outputs_.set(name, hold_valid(name, now, valid, b_.dimension_of(name)));
  }

  void measure_position() {
    static const char* const axes[] = {"x", "y", "z"};
    const std::array<Expr, 2> sigma = deviation();
    const Expr of_velocity = part_.sigma.velocity.value_or(kVelocity);
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
  BiasFigures find_drift_figures() const {
    const auto number = [](Expr e) { return e.is_constant() ? e.value() : 0.0; };
    const double sigma = std::max(number(part_.drift->horizontal), number(part_.drift->vertical));
    const double time = number(part_.drift->time_constant);
    return {sigma, time > 0 ? sigma * std::sqrt(2 / time) : 0.0};
  }

  void measure_heading() {
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

  /// What the receiver's clock is ahead, and its rate: in a filter's model two states.
  std::pair<Expr, Expr> make_clock() {
    has_clock_ = true;
    if (b_.domain<PartModels>().is_inner) return add_clock_states();
    const double T = clock_.period();
    const Expr q1 = square(part_.clock.phase_noise), q2 = square(part_.clock.frequency_noise);
    Expr w1 = 0.0, w2 = 0.0;
    if (!q2.is_constant(0.0)) {
      w2 = sqrt(q2 * T) * clock_.add_normal("clock.frequency");
      w1 = 0.5 * T * w2;
    }
    if (!q1.is_constant(0.0) || !q2.is_constant(0.0)) {
      w1 += sqrt(q1 * T + q2 * (T * T * T / 12)) * clock_.add_normal("clock.phase");
    }
    const Expr bias_memory =
        clock_.block().add_memory("clock.bias_memory", dimensions::kTime, part_.clock.offset);
    const Expr drift_memory =
        clock_.block().add_memory("clock.drift_memory", dimensions::kNumber, part_.clock.drift);
    const Expr begun = clock_.has_ticked();
    const Expr bias = bias_memory + select(begun, T * drift_memory + w1, 0.0);
    const Expr drift = drift_memory + select(begun, w2, 0.0);
    clock_.block().set_next(bias_memory, bias);
    clock_.block().set_next(drift_memory, drift);
    outputs_.set("clock.bias", {bias});
    outputs_.set("clock.drift", {drift});
    // Between ticks, for errors of estimates.
    const Expr tick = clock_.add_memory("clock.tick", time());
    b_.assembly().define_output({b_.member("exact.clock.bias"),
                                 {},
                                 dimensions::kTime,
                                 "what the clock is ahead now",
                                 false},
                                {bias_memory + (time() - tick) * drift_memory});
    b_.assembly().define_output(
        {b_.member("exact.clock.drift"), {}, dimensions::kNumber, "its rate now", false},
        {drift_memory});
    return {bias, drift};
  }

  /// Nothing is known of a clock but that it is within a millisecond and 1 ppm.
  std::pair<Expr, Expr> add_clock_states() {
    constexpr double kClockSigma = 1e-3, kDriftSigma = 1e-6;  // [s], [s/s]
    const auto number = [&](Expr e, const char* key) {
      if (e.is_constant()) return e.value();
      b_.error(key, "the noise of a clock that a filter estimates must be a number");
      return 0.0;
    };
    const auto add = [&](const char* local, const Dimension& dimension, Expr initial, double sigma,
                         double density, double nominal) {
      StateBlock block{.name = b_.member(local), .components = {}};
      block.dimension = dimension;
      block.nominal = nominal;
      b_.domain<SensorStates>().figures.push_back(
          {block.name, b_.member(std::string("exact.") + local), sigma, density});
      const Expr state = b_.assembly().add_state(std::move(block), {initial})[0];
      b_.define_output(local, state);
      return state;
    };
    const Expr bias = add("clock.bias", dimensions::kTime, part_.clock.offset, kClockSigma,
                          number(part_.clock.phase_noise, "clock.phase_noise"), 1e-6);
    const Expr drift = add("clock.drift", dimensions::kNumber, part_.clock.drift, kDriftSigma,
                           number(part_.clock.frequency_noise, "clock.frequency_noise"), 1e-9);
    b_.assembly().set_derivative(bias, drift);
    b_.assembly().set_derivative(drift, 0.0);
    return {bias, drift};
  }

  /// A quantity of all channels, as filters take it.
  struct ChannelList {
    std::vector<Expr> measured, exact, sigma, valid;
  };
  void install_channels(const std::string& name, const ChannelList& list,
                        const Dimension& dimension) {
    std::vector<std::string> channels;
    for (std::size_t k = 0; k < list.exact.size(); ++k) channels.push_back(fmt::format("c{}", k));
    InstalledSensor sensor;
    sensor.part = b_.name();
    sensor.name = b_.member(name);
    sensor.delay = part_.latency ? part_.latency->value() : 0.0;
    const auto define = [&](const std::string& local, const Dimension& of, std::vector<Expr> value,
                            const char* description) {
      const std::string full = b_.member("exact." + local + name);
      b_.assembly().define_output({full, channels, of, description, false}, std::move(value));
      return full;
    };
    sensor.measured = define("measured.", dimension, list.measured, "measured, by channel");
    sensor.predicted = define("", dimension, list.exact, "without noise, by channel");
    sensor.sigma = define("deviation.", dimension, list.sigma, "of its noise, by channel");
    sensor.valid = define("valid.", {}, list.valid, "1 while the satellite is tracked");
    b_.domain<InstalledSensors>().list.push_back(std::move(sensor));
  }

  /// Of the noise of a pseudorange, as a filter takes it for white: multipath, which changes
  /// slowly, by its density at low frequencies.
  Expr find_range_deviation(Expr elevation) {
    const Expr white = part_.sigma.pseudorange.value_or(kPseudorange) / sin(elevation);
    if (!part_.multipath) return white;
    const Expr a = exp(-clock_.period() / part_.multipath->time_constant);
    const Expr slow = square(part_.multipath->sigma * exp(-elevation / kMultipathScale));
    return sqrt(square(white) + slow * (1.0 + a) / (1.0 - a));
  }

  void measure_ranges() {
    const double c = earth::kSpeedOfLight;
    const auto [bias, drift] = make_clock();
    KlobucharNumbers klobuchar = sky_.ionosphere.value_or(KlobucharNumbers{});
    if (part_.ionosphere && !part_.ionosphere->alpha.empty()) {
      for (std::size_t k = 0; k < 4; ++k) {
        klobuchar.alpha[k] = part_.ionosphere->alpha[k].value();
        klobuchar.beta[k] = part_.ionosphere->beta[k].value();
      }
    }
    const Expr sigma = part_.sigma.pseudorange.value_or(kPseudorange);
    const Expr of_rate = part_.sigma.range_rate.value_or(kVelocity);
    ChannelList ranges, rates;
    for (std::size_t k = 0; k < static_cast<std::size_t>(part_.channels); ++k) {
      if (k >= paths_.size()) {
        for (const ChannelOutput& output : channel_outputs()) {
          set_channel(output, k, std::vector<Expr>(output.components.empty() ? 1 : 3, 0.0), false);
        }
        continue;
      }
      const gnss::SignalPath<Expr>& path = paths_[k];
      const gnss::Direction<Expr>& to = directions_[k];
      // Delays of a satellite below the mask are computed as at the mask: the models have no value
      // there.
      constexpr double kLowest = 0.05;  // [rad]
      const Expr el = max(to.elevation, kLowest);
      Expr range = path.range + c * (bias - path.clock);
      if (part_.ionosphere) {
        const double second = sky_.epoch.second_of_week();
        range += gnss::klobuchar_delay<Expr>(klobuchar.alpha, klobuchar.beta, place_.latitude,
                                             place_.longitude, {el, to.azimuth}, time() + second);
      }
      if (part_.troposphere) range += gnss::saastamoinen_delay<Expr>(place_.height, el);
      const std::string own = fmt::format("[{}]", k);
      ranges.exact.push_back(range);
      rates.exact.push_back(path.range_rate + c * drift);
      if (part_.multipath) {
        range += part_.multipath->sigma * exp(-el / kMultipathScale) *
                 clock_.add_markov("multipath" + own, part_.multipath->time_constant);
      }
      range += sigma / sin(el) * clock_.add_normal("range" + own);
      const Expr rate = path.range_rate + c * drift + of_rate * clock_.add_normal("rate" + own);
      const auto& q = path.satellite;
      const auto& v = path.satellite_velocity;
      const std::vector<std::vector<Expr>> values{{active_[k]},
                                                  {range},
                                                  {rate},
                                                  {to.elevation},
                                                  {to.azimuth},
                                                  {hidden_[k]},
                                                  {q[0], q[1], q[2]},
                                                  {v[0], v[1], v[2]},
                                                  {path.clock}};
      std::vector<Expr> shown;
      for (std::size_t n = 0; n < values.size(); ++n) {
        shown.push_back(set_channel(channel_outputs()[n], k, values[n], n == 1 || n == 2));
      }
      ranges.measured.push_back(shown[1]);
      rates.measured.push_back(shown[2]);
      ranges.valid.push_back(shown[0]);
      const std::string deviation = fmt::format("deviation[{}]", k);
      ranges.sigma.push_back(
          outputs_.delayed(deviation, {find_range_deviation(el)}, dimensions::kLength)[0]);
      rates.sigma.push_back(of_rate);
    }
    rates.valid = ranges.valid;
    install_channels("pseudorange", ranges, dimensions::kLength);
    install_channels("range_rate", rates, dimensions::kSpeed);
  }

  /// A measurement is 0 while its channel is not active.
  Expr set_channel(const ChannelOutput& output, std::size_t k, std::vector<Expr> value,
                   bool is_measurement) {
    if (is_measurement) {
      for (Expr& e : value) e = select(active_[k], e, 0.0);
    }
    const std::string name = channel_name(output.name, k);
    SystemOutput declared{b_.member(name), output.components, output.dimension, output.description,
                          false};
    std::vector<Expr> shown = outputs_.delayed(name, value, output.dimension);
    const Expr first = shown[0];
    b_.assembly().define_output(declared, std::move(shown));
    return first;
  }

  /// Where the satellites are, in the modes that have no channels: at each instant.
  void show_satellites() {
    for (std::size_t k = 0; k < paths_.size(); ++k) {
      const std::pair<const char*, Expr> values[] = {{"active", active_[k]},
                                                     {"elevation", directions_[k].elevation},
                                                     {"azimuth", directions_[k].azimuth},
                                                     {"hidden", hidden_[k]}};
      for (const auto& [name, value] : values)
        for (const ChannelOutput& output : channel_outputs())
          if (std::string_view(output.name) == name)
            b_.assembly().define_output({b_.member(channel_name(name, k)), output.components,
                                         output.dimension, output.description, false},
                                        {value});
    }
  }

  void plot_sky() {
    PlotSettings plot;
    plot.title = b_.name() + ": sky";
    const auto member = [&](const char* output, std::size_t k) {
      return b_.member(channel_name(output, k));
    };
    for (std::size_t k = 0; k < sky_.satellites.size(); ++k)
      plot.sky.push_back({sky_.satellites[k].name, member("azimuth", k), member("elevation", k),
                          member("active", k),
                          obstacles_.is_empty() ? std::string() : member("hidden", k)});
    b_.domain<PartPlots>().list.push_back(std::move(plot));
  }

  void set_common_outputs() {
    outputs_.set("valid", {valid_});
    outputs_.set("fix", {fix_});
    set_held("time_of_validity", {time()}, valid_);
    if (!has_sky()) return;
    if (part_.mode != Mode::pseudorange) show_satellites();
    plot_sky();
    outputs_.set("satellites", {count_});
    const std::pair<const char*, Expr> all[] = {{"dop.gdop", dilution_.gdop},
                                                {"dop.pdop", dilution_.pdop},
                                                {"dop.hdop", dilution_.hdop},
                                                {"dop.vdop", dilution_.vdop},
                                                {"dop.tdop", dilution_.tdop}};
    for (const auto& [name, value] : all) {
      outputs_.set(name, {select(tracked_, value, gnss::kNoDilution)});
    }
  }

  /// Outputs that the mode or the model does not have name what they need, where someone asks.
  void define_missing_outputs() {
    const auto missing = [&](std::initializer_list<const char*> names, const char* advice) {
      for (const char* name : names) {
        b_.define_output(name, [full = b_.member(name), advice]() -> std::vector<Expr> {
          throw ModelError("'" + full + "' has no value in this model", advice);
        });
      }
    };
    if (!has_sky()) {
      missing({"satellites", "dop.gdop", "dop.pdop", "dop.hdop", "dop.vdop", "dop.tdop"},
              "add a part of type Constellation");
    }
    if (part_.mode == Mode::pseudorange) {
      missing({"position", "velocity", "sigma"}, "pseudoranges are measured in this mode");
    } else {
      missing({"clock.bias", "clock.drift"}, "write 'mode: pseudorange'");
    }
    if (!has_geodetic_) {
      missing({"latitude", "longitude", "height"}, part_.mode == Mode::pseudorange
                                                       ? "pseudoranges are measured in this mode"
                                                       : "add 'earth' to 'world'");
    }
    if (!has_heading_) missing({"heading", "pitch"}, "write 'mode: dual_antenna'");
  }

  const GnssReceiver& part_;
  PartBuilder b_;
  SensorClock clock_;
  detail::SkySlot& sky_;
  LateOutputs outputs_;
  Vector3<Expr> position_, velocity_, receiver_, receiver_velocity_;
  earth::Geodetic<Expr> place_;
  std::vector<gnss::SignalPath<Expr>> paths_;
  std::vector<gnss::Direction<Expr>> directions_;
  std::vector<Expr> active_, hidden_, drift_{0.0, 0.0, 0.0};
  Obstacles obstacles_;
  gnss::Dilution<Expr> dilution_;
  Expr count_ = 0.0, tracked_ = 1.0, valid_ = 1.0, fix_ = 0.0, is_fixed_ = 0.0;
  bool has_geodetic_ = false, has_heading_ = false, has_clock_ = false;
};

}  // namespace

void GnssReceiver::Sigma::describe(Fields<Sigma>& f) {
  f.value("horizontal", &Sigma::horizontal, "m", "of the position, along x and along y")
      .varying()
      .non_negative()
      .default_text("1.3 m, fixed 8.5 mm");
  f.value("vertical", &Sigma::vertical, "m", "of the position, along z")
      .varying()
      .non_negative()
      .default_text("2 m, fixed 15 mm");
  f.value("velocity", &Sigma::velocity, "m/s", "of the velocity, per axis")
      .varying()
      .non_negative()
      .default_text("0.05 m/s");
  f.value("heading", &Sigma::heading, "rad", "of heading and pitch of two antennas")
      .varying()
      .non_negative()
      .default_text("that of the positions over their distance");
  f.value("pseudorange", &Sigma::pseudorange, "m",
          "of a satellite at the zenith; over sin(elevation)")
      .varying()
      .non_negative()
      .default_text("0.5 m");
  f.value("range_rate", &Sigma::range_rate, "m/s", "of the rate of the pseudorange")
      .varying()
      .non_negative()
      .default_text("0.05 m/s");
}

void GnssReceiver::FloatSigma::describe(Fields<FloatSigma>& f) {
  f.value("horizontal", &FloatSigma::horizontal, "m", "along x and along y")
      .varying()
      .non_negative();
  f.value("vertical", &FloatSigma::vertical, "m", "along z").varying().non_negative();
}

void GnssReceiver::DriftError::describe(Fields<DriftError>& f) {
  f.value("horizontal", &DriftError::horizontal, "m", "along x and along y").non_negative();
  f.value("vertical", &DriftError::vertical, "m", "along z").non_negative();
  f.value("time_constant", &DriftError::time_constant, "s", "its correlation time").positive();
}

void GnssReceiver::Interval::describe(Fields<Interval>& f) {
  f.numbers("during", &Interval::during, "s", "from, to");
  f.bare();
}

void GnssReceiver::WrongFix::describe(Fields<WrongFix>& f) {
  f.numbers("during", &WrongFix::during, "s", "from, to").required();
  f.vector("offset", &WrongFix::offset, "m", "what the position is off, in world axes").required();
}

void GnssReceiver::Clock::describe(Fields<Clock>& f) {
  f.value("offset", &Clock::offset, "s", "what the clock is ahead at the start");
  f.value("drift", &Clock::drift, "", "its rate at the start, s per s");
  f.value("phase_noise", &Clock::phase_noise, "s/sqrt(s)", "random walk of the phase")
      .non_negative();
  f.value("frequency_noise", &Clock::frequency_noise, "1/sqrt(s)", "random walk of the frequency")
      .non_negative();
}

void GnssReceiver::Ionosphere::describe(Fields<Ionosphere>& f) {
  f.numbers("alpha", &Ionosphere::alpha, "any", "four coefficients of Klobuchar's model")
      .structural();
  f.numbers("beta", &Ionosphere::beta, "any", "four coefficients of Klobuchar's model")
      .structural();
}

void GnssReceiver::Obstacle::describe(Fields<Obstacle>& f) {
  f.frame("body", &Obstacle::body, "a body with shapes").required();
  f.bare();
}

void GnssReceiver::Multipath::describe(Fields<Multipath>& f) {
  f.value("sigma", &Multipath::sigma, "m", "standard deviation of a satellite at the horizon")
      .required()
      .non_negative();
  f.value("time_constant", &Multipath::time_constant, "s", "its correlation time").positive();
}

std::vector<MadeName> GnssReceiver::list_names(const SourceNode& part) {
  const SourceNode* mode = part.peek("mode");
  std::vector<MadeName> names;
  if (!mode || !mode->is_scalar() || mode->text() != "pseudorange") return names;
  std::int64_t count = GnssReceiver{}.channels;
  if (const SourceNode* channels = part.peek("channels"); channels && channels->is_scalar()) {
    const std::string text(channels->text());
    std::int64_t value = 0;
    const auto [end, failure] = std::from_chars(text.data(), text.data() + text.size(), value);
    if (failure == std::errc() && end == text.data() + text.size() && value >= 1 && value <= 128) {
      count = value;
    }
  }
  for (std::int64_t k = 0; k < count; ++k) {
    for (const ChannelOutput& output : channel_outputs()) {
      MadeName made;
      made.output = {channel_name(output.name, static_cast<std::size_t>(k)), output.components,
                     output.dimension, output.description, false};
      names.push_back(std::move(made));
    }
  }
  return names;
}

void GnssReceiver::describe(Descriptor<GnssReceiver>& d) {
  d.type("GnssReceiver",
         "A satellite navigation receiver, by the errors of its solution or its pseudoranges.");
  d.role(PartRole::sensor);
  d.frame("on", &GnssReceiver::on, "the antenna").required();
  d.frame("second", &GnssReceiver::second,
          "of dual_antenna: the second antenna, which the heading points to");
  d.choice("mode", &GnssReceiver::mode, {"single", "rtk", "dual_antenna", "pseudorange"},
           "what it measures");
  d.period("sample", &GnssReceiver::sample, "sampling period or rate");
  d.object("sigma", &GnssReceiver::sigma, "standard deviations of the noise");
  d.value("range_sigma", &GnssReceiver::range_sigma, "m",
          "user range error; the position's deviation is this times the dilution of precision")
      .varying()
      .non_negative();
  d.object("float_sigma", &GnssReceiver::float_sigma, "of the position in float phases");
  d.object("drift", &GnssReceiver::drift,
           "slow error of the position: a Gauss-Markov process of these standard deviations");
  d.value("latency", &GnssReceiver::latency, "s", "from the measurement to its outputs")
      .structural()
      .non_negative();
  d.value("fix_time", &GnssReceiver::fix_time, "s",
          "time in float before ambiguities are fixed again")
      .non_negative();
  d.objects("outages", &GnssReceiver::outages, "intervals without signals: [[30 s, 45 s]]");
  d.objects("float_phases", &GnssReceiver::float_phases,
            "intervals in which ambiguities are not fixed");
  d.objects("wrong_fixes", &GnssReceiver::wrong_fixes,
            "intervals in which the fix is wrong, and by how much");
  d.value("elevation_mask", &GnssReceiver::elevation_mask, "rad",
          "satellites below this elevation are not used; a formula of time: a street canyon")
      .varying()
      .at_least(-std::numbers::pi / 2)
      .at_most(std::numbers::pi / 2);
  d.objects("obstacles", &GnssReceiver::obstacles,
            "bodies whose shapes hide satellites: [cab, wall]");
  d.integer("channels", &GnssReceiver::channels, "of pseudorange: one for each satellite")
      .at_least(1)
      .at_most(128);
  d.object("clock", &GnssReceiver::clock, "of pseudorange: the receiver's clock");
  d.object("ionosphere", &GnssReceiver::ionosphere,
           "of pseudorange: Klobuchar's delay, by these coefficients or those of the RINEX file");
  d.flag("troposphere", &GnssReceiver::troposphere, "of pseudorange: Saastamoinen's delay");
  d.object("multipath", &GnssReceiver::multipath,
           "of pseudorange: slow errors that decay with the elevation");
  d.vector_output("position", "m", "measured position of the antenna, in world axes").main();
  d.vector_output("velocity", "m/s", "measured velocity, in world axes");
  d.output("valid", "", "1 while there is a solution");
  d.output("fix", "", "0 none, 1 single, 4 fixed, 5 float").main();
  d.vector_output("sigma", "m", "standard deviation of the position that the receiver reports");
  d.output("time_of_validity", "s", "instant of the measurement");
  d.output("latitude", "rad", "of the measured position (WGS84)");
  d.output("longitude", "rad", "of the measured position");
  d.output("height", "m", "of the measured position above the ellipsoid");
  d.output("heading", "rad", "from the first to the second antenna, clockwise from north");
  d.output("pitch", "rad", "of the line from the first to the second antenna");
  d.output("satellites", "", "number of satellites in use");
  d.output("dop.gdop", "", "dilution of precision of position and time; 99.99 without a solution");
  d.output("dop.pdop", "", "of the position");
  d.output("dop.hdop", "", "of the horizontal position");
  d.output("dop.vdop", "", "of the height");
  d.output("dop.tdop", "", "of the time");
  d.output("clock.bias", "s", "what the receiver's clock is ahead");
  d.output("clock.drift", "", "its rate");
}

void GnssReceiver::build(PartBuilder& b) const {
  // When all parts are there: the Constellation may follow in the file.
  b.assembly().on_connect(b.name() + ": receiver", [self = *this, builder = b](Assembly&) {
    Receiver(self, builder).make();
  });
}

}  // namespace holon
