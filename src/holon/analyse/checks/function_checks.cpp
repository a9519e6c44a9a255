// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#include "holon/analyse/checks/function_checks.h"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <optional>
#include <stdexcept>

#include "holon/expr/program/program.h"
#include "holon/system/hidden_output.h"

namespace holon {
namespace {

constexpr const char* kEngines = "Engines";

// All NaNs are equal.
bool same_bits(double a, double b) {
  return std::bit_cast<std::uint64_t>(a) == std::bit_cast<std::uint64_t>(b) ||
         (std::isnan(a) && std::isnan(b));
}

}  // namespace

Check check_engines(const System& system, const std::vector<std::string>& outputs,
                    const std::vector<Sample>& samples) {
  const std::string what = "tape, machine code and native code, one lane and eight";
  std::vector<std::pair<std::string, FunctionRef>> functions{
      {"the equations", system.derivative}, {"outputs", system.select_outputs(outputs)}};
  if (system.mode_count() > 0) functions.emplace_back("event indicators", system.indicators);
  if (!system.events.empty()) functions.emplace_back("conditions of events", system.conditions);
  if (system.constraints) {
    functions.emplace_back("the projection of positions", system.constraints->position_step);
    functions.emplace_back("the projection of velocities", system.constraints->velocity_step);
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
    const Program tape(*function), jit(*function, {.engine = Engine::jit});
    Workspace workspace;
    const auto n = static_cast<std::size_t>(function->output_count());
    for (const Sample& sample : samples) {
      const std::vector<double> a = evaluate(tape, sample.in, workspace);
      std::vector<std::vector<double>> others{evaluate(jit, sample.in, workspace),
                                              evaluate(native, sample.in, workspace)};
      std::vector<double> in(sample.in.size() * kLanes), out(n * kLanes);
      for (std::size_t i = 0; i < in.size(); ++i) in[i] = sample.in[i / kLanes];
      for (const Program* wide : {&tape, &jit, static_cast<const Program*>(&native)}) {
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

std::string MachineFacts::why_no_energy() const {
  if (!has_bodies && !has_bonds && !has_energies)
    return "the model has neither bodies nor bonds nor parts that are described by their energies";
  std::string names;
  for (const std::string& source : sources) names += (names.empty() ? "" : ", ") + source;
  return names.empty() ? "" : "power is supplied that no output reports: " + names;
}

const std::vector<std::string>& energy_outputs() {
  static const std::vector<std::string> names{"system.energy.kinetic",    "system.energy.potential",
                                              "system.energy.stored",     "system.energy.total",
                                              "system.energy.dissipated", "system.energy.supplied",
                                              "system.dissipated_power",  "system.power"};
  return names;
}

Check check_power(const System& system, const MachineFacts& facts,
                  const std::vector<Sample>& samples) {
  constexpr double kTolerance = 1e-9;
  // Fraction of the power for rates of one unit per second: smaller values are rounding error of a
  // machine at rest.
  constexpr double kRests = 1e-13;
  const std::string what = "power: change of energy, dissipation, supply";
  if (const std::string why = facts.why_no_energy(); !why.empty())
    return not_applicable(kBalance, what, why);
  for (const std::string& name : energy_outputs())
    if (!system.find_output(name))
      return not_applicable(kBalance, what, "the model has no output '" + name + "'");
  const FunctionRef total = system.select_outputs({"system.energy.total"});
  const Program slopes(*total->vjp()), f(*system.derivative),
      powers(*system.select_outputs({"system.dissipated_power", "system.power"}));
  Workspace workspace;
  Largest largest;
  double scale = 0, size = 0;
  std::vector<std::pair<double, const Sample*>> faults;
  for (const Sample& sample : samples) {
    std::vector<double> rates = evaluate(f, sample.in, workspace);
    rates.insert(rates.begin(), 1.0);  // of time
    std::vector<double> adjoint = sample.in;
    adjoint.push_back(1);
    const std::vector<double> slope = evaluate(slopes, adjoint, workspace);
    // The energy of a free body is constant although it moves between the axes.
    double change = 0, flow = 0, most = 0;
    for (std::size_t i = 0; i < rates.size(); ++i) {
      most += std::abs(slope[i]);
      change += slope[i] * rates[i];
      flow += std::abs(slope[i] * rates[i]);
    }
    const std::vector<double> power = evaluate(powers, sample.in, workspace);
    scale = std::max({scale, flow, std::abs(power[0]), std::abs(power[1])});
    size = std::max(size, most);
    faults.emplace_back(std::abs(change + power[0] - power[1]), &sample);
  }
  if (!(scale > kRests * size)) return not_applicable(kBalance, what, "no energy flows");
  for (const auto& [fault, sample] : faults)
    largest.add(fault / scale, [s = sample] { return s->name(); });
  return make_check(kBalance, what, largest.value(), kTolerance,
                    "of the largest flow of energy; exact up to rounding error", largest.where());
}

namespace {

constexpr double kOfMass = 1e-9;

Check check_contents(const System& system, const std::vector<std::string>& nodes,
                     const std::vector<Sample>& samples) {
  std::vector<std::string> names;
  for (const std::string& node : nodes) names.push_back(kHiddenPrefix + node + ".mass_error");
  const Program errors(*system.select_outputs(names));
  Workspace workspace;
  Largest largest;
  for (const Sample& sample : samples) {
    const std::vector<double> found = evaluate(errors, sample.in, workspace);
    for (std::size_t k = 0; k < found.size(); ++k)
      largest.add(std::abs(found[k]), [&] { return nodes[k] + " " + sample.name(); });
  }
  return make_check(
      kBalance, fmt::format("mass at {} nodes: state, and volume by pressure", nodes.size()),
      largest.value(), kOfMass,
      "of the mass in its volume at zero pressure; the pressure is solved to rounding error",
      largest.where());
}

Check check_mass_flow(const System& system, const std::vector<std::string>& nodes,
                      const std::vector<Sample>& samples) {
  const FunctionRef total = system.select_outputs({"system.fluid.mass"});
  std::vector<std::string> names{"system.fluid.mass_flow"};
  for (const std::string& node : nodes) names.push_back(node + ".mass");
  const Program slopes(*total->vjp()), f(*system.derivative),
      outputs(*system.select_outputs({names[0]}));
  std::vector<int> states;
  for (const StateBlock& block : system.states)
    if (std::find(names.begin() + 1, names.end(), block.name) != names.end())
      states.push_back(block.offset);
  Workspace workspace;
  Largest largest;
  double scale = 0;
  std::vector<std::pair<double, const Sample*>> faults;
  for (const Sample& sample : samples) {
    std::vector<double> rates = evaluate(f, sample.in, workspace);
    for (const int state : states)
      scale = std::max(scale, std::abs(rates[static_cast<std::size_t>(state)]));
    rates.insert(rates.begin(), 1.0);  // of time
    std::vector<double> adjoint = sample.in;
    adjoint.push_back(1);
    const std::vector<double> slope = evaluate(slopes, adjoint, workspace);
    double change = 0;
    for (std::size_t i = 0; i < rates.size(); ++i) change += slope[i] * rates[i];
    const double in = evaluate(outputs, sample.in, workspace)[0];
    scale = std::max(scale, std::abs(in));
    faults.emplace_back(std::abs(change - in), &sample);
  }
  const std::string what = "mass of all circuits: change, inflow";
  if (!(scale > 0)) return not_applicable(kBalance, what, "no fluid flows");
  for (const auto& [fault, sample] : faults)
    largest.add(fault / scale, [s = sample] { return s->name(); });
  return make_check(kBalance, what, largest.value(), kOfMass,
                    "of the largest mass flow; exact up to rounding error", largest.where());
}

}  // namespace

std::vector<Check> check_fluid(const System& system, const MachineFacts& facts,
                               const std::vector<Sample>& samples) {
  const std::vector<std::string>& nodes = facts.fluid_nodes;
  if (nodes.empty()) {
    return {not_applicable(kBalance, "mass of hydraulic circuits", "the model has no fluid")};
  }
  return {check_contents(system, nodes, samples), check_mass_flow(system, nodes, samples)};
}

}  // namespace holon
