// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <vector>

#include "holon/model/describe/study_settings.h"

namespace holon {

/// The values of each sample of a study, by its number alone: whatever the thread, the order, or
/// what has been done before.
class SamplePlan {
 public:
  /// Throws InputError for a grid with more than 1e9 samples.
  explicit SamplePlan(const StudySettings& study);

  std::int64_t count() const { return count_; }
  /// [SI unit] in the order of study.vary. In a grid the last one varies fastest.
  std::vector<double> values(std::int64_t number) const;
  /// Of the noise in a run.
  std::int64_t seed(std::int64_t number) const;

 private:
  const StudySettings study_;
  std::int64_t count_ = 0;
};

}  // namespace holon
