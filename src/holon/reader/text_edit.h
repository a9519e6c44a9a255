// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace holon {

/// Puts `inserted` in the place of `removed`, which stands at byte `offset`.
struct TextEdit {
  std::size_t offset = 0;
  std::string removed, inserted;
  bool operator==(const TextEdit&) const = default;
};

/// Edits one after the other, each of the text that the one before has left.
using TextChange = std::vector<TextEdit>;

/// The text after the change. Throws std::invalid_argument where something else stands in the place
/// of what is to be removed.
std::string apply_change(std::string_view text, const TextChange& change);
/// What undoes the change: apply_change(apply_change(text, change), invert_change(change)) is the
/// text, byte by byte.
TextChange invert_change(const TextChange& change);

}  // namespace holon
