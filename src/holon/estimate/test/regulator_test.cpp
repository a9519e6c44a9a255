// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0

// Regulators and observability of whole models.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "holon/analyse/linearise/linear_model.h"
#include "holon/catalogue/builtin.h"
#include "holon/estimate/observability.h"
#include "holon/estimate/regulator.h"
#include "holon/reader/load.h"
#include "holon/simulate/simulation.h"

namespace holon {
namespace {

LinearModel linearize_pendulum(const std::vector<std::string>& outputs) {
  LoadOptions options;
  options.opened.push_back({"rail.force", {}});
  Diagnostics diagnostics;
  const Model model = load_model(std::string(HOLON_SOURCE_DIR) + "/examples/inverted_pendulum.yaml",
                                 builtin_catalogue(), options, diagnostics);
  diagnostics.throw_if_errors();
  const System system = make_system(model);
  std::vector<double> values;
  for (const SystemParameter& p : system.parameters) values.push_back(p.value);
  return linearize(system, find_start_point(system, values), {{"rail.force"}, outputs});
}

double gain_of(const Eigen::MatrixXd& M, Eigen::Index row, const std::vector<std::string>& names,
               const std::string& name) {
  const auto at = std::find(names.begin(), names.end(), name);
  return at == names.end() ? std::nan("") : M(row, at - names.begin());
}

// scipy 1.10, solve_continuous_are and solve_discrete_are, for the linear equations of a cart with
// a rod by hand: (M + m) x'' + m l a'' = F − b x', (I + m l²) a'' + m l x'' = m g l a.
TEST(Regulator, GainsOfTheInvertedPendulumAreThoseOfScipy) {
  const LinearModel model = linearize_pendulum({"rail.position", "hinge.angle"});
  ASSERT_EQ(model.order(), 4);
  RegulatorRequest request;
  request.weights = {{"rail.position", 200}, {"hinge.angle", 200}};
  request.process_noise = {{"rail.speed", 0.05}, {"hinge.rate", 0.2}};
  request.sigma = {{"rail.position", 1e-4}, {"hinge.angle", 3.5e-4}};
  const RegulatorDesign d = design_regulator(model, request);
  // scipy's solutions agree to some ten digits with what Newton's method leaves unchanged.
  constexpr double kDigits = 1e-9;
  const std::pair<const char*, double> gains[] = {{"rail.position", -14.142135623731},
                                                  {"hinge.angle", -60.090245233180},
                                                  {"rail.speed", -12.007232484895},
                                                  {"hinge.rate", -11.485322174829}};
  for (const auto& [name, gain] : gains)
    EXPECT_NEAR(gain_of(d.K, 0, d.states, name), gain, kDigits * std::abs(gain)) << name;
  ASSERT_TRUE(d.estimator);
  EXPECT_EQ(d.measured, (std::vector<std::string>{"rail.position", "hinge.angle"}));
  const std::pair<const char*, double> filter[] = {{"rail.position", 31.4336091958},
                                                   {"rail.speed", 494.0360119779}};
  for (const auto& [name, gain] : filter) {
    const auto at = std::find(d.states.begin(), d.states.end(), name) - d.states.begin();
    EXPECT_NEAR(d.estimator->L(at, 0), gain, kDigits * gain) << name;
  }
  request.period = 0.01;
  request.sigma.clear();
  const RegulatorDesign sampled = design_regulator(model, request);
  const std::pair<const char*, double> sampled_gains[] = {{"rail.position", -13.06070824810395},
                                                          {"hinge.angle", -56.953733632531325},
                                                          {"rail.speed", -11.17120713497492},
                                                          {"hinge.rate", -10.894161962848164}};
  for (const auto& [name, gain] : sampled_gains)
    EXPECT_NEAR(gain_of(sampled.K, 0, sampled.states, name), gain, kDigits * std::abs(gain))
        << name;
}

// Nothing but the position of the cart shifts it: by the angle alone it is not observed.
TEST(Observability, OfTheInvertedPendulumNeedsThePosition) {
  EXPECT_EQ(analyse_observability(linearize_pendulum({"rail.position"})).rank, 4);
  const ObservabilityAnalysis a = analyse_observability(linearize_pendulum({"hinge.angle"}));
  EXPECT_EQ(a.rank, 3);
  ASSERT_FALSE(a.directions.empty());
  ASSERT_EQ(a.directions[0].shares.size(), 1U);
  EXPECT_EQ(a.directions[0].shares[0].name, "rail.position");
}

TEST(Regulator, OfTheExampleHoldsThePendulumUpright) {
  Diagnostics diagnostics;
  Model model = load_model(std::string(HOLON_SOURCE_DIR) + "/examples/inverted_pendulum_lqg.yaml",
                           builtin_catalogue(), {}, diagnostics);
  diagnostics.throw_if_errors();
  const System system = make_system(model);
  model.simulate.engine = EngineChoice::tape;
  const Results run = simulate(system, model.simulate, model.outputs);
  const std::vector<double>& angle = run.values("plant.hinge.angle");
  const std::vector<double>& position = run.values("plant.rail.position");
  const std::vector<double>& estimate = run.values("controller.x");
  EXPECT_NEAR(angle[0], 8 * 3.14159265358979 / 180, 1e-12);
  double largest = 0, error = 0;
  for (std::size_t k = 500; k < run.row_count(); ++k) {  // after 5 s: what the noise leaves
    largest = std::max(largest, std::abs(angle[k]));
    error = std::max(error, std::abs(position[k] - estimate[k]));
  }
  EXPECT_LT(largest, 0.01);
  EXPECT_LT(error, 0.002);
}

}  // namespace
}  // namespace holon
