// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#include "holon/system/implicit_form.h"

#include <utility>

#include "holon/expr/graph/traverse.h"
#include "holon/system/fresh_inputs.h"

namespace holon {
namespace {

bool is_kept(const Payload& payload) {
  if (payload.op == Op::newton) return true;
  return payload.op == Op::solve && payload.size > 1 && !has_any_rank(payload.kind);
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

ImplicitForm make_implicit_form(const System& system, bool invariants) {
  detail::FreshInputs fresh(*system.derivative);
  Graph& graph = *fresh.graph;
  std::vector<Expr> f = system.derivative->substitute(fresh.all);
  std::vector<Expr> solved, z, r;
  for (const std::uint32_t id : detail::find_reachable(graph, f)) {
    const Op op = graph.node(id).op;
    if (op != Op::newton && op != Op::solve) continue;
    const Payload payload = graph.payload(graph.node(id));  // a copy: the graph grows
    if (!is_kept(payload)) continue;
    const std::vector<Expr> unknowns = graph.symbols("z", payload.size);
    for (int k = 0; k < payload.size; ++k)
      solved.push_back(graph.output(id, static_cast<std::uint32_t>(k)));
    z.insert(z.end(), unknowns.begin(), unknowns.end());
    const std::vector<Expr> equations = make_equations(graph, payload, unknowns);
    r.insert(r.end(), equations.begin(), equations.end());
  }
  const std::vector<Expr> h = invariants ? make_invariants(system, fresh.all) : std::vector<Expr>();

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
