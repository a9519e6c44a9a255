// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cmath>
#include <cstddef>
#include <vector>

#include "holon/record/results.h"

namespace holon {

/// What a column does over all rows of a table, whatever part of them is kept for its curve.
/// Mean and RMS are integrals over time of the values, which are interpolated linearly between
/// rows; values that are no numbers are left out, and so are the spans next to them.
class ColumnStatistics {
 public:
  void add(double time, double value) {
    const double before = value_, step = time - time_;
    time_ = time;
    value_ = value;
    if (!std::isfinite(value)) return;
    if (!has_value_ || value < min) min = value, min_at = time;
    if (!has_value_ || value > max) max = value, max_at = time;
    final = value;
    const bool has_span = has_value_ && std::isfinite(before);
    has_value_ = true;
    if (!has_span) return;
    span_ += step;
    integral_ += 0.5 * step * (before + value);
    square_ += step * (before * before + before * value + value * value) / 3;
  }
  bool has_value() const { return has_value_; }
  /// Of a single instant, that of its last value.
  double mean() const { return span_ > 0 ? integral_ / span_ : final; }
  double rms() const { return span_ > 0 ? std::sqrt(square_ / span_) : std::abs(final); }

  double min = 0, min_at = 0, max = 0, max_at = 0;  ///< values, times [s] of the first ones
  double final = 0;                                 ///< the last value that is a number

  /// As numbers, for checkpoints.
  std::vector<double> pack() const {
    return {min,
            min_at,
            max,
            max_at,
            final,
            time_,
            value_,
            span_,
            integral_,
            square_,
            has_value_ ? 1.0 : 0.0};
  }
  static constexpr std::size_t kPacked = 11;
  void unpack(const double* numbers) {
    double has = 0;
    double* const members[kPacked] = {&min,    &min_at, &max,       &max_at,  &final, &time_,
                                      &value_, &span_,  &integral_, &square_, &has};
    for (std::size_t k = 0; k < kPacked; ++k) *members[k] = numbers[k];
    has_value_ = has != 0;
  }

 private:
  double time_ = 0, value_ = NAN;  // of the row before
  double span_ = 0, integral_ = 0, square_ = 0;
  bool has_value_ = false;
};

/// Of all columns over the first one, the time.
inline std::vector<ColumnStatistics> calc_statistics(const Results& table) {
  std::vector<ColumnStatistics> list(table.columns().size());
  for (std::size_t c = 0; c < list.size(); ++c)
    for (std::size_t row = 0; row < table.row_count(); ++row)
      list[c].add(table.values(0)[row], table.values(c)[row]);
  return list;
}

}  // namespace holon
