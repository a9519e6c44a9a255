// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0

// Measurements that arrive late, together or out of order.
#include <gtest/gtest.h>

#include <cmath>
#include <string>
#include <vector>

#include "holon/base/archive.h"
#include "holon/estimate/gaussian_filter.h"
#include "holon/estimate/replay.h"

namespace holon {
namespace {

using Eigen::MatrixXd;
using Eigen::VectorXd;

struct ReplayCase {
  LinearTransition f{MatrixXd{{1, 0}, {0, 1}}};
  LinearMeasurement slow{"slow", MatrixXd{{1, 0}}}, fast{"fast", MatrixXd{{0, 1}}};
  double u = 0;

  /// Position and velocity with exact steps of any length.
  class Motion final : public TransitionModel {
   public:
    explicit Motion(const double& force) : force_(force) {}
    const Manifold& manifold() const override { return manifold_; }
    void advance(double, double h, const VectorXd& x, VectorXd& next, MatrixXd* F) override {
      const double a = force_ - std::sin(x[0]);
      next = VectorXd{{x[0] + h * x[1] + h * h / 2 * a, x[1] + h * a}};
      const double c = -std::cos(x[0]);
      if (F) *F = MatrixXd{{1 + h * h / 2 * c, h}, {h * c, 1}};
    }

   private:
    const double& force_;
    Manifold manifold_ = Manifold::euclidean(2);
  };
  Motion motion{u};

  ReplayEstimator make(double history) {
    GaussianFilter filter(Manifold::euclidean(2));
    filter.reset(0, VectorXd::Zero(2), MatrixXd::Identity(2, 2));
    ProcessNoise noise;
    noise.density = Eigen::Vector2d(1e-4, 1e-2).asDiagonal();
    return {std::move(filter), motion,  noise,
            {&slow, &fast},    history, [this](const std::vector<double>& v) { u = v[0]; }};
  }
  static SensorReading reading(int sensor, int number, double time) {
    SensorReading r;
    r.sensor = sensor;
    r.time = time;
    r.number = number;
    r.z = VectorXd::Constant(1, std::sin(time + sensor));
    r.R = MatrixXd::Constant(1, 1, 0.01);
    return r;
  }
};

// The sensor `slow` is 73 ms late, and every second reading of `fast` arrives after its successor.
TEST(ReplayEstimator, LateReadingsGiveTheEstimateOfInOrderProcessing) {
  const auto run = [](bool is_late, ReplayCase& c) {
    struct Arrival {
      double at;
      SensorReading reading;
    };
    std::vector<Arrival> arrivals;
    for (int k = 1; k < 60; ++k) {
      const double t = 0.033 * k;
      arrivals.push_back({t + (is_late ? 0.073 : 0), ReplayCase::reading(0, k, t)});
    }
    for (int k = 1; k < 130; ++k) {
      const double t = 0.0151 * k;
      arrivals.push_back({t + (is_late && k % 2 == 0 ? 0.021 : 0), ReplayCase::reading(1, k, t)});
    }
    std::stable_sort(arrivals.begin(), arrivals.end(),
                     [](const Arrival& a, const Arrival& b) { return a.at < b.at; });
    ReplayEstimator estimator = c.make(0.2);
    estimator.adapt_noise(1, 20);
    std::size_t next = 0;
    for (int k = 1; k <= 210; ++k) {
      const double t = 0.01 * k;
      for (; next < arrivals.size() && arrivals[next].at <= t; ++next)
        estimator.receive(arrivals[next].reading);
      estimator.advance(t);
      estimator.set_input(t, {std::cos(3 * t)});
    }
    EXPECT_EQ(next, arrivals.size());
    return estimator;
  };
  ReplayCase in_order, late;
  const ReplayEstimator a = run(false, in_order), b = run(true, late);
  EXPECT_LT((a.filter().x() - b.filter().x()).norm(), 1e-12);
  EXPECT_LT((a.filter().P() - b.filter().P()).norm(), 1e-12);
  EXPECT_EQ(a.counts()[0].late, 0);
  EXPECT_EQ(b.counts()[0].late, 59);
  EXPECT_GT(b.counts()[1].late, 60);
  for (int s = 0; s < 2; ++s) {
    const ReadingCounts& count = b.counts()[static_cast<std::size_t>(s)];
    EXPECT_EQ(count.accepted + count.rejected, count.received);
    EXPECT_EQ(count.dropped, 0);
  }
}

// What two sensors measured arrives late and together: one replay has the bits of two.
TEST(ReplayEstimator, ReadingsThatArriveTogetherGiveTheBitsOfOneAfterTheOther) {
  ReplayCase first, second;
  ReplayEstimator one = first.make(0.2), both = second.make(0.2);
  for (int k = 1; k <= 60; ++k) {
    const double t = 0.01 * k;
    for (ReplayEstimator* e : {&one, &both}) {
      e->advance(t);
      e->set_input(t, {std::cos(3 * t)});
    }
    if (k % 5 != 0) continue;
    // The third is older than the history; the last one is of this instant.
    std::vector<SensorReading> readings{
        ReplayCase::reading(1, 3 * k, t - 0.043), ReplayCase::reading(0, k, t - 0.07),
        ReplayCase::reading(0, k + 1, t - 0.5), ReplayCase::reading(1, 3 * k + 1, t)};
    std::vector<char> taken;
    for (const SensorReading& r : readings) taken.push_back(one.receive(r) ? 1 : 0);
    EXPECT_EQ(both.receive(readings), taken);
    EXPECT_EQ(one.filter().x(), both.filter().x());
    EXPECT_EQ(one.filter().P(), both.filter().P());
  }
  EXPECT_GT(one.counts()[0].dropped, 0);
  for (int s = 0; s < 2; ++s) {
    const ReadingCounts &a = one.counts()[static_cast<std::size_t>(s)],
                        &b = both.counts()[static_cast<std::size_t>(s)];
    EXPECT_EQ(a.received, b.received);
    EXPECT_EQ(a.accepted, b.accepted);
    EXPECT_EQ(a.late, b.late);
    EXPECT_EQ(a.dropped, b.dropped);
  }
  ASSERT_NE(both.find_recent(1, 181), nullptr);
  EXPECT_EQ(both.find_recent(1, 181)->innovation.nis, one.find_recent(1, 181)->innovation.nis);
}

TEST(ReplayEstimator, DropsAndCountsWhatIsOlderThanItsHistory) {
  ReplayCase c;
  ReplayEstimator e = c.make(0.05);
  for (int k = 1; k <= 20; ++k) e.advance(0.01 * k);
  EXPECT_FALSE(e.receive(ReplayCase::reading(0, 1, 0.1)));
  EXPECT_TRUE(e.receive(ReplayCase::reading(0, 2, 0.16)));
  EXPECT_EQ(e.counts()[0].dropped, 1);
  EXPECT_EQ(e.counts()[0].late, 1);
  EXPECT_EQ(e.counts()[0].received, 2);
}

TEST(ReplayEstimator, GoesOnFromItsArchiveWithTheSameBits) {
  ReplayCase c;
  ReplayEstimator e = c.make(0.05);
  e.adapt_noise(1, 20);
  for (int k = 1; k <= 20; ++k) {
    e.advance(0.01 * k);
    e.set_input(0.01 * k, {0.1 * k});
    e.receive(ReplayCase::reading(k % 2, k, 0.01 * k - 0.003));
  }
  Archive out;
  e.archive(out);
  ReplayCase other;
  ReplayEstimator copy = other.make(0.05);
  copy.adapt_noise(1, 20);
  Archive in(out.take(), "test");
  copy.archive(in);
  EXPECT_TRUE(in.is_at_end());
  const auto likelihood = [](const ReplayEstimator& each) {
    double sum = 0;
    each.visit_recent(
        [&](const ReadingRecord& record) { sum += record.innovation.log_likelihood; });
    return sum;
  };
  EXPECT_EQ(likelihood(e), likelihood(copy));
  EXPECT_NE(likelihood(e), 0);
  for (ReplayEstimator* each : {&e, &copy}) {
    each->advance(0.21);
    each->receive(ReplayCase::reading(0, 30, 0.171));
  }
  EXPECT_EQ(e.filter().x(), copy.filter().x());
  EXPECT_EQ(e.filter().P(), copy.filter().P());
}

// Times of validity are differences, 0.07 − 0.02, with rounding errors: they are instants of the
// filter all the same.
TEST(ReplayEstimator, TimesWithRoundingErrorsAreThoseOfTheFilter) {
  ReplayCase first, second;
  ReplayEstimator exact = first.make(0.2), rounded = second.make(0.2);
  int different = 0;
  for (int k = 1; k <= 40; ++k) {
    const double t = 0.01 * k;
    for (ReplayEstimator* e : {&exact, &rounded}) {
      e->advance(t);
      e->set_input(t, {std::cos(3 * t)});
    }
    if (k % 5 != 2) continue;
    const double valid = 0.01 * (k - 2);
    different += t - 0.02 != valid ? 1 : 0;
    EXPECT_TRUE(exact.receive(ReplayCase::reading(0, k, valid)));
    SensorReading late = ReplayCase::reading(0, k, valid);
    late.time = t - 0.02;
    EXPECT_TRUE(rounded.receive(late));
  }
  EXPECT_GE(different, 3);
  EXPECT_EQ(exact.filter().x(), rounded.filter().x());
  EXPECT_EQ(exact.filter().P(), rounded.filter().P());
  EXPECT_EQ(exact.filter().predictions(), rounded.filter().predictions());
  EXPECT_EQ(rounded.filter().predictions(), 40);
}

}  // namespace
}  // namespace holon
