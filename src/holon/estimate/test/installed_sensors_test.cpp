// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0

// Filters by the names of the sensors that are installed, against filters that are told all.
#include <gtest/gtest.h>

#include <cmath>
#include <string>
#include <vector>

#include "holon/catalogue/builtin.h"
#include "holon/reader/load.h"
#include "holon/simulate/simulation.h"

namespace holon {
namespace {

struct InstalledRun {
  Results rows;
  std::vector<std::string> notes;
  std::size_t last() const { return rows.row_count() - 1; }
  double at(std::size_t row, const std::string& name) const { return rows.values(name)[row]; }
};

InstalledRun run_installed(const std::string& text) {
  Diagnostics diagnostics;
  Model model = load_model_text(text, builtin_catalogue(), {}, diagnostics, "model.yaml");
  diagnostics.throw_if_errors();
  model.simulate.engine = EngineChoice::tape;
  const System system = make_system(model);
  InstalledRun run;
  Simulation simulation(system, model.simulate);
  simulation.record(run.rows, model.outputs, RowSchedule::from(model.simulate));
  run.notes = simulation.run().notes;
  return run;
}

std::string errors_of_installed(const std::string& text) {
  Diagnostics diagnostics;
  try {
    const Model model = load_model_text(text, builtin_catalogue(), {}, diagnostics, "model.yaml");
    const auto assembly = assemble(model, diagnostics);
    if (!diagnostics.has_errors()) assembly->make_system("model");
  } catch (const InputError& error) {
    diagnostics.append(error.diagnostics());
  } catch (const ModelError& error) {
    return error.what();
  }
  std::string all;
  for (const Diagnostic& d : diagnostics.all())
    if (d.severity == Severity::error)
      all += d.message + (d.suggestion.empty() ? "" : "; " + d.suggestion) + "\n";
  return all;
}

std::string pendulum(const std::string& sensor, const std::string& filters,
                     const std::string& outputs) {
  return R"M(
holon: 1
parts:
  link: {type: RigidBody, mass: 1 kg, inertia: {rod: {length: 1 m, axis: z}},
         center_of_mass: [0, 0, -0.5 m]}
  pin: {type: Revolute, between: [world, link], axis: y, damping: 0.15 N m s/rad,
        initial: {angle: 60 deg}}
)M" + sensor +
         filters +
         "simulate: {until: 10 s, interval: 20 ms, tolerance: 1e-10, seed: 3}\noutputs: [" +
         outputs + "]\n";
}

std::string pendulum_filter(const std::string& name, const std::string& measurements,
                            const std::string& more = {}) {
  return "  " + name + R"M(:
    type: KalmanFilter
    sample: 50 Hz
    measurements: )M" +
         measurements + R"M(
    process_noise: {pin.rate: 0.001 rad/s^1.5}
    initial:
      pin.angle: {mean: 50 deg, sigma: 10 deg}
      pin.rate: {mean: 0.3 rad/s, sigma: 0.5 rad/s}
)M" + more;
}

TEST(InstalledSensors, EncoderOnAPendulum) {
  // σ² + Δ²/12 of 4096 counts, which show half a count too little.
  const InstalledRun run = run_installed(
      pendulum("  encoder: {type: Encoder, angle: pin.angle, counts: 4096, sigma: 0.2 deg, "
               "sample: 50 Hz}\n",
               pendulum_filter("named", "[encoder]") +
                   pendulum_filter("told",
                                   "{encoder: {measured: \"encoder.angle + pi/4096*1 [rad]\", "
                                   "predicted: pin.angle, sigma: \"sqrt((0.2 [deg])^2 + "
                                   "(2*pi/4096*1 [rad])^2/12)\"}}"),
               "named.estimate.pin.angle, told.estimate.pin.angle, named.sigma.pin.rate, "
               "told.sigma.pin.rate, named.nis.encoder, named.received.encoder, named.nees, "
               "told.nees"));
  constexpr double kRounding = 1e-12;
  double nis = 0;
  for (std::size_t k = 0; k <= run.last(); ++k) {
    EXPECT_NEAR(run.at(k, "named.estimate.pin.angle"), run.at(k, "told.estimate.pin.angle"),
                kRounding);
    EXPECT_NEAR(run.at(k, "named.sigma.pin.rate"), run.at(k, "told.sigma.pin.rate"), kRounding);
    nis += run.at(k, "named.nis.encoder");
  }
  EXPECT_EQ(run.at(run.last(), "named.received.encoder"), 501);
  // Mean of NIS of one number over 501 measurements, 99.9 %: 1 ± 3.3 sqrt(2/501).
  EXPECT_NEAR(nis / 501, 1, 0.21);
}

TEST(InstalledSensors, LatencyAndRateAreThoseOfTheSensor) {
  // 30 ms at 25 Hz: less than a period. Before it nothing has arrived.
  const InstalledRun run = run_installed(
      pendulum("  encoder: {type: Encoder, angle: pin.angle, sigma: 0.2 deg, sample: 25 Hz, "
               "latency: 30 ms}\n",
               pendulum_filter("nav", "[encoder]"),
               "nav.received.encoder, nav.late.encoder, nav.nis.encoder"));
  // At 0.03 s, 0.07 s, … 9.99 s.
  EXPECT_EQ(run.at(run.last(), "nav.received.encoder"), 250);
  double nis = 0;
  for (std::size_t k = 2; k <= run.last(); ++k) nis += run.at(k, "nav.nis.encoder");
  // 99.9 % of the mean over 250 measurements: 1 ± 3.3 sqrt(2/250); each is held for two rows.
  EXPECT_NEAR(nis / static_cast<double>(run.last() - 1), 1, 0.3);
}

TEST(InstalledSensors, BiasByOneWord) {
  const InstalledRun run = run_installed(
      pendulum("  encoder: {type: Encoder, angle: pin.angle, sigma: 0.2 deg, sample: 50 Hz, "
               "bias: {value: 1 deg, sigma: 2 deg}}\n",
               pendulum_filter("nav", "[encoder]", "    estimate: encoder.bias\n"),
               "nav.estimate.encoder.bias, nav.sigma.encoder.bias, nav.error.encoder.bias, "
               "nav.nees"));
  constexpr double kDegree = M_PI / 180;
  EXPECT_LT(run.at(run.last(), "nav.sigma.encoder.bias"), 0.2 * kDegree);
  EXPECT_NEAR(run.at(run.last(), "nav.error.encoder.bias"), 0,
              3 * run.at(run.last(), "nav.sigma.encoder.bias"));
  // The true one is what was drawn, and the error the difference to it.
  EXPECT_GT(std::abs(run.at(run.last(), "nav.estimate.encoder.bias")), 0.05 * kDegree);
}

TEST(InstalledSensors, ErrorsNameTheSensor) {
  EXPECT_EQ(
      errors_of_installed(pendulum("  encoder: {type: Encoder, angle: pin.angle, sample: 50 Hz}\n",
                                   pendulum_filter("nav", "[encoder]"), "pin.angle")),
      "measurements.encoder: 'encoder' has no noise in 'encoder.angle', so the filter would trust "
      "it without "
      "limit; give the sensor its noise, or write 'encoder: {sigma: …}'\n");
  EXPECT_EQ(errors_of_installed(pendulum(
                "  encoder: {type: Encoder, angle: pin.angle, sigma: 1 deg, sample: 50 Hz}\n",
                pendulum_filter("nav", "[encode]"), "pin.angle")),
            "the filter's model has no sensor 'encode'; did you mean 'encoder'?\n");
  EXPECT_EQ(errors_of_installed(pendulum(
                "  encoder: {type: Encoder, angle: pin.angle, sigma: 1 deg, sample: 50 Hz}\n",
                pendulum_filter("nav", "[encoder]", "    estimate: encoder.bias\n"), "pin.angle")),
            "'encoder.bias' is to be estimated, but 'encoder' has no random bias; omit it, give "
            "the sensor its bias, or write 'initial: {encoder.bias: {sigma: …}}'\n");
}

}  // namespace
}  // namespace holon
