// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0

// Two passes over the formula's tree. The first determines the dimension of each node if bare
// numbers are pure numbers. Where it contradicts another term of a sum, the argument of a function,
// or the requirement of the field, the second pass descends from there: the missing dimension of a
// product belongs to its bare factor, that of a sum to each of its terms.
#include "holon/expr/formula/formula_bare_numbers.h"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <stdexcept>
#include <unordered_map>

#include "holon/expr/formula/formula_evaluator.h"
#include "holon/expr/formula/formula_functions.h"

namespace holon {
namespace {

using FormulaOp = Formula::Op;
using F = detail::FormulaFunction;

/// Further ones in a formula give no additional information.
constexpr std::size_t kMostCarriers = 20;

/// The state of a node.
struct Term {
  enum class Kind : std::uint8_t {
    unknown,
    free,     ///< 0, which is zero in any unit
    known,    ///< `dimension`, if bare numbers are pure
    clashes,  ///< a sum of terms of different dimensions, each with bare numbers in it
  } kind = Kind::unknown;
  Dimension dimension;
  bool has_bare = false;  ///< a bare number in it could have the missing dimension
};

class Search {
  using Node = Formula::Node;

 public:
  Search(const Formula& formula, FormulaScope& scope) : formula_(formula), scope_(scope) {}

  BareNumbers run(const Requirement* needed) {
    const Node& root = formula_.root();
    const Term term = look(root);
    const bool is_for_any = !needed || needed->kind == Requirement::Kind::any;
    if (term.kind == Term::Kind::known) found_.apparent = term.dimension;
    if (!is_for_any && term.has_bare) {
      const bool is_pure = term.kind == Term::Kind::known && term.dimension.is_number();
      const bool fits =
          term.kind == Term::Kind::known && fit(term.dimension, *needed, Strictness::formula).ok;
      // 0.2*sin(phi) is a number like 0.2 alone, and has the unit of its field.
      if (!is_pure && !fits) require(root, needed->dimension);
    }
    std::sort(found_.carriers.begin(), found_.carriers.end(),
              [](const BareNumber& a, const BareNumber& b) { return a.offset < b.offset; });
    return std::move(found_);
  }

 private:
  const Node& child(const Node& node, std::size_t index) const {
    return formula_.node(formula_.children(node)[index]);
  }
  std::string source(const Node& node) const {
    return formula_.text().substr(node.offset, node.length);
  }
  static Term known(const Dimension& dimension, bool has_bare = false) {
    return {Term::Kind::known, dimension, has_bare};
  }

  Term look(const Node& node) {
    const auto seen = terms_.find(&node);
    if (seen != terms_.end()) return seen->second;
    const Term term = calc(node);
    terms_.emplace(&node, term);
    return term;
  }

  Term calc(const Node& node) {
    switch (node.op) {
      case FormulaOp::number:
        if (const Unit* unit = formula_.unit(node)) return known(unit->dimension);
        return node.value == 0 ? Term{Term::Kind::free, {}, false} : known({}, true);
      case FormulaOp::name: return calc_name(node);
      case FormulaOp::negate: return look(child(node, 0));
      case FormulaOp::list:
      case FormulaOp::add:
      case FormulaOp::subtract: return calc_sum(node, 0);
      case FormulaOp::multiply:
      case FormulaOp::divide: return calc_product(node);
      case FormulaOp::power: return calc_power(node);
      case FormulaOp::less:
      case FormulaOp::less_equal:
      case FormulaOp::greater:
      case FormulaOp::greater_equal:
      case FormulaOp::equal:
      case FormulaOp::not_equal: calc_sum(node, 0); return known({});
      case FormulaOp::logical_not:
      case FormulaOp::logical_and:
      case FormulaOp::logical_or: check_below(node); return known({});
      case FormulaOp::call: return calc_call(node);
      default: return value_of(node);
    }
  }

  void check_below(const Node& node) {
    for (std::size_t k = 0; k < node.children; ++k) look(child(node, k));
  }

  Term value_of(const Node& node) {
    std::vector<TextError> ignored;
    const Value value = detail::FormulaEvaluator(formula_, scope_, ignored).evaluate(node);
    if (value.failed()) return {};
    if (value.dimension()) return known(*value.dimension());
    return value.apparent() ? known(*value.apparent()) : Term{};
  }

  Term calc_name(const Node& node) {
    if (node.text == "pi") return known({});
    std::vector<TextError> ignored;
    const Value value = detail::FormulaEvaluator(formula_, scope_, ignored).evaluate(node);
    if (value.failed()) return {};
    if (value.dimension()) return known(*value.dimension());
    if (!value.apparent()) return {};
    // A parameter that was calculated with bare numbers lacks their dimensions.
    return known(*value.apparent(), node.text != "i");
  }

  /// For two operands that are added or compared.
  Term join(const Node& a_node, Term a, const Node& b_node, Term b) {
    using Kind = Term::Kind;
    if (a.kind == Kind::free) return b;
    if (b.kind == Kind::free) return a;
    const bool has_bare = a.has_bare || b.has_bare;
    if (a.kind == Kind::known && b.kind == Kind::known) {
      check_angle(a_node, a, b);
      check_angle(b_node, b, a);
      if (can_add(a.dimension, b.dimension)) {
        return known(sum_dimension(a.dimension, b.dimension), has_bare);
      }
    }
    const bool gives_a = a.kind == Kind::known && !a.has_bare;
    const bool gives_b = b.kind == Kind::known && !b.has_bare;
    if (gives_a && b.has_bare) return require(b_node, a.dimension), a;
    if (gives_b && a.has_bare) return require(a_node, b.dimension), b;
    if (a.has_bare && b.has_bare) return {Kind::clashes, {}, true};
    return {};
  }

  /// 90 added to an angle means 90 rad.
  void check_angle(const Node& node, const Term& term, const Term& other) {
    const Node* number = node.op == FormulaOp::negate ? &child(node, 0) : &node;
    const bool is_bare = number->op == FormulaOp::number && number->unit < 0 && term.has_bare;
    if (!is_bare || other.dimension != dimensions::kAngle) return;
    if (number->value <= 2 * std::numbers::pi) return;
    add(*number, dimensions::kAngle, true);
  }

  /// For the children from `first` on. Long sums are left-associative, see FormulaEvaluator.
  Term calc_sum(const Node& node, std::size_t first) {
    std::vector<const Node*> chain{&node};
    while (is_sum(*chain.back()) && is_sum(child(*chain.back(), 0))) {
      chain.push_back(&child(*chain.back(), 0));
    }
    const Node& innermost = *chain.back();
    const Node* left = &child(innermost, first);
    Term term = look(*left);
    for (std::size_t k = first + 1; k < innermost.children; ++k) {
      term = join(*left, term, child(innermost, k), look(child(innermost, k)));
    }
    for (auto outer = chain.rbegin() + 1; outer != chain.rend(); ++outer) {
      const Node& right = child(**outer, 1);
      terms_.emplace(&child(**outer, 0), term);
      term = join(child(**outer, 0), term, right, look(right));
    }
    return term;
  }
  static bool is_sum(const Node& node) {
    return node.op == FormulaOp::add || node.op == FormulaOp::subtract;
  }

  struct Factor {
    const Node* node;
    bool is_below;  ///< it divides
  };
  /// In the order of the text.
  std::vector<Factor> list_factors(const Node& node) const {
    std::vector<Factor> factors;
    const Node* left = &node;
    while (left->op == FormulaOp::multiply || left->op == FormulaOp::divide) {
      factors.push_back({&child(*left, 1), left->op == FormulaOp::divide});
      left = &child(*left, 0);
    }
    factors.push_back({left, false});
    std::reverse(factors.begin(), factors.end());
    return factors;
  }

  Term calc_product(const Node& node) { return calc_product(list_factors(node)); }
  Term calc_product(const std::vector<Factor>& factors) {
    Term product = known({});
    bool is_free = false, is_unknown = false;
    for (const Factor& factor : factors) {
      const Term term = look(*factor.node);
      product.has_bare = product.has_bare || term.has_bare;
      is_free = is_free || (term.kind == Term::Kind::free && !factor.is_below);
      is_unknown =
          is_unknown || term.kind == Term::Kind::unknown || term.kind == Term::Kind::clashes;
      product.dimension =
          factor.is_below ? product.dimension / term.dimension : product.dimension * term.dimension;
    }
    if (is_free) return {Term::Kind::free, {}, false};
    return is_unknown ? Term{} : product;
  }

  static std::optional<Rational> exponent_of(const Value& value) {
    if (value.failed() || !value.is_single() || !value.scalar().is_constant()) return {};
    return Rational::find(value.scalar().value());
  }
  std::optional<Rational> exponent_of(const Node& power) {
    std::vector<TextError> ignored;
    return exponent_of(
        detail::FormulaEvaluator(formula_, scope_, ignored).evaluate(child(power, 1)));
  }

  Term calc_power(const Node& node) {
    Term base = look(child(node, 0));
    look(child(node, 1));
    const auto exponent = exponent_of(node);
    if (base.kind != Term::Kind::known) return base.kind == Term::Kind::free ? base : Term{};
    if (!exponent) return base.dimension.is_number() ? known({}) : Term{};
    base.dimension = base.dimension.pow(*exponent);
    return base;
  }

  Term calc_call(const Node& node) {
    const detail::FormulaFunctionInfo* info = detail::find_formula_function(node.text);
    if (!info) return {};
    switch (info->function) {
      case F::sin:
      case F::cos:
      case F::tan: return calc_elementary(node, dimensions::kAngle, {});
      case F::sinh:
      case F::cosh:
      case F::tanh:
      case F::exp:
      case F::log:
      case F::log10: return calc_elementary(node, {}, {});
      case F::asin:
      case F::acos:
      case F::atan: return calc_elementary(node, {}, dimensions::kAngle);
      case F::sign: check_below(node); return known({});
      case F::atan2: calc_sum(node, 0); return known(dimensions::kAngle);
      case F::abs:
      case F::norm:
      case F::smooth:
      case F::floor:
      case F::ceil:
      case F::to_frame:
      case F::from_frame: return look(child(node, 0));
      case F::min:
      case F::max:
      case F::hypot:
      case F::mod: return calc_sum(node, 0);
      case F::if_: return calc_if(node);
      case F::dot:
      case F::cross: return calc_product({{&child(node, 0), false}, {&child(node, 1), false}});
      case F::sqrt: return calc_scaled(node, [](const Dimension& d) { return d.sqrt(); });
      case F::der:
        return calc_scaled(node, [](const Dimension& d) { return d / dimensions::kTime; });
      default: return value_of(node);
    }
  }

  template <class Change>
  Term calc_scaled(const Node& node, Change change) {
    Term term = look(child(node, 0));
    if (term.kind == Term::Kind::clashes) return {};
    if (term.kind == Term::Kind::known) term.dimension = change(term.dimension);
    return term;
  }

  Term calc_elementary(const Node& node, const Dimension& argument, const Dimension& result) {
    const Term term = look(child(node, 0));
    const bool is_pure = term.kind == Term::Kind::known && term.dimension.si().is_number();
    if (term.has_bare && !is_pure) require(child(node, 0), argument);
    return known(result);
  }

  /// A branch that is known not to be taken may be invalid.
  Term calc_if(const Node& node) {
    std::vector<TextError> ignored;
    const Value condition =
        detail::FormulaEvaluator(formula_, scope_, ignored).evaluate(child(node, 0));
    if (condition.failed()) return {};
    if (condition.is_single() && condition.scalar().is_constant()) {
      return look(child(node, condition.scalar().is_constant(0.0) ? 2 : 1));
    }
    look(child(node, 0));
    return calc_sum(node, 1);
  }

  void add(const Node& node, const Dimension& needed, bool is_angle = false) {
    if (needed.is_number() || found_.carriers.size() == kMostCarriers) return;
    const auto is_same = [&](const BareNumber& b) { return b.offset == node.offset; };
    if (std::any_of(found_.carriers.begin(), found_.carriers.end(), is_same)) return;
    found_.carriers.push_back(
        {node.offset, node.length, source(node), node.op == FormulaOp::name, is_angle, needed});
  }

  /// The node must have this dimension, which bare numbers in it could have.
  void require(const Node& node, const Dimension& needed) {
    const Term term = look(node);
    if (!term.has_bare) return;
    if (term.kind == Term::Kind::known && can_add(term.dimension, needed)) return;
    switch (node.op) {
      case FormulaOp::number: return add(node, needed);
      case FormulaOp::name: return add(node, needed);
      case FormulaOp::negate: return require(child(node, 0), needed);
      case FormulaOp::list: return require_below(node, 0, needed);
      case FormulaOp::add:
      case FormulaOp::subtract: return require_terms(node, needed);
      case FormulaOp::multiply:
      case FormulaOp::divide: return require_factor(list_factors(node), needed);
      case FormulaOp::power: {
        const auto exponent = exponent_of(node);
        if (exponent && exponent->numerator() != 0) {
          require(child(node, 0), needed.pow({exponent->denominator(), exponent->numerator()}));
        }
        return;
      }
      case FormulaOp::call: return require_call(node, needed);
      default: return;
    }
  }

  void require_below(const Node& node, std::size_t first, const Dimension& needed) {
    for (std::size_t k = first; k < node.children; ++k) require(child(node, k), needed);
  }

  void require_terms(const Node& node, const Dimension& needed) {
    const Node* left = &node;
    for (; is_sum(*left); left = &child(*left, 0)) require(child(*left, 1), needed);
    require(*left, needed);
  }

  void require_call(const Node& node, const Dimension& needed) {
    switch (detail::find_formula_function(node.text)->function) {
      case F::sqrt: return require(child(node, 0), needed.pow(2));
      case F::der: return require(child(node, 0), needed * dimensions::kTime);
      case F::dot:
      case F::cross:
        return require_factor({{&child(node, 0), false}, {&child(node, 1), false}}, needed);
      case F::if_: return require_below(node, 1, needed);
      case F::min:
      case F::max:
      case F::hypot:
      case F::mod: return require_below(node, 0, needed);
      case F::abs:
      case F::norm:
      case F::smooth:
      case F::to_frame:
      case F::from_frame: return require(child(node, 0), needed);
      default: return;
    }
  }

  /// Of several bare factors a parameter is the most likely one to have a unit.
  void require_factor(const std::vector<Factor>& factors, const Dimension& needed) {
    const Factor* carrier = nullptr;
    for (const Factor& factor : factors) {
      if (!look(*factor.node).has_bare) continue;
      const bool is_better =
          factor.node->op == FormulaOp::name && carrier && carrier->node->op != FormulaOp::name;
      if (!carrier || is_better) carrier = &factor;
    }
    if (!carrier) return;
    Dimension missing = needed;
    for (const Factor& factor : factors) {
      if (&factor == carrier) continue;
      const Term term = look(*factor.node);
      if (term.kind != Term::Kind::known) return;
      missing = factor.is_below ? missing * term.dimension : missing / term.dimension;
    }
    require(*carrier->node, carrier->is_below ? missing.inverse() : missing);
  }

  const Formula& formula_;
  FormulaScope& scope_;
  std::unordered_map<const Node*, Term> terms_;
  BareNumbers found_;
};

}  // namespace

BareNumbers find_bare_numbers(const Formula& formula, FormulaScope& scope,
                              const Requirement* needed) {
  if (formula.empty() || formula.has_errors()) return {};
  try {
    return Search(formula, scope).run(needed);
  } catch (const std::overflow_error&) {  // exponents: reported by the evaluation
    return {};
  }
}

}  // namespace holon
