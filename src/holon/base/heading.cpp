// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#include "holon/base/heading.h"

namespace holon {
namespace {

std::string_view trim(std::string_view text) {
  const std::size_t first = text.find_first_not_of(" \t\r");
  if (first == std::string_view::npos) return {};
  return text.substr(first, text.find_last_not_of(" \t\r") - first + 1);
}

}  // namespace

Heading split_heading(std::string_view text) {
  text = trim(text);
  const std::size_t open = text.rfind('[');
  if (!text.ends_with(']') || open == std::string_view::npos) return {std::string(text), {}};
  const std::string_view inner = trim(text.substr(open + 1, text.size() - open - 2));
  const bool is_number = inner.find_first_not_of("0123456789") == std::string_view::npos;
  const bool is_apart = open == 0 || text[open - 1] == ' ' || text[open - 1] == '\t';
  if (is_number && !is_apart) return {std::string(text), {}};
  return {std::string(trim(text.substr(0, open))), std::string(inner)};
}

}  // namespace holon
