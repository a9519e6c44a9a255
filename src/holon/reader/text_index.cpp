// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#include "holon/reader/text_index.h"

#include <algorithm>

namespace holon::detail {

TextIndex::TextIndex(std::shared_ptr<const SourceFile> source, std::string_view text)
    : source_(std::move(source)), text_(text), starts_{0} {
  for (std::size_t i = text_.find('\n'); i != std::string_view::npos; i = text_.find('\n', i + 1)) {
    starts_.push_back(i + 1);
  }
}

std::size_t TextIndex::line_start(std::size_t number) const {
  return number < starts_.size() ? starts_[number] : text_.size();
}

std::string_view TextIndex::line(std::size_t number) const {
  const std::size_t begin = line_start(number);
  std::string_view line = text_.substr(begin, line_start(number + 1) - begin);
  while (!line.empty() && (line.back() == '\n' || line.back() == '\r')) line.remove_suffix(1);
  return line;
}

std::size_t TextIndex::byte(std::size_t line, std::size_t column) const {
  const bool goes_on = line == last_.line && column >= last_.column && last_.column > 0;
  std::size_t at = goes_on ? last_.byte : line_start(line);
  std::size_t known = goes_on ? last_.column : 0;
  const std::size_t end = line_start(line + 1);
  for (; known < column && at < end; ++known) at += character_size(text_, at);
  last_ = {line, known, at};
  return std::min(at, text_.size());
}

Place TextIndex::place(std::size_t line, std::size_t column) const {
  return {source_, static_cast<int>(line) + 1, static_cast<int>(column) + 1};
}

Place TextIndex::place_of_byte(std::size_t byte) const {
  const auto after = std::upper_bound(starts_.begin(), starts_.end(), byte);
  const auto line = static_cast<std::size_t>(after - starts_.begin()) - 1;
  const std::size_t begin = starts_[line];
  return place(line, static_cast<std::size_t>(count_characters(text_.substr(begin, byte - begin))));
}

int count_characters(std::string_view text) {
  return static_cast<int>(
      std::count_if(text.begin(), text.end(), [](char c) { return (c & 0xC0) != 0x80; }));
}

std::size_t character_size(std::string_view text, std::size_t offset) {
  std::size_t end = offset + 1;
  while (end < text.size() && (text[end] & 0xC0) == 0x80) ++end;
  return end - offset;
}

std::size_t indentation(std::string_view line) {
  const std::size_t blanks = line.find_first_not_of(' ');
  return blanks == std::string_view::npos ? line.size() : blanks;
}

}  // namespace holon::detail
