// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#include "holon/expr/print/print.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <unordered_map>

#include "holon/base/escape.h"
#include "holon/expr/graph/function.h"
#include "holon/expr/graph/operations.h"
#include "holon/expr/graph/table_slopes.h"
#include "holon/expr/graph/traverse.h"

namespace holon {

namespace {

/// The precedence of an expression; an operand of lower precedence is bracketed.
enum Binding { kOr, kAnd, kComparison, kSum, kProduct, kSign, kPower, kAtom };

struct Piece {
  std::string text;
  Binding binding = kAtom;
};

constexpr std::array<std::string_view, 30> kGreek = {
    "alpha",  "beta", "gamma", "delta", "epsilon", "zeta",  "eta",    "theta", "iota",    "kappa",
    "lambda", "mu",   "nu",    "xi",    "pi",      "rho",   "sigma",  "tau",   "upsilon", "phi",
    "chi",    "psi",  "omega", "Gamma", "Delta",   "Theta", "Lambda", "Phi",   "Psi",     "Omega"};
constexpr std::array<std::string_view, 30> kGreekText = {
    "α", "β", "γ", "δ", "ε", "ζ", "η", "θ", "ι", "κ", "λ", "μ", "ν", "ξ", "π",
    "ρ", "σ", "τ", "υ", "φ", "χ", "ψ", "ω", "Γ", "Δ", "Θ", "Λ", "Φ", "Ψ", "Ω"};

/// The parts of a name: the base and the last index ("x_1", "q[2]").
std::pair<std::string, std::string> split_index(const std::string& name) {
  if (name.size() > 3 && name.back() == ']') {
    const std::size_t open = name.rfind('[');
    if (open != std::string::npos && open > 0) {
      return {name.substr(0, open), name.substr(open + 1, name.size() - open - 2)};
    }
  }
  const std::size_t bar = name.rfind('_');
  const bool short_index = bar != std::string::npos && bar > 0 && bar + 1 < name.size() &&
                           name.find_first_of(".[") == std::string::npos;
  if (short_index) return {name.substr(0, bar), name.substr(bar + 1)};
  return {name, ""};
}

std::string word(const std::string& name, Notation notation) {
  const auto greek = std::find(kGreek.begin(), kGreek.end(), name);
  if (notation == Notation::latex) {
    if (greek != kGreek.end()) return "\\" + name;
    const std::string text = latex_math(name);
    return text.size() == 1 ? text : "\\mathrm{" + text + "}";
  }
  const std::string text =
      greek != kGreek.end()
          ? std::string(kGreekText[static_cast<std::size_t>(greek - kGreek.begin())])
          : xml_text(name);
  return "<mi>" + text + "</mi>";
}

class Printer {
 public:
  /// Numbers: simplified, or with all digits, so that they read back unchanged.
  explicit Printer(Notation notation, bool tidy = false, bool matlab = false)
      : notation_(notation), tidy_(tidy), matlab_(matlab) {}

  /// From now on the node is written by this name.
  void name(Expr e, const std::string& text) { names_[e.id()] = text; }
  /// The notation of symbols and of nodes that have a name.
  void set_names(const std::function<std::string(Expr)>& name_of) { name_of_ = name_of; }

  Piece piece(Expr e) {
    if (e.is_constant()) return number(e.value());
    if (const auto it = names_.find(e.id()); it != names_.end()) {
      return {print_name(it->second, notation_), kAtom};
    }
    if (name_of_) {
      if (std::string name = name_of_(e); !name.empty()) return {std::move(name), kAtom};
    }
    return of_node(e);
  }

 private:
  bool text() const { return notation_ == Notation::text; }
  bool latex() const { return notation_ == Notation::latex; }
  bool markup() const { return notation_ == Notation::mathml; }

  std::string op(const std::string& symbol, const std::string& tex = {}) const {
    if (markup()) return "<mo>" + xml_text(symbol) + "</mo>";
    if (latex()) return " " + (tex.empty() ? symbol : tex) + " ";
    return " " + symbol + " ";
  }

  Piece number(double value) const {
    if (tidy_ && std::isfinite(value)) {
      const TidyNumber tidy = tidy_number(value);
      if (!tidy.divisor.empty()) return fraction(tidy);
      return decimal(value, tidy.number);
    }
    return decimal(value, print_number(value));
  }

  Piece fraction(const TidyNumber& f) const {
    if (text()) return {f.number + "/" + f.divisor, kProduct};
    const bool minus = f.number[0] == '-';
    const std::string over = f.number.substr(minus ? 1 : 0);
    std::string body = latex() ? "\\frac{" + over + "}{" + f.divisor + "}"
                               : "<mfrac><mn>" + over + "</mn><mn>" + f.divisor + "</mn></mfrac>";
    return minus ? Piece{sign() + body, kSign} : Piece{std::move(body), kAtom};
  }

  Piece decimal(double value, const std::string& digits) const {
    const Binding binding = value < 0 ? kSign : kAtom;
    if (matlab_ && std::isnan(value)) return {"NaN", kAtom};
    if (matlab_ && std::isinf(value)) return {value < 0 ? "-Inf" : "Inf", binding};
    if (text()) return {digits, binding};
    if (std::isinf(value)) {
      const std::string infinity = markup() ? "<mi>∞</mi>" : "\\infty";
      return {value < 0 ? sign() + infinity : infinity, binding};
    }
    if (markup() && digits[0] == '-') {
      return {sign() + decimal(-value, digits.substr(1)).text, kSign};
    }
    const std::size_t e = digits.find('e');
    if (e == std::string::npos) return {markup() ? "<mn>" + digits + "</mn>" : digits, binding};
    const std::string mantissa = digits.substr(0, e);
    std::string exponent = digits.substr(e + 1);
    const bool is_negative = exponent[0] == '-';
    exponent.erase(0, exponent.find_first_of("123456789"));
    if (is_negative) exponent.insert(0, "-");
    if (latex()) return {mantissa + " \\cdot 10^{" + exponent + "}", kProduct};
    return {"<mn>" + mantissa + "</mn><mo>·</mo><msup><mn>10</mn><mn>" + exponent + "</mn></msup>",
            kProduct};
  }

  std::string bracket(const std::string& s) const {
    if (latex()) return "\\left(" + s + "\\right)";
    if (markup()) return "<mrow><mo>(</mo>" + s + "<mo>)</mo></mrow>";
    return "(" + s + ")";
  }

  std::string within(Expr e, Binding place) {
    const Piece p = piece(e);
    return p.binding < place ? bracket(p.text) : p.text;
  }

  Piece infix(Expr a, Expr b, const std::string& symbol, Binding binding, Binding right,
              const std::string& tex = {}) {
    return {within(a, binding) + op(symbol, tex) + within(b, right), binding};
  }

  Piece function(const std::string& name, std::initializer_list<Expr> arguments) {
    std::string list;
    for (Expr e : arguments) {
      if (!list.empty()) list += markup() ? "<mo>,</mo>" : ", ";
      list += piece(e).text;
    }
    if (latex()) {
      const bool known = name == "sin" || name == "cos" || name == "tan" || name == "exp" ||
                         name == "sinh" || name == "cosh" || name == "tanh" || name == "min" ||
                         name == "max" || name == "arcsin" || name == "arccos" || name == "arctan";
      return {(known ? "\\" + name : "\\operatorname{" + name + "}") + bracket(list), kAtom};
    }
    if (markup()) return {"<mi>" + name + "</mi><mo>&#x2061;</mo>" + bracket(list), kAtom};
    return {name + "(" + list + ")", kAtom};
  }

  std::string long_name(const char* short_name, const char* other) const {
    return text() ? short_name : other;
  }

  Piece of_node(Expr e) {
    Graph& graph = *e.graph();
    const Node n = graph.node(e.id());
    const auto arg = [&](std::size_t k) { return graph.expr(n.args[k]); };
    switch (n.op) {
      case Op::symbol: return {print_name(graph.symbol_name(n), notation_), kAtom};
      case Op::constant: return number(graph.constant_value(n));  // of Graph::constant_node
      case Op::add: return sum(arg(0), arg(1));
      case Op::sub: return infix(arg(0), arg(1), "-", kSum, kProduct);
      case Op::mul: return product(arg(0), arg(1));
      case Op::div: return quotient(arg(0), arg(1));
      case Op::neg: return {sign() + within(arg(0), kProduct), kSign};
      case Op::fma: {
        const Piece p = product(arg(0), arg(1));
        return {p.text + op("+") + within(arg(2), kSum), kSum};
      }
      case Op::sqrt: return root(arg(0));
      case Op::exp: return function("exp", {arg(0)});
      case Op::log: return function(long_name("log", "ln"), {arg(0)});
      case Op::pow: return power(arg(0), arg(1));
      case Op::asin: return function(long_name("asin", "arcsin"), {arg(0)});
      case Op::acos: return function(long_name("acos", "arccos"), {arg(0)});
      case Op::atan: return function(long_name("atan", "arctan"), {arg(0)});
      case Op::abs: return magnitude(arg(0));
      case Op::min: return function("min", {arg(0), arg(1)});
      case Op::max: return function("max", {arg(0), arg(1)});
      case Op::atan2: return function("atan2", {arg(0), arg(1)});
      case Op::less: return comparison(arg(0), arg(1), "<");
      case Op::less_equal: return comparison(arg(0), arg(1), text() ? "<=" : "≤", "\\le");
      case Op::equal: return comparison(arg(0), arg(1), text() ? "==" : "=");
      case Op::logical_and:
        return infix(arg(0), arg(1), matlab_ ? "&" : (text() ? "and" : "∧"), kAnd, kComparison,
                     "\\wedge");
      case Op::logical_or:
        return infix(arg(0), arg(1), matlab_ ? "|" : (text() ? "or" : "∨"), kOr, kAnd, "\\vee");
      case Op::logical_not: return function("not", {arg(0)});
      case Op::relation:
        if (arg(0).graph() && arg(0).op() == Op::sub && !name_of(arg(0))) {  // a - b > 0
          const Node& difference = graph.node(arg(0).id());
          return comparison(graph.expr(difference.args[0]), graph.expr(difference.args[1]), ">");
        }
        return {within(arg(0), kSum) + op(">") + number(0).text, kComparison};
      case Op::select:
        if (!text()) return cases(e);
        return function(matlab_ ? "choose" : "if", {arg(0), arg(1), arg(2)});
      case Op::output: return of_output(graph, n);
      default: return function(std::string(detail::op_name(n.op)), {arg(0)});
    }
  }

  /// Whether a node is written by a name.
  bool name_of(Expr e) const {
    return names_.contains(e.id()) || (name_of_ && !name_of_(e).empty());
  }

  /// One line for each branch.
  Piece cases(Expr e) {
    const std::string cell = "<mtd style=\"text-align: left\">";
    const std::string begin = latex() ? "" : "<mtr>" + cell, end = latex() ? "" : "</mtd></mtr>";
    const std::string next = latex() ? " & " : "</mtd>" + cell, line = latex() ? " \\\\ " : "";
    const std::string where = latex() ? "\\text{if } " : "<mtext>if&#xa0;</mtext>";
    std::string rows;
    do {
      const Graph& graph = *e.graph();
      const Node n = graph.node(e.id());
      rows += begin + piece(e.graph()->expr(n.args[1])).text + next + where +
              piece(e.graph()->expr(n.args[0])).text + end + line;
      e = e.graph()->expr(n.args[2]);
    } while (e.graph() && e.op() == Op::select && !name_of(e));
    rows += begin + piece(e).text + next + (latex() ? "\\text{else}" : "<mtext>else</mtext>") + end;
    if (latex()) return {"\\begin{cases} " + rows + " \\end{cases}", kAtom};
    return {"<mrow><mo>{</mo><mtable>" + rows + "</mtable></mrow>", kAtom};
  }

  Piece comparison(Expr a, Expr b, const std::string& symbol, const std::string& tex = {}) {
    return {within(a, kSum) + op(symbol, tex) + within(b, kSum), kComparison};
  }

  /// a + (b + c) is written b + c + a, which is read back as the same sum.
  Piece sum(Expr a, Expr b) {
    const auto is_sum = [](Expr e) { return e.op() == Op::add || e.op() == Op::sub; };
    if (is_sum(b) && !is_sum(a)) std::swap(a, b);
    return infix(a, b, "+", kSum, text() ? kProduct : kSum);
  }

  std::string sign() const { return markup() ? "<mo>-</mo>" : "-"; }

  Piece product(Expr a, Expr b) {
    if (a == b) return power(a, 2.0);
    const std::string times = text() ? "*" : (latex() ? " \\, " : "<mo>&#x2062;</mo>");
    // Text must read back unchanged: a*(b*c) is not (a*b)*c to the last bit.
    return {within(a, kProduct) + times + within(b, text() ? kSign : kProduct), kProduct};
  }

  Piece quotient(Expr a, Expr b) {
    if (latex()) return {"\\frac{" + piece(a).text + "}{" + piece(b).text + "}", kAtom};
    if (markup()) {
      return {"<mfrac><mrow>" + piece(a).text + "</mrow><mrow>" + piece(b).text + "</mrow></mfrac>",
              kAtom};
    }
    return {within(a, kProduct) + "/" + within(b, kSign), kProduct};
  }

  Piece root(Expr x) {
    if (latex()) return {"\\sqrt{" + piece(x).text + "}", kAtom};
    if (markup()) return {"<msqrt>" + piece(x).text + "</msqrt>", kAtom};
    return function("sqrt", {x});
  }

  Piece power(Expr x, Expr y) {
    if (latex()) return {"{" + within(x, kAtom) + "}^{" + piece(y).text + "}", kPower};
    if (markup()) {
      return {
          "<msup><mrow>" + within(x, kAtom) + "</mrow><mrow>" + piece(y).text + "</mrow></msup>",
          kPower};
    }
    return {within(x, kAtom) + "^" + within(y, kAtom), kPower};
  }

  Piece magnitude(Expr x) {
    if (latex()) return {"\\left|" + piece(x).text + "\\right|", kAtom};
    if (markup()) return {"<mrow><mo>|</mo>" + piece(x).text + "<mo>|</mo></mrow>", kAtom};
    return function("abs", {x});
  }

  Piece of_output(Graph& graph, const Node& n) {
    const Payload& p = graph.payload(graph.node(n.args[0]));
    std::string name(detail::op_name(p.op));
    if (p.function) name = p.function->name();
    if (p.table) name = p.table->name.empty() ? "table" : p.table->name;
    std::string list;
    for (std::uint32_t a : p.arguments) {
      if (!list.empty()) list += markup() ? "<mo>,</mo>" : ", ";
      list += piece(graph.expr(a)).text;
    }
    if (p.derivative) {
      const auto [x, y] = detail::find_table_orders(p.derivative);
      name += "_" + std::string(static_cast<std::size_t>(x), 'x') +
              std::string(static_cast<std::size_t>(y), 'y');
    }
    std::string index = p.outputs > 1 ? "[" + std::to_string(n.args[1]) + "]" : "";
    if (const auto unknowns = static_cast<std::uint32_t>(p.size); unknowns > 0) {
      constexpr std::array kSolve = {"quality", "rank"};
      constexpr std::array kNewton = {"quality", "residual", "evaluations"};
      const bool of_solve = p.op == Op::solve;
      if (unknowns == 1) index.clear();
      if (n.args[1] >= unknowns) {
        const std::uint32_t k = n.args[1] - unknowns;
        index = std::string(".") + (of_solve ? kSolve[k] : kNewton[k]);
      }
    }
    return {
        print_name(name, notation_) + bracket(list) + (markup() ? "<mo>" + index + "</mo>" : index),
        kAtom};
  }

  Notation notation_;
  bool tidy_;
  bool matlab_;
  std::unordered_map<std::uint32_t, std::string> names_;
  std::function<std::string(Expr)> name_of_;
};

}  // namespace

std::string print_number(double value, int digits) {
  std::array<char, 40> buffer{};
  char* const last = buffer.data() + buffer.size();
  const auto end =
      digits > 0 ? std::to_chars(buffer.data(), last, value, std::chars_format::general, digits).ptr
                 : std::to_chars(buffer.data(), last, value).ptr;
  return {buffer.data(), end};
}

TidyNumber tidy_number(double value, double tolerance) {
  constexpr int kShort = 12;  // digits of a number that may have been written by a user
  const std::string exact = print_number(value), rounded = print_number(value, kShort);
  if (!std::isfinite(value) || exact.size() <= rounded.size()) return {exact, ""};
  const double within = tolerance * std::abs(value);
  double back = 0;
  std::from_chars(rounded.data(), rounded.data() + rounded.size(), back);
  if (std::abs(back - value) <= within) return {print_number(back), ""};
  constexpr int kLargestDivisor = 10'000;
  constexpr double kLargestProduct = 1e6;  // of numerator and denominator: not by coincidence
  for (int q = 3; q <= kLargestDivisor; ++q) {
    const double p = std::round(value * q);
    if (p == 0 || std::abs(p) * q > kLargestProduct) continue;
    if (std::abs(value * q - p) <= within * q) return {print_number(p), std::to_string(q)};
  }
  return {exact, ""};
}

std::string print_tidy(double value, double tolerance) {
  const TidyNumber tidy = tidy_number(value, tolerance);
  return tidy.divisor.empty() ? tidy.number : tidy.number + "/" + tidy.divisor;
}

std::string print_name(const std::string& name, Notation notation) {
  if (notation == Notation::text) return name;
  const auto [base, index] = split_index(name);
  if (index.empty()) return word(name, notation);
  if (notation == Notation::latex) return word(base, notation) + "_{" + latex_math(index) + "}";
  return "<msub>" + word(base, notation) + "<mi>" + xml_text(index) + "</mi></msub>";
}

class detail::MatlabPrinter::Impl : public Printer {
 public:
  Impl() : Printer(Notation::text, false, true) {}
};
detail::MatlabPrinter::MatlabPrinter() : impl_(std::make_unique<Impl>()) {}
detail::MatlabPrinter::~MatlabPrinter() = default;
void detail::MatlabPrinter::name(Expr e, const std::string& text) { impl_->name(e, text); }
std::string detail::MatlabPrinter::print(Expr e) { return impl_->piece(e).text; }

std::string print(Expr e, Notation notation) { return Printer(notation).piece(e).text; }

std::string print(Expr e, Notation notation, const std::function<std::string(Expr)>& name_of) {
  Printer printer(notation, true);
  printer.set_names(name_of);
  return printer.piece(e).text;
}

std::vector<Expr> find_repeated(std::span<const Expr> expressions) {
  std::vector<Expr> repeated;
  Graph* graph = detail::find_graph(expressions);
  if (!graph) return repeated;
  const auto nodes = detail::find_reachable(*graph, expressions);
  detail::NodeMap<int> uses(*graph), size(*graph);
  detail::NodeMap<char> is_whole(*graph);
  for (std::uint32_t id : nodes) {
    for (std::uint32_t a : graph->arguments(id)) ++uses[a];
  }
  for (Expr e : expressions) {
    if (!e.graph()) continue;
    ++uses[e.id()];
    is_whole[e.id()] = 1;
  }
  // Short enough to be repeated: one operation. Long enough to be split: the length of a line.
  constexpr int kSmall = 2, kLong = 24;
  for (std::uint32_t id : nodes) {
    const Op op = graph->node(id).op;
    if (op == Op::constant || op == Op::symbol || detail::has_payload(op)) continue;
    int operations = 1;
    for (std::uint32_t a : graph->arguments(id)) operations += size[a];
    const bool name_it =
        op != Op::neg && ((uses[id] > 1 && operations >= kSmall) || operations > kLong);
    size[id] = name_it ? 0 : operations;
    if (name_it && !(is_whole[id] != 0 && uses[id] == 1)) repeated.emplace_back(graph, id);
  }
  return repeated;
}

std::vector<PrintedEquation> print_equations(std::span<const std::string> names,
                                             std::span<const Expr> expressions, Notation notation) {
  std::vector<PrintedEquation> equations;
  Printer printer(notation, true);
  int count = 0;
  for (const Expr& e : find_repeated(expressions)) {
    const std::string name = "a_" + std::to_string(++count);
    equations.push_back({print_name(name, notation), printer.piece(e).text});
    printer.name(e, name);
  }
  for (std::size_t k = 0; k < expressions.size(); ++k) {
    equations.push_back({print_name(names[k], notation), printer.piece(expressions[k]).text});
  }
  return equations;
}

}  // namespace holon
