// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#include "holon/analyse/function_checks.h"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <stdexcept>

#include "holon/simulate/projection.h"

namespace holon {
namespace {

constexpr const char* kDerivatives = "Derivatives";
constexpr const char* kEngines = "Engines";
constexpr const char* kBalance = "Balance";

// Of a state's magnitude: where rounding and curvature of a fourth-order difference meet,
// eps^(1/5).
constexpr double kDifference = 7e-4;

double magnitude(const StateBlock& block, const double* x) {
  double largest = block.nominal;
  for (int i = block.offset; i < block.offset + block.size; ++i)
    largest = std::max(largest, std::abs(x[i]));
  return largest;
}

/// Differences of a function by one of its inputs, of order 4, and how far those of two steps are
/// apart, which tells how much of them to believe.
class Differences {
 public:
  explicit Differences(const Function& function)
      : program_(function), count_(static_cast<std::size_t>(function.output_count())) {}

  void calc(std::vector<double> in, const std::vector<double>& along, double h) {
    const std::vector<double> wide = calc_once(in, along, h);
    values = calc_once(in, along, h / 2);
    doubts.resize(count_);
    for (std::size_t i = 0; i < count_; ++i) doubts[i] = std::abs(values[i] - wide[i]);
  }

  std::vector<double> values, doubts;

 private:
  std::vector<double> run(const std::vector<double>& in, const std::vector<double>& along,
                          double way) {
    std::vector<double> moved = in, out(count_);
    for (std::size_t i = 0; i < in.size(); ++i) moved[i] += way * along[i];
    program_.run(moved.data(), out.data(), workspace_);
    return out;
  }
  std::vector<double> calc_once(const std::vector<double>& in, const std::vector<double>& along,
                                double h) {
    const std::vector<double> a = run(in, along, -2 * h), b = run(in, along, -h),
                              c = run(in, along, h), d = run(in, along, 2 * h);
    std::vector<double> slope(count_);
    for (std::size_t i = 0; i < count_; ++i)
      slope[i] = (8 * (c[i] - b[i]) - (d[i] - a[i])) / (12 * h);
    return slope;
  }

  const Program program_;
  const std::size_t count_;
  Workspace workspace_;
};

std::vector<double> run(const Program& program, const std::vector<double>& in, Workspace& w) {
  std::vector<double> out(static_cast<std::size_t>(program.output_count()));
  if (!out.empty()) program.run(in.data(), out.data(), w);
  return out;
}

// NaNs are one value.
bool same_bits(double a, double b) {
  return std::bit_cast<std::uint64_t>(a) == std::bit_cast<std::uint64_t>(b) ||
         (std::isnan(a) && std::isnan(b));
}

}  // namespace

Check check_jacobian(const System& system, const FunctionJacobian& jacobian,
                     const std::vector<Sample>& samples) {
  constexpr double kTolerance = 1e-6;
  const std::string what = "Jacobian of the equations against differences";
  const std::string reason =
      "differences keep ten digits where the equations are smooth; a difference that depends on "
      "its step is allowed ten times that";
  if (system.state_count() == 0)
    return not_applicable(kDerivatives, what, "the model has no states");
  const auto n = static_cast<std::size_t>(system.state_count());
  const Program exact(*jacobian.function);
  Differences differences(*system.derivative);
  Workspace workspace;
  Largest largest;
  std::vector<double> scale(n);
  for (const StateBlock& block : system.states)
    for (int i = block.offset; i < block.offset + block.size; ++i)
      scale[static_cast<std::size_t>(i)] = block.nominal;
  for (const Sample& sample : samples) {
    const std::vector<double> entries = run(exact, sample.in, workspace);
    std::vector<double> J(n * n), D(n * n), doubts(n * n), row(n), size(n);
    for (std::size_t j = 0; j < n; ++j)
      for (int e = jacobian.pattern.start[j]; e < jacobian.pattern.start[j + 1]; ++e)
        J[static_cast<std::size_t>(jacobian.pattern.row[static_cast<std::size_t>(e)]) * n + j] =
            entries[static_cast<std::size_t>(e)];
    for (const StateBlock& block : system.states)
      for (int i = block.offset; i < block.offset + block.size; ++i)
        size[static_cast<std::size_t>(i)] = magnitude(block, sample.x());
    for (std::size_t j = 0; j < n; ++j) {
      std::vector<double> along(sample.in.size());
      along[1 + j] = 1;
      differences.calc(sample.in, along, kDifference * size[j]);
      for (std::size_t i = 0; i < n; ++i) {
        D[i * n + j] = differences.values[i];
        doubts[i * n + j] = differences.doubts[i];
        row[i] = std::max({row[i], std::abs(J[i * n + j]) * size[j],
                           std::abs(D[i * n + j]) * size[j], scale[i] * 1e-9});
      }
    }
    const auto fault_of = [&](std::size_t i, std::size_t j) {
      const std::size_t k = i * n + j;
      if (!std::isfinite(D[k]) || !std::isfinite(doubts[k])) return 0.0;  // beyond its range
      return std::max(0.0, std::abs(J[k] - D[k]) - 10 * doubts[k]) * size[j] / row[i];
    };
    for (std::size_t j = 0; j < n; ++j) {
      std::vector<double> faults(n);
      for (std::size_t i = 0; i < n; ++i) faults[i] = fault_of(i, j);
      // A corner within the differences' reach (a contact) is none within a shorter one.
      constexpr double kShorter = 1.0 / 16;
      double h = kDifference * size[j] * kShorter;
      for (int k = 0; k < 3 && *std::max_element(faults.begin(), faults.end()) > kTolerance;
           ++k, h *= kShorter) {
        std::vector<double> along(sample.in.size());
        along[1 + j] = 1;
        differences.calc(sample.in, along, h);
        for (std::size_t i = 0; i < n; ++i) {
          D[i * n + j] = differences.values[i];
          doubts[i * n + j] = differences.doubts[i];
          faults[i] = std::min(faults[i], fault_of(i, j));
        }
      }
      for (std::size_t i = 0; i < n; ++i) {
        largest.add(faults[i], [&] {
          return fmt::format("d({}')/d({}) {}", system.state_name(static_cast<int>(i)),
                             system.state_name(static_cast<int>(j)), sample.name());
        });
      }
    }
  }
  return make_check(kDerivatives, what, largest.value(), kTolerance, reason, largest.where());
}

std::vector<Check> check_constraints(const System& system, const std::vector<Sample>& samples) {
  const std::string rates = "rates of the constraints against differences of their places";
  const std::string steps = "steps of the projection come home as Newton's";
  if (!system.constraints || system.constraints->names.empty()) {
    const std::string none = "the model has no closed loops";
    return {not_applicable(kDerivatives, rates, none), not_applicable(kDerivatives, steps, none)};
  }
  const SystemConstraints& constraints = *system.constraints;
  const auto n = static_cast<std::size_t>(system.state_count());
  const std::size_t rows = constraints.names.size();
  const Program residual(*constraints.residual), f(*system.derivative),
      position_step(*constraints.position_step);
  Differences differences(*constraints.residual);
  Workspace workspace;
  Largest rate, home;
  constexpr double kBeside = 1e-5;
  for (const Sample& on : samples) {
    // Beside the constraints, where places and rates are not zero.
    Sample sample = on;
    for (const StateBlock& block : system.states)
      for (int i = block.offset; i < block.offset + block.size; ++i)
        sample.x()[i] += kBeside * magnitude(block, on.x()) * std::sin(1.0 + 2.3 * i);
    system.project(sample.x());
    const std::vector<double> slope = run(f, sample.in, workspace);
    std::vector<double> along(sample.in.size());
    along[0] = 1;
    double pace = 1e-9;
    for (std::size_t i = 0; i < n; ++i) along[1 + i] = slope[i];
    for (const StateBlock& block : system.states)
      if (block.role == StateBlock::Role::coordinate)
        for (int i = block.offset; i < block.offset + block.size; ++i)
          pace = std::max(
              pace, std::abs(slope[static_cast<std::size_t>(i)]) / magnitude(block, sample.x()));
    differences.calc(sample.in, along, kDifference / pace);
    const std::vector<double> told = run(residual, sample.in, workspace);
    double scale = pace;
    for (std::size_t k = 0; k < rows; ++k) scale = std::max(scale, std::abs(told[rows + k]));
    for (std::size_t k = 0; k < rows; ++k) {
      const double difference =
          std::abs(told[rows + k] - differences.values[k]) - 10 * differences.doubts[k];
      if (!std::isfinite(differences.values[k])) continue;
      rate.add(std::max(0.0, difference) / scale,
               [&] { return constraints.names[k] + " " + sample.name(); });
    }
    const auto gap = [&](const std::vector<double>& out) {
      double largest = 0;
      for (std::size_t k = 0; k < rows; ++k) largest = std::max(largest, std::abs(out[k]));
      return largest;
    };
    const std::vector<double> step = run(position_step, sample.in, workspace);
    const std::size_t all_rows = step.size() - n;
    Sample after = sample;
    for (std::size_t i = 0; i < n; ++i) after.x()[i] += step[all_rows + i];
    system.project(after.x());
    const double before = gap(step), left = gap(run(position_step, after.in, workspace));
    if (!(before > 1e-10) || !std::isfinite(left)) continue;
    home.add(left / before, [&] { return sample.name(); });
  }
  return {make_check(kDerivatives, rates, rate.value(), 1e-6,
                     "differences keep ten digits where the constraints are smooth", rate.where()),
          make_check(kDerivatives, steps, home.value(), 1e-2,
                     fmt::format("what is left of a gap of {:g} is of the order of its square, "
                                 "unless the rank is about to fall",
                                 kBeside),
                     home.where())};
}

Check check_engines(const System& system, const std::vector<std::string>& outputs,
                    const std::vector<Sample>& samples) {
  const std::string what = "tape and native code, one lane and eight";
  std::vector<std::pair<std::string, FunctionRef>> functions{
      {"the equations", system.derivative}, {"outputs", system.select_outputs(outputs)}};
  if (system.mode_count() > 0) functions.emplace_back("indicators of events", system.indicators);
  if (!system.events.empty()) functions.emplace_back("conditions of events", system.conditions);
  if (system.constraints) {
    functions.emplace_back("the projection of places", system.constraints->position_step);
    functions.emplace_back("the projection of speeds", system.constraints->velocity_step);
  }
  constexpr std::size_t kLanes = Program::kLanes;
  std::size_t differing = 0, compared = 0;
  std::string where;
  for (const auto& [name, function] : functions) {
    if (!function || function->output_count() == 0) continue;
    Program native;
    try {
      native = Program(*function, {.engine = Engine::native});
    } catch (const std::runtime_error& e) {
      return not_applicable(kEngines, what, std::string("there is no native code: ") + e.what());
    }
    const Program tape(*function);
    Workspace workspace;
    const auto n = static_cast<std::size_t>(function->output_count());
    for (const Sample& sample : samples) {
      const std::vector<double> a = run(tape, sample.in, workspace);
      std::vector<std::vector<double>> others{run(native, sample.in, workspace)};
      std::vector<double> in(sample.in.size() * kLanes), out(n * kLanes);
      for (std::size_t i = 0; i < in.size(); ++i) in[i] = sample.in[i / kLanes];
      for (const Program* wide : {&tape, static_cast<const Program*>(&native)}) {
        wide->run_lanes(in.data(), out.data(), workspace);
        std::vector<double>& lane = others.emplace_back();
        for (std::size_t i = 0; i < n; ++i) lane.push_back(out[i * kLanes + 5]);
      }
      for (const std::vector<double>& b : others)
        for (std::size_t i = 0; i < n; ++i) {
          ++compared;
          if (same_bits(a[i], b[i])) continue;
          if (differing++ == 0) where = name + " " + sample.name();
        }
    }
  }
  return make_check(
      kEngines, what, static_cast<double>(differing), 0,
      fmt::format("numbers of {} that differ; all engines promise the same bits", compared), where);
}

Check check_power(const System& system, const MachineFacts& facts,
                  const std::vector<Sample>& samples) {
  constexpr double kTolerance = 1e-9;
  const std::string what = "power: change of energy, dissipation, forces";
  if (!facts.has_bodies) return not_applicable(kBalance, what, "the model has no bodies");
  if (!facts.sources.empty()) {
    std::string names;
    for (std::size_t k = 0; k < facts.sources.size() && k < 4; ++k)
      names += (k == 0 ? "" : ", ") + facts.sources[k];
    return not_applicable(
        kBalance, what,
        "work comes in that no output tells: " + names + (facts.sources.size() > 4 ? ", …" : ""));
  }
  std::vector<std::string> names{"system.energy.kinetic", "system.energy.potential",
                                 "system.energy.dissipated", "system.energy.total"};
  for (const std::string& name : names)
    if (!system.find_output(name))
      return not_applicable(kBalance, what, "the model has no output '" + name + "'");
  const FunctionRef told = system.select_outputs(names);
  const Program energies(*told->jvp()), slopes(*told->vjp()), f(*system.derivative);
  std::optional<Program> powers;
  if (!facts.powers.empty()) powers.emplace(*system.select_outputs(facts.powers));
  Workspace workspace;
  Largest largest;
  double scale = 0;
  std::vector<std::pair<double, const Sample*>> faults;
  for (const Sample& sample : samples) {
    const std::vector<double> slope = run(f, sample.in, workspace);
    std::vector<double> in = sample.in;
    in.resize(2 * in.size());
    in[sample.in.size()] = 1;
    std::copy(slope.begin(), slope.end(),
              in.begin() + static_cast<std::ptrdiff_t>(sample.in.size()) + 1);
    const std::vector<double> rates = run(energies, in, workspace);
    double supplied = 0;
    if (powers)
      for (const double power : run(*powers, sample.in, workspace)) {
        supplied += power;
        scale = std::max(scale, std::abs(power));
      }
    // Of a free body the energy stands still while it goes from one axis to another.
    double flow = 0;
    std::vector<double> adjoint = sample.in;
    adjoint.insert(adjoint.end(), {0, 0, 0, 1});
    const std::vector<double> slope_of_total = run(slopes, adjoint, workspace);
    for (std::size_t i = 0; i < sample.in.size(); ++i)
      flow += std::abs(slope_of_total[i] * in[sample.in.size() + i]);
    scale = std::max({scale, flow, std::abs(rates[2])});
    faults.emplace_back(std::abs(rates[3] + rates[2] - supplied), &sample);
  }
  if (!(scale > 0)) return not_applicable(kBalance, what, "no energy moves");
  for (const auto& [fault, sample] : faults)
    largest.add(scale > 0 ? fault / scale : fault, [s = sample] { return s->name(); });
  return make_check(kBalance, what, largest.value(), kTolerance,
                    "of the largest flow of energy; all of it is exact but for rounding",
                    largest.where());
}

}  // namespace holon
