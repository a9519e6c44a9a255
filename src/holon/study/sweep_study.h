// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "holon/batch/influence.h"
#include "holon/batch/sweep.h"
#include "holon/study/findings.h"
#include "holon/study/loading.h"

namespace holon {

struct SweepStudyRequest {
  std::string model;  ///< path of its file
  std::vector<Setting> settings{};
  std::filesystem::path output{};     ///< table of the samples: .h5, .mat or .csv
  int threads = 0;                    ///< 0: all cores
  bool fresh = false;                 ///< begins anew, whatever an interrupted study has left
  std::optional<std::string> text{};  ///< of the model, in place of its file's
};

/// Numbers of all samples under one name.
struct SweepColumn {
  std::string name;  ///< "m"; "swing", "end.x"
  std::string text;  ///< as written: "max(abs(pin.angle))"
  Dimension dimension;
  std::vector<double> values;  ///< [SI unit] by sample; NaN where it failed
};

/// Of the finite values of a column.
struct SweepStatistics {
  std::size_t count = 0;
  double mean = 0, sigma = 0;                                 ///< sigma with n − 1
  double least = 0, low = 0, median = 0, high = 0, most = 0;  ///< low, high: 5 and 95 %
  std::int64_t least_sample = 0, most_sample = 0;
};
SweepStatistics calc_statistics(const SweepColumn& column,
                                const std::vector<SampleResult>& samples);
/// The value below which a part of the sorted values lies, between neighbours linear.
double find_quantile(const std::vector<double>& sorted, double part);

/// A study that has been done, or as far as it came.
struct SweepReport {
  std::string title;
  StudySettings study;
  SweepResults results;
  std::vector<SweepColumn> varied, recorded;
  std::vector<Influence> influence;  ///< of the kinds sobol and morris: by recorded number
  std::vector<std::string> signals;  ///< with bounds over time
  std::vector<Dimension> signal_dimensions;
  double interval = 0;  ///< [s] between their rows
  std::vector<std::string> notes;
  std::int64_t count(SampleResult::Status status) const;
  /// "sample 17 (m = 0.93 kg, L = 1.02 m)"
  std::string describe_sample(const SampleResult& sample) const;
};

/// The runs that `study:` of a model's file defines: loads it with the values that vary as inputs
/// of the equations, runs the samples and writes their table. While it runs, finished samples are
/// kept in a journal beside the table ("study.h5.journal"), from which an interrupted or killed
/// study continues.
class SweepStudy {
 public:
  /// Both must outlive it.
  SweepStudy(const SweepStudyRequest& request, Findings& findings)
      : request_(request), findings_(findings) {}

  /// Nothing where the model cannot be used; the findings give the reason.
  bool load();
  /// Of an interrupted study that `run` continues.
  std::int64_t find_continued() const;
  SweepReport run(SweepObserver* observer);
  const LoadedModel& model() const { return *loaded_; }

 private:
  bool check_variations();
  void choose_signals(SweepOptions& options, std::vector<std::string>& notes) const;
  SweepOptions make_options(std::vector<std::string>& notes) const;
  void find_influence(SweepReport& report) const;
  void write_table(const SweepReport& report) const;

  const SweepStudyRequest& request_;
  Findings& findings_;
  std::optional<LoadedModel> loaded_;
  std::vector<int> parameters_;
};

}  // namespace holon
