// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <vector>

/// The bytes of MATLAB's format of level 4: matrices one after the other, each with a header of
/// five numbers and its name, then its elements column by column, little-endian.
namespace holon::mat4 {

/// Types of matrices: thousands: byte order (0: little-endian), tens: of the elements, ones: text.
inline constexpr std::int32_t kDoubles = 0, kIntegers = 20, kBytes = 50, kText = 51;

std::string header(std::int32_t type, std::size_t rows, std::size_t columns,
                   const std::string& name);

/// A matrix of text with a line in each row, padded with blanks.
std::string text_matrix(const std::string& name, const std::vector<std::string>& lines);
/// A column of numbers.
std::string column(const std::string& name, const std::vector<double>& values);

}  // namespace holon::mat4
