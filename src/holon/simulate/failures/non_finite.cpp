// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#include "holon/simulate/failures/non_finite.h"

#include <fmt/format.h>

#include <cmath>
#include <optional>
#include <unordered_map>

#include "holon/base/matrices.h"
#include "holon/expr/graph/traverse.h"
#include "holon/expr/print/print.h"

namespace holon {
namespace {

constexpr std::size_t kLargest = 200'000;  // operations
constexpr std::size_t kLongest = 80;       // characters of an expression in a message

bool has_many_outputs(Op op) { return op == Op::call || op == Op::solve || op == Op::newton; }

using Numbers = std::unordered_map<std::uint32_t, double>;  // by node

std::optional<double> number_of(Graph& graph, std::uint32_t id, const Numbers& numbers) {
  if (const Expr e = graph.expr(id); e.is_constant()) return e.value();
  const auto known = numbers.find(id);
  return known == numbers.end() ? std::nullopt : std::optional(known->second);
}

/// The slopes of a root's equations at its guess.
enum class Slopes {
  regular,   ///< or not known
  fold,      ///< nearly dependent, and not so a little farther on: two roots meet near there
  singular,  ///< dependent: Newton's method has no direction to go in
};

Eigen::MatrixXd calc_slopes(const Function& residual, Eigen::Index n, std::vector<double> at) {
  const std::size_t inputs = at.size() / 2;
  Eigen::MatrixXd J(n, n);
  for (Eigen::Index j = 0; j < n; ++j) {
    at[inputs + static_cast<std::size_t>(j)] = 1;
    const std::vector<double> column = residual.jvp()->evaluate(at);
    for (Eigen::Index i = 0; i < n; ++i) J(i, j) = column[static_cast<std::size_t>(i)];
    at[inputs + static_cast<std::size_t>(j)] = 0;
  }
  return J;
}

/// Units do not matter: each equation counts in relation to its largest slope, and then each
/// unknown, of the slopes there and a little farther on.
Slopes find_slopes_at_guess(Graph& graph, const Payload& newton, const Numbers& numbers) {
  constexpr double kDependent = 1e-13, kFarther = 1e-3, kOfChange = 0.05;
  constexpr int kMostUnknowns = 100;
  if (newton.size > kMostUnknowns) return Slopes::regular;
  const Eigen::Index n = newton.size;
  const std::size_t inputs = newton.arguments.size();
  std::vector<double> at(2 * inputs);
  double largest_root = 0;
  for (std::size_t k = 0; k < inputs; ++k) {
    const auto number = number_of(graph, newton.arguments[k], numbers);
    if (!number) return Slopes::regular;
    at[k] = *number;
    if (k < static_cast<std::size_t>(n)) largest_root = std::max(largest_root, std::abs(*number));
  }
  Eigen::MatrixXd here = calc_slopes(*newton.function, n, at);
  for (std::size_t k = 0; k < static_cast<std::size_t>(n); ++k)
    at[k] += kFarther * (at[k] != 0 ? at[k] : std::max(largest_root, kFarther));
  Eigen::MatrixXd there = calc_slopes(*newton.function, n, at);
  if (!here.allFinite()) return Slopes::regular;
  if (!there.allFinite()) there = here;
  const auto larger = [](const auto& a, const auto& b) {
    return std::max(a.cwiseAbs().maxCoeff(), b.cwiseAbs().maxCoeff());
  };
  for (Eigen::Index i = 0; i < n; ++i) {
    const double largest = larger(here.row(i), there.row(i));
    if (largest > 0) here.row(i) /= largest, there.row(i) /= largest;
  }
  for (Eigen::Index j = 0; j < n; ++j) {
    const double largest = larger(here.col(j), there.col(j));
    if (largest > 0) here.col(j) /= largest, there.col(j) /= largest;
  }
  const Eigen::VectorXd values = calc_singular_values(here);
  if (!(values[n - 1] > kDependent * std::max(values[0], 1.0))) return Slopes::singular;
  return values[n - 1] < kOfChange * (there - here).cwiseAbs().maxCoeff() ? Slopes::fold
                                                                          : Slopes::regular;
}

/// Of an unknown: what is wrong with its root, "the root of loop a.w, which Newton's method does
/// not find", and where its parameters begin among the arguments; nothing for what is no root.
struct Root {
  NonFinite found;
  std::vector<std::uint32_t> parameters;
};
std::optional<Root> describe_root(Graph& graph, std::uint32_t id, const Numbers& numbers) {
  if (graph.node(id).op != Op::output) return {};
  const std::uint32_t producer = graph.node(id).args[0];
  if (graph.node(producer).op != Op::newton) return {};
  const Payload& payload = graph.payload(graph.node(producer));
  Root root;
  root.found.text = "the root of the " + payload.function->name();
  root.parameters.assign(payload.arguments.begin() + payload.size, payload.arguments.end());
  const Slopes slopes = find_slopes_at_guess(graph, payload, numbers);
  if (slopes == Slopes::regular) {
    root.found.text += ", which Newton's method does not find";
    return root;
  }
  root.found.text += slopes == Slopes::fold
                         ? ", which meets another one there and ends (a fold), last found at"
                         : ", whose equations are singular at the guess";
  for (int k = 0; k < payload.size; ++k) {
    const std::size_t at = static_cast<std::size_t>(k);
    root.found.text += fmt::format("{}{} = {:.6g}", k == 0 ? " " : ", ",
                                   payload.function->input_scalars()[at].symbol_name(),
                                   *number_of(graph, payload.arguments[at], numbers));
  }
  root.found.advice =
      slopes == Slopes::fold
          ? "its equations have no solution beyond that continues this one; look for a quantity "
            "that would jump there, or make the quantity that it depends on a state"
          : "give another 'guess': from this one Newton's method has no search direction";
  return root;
}

std::string shortened(Expr e) {
  std::string text = to_text(e);
  if (text.size() <= kLongest) return text;
  std::size_t end = kLongest;
  while ((static_cast<unsigned char>(text[end]) & 0xC0) == 0x80) --end;
  return text.substr(0, end) + " …";
}

}  // namespace

NonFinite find_non_finite(const Function& function, const std::vector<double>& inputs) {
  if (function.operation_count() > kLargest) return {};
  const std::vector<Expr> outputs = detail::flatten_calls(function.output_scalars());
  Graph& graph = *function.graph();
  std::vector<Expr> values;
  for (std::uint32_t id : detail::find_reachable(graph, outputs))
    if (!has_many_outputs(graph.node(id).op)) values.push_back(graph.expr(id));
  const FunctionRef probe =
      Function::make("probe", function.graph(), function.inputs(), {{"value", values}});
  const std::vector<double> numbers = probe->evaluate(inputs);

  Numbers by_node;
  for (std::size_t i = 0; i < values.size(); ++i) {
    if (std::isfinite(numbers[i])) {
      if (!values[i].is_constant()) by_node[values[i].id()] = numbers[i];
      continue;
    }
    if (values[i].is_constant()) continue;
    NonFinite found{shortened(values[i]), {}};
    const auto own = graph.arguments(values[i].id());
    std::vector<std::uint32_t> arguments(own.begin(), own.end());
    if (auto root = describe_root(graph, values[i].id(), by_node)) {
      found = std::move(root->found);
      arguments = std::move(root->parameters);
    }
    const char* joint = ", where ";
    for (std::uint32_t argument : arguments) {
      const auto known = by_node.find(argument);
      if (known == by_node.end()) continue;
      found.text +=
          joint + fmt::format("{} = {:.6g}", shortened(graph.expr(argument)), known->second);
      joint = " and ";
    }
    return found;
  }
  return {};
}

}  // namespace holon
