// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#include "holon/expr/bounds.h"

#include <algorithm>
#include <limits>
#include <unordered_map>

#include "holon/expr/operations.h"
#include "holon/expr/table_slopes.h"
#include "holon/expr/traverse.h"

namespace holon {

struct Bounds::Table {
  TableRef data;
  detail::TableSlopes slopes;
  Interval all;  ///< of its values
};

namespace {

bool is_table_of_one(const Payload& payload) {
  return payload.table && payload.table->y.empty() && payload.derivative == 0;
}

/// By node, whether nothing but what Bounds can do leads to it.
std::vector<bool> find_known(const Graph& graph, const Function& function,
                             const std::vector<bool>& open) {
  std::vector<bool> known(graph.size(), false);
  const std::vector<Expr>& inputs = function.input_scalars();
  for (std::size_t k = 0; k < inputs.size(); ++k)
    if (!open[k]) known[inputs[k].id()] = true;
  for (std::uint32_t id = 0; id < graph.size(); ++id) {
    const Node& node = graph.node(id);
    if (node.op == Op::symbol) continue;
    if (detail::has_payload(node.op) &&
        !(node.op == Op::table && is_table_of_one(graph.payload(node))))
      continue;
    const auto arguments = graph.arguments(id);
    known[id] = std::all_of(arguments.begin(), arguments.end(),
                            [&](std::uint32_t argument) { return known[argument]; });
  }
  return known;
}

}  // namespace

Bounds::Bounds(const Function& function, const std::vector<bool>& open) {
  const std::vector<Expr>& all = function.output_scalars();
  const Graph* graph = detail::find_graph(all);
  if (!graph) return;
  const std::vector<bool> known = find_known(*graph, function, open);
  std::vector<Expr> wanted;
  for (std::size_t k = 0; k < all.size(); ++k) {
    if (all[k].is_constant() || !known[all[k].id()]) continue;
    outputs_.push_back(static_cast<int>(k));
    wanted.push_back(all[k]);
  }
  std::unordered_map<std::uint32_t, int> input_of;
  for (int k = 0; k < function.input_count(); ++k)
    input_of[function.input_scalars()[static_cast<std::size_t>(k)].id()] = k;
  const std::vector<std::uint32_t> nodes = detail::find_reachable(*graph, wanted);
  std::unordered_map<std::uint32_t, std::uint32_t> slot;
  for (const std::uint32_t id : nodes) {
    if (graph->node(id).op != Op::symbol) continue;
    slot[id] = static_cast<std::uint32_t>(start_.size());
    inputs_.push_back(input_of.at(id));
    start_.emplace_back();
  }
  for (const std::uint32_t id : nodes) {
    const Node& node = graph->node(id);
    if (node.op == Op::symbol) continue;
    if (node.op == Op::output) {  // of a table
      slot[id] = slot.at(node.args[0]);
      continue;
    }
    const auto to = static_cast<std::uint32_t>(start_.size());
    slot[id] = to;
    start_.emplace_back();
    if (node.op == Op::constant) {
      start_.back() = Interval::point(graph->constant_value(node));
      continue;
    }
    Step step;
    step.op = node.op;
    step.to = to;
    const auto arguments = graph->arguments(id);
    for (std::size_t k = 0; k < arguments.size(); ++k) step.from[k] = slot.at(arguments[k]);
    if (node.op == Op::table) {
      const TableRef& data = graph->payload(node).table;
      const auto [low, high] = std::minmax_element(data->values.begin(), data->values.end());
      step.table = static_cast<int>(tables_.size());
      tables_.push_back(
          std::make_shared<Table>(Table{data, detail::calc_slopes(*data), {*low, *high}}));
    }
    steps_.push_back(step);
  }
  for (const Expr& e : wanted) output_slots_.push_back(slot.at(e.id()));
}

/// Between its points a table is monotone, so that these and the ends tell.
Interval Bounds::look_up(const Table& table, const Interval& x) const {
  constexpr std::ptrdiff_t kMost = 64;  // beyond them all of the table
  const TableData& data = *table.data;
  constexpr double kInfinity = std::numeric_limits<double>::infinity();
  if (!(x.lower > -kInfinity && x.upper < kInfinity)) {
    return data.extrapolation == Extrapolation::hold ? table.all : Interval{-kInfinity, kInfinity};
  }
  const double a = detail::interpolate(data, table.slopes, 0, x.lower, 0);
  const double b = detail::interpolate(data, table.slopes, 0, x.upper, 0);
  Interval result{std::min(a, b), std::max(a, b)};
  const auto first = std::upper_bound(data.x.begin(), data.x.end(), x.lower);
  const auto last = std::lower_bound(first, data.x.end(), x.upper);
  if (last - first > kMost) {
    return {std::min(result.lower, table.all.lower), std::max(result.upper, table.all.upper)};
  }
  for (auto at = first; at != last; ++at) {
    const double value = data.values[static_cast<std::size_t>(at - data.x.begin())];
    result.lower = std::min(result.lower, value), result.upper = std::max(result.upper, value);
  }
  return result;
}

void Bounds::run(std::span<const Interval> in, std::span<Interval> out,
                 Workspace& workspace) const {
  std::vector<Interval>& values = workspace.values;
  values = start_;
  std::copy(in.begin(), in.end(), values.begin());
  for (const Step& step : steps_) {
    values[step.to] = step.table >= 0 ? look_up(*tables_[static_cast<std::size_t>(step.table)],
                                                values[step.from[0]])
                                      : detail::apply(step.op, values[step.from[0]],
                                                      values[step.from[1]], values[step.from[2]]);
  }
  for (std::size_t k = 0; k < output_slots_.size(); ++k) out[k] = values[output_slots_[k]];
}

}  // namespace holon
