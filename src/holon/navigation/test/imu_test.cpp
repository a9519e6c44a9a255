// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#include "holon/navigation/parts/imu.h"

#include "holon/mechanics/parts/bodies/rigid_body.h"
#include "holon/mechanics/parts/fields/gravity.h"
#include "holon/mechanics/parts/frames/frame.h"
#include "holon/mechanics/parts/joints/revolute.h"
#include "run_sensors.h"

namespace holon {
namespace {

using namespace test;

constexpr double kPeriod = 0.01;  // [s] of the sensors here

/// A frame on a turntable of radius r: it turns about z at a constant rate, x outwards.
Model turntable(double rate, double radius, const Imu& imu) {
  Model model;
  const Expr angle = rate * model.time();
  model.add<Frame>("table", {.position = {radius * cos(angle), radius * sin(angle), 0.0},
                             .orientation = Orientation::axis_angle({0.0, 0.0, 1.0}, angle)});
  model.add<Imu>("imu", imu);
  return model;
}

TEST(Imu, MeasuresRotationCentripetalAccelerationAndGravityOnATurntable) {
  constexpr double kRate = 2.0, kRadius = 0.5, kArm = 0.1;
  const Results r = run(
      turntable(kRate, kRadius, {.on = "table", .lever_arm = {0.0, kArm, 0.0}, .sample = kPeriod}),
      1.0,
      {"imu.angular_velocity", "imu.specific_force", "imu.delta_angle", "imu.delta_velocity",
       "table.specific_force"},
      0.1);
  const double w2 = kRate * kRate;
  for (std::size_t k = 1; k < r.row_count(); ++k) {
    const Vec w = vector_of(r, k, "imu.angular_velocity"),
              f = vector_of(r, k, "imu.specific_force");
    expect_vector(w, {0, 0, kRate}, kGlobal);
    expect_vector(f, {-w2 * kRadius, -w2 * kArm, kGravity}, kGlobal);
    expect_vector(vector_of(r, k, "table.specific_force"), {-w2 * kRadius, 0, kGravity}, kGlobal);
    expect_vector(vector_of(r, k, "imu.delta_angle"), {0, 0, kRate * kPeriod}, kGlobal);
    expect_vector(vector_of(r, k, "imu.delta_velocity"), f * kPeriod, kGlobal);
  }
}

// The integrals over a sample, in rotating axes, of a frame that turns about z by a sin(Wt) and
// moves along x by b sin(Wt): Δθ = a (sin Wt − sin Wt'), Δv by Gauss's formula.
TEST(Imu, IntegralsAreThoseOfTheMotionBetweenTheTicks) {
  constexpr double kRate = 30.0, kTurn = 0.4, kWay = 0.2, kLong = 0.05;
  Model model;
  const Expr wave = sin(kRate * model.time());
  model.add<Frame>("table",
                   {.position = {kWay * wave, 0.0, 0.0},
                    .orientation = Orientation::axis_angle({0.0, 0.0, 1.0}, kTurn * wave)});
  model.add<Imu>("imu", {.on = "table", .sample = kLong});
  const Results r = run(model, 1.0, {"imu.delta_angle", "imu.delta_velocity"}, kLong);
  const auto force = [&](double t) {
    const double a = -kWay * kRate * kRate * std::sin(kRate * t), s = kTurn * std::sin(kRate * t);
    return Vec(a * std::cos(s), -a * std::sin(s), kGravity);
  };
  Vec sum(0, 0, 0);
  for (std::size_t k = 1; k < r.row_count(); ++k) {
    const double t = kLong * static_cast<double>(k), before = t - kLong;
    EXPECT_NEAR(r.values("imu.delta_angle.z")[k],
                kTurn * (std::sin(kRate * t) - std::sin(kRate * before)), 10 * kGlobal);
    Vec expected(0, 0, 0);
    constexpr int kParts = 400;  // Simpson's rule: its error is 1e-13 of the integrand here
    const double h = kLong / (2 * kParts);
    for (int j = 0; j <= 2 * kParts; ++j)
      expected += h / 3 *
                  (j == 0 || j == 2 * kParts ? 1.0
                   : j % 2                   ? 4.0
                                             : 2.0) *
                  force(before + j * h);
    expect_vector(vector_of(r, k, "imu.delta_velocity"), expected, 10 * kGlobal);
    sum += vector_of(r, k, "imu.delta_angle");
  }
  EXPECT_NEAR(sum[2], kTurn * std::sin(kRate), 10 * kGlobal);
  expect_vector(vector_of(r, 0, "imu.delta_angle"), {0, 0, 0}, 0);
}

/// A sensor at rest in the world.
Results rest(const Imu& imu, double until, const std::vector<std::string>& outputs,
             std::int64_t seed = 0, const std::string& name = "imu") {
  Model model;
  model.add<Imu>(name, imu);
  return run(model, until, outputs, *imu.sample, seed);
}

double mean_of(const std::vector<double>& x) {
  double sum = 0;
  for (const double e : x) sum += e;
  return sum / static_cast<double>(x.size());
}
double deviation_of(const std::vector<double>& x) {
  const double m = mean_of(x);
  double sum = 0;
  for (const double e : x) sum += (e - m) * (e - m);
  return std::sqrt(sum / static_cast<double>(x.size()));
}

// A deviation estimated of n independent normal numbers scatters by σ/√(2n), a mean by σ/√n. Five
// of these do not occur by chance, and the seeds are fixed.
constexpr double kScatter = 5;

TEST(Imu, NoiseDensityIsThatOfTheIntegral) {
  constexpr double kDensity = 0.02;
  Imu imu{.sample = kPeriod};
  imu.gyro.noise_density = kDensity;
  const Results r = rest(imu, 50, {"imu.angular_velocity", "imu.delta_angle"}, 3);
  const double n = static_cast<double>(r.row_count());
  for (const char* axis : {".x", ".y", ".z"}) {
    const std::vector<double> w = column(r, std::string("imu.angular_velocity") + axis);
    const double sigma = kDensity / std::sqrt(kPeriod);
    EXPECT_NEAR(deviation_of(w), sigma, kScatter * sigma / std::sqrt(2 * n));
    EXPECT_NEAR(mean_of(w), 0, kScatter * sigma / std::sqrt(n));
    // The same noise in the integral, from the second tick on.
    const std::vector<double> d = column(r, std::string("imu.delta_angle") + axis);
    EXPECT_EQ(d[0], 0);
    for (std::size_t k = 1; k < d.size(); ++k) EXPECT_NEAR(d[k], w[k] * kPeriod, 1e-12);
  }
  EXPECT_NE(column(r, "imu.angular_velocity.x"), column(r, "imu.angular_velocity.y"));
}

TEST(Imu, BiasAtTheStartIsNormalOverSeedsAndConstantInARun) {
  constexpr double kSigma = 0.1;
  Imu imu{.sample = kPeriod};
  imu.accelerometer.bias = sensor::Bias<sensor::SpecificForce>{.sigma = kSigma};
  std::vector<double> drawn;
  constexpr int kSeeds = 100;
  for (int seed = 0; seed < kSeeds; ++seed) {
    const Results r = rest(imu, 0.05, {"imu.accelerometer.bias", "imu.specific_force"}, seed);
    for (const char* axis : {".x", ".y"}) {
      const std::vector<double> b = column(r, std::string("imu.accelerometer.bias") + axis);
      EXPECT_EQ(b.front(), b.back());
      EXPECT_NEAR(column(r, std::string("imu.specific_force") + axis)[2], b[2], kGlobal);
      drawn.push_back(b[0]);
    }
  }
  const double n = static_cast<double>(drawn.size());
  EXPECT_NEAR(deviation_of(drawn), kSigma, kScatter * kSigma / std::sqrt(2 * n));
  EXPECT_NEAR(mean_of(drawn), 0, kScatter * kSigma / std::sqrt(n));
}

TEST(Imu, DriftHasItsDeviationAndCorrelationFromTheStartOn) {
  // Many short runs of a process: stationary from the first tick on, and correlated by e^(-t/τ).
  constexpr double kSigma = 2.0, kTime = 0.5;
  Imu imu{.sample = 0.1};
  imu.gyro.bias =
      sensor::Bias<sensor::AngularRate>{.drift = sensor::Drift<sensor::AngularRate>{kSigma, kTime}};
  const Results r = rest(imu, 1000, {"imu.gyro.bias"}, 5);
  double product = 0;
  int count = 0;
  constexpr std::size_t kLag = 3;
  for (const char* axis : {".x", ".y", ".z"}) {
    const std::vector<double> b = column(r, std::string("imu.gyro.bias") + axis);
    // Correlated numbers count 2 τ/T times less.
    const double n = static_cast<double>(b.size()) * imu.sample.value() / (2 * kTime);
    EXPECT_NEAR(deviation_of(b), kSigma, kScatter * kSigma / std::sqrt(2 * n));
    for (std::size_t k = kLag; k < b.size(); ++k, ++count) product += b[k] * b[k - kLag];
  }
  const double expected = std::exp(-0.3 / kTime);
  EXPECT_NEAR(product / count / (kSigma * kSigma), expected, kScatter / std::sqrt(count / 10.0));
}

TEST(Imu, RandomWalkGrowsWithTheRootOfTime) {
  constexpr double kWalk = 0.3;
  Imu imu{.sample = 0.1};
  imu.gyro.bias = sensor::Bias<sensor::AngularRate>{.random_walk = kWalk};
  std::vector<double> ends;
  for (int seed = 0; seed < 60; ++seed) {
    const Results r = rest(imu, 4, {"imu.gyro.bias"}, seed);
    for (const char* axis : {".x", ".y", ".z"}) {
      const std::vector<double> b = column(r, std::string("imu.gyro.bias") + axis);
      EXPECT_EQ(b[0], 0);
      ends.push_back(b.back());
    }
  }
  const double sigma = kWalk * std::sqrt(4.0), n = static_cast<double>(ends.size());
  EXPECT_NEAR(deviation_of(ends), sigma, kScatter * sigma / std::sqrt(2 * n));
}

TEST(Imu, KnownErrorsOfScaleDirectionAndTemperature) {
  constexpr double kRate = 2.0, kTilt = 0.01, kPerKelvin = 1e-3;
  Imu imu{.on = "table", .sample = kPeriod};
  imu.gyro.scale = sensor::Scale<Vector3<Expr>>{.value = Vector3<Expr>(0.0, 0.0, 0.02)};
  imu.gyro.bias = sensor::Bias<sensor::AngularRate>{.value = Vector3<Expr>(0.1, 0.0, 0.0),
                                                    .temperature = kPerKelvin};
  imu.accelerometer.misalignment =
      TriadErrors<sensor::SpecificForce>::Misalignment{.value = Vector3<Expr>(kTilt, 0.0, 0.0)};
  imu.temperature = kReferenceTemperature + 20.0;
  const Results r =
      run(turntable(kRate, 0, imu), 0.1, {"imu.angular_velocity", "imu.specific_force"}, 0.05);
  expect_vector(vector_of(r, 1, "imu.angular_velocity"),
                {0.1 + 20 * kPerKelvin, 20 * kPerKelvin, 1.02 * kRate + 20 * kPerKelvin}, kGlobal);
  // Axes that are turned by +x see gravity's reaction towards +y.
  expect_vector(vector_of(r, 1, "imu.specific_force"),
                {0, kGravity * std::sin(kTilt), kGravity * std::cos(kTilt)}, kGlobal);
}

TEST(Imu, SaturatesAtItsRangeAndCountsTheSamples) {
  Imu imu{.on = "table", .sample = 0.1};
  imu.gyro.range = 1.5;
  const Results r = run(turntable(2.0, 0, imu), 1.0,
                        {"imu.angular_velocity", "imu.delta_angle", "imu.clamped"}, 0.1);
  EXPECT_EQ(r.values("imu.angular_velocity.z").back(), 1.5);
  EXPECT_NEAR(r.values("imu.delta_angle.z").back(), 0.15, 1e-15);
  EXPECT_EQ(r.values("imu.clamped").back(), 11);
}

TEST(Imu, ARunNotesTheSamplesBeyondItsRange) {
  Imu imu{.on = "table", .sample = 0.1};
  imu.gyro.range = 1.5;
  const System system = make_system(turntable(2.0, 0, imu));
  Simulation simulation(system, test::tape_settings(1.0, 0.1, kTolerance));
  EXPECT_EQ(simulation.run().notes,
            (std::vector<std::string>{
                "imu: 11 of its samples were beyond its range, and it measured the limit"}));
}

TEST(Imu, QuantisationLosesNoAngle) {
  Imu imu{.on = "table", .sample = 0.1};
  imu.gyro.range = 8.0;
  imu.gyro.bits = 4;  // digits of 1 rad/s
  const Results r =
      run(turntable(0.3, 0, imu), 10.0, {"imu.angular_velocity", "imu.delta_angle"}, 0.1);
  EXPECT_EQ(r.values("imu.angular_velocity.z").back(), 0.0);
  double sum = 0;
  for (const double d : r.values("imu.delta_angle.z")) {
    sum += d;
    EXPECT_NEAR(d / 0.1, std::round(d / 0.1), 1e-9);
  }
  EXPECT_NEAR(sum, 3.0, 0.05 + 1e-9);  // half a digit
}

TEST(Imu, LatencyIsExactAlsoBetweenTicks) {
  for (const double latency : {0.2, 0.25}) {
    const auto model = [&](std::optional<Expr> late) {
      Model m;
      const Expr t = m.time();
      m.add<Frame>("table", {.orientation = Orientation::axis_angle({0.0, 0.0, 1.0}, t * t)});
      m.add<Imu>("imu", {.on = "table", .sample = 0.1, .latency = late});
      return m;
    };
    const Results r = run(model(latency), 2.0, {"imu.angular_velocity.z"}, 0.01);
    for (std::size_t k = 0; k < r.row_count(); ++k) {
      const double t = 0.01 * static_cast<double>(k);
      // Not at the instant of a delivery, where a row may show either side.
      const double phase = (t - latency) / 0.1;
      if (std::abs(phase - std::round(phase)) < 1e-6) continue;
      const double tick = phase < 0 ? 0 : 0.1 * std::floor(phase);
      EXPECT_NEAR(r.values("imu.angular_velocity.z")[k], 2 * tick, kGlobal) << "at " << t;
    }
  }
}

TEST(Imu, NumbersDependOnSeedAndNameAlone) {
  const Imu imu{.sample = kPeriod, .grade = ImuGrade::industrial};
  const std::vector<std::string> outputs{"imu.angular_velocity.x"};
  const auto first = column(rest(imu, 0.5, outputs, 1), outputs[0]);
  EXPECT_EQ(first, column(rest(imu, 0.5, outputs, 1), outputs[0]));
  EXPECT_NE(first, column(rest(imu, 0.5, outputs, 2), outputs[0]));
  EXPECT_NE(first, column(rest(imu, 0.5, {"other.angular_velocity.x"}, 1, "other"),
                          "other.angular_velocity.x"));
}

TEST(Imu, GradesDifferByOrders) {
  std::vector<double> noise;
  for (const ImuGrade grade :
       {ImuGrade::consumer, ImuGrade::industrial, ImuGrade::tactical, ImuGrade::navigation}) {
    Imu imu{.sample = kPeriod, .grade = grade};
    imu.gyro.bits = 40;  // finer than the noise
    if (grade == ImuGrade::navigation) imu.gyro.range = 1.0;
    noise.push_back(
        deviation_of(column(rest(imu, 5, {"imu.angular_velocity.x"}), "imu.angular_velocity.x")));
  }
  // 0.015 °/s/√Hz, 0.34 °/√h, 0.07 °/√h, 0.002 °/√h in rad/√s; 500 samples scatter by 3 %.
  const double degree = 0.017453292519943295;
  const double expected[] = {0.015 * degree, 0.34 / 60 * degree, 0.07 / 60 * degree,
                             0.002 / 60 * degree};
  for (std::size_t k = 0; k < 4; ++k)
    EXPECT_NEAR(noise[k] * std::sqrt(kPeriod), expected[k], 0.16 * expected[k]) << k;
}

class ImuOnAMachine : public testing::TestWithParam<Formulation> {};

// A rod of length L that falls from rest out of the horizontal: φ'' = 3/2 g/L cos φ and φ'² = 3 g/L
// sin φ for the angle φ below it. With its x along the rod its tip has the specific force
// (−4 g sin φ, 0, −½ g cos φ).
TEST_P(ImuOnAMachine, MeasuresAFallingRod) {
  constexpr double kLength = 0.7;
  Model model;
  RigidBody rod{.mass = 2.0, .inertia = Rod{.length = kLength}};
  rod.center_of_mass = {kLength / 2, 0.0, 0.0};
  rod.frames = {{"tip", {.at = {kLength, 0.0, 0.0}}}};
  model.add<RigidBody>("rod", rod);
  model.add<Revolute>("pin", {.between = {"world", "rod"}, .axis = "y"});
  model.add<Imu>("imu", {.on = "rod.tip", .sample = 0.1});
  model.add<Imu>("arm", {.on = "rod", .lever_arm = {kLength, 0.0, 0.0}, .sample = 0.1});
  model.simulate.formulation = GetParam();
  SimulateSettings settings = tape_settings(0.7, 0.1, kTolerance);
  settings.formulation = GetParam();
  const Results r = simulate(make_system(model), settings,
                             {"imu.specific_force", "arm.specific_force", "rod.tip.specific_force",
                              "imu.angular_velocity", "rod.orientation"});
  for (std::size_t k = 0; k < r.row_count(); ++k) {
    // About y the quaternion is (cos φ/2, 0, sin φ/2, 0).
    const double angle =
        2 * std::atan2(r.values("rod.orientation.y")[k], r.values("rod.orientation.w")[k]);
    const Vec expected(-4 * kGravity * std::sin(angle), 0, -0.5 * kGravity * std::cos(angle));
    for (const char* name : {"imu.specific_force", "arm.specific_force", "rod.tip.specific_force"})
      expect_vector(vector_of(r, k, name), expected, 1e-7);
    expect_vector(vector_of(r, k, "imu.angular_velocity"),
                  {0, std::sqrt(3 * kGravity / kLength * std::max(0.0, std::sin(angle))), 0}, 1e-4);
  }
}

INSTANTIATE_TEST_SUITE_P(Imu, ImuOnAMachine,
                         testing::Values(Formulation::recursive, Formulation::augmented));

TEST(Imu, FeelsTheRotationOfTheWorld) {
  // A craft that moves along x at 3 m/s at the height 0, in a world that turns about z.
  constexpr double kRate = 0.5, kSpeed = 3.0;
  Model model;
  model.add<RotatingWorld>("world_rate", {.rate = kRate});
  model.add<Frame>("craft", {.position = {kSpeed * model.time(), 0.0, 0.0}});
  model.add<Imu>("imu", {.on = "craft", .sample = kPeriod});
  const Results r = run(model, 0.1, {"imu.angular_velocity", "imu.specific_force"}, 0.05);
  expect_vector(vector_of(r, 1, "imu.angular_velocity"), {0, 0, kRate}, kGlobal);
  // Coriolis: 2 Ω × v along y.
  expect_vector(vector_of(r, 1, "imu.specific_force"), {0, 2 * kRate * kSpeed, kGravity}, kGlobal);
}

TEST(Imu, FeelsAGravityField) {
  Model model;
  model.add<Gravity>("gravity", {.central = Gravity::CentralBody{.mu = 8.0}});
  model.add<Frame>("craft", {.position = {2.0, 0.0, 0.0}});
  model.add<Imu>("imu", {.on = "craft", .sample = kPeriod});
  const Results r = run(model, 0.1, {"imu.specific_force", "craft.specific_force"}, 0.05);
  expect_vector(vector_of(r, 1, "imu.specific_force"), {2, 0, 0}, kGlobal);
  expect_vector(vector_of(r, 1, "craft.specific_force"), {2, 0, 0}, kGlobal);
}

// Integrals are states: three for each, only of what is read.
TEST(Imu, HasTheIntegralsThatAreRead) {
  const auto count_states = [](const std::vector<std::string>& outputs) {
    const Model model = turntable(2.0, 0.5, {.on = "table", .sample = kPeriod});
    for (const std::string& name : outputs) model.output(name);
    return make_system(model).state_count();
  };
  EXPECT_EQ(count_states({"imu.angular_velocity", "imu.specific_force.x"}), 0);
  EXPECT_EQ(count_states({"imu.delta_angle"}), 3);
  EXPECT_EQ(count_states({"imu.delta_velocity.z"}), 3);
  EXPECT_EQ(count_states({"imu.delta_angle.x", "imu.delta_velocity"}), 6);
  EXPECT_EQ(count_states({"imu"}), 6);  // an interface that shows the whole unit
  const System system = make_system(turntable(2.0, 0.5, {.on = "table", .sample = kPeriod}));
  try {
    system.select_outputs({"imu.delta_angle"});
    FAIL() << "no error";
  } catch (const ModelError& error) {
    EXPECT_STREQ(error.what(),
                 "'imu.delta_angle' was not requested when the model was made; name it in the "
                 "model's 'outputs'");
  }
}

TEST(Imu, NamesWhatIsMissingOrHasNoEffect) {
  const auto errors = [](const Imu& imu) {
    Model model;
    model.add<Imu>("imu", imu);
    return errors_of(model);
  };
  EXPECT_EQ(errors({}),
            "parts/imu: a sensor needs a 'sample', the rate of its measurements; write "
            "'sample: 100 Hz'\n");
  Imu imu{.sample = kPeriod};
  imu.gyro.bits = 16;
  EXPECT_EQ(
      errors(imu),
      "parts/imu: gyro.bits: 'bits' needs a 'range', which the converter covers; give the range, "
      "or 'resolution' instead\n");
  imu.gyro.range = 1.0;
  imu.gyro.resolution = 0.1;
  EXPECT_EQ(errors(imu),
            "parts/imu: gyro.resolution: 'resolution' and 'bits' both determine the quantisation "
            "step; keep one of "
            "them\n");
  imu = {.sample = kPeriod};
  imu.gyro.bias = sensor::Bias<sensor::AngularRate>{.temperature = 1.0};
  EXPECT_EQ(errors(imu),
            "parts/imu: gyro.bias.temperature: 'temperature' has no effect without the sensor's "
            "temperature; give "
            "the part a 'temperature', such as 40 degC\n");
  EXPECT_EQ(errors({.sample = kPeriod, .temperature = 300.0}),
            "parts/imu: 'temperature' has no effect: no error depends on it; give a 'bias: "
            "{temperature: …}' or 'scale: {temperature: …}', or leave it out\n");
  EXPECT_NE(errors({.on = "nowhere", .sample = kPeriod}).find("nowhere"), std::string::npos);
}

}  // namespace
}  // namespace holon
