// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#include "holon/estimate/compiled_jacobian.h"

#include "holon/system/fresh_inputs.h"

namespace holon::detail {

FunctionJacobian differentiate_components(const System& system, const Function& f,
                                          const std::string& group,
                                          const std::vector<int>& others) {
  FreshInputs fresh(f);
  std::vector<Expr> symbols(fresh.all.begin() + 1, fresh.all.begin() + 1 + system.state_count());
  for (const int k : others) symbols.push_back(fresh.all[static_cast<std::size_t>(k)]);
  const std::vector<Expr> values = f.substitute(fresh.all);
  std::vector<Expr> chosen;
  std::size_t at = 0;
  for (const Variable& output : f.outputs()) {
    if (group.empty() || output.name == group)
      chosen.insert(chosen.end(), values.begin() + static_cast<std::ptrdiff_t>(at),
                    values.begin() + static_cast<std::ptrdiff_t>(at + output.elements.size()));
    at += output.elements.size();
  }
  Jacobian J = jacobian(chosen, symbols);
  FunctionJacobian result;
  result.pattern = std::move(J.pattern);
  result.function = Function::make("component jacobian", fresh.graph, std::move(fresh.groups),
                                   {{"J", std::move(J.entries)}});
  return result;
}

FunctionJacobian append_values(const FunctionJacobian& J, const Function& f) {
  FreshInputs fresh(f);
  std::vector<Expr> entries = J.function->substitute(fresh.all);
  std::vector<Expr> values = f.substitute(fresh.all);
  FunctionJacobian both;
  both.pattern = J.pattern;
  both.function = Function::make("jacobian and values", fresh.graph, std::move(fresh.groups),
                                 {{"J", std::move(entries)}, {"values", std::move(values)}});
  return both;
}

bool depends_on(const Function& f, int input) {
  const Sparsity& s = f.sparsity();
  return s.start[static_cast<std::size_t>(input)] != s.start[static_cast<std::size_t>(input) + 1];
}

}  // namespace holon::detail
