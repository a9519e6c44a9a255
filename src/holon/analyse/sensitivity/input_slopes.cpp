// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#include "holon/analyse/sensitivity/input_slopes.h"

#include <algorithm>
#include <span>
#include <unordered_set>

#include "holon/base/errors.h"
#include "holon/expr/graph/traverse.h"
#include "holon/system/fresh_inputs.h"

namespace holon {

using Eigen::Index;
using Eigen::MatrixXd;

namespace {

/// The node of a graph that quantises what depends on `symbols` (any that are not constant, if
/// there are none): "floor" or "sign", whose derivative is zero between jumps that no event
/// locates. Called functions count whatever they depend on; each is examined once (`seen`).
std::string find_quantiser(std::span<const Expr> expressions,
                           const std::unordered_set<Expr>& symbols,
                           std::unordered_set<const Function*>& seen) {
  Graph* graph = detail::find_graph(expressions);
  if (!graph) return {};
  for (const std::uint32_t id : detail::find_reachable(*graph, expressions)) {
    const Node node = graph->node(id);
    if (node.op == Op::call) {
      const Function& called = *graph->payload(node).function;
      if (!seen.insert(&called).second) continue;
      if (std::string inner = find_quantiser(called.output_scalars(), {}, seen); !inner.empty())
        return inner;
    }
    if (node.op != Op::floor && node.op != Op::sign) continue;
    const Expr argument(graph, graph->arguments(id)[0]);
    const std::vector<Expr> read = find_symbols({&argument, 1});
    const bool is_felt =
        symbols.empty() ? !read.empty() : std::any_of(read.begin(), read.end(), [&](const Expr& e) {
          return symbols.contains(e);
        });
    if (is_felt) return node.op == Op::floor ? "floor" : "sign";
  }
  return {};
}

}  // namespace

InputSlopes::InputSlopes(const Function& f, const std::vector<int>& inputs, int first, int count)
    : columns_(static_cast<Index>(inputs.size())) {
  detail::FreshInputs fresh(f);
  std::vector<Expr> symbols, values = f.substitute(fresh.all);
  if (count < 0) count = static_cast<int>(values.size()) - first;
  values = {values.begin() + first, values.begin() + first + count};
  for (const int k : inputs) symbols.push_back(fresh.all[static_cast<std::size_t>(k)]);
  rows_ = count;
  Jacobian J = jacobian(values, symbols);
  pattern_ = std::move(J.pattern);
  const FunctionRef function = Function::make("input slopes", fresh.graph, std::move(fresh.groups),
                                              {{"J", std::move(J.entries)}});
  program_ = Program(*function, {.engine = Engine::jit});
  entries_.resize(static_cast<std::size_t>(pattern_.count()));
}
const MatrixXd& InputSlopes::run(const double* in) {
  matrix_ = MatrixXd::Zero(rows_, columns_);
  if (entries_.empty()) return matrix_;
  program_.run(in, entries_.data(), workspace_);
  for (int j = 0; j < pattern_.columns; ++j)
    for (int k = pattern_.start[static_cast<std::size_t>(j)];
         k < pattern_.start[static_cast<std::size_t>(j + 1)]; ++k)
      matrix_(pattern_.row[static_cast<std::size_t>(k)], j) = entries_[static_cast<std::size_t>(k)];
  return matrix_;
}

void refuse_quantisers(const Function& f, const std::vector<int>& columns,
                       const std::function<std::string(int)>& name) {
  std::unordered_set<Expr> symbols;
  for (std::size_t k = 1; k < columns.size(); ++k)  // not of time alone
    symbols.insert(f.input_scalars()[static_cast<std::size_t>(columns[k])]);
  std::unordered_set<const Function*> seen;
  const std::string op = find_quantiser(f.output_scalars(), symbols, seen);
  if (op.empty()) return;
  // Which of them it is.
  std::string of = f.name();
  for (int k = 0; k < f.output_count(); ++k) {
    seen.clear();
    const Expr& one = f.output_scalars()[static_cast<std::size_t>(k)];
    if (find_quantiser({&one, 1}, symbols, seen).empty()) continue;
    of = name(k);
    break;
  }
  throw ModelError("'" + of + "' is quantised ('" + op +
                       "'): its derivative is zero but for jumps: it has no meaning",
                   "leave the quantisation out for derivatives");
}

}  // namespace holon
