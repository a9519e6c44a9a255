// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#include "holon/system/local_graph.h"

#include <algorithm>
#include <unordered_map>

#include "holon/expr/graph/function.h"

namespace holon::detail {

namespace {

using Images = std::unordered_map<std::uint32_t, Expr>;

/// Copies the nodes of an expression into another graph. Symbols without an image are created there
/// and listed in `new_symbols`.
Expr copy(Expr root, Graph& to, Images& images, std::vector<Expr>* new_symbols) {
  if (root.is_constant()) return root;
  Graph& from = *root.graph();
  std::vector<std::uint32_t> stack{root.id()};
  std::vector<Expr> arguments;
  while (!stack.empty()) {
    const std::uint32_t id = stack.back();
    if (images.contains(id)) {
      stack.pop_back();
      continue;
    }
    const Node node = from.node(id);
    if (node.op == Op::constant) {
      images.emplace(id, from.constant_value(node));
    } else if (node.op == Op::symbol) {
      images.emplace(id, to.symbol(from.symbol_name(node)));
      if (new_symbols) new_symbols->emplace_back(&from, id);
    } else {
      arguments.clear();
      bool is_ready = true;
      for (const std::uint32_t argument : from.arguments(id)) {
        const auto found = images.find(argument);
        if (found == images.end()) {
          stack.push_back(argument);
          is_ready = false;
        } else {
          arguments.push_back(found->second);
        }
      }
      if (!is_ready) continue;
      images.emplace(id, to.rebuild(from, id, arguments));
    }
    stack.pop_back();
  }
  return images.at(root.id());
}

}  // namespace

std::vector<Expr> find_symbols_of(Expr e) {
  std::vector<Expr> symbols;
  Graph scratch;
  Images images;
  copy(e, scratch, images, &symbols);
  std::sort(symbols.begin(), symbols.end(), [](Expr a, Expr b) { return a.id() < b.id(); });
  return symbols;
}

Expr derivative_of(Expr e, std::span<const Expr> symbols, std::span<const Expr> seeds) {
  if (e.is_constant()) return 0.0;
  for (std::size_t k = 0; k < symbols.size(); ++k) {
    if (symbols[k] == e) return seeds[k];
  }
  Graph scratch;
  Images there, back;
  std::vector<Expr> local, local_symbols, local_seeds;
  const Expr copied = copy(e, scratch, there, &local);
  for (std::size_t k = 0; k < symbols.size(); ++k) {
    const auto found = there.find(symbols[k].id());
    if (found == there.end()) continue;
    const Expr seed = scratch.symbol("d");
    local_symbols.push_back(found->second);
    local_seeds.push_back(seed);
    back.emplace(seed.id(), seeds[k]);
  }
  for (const Expr symbol : local) back.emplace(there.at(symbol.id()).id(), symbol);
  const Expr result = derivative(std::span(&copied, 1), local_symbols, local_seeds)[0];
  return copy(result, *e.graph(), back, nullptr);
}

}  // namespace holon::detail
