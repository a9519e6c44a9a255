// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <vector>

#include "holon/batch/sobol_sequence.h"
#include "holon/model/describe/study_settings.h"

namespace holon {

/// The values of each sample of a study, by its number alone: whatever the thread, the order, or
/// what has been done before.
///
/// Studies of influence have blocks of runs that are compared with each other, and that share their
/// seed. With n values that vary:
///   sobol   block_size() = n + 2: A, then A with value i of B for each i, then B, of two points A
///           and B of a Sobol' sequence in 2 n dimensions, shifted by the seed
///   morris  block_size() = n + 1: a trajectory, on which one value after the other moves by Δ
class SamplePlan {
 public:
  /// Throws InputError for a grid with more than 1e9 samples, or more values than a sequence has.
  explicit SamplePlan(const StudySettings& study);

  std::int64_t count() const { return count_; }
  std::int64_t block_size() const { return block_; }  ///< 1: each sample stands alone
  /// [SI unit] in the order of study.vary. In a grid the last one varies fastest.
  std::vector<double> values(std::int64_t number) const;
  /// Of the noise in a run.
  std::int64_t seed(std::int64_t number) const;

  /// Δ of `morris`, as a part of each value's range.
  double step() const;
  /// How value i moves on a trajectory of `morris`: at which of its steps (0 to n − 1), and by +Δ
  /// or −Δ.
  struct Move {
    int step = 0;
    double delta = 0;  ///< of its own range, from 0 to 1; negative downwards
    bool is_up = true;
  };
  Move find_move(std::int64_t trajectory, int value) const;

 private:
  double find_lower_level(std::size_t value, std::int64_t trajectory) const;
  /// The sample's point in the unit cube.
  std::vector<double> find_point(std::int64_t number) const;
  std::vector<double> find_sobol_point(std::int64_t number) const;
  std::vector<double> find_morris_point(std::int64_t number) const;
  double draw(const char* purpose, std::size_t value, std::int64_t number) const;

  const StudySettings study_;
  std::int64_t count_ = 0, block_ = 1;
  SobolSequence sequence_{0};
  std::vector<std::uint32_t> shifts_;               ///< by dimension
  std::vector<std::vector<std::uint32_t>> strata_;  ///< of latin_hypercube: by value, by sample
};

}  // namespace holon
