// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#include "holon/analyse/function_checks.h"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <optional>
#include <stdexcept>

#include "holon/expr/program.h"

namespace holon {
namespace {

constexpr const char* kEngines = "Engines";
constexpr const char* kBalance = "Balance";

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
