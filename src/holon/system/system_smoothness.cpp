// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0

// A function of functions with a and b continuous derivatives has min(a, b) of them, and no more
// than the operation itself has (smoothness.h): one pass over the nodes, arguments first. States
// begin as smooth; x' = f gives x one continuous derivative more than f has, which may make f, and
// so other states, less smooth, until nothing changes: the value of a state is the least sum of a
// source's number and the integrations behind it, so this ends.
#include "holon/system/system_smoothness.h"

#include <algorithm>
#include <array>
#include <compare>
#include <map>
#include <unordered_map>
#include <utility>

#include "holon/expr/graph/table_slopes.h"
#include "holon/expr/graph/traverse.h"

namespace holon {
namespace {

/// Of what does not vary in time: no operation spoils it.
constexpr int kFixed = Smoothness::kSmooth + 1;

struct Level {
  int continuous = kFixed;   ///< as Smoothness, or kFixed
  bool is_switched = false;  ///< depends on a mode or a discrete state
  int cause = -1;            ///< index of a text
  auto operator<=>(const Level&) const = default;
  bool varies() const { return continuous < kFixed; }
};

void take_lower(Level& least, const Level& other) {
  const bool is_switched = least.is_switched || other.is_switched;
  if (other.continuous < least.continuous) least = other;
  least.is_switched = is_switched;
}

/// Levels of a function's outputs from those of its inputs.
class LevelFinder {
 public:
  explicit LevelFinder(std::vector<std::string>& causes) : causes_(causes) {}

  /// Equal calls, as those of a thousand equal bodies, are followed once.
  const std::vector<Level>& find(const FunctionRef& function, std::vector<Level> inputs) {
    const std::pair key(function.get(), std::move(inputs));
    if (const auto known = known_.find(key); known != known_.end()) return known->second;
    std::vector<Level> found = follow(*function, key.second);
    kept_.push_back(function);
    return known_.emplace(key, std::move(found)).first->second;
  }

  int cause(const std::string& text) {
    const auto known = std::ranges::find(causes_, text);
    if (known != causes_.end()) return static_cast<int>(known - causes_.begin());
    causes_.push_back(text);
    return static_cast<int>(causes_.size()) - 1;
  }

 private:
  using Producers = std::unordered_map<std::uint32_t, std::vector<Level>>;

  std::vector<Level> follow(const Function& function, const std::vector<Level>& inputs) {
    const Graph& graph = *function.graph();
    detail::NodeMap<Level> levels(graph);
    Producers producers;
    const std::vector<Expr>& symbols = function.input_scalars();
    for (std::size_t k = 0; k < symbols.size(); ++k) levels[symbols[k].id()] = inputs[k];
    for (const std::uint32_t id : detail::find_reachable(graph, function.output_scalars()))
      if (graph.node(id).op != Op::symbol) levels[id] = of_node(graph, id, levels, producers);
    std::vector<Level> outputs;
    for (const Expr e : function.output_scalars())
      outputs.push_back(e.is_constant() ? Level{} : levels[e.id()]);
    return outputs;
  }

  Level of_node(const Graph& graph, std::uint32_t id, const detail::NodeMap<Level>& levels,
                Producers& producers) {
    const Node node = graph.node(id);
    if (node.op == Op::constant) return {};
    const std::span<const std::uint32_t> arguments = graph.arguments(id);
    if (node.op == Op::output) {
      const auto of = producers.find(node.args[0]);
      return of == producers.end() ? levels[node.args[0]] : of->second.at(node.args[1]);
    }
    if (node.op == Op::call || node.op == Op::newton) {
      producers[id] = of_function_node(graph.payload(node), arguments, levels);
      Level least;
      for (const Level& each : producers[id]) take_lower(least, each);
      return least;
    }
    if (node.op == Op::select) return of_select(arguments, levels);
    Level least;
    for (const std::uint32_t argument : arguments) take_lower(least, levels[argument]);
    if (least.varies()) take_own(graph, node, least);
    return least;
  }

  std::vector<Level> of_function_node(const Payload& payload,
                                      std::span<const std::uint32_t> arguments,
                                      const detail::NodeMap<Level>& levels) {
    std::vector<Level> inputs;
    for (const std::uint32_t argument : arguments) inputs.push_back(levels[argument]);
    if (payload.op == Op::call) return find(payload.function, std::move(inputs));
    // A root is as smooth as what it is a root of; the guess (its first arguments) does not count.
    const auto unknowns = static_cast<std::size_t>(payload.size);
    for (std::size_t k = 0; k < unknowns; ++k) inputs[k] = {Smoothness::kSmooth, false, -1};
    Level least;
    for (const Level& each : find(payload.function, std::move(inputs))) take_lower(least, each);
    return std::vector<Level>(static_cast<std::size_t>(payload.outputs), least);
  }

  /// Where nothing switches, a condition is a guard of the program's own, whose branches join.
  Level of_select(std::span<const std::uint32_t> arguments,
                  const detail::NodeMap<Level>& levels) const {
    const Level& condition = levels[arguments[0]];
    Level least;
    for (const std::uint32_t branch : arguments.subspan(1)) take_lower(least, levels[branch]);
    if (condition.varies() && !least.varies()) least.continuous = Smoothness::kSmooth;
    if (condition.is_switched) least = {-1, true, condition.cause};
    return least;
  }

  void take_own(const Graph& graph, const Node& node, Level& level) {
    const auto limit = [&](int continuous, const std::string& text) {
      if (continuous < level.continuous) level = {continuous, level.is_switched, cause(text)};
    };
    switch (node.op) {
      case Op::relation: level = {-1, true, cause("a comparison")}; break;
      case Op::floor: limit(-1, "floor"); break;
      case Op::sign: limit(-1, "sign"); break;
      case Op::less:
      case Op::less_equal:
      case Op::equal: limit(-1, "a comparison"); break;
      case Op::abs: limit(0, "abs"); break;
      case Op::min: limit(0, "min"); break;
      case Op::max: limit(0, "max"); break;
      case Op::table: {
        const Payload& payload = graph.payload(node);
        const std::array<int, 2> orders = detail::find_table_orders(payload.derivative);
        const int own = payload.table->interpolation == Interpolation::linear ? 0 : 1;
        limit(std::max(own - orders[0] - orders[1], -1),
              payload.table->name.empty() ? "an interpolation of a table"
                                          : "the table '" + payload.table->name + "'");
        break;
      }
      default: break;
    }
  }

  std::vector<std::string>& causes_;
  std::map<std::pair<const Function*, std::vector<Level>>, std::vector<Level>> known_;
  std::vector<FunctionRef> kept_;  // so that no other function gets the address of one of `known_`
};

/// Levels of the inputs t, x, u, p, d, m that the functions of a system share.
std::vector<Level> list_inputs(const System& system, const std::vector<Smoothness>& states,
                               LevelFinder& finder) {
  constexpr Level kTime{Smoothness::kSmooth, false, -1};
  std::vector<Level> inputs{kTime};
  for (const Smoothness& state : states)
    inputs.push_back(
        {state.continuous, false, state.cause.empty() ? -1 : finder.cause(state.cause)});
  for (const std::string& name : system.inputs)
    inputs.push_back({-1, false, finder.cause("the input '" + name + "'")});
  inputs.resize(inputs.size() + system.parameters.size());
  for (int k = 0; k < system.discrete_count(); ++k)
    inputs.push_back(
        {-1, true, finder.cause("the discrete state '" + system.discrete_name(k) + "'")});
  for (const std::string& mode : system.modes) inputs.push_back({-1, true, finder.cause(mode)});
  return inputs;
}

Smoothness show_level(const Level& level, const std::vector<std::string>& causes) {
  if (level.continuous >= Smoothness::kSmooth) return {};
  return {level.continuous,
          level.cause < 0 ? std::string() : causes[static_cast<std::size_t>(level.cause)]};
}

/// States that an event sets: what stands for them behind it is not the state itself.
void mark_reset_states(const System& system, std::vector<Smoothness>& states) {
  if (!system.resets) return;
  const std::vector<Expr>& before = system.resets->input_scalars();
  const std::vector<Expr>& after = system.resets->output_scalars();
  for (std::size_t k = 0; k < states.size() && k < after.size(); ++k)
    if (after[k] != before[1 + k]) states[k] = {-1, "an event that sets it"};
}

}  // namespace

SystemSmoothness::SystemSmoothness(const System& system)
    : system_(system), states_(static_cast<std::size_t>(system.state_count())) {
  mark_reset_states(system, states_);
  std::vector<std::string> causes;
  LevelFinder finder(causes);
  for (bool has_changed = !states_.empty(); has_changed;) {
    has_changed = false;
    const std::vector<Level> rates =
        finder.find(system.derivative, list_inputs(system, states_, finder));
    for (std::size_t k = 0; k < states_.size(); ++k) {
      const Smoothness rate = show_level(rates[k], causes);
      if (rate.continuous + 1 >= states_[k].continuous) continue;
      states_[k] = {rate.continuous + 1, rate.cause};
      has_changed = true;
    }
  }
}

std::vector<Smoothness> SystemSmoothness::of_outputs(const std::vector<std::string>& names) const {
  std::vector<std::string> causes;
  LevelFinder finder(causes);
  const FunctionRef values = system_.select_outputs(names);
  const std::vector<Level> levels = finder.find(values, list_inputs(system_, states_, finder));
  std::vector<Smoothness> found;
  std::size_t next = 0;
  for (const Variable& output : values->outputs()) {
    Level least;
    for (std::size_t k = 0; k < output.elements.size(); ++k) take_lower(least, levels[next++]);
    found.push_back(show_level(least, causes));
  }
  return found;
}

}  // namespace holon
