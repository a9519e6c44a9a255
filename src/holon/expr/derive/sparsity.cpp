// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cstdint>
#include <mutex>
#include <numeric>
#include <unordered_map>

#include "holon/expr/derive/dependence.h"
#include "holon/expr/graph/operations.h"
#include "holon/expr/graph/traverse.h"

namespace holon {

namespace {

using Bits = std::uint64_t;
constexpr std::size_t kChunk = 64;

/// Of called functions, how their outputs' values depend on their inputs.
using ValuePatterns = std::unordered_map<const Function*, Sparsity>;

Sparsity find_pattern(std::span<const Expr> expressions, std::span<const Expr> symbols,
                      ValuePatterns* values);

/// What each node depends on, 64 symbols at a time, a bit for each: by derivatives, or with
/// `values` by values.
class Dependence {
 public:
  Dependence(Graph& graph, std::span<const Expr> expressions, ValuePatterns* values)
      : graph_(graph),
        nodes_(detail::find_reachable(graph, expressions)),
        bits_(graph),
        values_(values) {
    for (std::uint32_t id : nodes_) {
      const Op op = graph.node(id).op;
      if (!detail::has_payload(op)) continue;
      first_output_[id] = outputs_.size();
      const Payload& p = graph.payload(graph.node(id));
      outputs_.resize(outputs_.size() + static_cast<std::size_t>(p.outputs));
      if (op == Op::solve) groups_[id] = find_groups(p);
    }
  }

  void clear() {
    for (std::uint32_t id : nodes_) bits_[id] = 0;
  }
  void mark(Expr symbol, Bits bit) {
    if (symbol.graph() == &graph_) bits_[symbol.id()] |= bit;
  }
  void sweep() {
    for (std::uint32_t id : nodes_) pass(id);
  }
  Bits of(Expr e) const { return e.graph() ? bits_[e.id()] : 0; }

 private:
  void pass(std::uint32_t id) {
    const Node& n = graph_.node(id);
    if (!values_ && detail::is_step(n.op)) return;
    switch (n.op) {
      case Op::constant:
      case Op::symbol: return;
      case Op::select:
        bits_[id] = bits_[n.args[1]] | bits_[n.args[2]] | (values_ ? bits_[n.args[0]] : 0);
        return;
      case Op::output: bits_[id] = outputs_[first_output_[n.args[0]] + n.args[1]]; return;
      case Op::table:
      case Op::call:
      case Op::solve:
      case Op::newton: pass_producer(id); return;
      default:
        for (std::uint32_t a : graph_.arguments(id)) bits_[id] |= bits_[a];
    }
  }

  void pass_producer(std::uint32_t id) {
    const Payload& p = graph_.payload(graph_.node(id));
    Bits* out = outputs_.data() + first_output_[id];
    std::fill_n(out, p.outputs, Bits{0});
    if (p.op == Op::call) {
      const Sparsity& inner = values_ ? value_pattern(*p.function) : p.function->sparsity();
      for (std::size_t j = 0; j < p.arguments.size(); ++j) {
        const Bits bits = bits_[p.arguments[j]];
        if (bits == 0) continue;
        for (int k = inner.start[j]; k < inner.start[j + 1]; ++k) {
          out[inner.row[static_cast<std::size_t>(k)]] |= bits;
        }
      }
    } else if (p.op == Op::solve) {
      const std::vector<int>& group = groups_[id];
      const auto n = static_cast<std::size_t>(p.size), entries = p.row_index.size();
      std::vector<Bits> of_group(n, 0);
      for (std::size_t j = 0; j < n; ++j) {
        Bits& bits = of_group[static_cast<std::size_t>(group[j])];
        for (int k = p.column_start[j]; k < p.column_start[j + 1]; ++k) {
          bits |= bits_[p.arguments[static_cast<std::size_t>(k)]];
        }
        // Right-hand sides belong to the group of their row, which is that of its columns.
        of_group[static_cast<std::size_t>(group[n + j])] |= bits_[p.arguments[entries + j]];
      }
      for (std::size_t j = 0; j < n; ++j) out[j] = of_group[static_cast<std::size_t>(group[j])];
      if (values_) {  // the report
        Bits all = 0;
        for (const Bits bits : of_group) all |= bits;
        std::fill(out + n, out + p.outputs, all);
      }
    } else if (p.op == Op::newton) {
      const auto n = static_cast<std::size_t>(p.size);  // independent of the guess
      Bits all = 0;
      for (std::size_t k = n; k < p.arguments.size(); ++k) all |= bits_[p.arguments[k]];
      std::fill_n(out, values_ ? static_cast<std::size_t>(p.outputs) : n, all);
    } else {
      for (std::uint32_t a : p.arguments) out[0] |= bits_[a];
    }
  }

  const Sparsity& value_pattern(const Function& function) {
    const auto found = values_->find(&function);
    if (found != values_->end()) return found->second;
    Sparsity pattern = find_pattern(function.output_scalars(), function.input_scalars(), values_);
    return values_->emplace(&function, std::move(pattern)).first->second;
  }

  /// Columns (0 … n-1) and rows (n … 2n-1) of a solve that are coupled have the same number.
  static std::vector<int> find_groups(const Payload& p) {
    const auto n = static_cast<std::size_t>(p.size);
    std::vector<int> parent(2 * n);
    std::iota(parent.begin(), parent.end(), 0);
    const auto root = [&](std::size_t i) {
      int at = static_cast<int>(i);
      while (parent[static_cast<std::size_t>(at)] != at) {
        int& up = parent[static_cast<std::size_t>(at)];
        up = parent[static_cast<std::size_t>(up)];
        at = up;
      }
      return at;
    };
    const auto join = [&](std::size_t a, std::size_t b) {
      const int x = root(a), y = root(b);
      parent[static_cast<std::size_t>(std::max(x, y))] = std::min(x, y);
    };
    for (std::size_t j = 0; j < n; ++j) {
      if (is_symmetric(p.kind)) join(j, n + j);
      for (int k = p.column_start[j]; k < p.column_start[j + 1]; ++k) {
        const auto i = static_cast<std::size_t>(p.row_index[static_cast<std::size_t>(k)]);
        join(j, n + i);
        if (is_symmetric(p.kind)) join(i, n + j);
      }
    }
    std::vector<int> group(2 * n);
    for (std::size_t i = 0; i < 2 * n; ++i) {
      // A row without entries has no column: it has no effect in any group.
      group[i] = std::min(root(i), p.size - 1);
    }
    return group;
  }

  Graph& graph_;
  std::vector<std::uint32_t> nodes_;
  detail::NodeMap<Bits> bits_;
  std::unordered_map<std::uint32_t, std::size_t> first_output_;
  std::vector<Bits> outputs_;
  std::unordered_map<std::uint32_t, std::vector<int>> groups_;
  ValuePatterns* const values_;
};

Sparsity find_pattern(std::span<const Expr> expressions, std::span<const Expr> symbols,
                      ValuePatterns* values) {
  Sparsity found;
  found.rows = static_cast<int>(expressions.size());
  found.columns = static_cast<int>(symbols.size());
  Graph* graph = detail::find_graph(expressions);
  if (!graph) {
    found.start.assign(symbols.size() + 1, 0);
    return found;
  }
  Dependence dependence(*graph, expressions, values);
  for (std::size_t base = 0; base < symbols.size(); base += kChunk) {
    const std::size_t count = std::min(kChunk, symbols.size() - base);
    dependence.clear();
    for (std::size_t k = 0; k < count; ++k) dependence.mark(symbols[base + k], Bits{1} << k);
    dependence.sweep();
    for (std::size_t k = 0; k < count; ++k) {
      for (std::size_t i = 0; i < expressions.size(); ++i) {
        if (dependence.of(expressions[i]) >> k & 1) found.row.push_back(static_cast<int>(i));
      }
      found.start.push_back(found.count());
    }
  }
  return found;
}

}  // namespace

Sparsity Sparsity::transposed() const {
  Sparsity t{columns, rows, {}, std::vector<int>(row.size())};
  t.start.assign(static_cast<std::size_t>(rows) + 1, 0);
  for (int i : row) ++t.start[static_cast<std::size_t>(i) + 1];
  std::partial_sum(t.start.begin(), t.start.end(), t.start.begin());
  std::vector<int> next(t.start.begin(), t.start.end() - 1);
  for (int j = 0; j < columns; ++j) {
    for (int k = start[static_cast<std::size_t>(j)]; k < start[static_cast<std::size_t>(j) + 1];
         ++k) {
      int& at = next[static_cast<std::size_t>(row[static_cast<std::size_t>(k)])];
      t.row[static_cast<std::size_t>(at++)] = j;
    }
  }
  return t;
}

Sparsity find_sparsity(std::span<const Expr> expressions, std::span<const Expr> symbols) {
  return find_pattern(expressions, symbols, nullptr);
}

Sparsity find_dependence(std::span<const Expr> expressions, std::span<const Expr> symbols) {
  ValuePatterns patterns;
  return find_pattern(expressions, symbols, &patterns);
}

const Sparsity& Function::sparsity() const {
  static std::recursive_mutex mutex;  // a call requires the pattern of its function
  const std::lock_guard lock(mutex);
  if (!sparsity_) sparsity_ = std::make_shared<Sparsity>(find_sparsity(outputs_, inputs_));
  return *sparsity_;
}

std::vector<int> color_columns(const Sparsity& pattern) {
  const auto columns = static_cast<std::size_t>(pattern.columns);
  const Sparsity by_rows = pattern.transposed();
  const auto for_neighbours = [&](std::size_t j, auto f) {
    for (int k = pattern.start[j]; k < pattern.start[j + 1]; ++k) {
      const auto i = static_cast<std::size_t>(pattern.row[static_cast<std::size_t>(k)]);
      for (int l = by_rows.start[i]; l < by_rows.start[i + 1]; ++l) {
        f(static_cast<std::size_t>(by_rows.row[static_cast<std::size_t>(l)]));
      }
    }
  };
  std::vector<int> color(columns, -1);
  for (std::size_t i = 0; i + 1 < by_rows.start.size(); ++i) {
    if (by_rows.start[i + 1] - by_rows.start[i] < pattern.columns) continue;
    std::iota(color.begin(), color.end(), 0);  // a full row requires different colours
    return color;
  }
  std::vector<std::size_t> order(columns), degree(columns, 0);
  std::iota(order.begin(), order.end(), std::size_t{0});
  for (std::size_t j = 0; j < columns; ++j) for_neighbours(j, [&](std::size_t) { ++degree[j]; });
  std::stable_sort(order.begin(), order.end(),
                   [&](std::size_t a, std::size_t b) { return degree[a] > degree[b]; });
  std::vector<std::size_t> taken_by(columns + 1,
                                    columns);  // the last column that excluded a colour
  for (std::size_t j : order) {
    for_neighbours(j, [&](std::size_t other) {
      if (color[other] >= 0) taken_by[static_cast<std::size_t>(color[other])] = j;
    });
    std::size_t c = 0;
    while (taken_by[c] == j) ++c;
    color[j] = static_cast<int>(c);
  }
  return color;
}

}  // namespace holon
