// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#include "holon/expr/print/trig_print.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <limits>

namespace holon {

namespace {

using Trig = TrigSum::Trig;
using Key = TrigSum::Key;
using Powers = TrigSum::Powers;

constexpr double kClose = 64 * std::numeric_limits<double>::epsilon();

bool is_close(double a, double b) { return std::abs(a - b) <= kClose * std::abs(b); }

/// The lowest powers that all terms share.
Powers common(const TrigSum& s) {
  std::map<std::uint32_t, int> least;
  bool first = true;
  for (const auto& [key, factor] : s.terms) {
    std::map<std::uint32_t, int> own(key.powers.begin(), key.powers.end());
    if (first) {
      least = own;
      first = false;
      continue;
    }
    for (auto it = least.begin(); it != least.end();) {
      const auto found = own.find(it->first);
      if (found == own.end() || (found->second > 0) != (it->second > 0)) {
        it = least.erase(it);
        continue;
      }
      if (std::abs(found->second) < std::abs(it->second)) it->second = found->second;
      ++it;
    }
  }
  return {least.begin(), least.end()};
}

Powers divide_powers(const Powers& a, const Powers& b) {
  Powers result;
  for (auto [node, n] : a) {
    for (const auto& [other, m] : b) {
      if (other == node) n -= m;
    }
    if (n != 0) result.emplace_back(node, n);
  }
  return result;
}

}  // namespace

/// factor · powers · sin or cos of the angle, once or squared · (parameters) · (others).
struct TrigPrinter::Item {
  double factor = 1;
  Powers powers{};
  Trig trig = Trig::none;
  bool squared = false;
  Powers angle{};
  TrigSum parameters{1.0}, others{1.0};
};

bool TrigPrinter::is_parameter(std::uint32_t node) const {
  return style_.is_parameter && style_.is_parameter(algebra_.graph().expr(node));
}

std::string TrigPrinter::bracket(const std::string& text) const {
  if (style_.notation == Notation::latex) return "\\left(" + text + "\\right)";
  if (style_.notation == Notation::mathml) {
    return "<mrow><mo>(</mo>" + text + "<mo>)</mo></mrow>";
  }
  return "(" + text + ")";
}

std::string TrigPrinter::atom(std::uint32_t node) const {
  const Expr e = algebra_.graph().expr(node);
  if (std::string name = style_.name_of(e); !name.empty()) return name;
  std::string text = print(e, style_.notation, style_.name_of);
  const bool is_sum = e.op() == Op::add || e.op() == Op::sub || e.op() == Op::neg ||
                      e.op() == Op::mul || e.op() == Op::div || e.op() == Op::fma;
  return is_sum ? bracket(text) : text;
}

std::string TrigPrinter::power(const std::string& base, int n) const {
  if (n == 1) return base;
  const std::string exponent = std::to_string(n);
  if (style_.notation == Notation::latex) return "{" + base + "}^{" + exponent + "}";
  if (style_.notation == Notation::mathml) {
    return "<msup><mrow>" + base + "</mrow><mn>" + exponent + "</mn></msup>";
  }
  return base + "^" + exponent;
}

std::string TrigPrinter::number(double value, bool as_fraction) const {
  TidyNumber tidy = tidy_number(value, kClose);
  if (as_fraction && tidy.divisor.empty()) {  // 1/4 rather than 0.25
    for (const int q : {2, 3, 4, 6, 8, 12, 16, 24}) {
      const double p = std::round(value * q);
      if (p == 0 || p > 99 || !is_close(value * q, p) || is_close(value, std::round(value))) {
        continue;
      }
      tidy = {print_number(p), std::to_string(q)};
      break;
    }
  }
  if (!tidy.divisor.empty()) {
    if (style_.notation == Notation::latex) {
      return "\\frac{" + tidy.number + "}{" + tidy.divisor + "}";
    }
    if (style_.notation == Notation::mathml) {
      return "<mfrac><mn>" + tidy.number + "</mn><mn>" + tidy.divisor + "</mn></mfrac>";
    }
    return tidy.number + "/" + tidy.divisor;
  }
  double decimal = value;
  std::from_chars(tidy.number.data(), tidy.number.data() + tidy.number.size(), decimal);
  return print(Expr(decimal), style_.notation, style_.name_of);
}

/// (Σ aᵢ xᵢ)².
bool TrigPrinter::find_square(const TrigSum& s, std::string& text) const {
  std::vector<std::pair<std::uint32_t, double>> base;
  for (const auto& [key, factor] : s.terms) {
    if (key.trig != Trig::none || key.powers.size() > 2) return false;
    if (key.powers.size() != 1 || key.powers[0].second != 2) continue;
    if (factor.value <= 0) return false;
    base.emplace_back(key.powers[0].first, std::sqrt(factor.value));
  }
  if (base.size() < 2) return false;
  TrigSum sum;
  for (std::size_t i = 0; i < base.size(); ++i) {
    if (i > 0) {
      Powers both{{base[0].first, 1}, {base[i].first, 1}};
      std::sort(both.begin(), both.end());
      const auto cross = s.terms.find(Key{Trig::none, {}, both});
      if (cross == s.terms.end()) return false;
      if (cross->second.value < 0) base[i].second *= -1;
    }
    sum.terms[{Trig::none, {}, {{base[i].first, 1}}}] = {base[i].second, 1};
  }
  const TrigSum square = sum * sum;
  if (square.terms.size() != s.terms.size()) return false;
  for (const auto& [key, factor] : s.terms) {
    const auto it = square.terms.find(key);
    if (it == square.terms.end() || !is_close(it->second.value, factor.value)) return false;
  }
  std::vector<Item> items;
  for (const auto& [key, factor] : sum.terms) {
    items.push_back({factor.value, key.powers, Trig::none, false, {}});
  }
  text = power(bracket(write_sum(items)), 2);
  return true;
}

/// A group of terms with the same sine or cosine, as one product.
TrigPrinter::Item TrigPrinter::item_of(const TrigSum& group) {
  Item item;
  item.trig = group.terms.begin()->first.trig;
  item.angle = group.terms.begin()->first.angle;
  item.powers = common(group);
  // Rows by parameters, columns by all other factors: is it a product?
  std::map<Powers, std::map<Powers, double>> table;
  TrigSum rest;
  for (const auto& [key, factor] : group.terms) {
    Powers parameters, others;
    for (const auto& p : divide_powers(key.powers, item.powers)) {
      (is_parameter(p.first) ? parameters : others).push_back(p);
    }
    table[parameters][others] = factor.value;
    rest.terms[{Trig::none, {}, divide_powers(key.powers, item.powers)}] = factor;
  }
  const auto& first = table.begin()->second;
  bool is_product = true;
  TrigSum parameters, others;
  for (const auto& [powers, row] : table) {
    const double share = row.begin()->second / first.begin()->second;
    if (row.size() != first.size()) is_product = false;
    for (const auto& [column, value] : row) {
      const auto it = first.find(column);
      if (it == first.end() || !is_close(it->second * share, value)) is_product = false;
    }
    parameters.terms[{Trig::none, {}, powers}] = {share * first.begin()->second, 1};
  }
  double least = std::abs(first.begin()->second);
  for (const auto& [column, value] : first) least = std::min(least, std::abs(value));
  if (!is_product) {
    item.others = rest;
    const double sign = rest.terms.begin()->second.value < 0 ? -1 : 1;
    if (rest.terms.size() > 1 && sign < 0) {
      item.factor = sign;
      item.others = rest.scaled(sign);
    }
    return item;
  }
  for (const auto& [column, value] : first) {
    others.terms[{Trig::none, {}, column}] = {value / least, 1};
  }
  parameters = parameters.scaled(least / first.begin()->second);
  const auto take = [&](TrigSum& s) {  // a sign, or the only term's factor
    const double value = s.terms.begin()->second.value;
    const double out = s.terms.size() == 1 ? value : value < 0 ? -1 : 1;
    item.factor *= out;
    s = s.scaled(1 / out);
    if (s.terms.size() > 1) return;
    for (const auto& p : s.terms.begin()->first.powers) item.powers.push_back(p);
    s = TrigSum(1.0);
  };
  take(parameters);
  take(others);
  std::sort(item.powers.begin(), item.powers.end());
  item.parameters = parameters;
  item.others = others;
  return item;
}

/// a + b cos 2x = (a + b) cos²x + (a − b) sin²x if that is shorter; without those terms.
TrigSum TrigPrinter::without_squares(const TrigSum& s, std::vector<Item>& squares) {
  TrigSum plain;
  std::map<Powers, TrigSum> doubles;
  TrigSum rest;
  for (const auto& [key, factor] : s.terms) {
    const bool is_double =
        key.trig == Trig::cosine && std::all_of(key.angle.begin(), key.angle.end(),
                                                [](const auto& a) { return a.second % 2 == 0; });
    if (key.trig == Trig::none) {
      plain.terms[key] = factor;
    } else if (is_double) {
      doubles[key.angle].terms[{Trig::none, {}, key.powers}] = factor;
    } else {
      rest.terms[key] = factor;
    }
  }
  for (const auto& [angle, b] : doubles) {
    TrigSum a;  // candidates: the terms of both
    for (const auto& [key, factor] : plain.terms) {
      if (b.terms.contains(key)) a.terms[key] = factor;
    }
    TrigSum cosine = a, sine = a;
    cosine += b;
    sine = sine - b;
    if (a.terms.size() + b.terms.size() > cosine.terms.size() + sine.terms.size()) {
      for (const auto& [key, factor] : a.terms) plain.terms.erase(key);
      Powers half = angle;
      for (auto& [node, n] : half) n /= 2;
      for (const auto& [trig, part] :
           {std::pair{Trig::cosine, cosine}, std::pair{Trig::sine, sine}}) {
        if (part.is_zero()) continue;
        Item item = item_of(part);
        item.trig = trig;
        item.squared = true;
        item.angle = half;
        squares.push_back(std::move(item));
      }
    } else {
      for (const auto& [key, factor] : b.terms) {
        rest.terms[{Trig::cosine, angle, key.powers}] = factor;
      }
    }
  }
  for (const auto& [key, factor] : plain.terms) rest.terms[key] = factor;
  return rest;
}

std::vector<TrigPrinter::Item> TrigPrinter::items_of(const TrigSum& s) {
  std::vector<Item> items, squares;
  const TrigSum rest = without_squares(s, squares);
  std::map<std::pair<Trig, Powers>, TrigSum> groups;
  for (const auto& [key, factor] : rest.terms) groups[{key.trig, key.angle}].terms[key] = factor;
  for (const auto& [which, group] : groups) {
    Item item = item_of(group);
    const bool is_plain = which.first == Trig::none && item.powers.empty() &&
                          item.parameters.constant() && !item.others.constant();
    if (!is_plain) {
      items.push_back(std::move(item));
      continue;
    }
    // Grouped by factors that are not parameters: a + b x + c x.
    std::map<Powers, TrigSum> parts;
    for (const auto& [key, factor] : group.terms) {
      Powers others;
      for (const auto& p : key.powers) {
        if (!is_parameter(p.first)) others.push_back(p);
      }
      parts[others].terms[key] = factor;
    }
    for (const auto& [others, part] : parts) {
      if (others.empty()) {
        for (const auto& [key, factor] : part.terms) {
          items.push_back({factor.value, key.powers, Trig::none, false, {}});
        }
      } else {
        items.push_back(item_of(part));
      }
    }
  }
  items.insert(items.end(), squares.begin(), squares.end());
  return items;
}

std::string TrigPrinter::join(const std::vector<std::string>& factors) const {
  const std::string times = style_.notation == Notation::text    ? "*"
                            : style_.notation == Notation::latex ? " \\, "
                                                                 : "<mo>&#x2062;</mo>";
  std::string text;
  for (const std::string& s : factors) text += (text.empty() ? "" : times) + s;
  return text;
}

/// Without its sign.
std::string TrigPrinter::write(const Item& item, bool as_fraction) const {
  std::vector<std::string> over, under;
  const auto put = [&](bool parameters) {
    for (const auto& [node, n] : item.powers) {
      if (is_parameter(node) != parameters) continue;
      (n > 0 ? over : under).push_back(power(atom(node), std::abs(n)));
    }
  };
  const auto write_terms = [&](const TrigSum& s) {
    std::vector<Item> items;
    for (const auto& [key, factor] : s.terms) {
      items.push_back({factor.value, key.powers, Trig::none, false, {}});
    }
    return bracket(write_sum(items));
  };
  if (!item.parameters.constant()) over.push_back(write_terms(item.parameters));
  put(true);
  if (item.trig != Trig::none) {
    std::vector<Item> angle;
    for (const auto& [node, n] : item.angle) {
      angle.push_back({static_cast<double>(n), {{node, 1}}, Trig::none, false, {}});
    }
    const std::string name = item.trig == Trig::sine ? "sin" : "cos";
    std::string text = name + bracket(write_sum(angle));
    if (style_.notation == Notation::latex) {
      text = "\\" + name + (item.squared ? "^{2}" : "") + bracket(write_sum(angle));
    } else if (style_.notation == Notation::mathml) {
      text = (item.squared ? "<msup><mi>" + name + "</mi><mn>2</mn></msup>"
                           : "<mi>" + name + "</mi>") +
             "<mo>&#x2061;</mo>" + bracket(write_sum(angle));
    } else if (item.squared) {
      text = power(text, 2);
    }
    over.push_back(text);
  }
  put(false);
  if (!item.others.constant()) {
    std::string square;
    over.push_back(find_square(item.others, square) ? square : write_terms(item.others));
  }
  const double size = std::abs(item.factor);
  const bool has_names = !over.empty() || !under.empty();
  if (over.empty() || !is_close(size, 1))
    over.insert(over.begin(), number(size, has_names || as_fraction));
  if (under.empty()) return join(over);
  const std::string a = join(over), b = join(under);
  if (style_.notation == Notation::latex) return "\\frac{" + a + "}{" + b + "}";
  if (style_.notation == Notation::mathml) {
    return "<mfrac><mrow>" + a + "</mrow><mrow>" + b + "</mrow></mfrac>";
  }
  return a + "/" + (under.size() > 1 ? bracket(b) : b);
}

std::string TrigPrinter::write_sum(const std::vector<Item>& items, bool as_fractions) const {
  if (items.empty()) return number(0, false);
  // A positive term first.
  std::vector<const Item*> order;
  for (const Item& item : items) order.push_back(&item);
  const auto positive =
      std::find_if(order.begin(), order.end(), [](const Item* item) { return item->factor >= 0; });
  if (positive != order.end()) std::rotate(order.begin(), positive, positive + 1);
  const bool markup = style_.notation == Notation::mathml;
  std::string text;
  for (const Item* item : order) {
    const bool minus = item->factor < 0;
    const std::string sign = minus ? "-" : "+";
    if (text.empty()) {
      if (minus) text += markup ? "<mo>-</mo>" : "-";
    } else {
      text += markup ? "<mo>" + sign + "</mo>" : " " + sign + " ";
    }
    text += write(*item, as_fractions);
  }
  return text;
}

std::string TrigPrinter::sum(const TrigSum& s) { return write_sum(items_of(s)); }

/// Parameters common to all terms, and the sum without them.
std::pair<Powers, TrigSum> TrigPrinter::without_common(const TrigSum& s) const {
  Powers shared = common(s);
  std::erase_if(shared, [this](const auto& p) { return p.second < 0 || !is_parameter(p.first); });
  TrigSum rest;
  for (const auto& [key, factor] : s.terms) {
    rest.terms[{key.trig, key.angle, divide_powers(key.powers, shared)}] = factor;
  }
  return {shared, rest};
}

std::string TrigPrinter::product(const TrigSum& s, const std::string& factor, bool& is_negative) {
  constexpr std::size_t kMany = 4;  // terms that a common factor shortens
  std::vector<Item> items = items_of(s);
  std::vector<std::string> factors;
  if (items.size() >= kMany) {
    const auto& [shared, rest] = without_common(s);
    for (const auto& [node, n] : shared) factors.push_back(power(atom(node), n));
    if (!shared.empty()) items = items_of(rest);
  }
  is_negative =
      std::all_of(items.begin(), items.end(), [](const Item& item) { return item.factor < 0; });
  if (items.size() > 1) {
    if (is_negative) {
      for (Item& item : items) item.factor = -item.factor;
    }
    factors.push_back(bracket(write_sum(items, !factors.empty())));
    factors.push_back(factor);
    return join(factors);
  }
  const std::optional<double> number = s.constant();
  if (number && is_close(std::abs(*number), 1)) return factor;
  factors.push_back(write(items[0], !factors.empty()));
  factors.push_back(factor);
  return join(factors);
}

}  // namespace holon
