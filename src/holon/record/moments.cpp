// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#include "holon/record/moments.h"

namespace holon {

void MomentsSink::row(const double* values) {
  kept_.row(values);
  for (std::size_t count = kept_.row_count(); count > most_ && count > 1;) {
    const std::vector<double>& times = kept_.values(0);
    keep_spaced(times[count - 1] - times[count - 2]);
    if (kept_.row_count() == count) return;  // no closer rows: more rows than were announced
    count = kept_.row_count();
  }
}

void MomentsSink::end() {
  const std::size_t count = kept_.row_count();
  if (count < 4) return;
  const std::vector<double>& times = kept_.values(0);
  keep_spaced(times[count - 2] - times[count - 3]);
}

// The first row, those at that distance from the last one kept, and the last.
void MomentsSink::keep_spaced(double spacing) {
  constexpr double kRounding = 1e-6;
  const std::vector<double>& times = kept_.values(0);
  const std::size_t columns = kept_.columns().size(), count = times.size();
  Results spaced;
  spaced.begin(kept_.columns());
  std::vector<double> row(columns);
  double last = 0;
  for (std::size_t r = 0; r < count; ++r) {
    const bool is_end = r == 0 || r + 1 == count;
    if (!is_end && times[r] - last < spacing * (1 - kRounding)) continue;
    last = times[r];
    for (std::size_t c = 0; c < columns; ++c) row[c] = kept_.values(c)[r];
    spaced.row(row.data());
  }
  kept_ = std::move(spaced);
}

}  // namespace holon
