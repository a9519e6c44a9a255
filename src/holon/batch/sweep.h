// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "holon/base/archive.h"
#include "holon/batch/sample_plan.h"
#include "holon/model/describe/settings.h"
#include "holon/system/system.h"

namespace holon {

/// What came of one sample.
struct SampleResult {
  enum class Status : std::uint8_t {
    done,
    stopped,  ///< by the model's `stop`, before `until`
    failed,
  };
  std::int64_t number = 0;
  Status status = Status::done;
  std::vector<double> varied;    ///< [SI unit] of study.vary
  std::int64_t seed = 0;         ///< of the noise
  std::vector<double> recorded;  ///< of study.record, by component; NaN where it failed
  double time = 0;               ///< [s] reached
  std::string message;           ///< why it failed, or what stopped it
  /// Signals at equal times, for bounds over time: (rows x signals), as far as the run came.
  std::vector<double> series;
  void archive(Archive& a);
};

/// Watches a study; called by one thread at a time.
class SweepObserver {
 public:
  virtual ~SweepObserver() = default;
  /// After each sample, and now and then between. False ends the study.
  virtual bool go_on(std::int64_t done, std::int64_t failed, std::int64_t count) = 0;
};

struct SweepOptions {
  int threads = 0;                ///< 0: all cores
  std::filesystem::path journal;  ///< keeps finished samples; empty: none
  /// Of what the samples are, so that a journal of another study is not continued.
  std::string digest;
  std::vector<std::string> signals;  ///< outputs for bounds over time, single numbers
  double interval = 0;               ///< [s] between their rows; 0: none
  /// What is wrong with values of the System's parameters (ParameterRanges); such a sample fails.
  std::function<std::string(const std::vector<double>&)> find_violation{};
};

/// The results of a study, in the order of the samples' numbers.
struct SweepResults {
  std::vector<SampleResult> samples;  ///< finished ones
  std::int64_t count = 0;             ///< of all
  std::int64_t continued = 0;         ///< of a journal
  bool interrupted = false;
  double wall_seconds = 0;
  int threads = 1;
};

/// The runs of a study: samples are handed out by their numbers to threads, which share the
/// compiled equations. Each sample is the run of the model with its values and seed, with the same
/// bits whatever the number of threads. `parameters`: indices of study.vary among those of the
/// system. Errors of a sample are its result. Throws what concerns all, and std::runtime_error
/// where the journal cannot be written.
SweepResults run_sweep(const System& system, const SimulateSettings& settings,
                       const StudySettings& study, const std::vector<int>& parameters,
                       const SweepOptions& options, SweepObserver* observer = nullptr);

/// The number of samples that a journal holds of the study with this digest.
std::int64_t count_journal(const std::filesystem::path& journal, const std::string& digest);

}  // namespace holon
