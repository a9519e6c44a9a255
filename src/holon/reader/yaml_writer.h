// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>

#include "holon/reader/text_tree.h"

namespace holon::detail {

/// Where a text is to stand.
struct TextContext {
  bool is_flow = false;  ///< within [] or {}
  bool is_key = false;
};

/// A text as YAML reads it again in one line: plain where that can be, else in the quotation marks
/// asked for, where those can hold it.
std::string write_scalar(std::string_view text, TextContext context,
                         ScalarStyle quotes = ScalarStyle::double_quoted);
/// A value in one line, in brackets; without comments and, where `keeps_anchors` is false, anchors.
std::string write_flow(const TextNode& node, bool keeps_anchors);

}  // namespace holon::detail
