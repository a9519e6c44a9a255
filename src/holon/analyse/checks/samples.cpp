// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#include "holon/analyse/checks/samples.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "holon/analyse/linearise/operating_point.h"
#include "holon/base/error_scale.h"
#include "holon/simulate/events/random.h"
#include "holon/simulate/rhs/projection.h"

namespace holon {
namespace {

// A random state differs in a component by up to this fraction of its magnitude, at least of its
// nominal one …
constexpr double kMoved = 0.1;
// … and is used if projection reduces the residuals of the constraints below this [m, 1].
constexpr double kSampleResidual = 1e-12;

// The distance of a random state at which a run would fail (a cylinder without volume, a limit) is
// halved at most this number of times.
constexpr int kAttempts = 12;

/// The events that fail a run.
class RunLimits {
 public:
  RunLimits(const System& system, const SystemPrograms& programs)
      : system_(system), programs_(programs) {}

  /// By event: whether it would fail a run there.
  std::vector<bool> find_failing(const std::vector<double>& in) {
    std::vector<bool> failing(system_.events.size());
    if (failing.empty()) return failing;
    std::vector<double> conditions(failing.size());
    programs_.conditions.run(in.data(), conditions.data(), workspace_);
    for (std::size_t k = 0; k < failing.size(); ++k)
      failing[k] = system_.events[k].kind == SystemEvent::Kind::fail && conditions[k] != 0;
    return failing;
  }
  bool adds_failure(const std::vector<bool>& before, const std::vector<double>& in) {
    const std::vector<bool> now = find_failing(in);
    for (std::size_t k = 0; k < now.size(); ++k)
      if (now[k] && !before[k]) return true;
    return false;
  }

 private:
  const System& system_;
  const SystemPrograms& programs_;
  Workspace workspace_;
};

bool is_finite(const std::vector<double>& values) {
  return std::all_of(values.begin(), values.end(), [](double v) { return std::isfinite(v); });
}

}  // namespace

std::string Sample::name() const {
  return fmt::format("{} {:.4g} s", is_on_run ? "at" : "near the run at", time);
}

std::vector<Sample> make_samples(const System& system, const std::vector<double>& parameters,
                                 const Results& states) {
  const SystemPrograms programs(system);
  Projection projection(system, programs);
  projection.inputs().set_parameters(0, parameters);
  const auto nx = static_cast<std::size_t>(system.state_count());
  const auto nd = static_cast<std::size_t>(system.discrete_count());
  const auto nm = static_cast<std::size_t>(system.mode_count());
  const std::uint64_t stream = random_stream("verify");
  std::uint64_t draws = 0;
  RunLimits limits(system, programs);
  std::vector<Sample> samples;
  for (std::size_t r = 0; r < states.row_count(); ++r) {
    Sample sample;
    sample.time = states.values(0)[r];
    std::vector<double> x, d, m;
    for (std::size_t i = 0; i < nx; ++i) x.push_back(states.values(1 + i)[r]);
    for (std::size_t i = 0; i < nd; ++i) d.push_back(states.values(1 + nx + i)[r]);
    for (std::size_t i = 0; i < nm; ++i) m.push_back(states.values(1 + nx + nd + i)[r]);
    projection.inputs().set_discrete(0, d.data());
    projection.inputs().set_modes(0, m.data());
    SystemInputs inputs(system, programs.indicators, 1);
    inputs.set_parameters(0, parameters);
    inputs.set_discrete(0, d.data());
    inputs.set_modes(0, m.data());
    const auto count = static_cast<std::ptrdiff_t>(system.function_input_count());
    // The history of a run is not part of its states: delayed signals have their present values.
    const auto fill = [&] {
      const double* in = inputs.fill(&sample.time, x.data());
      if (system.input_count() == 0) return;
      std::vector<double> settled(in, in + count);
      settle_delays(system, settled);
      inputs.set_inputs(0, settled.data() + 1 + nx);
      inputs.fill(&sample.time, x.data());
    };
    fill();
    sample.in.assign(inputs.data(), inputs.data() + count);
    if (!is_finite(sample.in)) continue;
    samples.push_back(sample);

    const std::vector<double> on_run = x;
    std::vector<double> draw(nx);
    for (const StateBlock& block : system.states) {
      for (int i = block.offset; i < block.offset + block.size; ++i) {
        const double u = 2 * draw_number(SystemDraw::Distribution::uniform, 0, stream, ++draws) - 1;
        const auto at = static_cast<std::size_t>(i);
        draw[at] = kMoved * u * state_scale(block.nominal, std::abs(x[at]));
      }
    }
    const std::vector<bool> failing = limits.find_failing(sample.in);
    double part = 1;
    for (int attempt = 0; attempt < kAttempts; ++attempt, part /= 2) {
      for (std::size_t i = 0; i < nx; ++i) x[i] = on_run[i] + part * draw[i];
      projection.project(sample.time, x.data());
      if (!(projection.measure(sample.time, x.data()) <= kSampleResidual)) break;
      inputs.set_modes(0, m.data());
      fill();
      if (nm > 0) inputs.find_modes();
      sample.is_on_run = false;
      sample.in.assign(inputs.data(), inputs.data() + count);
      if (!is_finite(sample.in)) break;
      if (limits.adds_failure(failing, sample.in)) continue;
      samples.push_back(std::move(sample));
      break;
    }
  }
  return samples;
}

std::vector<double> evaluate(const Program& program, const std::vector<double>& in,
                             Workspace& workspace) {
  std::vector<double> out(static_cast<std::size_t>(program.output_count()));
  if (!out.empty()) program.run(in.data(), out.data(), workspace);
  return out;
}

double state_magnitude(const StateBlock& block, const double* x) {
  double largest = 0;
  for (int i = block.offset; i < block.offset + block.size; ++i)
    largest = std::max(largest, std::abs(x[i]));
  return state_scale(block.nominal, largest);
}

}  // namespace holon
