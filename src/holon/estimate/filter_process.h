// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <vector>

#include "holon/estimate/biased_models.h"
#include "holon/estimate/consistency.h"
#include "holon/estimate/filter_plan.h"
#include "holon/estimate/replay.h"
#include "holon/system/process.h"

namespace holon {

/// Filters compile programs of a System that their runs share and add outputs to its graph, which
/// threads must not do at the same time (System::select_outputs).
std::mutex& filter_compilation();

/// A filter during a run: what has arrived, what is known, the estimate. Where it begins is in
/// filter_start.cpp, what it writes in filter_output.cpp.
class FilterProcess final : public Process {
 public:
  explicit FilterProcess(const FilterPlan& plan);
  void tick(double t, const double* ticking, const double* in, double* out) override;
  void archive(Archive& a) override;
  std::vector<std::string> list_notes() const override;

 private:
  void begin_with(double t, std::vector<double> values, const double* ramp);
  void begin(double t);
  const double* update_known(double t, bool ends_ramp, const double* in);
  const double* receive_inputs(double t, std::size_t m, bool is_sampled, bool is_between,
                               const double* in);
  void tick_log(double t, double* out);
  void follow_log(double t);
  void smooth_log();
  void receive_row(double t, std::size_t m, std::size_t row);
  void set_known(const std::vector<double>& values);
  void read_start(const double* in);
  void put_start(Eigen::VectorXd& x) const;
  void constrain_start(double t, Eigen::VectorXd& x, Eigen::MatrixXd& P);
  void follow_ramp(double t, const double* now);
  void receive(double t, std::size_t m, const double* z, const double* sigma, double delay,
               std::vector<int> rows = {});
  void take_in();
  void add_up_likelihood();
  std::size_t held_count() const;
  double bound_of(int degrees);
  double gate_of(std::size_t m, int degrees);
  void add_verdicts(std::vector<std::string>& notes) const;
  void write(const double* truth, double* out);
  Eigen::MatrixXd covariance_of(std::size_t m, const double* sigma) const;

  const FilterPlan& plan_;
  Transition model_;
  std::vector<std::unique_ptr<Measurement>> measurements_;
  BiasedTransition transition_;
  std::vector<std::unique_ptr<BiasedMeasurement>> sensors_;
  std::optional<ReplayEstimator> estimator_;
  std::vector<double> known_, parameters_, discrete_;
  std::vector<double> held_;  // of known_, as the programs have it
  std::vector<double> ramp_;  // of the last tick: its values and its time
  InputRamp ramp_now_;
  std::vector<double> start_;  // true x, and the normal numbers, at the first tick
  struct Waiting {
    double time = 0;
    std::size_t measured = 0;
    std::vector<double> z, sigma;
    double delay = 0;
    std::vector<int> rows;
  };
  std::vector<SensorReading> arrived_;  // at this instant, for one replay
  std::vector<Waiting> waiting_;        // for the end of the ramp in which they lie
  std::int64_t clamped_ = 0;            // ticks at which a driving sensor was beyond its range
  // Of each measurement.
  std::vector<Innovation> last_;
  std::vector<std::int64_t> numbers_, invalid_;
  std::vector<std::string> idle_;           // measurements that depend on none of the states
  std::vector<double> bounds_;              // by degrees of freedom; computed when needed
  std::vector<int> numbers_of_last_;        // degrees of freedom of its NIS
  std::vector<std::vector<double>> noise_;  // standard deviations that are estimated
  std::size_t log_row_ = 0;                 // the next one
  std::vector<SmoothedStep> smoothed_;      // of the whole log, in the order of time
  std::size_t smoothed_at_ = 0;             // that of the last tick
  std::vector<InnovationTest> tests_;       // of the readings that have left the history
  std::vector<std::vector<double>> gates_;  // by measurement and numbers; computed when needed
  double log_likelihood_ = 0;               // of the same
  double likelihood_ = 0;                   // and of those in the history, when one last arrived
};

}  // namespace holon
