// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0

// Derivatives of functions as functions, created once and stored.

#include <bit>
#include <mutex>
#include <stdexcept>

#include "holon/expr/graph/function.h"

namespace holon {

namespace {

/// Recursive: the derivative of a call requires the derivative of the called function.
std::recursive_mutex& making() {
  static std::recursive_mutex mutex;
  return mutex;
}

/// The groups with fresh symbols of `graph`, their names after a prefix.
std::vector<Variable> copy_groups(const std::vector<Variable>& groups, const std::string& prefix,
                                  Graph& graph) {
  std::vector<Variable> copies;
  for (const Variable& group : groups) {
    Variable copy{prefix + group.name, {}};
    for (std::size_t k = 0; k < group.elements.size(); ++k) {
      const Expr e = group.elements[k];
      const bool is_symbol = e.op() == Op::symbol;
      std::string name = is_symbol ? std::string(e.symbol_name()) : group.name;
      if (!is_symbol && group.elements.size() > 1) name += "[" + std::to_string(k) + "]";
      copy.elements.push_back(graph.symbol(prefix + name));
    }
    copies.push_back(std::move(copy));
  }
  return copies;
}

/// The groups with other elements, in order, their names after a prefix.
std::vector<Variable> fill_groups(const std::vector<Variable>& groups, const std::string& prefix,
                                  const std::vector<Expr>& elements) {
  std::vector<Variable> filled;
  auto at = elements.begin();
  for (const Variable& group : groups) {
    const auto end = at + std::ssize(group.elements);
    filled.push_back({prefix + group.name, {at, end}});
    at = end;
  }
  return filled;
}

std::vector<Expr> elements_of(const std::vector<Variable>& groups) {
  std::vector<Expr> all;
  for (const Variable& group : groups) {
    all.insert(all.end(), group.elements.begin(), group.elements.end());
  }
  return all;
}

}  // namespace

// Traced in separate graphs: a function's graph does not change after its creation.

FunctionRef Function::jvp(int directions) const {
  const auto width = static_cast<unsigned>(directions);
  if (!std::has_single_bit(width) || width > 8) {
    throw std::logic_error("function '" + name_ + "': derivatives along " +
                           std::to_string(directions) + " directions, not 1, 2, 4 or 8");
  }
  const std::lock_guard lock(making());
  std::shared_ptr<const Function>& made = jvp_[static_cast<std::size_t>(std::countr_zero(width))];
  if (made) return made;
  auto graph = std::make_shared<Graph>();
  std::vector<Variable> inputs = copy_groups(input_groups_, "", *graph), outputs;
  const std::vector<Expr> x = elements_of(inputs);
  std::vector<Expr> seeds(x.size() * width);
  const auto prefix = [&](unsigned k) {
    return width == 1 ? std::string("d ") : "d" + std::to_string(k + 1) + " ";
  };
  for (unsigned k = 0; k < width; ++k) {
    const std::vector<Variable> along = copy_groups(input_groups_, prefix(k), *graph);
    const std::vector<Expr> dx = elements_of(along);
    for (std::size_t i = 0; i < x.size(); ++i) seeds[i * width + k] = dx[i];
    inputs.insert(inputs.end(), along.begin(), along.end());
  }
  const std::vector<Expr> all = derivatives(substitute(x), x, seeds, directions);
  for (unsigned k = 0; k < width; ++k) {
    std::vector<Expr> dy;
    for (std::size_t i = k; i < all.size(); i += width) dy.push_back(all[i]);
    const std::vector<Variable> groups = fill_groups(output_groups_, prefix(k), dy);
    outputs.insert(outputs.end(), groups.begin(), groups.end());
  }
  made = make((width == 1 ? "d " : "d" + std::to_string(width) + " ") + name_, graph,
              std::move(inputs), std::move(outputs));
  return made;
}

FunctionRef Function::vjp() const {
  const std::lock_guard lock(making());
  if (vjp_) return vjp_;
  auto graph = std::make_shared<Graph>();
  std::vector<Variable> inputs = copy_groups(input_groups_, "", *graph);
  const std::vector<Expr> x = elements_of(inputs);
  const std::vector<Variable> adjoints = copy_groups(output_groups_, "adjoint ", *graph);
  const std::vector<Expr> bar = reverse_derivative(substitute(x), elements_of(adjoints), x);
  inputs.insert(inputs.end(), adjoints.begin(), adjoints.end());
  vjp_ = make("adjoint " + name_, graph, std::move(inputs),
              fill_groups(input_groups_, "adjoint ", bar));
  return vjp_;
}

}  // namespace holon
