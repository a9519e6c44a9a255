// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <string_view>
#include <vector>

#include "holon/serve/wire/wire_json.h"

namespace holon::serve {

/// Converts bytes of a text to lines and columns, both from 1, columns in code points. The text
/// must outlive it.
class TextLines {
 public:
  explicit TextLines(std::string_view text);

  struct Location {
    int line = 1, column = 1;
  };
  Location locate(std::size_t byte) const;
  /// The byte of a location; the end of the line where it has no such column.
  std::size_t byte_of(int line, int column) const;
  /// A range of the protocol, from byte `begin` up to byte `end`.
  Json range(std::size_t begin, std::size_t end) const;

 private:
  std::string_view text_;
  std::vector<std::size_t> starts_;
};

}  // namespace holon::serve
