// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#include "holon/navigation/receiver_equations.h"

#include <fmt/format.h>
#include <cmath>
#include <numbers>

#include "holon/model/describe/model_loader.h"

namespace holon {
namespace {

constexpr double kPseudorange = 0.5;                             // [m]
constexpr double kMultipathScale = 10 * std::numbers::pi / 180;  // [rad]

}  // namespace

/// What the receiver's clock is ahead, and its rate: in a filter's model two states.
std::pair<Expr, Expr> ReceiverEquations::make_clock() {
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
  b_.assembly().define_output(
      {b_.member("exact.clock.bias"), {}, dimensions::kTime, "present clock bias", false},
      {bias_memory + (time() - tick) * drift_memory});
  b_.assembly().define_output(
      {b_.member("exact.clock.drift"), {}, dimensions::kNumber, "present clock drift", false},
      {drift_memory});
  return {bias, drift};
}

/// Nothing is known of a clock but that it is within a millisecond and 1 ppm.
std::pair<Expr, Expr> ReceiverEquations::add_clock_states() {
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

void ReceiverEquations::install_channels(const std::string& name, const ChannelList& list,
                                         const Dimension& dimension) {
  std::vector<std::string> channels;
  for (std::size_t k = 0; k < list.exact.size(); ++k) channels.push_back(fmt::format("c{}", k));
  InstalledSensor sensor;
  sensor.part = b_.name();
  sensor.name = b_.member(name);
  sensor.delay = part_.latency ? part_.latency->value() : 0.0;
  sensor.held = clock_.period();
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
Expr ReceiverEquations::find_range_deviation(Expr elevation) {
  const Expr white = part_.sigma.pseudorange.value_or(kPseudorange) / sin(elevation);
  if (!part_.multipath) return white;
  const Expr a = exp(-clock_.period() / part_.multipath->time_constant);
  const Expr slow = square(part_.multipath->sigma * exp(-elevation / kMultipathScale));
  return sqrt(square(white) + slow * (1.0 + a) / (1.0 - a));
}

void ReceiverEquations::measure_ranges() {
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
  const Expr of_rate = part_.sigma.range_rate.value_or(kReceiverVelocityNoise);
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
Expr ReceiverEquations::set_channel(const ChannelOutput& output, std::size_t k,
                                    std::vector<Expr> value, bool is_measurement) {
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

}  // namespace holon
