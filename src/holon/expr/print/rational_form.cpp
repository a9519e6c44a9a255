// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#include "holon/expr/print/rational_form.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <optional>

namespace holon {
namespace {

using Powers = TrigSum::Powers;

bool is_polynomial(const TrigSum& s) {
  return std::all_of(s.terms.begin(), s.terms.end(),
                     [](const auto& term) { return term.first.trig == TrigSum::Trig::none; });
}

/// Ordered by the power of the first node in which they differ: an order that products preserve.
bool is_less(const Powers& a, const Powers& b) {
  std::size_t i = 0, j = 0;
  while (i < a.size() || j < b.size()) {
    const bool has_a = j == b.size() || (i < a.size() && a[i].first <= b[j].first);
    const bool has_b = i == a.size() || (j < b.size() && b[j].first <= a[i].first);
    const int p = has_a ? a[i].second : 0, q = has_b ? b[j].second : 0;
    if (p != q) return p < q;
    i += has_a ? 1 : 0, j += has_b ? 1 : 0;
  }
  return false;
}

Powers quotient(const Powers& a, const Powers& b) {
  Powers result;
  std::size_t i = 0, j = 0;
  while (i < a.size() || j < b.size()) {
    const bool has_a = j == b.size() || (i < a.size() && a[i].first <= b[j].first);
    const bool has_b = i == a.size() || (j < b.size() && b[j].first <= a[i].first);
    const int p = (has_a ? a[i].second : 0) - (has_b ? b[j].second : 0);
    if (p != 0) result.emplace_back(has_a ? a[i].first : b[j].first, p);
    i += has_a ? 1 : 0, j += has_b ? 1 : 0;
  }
  return result;
}

const std::pair<const TrigSum::Key, TrigSum::Factor>& leading(const TrigSum& s) {
  return *std::max_element(s.terms.begin(), s.terms.end(), [](const auto& a, const auto& b) {
    return is_less(a.first.powers, b.first.powers);
  });
}

/// The least power of each node in all terms; 0 in terms without it.
std::map<std::uint32_t, int> least_powers(const TrigSum& s) {
  std::map<std::uint32_t, int> least;
  bool is_first = true;
  for (const auto& [key, factor] : s.terms) {
    std::map<std::uint32_t, int> own(key.powers.begin(), key.powers.end());
    for (auto& [node, n] : least)
      if (!own.contains(node)) n = std::min(n, 0);
    for (const auto& [node, n] : own) {
      const auto found = least.find(node);
      if (found != least.end())
        found->second = std::min(found->second, n);
      else
        least[node] = is_first ? n : std::min(n, 0);
    }
    is_first = false;
  }
  return least;
}

/// The common factor of all terms; with `only_below` only of nodes whose least power is negative.
TrigSum content_of(const TrigSum& s, bool only_below) {
  TrigSum::Key key;
  for (const auto& [node, n] : least_powers(s))
    if (n < 0 || (n > 0 && !only_below)) key.powers.emplace_back(node, n);
  TrigSum content;
  content.add(key, {1, 1});
  return content;
}

/// Whether some node has a lower power than in `least` (0 for nodes that are not in it).
bool is_below(const Powers& powers, const std::map<std::uint32_t, int>& least) {
  const std::map<std::uint32_t, int> own(powers.begin(), powers.end());
  for (const auto& [node, n] : own) {
    const auto bound = least.find(node);
    if (n < (bound == least.end() ? 0 : bound->second)) return true;
  }
  return std::any_of(least.begin(), least.end(), [&](const auto& bound) {
    return bound.second > 0 && !own.contains(bound.first);
  });
}

/// a/b if that is a sum of terms without a remainder.
std::optional<TrigSum> divide(TrigSum a, const TrigSum& b) {
  if (!is_polynomial(a) || !is_polynomial(b)) return {};
  constexpr std::size_t kMostTerms = 200;
  TrigSum result;
  const auto [divisor, by] = leading(b);
  // Least powers add up in products; without this bound 1/(1 + n²) would be a series.
  std::map<std::uint32_t, int> least = least_powers(a);
  for (const auto& [node, n] : least_powers(b)) least[node] -= n;
  for (std::size_t k = 0; !a.is_zero(); ++k) {
    if (k == kMostTerms) return {};
    const auto [key, factor] = leading(a);
    const Powers powers = quotient(key.powers, divisor.powers);
    if (is_below(powers, least)) return {};
    TrigSum term;
    term.add({TrigSum::Trig::none, {}, powers},
             {factor.value / by.value, std::abs(factor.value / by.value)});
    result += term;
    a = a - term * b;
    a.terms.erase(key);  // removes its rounding error
    a.tidy();
  }
  return result;
}

bool equal(const TrigSum& a, const TrigSum& b) {
  TrigSum difference = a - b;
  difference.tidy();
  return difference.is_zero();
}

/// Whether one is a numerical multiple of the other.
std::optional<double> find_ratio(const TrigSum& a, const TrigSum& b) {
  if (a.terms.size() != b.terms.size()) return {};
  const auto found = a.terms.find(b.terms.begin()->first);
  if (found == a.terms.end()) return {};
  const double ratio = found->second.value / b.terms.begin()->second.value;
  if (!equal(a, b.scaled(ratio))) return {};
  return ratio;
}

/// For a single term without sine and cosine.
TrigSum inverse_of(const TrigSum& term) {
  TrigSum::Key key = term.terms.begin()->first;
  const double value = 1 / term.terms.begin()->second.value;
  for (auto& [node, n] : key.powers) n = -n;
  TrigSum result;
  result.add(key, {value, std::abs(value)});
  return result;
}

TrigSum integer_power(const TrigSum& s, int n) {
  TrigSum result(1.0);
  for (int k = 0; k < n; ++k) result = result * s;
  return result;
}

}  // namespace

void RationalForms::cancel(Fraction& f) const {
  if (f.top.is_zero()) {
    f.bottom.clear();
    return;
  }
  for (auto& [factor, n] : f.bottom)
    while (n > 0) {
      std::optional<TrigSum> rest = divide(f.top, factor);
      if (!rest) break;
      f.top = std::move(*rest);
      --n;
    }
  std::erase_if(f.bottom, [](const auto& factor) { return factor.second == 0; });
}

RationalForms::Fraction RationalForms::add(const Fraction& a, const Fraction& b,
                                           double sign) const {
  // Over the least common multiple of the denominators' factors.
  Fraction sum{TrigSum(), a.bottom};
  TrigSum times_a(1.0), times_b(1.0);
  std::vector<int> left;
  for (const auto& [factor, n] : a.bottom) left.push_back(n);
  for (const auto& [factor, n] : b.bottom) {
    const auto found = std::find_if(
        sum.bottom.begin(), sum.bottom.end(),
        [&divisor = factor](const auto& other) { return equal(other.first, divisor); });
    if (found == sum.bottom.end()) {
      sum.bottom.emplace_back(factor, n);
      left.push_back(0);
      times_a = sums_.multiply(times_a, integer_power(factor, n));
      continue;
    }
    int& have = left[static_cast<std::size_t>(found - sum.bottom.begin())];
    times_a = sums_.multiply(times_a, integer_power(factor, std::max(0, n - found->second)));
    times_b = sums_.multiply(times_b, integer_power(factor, std::max(0, found->second - n)));
    found->second = std::max(found->second, n);
    have = 0;
  }
  for (std::size_t k = 0; k < left.size(); ++k)
    times_b = sums_.multiply(times_b, integer_power(sum.bottom[k].first, left[k]));
  sum.top = sums_.multiply(a.top, times_a);
  sum.top += sums_.multiply(b.top, times_b).scaled(sign);
  sum.top.tidy();
  cancel(sum);
  return sum;
}

RationalForms::Fraction RationalForms::multiply(const Fraction& a, const Fraction& b) const {
  Fraction x = a, y = b;
  // Cross-cancellation first, while the sums are short.
  std::swap(x.bottom, y.bottom);
  cancel(x), cancel(y);
  Fraction product{sums_.multiply(x.top, y.top), x.bottom};
  for (const auto& [factor, n] : y.bottom) {
    const auto found = std::find_if(
        product.bottom.begin(), product.bottom.end(),
        [&divisor = factor](const auto& other) { return equal(other.first, divisor); });
    if (found == product.bottom.end())
      product.bottom.emplace_back(factor, n);
    else
      found->second += n;
  }
  return product;
}

RationalForms::Fraction RationalForms::inverse(const Fraction& a) {
  Fraction result{TrigSum(1.0)};
  if (a.top.terms.size() == 1 && is_polynomial(a.top)) {
    result.top = inverse_of(a.top);
  } else if (a.top.terms.size() == 1) {
    result.top = sums_.of(1.0 / sums_.expression(a.top));
  } else {
    const TrigSum rest = inverse_of(content_of(a.top, false));
    result.top = rest;
    result.bottom.emplace_back(sums_.multiply(a.top, rest), 1);
  }
  for (const auto& [factor, n] : a.bottom) {
    const auto found = std::find_if(
        result.bottom.begin(), result.bottom.end(),
        [&divisor = factor](const auto& f) { return find_ratio(divisor, f.first).has_value(); });
    if (found != result.bottom.end() && n == 1) {
      result.top = result.top.scaled(*find_ratio(factor, found->first));
      result.bottom.erase(found);
    } else {
      result.top = sums_.multiply(result.top, integer_power(factor, n));
    }
  }
  cancel(result);
  return result;
}

const RationalForms::Fraction& RationalForms::fraction_of(Expr e) {
  if (const auto found = known_.find(e.id()); found != known_.end()) return found->second;
  Fraction f = calc(e);
  return known_[e.id()] = std::move(f);
}

RationalForms::Fraction RationalForms::calc(Expr e) {
  Graph& graph = sums_.graph();
  std::vector<Fraction> a;
  const Op op = e.op();
  const bool is_arithmetic = op == Op::add || op == Op::sub || op == Op::mul || op == Op::div ||
                             op == Op::neg || op == Op::fma;
  if (!is_arithmetic) return {sums_.of(e)};
  const std::vector<std::uint32_t> ids(graph.arguments(e.id()).begin(),
                                       graph.arguments(e.id()).end());
  for (const std::uint32_t id : ids) {
    const Expr argument = graph.expr(id);
    a.push_back(argument.is_constant() ? Fraction{TrigSum(argument.value())}
                                       : fraction_of(argument));
  }
  switch (op) {
    case Op::add: return add(a[0], a[1], 1);
    case Op::sub: return add(a[0], a[1], -1);
    case Op::mul: return multiply(a[0], a[1]);
    case Op::neg: a[0].top = a[0].top.scaled(-1); return a[0];
    case Op::fma: return add(multiply(a[0], a[1]), a[2], 1);
    default: return multiply(a[0], inverse(a[1]));
  }
}

RationalForms::Quotient RationalForms::of(Expr e) {
  if (e.is_constant()) return {TrigSum(e.value())};
  Fraction f = fraction_of(e);
  f.top.tidy();
  Quotient q{f.top};
  for (const auto& [factor, n] : f.bottom)
    q.bottom = sums_.multiply(q.bottom, integer_power(factor, n));
  // Normalises signs and denominators of single terms.
  if (f.bottom.empty()) return q;
  const TrigSum content = content_of(q.top, true);
  q.top = sums_.multiply(q.top, inverse_of(content));
  q.bottom = sums_.multiply(q.bottom, inverse_of(content));
  if (is_polynomial(q.bottom) && leading(q.bottom).second.value < 0)
    q.bottom = q.bottom.scaled(-1), q.top = q.top.scaled(-1);
  return q;
}

namespace {

/// Whether it has signs between its terms, outside brackets.
bool is_written_sum(const std::string& text) {
  int depth = 0;
  for (std::size_t k = 0; k + 2 < text.size(); ++k) {
    if (text[k] == '(') ++depth;
    if (text[k] == ')') --depth;
    const bool is_sign = text[k + 1] == '+' || text[k + 1] == '-';
    if (depth == 0 && text[k] == ' ' && is_sign && text[k + 2] == ' ') return true;
  }
  return false;
}

/// Without brackets around the whole expression.
std::string without_brackets(const std::string& text, Notation notation) {
  const std::string open = notation == Notation::text    ? "("
                           : notation == Notation::latex ? "\\left("
                                                         : "<mrow><mo>(</mo>",
                    close = notation == Notation::text    ? ")"
                            : notation == Notation::latex ? "\\right)"
                                                          : "<mo>)</mo></mrow>";
  if (!text.starts_with(open) || !text.ends_with(close)) return text;
  const std::string inside = text.substr(open.size(), text.size() - open.size() - close.size());
  int depth = 0;
  for (std::size_t k = 0; k < inside.size(); ++k) {
    if (inside.compare(k, open.size(), open) == 0) ++depth;
    if (inside.compare(k, close.size(), close) == 0 && --depth < 0) return text;
  }
  return inside;
}

}  // namespace

std::string print(const RationalForms::Quotient& q, TrigPrinter& printer, Notation notation) {
  const std::string top = without_brackets(printer.sum(q.top), notation);
  if (q.bottom.constant() == 1.0) return top;
  const std::string bottom = without_brackets(printer.sum(q.bottom), notation);
  if (notation == Notation::mathml)
    return "<mfrac><mrow>" + top + "</mrow><mrow>" + bottom + "</mrow></mfrac>";
  const bool is_minus = top.starts_with('-') && !is_written_sum(top);
  if (notation == Notation::latex)
    return (is_minus ? "-" : "") + ("\\frac{" + top.substr(is_minus ? 1 : 0) + "}{") + bottom + "}";
  return (is_written_sum(top) ? "(" + top + ")" : top) + "/(" + bottom + ")";
}

}  // namespace holon
