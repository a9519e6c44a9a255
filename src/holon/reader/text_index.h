// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "holon/base/errors.h"

namespace holon::detail {

/// Converts between bytes and line and column. Lines and columns count from 0 here, columns in
/// characters, as in libyaml; a byte order mark is excluded.
class TextIndex {
 public:
  /// The text to be parsed: that of the source, without a byte order mark.
  TextIndex(std::shared_ptr<const SourceFile> source, std::string_view text);

  std::string_view text() const { return text_; }
  std::size_t line_count() const { return starts_.size(); }
  /// Without its end of line.
  std::string_view line(std::size_t number) const;
  std::size_t line_start(std::size_t number) const;
  /// The byte of a character; the end of the line, or of the text, if there is none.
  std::size_t byte(std::size_t line, std::size_t column) const;
  Place place(std::size_t line, std::size_t column) const;
  Place place_of_byte(std::size_t byte) const;
  const std::shared_ptr<const SourceFile>& source() const { return source_; }

 private:
  std::shared_ptr<const SourceFile> source_;
  std::string_view text_;
  std::vector<std::size_t> starts_;
  /// The last result of `byte`: a reader advances along a line, which may be long.
  struct Known {
    std::size_t line = 0, column = 0, byte = 0;
  };
  mutable Known last_;
};

/// Number of characters.
int count_characters(std::string_view text);
/// Number of bytes of the character that starts at `offset`.
std::size_t character_size(std::string_view text, std::size_t offset);
/// Blanks at the beginning.
std::size_t indentation(std::string_view line);

}  // namespace holon::detail
