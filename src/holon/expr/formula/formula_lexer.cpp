// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#include "holon/expr/formula/formula_lexer.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <string>
#include <system_error>
#include <utility>

#include "holon/base/characters.h"

namespace holon::detail {
namespace {

bool is_letter(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_'; }

struct ForeignSign {
  std::string_view sign;
  Token token;
  std::string_view instead;
};

// Longer operators precede their prefixes.
constexpr std::array kForeignSigns{
    ForeignSign{"**", Token::power, "^"},         ForeignSign{"===", Token::equal, "=="},
    ForeignSign{"&&", Token::logical_and, "and"}, ForeignSign{"||", Token::logical_or, "or"},
    ForeignSign{"&", Token::logical_and, "and"},  ForeignSign{"|", Token::logical_or, "or"},
    ForeignSign{"<>", Token::not_equal, "!="},    ForeignSign{"~=", Token::not_equal, "!="},
    ForeignSign{"=<", Token::less_equal, "<="},   ForeignSign{"=>", Token::greater_equal, ">="},
    ForeignSign{"!", Token::logical_not, "not"},  ForeignSign{"~", Token::logical_not, "not"},
    ForeignSign{"·", Token::times, "*"},          ForeignSign{"×", Token::times, "*"},
    ForeignSign{"⋅", Token::times, "*"},          ForeignSign{"÷", Token::over, "/"},
    ForeignSign{"−", Token::minus, "-"},          ForeignSign{"–", Token::minus, "-"},
    ForeignSign{"≤", Token::less_equal, "<="},    ForeignSign{"≥", Token::greater_equal, ">="},
    ForeignSign{"≠", Token::not_equal, "!="},     ForeignSign{"{", Token::open, "("},
    ForeignSign{"}", Token::close, ")"},          ForeignSign{";", Token::comma, ","},
    ForeignSign{".*", Token::times, "*"},         ForeignSign{"./", Token::over, "/"},
    ForeignSign{".^", Token::power, "^"},
};

// Letters of other scripts are permitted in names; these symbols of the same range are not.
constexpr std::array<std::string_view, 16> kNotLetters{"·", "×", "⋅", "÷", "−", "–", "—", "≤",
                                                       "≥", "≠", "²", "³", "°", "…", "“", "”"};

}  // namespace

std::string in_apostrophes(std::string_view text) { return "'" + std::string(text) + "'"; }

std::size_t character_length(std::string_view text, std::size_t offset) {
  std::size_t end = offset + 1;
  while (end < text.size() && (text[end] & 0xC0) == 0x80) ++end;
  return end - offset;
}

std::size_t byte_offset(std::string_view text, int characters) {
  std::size_t offset = 0;
  for (; characters > 0 && offset < text.size(); --characters) {
    offset += character_length(text, offset);
  }
  return offset;
}

std::size_t word_length(std::string_view text, std::size_t offset) {
  std::size_t end = offset;
  while (end < text.size()) {
    const char c = text[end];
    if (is_letter(c) || (end > offset && is_digit(c))) {
      ++end;
    } else if (static_cast<unsigned char>(c) >= 0xC0) {
      const std::size_t length = character_length(text, end);
      const std::string_view character = text.substr(end, length);
      const Character first = first_character(character);
      if (!first.is_valid || first.length != length || is_hidden(first.code)) break;
      // No-break space and the general punctuation block (U+2000 to U+206F) separate words.
      if (std::find(kNotLetters.begin(), kNotLetters.end(), character) != kNotLetters.end() ||
          character == "\u00A0" || character.starts_with("\xE2\x80") ||
          character.starts_with("\xE2\x81")) {
        break;
      }
      end += length;
    } else {
      break;
    }
  }
  return end - offset;
}

std::string as_difference(std::string_view left, std::string_view right) {
  const auto trimmed = [](std::string_view text) {
    while (!text.empty() && is_space(text.front())) text.remove_prefix(1);
    while (!text.empty() && is_space(text.back())) text.remove_suffix(1);
    return std::string(text);
  };
  std::string minus = trimmed(right);
  if (minus.find_first_of("+-") != std::string::npos) minus = '(' + minus + ')';
  return trimmed(left) + " - " + minus;
}

void FormulaLexer::report(std::size_t offset, std::size_t length, std::string message,
                          std::string suggestion) {
  errors_.push_back({offset, length, std::move(message), std::move(suggestion)});
}

void FormulaLexer::jump(std::size_t position) {
  end_ = position;
  advance();
}

void FormulaLexer::take(Token token, std::size_t length) {
  token_ = token;
  end_ = offset_ + length;
}

void FormulaLexer::take_instead(Token token, std::size_t length, std::string_view instead) {
  take(token, length);
  report(offset_, length, "'" + std::string(spelling()) + "' is not an operator here",
         "write '" + std::string(instead) + "'");
}

void FormulaLexer::advance() {
  previous_end_ = end_;
  offset_ = end_;
  for (;;) {
    while (offset_ < text_.size() && is_space(text_[offset_])) ++offset_;
    if (offset_ >= text_.size()) return take(Token::end, 0);
    const char c = text_[offset_];
    const char next = offset_ + 1 < text_.size() ? text_[offset_ + 1] : '\0';
    if (is_digit(c) || (c == '.' && is_digit(next))) return take_number();
    if (word_length(text_, offset_) > 0) return take_word();
    switch (c) {
      case '+': return take(Token::plus, 1);
      case '-': return take(Token::minus, 1);
      case '/': return take(Token::over, 1);
      case '^': return take(Token::power, 1);
      case '(': return take(Token::open, 1);
      case ')': return take(Token::close, 1);
      case '[': return take(Token::open_bracket, 1);
      case ']': return take(Token::close_bracket, 1);
      case ',': return take(Token::comma, 1);
      default: break;
    }
    if (c == '*' && next != '*') return take(Token::times, 1);
    if (c == '=' && next == '=' && !text_.substr(offset_).starts_with("===")) {
      return take(Token::equal, 2);
    }
    if (c == '!' && next == '=') return take(Token::not_equal, 2);
    if (c == '<' && next != '>') {
      return next == '=' ? take(Token::less_equal, 2) : take(Token::less, 1);
    }
    if (c == '>') return next == '=' ? take(Token::greater_equal, 2) : take(Token::greater, 1);
    if (c == '=' && next != '=' && next != '<' && next != '>') return take_single_equals();
    if (take_foreign_sign()) return;
    if (c == '.') return take(Token::dot, 1);

    const std::size_t length = character_length(text_, offset_);
    const std::string character(text_.substr(offset_, length));
    std::string suggestion;
    if (character == "²" || character == "³") {
      suggestion = character == "²" ? "write '^2'" : "write '^3'";
    } else if (character == "%") {
      suggestion = "the remainder is mod(x, period), and per cent is written in brackets: 5 [%]";
    } else if (character == "?" || character == ":") {
      suggestion = "a choice is written if(condition, then, else)";
    } else if (character == "\"" || character == "'") {
      suggestion = "a formula contains no strings";
    } else if (character == "°") {
      suggestion = "an angle in degrees is written 30 [deg]";
    }
    report(offset_, length, "'" + character + "' has no meaning in a formula",
           std::move(suggestion));
    offset_ += length;
  }
}

/// Within parentheses it can only mean a comparison; else possibly an equation.
void FormulaLexer::take_single_equals() {
  const std::string_view left = text_.substr(0, offset_);
  if (std::count(left.begin(), left.end(), '(') > std::count(left.begin(), left.end(), ')')) {
    return take_instead(Token::equal, 1, "==");
  }
  take(Token::equal, 1);
  report(offset_, 1, "'=' is not an operator here",
         "a condition is written with '==', an equation as an expression that is zero: '" +
             as_difference(left, text_.substr(offset_ + 1)) + "'");
}

bool FormulaLexer::take_foreign_sign() {
  const std::string_view rest = text_.substr(offset_);
  for (const ForeignSign& foreign : kForeignSigns) {
    if (!rest.starts_with(foreign.sign)) continue;
    take_instead(foreign.token, foreign.sign.size(), foreign.instead);
    return true;
  }
  return false;
}

void FormulaLexer::take_number() {
  const char* const begin = text_.data() + offset_;
  const char* const end = text_.data() + text_.size();
  // Without the exponent's letter if no exponent follows: `2exp(x)` is `2` and `exp`.
  const auto [stop, code] = std::from_chars(begin, end, number_, std::chars_format::general);
  take(Token::number, static_cast<std::size_t>(stop - begin));
  if (code == std::errc::result_out_of_range) {
    report(offset_, length(), "the number " + std::string(spelling()) + " is out of range");
    number_ = 0;
  }
  if (end_ + 1 < text_.size() && text_[end_] == '.' && is_digit(text_[end_ + 1])) {
    std::size_t last = end_;
    while (last < text_.size() && (is_digit(text_[last]) || text_[last] == '.')) ++last;
    end_ = last;
    report(offset_, length(), "'" + std::string(spelling()) + "' is not a number");
  }
}

void FormulaLexer::take_word() {
  take(Token::name, word_length(text_, offset_));
  const std::string_view word = spelling();
  if (word == "and") {
    token_ = Token::logical_and;
  } else if (word == "or") {
    token_ = Token::logical_or;
  } else if (word == "not") {
    token_ = Token::logical_not;
  } else if (word == "AND" || word == "And") {
    take_instead(Token::logical_and, word.size(), "and");
  } else if (word == "OR" || word == "Or") {
    take_instead(Token::logical_or, word.size(), "or");
  } else if (word == "NOT" || word == "Not") {
    take_instead(Token::logical_not, word.size(), "not");
  }
}

}  // namespace holon::detail
