// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#include "holon/navigation/parts/gnss_receiver.h"

#include <Eigen/Cholesky>
#include <numbers>

#include "degree.h"
#include "holon/earth/ellipsoid.h"
#include "holon/mechanics/parts/frames/frame.h"
#include "holon/navigation/parts/constellation.h"
#include "holon/navigation/signal_delays.h"
#include "run_sensors.h"

namespace holon {
namespace {

using test::kDegree;
constexpr double kLight = earth::kSpeedOfLight;

/// An antenna on a course: x = 3 t, y = 2 sin t, z = 1.
Model moving_antenna() {
  Model model;
  const Expr t = model.time();
  model.add<Frame>("mast", {.position = {3.0 * t, 2.0 * sin(t), 1.0}});
  return model;
}

GnssReceiver::Sigma no_noise() {
  return {.horizontal = Expr(0.0),
          .vertical = Expr(0.0),
          .velocity = Expr(0.0),
          .heading = {},
          .pseudorange = {},
          .range_rate = {}};
}

void place_on_earth(Model& model) {
  model.world.earth = EarthSettings{
      .latitude = 48.1 * kDegree, .longitude = 11.6 * kDegree, .height = 520.0, .rotation = false};
}

std::size_t row_at(const Results& r, double time) {
  const std::vector<double>& t = r.values("time");
  for (std::size_t k = 0; k < t.size(); ++k) {
    if (std::abs(t[k] - time) < 1e-9) return k;
  }
  ADD_FAILURE() << "no row at " << time;
  return 0;
}

TEST(GnssReceiver, GivesNoiseOfTheGivenDeviation) {
  Model model = moving_antenna();
  model.add<GnssReceiver>("gps", {.on = "mast",
                                  .mode = GnssReceiver::Mode::rtk,
                                  .sample = 0.05,
                                  .sigma = {.horizontal = Expr(0.008),
                                            .vertical = Expr(0.015),
                                            .velocity = Expr(0.03),
                                            .heading = {},
                                            .pseudorange = {},
                                            .range_rate = {}}});
  const Results r = test::run(
      model, 100.0, {"gps.position", "gps.velocity", "mast.position", "mast.velocity", "gps.fix"},
      0.05, 3);
  const struct {
    const char *measured, *truth;
    double sigma;
  } cases[] = {{"gps.position.x", "mast.position.x", 0.008},
               {"gps.position.y", "mast.position.y", 0.008},
               {"gps.position.z", "mast.position.z", 0.015},
               {"gps.velocity.z", "mast.velocity.z", 0.03}};
  for (const auto& c : cases) {
    double sum = 0, squares = 0;
    const auto n = static_cast<double>(r.row_count());
    for (std::size_t k = 0; k < r.row_count(); ++k) {
      const double e = r.values(c.measured)[k] - r.values(c.truth)[k];
      sum += e;
      squares += e * e;
    }
    // 4 standard deviations of the mean and of the variance of n normal numbers.
    EXPECT_NEAR(sum / n, 0, 4 * c.sigma / std::sqrt(n)) << c.measured;
    EXPECT_NEAR(squares / n / (c.sigma * c.sigma), 1, 4 * std::sqrt(2 / n)) << c.measured;
  }
  EXPECT_EQ(r.values("gps.fix")[100], 4);
}

TEST(GnssReceiver, DeliversLateAndNamesTheTimeOfValidity) {
  for (const double latency : {0.02, 0.1, 0.25}) {
    Model model = moving_antenna();
    model.add<GnssReceiver>("gps", {.on = "mast",
                                    .mode = GnssReceiver::Mode::single,
                                    .sample = 0.1,
                                    .sigma = no_noise(),
                                    .latency = Expr(latency)});
    const Results r =
        test::run(model, 3.0, {"gps.position", "gps.time_of_validity", "gps.valid"}, 0.01);
    for (std::size_t k = 0; k < r.row_count(); ++k) {
      const double t = r.values("time")[k];
      const double measured = std::floor((t - latency) / 0.1 + 1e-6) * 0.1;
      if (std::abs(std::remainder(t - latency, 0.1)) < 1e-6) continue;  // at the delivery itself
      EXPECT_EQ(r.values("gps.valid")[k], measured < -1e-9 ? 0 : 1) << t;
      if (measured < -1e-9) continue;
      EXPECT_NEAR(r.values("gps.time_of_validity")[k], measured, 1e-12);
      EXPECT_NEAR(r.values("gps.position.x")[k], 3 * measured, 1e-11);
      EXPECT_NEAR(r.values("gps.position.y")[k], 2 * std::sin(measured), 1e-11);
    }
  }
}

TEST(GnssReceiver, FollowsTheScheduleOfOutagesFloatPhasesAndWrongFixes) {
  Model model = moving_antenna();
  GnssReceiver gps{
      .on = "mast", .mode = GnssReceiver::Mode::rtk, .sample = 0.1, .sigma = no_noise()};
  gps.float_sigma = {.horizontal = 0.0, .vertical = 0.0};
  gps.fix_time = 0.5;
  gps.outages = {{{1.0, 2.0}}};
  gps.float_phases = {{{4.0, 4.5}}};
  gps.wrong_fixes = {{.during = {5.5, 6.0}, .offset = {0.2, -0.1, 0.4}}};
  model.add<GnssReceiver>("gps", gps);
  const Results r =
      test::run(model, 7.0, {"gps.position", "gps.fix", "gps.valid", "gps.time_of_validity"}, 0.1);
  const auto fix = [&](double t) { return r.values("gps.fix")[row_at(r, t)]; };
  EXPECT_EQ(fix(0.5), 4);
  EXPECT_EQ(fix(0.9), 4);
  EXPECT_EQ(fix(1.0), 0);
  EXPECT_EQ(fix(1.9), 0);
  EXPECT_EQ(fix(2.0), 5);  // ambiguities take half a second after the last tick without
  EXPECT_EQ(fix(2.3), 5);
  EXPECT_EQ(fix(2.5), 4);
  EXPECT_EQ(fix(4.2), 5);
  EXPECT_EQ(fix(4.8), 5);
  EXPECT_EQ(fix(5.0), 4);
  EXPECT_EQ(fix(5.7), 4);  // and is wrong
  const std::size_t out = row_at(r, 1.5), wrong = row_at(r, 5.7);
  EXPECT_EQ(r.values("gps.valid")[out], 0);
  EXPECT_NEAR(r.values("gps.position.x")[out], 3 * 0.9, 1e-11);  // keeps the last one
  EXPECT_NEAR(r.values("gps.time_of_validity")[out], 0.9, 1e-12);
  EXPECT_NEAR(r.values("gps.position.x")[wrong], 3 * 5.7 + 0.2, 1e-11);
  EXPECT_NEAR(r.values("gps.position.z")[wrong], 1.4, 1e-12);
}

TEST(GnssReceiver, MeasuresTheHeadingOfTwoAntennas) {
  Model model;
  const Expr t = model.time();
  model.add<Frame>("left", {.position = {0.0, 0.0, 0.0}});
  model.add<Frame>("right", {.position = {2.0 * sin(t), 2.0 * cos(t), 0.5}});
  model.add<GnssReceiver>("gps", {.on = "left",
                                  .second = "right",
                                  .mode = GnssReceiver::Mode::dual_antenna,
                                  .sample = 0.1,
                                  .sigma = {.horizontal = Expr(0.0),
                                            .vertical = Expr(0.0),
                                            .velocity = {},
                                            .heading = Expr(0.0),
                                            .pseudorange = {},
                                            .range_rate = {}}});
  const Results r = test::run(model, 10.0, {"gps.heading", "gps.pitch"}, 0.1);
  for (std::size_t k = 0; k < r.row_count(); ++k) {
    const double expected = std::fmod(r.values("time")[k], 2 * std::numbers::pi);
    EXPECT_NEAR(std::remainder(r.values("gps.heading")[k] - expected, 2 * std::numbers::pi), 0,
                1e-12);
    EXPECT_GE(r.values("gps.heading")[k], 0);
    EXPECT_NEAR(r.values("gps.pitch")[k], std::atan2(0.5, 2.0), 1e-12);
  }
}

TEST(GnssReceiver, SeesTheSatellitesOfTheConstellation) {
  // Numbers of numpy: navigation/test/satellites_test.cpp.
  Model model;
  place_on_earth(model);
  model.add<Frame>("mast", {.position = {0.0, 0.0, 0.0}});
  GnssReceiver gps{.on = "mast", .sample = 3600.0, .sigma = no_noise()};
  model.add<GnssReceiver>("gps", gps);
  model.add<Constellation>("sky", {.walker = Constellation::Walker{}});
  const Results r = test::run(model, 3600.0,
                              {"gps.satellites", "gps.dop.gdop", "gps.dop.pdop", "gps.dop.hdop",
                               "gps.dop.vdop", "gps.dop.tdop", "gps.latitude", "gps.height"},
                              3600.0);
  const double expected[2][6] = {
      {7, 2.255606558241, 1.985367212173, 1.037531144922, 1.692693737948, 1.070550315682},
      {6, 3.268606027218, 2.772436019179, 1.332736049040, 2.431093602482, 1.731295434271}};
  const char* const names[] = {"gps.satellites", "gps.dop.gdop", "gps.dop.pdop",
                               "gps.dop.hdop",   "gps.dop.vdop", "gps.dop.tdop"};
  for (std::size_t n = 0; n < 6; ++n) {
    EXPECT_NEAR(r.values(names[n])[0], expected[0][n], 1e-10);
    EXPECT_NEAR(r.values(names[n])[r.row_count() - 1], expected[1][n], 1e-10);
  }
  EXPECT_NEAR(r.values("gps.latitude")[0], 48.1 * kDegree, 1e-14);
  EXPECT_NEAR(r.values("gps.height")[0], 520, 1e-8);
}

TEST(GnssReceiver, PseudorangesGiveBackPositionAndClock) {
  // Gauss-Newton of the ranges |q − r| + c δt over the active channels, with the satellites that
  // the receiver names: place and clock of the model, to the rounding error of 2e7 m.
  Model model = moving_antenna();
  place_on_earth(model);
  GnssReceiver gps{.on = "mast", .mode = GnssReceiver::Mode::pseudorange, .sample = 1.0};
  gps.sigma.pseudorange = Expr(0.0);
  gps.sigma.range_rate = Expr(0.0);
  gps.clock = {.offset = 1e-4, .drift = 2e-7};
  gps.channels = 24;
  model.add<GnssReceiver>("gps", gps);
  model.add<Constellation>("sky",
                           {.walker = Constellation::Walker{}, .epoch = "2026-06-01T10:00:00Z"});
  std::vector<std::string> outputs{"mast.ecef", "gps.clock.bias", "gps.satellites"};
  for (int k = 0; k < 24; ++k) {
    for (const char* name : {"active", "pseudorange", "satellite_position", "satellite_clock",
                             "range_rate", "satellite_velocity"}) {
      outputs.push_back("gps." + std::string(name) + "[" + std::to_string(k) + "]");
    }
  }
  const Results r = test::run(model, 4.0, outputs, 1.0);
  for (std::size_t row = 0; row < r.row_count(); ++row) {
    Eigen::Vector4d x = Eigen::Vector4d::Zero();
    for (int step = 0; step < 8; ++step) {
      Eigen::Matrix4d N = Eigen::Matrix4d::Zero();
      Eigen::Vector4d b = Eigen::Vector4d::Zero();
      for (int k = 0; k < 24; ++k) {
        const std::string own = "[" + std::to_string(k) + "]";
        if (r.values("gps.active" + own)[row] != 1) continue;
        const test::Vec q = test::vector_of(r, row, "gps.satellite_position" + own);
        const test::Vec d = q - x.head<3>();
        const double residual = r.values("gps.pseudorange" + own)[row] +
                                kLight * r.values("gps.satellite_clock" + own)[row] - d.norm() -
                                x[3];
        Eigen::Vector4d g;
        g << -d / d.norm(), 1;
        for (int i = 0; i < 4; ++i) {
          for (int j = 0; j < 4; ++j) N(i, j) += g[i] * g[j];
          b[i] += g[i] * residual;
        }
      }
      x += N.ldlt().solve(b);
    }
    const test::Vec truth = test::vector_of(r, row, "mast.ecef");
    test::expect_vector(x.head<3>(), truth, 2e-7);
    EXPECT_NEAR(x[3], kLight * (1e-4 + 2e-7 * r.values("time")[row]), 2e-7);
    EXPECT_NEAR(r.values("gps.clock.bias")[row], 1e-4 + 2e-7 * r.values("time")[row], 1e-18);
  }
}

TEST(GnssReceiver, DelaysPseudorangesByTheAtmosphere) {
  // The difference of two receivers at one place, one with both models (tested with published
  // values in constellation_test.cpp).
  Model model;
  place_on_earth(model);
  model.add<Frame>("mast", {.position = {0.0, 0.0, 0.0}});
  GnssReceiver bare{.on = "mast", .mode = GnssReceiver::Mode::pseudorange, .sample = 1.0};
  bare.sigma.pseudorange = Expr(0.0);
  GnssReceiver real = bare;
  const std::array<double, 4> alpha{1.1e-8, 1.5e-8, -6e-8, -6e-8},
      beta{88000, 16000, -196000, -65000};
  real.ionosphere = GnssReceiver::Ionosphere{};
  for (std::size_t k = 0; k < 4; ++k) {
    real.ionosphere->alpha.emplace_back(alpha[k]);
    real.ionosphere->beta.emplace_back(beta[k]);
  }
  real.troposphere = true;
  model.add<GnssReceiver>("bare", bare);
  model.add<GnssReceiver>("real", real);
  model.add<Constellation>("sky",
                           {.walker = Constellation::Walker{}, .epoch = "2026-06-01T13:00:00Z"});
  std::vector<std::string> outputs;
  for (int k = 0; k < 24; ++k) {
    const std::string own = "[" + std::to_string(k) + "]";
    outputs.insert(outputs.end(),
                   {"bare.pseudorange" + own, "real.pseudorange" + own, "real.active" + own,
                    "real.elevation" + own, "real.azimuth" + own});
  }
  const Results r = test::run(model, 0.0, outputs, 1.0);
  int seen = 0;
  for (int k = 0; k < 24; ++k) {
    const std::string own = "[" + std::to_string(k) + "]";
    if (r.values("real.active" + own)[0] == 0) {
      EXPECT_EQ(r.values("real.pseudorange" + own)[0], 0);
      continue;
    }
    ++seen;
    const gnss::Direction<double> to{r.values("real.elevation" + own)[0],
                                     r.values("real.azimuth" + own)[0]};
    const double second = 13 * 3600 + 18;  // GPS time of the day
    const double expected =
        gnss::klobuchar_delay(alpha, beta, 48.1 * kDegree, 11.6 * kDegree, to, second) +
        gnss::saastamoinen_delay(520.0, to.elevation);
    EXPECT_GT(expected, 3.0);
    EXPECT_NEAR(r.values("real.pseudorange" + own)[0] - r.values("bare.pseudorange" + own)[0],
                expected, 1e-7);
  }
  EXPECT_EQ(seen, 7);
}

std::string errors_with(GnssReceiver gps, bool has_sky, bool has_earth) {
  Model model;
  if (has_earth) place_on_earth(model);
  model.add<Frame>("mast", {.position = {0.0, 0.0, 0.0}});
  model.add<GnssReceiver>("gps", std::move(gps));
  if (has_sky) model.add<Constellation>("sky", {.walker = Constellation::Walker{}});
  return test::errors_of(model);
}

TEST(GnssReceiver, SaysWhatIsMissing) {
  using Mode = GnssReceiver::Mode;
  EXPECT_EQ(errors_with({.on = "mast"}, false, false),
            "parts/gps: a sensor needs a 'sample', the rate of its measurements; write 'sample: "
            "100 Hz'\n");
  EXPECT_EQ(errors_with({.on = "mast", .mode = Mode::pseudorange, .sample = 1.0}, false, true),
            "parts/gps: mode: pseudoranges require satellites; add a part of type Constellation\n");
  EXPECT_EQ(errors_with({.on = "mast", .sample = 1.0}, true, false),
            "parts/gps: satellites require a location on the Earth, which 'world' does not have; "
            "add 'earth: {latitude: …, longitude: …}' to 'world'\n");
  EXPECT_EQ(errors_with({.on = "mast", .mode = Mode::dual_antenna, .sample = 1.0}, false, false),
            "parts/gps: the mode dual_antenna needs the frame of a 'second' antenna; write "
            "'second: blade.right'\n");
  GnssReceiver wrong{.on = "mast", .sample = 1.0};
  wrong.outages = {{{3.0, 2.0}}};
  EXPECT_EQ(errors_with(wrong, false, false),
            "parts/gps: outages[0]: the interval ends before it begins; write [from, to]\n");
  GnssReceiver few{.on = "mast", .mode = Mode::pseudorange, .sample = 1.0};
  few.channels = 12;
  EXPECT_EQ(errors_with(few, true, true),
            "parts/gps: there are 24 satellites for 12 channels; write 'channels: 24'\n");
}

}  // namespace
}  // namespace holon
