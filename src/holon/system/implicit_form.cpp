// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#include "holon/system/implicit_form.h"

#include <algorithm>
#include <unordered_map>
#include <utility>

#include "holon/expr/graph/traverse.h"
#include "holon/system/fresh_inputs.h"

namespace holon {
namespace {

bool is_kept(const Payload& payload, const ImplicitParts& parts) {
  if (payload.op == Op::newton) return true;
  return parts.linear && payload.op == Op::solve && payload.size > 1 && !has_any_rank(payload.kind);
}

/// 0 = r(z) of one node, which is replaced by z.
std::vector<Expr> make_equations(Graph& graph, const Payload& payload, std::span<const Expr> z) {
  const auto n = static_cast<std::size_t>(payload.size);
  const auto argument = [&](std::size_t k) { return graph.expr(payload.arguments[k]); };
  std::vector<Expr> equations;
  if (payload.op == Op::newton) {  // arguments: guess, parameters
    std::vector<Expr> in(z.begin(), z.end());
    for (std::size_t k = n; k < payload.arguments.size(); ++k) in.push_back(argument(k));
    return payload.function->substitute(in);
  }
  const std::size_t entries = payload.row_index.size();
  for (std::size_t i = 0; i < n; ++i) equations.push_back(-argument(entries + i));
  for (std::size_t j = 0; j < n; ++j) {
    for (auto k = static_cast<std::size_t>(payload.column_start[j]);
         k < static_cast<std::size_t>(payload.column_start[j + 1]); ++k) {
      const auto i = static_cast<std::size_t>(payload.row_index[k]);
      equations[i] += argument(k) * z[j];
      if (is_symmetric(payload.kind) && i != j) equations[j] += argument(k) * z[i];
    }
  }
  return equations;
}

/// Of one linear system or of Newton's method, and what it calls.
class SolvingOperations {
 public:
  double count(const Function& f) {
    if (const auto known = counts_.find(&f); known != counts_.end()) return known->second;
    double sum = 0;
    const std::vector<Expr>& outputs = f.output_scalars();
    const Graph& graph = *f.graph();
    for (const std::uint32_t id : detail::find_reachable(graph, outputs)) {
      const Node& node = graph.node(id);
      if (node.op != Op::solve && node.op != Op::newton && node.op != Op::call) continue;
      const Payload& payload = graph.payload(node);
      if (node.op == Op::call) {
        sum += count(*payload.function);
      } else if (node.op == Op::solve) {
        sum += count_solve(payload);
      } else {
        sum += count_newton(payload);
      }
    }
    return counts_[&f] = sum;
  }

 private:
  static double count_solve(const Payload& payload) {
    constexpr double kPerEntry = 10;  // of a sparse matrix
    const double n = payload.size, entries = static_cast<double>(payload.row_index.size());
    const bool is_nested = payload.column_start.size() > static_cast<std::size_t>(payload.size) + 1;
    const double dense = n * n * n / (is_symmetric(payload.kind) ? 6 : 3) + 2 * n * n;
    return is_nested ? std::min(dense, kPerEntry * entries) : dense;
  }

  // Residual and slopes together, factors, solutions; from the last root to rounding error.
  double count_newton(const Payload& payload) {
    constexpr double kIterations = 4, kWithSlopes = 2.5;
    const double n = payload.size;
    const Function& residual = *payload.function;
    return kIterations * (kWithSlopes * static_cast<double>(residual.operation_count()) +
                          count(residual) + n * n * n / 3 + 4 * n * n);
  }

  std::unordered_map<const Function*, double> counts_;
};

std::vector<Expr> make_invariants(const System& system, std::span<const Expr> inputs) {
  std::vector<Expr> h;
  if (system.constraints && !system.constraints->names.empty())
    h = system.constraints->residual->substitute(inputs);
  for (const StateBlock& block : system.states) {
    if (block.kind != StateBlock::Kind::quaternion) continue;
    Expr sum = -1.0;
    for (int i = 0; i < block.size; ++i) {
      const Expr q = inputs[static_cast<std::size_t>(1 + block.offset + i)];
      sum += q * q;
    }
    h.push_back(0.5 * sum);
  }
  return h;
}

}  // namespace

double count_solving_operations(const Function& f) { return SolvingOperations().count(f); }

bool has_newton_unknowns(const System& system) {
  const std::vector<Expr> f = system.derivative->output_scalars();
  if (f.empty()) return false;
  const Graph& graph = *system.derivative->graph();
  const std::vector<std::uint32_t> nodes = detail::find_reachable(graph, f);
  return std::any_of(nodes.begin(), nodes.end(),
                     [&](std::uint32_t id) { return graph.node(id).op == Op::newton; });
}

ImplicitForm make_implicit_form(const System& system, const ImplicitParts& parts) {
  detail::FreshInputs fresh(*system.derivative);
  Graph& graph = *fresh.graph;
  std::vector<Expr> f = system.derivative->substitute(fresh.all);
  std::vector<Expr> solved, z, r;
  for (const std::uint32_t id : detail::find_reachable(graph, f)) {
    const Op op = graph.node(id).op;
    if (op != Op::newton && op != Op::solve) continue;
    const Payload payload = graph.payload(graph.node(id));  // a copy: the graph grows
    if (!is_kept(payload, parts)) continue;
    const std::vector<Expr> unknowns = graph.symbols("z", payload.size);
    for (int k = 0; k < payload.size; ++k)
      solved.push_back(graph.output(id, static_cast<std::uint32_t>(k)));
    z.insert(z.end(), unknowns.begin(), unknowns.end());
    const std::vector<Expr> equations = make_equations(graph, payload, unknowns);
    r.insert(r.end(), equations.begin(), equations.end());
  }
  const std::vector<Expr> h =
      parts.invariants ? make_invariants(system, fresh.all) : std::vector<Expr>();

  ImplicitForm form;
  form.unknown_count = static_cast<int>(z.size());
  form.invariant_count = static_cast<int>(h.size());
  form.unknowns = Function::make("unknowns", fresh.graph, fresh.groups, {{"z", solved}});
  f = substitute(f, solved, z);
  r = substitute(r, solved, z);
  std::vector<Variable> inputs = fresh.groups;
  inputs.push_back({"z", z});
  form.equations =
      Function::make("implicit form", fresh.graph, inputs, {{"f", f}, {"r", r}, {"h", h}});
  std::vector<Expr> by(fresh.all.begin() + 1, fresh.all.begin() + 1 + system.state_count());
  by.insert(by.end(), z.begin(), z.end());
  Jacobian J = jacobian(form.equations->output_scalars(), by);
  form.jacobian.pattern = std::move(J.pattern);
  form.jacobian.function = Function::make("implicit jacobian", fresh.graph, std::move(inputs),
                                          {{"J", std::move(J.entries)}});
  return form;
}

}  // namespace holon
