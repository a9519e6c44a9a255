// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0

// Flicker noise. Processes of deviation σ with correlation times in the ratio r have together, for
// frequencies between the reciprocals of the times, the spectral density (two-sided)
//
//   Σ 2 σ² τ/(1 + (ω τ)²) ≈ 1/ln r ∫ 2 σ² dτ/(1 + (ω τ)²) = σ²/(2 f ln r),
//
// and flicker noise of density B²/(2π f) has the Allan variance (2 ln 2/π) B² at all averaging
// times (IEEE Std 952-1997, annex C.2.3): the plateau is σ √(2 ln 2/ln r). With r = 8 it ripples by
// 0.6 %.
#include "holon/navigation/sensor_errors.h"

#include <cmath>
#include <numbers>

namespace holon {
namespace {

constexpr double kFlickerRatio = 8;  // of the correlation times

}  // namespace

SensorClock::SensorClock(PartBuilder& b, const std::optional<double>& sample) : block_(b, sample) {
  if (!sample) {
    b.error("", "a sensor needs a 'sample', the rate of its measurements",
            "write 'sample: 100 Hz'");
    return;
  }
  has_ticked_ = add_memory("has_ticked", 1.0);
}

Expr SensorClock::add_memory(const std::string& name, Expr next, Expr initial) {
  const Expr memory = block_.add_memory(name, {}, initial);
  block_.set_next(memory, next);
  return memory;
}

Expr SensorClock::add_normal(const std::string& name) {
  return block_.add_draw(SystemDraw::Distribution::normal, name);
}

Expr SensorClock::add_constant_normal(const std::string& name) {
  const Expr memory = block_.add_memory(name, {}, 0.0);
  const Expr now = select(has_ticked_, memory, add_normal(name));
  block_.set_next(memory, now);
  return now;
}

Expr SensorClock::add_markov(const std::string& name, Expr time_constant) {
  const Expr memory = block_.add_memory(name, {}, 0.0);
  const Expr decay = exp(-period() / time_constant), draw = add_normal(name);
  const Expr now = select(has_ticked_, decay * memory + sqrt(1.0 - square(decay)) * draw, draw);
  block_.set_next(memory, now);
  return now;
}

Expr SensorClock::add_walk(const std::string& name) {
  const Expr memory = block_.add_memory(name, {}, 0.0);
  const Expr now = select(has_ticked_, memory + add_normal(name), 0.0);
  block_.set_next(memory, now);
  return now;
}

Expr SensorClock::add_flicker(const std::string& name, Expr* slow) {
  Expr sum = 0.0, of_slow = 0.0;
  const std::vector<double>& times = flicker_times();
  const double size = std::sqrt(std::log(kFlickerRatio) / (2 * std::numbers::ln2));
  for (std::size_t k = 0; k < times.size(); ++k) {
    const Expr process = add_markov(name + "[" + std::to_string(k) + "]", times[k]);
    sum += process;
    if (times[k] >= kSlowTime) of_slow += process;
  }
  if (slow) *slow = size * of_slow;
  return size * sum;
}

std::vector<Expr> SensorClock::add_last(Expr is_valid, const std::string& name,
                                        const std::vector<Expr>& values) {
  std::vector<Expr> last;
  for (std::size_t k = 0; k < values.size(); ++k) {
    const Expr memory = block_.add_memory(name + ".last[" + std::to_string(k) + "]", {}, 0.0);
    last.push_back(select(is_valid, values[k], memory));
    block_.set_next(memory, last.back());
  }
  return last;
}

Expr SensorClock::add_count(const std::string& name, Expr condition) {
  const Expr memory = block_.add_memory(name, {}, 0.0);
  const Expr now = memory + select(condition, 1.0, 0.0);
  block_.set_next(memory, now);
  return now;
}

const std::vector<double>& flicker_times() {
  static const std::vector<double> times{1.0 / 64, 1.0 / 8, 1, 8, 64, 512, 4096, 32768};
  return times;
}

Expr add_white_noise(SensorClock& clock, const std::string& name, const std::optional<Expr>& sigma,
                     const std::optional<Expr>& density) {
  const auto is_nothing = [](const std::optional<Expr>& e) { return !e || e->is_constant(0.0); };
  if (is_nothing(sigma) && is_nothing(density)) return 0.0;
  Expr deviation;
  if (is_nothing(density)) {
    deviation = *sigma;
  } else if (is_nothing(sigma)) {
    deviation = *density / std::sqrt(clock.period());
  } else {
    deviation = sqrt(square(*sigma) + square(*density) / clock.period());
  }
  return deviation * clock.add_normal(name);
}

Expr quantise(Expr x, Expr step) {
  if (step.is_constant(0.0)) return x;
  return step * floor(x / step + 0.5);
}

LateOutputs::LateOutputs(PartBuilder& b, SensorClock& clock, const std::optional<Expr>& latency)
    : b_(b), clock_(clock) {
  if (!latency || latency->value() == 0) return;
  // Latencies that are whole periods up to rounding error stay on the sensor's own ticks.
  constexpr double kRounding = 1e-9;
  const double periods = latency->value() / clock.period();
  ticks_ = static_cast<int>(std::floor(periods + kRounding));
  const double rest = latency->value() - ticks_ * clock.period();
  if (rest > kRounding * clock.period())
    delivery_ = b.assembly().add_clock({b.member("delivery"), clock.period(), rest});
}

Expr LateOutputs::delay(const std::string& name, Expr value, const Dimension& dimension) {
  Expr arriving = value;
  const auto add_memory = [&](int tick, bool is_output, std::optional<int> at, Expr next) {
    const std::string local = is_output ? name : name + ".sent[" + std::to_string(tick) + "]";
    const Expr memory = b_.assembly().add_discrete({b_.member(local), {}, dimension}, {0.0})[0];
    if (at) {
      b_.assembly().set_tick(memory, next, *at, is_output);
    } else {
      clock_.block().set_next(memory, next);
    }
    return memory;
  };
  for (int k = 0; k < ticks_; ++k) arriving = add_memory(k, false, {}, arriving);
  if (!delivery_) return clock_.block().hold(name, arriving, dimension);
  // The instant of the delivery reads what the last tick of the sensor has left.
  const Expr left = add_memory(ticks_, false, {}, arriving);
  return add_memory(0, true, delivery_, left);
}

std::vector<Expr> LateOutputs::delayed(const std::string& name, const std::vector<Expr>& value,
                                       const Dimension& dimension) {
  static const char* const axes[] = {".x", ".y", ".z"};
  static const char* const quaternion[] = {".w", ".x", ".y", ".z"};
  std::vector<Expr> shown;
  for (std::size_t k = 0; k < value.size(); ++k) {
    const std::string axis = value.size() == 1 ? "" : value.size() == 3 ? axes[k] : quaternion[k];
    shown.push_back(delay(name + axis, value[k], dimension));
  }
  return shown;
}

void LateOutputs::set(const std::string& name, const std::vector<Expr>& value) {
  b_.define_output(name, delayed(name, value, b_.dimension_of(name)));
}

}  // namespace holon
