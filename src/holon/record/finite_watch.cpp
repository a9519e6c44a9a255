// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#include "holon/record/finite_watch.h"

#include <fmt/format.h>

#include <cmath>

namespace holon {

void FiniteWatch::begin(const std::vector<Column>& columns) {
  columns_ = columns;
  troubles_.assign(columns.size(), {});
  rows_ = 0;
  to_.begin(columns);
}

void FiniteWatch::row(const double* values) {
  ++rows_;
  for (std::size_t i = 0; i < troubles_.size(); ++i) {
    if (std::isfinite(values[i])) continue;
    Trouble& trouble = troubles_[i];
    if (trouble.rows++ == 0) trouble.time = values[0], trouble.value = values[i];
  }
  to_.row(values);
}

void FiniteWatch::archive(Archive& a) {
  a.item("rows", rows_);
  a.check_at_least("rows", static_cast<double>(rows_), 0);
  for (Trouble& trouble : troubles_) {
    a.item("rows_not_finite", trouble.rows);
    a.item("first_time", trouble.time);
    a.item("first_value", trouble.value);
  }
  to_.archive(a);
}

std::vector<std::string> FiniteWatch::describe() const {
  constexpr std::size_t kMost = 3;
  std::vector<std::string> sentences;
  std::size_t more = 0;
  for (std::size_t i = 0; i < troubles_.size(); ++i) {
    const Trouble& trouble = troubles_[i];
    if (trouble.rows == 0) continue;
    if (sentences.size() == kMost) {
      ++more;
      continue;
    }
    // The sign of a NaN is meaningless.
    const double value = std::isnan(trouble.value) ? std::abs(trouble.value) : trouble.value;
    sentences.push_back(
        fmt::format("'{}' is not finite in {} of {} rows, at first {} at t = {:g} s",
                    columns_[i].name, trouble.rows, rows_, value, trouble.time));
  }
  if (more > 0)
    sentences.back() += fmt::format("; so are {} other column{}", more, more == 1 ? "" : "s");
  return sentences;
}

}  // namespace holon
