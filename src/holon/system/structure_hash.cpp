// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#include "holon/system/structure_hash.h"

#include <functional>

#include "holon/expr/graph/function.h"
#include "holon/expr/graph/operations.h"

namespace holon::detail {

namespace {

std::uint64_t mix(std::uint64_t h, std::uint64_t v) {
  h = (h ^ v) * 0xD6E8FEB86659FD93ull;
  return h ^ (h >> 32);
}

std::uint64_t mix(std::uint64_t h, const std::vector<double>& values) {
  h = mix(h, values.size());
  for (const double value : values) h = mix(h, std::hash<double>{}(value));
  return h;
}

std::uint64_t mix(std::uint64_t h, const std::vector<int>& values) {
  h = mix(h, values.size());
  for (const int value : values) h = mix(h, static_cast<std::uint64_t>(value));
  return h;
}

// Of a field of heights, at which many nodes look: its numbers are hashed once.
constexpr std::size_t kLargeTable = 1000;
using LargeTables = std::function<std::uint64_t(const TableData&)>;

/// The data of a call, solve, root or table besides its arguments.
std::uint64_t mix_payload(std::uint64_t h, const Payload& p, const LargeTables& large) {
  h = mix(h, static_cast<std::uint64_t>(p.outputs));
  h = mix(h, static_cast<std::uint64_t>(p.size));
  h = mix(h, std::hash<double>{}(p.tolerance));
  if (p.function) h = mix(h, p.function->fingerprint());
  if (p.op == Op::solve) {
    h = mix(h, static_cast<std::uint64_t>(p.kind));
    h = mix(mix(h, p.column_start), p.row_index);
  }
  if (p.table) {
    h = mix(h, static_cast<std::uint64_t>(p.derivative));
    h = mix(h, static_cast<std::uint64_t>(p.table->interpolation));
    h = mix(h, static_cast<std::uint64_t>(p.table->extrapolation));
    h = p.table->values.size() < kLargeTable
            ? mix(mix(mix(h, p.table->x), p.table->y), p.table->values)
            : mix(h, large(*p.table));
  }
  return h;
}

}  // namespace

std::uint64_t StructureHash::of(std::uint32_t node) {
  const Graph& graph = *symbols_.graph();
  if (hashes_.size() < graph.size()) hashes_.resize(graph.size(), 0);
  if (hashes_[node] != 0) return hashes_[node];
  stack_.assign(1, node);
  while (!stack_.empty()) {
    const std::uint32_t id = stack_.back();
    bool is_ready = true;
    const auto need = [&](std::uint32_t other) {
      if (hashes_[other] != 0) return;
      stack_.push_back(other);
      is_ready = false;
    };
    if (hashes_[id] == 0) {
      for (const std::uint32_t argument : graph.arguments(id)) need(argument);
      const Expr* of = symbols_.differentiated(Expr(symbols_.graph().get(), id));
      if (of) need(of->id());
    }
    if (!is_ready) continue;
    if (hashes_[id] == 0) hashes_[id] = calc(id) | 1;  // never 0
    stack_.pop_back();
  }
  return hashes_[node];
}

std::uint64_t StructureHash::calc(std::uint32_t id) {
  const Graph& graph = *symbols_.graph();
  const Node& node = graph.node(id);
  std::uint64_t h = mix(1, static_cast<std::uint64_t>(node.op));
  if (node.op == Op::constant) {
    return mix(h, std::hash<double>{}(graph.constant_value(node)));
  }
  if (node.op == Op::symbol) {
    // Derivatives are distinguished by the differentiated expression, all others by their names.
    if (const Expr* of = symbols_.differentiated(Expr(symbols_.graph().get(), id))) {
      return mix(h, hashes_[of->id()]);
    }
    return mix(h, std::hash<std::string>{}(graph.symbol_name(node)));
  }
  const auto arguments = graph.arguments(id);
  if (node.op == Op::add || node.op == Op::mul) {
    return mix(h, hashes_[arguments[0]] + hashes_[arguments[1]]);
  }
  for (const std::uint32_t argument : arguments) h = mix(h, hashes_[argument]);
  if (node.op == Op::output) return mix(h, node.args[1]);
  if (has_payload(node.op))
    h = mix_payload(h, graph.payload(node), [this](const TableData& t) { return hash_of(t); });
  return h;
}

std::uint64_t StructureHash::hash_of(const TableData& table) {
  std::uint64_t& hash = tables_[&table];
  if (hash == 0) hash = mix(mix(mix(1, table.x), table.y), table.values) | 1;
  return hash;
}

}  // namespace holon::detail
