// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#include "holon/terrain/parts/track.h"

#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

#include "holon/mechanics/parts/bodies/rigid_body.h"
#include "holon/mechanics/parts/joints/free.h"
#include "holon/mechanics/parts/joints/prismatic.h"
#include "holon/mechanics/parts/joints/revolute.h"
#include "holon/model/test/model_errors.h"
#include "holon/simulate/test/tape_settings.h"
#include "holon/terrain/parts/terrain.h"
#include "holon/terrain/shear_law.h"

namespace holon {
namespace {

// The 20 t machine of the tables in docs/parts/Track.md, on the soil `sandy_loam`.
constexpr double kDozerMass = 20000.0, kTrackLength = 2.87, kShoe = 0.61;  // [kg], [m]
constexpr double kEarth = 9.80665;                                         // [m/s²]
constexpr double kDozerWeight = kDozerMass * kEarth;                       // [N]
constexpr double kShearK = 0.025, kLoamCohesion = 8e3;                     // [m], [Pa]
constexpr double kLoamPhi = 30.0 * std::numbers::pi / 180.0;
constexpr double kLoamN = 0.7, kLoamK = 5.27e3 / kShoe + 1515e3;
constexpr double kTrackTolerance = 1e-10;  // of the runs
constexpr double kTrackGlobal = 1e-6;      // relative error of values at the end of such a run

/// Janosi and Hanamoto's force over the whole contact, of both tracks.
double find_thrust(double slip) {
  const double largest =
      2 * kTrackLength * kShoe * kLoamCohesion + kDozerWeight * std::tan(kLoamPhi);
  const double u = std::abs(slip) * kTrackLength / kShearK;
  return std::copysign(largest * (1.0 - (1.0 - std::exp(-u)) / u), slip);
}

RigidBody make_hull(double mass = kDozerMass) {
  return RigidBody{.mass = mass, .inertia = InertiaMatrix{{1.5e4, 3e4, 3.5e4}}};
}

Track make_track(std::optional<Expr> speed) {
  return {.on = "hull", .ground = "site", .speed = speed, .length = kTrackLength, .width = kShoe};
}

/// A hull that moves at a prescribed speed, and sinks as its weight makes it.
Model guided(Expr hull_speed, Expr track_speed) {
  Model model;
  model.output("system.energy.supplied");
  model.output("system.energy.dissipated");
  model.add<Terrain>("site", {});
  model.add<RigidBody>("carriage", make_hull(1e-3));
  model.add<RigidBody>("hull", make_hull());
  Prismatic along{.between = {"world", "carriage"}, .axis = "x"};
  along.motion = hull_speed.is_constant(0.0) ? Expr(0.0) : hull_speed * model.time();
  model.add<Prismatic>("along", along);
  model.add<Prismatic>("heave", {.between = {"carriage", "hull"}, .axis = "z"});
  model.add<Track>("left", make_track(track_speed));
  model.add<Track>("right", make_track(track_speed));
  return model;
}

double last(const Results& r, const std::string& name) { return r.values(name).back(); }

Results run_tracks(const Model& model, double until, const std::vector<std::string>& outputs) {
  return simulate(make_system(model), test::tape_settings(until, 0.1, kTrackTolerance), outputs);
}

TEST(Track, PullsAsJanosiAndHanamotoSay) {
  // MISSION's machine: 102 kN at 3 %, 129 kN at 10 %, at most 141 kN.
  EXPECT_NEAR(find_thrust(0.03), 102e3, 0.5e3);
  EXPECT_NEAR(find_thrust(0.10), 129e3, 0.5e3);
  EXPECT_NEAR(find_thrust(1e6), 141e3, 0.5e3);
  const double v = 1.0;
  for (const double slip : {0.003, 0.03, 0.10, 0.6, -0.05}) {
    const Results r = run_tracks(guided(v * (1.0 - slip), v), 40.0,
                                 {"left.thrust", "right.thrust", "left.load", "right.load"});
    EXPECT_NEAR(last(r, "left.load") + last(r, "right.load"), kDozerWeight,
                kTrackGlobal * kDozerWeight);
    EXPECT_NEAR(last(r, "left.thrust") + last(r, "right.thrust"), find_thrust(slip),
                kTrackGlobal * 141e3)
        << slip;
  }
}

TEST(Track, PullsBackwardsInReverseAndToItsLimitWhileItSpins) {
  const Results back = run_tracks(guided(-0.9, -1.0), 40.0, {"left.thrust", "left.slip"});
  EXPECT_NEAR(2 * last(back, "left.thrust"), find_thrust(-0.1), kTrackGlobal * 141e3);
  EXPECT_NEAR(last(back, "left.slip"), 0.1, 1e-3);
  // Spinning at rest, i = 1; and locked while the hull is pushed, i → −∞.
  const Results spin = run_tracks(guided(0.0, 1.0), 40.0, {"left.thrust"});
  EXPECT_NEAR(2 * last(spin, "left.thrust"), find_thrust(1.0), kTrackGlobal * 141e3);
  const Results locked = run_tracks(guided(0.5, 0.0), 40.0, {"left.thrust", "left.largest_thrust"});
  EXPECT_NEAR(last(locked, "left.thrust"), -last(locked, "left.largest_thrust"),
              1e-3 * last(locked, "left.largest_thrust"));
}

TEST(Track, SinksAsBekkerSaysAndPaysForIt) {
  const Results r =
      run_tracks(guided(0.97, 1.0), 40.0, {"left.sinkage", "left.compaction_resistance"});
  const double pressure = kDozerWeight / (2 * kTrackLength * kShoe);
  const double depth = std::pow(pressure / kLoamK, 1.0 / kLoamN);
  // The rounding of the law within 1 mm of the surface changes it by (ε/z)² (1 − n)/2 at 9 mm.
  const double rounding = std::pow(1e-3 / depth, 2) * (1.0 - kLoamN) / 2.0;
  EXPECT_NEAR(last(r, "left.sinkage"), depth, 2 * rounding / kLoamN * depth);
  const double resistance = kShoe * kLoamK * std::pow(depth, kLoamN + 1) / (kLoamN + 1);
  EXPECT_NEAR(last(r, "left.compaction_resistance"), resistance, 0.02 * resistance);
  EXPECT_NEAR(last(r, "left.compaction_resistance"), 183.0, 10.0);  // [N] order of magnitude
}

TEST(Track, ResistsATurnWithAQuarterOfItsLength) {
  // Locked tracks turned on the spot: F_max L/4, fully mobilised.
  Model model;
  model.add<Terrain>("site", {});
  model.add<RigidBody>("carriage", make_hull(1e-3));
  model.add<RigidBody>("hull", make_hull());
  Revolute turn{.between = {"world", "carriage"}, .axis = "z"};
  turn.motion = 0.1 * model.time();
  model.add<Revolute>("turn", turn);
  model.add<Prismatic>("heave", {.between = {"carriage", "hull"}, .axis = "z"});
  model.add<Track>("left", make_track(Expr(0.0)));
  const Results r =
      run_tracks(model, 10.0, {"left.world_torque", "left.largest_thrust", "left.turning_loss"});
  const double moment = -r.values("left.world_torque.z").back();
  EXPECT_NEAR(moment, last(r, "left.largest_thrust") * kTrackLength / 4, 1e-3 * moment);
  EXPECT_NEAR(last(r, "left.turning_loss"), 0.1 * moment, 1e-3 * moment);
}

/// A free hull on two driven tracks, on a slope.
Model free_on(double slope_angle, double mass_height = 0.8, double start_height = 0.0,
              double waves = 0.0) {
  const double gauge = 1.88;
  Model model;
  model.output("system.energy.supplied");
  model.output("system.energy.dissipated");
  const double slope = std::tan(slope_angle);
  const Expr x = model.output("site.x");
  model.add<Terrain>("site", {.height = slope * x + waves * sin(1.5 * x) * sin(x)});
  RigidBody hull = make_hull();
  hull.center_of_mass = {0.0, 0.0, mass_height};
  hull.frames.add("left", {.at = {0.0, gauge / 2, 0.0}});
  hull.frames.add("right", {.at = {0.0, -gauge / 2, 0.0}});
  model.add<RigidBody>("hull", hull);
  Free held{.between = {"world", "hull"}};
  held.initial.position = Vector3<Expr>(0.0, 0.0, start_height);
  held.initial.orientation = Orientation::axis_angle({0.0, 1.0, 0.0}, -slope_angle);
  model.add<Free>("held", held);
  return model;
}

TEST(Track, HoldsAHullOnASlope) {
  const double slope = 15.0 * std::numbers::pi / 180.0;
  Model model = free_on(slope);
  for (const char* side : {"left", "right"}) {
    Track track = make_track(Expr(0.0));
    track.on = std::string("hull.") + side;
    model.add<Track>(side, track);
  }
  const Results r = run_tracks(model, 30.0, {"hull.position.x", "left.thrust", "right.thrust"});
  // A spring F_max/(2 K) holds it, with the load of the slope.
  const double pull = kDozerWeight * std::sin(slope);
  EXPECT_NEAR(last(r, "left.thrust") + last(r, "right.thrust"), pull, 0.01 * pull);
  const std::vector<double>& x = r.values("hull.position.x");
  EXPECT_GT(x.back(), -2 * kShearK);
  // It does not creep: less than 0.1 mm in 10 s.
  EXPECT_NEAR(x.back(), x[x.size() - 101], 1e-4);
}

TEST(Track, SinksAlongTheNormalOfASlope) {
  // Bekker's law with p = W cos σ/A, and the compaction resistance of that sinkage.
  for (const double degrees : {10.0, 30.0}) {
    const double slope = degrees * std::numbers::pi / 180.0;
    Model model = free_on(slope, 0.0);  // its mass at the ground, so that no moment acts
    for (const char* side : {"left", "right"}) {
      Track track = make_track(Expr(0.5));
      track.on = std::string("hull.") + side;
      model.add<Track>(side, track);
    }
    const Results r =
        run_tracks(model, 20.0,
                   {"left.load", "right.load", "left.sinkage", "left.compaction_resistance",
                    "left.thrust", "right.thrust", "right.compaction_resistance", "hull.velocity"});
    const double load = kDozerWeight * std::cos(slope);
    EXPECT_NEAR(last(r, "left.load") + last(r, "right.load"), load, 1e-5 * load);
    const double pressure = load / (2 * kTrackLength * kShoe);
    const double depth = std::pow(pressure / kLoamK, 1.0 / kLoamN);
    const double rounding = std::pow(1e-3 / depth, 2) * (1.0 - kLoamN) / 2.0;
    EXPECT_NEAR(last(r, "left.sinkage"), depth, 2 * rounding / kLoamN * depth) << degrees;
    const double resistance = kShoe * kLoamK * std::pow(depth, kLoamN + 1) / (kLoamN + 1);
    EXPECT_NEAR(last(r, "left.compaction_resistance"), resistance, 0.02 * resistance) << degrees;
    const double pull = last(r, "left.thrust") + last(r, "right.thrust") -
                        last(r, "left.compaction_resistance") -
                        last(r, "right.compaction_resistance");
    EXPECT_NEAR(pull, kDozerWeight * std::sin(slope), 1e-4 * load) << degrees;
  }
}

TEST(Track, InTheAirHasNoShear) {
  Model model = free_on(0.0, 0.8, 1.0);
  for (const char* side : {"left", "right"}) {
    Track track = make_track(Expr(1.0));
    track.on = std::string("hull.") + side;
    model.add<Track>(side, track);
  }
  const Results r = simulate(make_system(model), test::tape_settings(0.46, 1e-4, 1e-9),
                             {"left.thrust", "left.largest_thrust"});
  const std::vector<double>&thrust = r.values("left.thrust"),
        &largest = r.values("left.largest_thrust");
  std::size_t k = 0;
  while (k < largest.size() && largest[k] == 0) ++k;
  ASSERT_LT(k, largest.size());
  // At the touch only the damping τ_d v/(2 K) of 0.03 s, 1 m/s, 25 mm; then it grows by v/(2 K).
  EXPECT_NEAR(thrust[k] / largest[k], 0.6, 20 * 1e-4);
}

/// Driven by torques on sprockets, the right one harder; on a slope or over waves.
Model driven(double waves = 0.0) {
  Model model = free_on(0.05, 0.8, 0.0, waves);
  for (const char* side : {"left", "right"}) {
    const std::string name = side, sprocket = name + "_sprocket", axle = name + "_axle";
    model.add<RigidBody>(sprocket, {.mass = 300.0, .inertia = InertiaMatrix{{60.0, 90.0, 60.0}}});
    Revolute pin{.between = {"hull." + name, sprocket}, .axis = "y"};
    pin.origin.at = {-1.6, 0.0, 0.45};
    const double pull = name == "left" ? 15e3 : 22e3;
    pin.torque = 0.45 * pull * sin(0.8 * model.time());
    model.add<Revolute>(axle, pin);
    Track track = make_track(std::nullopt);
    track.on = "hull." + name;
    track.drive = axle + ".flange";
    track.sprocket_radius = Expr(0.45);
    model.add<Track>(name, track);
  }
  return model;
}

TEST(Track, AccountsForThePowerOfItsDrive) {
  const std::vector<std::string> names{
      "right.drive_power",    "right.drawbar_power", "right.slip_loss",   "right.compaction_loss",
      "right.internal_loss",  "right.turning_loss",  "right.world_force", "right.world_torque",
      "right.power",          "right.speed",         "right_axle.rate",   "hull.right.velocity",
      "hull.angular_velocity"};
  const Results r = run_tracks(driven(), 12.0, names);
  const auto at = [&](const char* name, std::size_t k) { return r.values(name)[k]; };
  double largest = 0.0, fastest = 0.0;
  for (std::size_t k = 0; k < r.row_count(); ++k) {
    const double drive = at("right.drive_power", k);
    largest = std::max(largest, std::abs(drive));
    fastest = std::max(fastest, std::abs(at("right.speed", k)));
    EXPECT_NEAR(drive,
                at("right.drawbar_power", k) + at("right.slip_loss", k) +
                    at("right.compaction_loss", k) + at("right.internal_loss", k),
                1e-9 * 3e4);
    EXPECT_NEAR(at("right.speed", k), 0.45 * at("right_axle.rate", k), 1e-12);
    double power = 0.0;
    for (const char* axis : {"x", "y", "z"}) {
      const std::string a = axis;
      power +=
          at(("right.world_force." + a).c_str(), k) * at(("hull.right.velocity." + a).c_str(), k);
      power += at(("right.world_torque." + a).c_str(), k) *
               at(("hull.angular_velocity." + a).c_str(), k);
    }
    EXPECT_NEAR(at("right.power", k), power, 1e-9 * 3e4);
    EXPECT_GE(at("right.compaction_loss", k), 0.0);
    EXPECT_GE(at("right.internal_loss", k), 0.0);
  }
  EXPECT_GT(largest, 5e3);
  EXPECT_GT(fastest, 0.5);
}

TEST(Track, KeepsTheEnergyBalanceOfADrivenHull) {
  for (const double waves : {0.0, 0.1}) {
    SCOPED_TRACE(waves);
    const Results r =
        run_tracks(driven(waves), 12.0,
                   {"system.energy.total", "system.energy.dissipated", "system.energy.supplied"});
    const double start =
        r.values("system.energy.total")[0] + r.values("system.energy.dissipated")[0];
    double supplied = 0.0;
    for (std::size_t k = 0; k < r.row_count(); ++k) {
      supplied = std::max(supplied, r.values("system.energy.supplied")[k]);
      EXPECT_NEAR(r.values("system.energy.total")[k] + r.values("system.energy.dissipated")[k] -
                      r.values("system.energy.supplied")[k],
                  start, 1e-6 * 1e5);
    }
    EXPECT_GT(supplied, 5e4);  // [J]
  }
}

TEST(ShearLaw, IsSmoothWhereItsSeriesBegins) {
  Graph graph;
  const auto value = [](double u) {
    return terrain::calc_slip_ratio_over_fraction(Expr(u)).value();
  };
  EXPECT_NEAR(value(0.0), 2.0, 1e-15);
  EXPECT_NEAR(value(0.05 - 1e-12), value(0.05 + 1e-12), 1e-10);
  for (const double u : {0.2, 1.0, 5.0, 100.0})
    EXPECT_NEAR(value(u) * (1.0 - (1.0 - std::exp(-u)) / u), u, 1e-12 * u);
}

TEST(Track, NamesWhatIsWrongWithIt) {
  Model model = guided(1.0, 1.0);
  Track both = make_track(Expr(1.0));
  both.drive = "along.flange";
  model.add<Track>("both", both);
  Track none = make_track(std::nullopt);
  model.add<Track>("none", none);
  const std::string text = test::errors_of(model);
  EXPECT_NE(text.find("both: 'speed' and 'drive' both determine its speed"), std::string::npos)
      << text;
  EXPECT_NE(text.find("none: nothing determines its speed"), std::string::npos) << text;
  Model other = guided(1.0, 1.0);
  Track linear = make_track(std::nullopt);
  linear.drive = "along.flange";
  linear.sprocket_radius = Expr(0.4);
  other.add<Track>("linear", linear);
  const std::string kinds = test::errors_of(other);
  EXPECT_NE(kinds.find("one of translation, not of rotation"), std::string::npos) << kinds;
}

}  // namespace
}  // namespace holon
