// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <vector>

#include "holon/record/results.h"

namespace holon {

/// The integrals of recorded columns over time: for quantities whose integral is not a state of the
/// model. Between two rows each column is the mean of the two parabolas through them and the row
/// before or behind, so that the error is of fourth order in the distance of the rows (third order
/// at the ends). Two rows at one time are a jump: parabolas do not pass it.
class TimeIntegrals final : public RowSink {
 public:
  void begin(const std::vector<Column>& columns) override;
  void row(const double* values) override;
  void archive(Archive& a) override;

  /// From the first to the last row, by column behind the time; empty before the first row.
  std::vector<double> values() const;

 private:
  /// The rule between two rows: that of a parabola whose second divided difference is c.
  static double calc_area(double h, double y0, double y1, double c) {
    return h * (y0 + y1) / 2 - c * h * h * h / 6;
  }

  std::vector<double> last_, before_;  ///< rows, the time first; empty: none in this piece
  std::vector<double> sums_;
  std::vector<double> open_;  ///< of the last interval, by its parabola: half of it counts yet
};

}  // namespace holon
