// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0

// A graph of expressions is a block diagram already. What is done here: sums of sums and products
// of products become one block where nothing else reads the inner ones, and factors that do not
// vary become gains.
#include "holon/equations/make_blocks.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <optional>
#include <unordered_map>

#include "holon/base/errors.h"
#include "holon/expr/graph/function.h"
#include "holon/expr/graph/traverse.h"
#include "holon/expr/print/print.h"

namespace holon {
namespace {

class BlockMaker {
 public:
  BlockMaker(const LoadedModel& named, std::size_t most) : system_(named.system), most_(most) {
    result_.title = system_.title;
    rates_ = detail::flatten_calls(system_.derivative->output_scalars());
    outputs_ = find_outputs(named.outputs);
    name_symbols();
    count_readers();
  }

  BlockDiagram make() {
    for (int k = 0; k < system_.state_count(); ++k) {
      Block integrator;
      integrator.kind = Block::Kind::integrator;
      integrator.signal = system_.state_name(k);
      block_of_[graph_->intern(state_symbols_[static_cast<std::size_t>(k)])] =
          add(std::move(integrator));
    }
    for (std::size_t k = 0; k < rates_.size(); ++k)
      connect(block_of(rates_[k]), static_cast<int>(k));
    for (const auto& [name, e] : outputs_) {
      if (is_fixed(e) || is_state(e)) continue;
      const int from = block_of(e);
      if (result_.blocks[static_cast<std::size_t>(from)].signal.empty())
        result_.blocks[static_cast<std::size_t>(from)].signal = name;
      Block terminal;
      terminal.kind = Block::Kind::terminal;
      terminal.text = name;
      connect(from, add(std::move(terminal)));
    }
    return std::move(result_);
  }

 private:
  struct Term {
    Expr e;
    bool is_negative = false;
    std::optional<std::array<Expr, 2>> product{};  ///< in the place of e: of a fused operation
  };
  struct Factors {
    std::vector<std::pair<Expr, bool>> varying;  ///< true: divides
    std::vector<std::string> fixed, fixed_divisors;
    bool is_negative = false;

    /// "m/Ig"; "" where nothing is fixed.
    std::string write_fixed() const {
      if (fixed.empty() && fixed_divisors.empty()) return {};
      std::string text = fixed.empty() ? "1" : "";
      for (const std::string& factor : fixed) text += (text.empty() ? "" : "*") + factor;
      for (const std::string& divisor : fixed_divisors) text += "/" + divisor;
      return text;
    }
  };

  std::vector<std::pair<std::string, Expr>> find_outputs(const std::vector<std::string>& names);
  void name_symbols();
  void count_readers();
  int add(Block block);
  void connect(int from, int to, const std::string& mark = {}) {
    result_.lines.push_back({from, to, mark});
  }

  bool is_fixed(const Expr& e);
  bool is_state(const Expr& e) const {
    return std::find(state_symbols_.begin(), state_symbols_.end(), e) != state_symbols_.end();
  }
  bool is_read_once(const Expr& e) const {
    const auto found = readers_.find(graph_->intern(e));
    return found != readers_.end() && found->second == 1;
  }
  std::string write(const Expr& e) const {
    return holon::print(e, Notation::text, [this](const Expr& symbol) -> std::string {
      const auto found = names_.find(symbol);
      return found == names_.end() ? std::string() : found->second;
    });
  }
  std::vector<Expr> arguments_of(const Expr& e) const;

  int block_of(const Expr& e);
  int make_block(const Expr& e);
  int make_sum(const Expr& e);
  void collect_terms(const Expr& e, bool is_negative, bool is_outermost, std::vector<Term>& terms);
  int make_product(const Expr& e);
  int make_product(const Factors& factors);
  void collect_factors(const Expr& e, bool divides, bool is_outermost, Factors& factors);
  int add_gain(const std::string& text, int from);
  int make_function(const Expr& e);

  const System& system_;
  const std::size_t most_;
  std::shared_ptr<Graph> graph_ = system_.derivative->graph();
  std::vector<Expr> rates_, state_symbols_;
  std::vector<std::pair<std::string, Expr>> outputs_;
  std::unordered_map<Expr, std::string> names_;  ///< of symbols
  std::unordered_map<Expr, Block::Kind> kinds_;  ///< of symbols that vary
  std::unordered_map<std::uint32_t, bool> fixed_;
  std::unordered_map<std::uint32_t, int> readers_, block_of_;
  BlockDiagram result_;
};

std::vector<std::pair<std::string, Expr>> BlockMaker::find_outputs(
    const std::vector<std::string>& names) {
  std::vector<std::pair<std::string, Expr>> found;
  if (names.empty()) return found;
  const FunctionRef selected = system_.select_outputs(names);
  const std::vector<Expr> values =
      detail::flatten_calls(selected->substitute(system_.derivative->input_scalars()));
  std::size_t at = 0;
  for (const std::string& name : names) {
    const std::optional<SystemOutput> output = system_.find_output(name);
    for (int i = 0; output && i < output->size(); ++i)
      found.emplace_back(component_name(name, output->components, i), values[at++]);
  }
  return found;
}

void BlockMaker::name_symbols() {
  const std::vector<Expr>& inputs = system_.derivative->input_scalars();
  std::size_t at = 0;
  const auto name = [&](const std::string& text, std::optional<Block::Kind> kind) {
    names_[inputs[at]] = text;
    if (kind) kinds_[inputs[at]] = *kind;
    ++at;
  };
  name("time", Block::Kind::source);
  for (int k = 0; k < system_.state_count(); ++k) {
    state_symbols_.push_back(inputs[at]);
    name(system_.state_name(k), Block::Kind::integrator);
  }
  for (const std::string& input : system_.inputs) name(input, Block::Kind::source);
  for (const SystemParameter& parameter : system_.parameters) name(parameter.name, {});
  for (int k = 0; k < system_.discrete_count(); ++k)
    name(system_.discrete_name(k), Block::Kind::source);
  for (const std::string& mode : system_.modes) name(mode, Block::Kind::source);
}

std::vector<Expr> BlockMaker::arguments_of(const Expr& e) const {
  std::vector<Expr> arguments;
  for (const std::uint32_t id : graph_->arguments(graph_->intern(e)))
    arguments.push_back(graph_->expr(id));
  return arguments;
}

void BlockMaker::count_readers() {
  std::vector<Expr> all = rates_;
  for (const auto& [name, e] : outputs_) all.push_back(e);
  for (const std::uint32_t id : detail::find_reachable(*graph_, all))
    for (const std::uint32_t argument : graph_->arguments(id)) ++readers_[argument];
  for (const Expr& e : all)
    if (!e.is_constant()) ++readers_[e.id()];
}

/// Nothing but numbers and parameters.
bool BlockMaker::is_fixed(const Expr& e) {
  if (e.is_constant()) return true;
  if (e.op() == Op::symbol) return !kinds_.contains(e);
  const auto known = fixed_.find(e.id());
  if (known != fixed_.end()) return known->second;
  const std::vector<Expr> arguments = arguments_of(e);
  const bool result =
      std::all_of(arguments.begin(), arguments.end(), [&](const Expr& a) { return is_fixed(a); });
  return fixed_[e.id()] = result;
}

int BlockMaker::add(Block block) {
  if (result_.blocks.size() >= most_) {
    throw ModelError(fmt::format("the block diagram would have more than {} blocks", most_),
                     "draw a part of the model: take the bond graph, or the mechanism, into a "
                     "model of its own");
  }
  result_.blocks.push_back(std::move(block));
  return static_cast<int>(result_.blocks.size()) - 1;
}

int BlockMaker::block_of(const Expr& e) {
  const std::uint32_t id = graph_->intern(e);
  const auto known = block_of_.find(id);
  if (known != block_of_.end()) return known->second;
  const int block = make_block(e);
  block_of_[id] = block;
  return block;
}

int BlockMaker::make_block(const Expr& e) {
  if (is_fixed(e)) {
    Block constant;
    constant.kind = Block::Kind::constant;
    constant.text = write(e);
    return add(std::move(constant));
  }
  switch (e.op()) {
    case Op::symbol: {
      Block source;
      source.kind = Block::Kind::source;
      source.text = names_.at(e);
      return add(std::move(source));
    }
    case Op::add:
    case Op::sub:
    case Op::neg:
    case Op::fma: return make_sum(e);
    case Op::mul:
    case Op::div: return make_product(e);
    default: return make_function(e);
  }
}

void BlockMaker::collect_terms(const Expr& e, bool is_negative, bool is_outermost,
                               std::vector<Term>& terms) {
  const bool is_opened = !is_fixed(e) && (is_outermost || is_read_once(e));
  const std::vector<Expr> a =
      is_opened && e.op() != Op::symbol ? arguments_of(e) : std::vector<Expr>();
  if (is_opened && (e.op() == Op::add || e.op() == Op::sub)) {
    collect_terms(a[0], is_negative, false, terms);
    collect_terms(a[1], is_negative != (e.op() == Op::sub), false, terms);
  } else if (is_opened && e.op() == Op::neg) {
    collect_terms(a[0], !is_negative, false, terms);
  } else if (is_opened && e.op() == Op::fma) {
    Term product;
    product.is_negative = is_negative;
    product.product = {a[0], a[1]};
    terms.push_back(std::move(product));
    collect_terms(a[2], is_negative, false, terms);
  } else {
    terms.push_back({e, is_negative, {}});
  }
}

int BlockMaker::make_sum(const Expr& e) {
  std::vector<Term> terms;
  collect_terms(e, false, true, terms);
  std::vector<std::pair<int, bool>> inputs;
  for (const Term& term : terms) {
    bool is_negative = term.is_negative;
    int from = 0;
    if (term.product) {
      Factors factors;
      for (const Expr& factor : *term.product) collect_factors(factor, false, false, factors);
      is_negative = is_negative != factors.is_negative;
      factors.is_negative = false;
      if (factors.varying.empty()) {
        Block constant;
        constant.kind = Block::Kind::constant;
        constant.text = factors.write_fixed();
        if (constant.text.empty()) constant.text = "1";
        from = add(std::move(constant));
      } else {
        from = make_product(factors);
      }
    } else {
      from = block_of(term.e);
    }
    inputs.emplace_back(from, is_negative);
  }
  if (inputs.size() == 1)
    return inputs[0].second ? add_gain("−1", inputs[0].first) : inputs[0].first;
  Block sum;
  sum.kind = Block::Kind::sum;
  const int block = add(std::move(sum));
  for (const auto& [from, is_negative] : inputs) connect(from, block, is_negative ? "−" : "+");
  return block;
}

void BlockMaker::collect_factors(const Expr& e, bool divides, bool is_outermost, Factors& factors) {
  if (is_fixed(e)) {
    if (e.is_constant(-1.0)) {
      factors.is_negative = !factors.is_negative;
      return;
    }
    if (!e.is_constant() && (e.op() == Op::mul || e.op() == Op::div)) {
      const std::vector<Expr> a = arguments_of(e);
      collect_factors(a[0], divides, false, factors);
      collect_factors(a[1], divides != (e.op() == Op::div), false, factors);
      return;
    }
    if (e.is_constant(1.0)) return;
    const bool is_short = e.is_constant() || e.op() == Op::symbol;
    (divides ? factors.fixed_divisors : factors.fixed)
        .push_back(is_short ? write(e) : "(" + write(e) + ")");
    return;
  }
  const bool is_opened = is_outermost || is_read_once(e);
  if (is_opened && (e.op() == Op::mul || e.op() == Op::div)) {
    const std::vector<Expr> a = arguments_of(e);
    collect_factors(a[0], divides, false, factors);
    collect_factors(a[1], divides != (e.op() == Op::div), false, factors);
  } else if (is_opened && e.op() == Op::neg) {
    factors.is_negative = !factors.is_negative;
    collect_factors(arguments_of(e)[0], divides, false, factors);
  } else {
    factors.varying.emplace_back(e, divides);
  }
}

int BlockMaker::add_gain(const std::string& text, int from) {
  Block gain;
  gain.kind = Block::Kind::gain;
  gain.text = text;
  const int block = add(std::move(gain));
  connect(from, block);
  return block;
}

int BlockMaker::make_product(const Expr& e) {
  Factors factors;
  collect_factors(e, false, true, factors);
  return make_product(factors);
}

int BlockMaker::make_product(const Factors& factors) {
  int block = 0;
  if (factors.varying.size() == 1 && !factors.varying[0].second) {
    block = block_of(factors.varying[0].first);
  } else {
    std::vector<std::pair<int, bool>> inputs;
    for (const auto& [factor, divides] : factors.varying)
      inputs.emplace_back(block_of(factor), divides);
    const bool is_square = inputs.size() == 2 && inputs[0] == inputs[1] && !inputs[0].second;
    Block product;
    product.kind = is_square ? Block::Kind::function : Block::Kind::product;
    if (is_square) product.text = "u²";
    block = add(std::move(product));
    for (const auto& [from, divides] : inputs) {
      connect(from, block, is_square ? "" : divides ? "÷" : "×");
      if (is_square) break;
    }
  }
  std::string gain = factors.write_fixed();
  if (factors.is_negative) gain = gain.empty() ? "−1" : "−" + gain;
  return gain.empty() ? block : add_gain(gain, block);
}

/// What has no symbol of its own: by its name.
std::string name_of_operation(const Graph& graph, const Node& node) {
  switch (node.op) {
    case Op::sqrt: return "√u";
    case Op::abs: return "|u|";
    case Op::pow: return "uʸ";
    case Op::select: return "switch";
    case Op::less: return "<";
    case Op::less_equal: return "≤";
    case Op::equal: return "=";
    case Op::logical_and: return "and";
    case Op::logical_or: return "or";
    case Op::logical_not: return "not";
    case Op::relation: return "> 0";
    case Op::table: return "table " + graph.payload(node).table->name;
    case Op::solve: {
      const int size = graph.payload(node).size;
      return fmt::format("A x = b, {} x {}", size, size);
    }
    case Op::newton: return fmt::format("root of {} equations", graph.payload(node).size);
    case Op::exp: return "exp";
    case Op::log: return "log";
    case Op::sin: return "sin";
    case Op::cos: return "cos";
    case Op::tan: return "tan";
    case Op::asin: return "asin";
    case Op::acos: return "acos";
    case Op::atan: return "atan";
    case Op::atan2: return "atan2";
    case Op::sinh: return "sinh";
    case Op::cosh: return "cosh";
    case Op::tanh: return "tanh";
    case Op::sign: return "sign";
    case Op::min: return "min";
    case Op::max: return "max";
    case Op::floor: return "floor";
    default: return "f(u)";
  }
}

int BlockMaker::make_function(const Expr& e) {
  const Node node =
      graph_->node(graph_->intern(e));  // a copy: nodes move where constants are added
  if (node.op == Op::output) {
    // One block for the whole solution; its lines say which unknown they carry by their order.
    const Expr producer = graph_->expr(node.args[0]);
    const std::uint32_t id = node.args[0];
    const auto known = block_of_.find(id);
    const int whole = known != block_of_.end() ? known->second : make_function(producer);
    block_of_[id] = whole;
    Block unknown;
    unknown.kind = Block::Kind::function;
    unknown.text = fmt::format("x[{}]", node.args[1]);
    const int block = add(std::move(unknown));
    connect(whole, block);
    return block;
  }
  std::vector<int> inputs;
  std::string text = name_of_operation(*graph_, node);
  const std::vector<Expr> arguments = arguments_of(e);
  if (node.op == Op::pow && is_fixed(arguments[1])) text = "u^" + write(arguments[1]);
  for (const Expr& argument : arguments) {
    const bool is_shown = !is_fixed(argument) || (node.op != Op::solve && node.op != Op::pow);
    if (!is_shown) continue;
    const int from = block_of(argument);
    if (std::find(inputs.begin(), inputs.end(), from) == inputs.end()) inputs.push_back(from);
  }
  Block function;
  function.kind = Block::Kind::function;
  function.text = text;
  const int block = add(std::move(function));
  for (const int from : inputs) connect(from, block);
  return block;
}

}  // namespace

BlockDiagram make_block_diagram(const LoadedModel& loaded, std::size_t most) {
  if (loaded.system.state_count() == 0)
    throw ModelError("the model has no states, and so no integrators");
  LoadedModel named = load_with_parameters(loaded);
  named.outputs = loaded.outputs;
  return BlockMaker(named, most).make();
}

}  // namespace holon
