// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "holon/expr/formula/formula.h"

namespace holon::detail {

enum class Token : std::uint8_t {
  end,
  number,
  name,  ///< one word, without dots
  plus,
  minus,
  times,
  over,
  power,
  less,
  less_equal,
  greater,
  greater_equal,
  equal,
  not_equal,
  logical_and,
  logical_or,
  logical_not,
  open,           ///< (
  close,          ///< )
  open_bracket,   ///< [
  close_bracket,  ///< ]
  comma,
  dot,
};

/// Operator precedence; a larger number binds tighter. Operands bind tightest.
namespace precedence {
inline constexpr int kLoosest = 0, kOr = 1, kAnd = 2, kNot = 3, kComparison = 4, kSum = 5,
                     kProduct = 6, kSign = 7, kPower = 8, kWhole = 9;
}  // namespace precedence

/// The text between apostrophes.
std::string in_apostrophes(std::string_view text);

/// Splits a formula into tokens, one at a time. Operators of other languages are reported with
/// their replacement, and interpreted as intended.
class FormulaLexer {
 public:
  FormulaLexer(std::string_view text, std::vector<TextError>& errors)
      : text_(text), errors_(errors) {
    advance();
  }

  Token token() const { return token_; }
  std::size_t offset() const { return offset_; }
  std::size_t length() const { return end_ - offset_; }
  std::string_view spelling() const { return text_.substr(offset_, end_ - offset_); }
  double number() const { return number_; }
  /// The end of the previous token.
  std::size_t previous_end() const { return previous_end_; }
  /// Whether this token follows the previous one immediately.
  bool follows_directly() const { return offset_ == previous_end_; }

  void advance();
  /// Continues at this byte of the text.
  void jump(std::size_t position);
  std::string_view text() const { return text_; }

 private:
  void take(Token token, std::size_t length);
  void take_instead(Token token, std::size_t length, std::string_view instead);
  void take_single_equals();
  bool take_foreign_sign();
  void take_number();
  void take_word();
  void report(std::size_t offset, std::size_t length, std::string message,
              std::string suggestion = {});

  std::string_view text_;
  std::vector<TextError>& errors_;
  Token token_ = Token::end;
  std::size_t offset_ = 0, end_ = 0, previous_end_ = 0;
  double number_ = 0;
};

/// "a - (b + c)": the expression that is zero if `left` = `right`.
std::string as_difference(std::string_view left, std::string_view right);
/// Number of bytes of the word that starts at `offset`; 0 if there is none.
std::size_t word_length(std::string_view text, std::size_t offset);
/// Number of bytes of the character that starts at `offset`.
std::size_t character_length(std::string_view text, std::size_t offset);
/// Byte at which the character number `characters` (from 0) starts.
std::size_t byte_offset(std::string_view text, int characters);

}  // namespace holon::detail
