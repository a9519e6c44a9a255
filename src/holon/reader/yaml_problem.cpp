// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#include "holon/reader/yaml_problem.h"

#include <algorithm>
#include <string_view>
#include <utility>

namespace holon::detail {
namespace {

constexpr std::string_view kYamlSigns = "*&!%@`|>";
constexpr std::string_view kOpening = "[{(";
constexpr std::string_view kClosing = "]})";

bool contains(std::string_view text, std::string_view part) {
  return text.find(part) != std::string_view::npos;
}

bool is_one_of(char c, std::string_view set) { return set.find(c) != std::string_view::npos; }

std::string_view trimmed(std::string_view text) {
  while (!text.empty() && (text.front() == ' ' || text.front() == '\t')) text.remove_prefix(1);
  while (!text.empty() && (text.back() == ' ' || text.back() == '\t')) text.remove_suffix(1);
  return text;
}

/// A range of one line.
struct Stretch {
  std::size_t begin = 0, end = 0;  ///< bytes of the line
  std::string_view in(std::string_view line) const { return line.substr(begin, end - begin); }
};

/// The value in a block line: the text after `- ` and the first `key: `.
Stretch block_value(std::string_view line) {
  std::size_t begin = indentation(line);
  while (line.substr(begin).starts_with("- ")) {
    begin += 2;
    while (begin < line.size() && line[begin] == ' ') ++begin;
  }
  const std::size_t colon = line.find(": ", begin);
  if (colon != std::string_view::npos) begin = colon + 2;
  while (begin < line.size() && line[begin] == ' ') ++begin;
  std::size_t end = std::min(line.find(" #", begin), line.size());
  while (end > begin && line[end - 1] == ' ') --end;
  return {begin, end};
}

/// The item of a flow collection around a byte of the line: up to the commas and brackets that
/// enclose it, brackets within it taken whole.
Stretch flow_item(std::string_view line, std::size_t at) {
  std::size_t begin = std::min(at, line.size());
  for (int depth = 0; begin > 0; --begin) {
    const char c = line[begin - 1];
    if (is_one_of(c, kClosing)) ++depth;
    if (depth == 0 && (is_one_of(c, "[{,") || line.substr(begin - 1, 2) == ": ")) break;
    if (is_one_of(c, kOpening)) --depth;
    if (depth < 0) depth = 0;
  }
  std::size_t end = std::min(at, line.size());
  int depth = 0;
  for (std::size_t i = begin; i < end; ++i) depth += (line[i] == '(') - (line[i] == ')');
  for (depth = std::max(depth, 0); end < line.size(); ++end) {
    const char c = line[end];
    if (depth == 0 && is_one_of(c, ",]}")) break;
    if (is_one_of(c, kOpening)) ++depth;
    if (is_one_of(c, kClosing)) --depth;
  }
  while (begin < end && line[begin] == ' ') ++begin;
  while (end > begin && line[end - 1] == ' ') --end;
  return {begin, end};
}

class Explainer {
 public:
  Explainer(const YamlProblem& problem, const TextIndex& index,
            const YamlSurroundings& surroundings)
      : p_(problem), index_(index), surroundings_(surroundings) {}

  ExplainedProblem explain() && {
    result_.first_line = result_.last_line = p_.mark.line;
    if (p_.is_encoding) {
      explain_encoding();
    } else if (contains(p_.context, "quoted scalar")) {
      explain_quotes();
    } else if (contains(p_.problem, "incompatible")) {
      set({0, 0}, "this version of YAML is not known", "write '%YAML 1.2', or leave the line out");
    } else if (contains(p_.context, "flow")) {
      explain_flow();
    } else if (!explain_sign() && !explain_sign_in_flow() && !explain_behind_quotes()) {
      explain_block();
    }
    return std::move(result_);
  }

 private:
  void set(Mark mark, std::string message, std::string suggestion = {}, int length = 1) {
    result_.diagnostic.place = index_.place(mark.line, mark.column);
    result_.diagnostic.message = std::move(message);
    result_.diagnostic.suggestion = std::move(suggestion);
    result_.diagnostic.length = std::max(length, 1);
  }
  void set_at(std::size_t line, Stretch stretch, std::string message, std::string suggestion) {
    const std::string_view text = index_.line(line);
    const auto column = static_cast<std::size_t>(count_characters(text.substr(0, stretch.begin)));
    set({line, column}, std::move(message), std::move(suggestion),
        count_characters(stretch.in(text)));
  }
  char character_at(Mark mark) const {
    const std::size_t byte = index_.byte(mark.line, mark.column);
    return byte < index_.text().size() ? index_.text()[byte] : '\0';
  }
  // libyaml also ends a line at a single carriage return, and then has other line numbers.
  std::size_t byte_in_line(Mark mark) const {
    return std::min(index_.byte(mark.line, mark.column) - index_.line_start(mark.line),
                    index_.line(mark.line).size());
  }

  void explain_encoding() {
    const Place place = index_.place_of_byte(std::min(p_.byte, index_.text().size()));
    result_.diagnostic.place = place;
    if (contains(p_.problem, "control")) {
      result_.diagnostic.message = "there is a control character here";
      result_.diagnostic.suggestion = "remove it";
    } else {
      result_.diagnostic.message = "this byte is not valid UTF-8";
      result_.diagnostic.suggestion = "save the file with the encoding UTF-8";
    }
    result_.can_go_on = false;
  }

  void explain_quotes() {
    if (contains(p_.problem, "escape")) {
      set(p_.mark, "'\\' begins an escape sequence within \"…\", and this is not one",
          "write '\\\\', or put the text between ' and '", 2);
    } else if (contains(p_.problem, "end of stream") || contains(p_.problem, "document")) {
      set(p_.context_mark, "this quotation mark is never closed");
      result_.first_line = result_.last_line = p_.context_mark.line;
    } else {
      set(p_.mark, "the quoted text cannot be read here: " + p_.problem);
    }
  }

  // `{color: #ff0000}`: the closing bracket is in the comment.
  std::string explain_comment(const Mark& open) const {
    const std::string_view line = index_.line(open.line);
    const std::size_t sign = line.find(" #", byte_in_line(open));
    if (sign == std::string_view::npos) return "";
    const std::string_view comment = line.substr(sign + 1);
    const std::string_view text = comment.substr(0, comment.find_first_of(" \t,]}"));
    if (text.size() < 2 || text[1] == '#') return "";
    return "'#' begins a comment; quote the text if it is meant: " + in_quotes(text);
  }

  /// `5 [N]`, as in a formula, which YAML takes for a list after a text.
  static bool holds_unit(std::string_view text) {
    const std::size_t bracket = text.find('[');
    return bracket != std::string_view::npos && bracket > 0 && text.find('{') > bracket;
  }

  void suggest_quotes(std::size_t line, Stretch formula, bool is_list) {
    set_at(
        line, formula,
        std::string("quote this formula: in ") + (is_list ? "[…]" : "{…}") + " a '[' ends a text",
        "write " + in_quotes(formula.in(index_.line(line))));
  }

  void explain_flow() {
    // For a missing item libyaml reports only its location.
    const bool is_item = contains(p_.context, "flow node");
    const Mark start = is_item ? surroundings_.open_bracket.value_or(p_.mark) : p_.context_mark;
    result_.first_line = std::min(start.line, p_.mark.line);
    const bool is_list = is_item ? character_at(start) == '[' : contains(p_.context, "sequence");
    const std::string open = is_list ? "[" : "{", close = is_list ? "]" : "}";
    const std::string_view line = index_.line(p_.mark.line);
    const std::size_t at = byte_in_line(p_.mark);
    const char found = character_at(p_.mark);
    const Stretch item = flow_item(line, at);
    const std::string_view text = item.in(line);
    const bool is_on_one_line = start.line == p_.mark.line;
    if (explain_behind_quotes()) return;
    if (is_on_one_line && (found == '[' || holds_unit(text)) && item.begin < at) {
      suggest_quotes(p_.mark.line, item, is_list);
    } else if (is_on_one_line && !text.empty() && is_one_of(text.front(), kYamlSigns)) {
      set_at(p_.mark.line, item,
             std::string("quote this text: one that begins with '") + text.front() +
                 "' means something else in YAML",
             "write " + in_quotes(text));
    } else if (contains(p_.problem, "node content") && is_one_of(found, ",]}:")) {
      set(p_.mark, std::string("a value is missing before '") + found + "'");
    } else if (is_on_one_line && found != '\0' && found != '\n' && found != '\r') {
      set(p_.mark, std::string("expected ',' or '") + close + "' here",
          is_one_of(found, "]})")
              ? "the '" + open + "' in column " + std::to_string(start.column + 1) +
                    " is closed by '" + close + "'"
              : "");
    } else {
      set(start, "this '" + open + "' is never closed", explain_comment(start));
      result_.last_line = result_.first_line;
    }
  }

  // A value that begins with a YAML indicator.
  bool explain_sign() {
    const std::string_view line = index_.line(p_.mark.line);
    const Stretch value = block_value(line);
    const std::string_view text = value.in(line);
    if (text.empty() || !is_one_of(text.front(), kYamlSigns)) return false;
    if (byte_in_line(p_.mark) < value.begin) return false;
    set_at(p_.mark.line, value,
           std::string("quote this text: one that begins with '") + text.front() +
               "' means something else in YAML",
           "write " + in_quotes(text));
    return true;
  }

  // The same within [] or {}, where libyaml reports the text after the indicator.
  bool explain_sign_in_flow() {
    if (p_.context_mark.line != p_.mark.line || p_.context.empty()) return false;
    const std::string_view line = index_.line(p_.mark.line);
    const Stretch item = flow_item(line, byte_in_line(p_.context_mark));
    const std::string_view text = item.in(line);
    if (holds_unit(text) && item.begin > 0) {  // `5 [N]*sin(time)`: the indicator follows a unit
      const std::size_t open = line.find_last_of("[{", item.begin - 1);
      suggest_quotes(p_.mark.line, item, open != std::string_view::npos && line[open] == '[');
      return true;
    }
    if (text.empty() || item.begin == 0 || !is_one_of(text.front(), kYamlSigns)) return false;
    set_at(p_.mark.line, item,
           std::string("quote this text: one that begins with '") + text.front() +
               "' means something else in YAML",
           "write " + in_quotes(text));
    return true;
  }

  // Text after a closing quotation mark: `'it's'`, or a mark that closes one of an earlier line.
  bool explain_behind_quotes() {
    if (!surroundings_.last_quoted) return false;
    const YamlSurroundings::Quoted& quoted = *surroundings_.last_quoted;
    if (quoted.end.line != p_.mark.line || quoted.end.column > p_.mark.column) return false;
    const std::string_view line = index_.line(p_.mark.line);
    const std::size_t end = byte_in_line(quoted.end), at = byte_in_line(p_.mark);
    if (!trimmed(line.substr(end, at - end)).empty()) return false;
    result_.first_line = std::min(result_.first_line, quoted.begin.line);
    if (quoted.begin.line != quoted.end.line) {
      set(quoted.begin,
          "this quotation mark opens a text that only ends in line " +
              std::to_string(quoted.end.line + 1),
          "is its closing mark missing?");
    } else {
      const char mark = character_at(quoted.begin);
      set(p_.mark, "text follows the closing quotation mark",
          mark == '\'' ? "within '…' the character ' is written ''"
                       : "within \"…\" the character \" is written \\\"");
    }
    return true;
  }

  void explain_block() {
    const std::string_view line = index_.line(p_.mark.line);
    const std::size_t at = byte_in_line(p_.mark);
    const char found = character_at(p_.mark);
    if (contains(p_.problem, "tab character") ||
        (contains(p_.problem, "cannot start any token") && found == '\t')) {
      set(p_.mark, "there is a tab in the indentation", "YAML is indented with spaces");
    } else if (contains(p_.problem, "mapping values are not allowed")) {
      explain_colon(line, at);
    } else if (contains(p_.problem, "could not find expected ':'")) {
      explain_missing_colon();
    } else if (contains(p_.problem, "sequence entries are not allowed")) {
      set(p_.mark, "a list begins on a line of its own",
          "quote a formula that begins with '- ', or write a list as [a, b]");
    } else if (contains(p_.problem, "expected '-' indicator")) {
      set(p_.mark, "this line belongs to a list, whose items begin with '- '",
          "or is its indentation wrong?");
    } else if (contains(p_.problem, "expected key")) {
      if (found == ':') {
        set(p_.mark, "a key is missing before ':'");
      } else if (trimmed(line.substr(0, at)).empty()) {
        set(p_.mark,
            found == '-' ? "there is a list item where a key is expected"
                         : "the indentation of this line fits none of the lines above",
            found == '-' ? "keys are written 'key: value'" : "keys of one map start in one column");
      } else {
        set(p_.mark, "text follows the end of a value");
      }
    } else if (contains(p_.problem, "node content")) {
      set(p_.mark, std::string("a value cannot begin with '") + found + "'",
          "quote it if it is a text");
    } else if (contains(p_.problem, "mapping keys are not allowed")) {
      set(p_.mark, "a value cannot begin with '? '", "quote it if it is a text", 2);
    } else {
      set(p_.mark, "this cannot be read as YAML: " + p_.problem);
    }
  }

  // `a: b: c`, or a line that is indented below a key that already has a value.
  void explain_colon(std::string_view line, std::size_t at) {
    const Stretch value = block_value(line);
    if (value.begin <= at && value.begin > indentation(line)) {
      set_at(p_.mark.line, value, "a ': ' within a text has to be quoted",
             "write " + in_quotes(value.in(line)));
      return;
    }
    const std::size_t indent = indentation(line);
    std::string suggestion = "keys of one map start in one column";
    for (std::size_t above = p_.mark.line; above-- > 0;) {
      const std::string_view other = index_.line(above);
      if (trimmed(other).empty() || trimmed(other).front() == '#') continue;
      if (indentation(other) > indent) continue;
      if (indentation(other) == indent) {
        suggestion = "is a ':' missing in line " + std::to_string(above + 1) + '?';
      }
      break;
    }
    set({p_.mark.line, indent}, "this key is where the text of the line above continues",
        std::move(suggestion), count_characters(trimmed(line.substr(0, at))));
  }

  void explain_missing_colon() {
    const std::size_t number = p_.context_mark.line;
    result_.first_line = result_.last_line = number;
    const std::string_view line = index_.line(number);
    const std::size_t begin = byte_in_line(p_.context_mark);
    const std::size_t colon = line.find(':', begin);
    if (colon != std::string_view::npos) {
      const auto column = static_cast<std::size_t>(count_characters(line.substr(0, colon)));
      set({number, column}, "a space is missing after ':'",
          "write '" + std::string(line.substr(begin, colon - begin)) + ": " +
              std::string(trimmed(line.substr(colon + 1))) + "'");
      return;
    }
    const std::string_view text = trimmed(line.substr(begin));
    set(p_.context_mark, "a ':' is missing after the key '" + std::string(text) + "'", {},
        count_characters(text));
  }

  const YamlProblem& p_;
  const TextIndex& index_;
  const YamlSurroundings& surroundings_;
  ExplainedProblem result_;
};

}  // namespace

ExplainedProblem explain(const YamlProblem& problem, const TextIndex& index,
                         const YamlSurroundings& surroundings) {
  return Explainer(problem, index, surroundings).explain();
}

std::string in_quotes(std::string_view text) {
  const bool has_marks = text.find_first_of("\"\\") != std::string_view::npos;
  if (!has_marks) return '"' + std::string(text) + '"';
  std::string quoted = "'";
  for (const char c : text) {
    quoted += c;
    if (c == '\'') quoted += c;
  }
  return quoted + '\'';
}

}  // namespace holon::detail
