// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#include "holon/mechanics/parts/fields/gravity.h"

#include <Eigen/LU>

#include "holon/mechanics/parts/bodies/point_mass.h"
#include "holon/mechanics/parts/frames/frame.h"
#include "holon/mechanics/test/force_models.h"
#include "holon/spatial/rotation.h"

namespace holon {
namespace {

TEST(Gravity, TakesThePlaceOfTheWorlds) {
  Model model;
  model.add<PointMass>(
      "stone", {.mass = 2.0, .initial = PointStart{.position = Vector3<Expr>(0.0, 3.0, 0.0)}});
  model.add<Gravity>("moon", {.uniform = {0.0, -1.62, 0.5}});
  const System system = make_system(model);
  const auto y = test::values_at_start(system, {"stone.acceleration", "system.energy.potential"});
  constexpr double kRounding = 1e-14;
  EXPECT_NEAR(y[0], 0.0, kRounding);
  EXPECT_NEAR(y[1], -1.62, kRounding);
  EXPECT_NEAR(y[2], 0.5, kRounding);
  EXPECT_NEAR(y[3], 2 * 1.62 * 3, kRounding * 10);
  test::expect_energy_balance(system, 1.0);
}

TEST(Gravity, MayChangeInTime) {
  Model model;
  model.add<PointMass>("stone", {.mass = 2.0});
  model.add<Gravity>("shaken", {.uniform = {0.0, 0.0, sin(model.time())}});
  const Results r = test::run(make_system(model), 3.0, {"stone.position", "system.power"});
  for (std::size_t k = 0; k < r.row_count(); ++k) {
    const double t = test::number_of(r, k, "time"), z = t - std::sin(t);
    EXPECT_NEAR(test::number_of(r, k, "stone.position.z"), z, test::kGlobal);
    EXPECT_NEAR(test::number_of(r, k, "system.power"), -2.0 * std::cos(t) * z, 10 * test::kGlobal);
  }
}

TEST(Gravity, IsThereOnce) {
  Model model;
  model.add<PointMass>("stone", {.mass = 2.0});
  model.add<Gravity>("one", {});
  model.add<Gravity>("two", {});
  EXPECT_NE(test::errors_of(model).find("two: there is already a Gravity part; keep one of them"),
            std::string::npos)
      << test::errors_of(model);
}

TEST(Gravity, DependsOnNoOutput) {
  Model model;
  model.add<PointMass>("stone", {.mass = 2.0});
  model.add<Gravity>("field", {.uniform = {0.0, 0.0, -model.output("stone.position.z")}});
  EXPECT_NE(test::errors_of(model).find("uniform gravity cannot depend on 'stone.position.z'"),
            std::string::npos)
      << test::errors_of(model);
}

constexpr double kEarthMu = 3.986004418e14;      // [m³/s²] of the Earth
constexpr double kEquatorialRadius = 6378137.0;  // [m] equatorial
constexpr double kEarthJ2 = 1.08262668e-3;

class CentralGravity : public testing::TestWithParam<Formulation> {};
INSTANTIATE_TEST_SUITE_P(All, CentralGravity, test::all_formulations(), test::formulation_of);

TEST_P(CentralGravity, MakesAKeplerOrbit) {
  // Perigee at 7000 km, e = 0.2: back there after 2π √(a³/μ), at apogee after half of that.
  const double perigee = 7e6, e = 0.2, a = perigee / (1 - e);
  const double speed = std::sqrt(kEarthMu * (1 + e) / perigee),
               period = 2 * M_PI * std::sqrt(a * a * a / kEarthMu);
  Model model;
  model.simulate.formulation = GetParam();
  model.simulate.nominal_length = 1e6;
  const double tilt = 0.4;
  model.add<PointMass>("craft",
                       {.mass = 3.0,
                        .initial = PointStart{.position = Vector3<Expr>(perigee, 0.0, 0.0),
                                              .velocity = Vector3<Expr>(0.0, speed * std::cos(tilt),
                                                                        speed * std::sin(tilt))}});
  model.add<Gravity>("earth", {.central = Gravity::CentralBody{.mu = kEarthMu}});
  const System system = make_system(model);
  const Results r = test::run(
      system, period, {"craft.position", "craft.velocity", "system.energy.total"}, period / 2);
  const double apogee = a * (1 + e);
  EXPECT_NEAR(test::number_of(r, 1, "craft.position.x"), -apogee, test::kGlobal * apogee);
  EXPECT_NEAR(test::number_of(r, 2, "craft.position.x"), perigee, test::kGlobal * perigee);
  EXPECT_NEAR(test::number_of(r, 2, "craft.velocity.z"), speed * std::sin(tilt),
              test::kGlobal * speed);
  const double energy = -3.0 * kEarthMu / (2 * a);  // vis viva
  for (std::size_t k = 0; k < 3; ++k)
    EXPECT_NEAR(test::number_of(r, k, "system.energy.total"), energy, -1e-10 * energy);
}

TEST(CentralGravityOfAnOblateBody, TurnsTheOrbitalPlaneAsTheSecularRateSays) {
  // dΩ/dt = −3/2 n J2 (R/p)² cos i for small eccentricities (O. Montenbruck, E. Gill, Satellite
  // Orbits, 2000, eq. 3.30, first order in J2): over five revolutions, from node to node. The next
  // order and the mean motion's own change with J2 are of the relative size J2.
  const double a = 7.5e6, inclination = 50 * M_PI / 180, speed = std::sqrt(kEarthMu / a);
  Model model;
  model.simulate.nominal_length = 1e6;
  model.add<PointMass>(
      "craft", {.mass = 3.0,
                .initial = PointStart{.position = Vector3<Expr>(a, 0.0, 0.0),
                                      .velocity = Vector3<Expr>(0.0, speed * std::cos(inclination),
                                                                speed * std::sin(inclination))}});
  model.add<Gravity>(
      "earth", {.central = Gravity::CentralBody{
                    .mu = kEarthMu, .J2 = Expr(kEarthJ2), .radius = Expr(kEquatorialRadius)}});
  const System system = make_system(model);
  const double n = std::sqrt(kEarthMu / (a * a * a)), period = 2 * M_PI / n;
  const Results r = test::run(
      system, 5 * period,
      {"craft.position", "craft.velocity", "system.energy.total", "system.angular_momentum"},
      period / 200);
  // The node by the direction of the angular momentum, averaged over the last revolution and the
  // first: four revolutions apart, so that what is periodic goes out.
  const auto node_at = [&](std::size_t k) {
    return std::atan2(test::number_of(r, k, "system.angular_momentum.x"),
                      -test::number_of(r, k, "system.angular_momentum.y"));
  };
  double first = 0.0, last = 0.0;
  for (std::size_t k = 0; k < 200; ++k) {
    first += node_at(k) / 200;
    last += node_at(800 + k) / 200;
  }
  const double rate =
      -1.5 * n * kEarthJ2 * std::pow(kEquatorialRadius / a, 2) * std::cos(inclination);
  constexpr double kSecondOrder =
      5e-3;  // some J2, where the mean elements are not the initial ones
  EXPECT_NEAR(last - first, rate * 4 * period, kSecondOrder * std::abs(rate) * 4 * period);
  const std::vector<double>& energy = r.values("system.energy.total");
  for (double value : energy) EXPECT_NEAR(value, energy[0], 1e-9 * std::abs(energy[0]));
  // About the axis the momentum stays.
  const std::vector<double>& axial = r.values("system.angular_momentum.z");
  for (double value : axial) EXPECT_NEAR(value, axial[0], 1e-9 * axial[0]);
}

TEST_P(CentralGravity, LibratesASatelliteInPitch) {
  // θ" = −3 n² (I_x − I_z)/I_y sin θ cos θ, x forward, z up, y across: at small angles with the
  // frequency √(3 n² (I_x − I_z)/I_y) (Schaub and Junkins, §4.4); x and z axes here in the orbit's
  // plane.
  const double a = 7e6, n = std::sqrt(kEarthMu / (a * a * a)), amplitude = 1e-3;
  const double Ix = 12.0, Iy = 10.0, Iz = 4.0;
  Model model;
  model.simulate.formulation = GetParam();
  RigidBody craft{.mass = 100.0, .inertia = InertiaMatrix{{Ix, Iy, Iz}}};
  craft.initial.emplace().position = Vector3<Expr>(0.0, 0.0, a);
  craft.initial->velocity = Vector3<Expr>(n * a, 0.0, 0.0);
  craft.initial->orientation = Orientation::axis_angle({0.0, 1.0, 0.0}, amplitude);
  craft.initial->angular_velocity = Vector3<Expr>(0.0, n, 0.0);
  model.add<RigidBody>("craft", craft);
  model.add<Gravity>("earth", {.central = Gravity::CentralBody{.mu = kEarthMu}, .gradient = true});
  const double until = 2 * M_PI / n;
  const Results r = test::run(
      make_system(model), until,
      {"craft.orientation", "craft.position", "system.energy.total", "system.angular_momentum"},
      until / 20);
  const double rate = n * std::sqrt(3 * (Ix - Iz) / Iy);
  for (std::size_t k = 0; k < r.row_count(); ++k) {
    const double t = test::number_of(r, k, "time");
    const double turn = 2 * std::atan2(test::number_of(r, k, "craft.orientation.y"),
                                       test::number_of(r, k, "craft.orientation.w"));
    const double vertical = std::atan2(test::number_of(r, k, "craft.position.x"),
                                       test::number_of(r, k, "craft.position.z"));
    const double pitch = std::remainder(turn - vertical, 2 * M_PI);
    // The pendulum's own cubic term: θ₀³ times a phase of 10.
    EXPECT_NEAR(pitch, amplitude * std::cos(rate * t),
                10 * amplitude * amplitude * amplitude + test::kGlobal);
    EXPECT_NEAR(test::number_of(r, k, "system.energy.total"),
                test::number_of(r, 0, "system.energy.total"), 1e-9 * 100 * kEarthMu / a);
    EXPECT_NEAR(test::number_of(r, k, "system.angular_momentum.y"),
                test::number_of(r, 0, "system.angular_momentum.y"), 1e-9 * 100 * n * a * a);
  }
}

TEST(GravityGradient, IsTheTorqueOfTheTextbook) {
  // M = 3 μ/r³ e × I e, and the whole force follows from MacCullagh's potential:
  // F = −μ m/r² e − 3 μ/r⁴ (½ tr I e + I e − 5/2 (e·I e) e), I about the mass centre in world axes.
  const Vector3<double> r(4.0, -2.5, 3.0);
  const Eigen::Matrix3d own =
      (Eigen::Matrix3d() << 2.0, 0.1, -0.2, 0.1, 1.5, 0.3, -0.2, 0.3, 1.2).finished();
  const Rotation<double> R = Rotation<double>::from_axis_angle(Vector3<double>(1, -1, 2), 0.8);
  Eigen::Matrix3d turn;
  for (int k = 0; k < 3; ++k) turn.col(k) = R * Vector3<double>(Vector3<double>::Unit(k));
  const Eigen::Matrix3d I = turn * own * turn.transpose();
  const double d = r.norm(), m = 3.0, mu = 7.0;
  const Vector3<double> e = r / d, Ie = I * e;
  const Vector3<double> torque = 3 * mu / std::pow(d, 3) * e.cross(Ie);
  const Vector3<double> force =
      -mu * m / (d * d) * e -
      3 * mu / std::pow(d, 4) * (0.5 * I.trace() * e + Ie - 2.5 * e.dot(Ie) * e);
  for (const bool by_formulas : {false, true}) {
    Model model;
    RigidBody body{.mass = m, .inertia = InertiaMatrix{{2.0, 1.5, 1.2, 0.1, -0.2, 0.3}}};
    body.initial.emplace().position = Vector3<Expr>(r[0], r[1], r[2]);
    body.initial->orientation = Orientation::axis_angle({1.0, -1.0, 2.0}, 0.8);
    model.add<RigidBody>("body", body);
    const Expr x = model.output("g.x"), y = model.output("g.y"), z = model.output("g.z");
    const Expr r2 = square(x) + square(y) + square(z), f = -mu / (r2 * sqrt(r2));
    if (by_formulas) {
      model.add<Gravity>("g", {.field = {f * x, f * y, f * z}, .gradient = true});
    } else {
      model.add<Gravity>("g", {.central = Gravity::CentralBody{.mu = mu}, .gradient = true});
    }
    const auto found = test::values_at_start(make_system(model),
                                             {"body.acceleration", "body.angular_acceleration"});
    const Vector3<double> alpha = I.inverse() * torque;
    for (std::size_t k = 0; k < 3; ++k) {
      EXPECT_NEAR(found[k], force[static_cast<int>(k)] / m, test::kRounding);
      EXPECT_NEAR(found[3 + k], alpha[static_cast<int>(k)], test::kRounding);
    }
  }
}

TEST(GravityByFormulas, CountsItsWorkAsSupplied) {
  // A whirl, which has no potential: m v²/2 grows by the power of the field.
  Model model;
  model.add<PointMass>(
      "leaf", {.mass = 2.0, .initial = PointStart{.position = Vector3<Expr>(1.0, 0.0, 0.0)}});
  model.output("system.energy.supplied");
  const Expr x = model.output("wind.x"), y = model.output("wind.y");
  model.add<Gravity>("wind", {.field = {-y - x, x - y, Expr(0.3) * sin(model.time())}});
  const System system = make_system(model);
  const Results r = test::run(
      system, 3.0,
      {"leaf.position", "leaf.velocity", "system.energy.supplied", "system.energy.total"});
  for (std::size_t k = 0; k < r.row_count(); ++k) {
    EXPECT_NEAR(test::number_of(r, k, "system.energy.total"),
                test::number_of(r, k, "system.energy.supplied"), 10 * test::kGlobal);
    const double t = test::number_of(r, k, "time");
    EXPECT_NEAR(test::number_of(r, k, "leaf.velocity.z"), 0.3 * (1 - std::cos(t)), test::kGlobal);
  }
}

TEST(CentralGravityOfAMovingCentre, ActsBackOnIt) {
  // Two bodies about their common centre; `mu` of the heavy one. n² = μ (1 + m/M)/d³.
  Model model;
  const double M = 5.0, m = 2.0, mu = 3.0, d = 2.0, n = std::sqrt(mu * (1 + m / M) / (d * d * d));
  RigidBody sun{.mass = M, .inertia = InertiaMatrix{{1.0, 1.0, 1.0}}};
  sun.initial.emplace().velocity = Vector3<Expr>(0.0, -n * d * m / (M + m), 0.0);
  model.add<RigidBody>("sun", sun);
  model.add<PointMass>(
      "planet", {.mass = m,
                 .initial = PointStart{.position = Vector3<Expr>(d, 0.0, 0.0),
                                       .velocity = Vector3<Expr>(0.0, n * d * M / (M + m), 0.0)}});
  model.add<Gravity>("g", {.central = Gravity::CentralBody{.mu = mu, .center = "sun"}});
  const System system = make_system(model);
  test::expect_momenta_stay(system, 5.0);
  test::expect_energy_balance(system, 5.0);
  const Results r = test::run(system, 5.0, {"planet.position", "sun.position"});
  for (std::size_t k = 0; k < r.row_count(); ++k) {
    const double angle = n * test::number_of(r, k, "time");
    const double dx =
        test::number_of(r, k, "planet.position.x") - test::number_of(r, k, "sun.position.x");
    EXPECT_NEAR(dx, d * std::cos(angle), 10 * test::kGlobal);
  }
}

TEST(CentralGravityOfAMovingCentre, IsSuppliedByWhatMovesIt) {
  Model model;
  model.output("system.energy.supplied");
  Frame center{.position = {Expr(0.3) * sin(model.time()), 0.0, 0.0}};
  model.add<Frame>("center", center);
  RigidBody body{.mass = 2.0, .inertia = InertiaMatrix{{0.03, 0.04, 0.02}}};
  body.initial.emplace().position = Vector3<Expr>(2.0, 0.0, 0.0);
  body.initial->velocity = Vector3<Expr>(0.0, 1.2, 0.1);
  model.add<RigidBody>("body", body);
  model.add<Gravity>("g",
                     {.central =
                          Gravity::CentralBody{
                              .mu = 3.0, .center = "center", .J2 = Expr(0.05), .radius = Expr(0.5)},
                      .gradient = true});
  const Results r =
      test::run(make_system(model), 4.0, {"system.energy.total", "system.energy.supplied"});
  const double start = test::number_of(r, 0, "system.energy.total");
  double most = 0.0;
  for (std::size_t k = 0; k < r.row_count(); ++k) {
    const double supplied = test::number_of(r, k, "system.energy.supplied");
    most = std::max(most, std::abs(supplied));
    EXPECT_NEAR(test::number_of(r, k, "system.energy.total") - start, supplied, 10 * test::kGlobal);
  }
  EXPECT_GT(most, 0.01);
}

TEST(Gravity, SaysWhatIsWrongWithAField) {
  const auto errors = [](Gravity gravity) {
    Model model;
    model.add<PointMass>("stone", {.mass = 2.0});
    model.add<Gravity>("g", std::move(gravity));
    return test::errors_of(model);
  };
  EXPECT_EQ(errors({.central = Gravity::CentralBody{.mu = kEarthMu, .J2 = Expr(kEarthJ2)}}),
            "parts/g: central.J2: 'J2' has no effect without 'radius'; give both, or neither\n");
  EXPECT_EQ(errors({.gradient = true}),
            "parts/g: 'gradient' has no effect on uniform gravity; give 'central' or 'field', or "
            "leave it "
            "out\n");
  EXPECT_EQ(errors({.uniform = {0.0, 0.0, -1.62}, .central = Gravity::CentralBody{.mu = kEarthMu}}),
            "parts/g: uniform: a field is given already by 'central'; keep one of them\n");
  EXPECT_EQ(errors({.field = {Expr(1.0)}}),
            "parts/g: 'field' takes 3 formulas, not 1; give the components along x, y and z\n");
}

/// [m/s²] Of a stone at rest at a place in inertial space.
std::vector<double> acceleration_above_ellipsoid(const Vector3<double>& r) {
  Model model;
  model.add<PointMass>(
      "stone", {.mass = 2.0, .initial = PointStart{.position = Vector3<Expr>(r[0], r[1], r[2])}});
  model.add<Gravity>("earth", {.ellipsoidal = Gravity::Ellipsoidal{}});
  return test::values_at_start(make_system(model), {"stone.acceleration"});
}

// NIMA TR8350.2, 3rd ed., table 3.4 and 3.3: normal gravity at equator and pole, less the
// centrifugal acceleration ω² a at the equator; a = 6378137 m, b = 6356752.3142 m,
// ω = 7.292115e-5 rad/s. Far away it is GM/r² (1 + 3/2 J2 (a/r)²) above the equator, with the
// J2 = 1.082629821313e-3 of that ellipsoid, and terms of J4 below 1e-9 of it at r = 10 a.
TEST(Gravity, OfTheEllipsoidHasThePublishedValues) {
  constexpr double a = 6378137.0, b = 6356752.3142, w = 7.292115e-5, GM = 3.986004418e14;
  EXPECT_NEAR(acceleration_above_ellipsoid({a, 0.0, 0.0})[0], -9.7803253359 - w * w * a, 1e-9);
  EXPECT_NEAR(acceleration_above_ellipsoid({0.0, -a, 0.0})[1], 9.7803253359 + w * w * a, 1e-9);
  EXPECT_NEAR(acceleration_above_ellipsoid({0.0, 0.0, b})[2], -9.8321849378, 1e-9);
  const double r = 10 * a, far = GM / (r * r) * (1 + 1.5 * 1.082629821313e-3 / 100);
  EXPECT_NEAR(acceleration_above_ellipsoid({r, 0.0, 0.0})[0], -far, 1e-9 * far);
}

// About a centre that turns by 90°, so that the axis of the Earth is the world's y axis.
TEST(Gravity, OfTheEllipsoidTurnsWithItsFrame) {
  Model model;
  model.add<PointMass>(
      "stone",
      {.mass = 2.0, .initial = PointStart{.position = Vector3<Expr>(0.0, 6356752.3142, 0.0)}});
  model.add<Frame>("center",
                   {.orientation = Orientation::axis_angle({1.0, 0.0, 0.0}, -1.5707963267948966)});
  model.add<Gravity>("earth", {.ellipsoidal = Gravity::Ellipsoidal{.center = {"center"}}});
  const System system = make_system(model);
  EXPECT_NEAR(test::values_at_start(system, {"stone.acceleration"})[1], -9.8321849378, 1e-9);
  test::expect_energy_balance(system, 10.0);
}

}  // namespace
}  // namespace holon
