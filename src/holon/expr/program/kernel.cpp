// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#include "holon/expr/program/kernel.h"

#include <algorithm>
#include <bit>
#include <stdexcept>
#include <unordered_map>

#include "holon/expr/graph/function.h"
#include "holon/expr/graph/operations.h"
#include "holon/expr/graph/traverse.h"

namespace holon::detail {

namespace {

constexpr std::uint32_t kUnset = ~std::uint32_t{0};

Code plain_code(Op op) {
  switch (op) {
    case Op::add: return Code::add;
    case Op::sub: return Code::sub;
    case Op::mul: return Code::mul;
    case Op::div: return Code::div;
    case Op::neg: return Code::neg;
    case Op::fma: return Code::fma;
    case Op::sqrt: return Code::sqrt;
    case Op::exp: return Code::exp;
    case Op::log: return Code::log;
    case Op::pow: return Code::pow;
    case Op::sin: return Code::sin;
    case Op::cos: return Code::cos;
    case Op::tan: return Code::tan;
    case Op::asin: return Code::asin;
    case Op::acos: return Code::acos;
    case Op::atan: return Code::atan;
    case Op::atan2: return Code::atan2;
    case Op::sinh: return Code::sinh;
    case Op::cosh: return Code::cosh;
    case Op::tanh: return Code::tanh;
    case Op::abs: return Code::abs;
    case Op::sign: return Code::sign;
    case Op::min: return Code::min;
    case Op::max: return Code::max;
    case Op::floor: return Code::floor;
    case Op::less: return Code::less;
    case Op::less_equal: return Code::less_equal;
    case Op::equal: return Code::equal;
    case Op::logical_and: return Code::logical_and;
    case Op::logical_or: return Code::logical_or;
    case Op::logical_not: return Code::logical_not;
    case Op::select: return Code::select;
    case Op::relation: return Code::positive;
    default: throw std::logic_error("lower: operation '" + std::string(op_name(op)) + "'");
  }
}

/// The Jacobian of a newton node's residual with the residual itself, as one kernel.
std::shared_ptr<const Kernel> lower_residual(const Payload& payload) {
  const Function& r = *payload.function;
  auto graph = std::make_shared<Graph>();
  std::vector<Expr> x;
  for (Expr e : r.input_scalars()) x.push_back(graph->symbol(std::string(e.symbol_name())));
  std::vector<Expr> outputs = flatten_calls(r.substitute(x));
  const auto n = static_cast<std::size_t>(payload.size);
  std::vector<std::vector<Expr>> columns;
  const Expr one = 1.0;
  for (std::size_t j = 0; j < n; ++j) {
    columns.push_back(derivative(std::span(outputs).first(n), {&x[j], 1}, {&one, 1}));
  }
  for (std::size_t i = 0; i < n; ++i) {
    for (std::size_t j = 0; j < n; ++j) outputs.push_back(columns[j][i]);
  }
  outputs = flatten_calls(std::move(outputs));  // derivatives of inner roots may call again
  return std::make_shared<Kernel>(lower(r.name(), x, outputs));
}

class Lowering {
 public:
  Lowering(std::span<const Expr> leaves, std::span<const Expr> outputs)
      : outputs_(outputs), graph_(find_graph(outputs)) {
    kernel_.arguments = static_cast<std::uint32_t>(leaves.size());
    if (!graph_) return;
    number_.assign(graph_->size(), kUnset);
    for (std::size_t k = 0; k < leaves.size(); ++k) {
      number_[leaves[k].id()] = static_cast<std::uint32_t>(k);
    }
    find_nodes();
    count_uses();
    choose_fused();
  }

  Kernel run() {
    if (graph_) {
      for (std::uint32_t id : nodes_) {
        if (graph_->node(id).op == Op::constant)
          number_[id] = constant(graph_->constant_value(graph_->node(id)));
      }
    }
    std::vector<std::uint32_t> constant_outputs;
    for (Expr e : outputs_) constant_outputs.push_back(e.graph() ? kUnset : constant(e.value()));
    next_ = kernel_.first_result();
    for (std::uint32_t id : nodes_) {
      if (number_[id] == kUnset && !fused_[id]) emit(id);
    }
    for (std::size_t k = 0; k < outputs_.size(); ++k) {
      kernel_.outputs.push_back(outputs_[k].graph() ? number_[outputs_[k].id()]
                                                    : constant_outputs[k]);
    }
    return std::move(kernel_);
  }

 private:
  void find_nodes() {
    std::vector<bool> seen(graph_->size(), false);
    std::vector<std::uint32_t> stack;
    const auto visit = [&](std::uint32_t id) {
      if (seen[id]) return;
      seen[id] = true;
      nodes_.push_back(id);
      if (number_[id] == kUnset) stack.push_back(id);
    };
    for (Expr e : outputs_) {
      if (e.graph()) visit(e.id());
    }
    while (!stack.empty()) {
      const std::uint32_t id = stack.back();
      stack.pop_back();
      if (graph_->node(id).op == Op::symbol) {
        throw std::logic_error("lower: symbol '" + graph_->symbol_name(graph_->node(id)) +
                               "' is not among the arguments");
      }
      for (std::uint32_t a : graph_->arguments(id)) visit(a);
    }
    std::sort(nodes_.begin(), nodes_.end());
  }

  void count_uses() {
    uses_.assign(graph_->size(), 0);
    depth_.assign(graph_->size(), 0);
    fused_.assign(graph_->size(), false);
    for (std::uint32_t id : nodes_) {
      if (number_[id] != kUnset) continue;
      std::uint32_t depth = 0;
      for (std::uint32_t a : graph_->arguments(id)) {
        ++uses_[a];
        depth = std::max(depth, depth_[a]);
      }
      depth_[id] = depth + latency(graph_->node(id).op);
    }
    for (Expr e : outputs_) {
      if (e.graph()) ++uses_[e.id()];
    }
  }

  /// Approximate latencies in cycles, to determine which operand of a sum is ready last.
  static std::uint32_t latency(Op op) {
    switch (op) {
      case Op::constant:
      case Op::output:
      case Op::neg: return 0;
      case Op::add:
      case Op::sub:
      case Op::mul:
      case Op::fma: return 4;
      case Op::div:
      case Op::sqrt: return 14;
      default: return 40;
    }
  }

  bool is_free_product(std::uint32_t id) const {
    return graph_->node(id).op == Op::mul && uses_[id] == 1 && number_[id] == kUnset;
  }

  /// Sums absorb a product without another use; of two the one that is ready last.
  void choose_fused() {
    product_of_.assign(graph_->size(), kUnset);
    for (std::uint32_t id : nodes_) {
      const Node& n = graph_->node(id);
      if (number_[id] != kUnset || (n.op != Op::add && n.op != Op::sub)) continue;
      const std::uint32_t x = n.args[0], y = n.args[1];
      std::uint32_t chosen = kUnset;
      if (is_free_product(x)) chosen = x;
      if (is_free_product(y) && (chosen == kUnset || depth_[y] > depth_[x])) chosen = y;
      if (chosen == kUnset) continue;
      product_of_[id] = chosen;
      fused_[chosen] = true;
    }
  }

  std::uint32_t constant(double value) {
    const auto bits = std::bit_cast<std::uint64_t>(value);
    const auto [it, inserted] = constants_.try_emplace(bits, kernel_.first_result());
    if (inserted) kernel_.constants.push_back(value);
    return it->second;
  }

  std::uint32_t push(Code code, std::uint32_t a, std::uint32_t b = 0, std::uint32_t c = 0,
                     std::uint32_t results = 1) {
    kernel_.code.push_back({code, next_, a, b, c});
    next_ += results;
    return next_ - results;
  }

  void emit(std::uint32_t id) {
    const Node& n = graph_->node(id);
    const auto arg = [&](std::size_t k) { return number_[n.args[k]]; };
    if (n.op == Op::output) {
      number_[id] = producer_[n.args[0]] + n.args[1];
    } else if (has_payload(n.op)) {
      emit_block(id);
    } else if (product_of_[id] != kUnset) {
      const Node& product = graph_->node(product_of_[id]);
      const bool first = n.args[0] == product_of_[id];
      const std::uint32_t other = arg(first ? 1 : 0);
      const Code code = n.op == Op::add ? Code::fma : (first ? Code::fms : Code::fnma);
      number_[id] = push(code, number_[product.args[0]], number_[product.args[1]], other);
    } else if (n.op == Op::sin || n.op == Op::cos) {
      emit_sine(id, n);
    } else {
      const int k = arity(n.op);
      number_[id] = push(plain_code(n.op), arg(0), k > 1 ? arg(1) : 0, k > 2 ? arg(2) : 0);
    }
  }

  /// Sine and cosine of one angle are one operation.
  void emit_sine(std::uint32_t id, const Node& n) {
    if (sines_.empty()) find_sine_pairs();
    const auto pair = sines_.find(n.args[0]);
    if (pair == sines_.end() || pair->second[0] == kUnset || pair->second[1] == kUnset) {
      number_[id] = push(n.op == Op::sin ? Code::sin : Code::cos, number_[n.args[0]]);
      return;
    }
    const std::uint32_t first = push(Code::sincos, number_[n.args[0]], 0, 0, 2);
    number_[pair->second[0]] = first;
    number_[pair->second[1]] = first + 1;
  }

  void find_sine_pairs() {
    for (std::uint32_t id : nodes_) {
      const Node& n = graph_->node(id);
      if (number_[id] != kUnset || (n.op != Op::sin && n.op != Op::cos)) continue;
      auto [it, inserted] = sines_.try_emplace(n.args[0], std::array{kUnset, kUnset});
      it->second[n.op == Op::sin ? 0 : 1] = id;
    }
  }

  void emit_block(std::uint32_t id) {
    const Node& n = graph_->node(id);
    if (n.op == Op::call) throw std::logic_error("lower: a call is left");
    Block block;
    block.payload = graph_->payload(n);
    block.results = static_cast<std::uint32_t>(block.payload.outputs);
    for (std::uint32_t a : block.payload.arguments) block.arguments.push_back(number_[a]);
    block.payload.arguments.clear();
    if (n.op == Op::newton) block.residual = lower_residual(block.payload);
    const std::uint32_t results = block.results;
    kernel_.blocks.push_back(std::move(block));
    number_[id] =
        push(Code::block, static_cast<std::uint32_t>(kernel_.blocks.size() - 1), 0, 0, results);
    producer_[id] = number_[id];
  }

  std::span<const Expr> outputs_;
  Graph* graph_;
  Kernel kernel_;
  std::vector<std::uint32_t> nodes_, number_, uses_, depth_, product_of_;
  std::vector<bool> fused_;
  std::unordered_map<std::uint64_t, std::uint32_t> constants_;
  std::unordered_map<std::uint32_t, std::array<std::uint32_t, 2>> sines_;
  std::unordered_map<std::uint32_t, std::uint32_t> producer_;
  std::uint32_t next_ = 0;
};

}  // namespace

int operand_count(Code code) {
  switch (code) {
    case Code::block: return 0;
    case Code::fma:
    case Code::fms:
    case Code::fnma:
    case Code::select: return 3;
    case Code::add:
    case Code::sub:
    case Code::mul:
    case Code::div:
    case Code::pow:
    case Code::atan2:
    case Code::min:
    case Code::max:
    case Code::less:
    case Code::less_equal:
    case Code::equal:
    case Code::logical_and:
    case Code::logical_or: return 2;
    default: return 1;
  }
}

std::uint32_t Kernel::result_count(const Instruction& i) const {
  if (i.code == Code::sincos) return 2;
  return i.code == Code::block ? blocks[i.a].results : 1;
}

std::uint32_t Kernel::value_count() const {
  return code.empty() ? first_result() : code.back().result + result_count(code.back());
}

std::vector<std::uint32_t> Kernel::operands(const Instruction& i) const {
  if (i.code == Code::block) return blocks[i.a].arguments;
  std::vector<std::uint32_t> list{i.a, i.b, i.c};
  list.resize(static_cast<std::size_t>(operand_count(i.code)));
  return list;
}

Kernel lower(std::string name, std::span<const Expr> leaves, std::span<const Expr> outputs) {
  Kernel kernel = Lowering(leaves, outputs).run();
  kernel.name = std::move(name);
  return kernel;
}

std::vector<KernelPiece> split(const Kernel& whole, std::size_t limit) {
  std::vector<KernelPiece> pieces;
  const std::uint32_t first = whole.first_result();
  const std::size_t count = std::max<std::size_t>(1, (whole.code.size() + limit - 1) / limit);
  const std::size_t length = (whole.code.size() + count - 1) / count;
  // The last piece that uses each value, and the piece that computes it.
  std::vector<std::size_t> last(whole.value_count(), 0);
  for (std::size_t i = 0; i < whole.code.size(); ++i) {
    for (std::uint32_t v : whole.operands(whole.code[i])) last[v] = length ? i / length : 0;
  }
  std::vector<bool> is_output(whole.value_count(), false);
  for (std::uint32_t v : whole.outputs) is_output[v] = true;
  for (std::size_t p = 0; p < count; ++p) {
    KernelPiece piece;
    piece.kernel.name = whole.name;
    const std::size_t begin = p * length, end = std::min(whole.code.size(), begin + length);
    std::unordered_map<std::uint32_t, std::uint32_t> constant_of;
    std::vector<std::uint32_t> made;
    std::unordered_map<std::uint32_t, std::uint32_t> number;
    const auto need = [&](std::uint32_t v) {
      if (number.contains(v)) return;
      number[v] = 0;
      if (v >= whole.arguments && v < first) {
        constant_of[v] = static_cast<std::uint32_t>(piece.kernel.constants.size());
        piece.kernel.constants.push_back(whole.constants[v - whole.arguments]);
      } else {
        piece.arguments.push_back(v);
      }
    };
    std::vector<bool> inside(whole.value_count(), false);
    for (std::size_t i = begin; i < end; ++i) {
      const Instruction& in = whole.code[i];
      for (std::uint32_t v : whole.operands(in)) {
        if (!inside[v]) need(v);
      }
      for (std::uint32_t k = 0; k < whole.result_count(in); ++k) {
        inside[in.result + k] = true;
        made.push_back(in.result + k);
      }
    }
    if (p + 1 == count) {  // arguments and constants that are passed on unchanged
      for (std::uint32_t v : whole.outputs) {
        if (v < first) need(v);
      }
    }
    piece.kernel.arguments = static_cast<std::uint32_t>(piece.arguments.size());
    for (std::size_t k = 0; k < piece.arguments.size(); ++k) {
      number[piece.arguments[k]] = static_cast<std::uint32_t>(k);
    }
    for (const auto& [v, k] : constant_of) number[v] = piece.kernel.arguments + k;
    std::uint32_t next = piece.kernel.first_result();
    for (std::uint32_t v : made) number[v] = next++;
    for (std::size_t i = begin; i < end; ++i) {
      Instruction in = whole.code[i];
      in.result = number[in.result];
      if (in.code == Code::block) {
        Block block = whole.blocks[in.a];
        for (std::uint32_t& v : block.arguments) v = number[v];
        in.a = static_cast<std::uint32_t>(piece.kernel.blocks.size());
        piece.kernel.blocks.push_back(std::move(block));
      } else {
        const int k = operand_count(in.code);
        in.a = number[in.a];
        in.b = k > 1 ? number[in.b] : 0;
        in.c = k > 2 ? number[in.c] : 0;
      }
      piece.kernel.code.push_back(in);
    }
    for (std::uint32_t v : made) {
      if (is_output[v] || last[v] > p) piece.outputs.push_back(v);
    }
    if (p + 1 == count) {
      for (std::uint32_t v : whole.outputs) {
        if (v < first) piece.outputs.push_back(v);
      }
    }
    for (std::uint32_t v : piece.outputs) piece.kernel.outputs.push_back(number[v]);
    pieces.push_back(std::move(piece));
  }
  return pieces;
}

}  // namespace holon::detail
