// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#include "holon/expr/graph/function.h"

#include <algorithm>
#include <stdexcept>
#include <unordered_map>

#include "holon/expr/graph/operations.h"
#include "holon/expr/graph/traverse.h"

namespace holon {

namespace {

std::vector<Expr> flatten(const std::vector<Variable>& groups) {
  std::vector<Expr> all;
  for (const Variable& group : groups) {
    all.insert(all.end(), group.elements.begin(), group.elements.end());
  }
  return all;
}

std::uint64_t mix_structure(std::uint64_t h, std::uint64_t v) {
  h = (h ^ v) * 0xD6E8FEB86659FD93ull;
  return h ^ (h >> 32);
}

/// Hash of the computation: nodes numbered in the order of dependence, inputs by position.
std::uint64_t calc_fingerprint(const Graph& graph, const std::vector<std::uint32_t>& nodes,
                               const std::vector<Expr>& inputs, const std::vector<Expr>& outputs) {
  std::unordered_map<std::uint32_t, std::uint64_t> code;
  code.reserve(nodes.size() + inputs.size());
  // Many nodes look at one field of heights, whose numbers are hashed once.
  std::unordered_map<const TableData*, std::uint64_t> tables;
  const auto hash_numbers = [&](const TableData& table) {
    const auto [it, is_new] = tables.try_emplace(&table, 5);
    if (is_new) {
      for (const auto* list : {&table.x, &table.y, &table.values})
        for (double v : *list) it->second = mix_structure(it->second, std::hash<double>{}(v));
    }
    return it->second;
  };
  for (std::size_t k = 0; k < inputs.size(); ++k) code[inputs[k].id()] = mix_structure(1, k);
  for (std::uint32_t id : nodes) {
    const Node& n = graph.node(id);
    if (n.op == Op::symbol) continue;
    std::uint64_t h = mix_structure(2, static_cast<std::uint64_t>(n.op));
    if (n.op == Op::constant) {
      h = mix_structure(mix_structure(h, n.args[0]), n.args[1]);
    } else {
      for (std::uint32_t a : graph.arguments(id)) h = mix_structure(h, code[a]);
      if (n.op == Op::output) h = mix_structure(h, n.args[1]);
      if (detail::has_payload(n.op)) {
        const Payload& p = graph.payload(n);
        if (p.function) h = mix_structure(h, p.function->fingerprint());
        if (p.table) {
          h = mix_structure(mix_structure(h, p.table->x.size()), p.table->y.size());
          h = mix_structure(h, hash_numbers(*p.table));
          h = mix_structure(h, static_cast<std::uint64_t>(p.table->interpolation) * 2 +
                                   static_cast<std::uint64_t>(p.table->extrapolation));
        }
        h = mix_structure(mix_structure(h, static_cast<std::uint64_t>(p.derivative)),
                          static_cast<std::uint64_t>(p.kind));
        h = mix_structure(h, std::hash<double>{}(p.tolerance));
        for (int i : p.row_index) h = mix_structure(h, static_cast<std::uint64_t>(i));
        for (int i : p.column_start) h = mix_structure(h, static_cast<std::uint64_t>(i));
      }
    }
    code[id] = h;
  }
  std::uint64_t h = mix_structure(mix_structure(3, inputs.size()), outputs.size());
  for (Expr e : outputs) {
    h = mix_structure(
        h, e.is_constant() ? mix_structure(4, std::hash<double>{}(e.value())) : code[e.id()]);
  }
  return h;
}

}  // namespace

FunctionRef Function::make(std::string name, std::shared_ptr<Graph> graph,
                           std::vector<Variable> inputs, std::vector<Variable> outputs) {
  std::shared_ptr<Function> f(new Function);
  f->name_ = std::move(name);
  f->graph_ = std::move(graph);
  f->input_groups_ = std::move(inputs);
  f->output_groups_ = std::move(outputs);
  f->inputs_ = flatten(f->input_groups_);
  f->outputs_ = flatten(f->output_groups_);
  std::vector<bool> is_input(f->graph_->size(), false);
  for (Expr e : f->inputs_) {
    if (e.op() != Op::symbol || e.graph() != f->graph_.get()) {
      throw std::logic_error("function '" + f->name_ + "': an input is not a symbol of its graph");
    }
    if (is_input[e.id()]) {
      throw std::logic_error("function '" + f->name_ + "': input '" + std::string(e.symbol_name()) +
                             "' appears twice");
    }
    is_input[e.id()] = true;
  }
  for (Expr e : f->outputs_) {
    if (e.graph() && e.graph() != f->graph_.get()) {
      throw std::logic_error("function '" + f->name_ + "': an output belongs to another graph");
    }
  }
  const auto nodes = detail::find_reachable(*f->graph_, f->outputs_);
  for (std::uint32_t id : nodes) {
    if (f->graph_->node(id).op == Op::symbol && !is_input[id]) {
      throw std::logic_error("function '" + f->name_ + "': '" +
                             f->graph_->symbol_name(f->graph_->node(id)) + "' is not an input");
    }
    if (f->graph_->node(id).op == Op::call) {
      f->operation_count_ += f->graph_->payload(f->graph_->node(id)).function->operation_count();
    } else if (detail::arity(f->graph_->node(id).op) != 0 && f->graph_->node(id).op != Op::output) {
      ++f->operation_count_;
    }
  }
  f->fingerprint_ = calc_fingerprint(*f->graph_, nodes, f->inputs_, f->outputs_);
  return f;
}

std::size_t Function::operation_count() const { return operation_count_; }

void Function::check_argument_count(std::size_t given) const {
  if (given == inputs_.size()) return;
  throw std::logic_error("function '" + name_ + "' takes " + std::to_string(input_count()) +
                         " arguments, not " + std::to_string(given));
}

std::vector<Expr> Function::substitute(std::span<const Expr> arguments) const {
  check_argument_count(arguments.size());
  return holon::substitute(outputs_, inputs_, arguments);
}

std::vector<Expr> substitute(std::span<const Expr> expressions, std::span<const Expr> from,
                             std::span<const Expr> to) {
  std::vector<Expr> result(expressions.begin(), expressions.end());
  Graph* source = detail::find_graph(expressions);
  if (!source) return result;
  Graph* target = detail::find_graph(to);
  std::shared_ptr<Graph> scratch;
  if (!target) {
    // The inputs are numbers. Expressions without other symbols fold to numbers.
    std::vector<bool> given(source->size(), false);
    for (Expr e : from) {
      if (e.graph() == source) given[e.id()] = true;
    }
    const auto nodes = detail::find_reachable(*source, expressions, given);
    const bool all_given = std::all_of(nodes.begin(), nodes.end(), [&](std::uint32_t id) {
      return given[id] || source->node(id).op != Op::symbol;
    });
    if (all_given) scratch = std::make_shared<Graph>();
    target = all_given ? scratch.get() : source;
  }
  result = detail::trace(*target, expressions, from, to);
  const auto is_number = [](Expr e) { return e.is_constant(); };
  if (scratch && !std::all_of(result.begin(), result.end(), is_number)) {
    return detail::calc_constants(scratch, result);  // solves and tables do not fold when built
  }
  return result;
}

std::vector<Expr> find_symbols(std::span<const Expr> expressions) {
  std::vector<Expr> symbols;
  Graph* graph = detail::find_graph(expressions);
  if (!graph) return symbols;
  for (std::uint32_t id : detail::find_reachable(*graph, expressions)) {
    if (graph->node(id).op == Op::symbol) symbols.emplace_back(graph, id);
  }
  return symbols;
}

}  // namespace holon
