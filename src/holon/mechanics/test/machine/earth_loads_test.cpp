// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#include "holon/mechanics/machine/earth_loads.h"

#include <Eigen/Geometry>
#include <numbers>

#include "holon/earth/normal_gravity.h"
#include "holon/mechanics/parts/bodies/elastic_body.h"
#include "holon/mechanics/parts/bodies/point_mass.h"
#include "holon/mechanics/parts/fields/gravity.h"
#include "holon/mechanics/parts/joints/fixed.h"
#include "holon/mechanics/parts/joints/prismatic.h"
#include "holon/mechanics/parts/joints/spherical.h"
#include "holon/mechanics/test/force_models.h"

namespace holon {
namespace {

constexpr double kDegree = std::numbers::pi / 180;
constexpr double kOmega = earth::kRotationRate;

Model model_at(double latitude, double height, bool rotation = false) {
  Model model;
  model.world.earth = EarthSettings{.latitude = latitude * kDegree,
                                    .longitude = 11.6 * kDegree,
                                    .height = height,
                                    .rotation = rotation};
  return model;
}

PointStart start_at(const Vector3<Expr>& position, const Vector3<Expr>& velocity = {0., 0., 0.}) {
  return {.position = position, .velocity = velocity};
}

class EarthGravity : public testing::TestWithParam<Formulation> {};
INSTANTIATE_TEST_SUITE_P(Formulations, EarthGravity, test::all_formulations(),
                         test::formulation_of);

TEST_P(EarthGravity, HasThePublishedValuesAtEquatorPoleAndHeights) {
  // NIMA TR8350.2, table 3.4, and the closed formulas in 40 digits (module earth). The stone hangs
  // above the world's origin, so that the change with height counts, too.
  struct Case {
    double latitude, height, above, gravity;
  };
  for (const Case& c :
       {Case{0, 0, 0, 9.7803253359}, Case{90, 0, 0, 9.8321849378},
        Case{45, 0, 0, 9.806197769377376}, Case{45, 0, 10000, 9.775414188227465},
        Case{45, 10000, 0, 9.775414188227465}, Case{48.1, 500, 20, 9.807394632769264}}) {
    Model model = model_at(c.latitude, c.height);
    model.simulate.formulation = GetParam();
    model.add<PointMass>("stone", {.mass = 2.0, .initial = start_at({0.0, 0.0, c.above})});
    const std::vector<double> a = test::values_at_start(make_system(model), {"stone.acceleration"});
    EXPECT_NEAR(std::hypot(a[0], a[1], a[2]), c.gravity, 1.5e-10) << c.latitude << " " << c.height;
    EXPECT_LT(a[2], 0);
  }
}

TEST_P(EarthGravity, DeflectsAFallingBodyToTheEast) {
  // x'' = −2 Ω cos φ z' and z'' = −g + …: x = ⅓ Ω g t³ cos φ (Goldstein, Poole and Safko, eq.
  // 4.95), and of the second order a southward drift by the curved field and Coriolis forces.
  const double latitude = 48.1 * kDegree, until = 10.0;
  Model model = model_at(48.1, 0, true);
  model.simulate.formulation = GetParam();
  model.add<PointMass>("stone", {.mass = 2.0, .initial = start_at({0.0, 0.0, 500.0})});
  const System system = make_system(model);
  const Results r = test::run(system, until, {"stone.position", "system.energy.total"}, 1.0);
  const double g = 9.8064;
  for (std::size_t k = 0; k < r.row_count(); ++k) {
    const double t = test::number_of(r, k, "time");
    const double east = kOmega * g * t * t * t * std::cos(latitude) / 3;
    // The series' next order is (Ω t)², and g changes by 3e-6 per 10 m: 1.6e-4 over the fall.
    EXPECT_NEAR(test::number_of(r, k, "stone.position.x"), east, 2e-4 * east + 1e-9);
    EXPECT_NEAR(test::number_of(r, k, "system.energy.total"),
                test::number_of(r, 0, "system.energy.total"), 2e-7);  // U of 6e7 J/kg, rounded
  }
}

TEST_P(EarthGravity, TurnsThePlaneOfFoucaultsPendulum) {
  // By −Ω sin φ (1 + ⅜ A²/l²), the second term for the small ellipse of a start at rest against the
  // Earth (M. G. Olsson, Am. J. Phys. 46 (1978) 1118). The plane is the principal axis of
  // ν² r rᵀ + w wᵀ, w = v + Ω_z × r.
  const double m = 28.0, l = 67.0, amplitude = 0.5, until = 1800.0;
  for (const double latitude : {48.85, -30.0}) {
    const double rate = kOmega * std::sin(latitude * kDegree);
    Model model = model_at(latitude, 0, true);
    model.simulate.formulation = GetParam();
    RigidBody bob{
        .mass = m, .inertia = InertiaMatrix{{0.1, 0.1, 0.1}}, .center_of_mass = {0.0, 0.0, -l}};
    model.add<RigidBody>("bob", bob);
    Spherical pin{.between = {"world", "bob"}};
    pin.initial.orientation = Orientation::axis_angle({0.0, -1.0, 0.0}, std::asin(amplitude / l));
    model.add<Spherical>("pin", pin);
    const System system = make_system(model);
    const Results r = test::run(
        system, until, {"bob.orientation", "bob.angular_velocity", "system.energy.total"}, 30.0);
    const double nu2 = earth::surface_gravity(latitude * kDegree) / l;
    for (std::size_t k = 1; k < r.row_count(); ++k) {
      const auto get = [&](const char* name) { return test::number_of(r, k, name); };
      const Rotation<double> R(get("bob.orientation.w"), get("bob.orientation.x"),
                               get("bob.orientation.y"), get("bob.orientation.z"));
      const Vector3<double> p = R * Vector3<double>(0, 0, -l);
      const Vector3<double> omega(get("bob.angular_velocity.x"), get("bob.angular_velocity.y"),
                                  get("bob.angular_velocity.z"));
      const Vector3<double> w = cross(Vector3<double>(omega + Vector3<double>(0, 0, rate)), p);
      const double xy = nu2 * p[0] * p[1] + w[0] * w[1];
      const double xx = nu2 * p[0] * p[0] + w[0] * w[0], yy = nu2 * p[1] * p[1] + w[1] * w[1];
      const double expected =
          -rate * (1 + 0.375 * amplitude * amplitude / (l * l)) * test::number_of(r, k, "time");
      // The plumb line at the bob is 6e-8 rad off the vertical: 4e-6 m of 0.5 m.
      EXPECT_NEAR(0.5 * std::atan2(2 * xy, xx - yy), expected, 2e-5);
      EXPECT_NEAR(get("system.energy.total"), test::number_of(r, 0, "system.energy.total"),
                  2e-7 * m);
    }
  }
}

TEST_P(EarthGravity, LeavesAFreeBodyItsAngularMomentumInInertialSpace) {
  Model model = model_at(48.1, 520, true);
  model.simulate.formulation = GetParam();
  const double I[3] = {2.0, 3.0, 4.5};
  RigidBody body{.mass = 5.0,
                 .inertia = InertiaMatrix{{I[0], I[1], I[2]}},
                 .center_of_mass = {0.1, -0.2, 0.05}};
  body.initial.emplace().angular_velocity = Vector3<Expr>(0.05, 0.1, -0.08);
  model.add<RigidBody>("body", body);
  const System system = make_system(model);
  const Results r = test::run(
      system, 60.0, {"body.orientation", "body.angular_velocity", "system.energy.total"}, 5.0);
  const Vector3<double> Omega = earth::earth_rate(48.1 * kDegree);
  Vector3<double> first;
  for (std::size_t k = 0; k < r.row_count(); ++k) {
    const auto get = [&](const char* name) { return test::number_of(r, k, name); };
    const Rotation<double> R(get("body.orientation.w"), get("body.orientation.x"),
                             get("body.orientation.y"), get("body.orientation.z"));
    const Vector3<double> omega(get("body.angular_velocity.x"), get("body.angular_velocity.y"),
                                get("body.angular_velocity.z"));
    const Vector3<double> own = R.inverse() * Vector3<double>(omega + Omega);
    const Vector3<double> L = R * Vector3<double>(I[0] * own[0], I[1] * own[1], I[2] * own[2]);
    const Vector3<double> inertial =
        Rotation<double>::from_rotation_vector(Omega * get("time")) * L;
    if (k == 0) first = inertial;
    EXPECT_LE((inertial - first).norm(), 1e-9);  // without the moment 3e-3 after a minute
    EXPECT_NEAR(get("system.energy.total"), test::number_of(r, 0, "system.energy.total"), 1e-6);
  }
}

TEST(EarthOutputs, GiveThePlaceOfEveryFrame) {
  // CartConvert of GeographicLib 2.1.2 for the origin; the tip by the module's geodesy, tested
  // there against the same.
  Model model = model_at(48.1, 520);
  RigidBody mast{.mass = 1.0, .inertia = InertiaMatrix{{1.0, 1.0, 1.0}}};
  mast.frames.add("tip", {.at = {300.0, -200.0, 50.0}});
  model.add<RigidBody>("mast", mast);
  model.add<Fixed>("base", {.between = {"world", "mast"}});
  const std::vector<double> y = test::values_at_start(
      make_system(model), {"mast.ecef", "mast.latitude", "mast.longitude", "mast.height",
                           "mast.tip.latitude", "mast.tip.longitude", "mast.tip.height"});
  constexpr double kMetre = 4e-9;
  EXPECT_NEAR(y[0], 4180626.807464796, kMetre);
  EXPECT_NEAR(y[1], 858159.439895954, kMetre);
  EXPECT_NEAR(y[2], 4724696.307258269, kMetre);
  EXPECT_NEAR(y[3], 48.1 * kDegree, 1e-15);
  EXPECT_NEAR(y[4], 11.6 * kDegree, 1e-15);
  EXPECT_NEAR(y[5], 520, kMetre);
  const earth::LocalFrame<double> place({48.1 * kDegree, 11.6 * kDegree, 520});
  const auto tip = place.to_geodetic({300, -200, 50});
  EXPECT_NEAR(y[6], tip.latitude, 1e-15);
  EXPECT_NEAR(y[7], tip.longitude, 1e-15);
  EXPECT_NEAR(y[8], tip.height, kMetre);
}

TEST(Earth, AdmitsNoOtherGravity) {
  Model model = model_at(48.1, 0);
  model.add<PointMass>("stone", {.mass = 2.0});
  model.add<Gravity>("moon", {.uniform = {0.0, 0.0, -1.62}});
  EXPECT_EQ(test::errors_of(model),
            "parts/moon: 'world.earth' gives the gravity of the Earth, which this part would "
            "replace; remove this part, or 'earth' from 'world'\n");
}

/// A mode of 2 kg along `translation` on a spring of 50 N/m.
ElasticBody::Mode make_mode(const Vector3<Expr>& translation) {
  return {.mass = 2.0, .stiffness = 50.0, .translation = translation};
}

// A mode with p = A is a point mass on a spring. On a rail to the north at v it is deflected to the
// east by (2 A Ω sin φ v/c) (1 − cos √(c/A) t).
TEST_P(EarthGravity, DeflectsAModeAsAPointMassOnASpring) {
  const double latitude = 48.0 * kDegree, v = 100.0, A = 2.0, c = 50.0;
  Model model = model_at(48.0, 0, true);
  model.simulate.formulation = GetParam();
  ElasticBody panel{.mass = 5.0, .inertia = InertiaMatrix{{1.0, 1.0, 1.0, 0.0, 0.0, 0.0}}};
  panel.modes.push_back(make_mode({A, 0.0, 0.0}));
  model.add<ElasticBody>("panel", panel);
  Prismatic rail{.between = {"world", "panel"}, .axis = "y"};
  rail.initial.speed = v;
  model.add<Prismatic>("rail", rail);
  model.add<RigidBody>("cart", RigidBody{.mass = 3.0, .inertia = InertiaMatrix{{1.0, 1.0, 1.0}}});
  Prismatic twin_rail{.between = {"world", "cart"}, .axis = "y"};
  twin_rail.initial.speed = v;
  model.add<Prismatic>("twin_rail", twin_rail);
  model.add<PointMass>("mass", {.mass = A});
  Prismatic slide{.between = {"cart", "mass"}, .axis = "x"};
  slide.stiffness = c;
  model.add<Prismatic>("slide", slide);
  const Results r = test::run(
      make_system(model), 0.5,
      {"panel.modes[0].displacement", "slide.position", "rail.position", "twin_rail.position"},
      0.05);
  for (std::size_t k = 0; k < r.row_count(); ++k) {
    const double eta = test::number_of(r, k, "panel.modes[0].displacement");
    const double w = std::sqrt(c / A), t = test::number_of(r, k, "time");
    const double expected =
        2 * A * kOmega * std::sin(latitude) * v / c * (1 - std::cos(w * t));  // 7.8e-4 m at the end
    // The field acts at the common centre of mass: g changes by 1.5e-6 1/s² η between the masses,
    // which is 5e-11 m over c/A.
    EXPECT_NEAR(eta, test::number_of(r, k, "slide.position"), 5e-11);
    EXPECT_NEAR(test::number_of(r, k, "rail.position"), test::number_of(r, k, "twin_rail.position"),
                1e-9);
    // Down the curved field: y²/R · g pulls at the cart, and Coriolis forces of second order.
    EXPECT_NEAR(eta, expected, 1e-3 * expected + 1e-12);
  }
}

// Thrown and spun, in axes of the Earth and in inertial space with the field of the ellipsoid.
TEST_P(EarthGravity, MovesAnElasticBodyAsInInertialSpace) {
  const double latitude = 48.1 * kDegree, longitude = 11.6 * kDegree, until = 10.0;
  const Vector3<double> v(30.0, -40.0, 120.0), spin(0.4, -0.7, 0.5);
  const auto make = [&](bool is_inertial) {
    Model model = is_inertial ? Model() : model_at(48.1, 520, true);
    model.simulate.formulation = GetParam();
    ElasticBody panel{.mass = 5.0,
                      .inertia = InertiaMatrix{{1.0, 1.5, 1.2, 0.1, 0.0, 0.05}},
                      .center_of_mass = {0.1, -0.2, 0.05}};
    panel.modes.push_back(make_mode({1.5, 0.3, 0.0}));
    panel.modes.back().rotation = {0.1, 0.4, -0.5};
    panel.modes.back().initial.displacement = 0.02;
    FreeStart& start = panel.initial.emplace();
    if (is_inertial) {
      const earth::LocalFrame<double> place({latitude, longitude, 520});
      Eigen::Matrix3d R;
      for (int i = 0; i < 3; ++i)
        for (int k = 0; k < 3; ++k) R(i, k) = place.axes()(i, k);
      const Eigen::Quaterniond q(R);
      const Vector3<double> center = place.to_ecef({0.0, 0.0, 0.0}), Omega(0.0, 0.0, kOmega);
      const Eigen::Vector3d moved = R * Eigen::Vector3d(v[0], v[1], v[2]);
      const Vector3<double> velocity = Vector3<double>(moved) + cross(Omega, center);
      const Eigen::Vector3d own = R.transpose() * Eigen::Vector3d(0.0, 0.0, kOmega);
      start.position = Vector3<Expr>(center[0], center[1], center[2]);
      start.velocity = Vector3<Expr>(velocity[0], velocity[1], velocity[2]);
      start.orientation = Orientation::from_quaternion(q.w(), q.x(), q.y(), q.z());
      start.angular_velocity = Vector3<Expr>(spin[0] + own[0], spin[1] + own[1], spin[2] + own[2]);
      model.add<Gravity>("earth", {.ellipsoidal = Gravity::Ellipsoidal{}});
    } else {
      start.velocity = Vector3<Expr>(v[0], v[1], v[2]);
      start.angular_velocity = Vector3<Expr>(spin[0], spin[1], spin[2]);
    }
    model.add<ElasticBody>("panel", panel);
    return test::run(make_system(model), until,
                     {"panel.modes[0].displacement", "panel.position", "system.energy.total"}, 1.0);
  };
  const Results rotating = make(false), inertial = make(true);
  const earth::LocalFrame<double> place({latitude, longitude, 520});
  for (std::size_t k = 0; k < rotating.row_count(); ++k) {
    const auto at = [&](const Results& r) {
      return Vector3<double>(test::number_of(r, k, "panel.position.x"),
                             test::number_of(r, k, "panel.position.y"),
                             test::number_of(r, k, "panel.position.z"));
    };
    const double t = test::number_of(rotating, k, "time");
    const Vector3<double> expected =
        Rotation<double>::from_rotation_vector(Vector3<double>(0.0, 0.0, kOmega * t)) *
        place.to_ecef(at(rotating));
    EXPECT_LE((at(inertial) - expected).norm(), 1e-6);  // of 1200 m; positions of 6e6 m
    // Without the Coriolis forces on the mode 1e-5 m.
    EXPECT_NEAR(test::number_of(rotating, k, "panel.modes[0].displacement"),
                test::number_of(inertial, k, "panel.modes[0].displacement"), 1e-9);
    EXPECT_NEAR(test::number_of(rotating, k, "system.energy.total"),
                test::number_of(rotating, 0, "system.energy.total"), 2e-6);
  }
}

}  // namespace
}  // namespace holon
