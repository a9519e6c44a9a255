// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#include "holon/simulate/non_finite.h"

#include <fmt/format.h>

#include <cmath>
#include <optional>
#include <tuple>
#include <unordered_map>

#include "holon/expr/print.h"
#include "holon/expr/traverse.h"

namespace holon {
namespace {

constexpr std::size_t kLargest = 200'000;  // operations
constexpr std::size_t kLongest = 80;       // characters of an expression in a message

bool has_many_outputs(Op op) { return op == Op::call || op == Op::solve || op == Op::newton; }

/// "the root of loop a.w, which Newton's method does not find" for an unknown, and where its
/// parameters begin among the arguments; nothing for what is no root.
std::optional<std::pair<std::string, std::vector<std::uint32_t>>> describe_root(Graph& graph,
                                                                                std::uint32_t id) {
  if (graph.node(id).op != Op::output) return {};
  const std::uint32_t producer = graph.node(id).args[0];
  if (graph.node(producer).op != Op::newton) return {};
  const auto& payload = graph.payload(graph.node(producer));
  const std::string& name = payload.function->name();
  const std::string text = "the root of the " + name + ", which Newton's method does not find";
  return std::pair(text,
                   std::vector(payload.arguments.begin() + payload.size, payload.arguments.end()));
}

std::string shortened(Expr e) {
  std::string text = to_text(e);
  if (text.size() <= kLongest) return text;
  std::size_t end = kLongest;
  while ((static_cast<unsigned char>(text[end]) & 0xC0) == 0x80) --end;
  return text.substr(0, end) + " …";
}

}  // namespace

std::string find_non_finite(const Function& function, const std::vector<double>& inputs) {
  if (function.operation_count() > kLargest) return {};
  const std::vector<Expr> outputs = detail::flatten_calls(function.output_scalars());
  Graph& graph = *function.graph();
  std::vector<Expr> values;
  for (std::uint32_t id : detail::find_reachable(graph, outputs))
    if (!has_many_outputs(graph.node(id).op)) values.push_back(graph.expr(id));
  const FunctionRef probe =
      Function::make("probe", function.graph(), function.inputs(), {{"value", values}});
  const std::vector<double> numbers = probe->evaluate(inputs);

  std::unordered_map<std::uint32_t, double> by_node;
  for (std::size_t i = 0; i < values.size(); ++i) {
    if (std::isfinite(numbers[i])) {
      if (!values[i].is_constant()) by_node[values[i].id()] = numbers[i];
      continue;
    }
    if (values[i].is_constant()) continue;
    std::string text = shortened(values[i]);
    const auto own = graph.arguments(values[i].id());
    std::vector<std::uint32_t> arguments(own.begin(), own.end());
    if (auto root = describe_root(graph, values[i].id()))
      std::tie(text, arguments) = *std::move(root);
    const char* joint = ", where ";
    for (std::uint32_t argument : arguments) {
      const auto known = by_node.find(argument);
      if (known == by_node.end()) continue;
      text += joint + fmt::format("{} = {:.6g}", shortened(graph.expr(argument)), known->second);
      joint = " and ";
    }
    return text;
  }
  return {};
}

}  // namespace holon
