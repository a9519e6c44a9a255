// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#include "holon/system/system.h"

#include <algorithm>
#include <cmath>
#include <functional>
#include <limits>

#include "holon/base/errors.h"
#include "holon/system/hidden_output.h"
#include "holon/system/resolver.h"

namespace holon {

using detail::SystemDefinitions;

std::string component_name(const std::string& name, const std::vector<std::string>& components,
                           int index) {
  return components.empty() ? name : name + "." + components[static_cast<std::size_t>(index)];
}

int System::state_count() const {
  return states.empty() ? 0 : states.back().offset + states.back().size;
}

int System::function_input_count() const {
  return 1 + state_count() + input_count() + parameter_count() + discrete_count() + mode_count();
}

int System::process_output_count() const {
  int count = 0;
  for (const SystemProcess& process : processes) count += static_cast<int>(process.outputs.size());
  return count;
}

int System::discrete_count() const {
  return discrete.empty() ? 0 : discrete.back().offset + discrete.back().size;
}

namespace {

template <class Block>
std::string name_component(const std::vector<Block>& blocks, int index) {
  const auto after = std::upper_bound(blocks.begin(), blocks.end(), index,
                                      [](int i, const Block& b) { return i < b.offset; });
  const bool is_there =
      after != blocks.begin() && index < blocks.back().offset + blocks.back().size;
  HOLON_CHECK(is_there, "there is no state " + std::to_string(index));
  const Block& block = *std::prev(after);
  return component_name(block.name, block.components, index - block.offset);
}

}  // namespace

std::string System::state_name(int index) const { return name_component(states, index); }

std::string System::discrete_name(int index) const { return name_component(discrete, index); }

namespace {

std::vector<SystemOutput> list(const SystemDefinitions& definitions, bool only_main) {
  std::vector<SystemOutput> result;
  for (std::uint32_t g = 0; g < definitions.groups.size(); ++g) {
    if (definitions.groups[g].prefix.starts_with(kHiddenPrefix)) continue;
    const auto& table = *definitions.groups[g].table;
    for (std::uint32_t k = 0; k < table.size(); ++k) {
      if (!only_main || table[k].is_main) result.push_back(definitions.output({g, k, -1}));
    }
  }
  return result;
}

}  // namespace

std::vector<SystemOutput> System::list_outputs() const { return list(*definitions, false); }
std::vector<SystemOutput> System::list_main_outputs() const { return list(*definitions, true); }

std::optional<SystemOutput> System::find_output(std::string_view name) const {
  SystemDefinitions::OutputId id;
  if (!definitions->find(name, id)) return std::nullopt;
  SystemOutput output = definitions->output(id);
  output.name = name;  // it may be an alias
  return output;
}

FunctionRef System::select_outputs(const std::vector<std::string>& names) const {
  const std::lock_guard lock(definitions->symbols->mutex());
  Diagnostics unknown;
  std::vector<Variable> outputs;
  std::vector<Expr> requested;
  for (const std::string& name : names) {
    SystemDefinitions::OutputId id;
    if (!definitions->find(name, id)) {
      unknown.add_error({}, "no part has an output '" + name + "'", definitions->suggest(name));
      continue;
    }
    Variable& variable = outputs.emplace_back(Variable{name, {}});
    const int size = id.component < 0 ? definitions->declaration(id).size() : 1;
    for (int k = 0; k < size; ++k) {
      const int component = id.component < 0 ? k : id.component;
      // The placeholder, not the value: so a loop's message names the output.
      const SystemOutput whole = definitions->output({id.group, id.index, -1});
      requested.push_back(
          definitions->symbols->output(component_name(whole.name, whole.components, component)));
      variable.elements.emplace_back();
    }
  }
  unknown.throw_if_errors();
  detail::Resolver resolver(*definitions, detail::Resolver::Relations::keep);
  const std::vector<Expr> values = resolver.resolve(requested);
  std::size_t next = 0;
  for (Variable& variable : outputs) {
    for (Expr& e : variable.elements) e = values[next++];
  }
  return Function::make("outputs", resolver.graph(), resolver.function_inputs(),
                        std::move(outputs));
}

double System::project(double* x) const {
  // Deviations within rounding error are not corrected, so that an integrator can reuse its last
  // stage.
  constexpr double kRounding = 4 * std::numeric_limits<double>::epsilon();
  double largest = 0;
  for (const StateBlock& block : states) {
    if (block.kind != StateBlock::Kind::quaternion) continue;
    double* q = x + block.offset;
    const double norm = std::sqrt(q[0] * q[0] + q[1] * q[1] + q[2] * q[2] + q[3] * q[3]);
    if (std::abs(norm - 1.0) <= kRounding) continue;
    largest = std::max(largest, std::abs(norm - 1.0));
    for (int k = 0; k < 4; ++k) q[k] /= norm;
  }
  return largest;
}

std::uint64_t System::fingerprint() const {
  std::uint64_t h = 0x9E3779B97F4A7C15ull;
  const auto add = [&](std::uint64_t v) {
    h = (h ^ v) * 0xD6E8FEB86659FD93ull;
    h ^= h >> 32;
  };
  const auto add_text = [&](const std::string& text) { add(std::hash<std::string>{}(text)); };
  for (const StateBlock& block : states) {
    add_text(block.name);
    add(static_cast<std::uint64_t>(block.kind));
    for (const std::string& component : block.components) add_text(component);
  }
  for (const auto& delay : definitions->delays) {
    add_text(delay.name);
    add(std::hash<double>{}(delay.time));
  }
  for (const SystemParameter& parameter : parameters) {
    add_text(parameter.name);
    add(std::hash<double>{}(parameter.value));
  }
  for (const FunctionRef& f :
       {derivative, start, indicators, discrete_start, conditions, resets, ticks}) {
    if (f) add(f->fingerprint());
  }
  for (const SystemProcess& process : processes) {
    add_text(process.name);
    for (const int clock : process.clocks) add(static_cast<std::uint64_t>(clock));
    add(process.inputs->fingerprint());
    add(process.model->fingerprint());
  }
  for (const SystemClock& clock : clocks) {
    add(std::hash<double>{}(clock.period));
    add(std::hash<double>{}(clock.offset));
  }
  if (constraints) {
    for (const FunctionRef& f : {constraints->residual, constraints->start_residual}) {
      add(f->fingerprint());
    }
  }
  return h;
}

}  // namespace holon
