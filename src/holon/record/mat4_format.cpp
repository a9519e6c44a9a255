// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#include "holon/record/mat4_format.h"

#include <algorithm>
#include <bit>

namespace holon::mat4 {
namespace {

static_assert(std::endian::native == std::endian::little, "level 4 is written little-endian");

std::string bytes_of(const void* data, std::size_t size) {
  return {static_cast<const char*>(data), size};
}

}  // namespace

std::string header(std::int32_t type, std::size_t rows, std::size_t columns,
                   const std::string& name) {
  const std::int32_t numbers[] = {type, static_cast<std::int32_t>(rows),
                                  static_cast<std::int32_t>(columns), 0,
                                  static_cast<std::int32_t>(name.size() + 1)};
  return bytes_of(numbers, sizeof numbers) + name + '\0';
}

std::string text_matrix(const std::string& name, const std::vector<std::string>& lines) {
  std::size_t width = 1;
  for (const std::string& line : lines) width = std::max(width, line.size());
  std::string text = header(kText, lines.size(), width, name);
  for (std::size_t k = 0; k < width; ++k)
    for (const std::string& line : lines) text += k < line.size() ? line[k] : ' ';
  return text;
}

std::string column(const std::string& name, const std::vector<double>& values) {
  return header(kDoubles, values.size(), 1, name) +
         bytes_of(values.data(), values.size() * sizeof(double));
}

}  // namespace holon::mat4
