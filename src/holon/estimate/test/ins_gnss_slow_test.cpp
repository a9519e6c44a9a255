// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0

// The example ins_gnss: whether its filter can be trusted, and its drift without satellites.
#include <gtest/gtest.h>

#include <cmath>
#include <string>
#include <vector>

#include "holon/catalogue/builtin.h"
#include "holon/estimate/consistency.h"
#include "holon/reader/load.h"
#include "holon/simulate/simulation.h"

namespace holon {
namespace {

constexpr double kOutage = 80, kReturn = 110;  // [s]

Results run_ins_gnss(std::uint64_t seed) {
  Diagnostics diagnostics;
  Model model = load_model(std::string(HOLON_SOURCE_DIR) + "/examples/ins_gnss.yaml",
                           builtin_catalogue(), {}, diagnostics);
  diagnostics.throw_if_errors();
  EXPECT_TRUE(diagnostics.empty()) << diagnostics.to_string();
  model.simulate.engine = EngineChoice::tape;
  model.simulate.seed = seed;
  const int kVertical[] = {2, 5, 14};  // z, its rate, the bias
  for (const int i : kVertical)
    for (const int j : kVertical)
      model.outputs.push_back("nav.covariance[" + std::to_string(i) + "][" + std::to_string(j) +
                              "]");
  return simulate(make_system(model), model.simulate, model.outputs);
}

std::size_t row_at(const Results& rows, double t) {
  std::size_t k = 0;
  while (k + 1 < rows.row_count() && rows.values("time")[k] < t - 1e-6) ++k;
  return k;
}

TEST(InsGnss, NeesIsInItsBandAndErrorsInTheirSigma) {
  std::vector<std::vector<double>> all, positions;
  for (const std::uint64_t seed : {1, 2, 3}) {
    const Results rows = run_ins_gnss(seed);
    std::vector<double> nees, position;
    for (std::size_t k = 0; k < rows.row_count(); ++k) {
      const double t = rows.values("time")[k];
      if (t < 20) continue;  // begun from given errors
      nees.push_back(rows.values("nav.nees")[k]);
      if (t > kOutage) continue;
      double sum = 0;
      for (const char* axis : {"x", "y", "z"})
        sum += std::pow(rows.values(std::string("nav.error.imu.position.") + axis)[k] /
                            rows.values(std::string("nav.sigma.imu.position.") + axis)[k],
                        2);
      position.push_back(sum);
    }
    all.push_back(std::move(nees)), positions.push_back(std::move(position));

    // At the end of the outage errors are within 3.3 sigma (99.9 %).
    const std::size_t end = row_at(rows, kReturn - 0.1);
    for (const char* axis : {"x", "y", "z"}) {
      const std::string name = std::string("imu.position.") + axis;
      EXPECT_LT(std::abs(rows.values("nav.error." + name)[end]),
                3.3 * rows.values("nav.sigma." + name)[end])
          << seed << name;
    }
    // Height, by hand from the covariance when the last measurement has arrived: its rate changes
    // by the bias and the noise (0.037 m/s/√h, and 1.3e-4 m/s² √(2/300 s) of the drift),
    //   σ² = aᵀ P a + q T³/3 + q_b T⁵/20,  a = (1, T, −T²/2).
    // Left out are tilts in the horizontal acceleration, at most 0.3 m/s² of g.
    const std::size_t begin = row_at(rows, kOutage - 0.1);
    const double T = rows.values("time")[end] - rows.values("time")[begin];
    const double a[] = {1, T, -T * T / 2};
    const int index[] = {2, 5, 14};
    double variance =
        std::pow(0.037 / 60, 2) * std::pow(T, 3) / 3 + std::pow(1.0614e-5, 2) * std::pow(T, 5) / 20;
    for (int i = 0; i < 3; ++i)
      for (int j = 0; j < 3; ++j)
        variance += a[i] * a[j] *
                    rows.values("nav.covariance[" + std::to_string(index[i]) + "][" +
                                std::to_string(index[j]) + "]")[begin];
    EXPECT_NEAR(rows.values("nav.sigma.imu.position.z")[end] / std::sqrt(variance), 1, 0.1);
  }
  // Biases that were drawn stay for a run, so its values in time are no test of their size. Runs
  // are independent: the sum over them at one instant is chi-square of 3 · 15 numbers (99.9
  // %).
  // Rows from 20 s on: at 20 s, 78 s, 108 s and 130 s.
  for (const std::size_t k : {0u, 580u, 880u, 1100u}) {
    const double sum = all[0].at(k) + all[1].at(k) + all[2].at(k);
    EXPECT_GT(sum, find_chi_square(0.0005, 45)) << k;
    EXPECT_LT(sum, find_chi_square(0.9995, 45)) << k;
  }
  // 95 % for the effective number of values, some nine per run of 60 s: by the scatter of means
  // over 24 runs it is 8.4. (In 100 runs of `holon sweep` over 80 s the mean is 3.08 ± 0.07.)
  const ConsistencyTest test = test_consistency(positions, 3);
  EXPECT_EQ(test.verdict, ConsistencyTest::Verdict::consistent) << test.describe();
}

}  // namespace
}  // namespace holon
