// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

#include "holon/estimate/consistency.h"
#include "holon/estimate/filter_process.h"

namespace holon {

using Eigen::MatrixXd;
using Eigen::VectorXd;

/// 95 % of chi-square; 0 for none.
double FilterProcess::bound_of(int degrees) {
  if (degrees == 0) return 0;
  const auto index = static_cast<std::size_t>(degrees);
  if (bounds_.size() <= index) bounds_.resize(index + 1, 0.0);
  if (bounds_[index] == 0) bounds_[index] = find_chi_square(0.95, degrees);
  return bounds_[index];
}

void FilterProcess::write(const double* truth, double* out) {
  constexpr double kNotSmoothed = std::numeric_limits<double>::quiet_NaN();
  using Kind = FilterShape::Output::Kind;
  const FilterShape& shape = plan_.shape;
  const GaussianFilter& filter = estimator_->filter();
  const VectorXd& x = filter.x();
  const VectorXd sigma = filter.sigma();
  VectorXd true_x = x, error;
  std::vector<Eigen::Index> certain;
  for (std::size_t k = 0; k < shape.manifold.blocks().size(); ++k) {
    if (!plan_.has_truth[k]) continue;
    const Manifold::Block& block = shape.manifold.blocks()[k];
    for (int i = 0; i < block.size; ++i) true_x[block.offset + i] = *truth++;
    for (int i = 0; i < block.tangent_size(); ++i) certain.push_back(block.tangent + i);
  }
  error = shape.manifold.local(true_x, x);
  int rank = 0;  // of the covariance in NEES, which stands before its bound
  const bool needs_covariance =
      !certain.empty() ||
      std::any_of(shape.outputs.begin(), shape.outputs.end(),
                  [](const auto& output) { return output.kind == Kind::covariance; });
  const MatrixXd P = needs_covariance ? filter.P() : MatrixXd();
  for (const FilterShape::Output& output : shape.outputs) {
    const int size = output.declaration.size();
    const auto m = static_cast<std::size_t>(std::max(output.of, 0));
    for (int i = 0; i < size; ++i) {
      const Eigen::Index at = output.first + i;
      switch (output.kind) {
        case Kind::estimate: *out = x[at]; break;
        case Kind::sigma: *out = sigma[at]; break;
        case Kind::error: *out = error[at]; break;
        case Kind::covariance: *out = P(at / P.cols(), at % P.cols()); break;
        case Kind::smoothed:
          *out = smoothed_.empty() ? kNotSmoothed : smoothed_[smoothed_at_].x[at];
          break;
        case Kind::smoothed_sigma:
          *out = smoothed_.empty() ? kNotSmoothed
                                   : std::sqrt(std::max(0.0, smoothed_[smoothed_at_].P(at, at)));
          break;
        case Kind::gain: *out = last_[m].K.size() > 0 ? last_[m].K.data()[at] : 0.0; break;
        case Kind::innovation: *out = last_[m].residual[at]; break;
        case Kind::deviation: *out = std::sqrt(last_[m].S(at, at)); break;
        case Kind::nis: *out = last_[m].nis; break;
        case Kind::gate: *out = last_[m].gate; break;
        case Kind::accepted: *out = last_[m].accepted ? 1 : 0; break;
        case Kind::noise:
          *out = noise_[m].empty() ? 0 : noise_[m][static_cast<std::size_t>(at)];
          break;
        case Kind::counts: {
          const ReadingCounts& c = estimator_->counts()[m];
          const std::int64_t counts[] = {c.received, c.rejected, c.late, c.dropped};
          *out = static_cast<double>(counts[at]);
          break;
        }
        case Kind::nees: {
          if (certain.empty())
            *out = 0;
          else if (certain.size() == static_cast<std::size_t>(P.rows()))
            *out = calc_squared_error(error, P, &rank);
          else
            *out = calc_squared_error(error(certain), P(certain, certain), &rank);
          break;
        }
        case Kind::nees_bound: *out = bound_of(rank); break;
        case Kind::nis_bound: *out = bound_of(numbers_of_last_[m]); break;
        case Kind::log_likelihood: *out = likelihood_; break;
      }
      ++out;
    }
  }
}

void FilterProcess::archive(Archive& a) {
  bool has_begun = estimator_.has_value();
  a.item("filter_has_begun", has_begun);
  a.item("filter_known", known_);
  a.item("filter_numbers", numbers_);
  a.item("filter_invalid", invalid_);
  a.item("filter_log_row", log_row_);
  a.item("filter_log_likelihood", log_likelihood_);
  a.item("filter_likelihood", likelihood_);
  for (InnovationTest& test : tests_) {
    a.item("filter_nis_count", test.count);
    a.item("filter_nis_sum", test.sum);
    a.item("filter_nis_expected", test.expected);
    a.item("filter_nis_variance", test.variance);
  }
  a.item("filter_ramp", ramp_);
  a.item("filter_start", start_);
  a.item("filter_clamped", clamped_);
  a.item("filter_numbers_of_last", numbers_of_last_);
  for (std::vector<double>& noise : noise_) a.item("filter_noise", noise);
  std::size_t waiting = waiting_.size();
  a.count("filter_waiting", waiting);
  waiting_.resize(waiting);
  for (Waiting& w : waiting_) {
    a.item("time", w.time);
    a.item("measured", w.measured);
    a.item("z", w.z);
    a.item("sigma", w.sigma);
    a.item("delay", w.delay);
    a.item("rows", w.rows);
  }
  if (a.is_reading() && has_begun) {
    set_known(known_);
    begin(0);
  }
  if (has_begun) {
    estimator_->archive(a);
    std::vector<double> reference = transition_.reference();
    a.item("filter_means", reference);
    if (a.is_reading()) transition_.set_reference(reference);
  }
  for (Innovation& last : last_) {
    const Eigen::Index m = last.residual.size();
    std::vector<double> numbers(last.residual.data(), last.residual.data() + m);
    numbers.insert(numbers.end(), last.S.data(), last.S.data() + last.S.size());
    numbers.push_back(last.nis);
    numbers.push_back(last.gate);
    numbers.push_back(last.accepted ? 1 : 0);
    a.fixed("filter_innovation", numbers);
    std::vector<double> gain(last.K.data(), last.K.data() + last.K.size());
    a.item("filter_gain", gain);
    if (!a.is_reading()) continue;
    last.K = Eigen::Map<MatrixXd>(gain.data(), static_cast<Eigen::Index>(gain.size()) / m, m);
    last.residual = Eigen::Map<VectorXd>(numbers.data(), m);
    last.S = Eigen::Map<MatrixXd>(numbers.data() + m, m, m);
    const double* const rest = numbers.data() + m + m * m;
    last.nis = rest[0];
    last.gate = rest[1];
    last.accepted = rest[2] != 0;
  }
}

/// Whether its innovations are as large as the filter takes them to be, by measurement.
void FilterProcess::add_verdicts(std::vector<std::string>& notes) const {
  std::vector<InnovationTest> tests = tests_;
  estimator_->visit_recent([&](const ReadingRecord& record) {
    tests[static_cast<std::size_t>(record.sensor)].add(record.innovation.nis, record.numbers,
                                                       record.innovation.gate);
  });
  for (std::size_t m = 0; m < tests.size(); ++m) {
    const InnovationTest& test = tests[m];
    const InnovationTest::Verdict verdict = test.verdict();
    if (verdict == InnovationTest::Verdict::consistent) continue;
    const bool is_overconfident = verdict == InnovationTest::Verdict::overconfident;
    const std::string& name = plan_.shape.measured[m].name;
    notes.push_back(fmt::format(
        "{} is {} according to {}: NIS of its {} measurements is {:.3g} times its expected value "
        "(1 ± {:.2g}, 99.9 %), so {}",
        plan_.name, is_overconfident ? "overconfident" : "conservative", name, test.count,
        test.ratio(), 3.3 * std::sqrt(test.variance) / test.expected,
        is_overconfident
            ? fmt::format("the 'sigma' of {}, the noise of the model or the standard "
                          "deviations at the start are too small, or the model is wrong",
                          name)
            : fmt::format("the 'sigma' of {} or the noise of the model is too large", name)));
  }
}

std::vector<std::string> FilterProcess::list_notes() const {
  std::vector<std::string> notes;
  if (!estimator_) return notes;
  add_verdicts(notes);
  for (std::size_t m = 0; m < plan_.shape.measured.size(); ++m) {
    const ReadingCounts& c = estimator_->counts()[m];
    if (c.rejected + c.late + c.dropped + invalid_[m] == 0) continue;
    std::string text = fmt::format("{}: of {} measurements of {}", plan_.name,
                                   c.received + invalid_[m], plan_.shape.measured[m].name);
    const auto add = [&](std::int64_t count, const char* what) {
      if (count > 0) text += fmt::format(", {} {}", count, what);
    };
    add(c.rejected, "were rejected by the gate");
    add(c.late, "were late and processed by replay");
    add(c.dropped, "were dropped, older than the history");
    add(invalid_[m], "were not valid");
    notes.push_back(std::move(text));
  }
  if (plan_.smooths && !plan_.log)
    notes.push_back(
        fmt::format("{}: 'smoothed' is nan in this run, since smoothing takes the measurements of "
                    "a log: record "
                    "them, then run 'holon estimate' over them",
                    plan_.name));
  for (const std::string& name : idle_)
    notes.push_back(
        fmt::format("{}: what {} measures does not depend on the filter's states, so it "
                    "has no effect",
                    plan_.name, name));
  if (clamped_ > 0)
    notes.push_back(
        fmt::format("{}: at {} samples of {} a value was beyond its range, and the "
                    "prediction used the limit",
                    plan_.name, clamped_, plan_.model->drive.part));
  return notes;
}

}  // namespace holon
