// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#include "holon/reader/yaml_messages.h"

#include <fmt/format.h>

#include <string_view>

namespace holon::detail {

namespace {

struct Phrase {
  std::string_view problem;  ///< libyaml's words, or their beginning
  const char* message;
  const char* suggestion;
  bool at_context = false;  ///< the place is where the thing began, not where it failed
};

constexpr Phrase kPhrases[] = {
    {"mapping values are not allowed in this context",
     "this ':' makes no sense here: the line has a key already, or stands too far to the right",
     "check the indentation; quote a text that contains ': '"},
    {"did not find expected key", "this line fits neither the map above nor a line around it",
     "check the indentation: entries of one map begin in one column; in {...} and [...] quote "
     "formulas that hold ',', '[' or ']'"},
    {"could not find expected ':'", "expected 'key: value', but there is no ':' behind the key",
     "write a colon and a space behind the key"},
    {"did not find expected '-' indicator", "expected another '- item' of the list",
     "check the indentation: items of one list begin in one column"},
    {"did not find expected ',' or ']'", "this list '[' is not closed here as it should be",
     "close it with ']', separate its items by ',', and quote formulas that hold ',', '[' or ']'"},
    {"did not find expected ',' or '}'", "this map '{' is not closed here as it should be",
     "close it with '}', separate its entries by ',', and quote formulas that hold ',', '[' or "
     "']'"},
    {"found unexpected end of stream", "this quote is never closed", "add the closing quote", true},
    {"found unexpected document indicator", "this quote is never closed", "add the closing quote",
     true},
    {"found unknown escape character", "there is no such escape in a \"…\" text",
     "write \\\\ for a backslash, or use '…' quotes"},
    {"found a tab character that violates indentation", "a tab cannot indent", "use spaces"},
    {"found a tab character where an indentation space is expected", "a tab cannot indent",
     "use spaces"},
    {"block sequence entries are not allowed in this context", "a '- item' cannot stand here",
     "begin the list in a line of its own below its key"},
    {"did not find expected <document start>", "the document ends before this line",
     "a model is one map: check the indentation of this line"},
    {"did not find expected alphabetic or numeric character",
     "a YAML sign ('*' or '&') without a name behind it",
     "quote a formula that begins with '*' or '&'"},
    {"did not find expected whitespace or line break", "something stands right behind a YAML sign",
     "quote a formula that begins with '!', '&' or '*'"},
    {"did not find the expected tag", "'!' begins a YAML tag",
     "quote a formula that begins with '!'"},
    {"control characters are not allowed", "there is a control character in the text", "remove it"},
    {"invalid leading UTF-8 octet", "the text is not UTF-8", "save the file as UTF-8"},
    {"invalid trailing UTF-8 octet", "the text is not UTF-8", "save the file as UTF-8"},
    {"incomplete UTF-8 octet sequence", "the text is not UTF-8", "save the file as UTF-8"},
};

std::string describe_bad_start(std::string_view text, std::size_t at) {
  if (at < text.size() && text[at] == '\t') return "a tab cannot indent";
  const char c = at < text.size() ? text[at] : ' ';
  return fmt::format("no value can begin with '{}'", c);
}

}  // namespace

Diagnostic describe_yaml_problem(const yaml_parser_t& parser,
                                 const std::shared_ptr<const SourceFile>& file,
                                 const YamlText& text) {
  const std::string_view problem = parser.problem ? parser.problem : "";
  yaml_mark_t mark = parser.problem_mark;
  Diagnostic d;
  d.message = fmt::format("this is not YAML: {}", problem.empty() ? "unknown problem" : problem);
  if (problem == "found character that cannot start any token") {
    const std::size_t at = text.offset(mark.line, mark.column);
    d.message = describe_bad_start(text.text(), at);
    d.suggestion = at < text.text().size() && text.text()[at] == '\t'
                       ? "use spaces"
                       : "quote a text or formula that begins with this sign";
  }
  for (const Phrase& p : kPhrases) {
    if (problem.substr(0, p.problem.size()) != p.problem) continue;
    d.message = p.message;
    d.suggestion = p.suggestion;
    if (p.at_context && parser.context) mark = parser.context_mark;
    break;
  }
  if (parser.error == YAML_READER_ERROR) {
    const SourceNode::Position p = text.position(text.offset(0, 0) + parser.problem_offset);
    d.place = {file, p.line, p.column};
  } else {
    d.place = {file, static_cast<int>(mark.line) + 1, static_cast<int>(mark.column) + 1};
  }
  return d;
}

}  // namespace holon::detail
