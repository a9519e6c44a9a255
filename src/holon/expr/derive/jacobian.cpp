// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#include "holon/expr/derive/jacobian.h"

#include <algorithm>
#include <stdexcept>
#include <string>

namespace holon {

namespace {

/// Directions in one sweep.
constexpr int kWidth = 8;
/// A reverse sweep costs about as much as this number of forward ones …
constexpr int kReverseCost = 3;
/// … and up to this number of forward ones is always preferred: their expressions are simpler.
constexpr int kFewColors = 8;

int count_colors(const std::vector<int>& color) {
  return color.empty() ? 0 : 1 + *std::max_element(color.begin(), color.end());
}

/// Entries of row i and colour c from the sweeps' results.
template <class Result>
std::vector<Expr> gather(const Sparsity& pattern, Result result) {
  std::vector<Expr> entries;
  for (int j = 0; j < pattern.columns; ++j) {
    for (int k = pattern.start[static_cast<std::size_t>(j)];
         k < pattern.start[static_cast<std::size_t>(j) + 1]; ++k) {
      entries.push_back(result(pattern.row[static_cast<std::size_t>(k)], j));
    }
  }
  return entries;
}

std::vector<Expr> forward(std::span<const Expr> expressions, std::span<const Expr> symbols,
                          const Sparsity& pattern, const std::vector<int>& color) {
  const int colors = count_colors(color);
  std::vector<std::vector<Expr>> sweeps;  // (expressions x kWidth) of each eight colours
  for (int first = 0; first < colors; first += kWidth) {
    const int width = std::min(kWidth, colors - first);
    std::vector<Expr> seeds(symbols.size() * static_cast<std::size_t>(width), 0.0);
    for (std::size_t j = 0; j < symbols.size(); ++j) {
      const int k = color[j] - first;
      if (k < 0 || k >= width) continue;
      seeds[j * static_cast<std::size_t>(width) + static_cast<std::size_t>(k)] = 1.0;
    }
    sweeps.push_back(derivatives(expressions, symbols, seeds, width));
  }
  return gather(pattern, [&](int i, int j) {
    const int c = color[static_cast<std::size_t>(j)], sweep = c / kWidth;
    const int width = std::min(kWidth, colors - sweep * kWidth);
    return sweeps[static_cast<std::size_t>(sweep)]
                 [static_cast<std::size_t>(i * width + c % kWidth)];
  });
}

std::vector<Expr> backward(std::span<const Expr> expressions, std::span<const Expr> symbols,
                           const Sparsity& pattern, const std::vector<int>& color) {
  std::vector<std::vector<Expr>> sweeps;
  for (int c = 0; c < count_colors(color); ++c) {
    std::vector<Expr> seeds(expressions.size(), 0.0);
    for (std::size_t i = 0; i < seeds.size(); ++i) seeds[i] = color[i] == c ? 1.0 : 0.0;
    sweeps.push_back(reverse_derivative(expressions, seeds, symbols));
  }
  return gather(pattern, [&](int i, int j) {
    return sweeps[static_cast<std::size_t>(color[static_cast<std::size_t>(i)])]
                 [static_cast<std::size_t>(j)];
  });
}

const Variable& find_group(const std::vector<Variable>& groups, std::string_view name,
                           const char* what, const Function& function) {
  std::string known;
  for (const Variable& group : groups) {
    if (group.name == name) return group;
    known += (known.empty() ? "'" : ", '") + group.name + "'";
  }
  throw std::logic_error("function '" + function.name() + "' has no " + what + " '" +
                         std::string(name) + "' but " + (known.empty() ? "none" : known));
}

}  // namespace

Jacobian jacobian(std::span<const Expr> expressions, std::span<const Expr> symbols) {
  Jacobian j;
  j.pattern = find_sparsity(expressions, symbols);
  const std::vector<int> columns = color_columns(j.pattern);
  const int colors = count_colors(columns);
  if (colors > kFewColors) {
    const std::vector<int> rows = color_columns(j.pattern.transposed());
    if (kReverseCost * count_colors(rows) < colors) {
      j.entries = backward(expressions, symbols, j.pattern, rows);
      return j;
    }
  }
  j.entries = forward(expressions, symbols, j.pattern, columns);
  return j;
}

FunctionJacobian jacobian(const Function& function, std::string_view output,
                          std::string_view input) {
  const Variable& of = find_group(function.outputs(), output, "output", function);
  const Variable& along = find_group(function.inputs(), input, "input", function);
  // In a separate graph: a function's graph does not change after its creation.
  auto graph = std::make_shared<Graph>();
  std::vector<Variable> inputs = function.inputs();
  std::vector<Expr> x, symbols;
  for (Variable& group : inputs) {
    const bool counts = group.name == along.name;
    for (Expr& e : group.elements) {
      e = graph->symbol(std::string(e.symbol_name()));
      x.push_back(e);
      if (counts) symbols.push_back(e);
    }
  }
  const std::vector<Expr> y = substitute(of.elements, function.input_scalars(), x);
  Jacobian j = jacobian(y, symbols);
  const std::string name = "d " + std::string(output) + "/d " + std::string(input);
  return {std::move(j.pattern), Function::make(name + " of " + function.name(), graph,
                                               std::move(inputs), {{"J", std::move(j.entries)}})};
}

}  // namespace holon
