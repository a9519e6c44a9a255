// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "holon/record/results_reader.h"

namespace holon {

struct CompareOptions {
  /// A column agrees if no two values differ by more than the larger of this fraction of the
  /// column's scale and `absolute`. 1e-6: a hundred times the default tolerance of runs.
  double tolerance = 1e-6;
  /// [SI unit] Differences up to this value never count: 1e-9 m, rad, N …
  double absolute = 1e-9;
  /// Columns and times that A has and B lacks count as disagreement unless this is set.
  bool only_common = false;
};

/// The result for a column of both tables.
struct ColumnComparison {
  std::string name, unit;
  double difference = 0;  ///< the largest; infinite if only one of the two is a number
  double time = 0;        ///< [s] of the largest difference
  double scale = 0;       ///< of the relative tolerance
  std::string fault;      ///< why the columns cannot be compared: other units
  bool agrees = false;

  double relative() const;
};

struct Comparison {
  std::vector<ColumnComparison> columns;  ///< of both, in A's order, without the time
  std::vector<std::string> only_in_a, only_in_b;
  std::size_t times = 0;          ///< of A that were compared
  std::size_t interpolated = 0;   ///< those between two rows of B
  std::size_t times_outside = 0;  ///< those of A before B's first or after B's last row
  double from_a = 0, until_a = 0, from_b = 0, until_b = 0;  ///< [s]
  bool agrees = false;
};

/// Compares two tables of results at A's times. If B has no row at such a time, its value is
/// interpolated by the cubic through the four nearest rows; two rows at one time are a jump, across
/// which there is no interpolation. The scale of a column is its range (largest less smallest value
/// of both), that of a vector's or quaternion's component the largest range among them, and at
/// least a thousandth of the largest magnitude: a nearly constant column is compared relative to
/// its magnitude. Two values that are both NaN, or the same infinity, agree. Throws InputError if
/// one has no rows, no time, or decreasing times.
Comparison compare(ResultsReader& a, ResultsReader& b, const CompareOptions& options = {});

}  // namespace holon
