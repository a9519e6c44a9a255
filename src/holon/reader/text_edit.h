// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace holon {

/// Replaces `removed`, at byte `offset`, by `inserted`.
struct TextEdit {
  std::size_t offset = 0;
  std::string removed, inserted;
  bool operator==(const TextEdit&) const = default;
};

/// Successive edits, each of the text after the previous one.
using TextChange = std::vector<TextEdit>;

/// The text after the change. Throws std::invalid_argument if the text to be removed is not there.
std::string apply_change(std::string_view text, const TextChange& change);
/// The inverse of the change: apply_change(apply_change(text, change), invert_change(change)) is
/// the text, byte by byte.
TextChange invert_change(const TextChange& change);

}  // namespace holon
