// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>

#include "holon/reader/text_tree.h"

namespace holon::detail {

/// The context of a text.
struct TextContext {
  bool is_flow = false;  ///< within [] or {}
  bool is_key = false;
};

/// A text on one line that YAML reads back unchanged: plain if possible, else in the requested
/// quotation marks, if these can represent it.
std::string write_scalar(std::string_view text, TextContext context,
                         ScalarStyle quotes = ScalarStyle::double_quoted);
/// A value on one line, in brackets; without comments and, if `keeps_anchors` is false, without
/// anchors.
std::string write_flow(const TextNode& node, bool keeps_anchors);

}  // namespace holon::detail
