// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#include "holon/reader/yaml_parser.h"

#include <new>

namespace holon::detail {

ScalarStyle style_of(yaml_scalar_style_t style) {
  switch (style) {
    case YAML_SINGLE_QUOTED_SCALAR_STYLE: return ScalarStyle::single_quoted;
    case YAML_DOUBLE_QUOTED_SCALAR_STYLE: return ScalarStyle::double_quoted;
    case YAML_LITERAL_SCALAR_STYLE:
    case YAML_FOLDED_SCALAR_STYLE: return ScalarStyle::block;
    default: return ScalarStyle::plain;
  }
}

YamlEvents::YamlEvents(std::string_view text) : event_{} {
  if (!yaml_parser_initialize(&parser_)) throw std::bad_alloc();
  yaml_parser_set_encoding(&parser_, YAML_UTF8_ENCODING);
  yaml_parser_set_input_string(&parser_, reinterpret_cast<const unsigned char*>(text.data()),
                               text.size());
}

YamlEvents::~YamlEvents() {
  yaml_event_delete(&event_);
  yaml_parser_delete(&parser_);
}

bool YamlEvents::advance() {
  if (failed_) return false;
  yaml_event_delete(&event_);
  failed_ = yaml_parser_parse(&parser_, &event_) == 0;
  return !failed_;
}

YamlProblem YamlEvents::problem() const {
  const auto mark = [](const yaml_mark_t& m) { return Mark{m.line, m.column}; };
  YamlProblem problem;
  if (parser_.context) problem.context = parser_.context;
  if (parser_.problem) problem.problem = parser_.problem;
  problem.context_mark = mark(parser_.context_mark);
  problem.mark = mark(parser_.problem_mark);
  problem.is_encoding = parser_.error == YAML_READER_ERROR;
  problem.byte = parser_.problem_offset;
  return problem;
}

}  // namespace holon::detail
