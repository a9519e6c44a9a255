// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0

// References: a separate implementation of IS-GPS-200, of Walker constellations and of their
// dilution of precision with numpy (linalg.inv of the normal matrix; light time by iteration).
#include "holon/navigation/parts/constellation.h"

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <numbers>

#include "degree.h"
#include "holon/expr/graph/graph.h"
#include "holon/model/assembly/model.h"
#include "holon/model/test/model_errors.h"
#include "holon/navigation/broadcast_orbit.h"
#include "holon/navigation/glonass_orbit.h"
#include "holon/navigation/signal_delays.h"
#include "holon/navigation/sky.h"

namespace holon {
namespace {

using test::kDegree;
constexpr double kMicrometre = 1e-6;  // the references' last digit

std::string data_path(const char* name) {
  return std::string(HOLON_SOURCE_DIR) + "/src/holon/navigation/test/data/" + name;
}

/// A file of the tests' folder, with a text in it replaced.
std::string changed_copy(const char* name, const std::string& from, const std::string& to) {
  std::ifstream in(data_path(name));
  std::string text{std::istreambuf_iterator<char>(in), {}};
  const std::size_t at = text.find(from);
  EXPECT_NE(at, std::string::npos);
  text.replace(at, from.size(), to);
  const auto path = std::filesystem::temp_directory_path() /
                    (std::string(testing::UnitTest::GetInstance()->current_test_info()->name()) +
                     std::to_string(from.size()) + name);
  std::ofstream(path) << text;
  return path.string();
}

TEST(GpsTime, counts_leap_seconds) {
  // Seconds by another calendar (Python's datetime) plus the leap seconds of IERS Bulletin C.
  EXPECT_EQ(gps_time_of_utc({2026, 6, 1, 10, 0, 0}).seconds, 1464343218);
  EXPECT_EQ(gps_time_of_utc({1999, 8, 22, 0, 0, 0}).seconds, 619315213);
  EXPECT_EQ(gps_time_of_utc({2016, 12, 31, 0, 0, 0}).seconds, 1167177617);
  EXPECT_EQ(gps_time_of({2019, 5, 31, 2, 0, 0}).week(), 2055);
  EXPECT_EQ(gps_time_of({2019, 5, 31, 2, 0, 0}).second_of_week(), 439200);
  const CalendarTime back = utc_of(gps_time_of_utc({2017, 1, 1, 0, 0, 0.25}));
  EXPECT_EQ(back.year, 2017);
  EXPECT_EQ(back.month, 1);
  EXPECT_EQ(back.day, 1);
  EXPECT_EQ(back.hour, 0);
  EXPECT_EQ(back.second, 0.25);
}

TEST(GpsTime, reads_dates_and_refuses_what_is_none) {
  EXPECT_EQ(parse_utc("2026-06-01T10:00:00Z")->hour, 10);
  EXPECT_EQ(parse_utc("2024-02-29")->day, 29);
  EXPECT_NEAR(parse_utc("2026-06-01T10:00:00.125")->second, 0.125, 1e-15);
  for (const char* wrong : {"2023-02-29", "2026-13-01", "1979-01-01", "2026-06-01T24:00:00Z", "now",
                            "2026-06-01T10:00:00+02:00", "2026-6-1", ""}) {
    EXPECT_FALSE(parse_utc(wrong)) << wrong;
  }
}

TEST(BroadcastOrbit, follows_is_gps_200) {
  std::string error;
  const auto file = read_rinex(data_path("mixed.rnx"), error);
  ASSERT_TRUE(file) << error;
  ASSERT_EQ(file->satellites.size(), 2u);
  EXPECT_EQ(file->satellites[0].name, "E11");
  EXPECT_EQ(file->unhealthy, std::vector<std::string>{"G13"});
  EXPECT_EQ(file->unsupported, std::vector<std::string>{"C (BeiDou): 1"});
  ASSERT_TRUE(file->ionosphere);
  EXPECT_EQ(file->ionosphere->alpha[2], -0.179e-6);
  const BroadcastOrbit& orbit = file->satellites[1].sets[0];
  struct Case {
    double second;
    Vector3<double> position, velocity;
    double clock;
  };
  for (const Case& c : {Case{439200,
                             {14953289.622395, 21546055.650903, 5156966.169183},
                             {115.3291032, 701.2776945, -3080.5122910},
                             -3.104229925875192611e-04},
                        Case{442800,
                             {14156287.548794, 21951621.669959, -6121823.109648},
                             {-646.8730393, -409.2196659, -3044.4514019},
                             -3.104371374368798523e-04},
                        Case{435600,
                             {14106774.722736, 16756437.367810, 15064046.529834},
                             {241.2116249, 1929.2133567, -2295.6339853},
                             -3.104032610619887069e-04}}) {
    GpsTime t = orbit.toe;
    t = t.after(c.second - 439200);
    const auto s = calc_satellite(orbit, t);
    for (int k = 0; k < 3; ++k) {
      EXPECT_NEAR(s.position[k], c.position[k], kMicrometre);
      EXPECT_NEAR(s.velocity[k], c.velocity[k], 1e-5);  // a central difference over 1 s
    }
    EXPECT_NEAR(s.clock, c.clock, 1e-19);
  }
}

TEST(BroadcastOrbit, of_an_almanac_takes_the_week_nearest_to_the_epoch) {
  std::string error;
  const GpsTime epoch = gps_time_of_utc({2019, 6, 1, 0, 0, 0});
  const auto file = read_yuma(data_path("week7.alm"), epoch, error);
  ASSERT_TRUE(file) << error;
  ASSERT_EQ(file->satellites.size(), 1u);
  const BroadcastOrbit& orbit = file->satellites[0].sets[0];
  EXPECT_EQ(orbit.toe.week(), 2055);  // 7 + 2 · 1024
  // Without harmonic corrections the position is some 100 m off (e, i0 and so on are rounded).
  const auto s = calc_satellite(orbit, orbit.toe);
  EXPECT_LT((s.position - Vector3<double>(14953289.6, 21546055.7, 5156966.2)).norm(), 500);
}

TEST(BroadcastOrbit, files_that_cannot_be_read_name_their_line) {
  std::string error;
  EXPECT_FALSE(read_rinex(changed_copy("mixed.rnx", "     3.04", "     2.11"), error));
  EXPECT_NE(error.find("mixed.rnx:1: this is RINEX      2.11, not RINEX 3"), std::string::npos)
      << error;
  EXPECT_FALSE(
      read_rinex(changed_copy("mixed.rnx", "1.117586030159D-02", "1.11758x030159D-02"), error));
  EXPECT_NE(error.find("mixed.rnx:8: a number cannot be read"), std::string::npos) << error;
  EXPECT_FALSE(
      read_rinex(changed_copy("mixed.rnx", "1.117586030159D-02", "9.117586030159D-01"), error));
  EXPECT_NE(error.find("the eccentricity of G07 is 0.911759"), std::string::npos) << error;
  EXPECT_FALSE(read_yuma(data_path("mixed.rnx"), {}, error));
  EXPECT_FALSE(read_rinex(data_path("week7.alm"), error));
  EXPECT_NE(error.find("this is not a RINEX file"), std::string::npos) << error;
  EXPECT_FALSE(read_yuma(changed_copy("week7.alm", "Mean Anom(rad)", "Mean anomaly"), {}, error));
  EXPECT_NE(error.find("'Mean anomaly' is not a line of a YUMA almanac"), std::string::npos)
      << error;
}

struct DilutionCase {
  int planes;
  double inclination, axis, time;
  std::size_t seen;
  std::array<double, 5> dop;
  std::size_t best;
  double elevation, azimuth, range;
};

TEST(Visibility, of_walker_constellations_agrees_with_numpy) {
  const earth::Geodetic<double> place{48.1 * kDegree, 11.6 * kDegree, 520};
  const Vector3<double> r = earth::to_ecef(place);
  const Matrix3<double> axes = earth::local_axes(place.latitude, place.longitude);
  const GpsTime epoch = gps_time_of_utc({2026, 6, 1, 10, 0, 0});
  for (const DilutionCase& c :
       {DilutionCase{
            6,
            55,
            26559700.0,
            0,
            7,
            {2.255606558241, 1.985367212173, 1.037531144922, 1.692693737948, 1.070550315682},
            20,
            82.108431491454,
            -42.521392835443,
            20240419.726089485},
        DilutionCase{
            6,
            55,
            26559700.0,
            3600,
            6,
            {3.268606027218, 2.772436019179, 1.332736049040, 2.431093602482, 1.731295434271},
            20,
            65.718806787343,
            66.207238765199,
            20629488.733262461},
        DilutionCase{
            3,
            56,
            29599801.224,
            3600,
            6,
            {2.929740160745, 2.493263007821, 1.592065707978, 1.918772317824, 1.538511288004},
            1,
            64.448017507881,
            68.711847641287,
            23730698.612167496}}) {
    const auto satellites =
        make_walker({24, c.planes, 1, c.inclination * kDegree, c.axis, 0, 0}, epoch);
    ASSERT_EQ(satellites.size(), 24u);
    std::vector<Vector3<double>> directions;
    std::vector<double> weights;
    std::size_t seen = 0;
    for (std::size_t k = 0; k < satellites.size(); ++k) {
      const auto at = [&](double before) {
        return calc_satellite(satellites[k].sets[0], epoch.after(c.time - before));
      };
      const auto path = gnss::calc_path<double>(at, r, Vector3<double>(0, 0, 0), gnss::kEarthRate);
      directions.push_back(multiply_transposed(axes, path.direction));
      const auto to = gnss::direction_of(directions.back());
      weights.push_back(to.elevation > 10 * kDegree ? 1 : 0);
      seen += weights.back() == 1 ? 1 : 0;
      if (k != c.best) continue;
      EXPECT_NEAR(to.elevation, c.elevation * kDegree, 1e-13);
      EXPECT_NEAR(to.azimuth, c.azimuth * kDegree, 1e-12);
      EXPECT_NEAR(path.range, c.range, 2e-8);
      // Its rate by a central difference of the range.
      const auto range_at = [&](double more) {
        const auto later = [&](double before) {
          return calc_satellite(satellites[k].sets[0], epoch.after(c.time + more - before));
        };
        return gnss::calc_path<double>(later, r, Vector3<double>(0, 0, 0), gnss::kEarthRate).range;
      };
      EXPECT_NEAR(path.range_rate, (range_at(0.5) - range_at(-0.5)) / 1.0, 1e-5);
    }
    EXPECT_EQ(seen, c.seen);
    const auto dop = gnss::calc_dilution(directions, weights);
    constexpr double kRelative = 1e-11;
    EXPECT_NEAR(dop.gdop, c.dop[0], kRelative * c.dop[0]);
    EXPECT_NEAR(dop.pdop, c.dop[1], kRelative * c.dop[1]);
    EXPECT_NEAR(dop.hdop, c.dop[2], kRelative * c.dop[2]);
    EXPECT_NEAR(dop.vdop, c.dop[3], kRelative * c.dop[3]);
    EXPECT_NEAR(dop.tdop, c.dop[4], kRelative * c.dop[4]);
  }
}

TEST(Visibility, has_no_dilution_with_three_satellites_or_all_on_a_cone) {
  const auto on_cone = [](double azimuth) {
    return Vector3<double>(0.6 * std::sin(azimuth), 0.6 * std::cos(azimuth), 0.8);
  };
  std::vector<Vector3<double>> directions{on_cone(0), on_cone(1), on_cone(2.5)};
  EXPECT_EQ(gnss::calc_dilution(directions, std::vector<double>(3, 1)).gdop, gnss::kNoDilution);
  // Height and time are not distinguishable on a cone about the vertical.
  for (const double azimuth : {3.5, 4.5, 5.5}) directions.push_back(on_cone(azimuth));
  EXPECT_EQ(gnss::calc_dilution(directions, std::vector<double>(6, 1)).pdop, gnss::kNoDilution);
  // One at the zenith and three at the horizon, 120° apart: HDOP² = 4/3, and with the sum g gᵀ
  // inverted by hand VDOP² = 4/3, TDOP² = 1/3 (E. D. Kaplan, C. Hegarty, Understanding GPS, 2006,
  // the regular arrangement).
  directions = {{0, 0, 1}};
  for (int k = 0; k < 3; ++k) {
    const double angle = 2 * std::numbers::pi * k / 3;
    directions.emplace_back(std::sin(angle), std::cos(angle), 0);
  }
  const auto dop = gnss::calc_dilution(directions, std::vector<double>(4, 1));
  EXPECT_NEAR(dop.hdop, std::sqrt(4.0 / 3), 1e-14);
  EXPECT_NEAR(dop.vdop, std::sqrt(4.0 / 3), 1e-14);
  EXPECT_NEAR(dop.tdop, std::sqrt(1.0 / 3), 1e-14);
}

TEST(SignalDelays, klobuchar_has_the_published_value) {
  // 23.784 m: the example of ESA's Navipedia and many implementations (40° N, 100° W, elevation
  // 20°, azimuth 210°, 20:45:00), and the value at night by another implementation.
  const std::array<double, 4> alpha{0.3820e-7, 0.1490e-7, -0.1790e-6, 0},
      beta{0.1430e6, 0, -0.3280e6, 0.1130e6};
  const gnss::Direction<double> to{20 * kDegree, 210 * kDegree};
  const auto at = [&](double second) {
    return gnss::klobuchar_delay(alpha, beta, 40 * kDegree, -100 * kDegree, to, second);
  };
  EXPECT_NEAR(at(74700), 23.784147585, 1e-9);
  EXPECT_NEAR(at(10000), 13.556276475, 1e-9);
  EXPECT_NEAR(at(10000 + 86400 * 3), at(10000), 1e-9);
}

TEST(SignalDelays, saastamoinen_has_the_known_zenith_delay) {
  // At sea level 2.3 m hydrostatic (0.002277 p, p = 1013.25 hPa) and, of 8.57 hPa of water vapour,
  // 0.086 m wet; it falls with the pressure, and grows as 1/sin(elevation).
  EXPECT_NEAR(gnss::saastamoinen_delay(0.0, 90 * kDegree), 2.3072 + 0.0860, 1e-3);
  EXPECT_NEAR(
      gnss::saastamoinen_delay(5500.0, 90 * kDegree) / gnss::saastamoinen_delay(0.0, 90 * kDegree),
      0.487, 0.01);
  EXPECT_NEAR(gnss::saastamoinen_delay(0.0, 30 * kDegree),
              2 * gnss::saastamoinen_delay(0.0, 90 * kDegree), 0.02);
}

std::string errors_of_sky(const Constellation& sky) {
  Model model;
  model.add<Constellation>("sky", sky);
  return test::errors_of(model);
}

TEST(Constellation, TakesTheNearerSetOfASatellite) {
  std::string error;
  const auto file = read_rinex(data_path("mixed.rnx"), error);
  ASSERT_TRUE(file) << error;
  detail::SkySlot sky;
  sky.calc = detail::SkySlot::make_function();
  SatelliteOrbits satellite = file->satellites[1];
  BroadcastOrbit later = satellite.sets[0];
  later.toe = later.toe.after(7200);
  later.mean_anomaly += 1.05;
  satellite.sets.push_back(later);
  sky.satellites = {satellite};
  sky.epoch = satellite.sets[0].toe.after(-600);
  const auto graph = std::make_shared<Graph>();
  const Expr time = graph->symbol("time"), before = graph->symbol("before");
  const SatelliteState<Expr> s = sky.satellite(0, time, before);
  const auto f = Function::make("s", graph, {{"time", {time}}, {"before", {before}}},
                                {{"p", {s.position[0], s.position[1], s.position[2], s.clock}}});
  for (const double t : {0.0, 4199.0, 4201.0, 9000.0}) {
    const std::vector<double> y = f->evaluate(std::vector<double>{t, 0.07});
    const auto expected =
        calc_satellite(satellite.sets[t < 4200 ? 0 : 1], sky.epoch.after(t - 0.07));
    for (std::size_t k = 0; k < 3; ++k) {
      EXPECT_NEAR(y[k], expected.position[static_cast<int>(k)], kMicrometre);
    }
    EXPECT_NEAR(y[3], expected.clock, 1e-18);
  }
}

// What two satellites broadcast on 2013-01-01 at 00:15 and 00:45. References: the same equations in
// inertial axes, with the zonal harmonic as the gradient of its potential, by extrapolation of
// order 14 (Gragg, Bulirsch, Stoer).
TEST(BroadcastOrbit, OfGlonassIsIntegrated) {
  constexpr double kStepErrors = 1e-6;  // [m] of the method of order 4 with steps of 5 s
  std::string error;
  const auto file = read_rinex(data_path("glonass.rnx"), error);
  ASSERT_TRUE(file) << error;
  ASSERT_EQ(file->satellites.size(), 2u);
  EXPECT_TRUE(file->unsupported.empty());
  const std::vector<BroadcastOrbit>& first = file->satellites[0].sets;
  ASSERT_EQ(first.size(), 2u);
  EXPECT_EQ(first[0].toe.since(gps_time_of_utc({2013, 1, 1, 0, 15, 0})), 0);
  EXPECT_EQ(first[1].toe.since(first[0].toe), 1800);
  struct Case {
    std::size_t satellite;
    double duration;
    Vector3<double> position, velocity;
  };
  for (const Case& c : {Case{0,
                             900,
                             {9538511.9124715, -20063297.9439763, 12555215.5733478},
                             {1037.2752909337, -1375.6717164887, -2983.4218179656}},
                        Case{0,
                             -900,
                             {7053407.4661590, -17305886.6485938, 17371162.3018424},
                             {1721.7311645040, -1642.6275397898, -2332.8902816629}},
                        Case{1,
                             3500,
                             {-1047758.2822182, -16774041.0014833, 19195255.8959778},
                             {1253.9940650445, -2309.1320972713, -1947.3620994819}}}) {
    const BroadcastOrbit& orbit = file->satellites[c.satellite].sets[0];
    const auto integrated = calc_satellite(orbit, orbit.toe.after(c.duration));
    const auto numbers = glonass_numbers(orbit, orbit.toe.after(c.duration));
    const auto series = calc_glonass(std::vector<double>(numbers.begin(), numbers.end()));
    for (int k = 0; k < 3; ++k) {
      EXPECT_NEAR(integrated.position[k], c.position[k], kStepErrors);
      EXPECT_NEAR(integrated.velocity[k], c.velocity[k], 1e-3 * kStepErrors);
      EXPECT_NEAR(series.position[k], c.position[k], kStepErrors);
      EXPECT_NEAR(series.velocity[k], c.velocity[k],
                  1e-2 * kStepErrors);  // at the end of its reach
    }
    EXPECT_EQ(series.clock, orbit.af0 + orbit.af1 * c.duration);
  }
  // Half an hour on is the next set, which the ground segment determined anew: to its accuracy of
  // some metres (ICD, table 4.2), and the clocks to 1 m of light.
  for (const SatelliteOrbits& satellite : file->satellites) {
    const auto at_next = calc_satellite(satellite.sets[0], satellite.sets[1].toe);
    EXPECT_LT((at_next.position - satellite.sets[1].state->position).norm(), 3.0);
    EXPECT_LT((at_next.velocity - satellite.sets[1].state->velocity).norm(), 3e-3);
    EXPECT_NEAR(at_next.clock, satellite.sets[1].af0, 3.3e-9);
  }
  EXPECT_FALSE(
      read_rinex(changed_copy("glonass.rnx", " 8.450493652344e+03", " 8.450493652344e+04"), error));
  EXPECT_NE(error.find("R01 is 87867.8 km from the Earth's centre"), std::string::npos) << error;
}

TEST(Constellation, SwitchesFromOneSetOfGlonassToTheNext) {
  std::string error;
  const auto file = read_rinex(data_path("glonass.rnx"), error);
  ASSERT_TRUE(file) << error;
  detail::SkySlot sky;
  sky.calc_glonass = detail::SkySlot::make_glonass_function();
  sky.satellites = file->satellites;
  sky.epoch = file->satellites[0].sets[0].toe.after(-600);
  const auto graph = std::make_shared<Graph>();
  const Expr time = graph->symbol("time"), before = graph->symbol("before");
  const SatelliteState<Expr> s = sky.satellite(1, time, before);
  const auto f = Function::make("s", graph, {{"time", {time}}, {"before", {before}}},
                                {{"p", {s.position[0], s.position[1], s.position[2], s.clock}}});
  for (const double t : {0.0, 1499.0, 1501.0, 3000.0}) {
    const std::vector<double> y = f->evaluate(std::vector<double>{t, 0.07});
    const auto expected =
        calc_satellite(file->satellites[1].sets[t < 1500 ? 0 : 1], sky.epoch.after(t - 0.07));
    for (std::size_t k = 0; k < 3; ++k)
      EXPECT_NEAR(y[k], expected.position[static_cast<int>(k)], kMicrometre);
    EXPECT_NEAR(y[3], expected.clock, 1e-18);
  }
}

std::string warnings_of_sky(const Constellation& sky, double until) {
  Model model;
  model.simulate.until = until;
  model.add<Constellation>("sky", sky);
  Diagnostics diagnostics;
  assemble(model, diagnostics);
  return diagnostics.to_string();
}

TEST(Constellation, LeavesOutGlonassWhereTheFileDoesNotReach) {
  const Constellation sky{.rinex = data_path("glonass.rnx"), .epoch = "2013-01-01T00:10:00Z"};
  EXPECT_EQ(warnings_of_sky(sky, 3000), "");
  EXPECT_NE(warnings_of_sky(sky, 3600).find("exceeds the 15 minutes for which the data of 'R01' "
                                            "and 'R02' are valid"),
            std::string::npos)
      << warnings_of_sky(sky, 3600);
  EXPECT_NE(warnings_of_sky(sky, 7200).find("so these satellites are left out"), std::string::npos)
      << warnings_of_sky(sky, 7200);
}

TEST(Constellation, SaysWhatIsWrong) {
  EXPECT_EQ(errors_of_sky({.walker = Constellation::Walker{.satellites = 25}}),
            "parts/sky: walker.satellites: 25 satellites cannot be spread over 6 planes; give a "
            "multiple of 'planes'\n");
  EXPECT_EQ(errors_of_sky({.rinex = data_path("mixed.rnx")}),
            "parts/sky: a file of orbits needs the 'epoch', the date and time at time 0; write "
            "'epoch: 2026-06-01T10:00:00Z'\n");
  EXPECT_EQ(
      errors_of_sky({.rinex = data_path("mixed.rnx"), .epoch = "31.5.2019"}),
      "parts/sky: epoch: '31.5.2019' is not a date and time from 1980 on; write it in UTC, such "
      "as 2026-06-01T10:00:00Z\n");
  EXPECT_EQ(errors_of_sky({.walker = Constellation::Walker{}, .almanac = "gps.alm"}),
            "parts/sky: the satellites are defined more than once; keep one of 'walker', 'system', "
            "'almanac' and 'rinex'\n");
}

}  // namespace
}  // namespace holon
