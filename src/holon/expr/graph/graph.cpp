// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#include "holon/expr/graph/graph.h"

#include <bit>
#include <stdexcept>

#include "holon/expr/graph/function.h"
#include "holon/expr/graph/operations.h"
#include "holon/expr/graph/traverse.h"

namespace holon {

namespace {

constexpr std::size_t kFirstSlots = 256;

std::uint64_t mix_node(std::uint64_t h, std::uint64_t v) {
  h ^= v + 0x9E3779B97F4A7C15ull + (h << 6) + (h >> 2);
  h *= 0xFF51AFD7ED558CCDull;
  return h ^ (h >> 33);
}

std::uint64_t hash_of(const Node& n) {
  std::uint64_t h = mix_node(static_cast<std::uint64_t>(n.op), n.args[0]);
  return mix_node(h, (static_cast<std::uint64_t>(n.args[1]) << 32) | n.args[2]);
}

std::uint64_t hash_of(const Payload& p) {
  std::uint64_t h = mix_node(static_cast<std::uint64_t>(p.op), p.arguments.size());
  for (std::uint32_t id : p.arguments) h = mix_node(h, id);
  h = mix_node(h, reinterpret_cast<std::uintptr_t>(p.function.get()));
  h = mix_node(h, reinterpret_cast<std::uintptr_t>(p.table.get()));
  h = mix_node(h, static_cast<std::uint64_t>(p.kind));
  return mix_node(h, static_cast<std::uint64_t>(p.derivative));
}

bool equal_content(const Payload& a, const Payload& b) {
  return a.op == b.op && a.arguments == b.arguments && a.outputs == b.outputs &&
         a.function == b.function && a.table == b.table && a.derivative == b.derivative &&
         a.kind == b.kind && a.size == b.size && a.tolerance == b.tolerance &&
         a.column_start == b.column_start && a.row_index == b.row_index;
}

Node constant_as_node(double value) {
  const auto bits = std::bit_cast<std::uint64_t>(value);
  return {Op::constant,
          {static_cast<std::uint32_t>(bits), static_cast<std::uint32_t>(bits >> 32), 0}};
}

}  // namespace

Graph::Graph() : slots_(kFirstSlots, 0) {}
Graph::~Graph() = default;

Expr Graph::symbol(std::string name) {
  symbol_names_.push_back(std::move(name));
  nodes_.push_back({Op::symbol, {static_cast<std::uint32_t>(symbol_names_.size() - 1), 0, 0}});
  return {this, static_cast<std::uint32_t>(nodes_.size() - 1)};
}

std::vector<Expr> Graph::symbols(std::string_view name, int count) {
  std::vector<Expr> result;
  result.reserve(static_cast<std::size_t>(count));
  for (int i = 0; i < count; ++i) {
    result.push_back(symbol(std::string(name) + "[" + std::to_string(i) + "]"));
  }
  return result;
}

std::uint32_t Graph::insert(const Node& node) {
  if (2 * (nodes_.size() + 1) > slots_.size()) grow();
  const std::size_t mask = slots_.size() - 1;
  std::size_t i = hash_of(node) & mask;
  for (; slots_[i] != 0; i = (i + 1) & mask) {
    if (nodes_[slots_[i] - 1] == node) return slots_[i] - 1;
  }
  nodes_.push_back(node);
  slots_[i] = static_cast<std::uint32_t>(nodes_.size());
  return slots_[i] - 1;
}

void Graph::grow() {
  std::vector<std::uint32_t> slots(4 * slots_.size(), 0);
  const std::size_t mask = slots.size() - 1;
  for (std::uint32_t slot : slots_) {
    if (slot == 0) continue;
    std::size_t i = hash_of(nodes_[slot - 1]) & mask;
    while (slots[i] != 0) i = (i + 1) & mask;
    slots[i] = slot;
  }
  slots_ = std::move(slots);
}

std::uint32_t Graph::intern(Expr e) {
  if (e.graph() == this) return e.id();
  if (!e.is_constant()) throw std::logic_error("an expression belongs to another graph");
  return insert(constant_as_node(e.value()));
}

Expr Graph::constant_node(double value) { return {this, insert(constant_as_node(value))}; }

Expr Graph::insert(Op op, std::span<const Expr> arguments) {
  Node node{op, {}};
  for (std::size_t k = 0; k < arguments.size(); ++k) node.args[k] = intern(arguments[k]);
  return {this, insert(node)};
}

double Graph::constant_value(const Node& node) const {
  return std::bit_cast<double>(static_cast<std::uint64_t>(node.args[1]) << 32 | node.args[0]);
}

Expr Graph::expr(std::uint32_t id) {
  if (nodes_[id].op == Op::constant) return constant_value(nodes_[id]);
  return {this, id};
}

std::span<const std::uint32_t> Graph::arguments(std::uint32_t id) const {
  const Node& n = nodes_[id];
  if (detail::has_payload(n.op)) return payload(n).arguments;
  return {n.args.data(), static_cast<std::size_t>(detail::arity(n.op))};
}

std::vector<Expr> Graph::add_payload(Payload payload) {
  const std::uint64_t key = hash_of(payload);
  std::uint32_t producer = 0;
  bool found = false;
  for (auto [it, end] = payload_nodes_.equal_range(key); it != end && !found; ++it) {
    found = equal_content(payloads_[nodes_[it->second].args[0]], payload);
    producer = it->second;
  }
  const int outputs = payload.outputs;
  if (!found) {
    const Op op = payload.op;
    payloads_.push_back(std::move(payload));
    nodes_.push_back({op, {static_cast<std::uint32_t>(payloads_.size() - 1), 0, 0}});
    producer = static_cast<std::uint32_t>(nodes_.size() - 1);
    payload_nodes_.emplace(key, producer);
  }
  std::vector<Expr> result;
  result.reserve(static_cast<std::size_t>(outputs));
  for (int k = 0; k < outputs; ++k)
    result.push_back(output(producer, static_cast<std::uint32_t>(k)));
  return result;
}

Expr Graph::output(std::uint32_t producer, std::uint32_t index) {
  const Payload& p = payload(nodes_[producer]);
  if (p.op == Op::call) {
    // Outputs that are inputs need no call.
    const Expr out = p.function->output_scalars()[index];
    if (out.is_constant()) return out;
    const auto& inputs = p.function->input_scalars();
    if (out.op() == Op::symbol) {
      for (std::size_t k = 0; k < inputs.size(); ++k) {
        if (inputs[k] == out) return expr(p.arguments[k]);
      }
    }
  }
  return {this, insert(Node{Op::output, {producer, index, 0}})};
}

Expr Graph::rebuild(const Graph& from, std::uint32_t id, std::span<const Expr> arguments) {
  const Node n = from.node(id);  // a copy: `from` may be this graph, which grows below
  if (n.op == Op::output) {
    const Node& producer = node(arguments[0].id());
    const bool is_output = producer.op == Op::output;
    return output(is_output ? producer.args[0] : arguments[0].id(), n.args[1]);
  }
  if (!detail::has_payload(n.op)) {
    std::array<Expr, 3> a{};
    for (std::size_t k = 0; k < arguments.size(); ++k) a[k] = arguments[k];
    return detail::make(n.op, a[0], a[1], a[2]);
  }
  Payload p = from.payload(n);
  for (std::size_t k = 0; k < arguments.size(); ++k) p.arguments[k] = intern(arguments[k]);
  const std::uint64_t key = hash_of(p);
  for (auto [it, end] = payload_nodes_.equal_range(key); it != end; ++it) {
    if (equal_content(payloads_[nodes_[it->second].args[0]], p)) return {this, it->second};
  }
  payloads_.push_back(std::move(p));
  nodes_.push_back({n.op, {static_cast<std::uint32_t>(payloads_.size() - 1), 0, 0}});
  payload_nodes_.emplace(key, static_cast<std::uint32_t>(nodes_.size() - 1));
  return {this, static_cast<std::uint32_t>(nodes_.size() - 1)};
}

}  // namespace holon
