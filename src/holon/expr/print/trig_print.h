// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <string>

#include "holon/expr/print/print.h"
#include "holon/expr/print/trig_sum.h"

namespace holon {

/// Writes sums of terms as by hand: common factors before brackets, sin² and cos² where they are
/// shorter than cos 2a, squares of sums, fractions of small numbers.
class TrigPrinter {
 public:
  struct Style {
    Notation notation = Notation::text;
    /// The notation of a symbol, or of another node with a name; "" for nodes without one.
    std::function<std::string(Expr)> name_of;
    /// Whether it is a parameter, which is written first.
    std::function<bool(Expr)> is_parameter;
  };
  TrigPrinter(TrigSums& algebra, Style style) : algebra_(algebra), style_(std::move(style)) {}

  /// "0" for an empty sum. Only signs between terms have blanks around them.
  std::string sum(const TrigSum& s);
  /// The sum as a factor before `factor`, with its sign: "", "-", "(a + b)*". `is_negative`
  /// receives the sign of a single term.
  std::string product(const TrigSum& s, const std::string& factor, bool& is_negative);

 private:
  struct Item;
  std::vector<Item> items_of(const TrigSum& s);
  Item item_of(const TrigSum& group);
  std::string write(const Item& item, bool as_fraction = false) const;
  std::string write_sum(const std::vector<Item>& items, bool as_fractions = false) const;
  std::string join(const std::vector<std::string>& factors) const;
  std::pair<TrigSum::Powers, TrigSum> without_common(const TrigSum& s) const;
  std::string bracket(const std::string& text) const;
  std::string atom(std::uint32_t node) const;
  std::string power(const std::string& base, int n) const;
  std::string number(double value, bool as_fraction) const;
  bool is_parameter(std::uint32_t node) const;
  TrigSum without_squares(const TrigSum& s, std::vector<Item>& squares);
  bool find_square(const TrigSum& s, std::string& text) const;

  TrigSums& algebra_;
  Style style_;
};

}  // namespace holon
