// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#include "holon/record/time_integrals.h"

namespace holon {

void TimeIntegrals::begin(const std::vector<Column>& columns) {
  sums_.assign(columns.empty() ? 0 : columns.size() - 1, 0.0);
  last_.clear(), before_.clear(), open_.clear();
}

void TimeIntegrals::row(const double* values) {
  const std::size_t n = sums_.size();
  const std::vector<double> now(values, values + n + 1);
  if (last_.empty()) {
    last_ = now;
    return;
  }
  const double h = now[0] - last_[0];
  if (!(h > 0)) {  // a jump: the last interval keeps its rule
    sums_ = this->values();
    open_.clear(), before_.clear();
    last_ = now;
    return;
  }
  // Differences over much shorter steps would be rounding errors.
  constexpr double kUnequal = 64;
  const double h0 = before_.empty() ? 0.0 : last_[0] - before_[0];
  const bool has_parabola = h0 > 0 && h < kUnequal * h0 && h0 < kUnequal * h;
  std::vector<double> next(n);
  for (std::size_t k = 0; k < n; ++k) {
    const double y1 = last_[k + 1], y2 = now[k + 1];
    double c = 0;
    if (has_parabola) {
      const double y0 = before_[k + 1];
      c = ((y2 - y1) / h - (y1 - y0) / h0) / (h0 + h);
      // The first interval of a piece has this rule alone, others the mean of two.
      const double here = calc_area(h0, y0, y1, c);
      sums_[k] += open_.empty() ? here : (open_[k] + here) / 2;
    } else if (!open_.empty()) {
      sums_[k] += open_[k];
    } else if (h0 > 0) {
      sums_[k] += calc_area(h0, before_[k + 1], y1, 0.0);
    }
    next[k] = calc_area(h, y1, y2, c);
  }
  // Without a parabola the next one decides alone.
  open_ = has_parabola ? next : std::vector<double>();
  before_ = last_;
  last_ = now;
}

std::vector<double> TimeIntegrals::values() const {
  if (last_.empty()) return {};
  std::vector<double> all = sums_;
  for (std::size_t k = 0; k < all.size(); ++k) {
    if (!open_.empty()) {
      all[k] += open_[k];
    } else if (!before_.empty()) {
      all[k] += calc_area(last_[0] - before_[0], before_[k + 1], last_[k + 1], 0.0);
    }
  }
  return all;
}

void TimeIntegrals::archive(Archive& a) {
  const std::size_t n = sums_.size();
  a.item("last", last_);
  a.item("before", before_);
  a.item("sums", sums_);
  a.item("open", open_);
  const auto fits = [](std::size_t size, std::size_t whole) { return size == 0 || size == whole; };
  if (a.is_reading() && (!fits(last_.size(), n + 1) || !fits(before_.size(), n + 1) ||
                         sums_.size() != n || !fits(open_.size(), n))) {
    a.refuse("holds integrals of other columns");
  }
}

}  // namespace holon
