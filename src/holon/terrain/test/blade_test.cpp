// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#include "holon/terrain/parts/blade.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <numbers>

#include "holon/mechanics/parts/bodies/rigid_body.h"
#include "holon/mechanics/parts/joints/prismatic.h"
#include "holon/model/test/model_errors.h"
#include "holon/simulate/test/tape_settings.h"
#include "holon/terrain/earth_moving.h"
#include "holon/terrain/parts/terrain.h"

namespace holon {
namespace {

using test::errors_of;
using test::tape_settings;

constexpr double kBladeDegree = std::numbers::pi / 180;
constexpr double kBladeGravity = 9.80665;
/// Of published numbers, of which as many digits are given.
constexpr double kThreeDigits = 0.5e-2, kFourDigits = 0.5e-3;
/// Of runs: their tolerance, and the error that it leaves in volumes of some m³.
constexpr double kBladeTolerance = 1e-10, kBladeGlobal = 1e-8;
constexpr double kBladeRounding = 1e3 * std::numeric_limits<double>::epsilon();

/// The law once more, in plain numbers: β by search, not by the closed form.
struct PlainFactors {
  double beta, gamma, c, a, v;
};
PlainFactors search_factors(double alpha, double phi, double delta) {
  const auto cot = [](double x) { return 1 / std::tan(x); };
  const auto denominator = [&](double beta) {
    return std::cos(alpha + delta) + std::sin(alpha + delta) * cot(beta + phi);
  };
  const auto weight = [&](double beta) {
    // Beyond the pole the wedge would have to be pulled.
    const double D = denominator(beta);
    return D > 0 ? (cot(alpha) + cot(beta)) / (2 * D) : std::numeric_limits<double>::infinity();
  };
  double low = 2 * kBladeDegree, high = 80 * kBladeDegree;
  for (int k = 0; k < 200; ++k) {  // golden section
    const double r = (std::sqrt(5.0) - 1) / 2, a = high - r * (high - low),
                 b = low + r * (high - low);
    (weight(a) < weight(b) ? high : low) = weight(a) < weight(b) ? b : a;
  }
  const double beta = (low + high) / 2, D = denominator(beta);
  return {beta, weight(beta), (1 + cot(beta) * cot(beta + phi)) / D,
          (1 - cot(alpha) * cot(beta + phi)) / D,
          (std::tan(beta) + cot(beta + phi)) / ((1 + std::tan(beta) * cot(alpha)) * D)};
}

TEST(EarthMoving, HasThePublishedFactors) {
  // Sandy loam, 1700 kg/m³, 8 kPa, φ 30°, δ 20°; α 55°, 3.3 m wide, 0.2 m deep.
  const auto f =
      detail::calc_cutting_factors(55 * kBladeDegree, 30 * kBladeDegree, 20 * kBladeDegree);
  EXPECT_NEAR(f.failure_angle.value() / kBladeDegree, 31.1, 31.1 * kThreeDigits);
  EXPECT_NEAR(f.weight.value(), 1.49, 1.49 * kThreeDigits);
  EXPECT_NEAR(f.cohesion.value(), 2.42, 2.42 * kThreeDigits);
  Soil soil = SoilSettings{}.make_soil();
  const auto force =
      detail::calc_cutting_force(f, soil, {55 * kBladeDegree, kBladeGravity, 0.0}, 0.2, 0.0);
  const double P = std::hypot(force.draft.value(), force.down.value()) * 3.3;
  EXPECT_NEAR(P, 16.05e3, 16.05e3 * kFourDigits);
  EXPECT_NEAR(force.draft.value() * 3.3, 15.50e3, 15.50e3 * kFourDigits);
  // The term of inertia is 7 % of P at 1 m/s.
  const auto fast =
      detail::calc_cutting_force(f, soil, {55 * kBladeDegree, kBladeGravity, 0.0}, 0.2, 1.0);
  EXPECT_NEAR(fast.draft.value() / force.draft.value(), 1.07, 0.005);
}

// By SciPy: the wedge's balance of forces in world axes, solved for the forces of blade and ground,
// on the plane of level ground (P in N/m of both, with adhesion and surcharge, too) and on that of
// least resistance.
TEST(EarthMoving, OnASlopeIsTheWedgeWithTurnedGravity) {
  struct Row {
    double slope;              // degrees
    double plain, all, least;  // c alone; with c_a = 1.5 kPa, q = 3 kPa; on its own plane
  };
  for (const Row& row :
       {Row{0, 4862.4563, 6880.7050, 4749.792}, Row{5.710593138, 4912.1138, 7019.7209, 4787.988},
        Row{-5.710593138, 4802.9465, 6714.1073, 4701.119}, Row{20, 4990.2121, 7238.3571, 4835.268},
        Row{-20, 4614.9759, 6187.8836, 4537.107}}) {
    const double alpha = 55 * kBladeDegree, delta = 20 * kBladeDegree;
    const auto f =
        detail::calc_cutting_factors(alpha, 30 * kBladeDegree, delta, row.slope * kBladeDegree);
    Soil soil = SoilSettings{}.make_soil();
    const auto force = detail::calc_cutting_force(f, soil, {alpha, kBladeGravity, 0.0}, 0.2, 0.0);
    const double P = std::hypot(force.draft.value(), force.down.value());
    EXPECT_NEAR(P, row.plain, 1e-6 * P) << row.slope;  // the search for β, and the digits
    // Any plane is a bound from above; what it exceeds the least one by is the least accuracy.
    EXPECT_GT(P, row.least);
    EXPECT_LT(P, 1.035 * row.least) << row.slope;
    soil.adhesion = 1.5e3;
    const auto other = detail::calc_cutting_force(f, soil, {alpha, kBladeGravity, 3e3}, 0.2, 0.0);
    const double adhering = 0.2 * 1.5e3;
    EXPECT_NEAR(
        std::hypot(other.draft.value() - adhering / std::tan(alpha), other.down.value() + adhering),
        row.all, 1e-6 * row.all)
        << row.slope;
  }
}

TEST(EarthMoving, FindsTheLeastResistanceInClosedForm) {
  // A search for the least value finds its place to the root of rounding.
  const double place = 1e-6, value = 1e-12;
  for (const double alpha : {20.0, 35.0, 55.0, 80.0, 95.0}) {
    for (const double phi : {5.0, 13.0, 30.0, 40.0}) {
      for (const double delta : {0.0, 9.0, 25.0}) {
        const auto f = detail::calc_cutting_factors(alpha * kBladeDegree, phi * kBladeDegree,
                                                    delta * kBladeDegree);
        const auto plain =
            search_factors(alpha * kBladeDegree, phi * kBladeDegree, delta * kBladeDegree);
        if (plain.beta < 3 * kBladeDegree || plain.beta > 79 * kBladeDegree) continue;
        EXPECT_NEAR(f.failure_angle.value(), plain.beta, place) << alpha << " " << phi;
        EXPECT_NEAR(f.weight.value(), plain.gamma, value * plain.gamma);
        EXPECT_NEAR(f.cohesion.value(), plain.c, 10 * place * plain.c);
        EXPECT_NEAR(f.adhesion.value(), plain.a, 10 * place * plain.c);
        EXPECT_NEAR(f.inertia.value(), plain.v, 10 * place * plain.v);
      }
    }
  }
}

TEST(EarthMoving, IsCoulombsPassiveEarthPressureWithoutCohesion) {
  // C. A. Coulomb (1776), of a wall whose face stands at the angle α to the horizontal: 2 Nγ = K_p,
  //   K_p = sin²(α − φ)/(sin²α sin(α + δ) (1 − √(sin(φ + δ) sin φ/(sin(α + δ) sin α)))²).
  const auto find_coefficient = [](double alpha, double phi, double delta) {
    const double root = std::sqrt(std::sin(phi + delta) * std::sin(phi) /
                                  (std::sin(alpha + delta) * std::sin(alpha)));
    return std::pow(std::sin(alpha - phi) / (std::sin(alpha) * (1 - root)), 2) /
           std::sin(alpha + delta);
  };
  for (const double alpha : {40.0, 55.0, 75.0, 90.0, 105.0}) {
    for (const double phi : {15.0, 30.0, 38.0}) {
      for (const double delta : {0.0, 10.0, 20.0}) {
        const double a = alpha * kBladeDegree, p = phi * kBladeDegree, d = delta * kBladeDegree;
        const double expected = find_coefficient(a, p, d) / 2;
        EXPECT_NEAR(detail::calc_cutting_factors(a, p, d).weight.value(), expected,
                    1e-11 * expected)
            << alpha << " " << phi << " " << delta;
      }
    }
  }
  // Tabulated for a vertical wall and φ = 30° (B. M. Das, Principles of Foundation Engineering).
  for (const auto& [delta, tabulated] : {std::pair{0.0, 3.000}, std::pair{10.0, 4.143},
                                         std::pair{15.0, 4.977}, std::pair{20.0, 6.105}}) {
    const auto f =
        detail::calc_cutting_factors(90 * kBladeDegree, 30 * kBladeDegree, delta * kBladeDegree);
    EXPECT_NEAR(2 * f.weight.value(), tabulated, 1e-3) << delta;  // a unit of the last digit
  }
}

// A plate in dry sand, at the start of a cut, from the force log of A. Haeri, D. Tremblay,
// K. Skonieczny, D. Holz, M. Teichmann (ISARC 2020, doi 10.22260/ISARC2020/0085;
// github.com/haeriamin/ Hybrid-Optimization, commit f10b543, input/run2_* and run7_*; soil and
// plate from its run.py and obj_func.py). Mean drafts of the first plateau at 2 cm, over 2 to 12 mm
// of travel, and behind the ramp at 5 cm, over 5 to 23 mm; nothing is fitted here.
TEST(EarthMoving, AgreesWithMeasuredForcesAtTheStartOfACut) {
  const double density = 1730, tan_phi = 0.7, tan_delta = 0.364, width = 0.457, speed = 0.04;
  const double alpha = 86.2 * kBladeDegree;
  Soil sand = SoilSettings{}.make_soil();
  sand.density = density, sand.cohesion = 0.0, sand.adhesion = 0.0;
  sand.friction_angle = std::atan(tan_phi), sand.external_friction_angle = std::atan(tan_delta);
  const auto factors =
      detail::calc_cutting_factors(alpha, std::atan(tan_phi), std::atan(tan_delta));
  struct Measured {
    double depth;  // [m]
    double cut;    // [m²] in the middle of the travel, that of the ramp included
    double draft;  // [N]
  };
  for (const Measured& m :
       {Measured{0.02, 0.02 * 0.007, 12.4}, Measured{0.05, 0.00125 + 0.05 * 0.014, 75.4}}) {
    const auto force =
        detail::calc_cutting_force(factors, sand, {alpha, kBladeGravity, 0.0}, m.depth, speed);
    const double weight = density * kBladeGravity * width * m.cut;
    const double draft =
        force.draft.value() * width + weight * (tan_phi + tan_delta * std::pow(std::cos(alpha), 2));
    EXPECT_NEAR(draft, m.draft, 0.1 * m.draft) << m.depth;
  }
}

/// A blade on a slide that moves as prescribed, in the plane of x and z; its edge begins at `edge`
/// and may be turned.
struct Slide {
  double speed = 1;  ///< [m/s]
  Axis axis = "x";
  Vector3<Expr> edge{0.0, 0.0, -0.2};  ///< [m]
  Orientation rotate{};
  Blade blade{};
  Terrain terrain{};
  Expr (*height)(Expr x, Expr y) = nullptr;

  Model make() const {
    Model model;
    Terrain ground = terrain;
    if (height) ground.height = height(model.output("ground.x"), model.output("ground.y"));
    model.add<Terrain>("ground", ground);
    RigidBody plate{.mass = 1000.0, .inertia = InertiaMatrix{{500.0, 100.0, 500.0}}};
    plate.frames = {{"edge", {edge, rotate}}};
    model.add<RigidBody>("plate", plate);
    model.add<Prismatic>(
        "push", {.between = {"world", "plate"}, .axis = axis, .motion = speed * model.time()});
    Blade own = blade;
    own.on = "plate.edge";
    own.ground = "ground";
    own.width = 3.3;
    own.height = 1.1;
    model.add<Blade>("blade", own);
    return model;
  }
  Results run(double until, double interval, const std::vector<std::string>& outputs) const {
    return simulate(make_system(make()), tape_settings(until, interval, kBladeTolerance), outputs);
  }
};

/// H of the published case in N, by plain numbers.
double plain_draft(double depth, double speed) {
  const PlainFactors f = search_factors(55 * kBladeDegree, 30 * kBladeDegree, 20 * kBladeDegree);
  const double P = 1700 * kBladeGravity * depth * depth * f.gamma + 8e3 * depth * f.c +
                   1700 * speed * speed * depth * f.v;
  return 3.3 * P * std::sin(75 * kBladeDegree);
}

TEST(Blade, CutsAtConstantSpeedAndCarriesWhatItCuts) {
  const Slide slide{.speed = 0.8};
  const Results rows =
      slide.run(3, 0.1,
                {"blade.draft", "blade.pile_drag", "blade.pile.volume", "blade.cut_volume",
                 "blade.power", "blade.left_volume", "push.motion_force", "system.power",
                 "system.dissipated_power", "blade.load", "plate.edge.position.x"});
  const double cutting = plain_draft(0.2, 0.8);
  for (std::size_t k = 0; k < rows.row_count(); ++k) {
    const double x = rows.values("plate.edge.position.x")[k];
    const double pile = rows.values("blade.pile.volume")[k];
    EXPECT_NEAR(rows.values("blade.draft")[k] - rows.values("blade.pile_drag")[k], cutting,
                1e-6 * cutting);  // the place of β, whose force is stationary there
    EXPECT_NEAR(rows.values("blade.cut_volume")[k], 3.3 * 0.2 * x, kBladeGlobal);
    EXPECT_NEAR(pile, 1.25 * 3.3 * 0.2 * x - rows.values("blade.left_volume")[k], kBladeGlobal);
    const double drag = 1700 * kBladeGravity * pile / 1.25 *
                        (std::tan(30 * kBladeDegree) +
                         std::tan(20 * kBladeDegree) * std::pow(std::cos(55 * kBladeDegree), 2));
    EXPECT_NEAR(rows.values("blade.pile_drag")[k], drag, kBladeRounding * 1e5);
    // What the drive gives, the soil takes.
    EXPECT_NEAR(rows.values("push.motion_force")[k], rows.values("blade.draft")[k],
                kBladeRounding * 1e5);
    EXPECT_NEAR(rows.values("blade.power")[k], 0.8 * rows.values("blade.draft")[k],
                kBladeRounding * 1e5);
    EXPECT_NEAR(rows.values("system.power")[k], rows.values("system.dissipated_power")[k],
                kBladeRounding * 1e5);
  }
}

TEST(Blade, SpillsWhatIsMoreThanItHolds) {
  Slide slide{.speed = 1};
  slide.blade.initial.pile = 3.0;
  const Results rows = slide.run(6, 1, {"blade.pile.volume", "blade.load", "blade.left_volume"});
  const double capacity = 0.8 * 3.3 * 1.1 * 1.1;
  EXPECT_NEAR(rows.values("blade.load")[0], 3 / capacity, kBladeRounding);
  // In the end it spills what it cuts: it holds the capacity, and what leaves over 0.25 m.
  const double cut = 1.25 * 3.3 * 0.2;
  EXPECT_NEAR(rows.values("blade.pile.volume").back(), capacity + 0.25 * cut, 1e-6);
  EXPECT_NEAR(rows.values("blade.left_volume").back(),
              3 + 6 * cut - rows.values("blade.pile.volume").back(), kBladeGlobal);
}

TEST(Blade, MeetsTheSoilSmoothly) {
  // Down at 1 in 10: it touches after 0.5 m.
  const Slide slide{.speed = 1, .axis = Axis(1, 0, -0.1), .edge = {0.0, 0.0, 0.05}};
  const double step = 1e-4;
  const Results rows = slide.run(
      0.6, step,
      {"blade.draft", "blade.pile_drag", "blade.depth", "plate.edge.position.z", "blade.power"});
  const std::vector<double> draft = rows.values("blade.draft");
  double previous_slope = 0, sharpest = 0, steepest = 0;
  for (std::size_t k = 1; k < draft.size(); ++k) {
    const double z = rows.values("plate.edge.position.z")[k];
    if (z > 1e-9) {
      EXPECT_EQ(draft[k], 0) << "at " << z;
    } else if (z < -0.005) {
      EXPECT_NEAR(rows.values("blade.depth")[k], -z, kBladeRounding);
      EXPECT_GT(draft[k], draft[k - 1]);
    }
    const double slope = (draft[k] - draft[k - 1]) / step;
    sharpest = std::max(sharpest, std::abs(slope - previous_slope));
    steepest = std::max(steepest, std::abs(slope));
    previous_slope = slope;
  }
  // Its slope changes over the 5 mm of depth, 50 ms, in 500 rows: no corner.
  EXPECT_LT(sharpest, 10 * steepest / 500);
}

TEST(Blade, DoesNotPushBackwards) {
  Slide slide{.speed = -0.5};
  slide.blade.initial.pile = 1.0;
  const Results rows =
      slide.run(4, 0.5, {"blade.draft", "blade.down", "blade.pile.volume", "blade.power"});
  for (std::size_t k = 0; k < rows.row_count(); ++k) {
    EXPECT_EQ(rows.values("blade.draft")[k], 0);
    EXPECT_EQ(rows.values("blade.down")[k], 0);
    EXPECT_EQ(rows.values("blade.power")[k], 0);
  }
  // It leaves its pile: over 0.25 m all but 1/e.
  EXPECT_NEAR(rows.values("blade.pile.volume").back(), std::exp(-2 / 0.25), kBladeGlobal);
}

TEST(Blade, SpreadsSoilWhereItIsAboveTheGround) {
  Slide slide{.speed = 1, .edge = {0.0, 0.0, 0.1}};
  slide.blade.initial.pile = 2.0;
  const Results rows = slide.run(4, 0.5, {"blade.pile.volume", "blade.left_volume"});
  // 0.33 m² of loose soil below the edge, until little is left.
  EXPECT_NEAR(rows.values("blade.pile.volume")[4], 2 - 0.33 * 2, 0.02);
  EXPECT_NEAR(rows.values("blade.pile.volume")[4] + rows.values("blade.left_volume")[4], 2,
              kBladeGlobal);
}

TEST(Blade, FeelsAMomentWhereItIsTilted) {
  // The left end is lower: tan 2° · 3.3 m = 115 mm.
  const double tilt = -2 * kBladeDegree;
  const Slide slide{.rotate = Orientation::axis_angle({1.0, 0.0, 0.0}, tilt)};
  const Results rows = slide.run(
      0.001, 0.001,
      {"blade.world_torque", "blade.world_force", "blade.depth.left", "blade.depth.right"});
  // Five strips: their forces by plain numbers, about the middle of the edge.
  double roll = 0, yaw = 0, draft = 0, down = 0;
  for (int i = 0; i < 5; ++i) {
    const double y = 3.3 * (0.4 - 0.2 * i);
    const double depth = 0.2 - y * std::sin(tilt);
    const double H = plain_draft(depth, 1) / 5, V = H / std::tan(75 * kBladeDegree);
    draft += H;
    down += V;
    roll += -y * std::cos(tilt) * V;  // y × (−z)
    yaw += y * std::cos(tilt) * H;    // y × (−x)
    if (i == 0) EXPECT_NEAR(rows.values("blade.depth.left")[0], depth, kBladeRounding);
    if (i == 4) EXPECT_NEAR(rows.values("blade.depth.right")[0], depth, kBladeRounding);
  }
  const double close = 1e-6;  // the place of β
  EXPECT_NEAR(rows.values("blade.world_force.x")[0], -draft, close * draft);
  EXPECT_NEAR(rows.values("blade.world_force.z")[0], -down, close * draft);
  // The heights at which the drafts act add nothing about z.
  EXPECT_NEAR(rows.values("blade.world_torque.z")[0], yaw, close * draft);
  // About x the strips' heights play no part either: their forces have no lateral component.
  EXPECT_NEAR(rows.values("blade.world_torque.x")[0], roll, close * draft);
  EXPECT_GT(yaw, 1000);
}

TEST(Blade, ActsAboveItsEdge) {
  const Results rows = Slide{}.run(0.001, 0.001, {"blade.world_torque"});
  const PlainFactors f = search_factors(55 * kBladeDegree, 30 * kBladeDegree, 20 * kBladeDegree);
  const double d = 0.2, w = 3.3, sine = std::sin(75 * kBladeDegree),
               cosine = std::cos(75 * kBladeDegree);
  const double P_weight = w * 1700 * kBladeGravity * d * d * f.gamma;
  const double P_others = w * d * (8e3 * f.c + 1700 * f.v);
  double moment = 0;
  for (const auto& [P, a] : {std::pair{P_weight, d / 3}, std::pair{P_others, d / 2}}) {
    // r = (−a cot α, a), F = (−P sin, −P cos): the moment about y is z Fx − x Fz.
    moment += a * (-P * sine) - (-a / std::tan(55 * kBladeDegree)) * (-P * cosine);
  }
  EXPECT_NEAR(rows.values("blade.world_torque.y")[0], moment, 1e-6 * std::abs(moment));
  EXPECT_NEAR(rows.values("blade.world_torque.x")[0], 0, 1e-6);
}

TEST(Blade, MeasuresItsDepthOnASlope) {
  Slide slide{.speed = 1, .axis = Axis(1, 0, 0.25), .edge = {0.0, 0.0, -0.1}};
  slide.height = [](Expr x, Expr) { return 0.25 * x; };
  const Results rows = slide.run(2, 0.5, {"blade.depth"});
  for (const double depth : rows.values("blade.depth")) EXPECT_NEAR(depth, 0.1, kBladeRounding);
}

/// A slide along a slope of ±20° at 1 m/s, 0.2 m deep along its normal, the blade parallel to it.
Slide make_climb(double degrees) {
  const double slope = degrees * kBladeDegree;
  Slide slide{.speed = 1, .axis = Axis(std::cos(slope), 0, std::sin(slope))};
  slide.edge = {0.0, 0.0, -0.2 / std::cos(slope)};
  slide.rotate = Orientation::axis_angle({0.0, 1.0, 0.0}, -slope);
  slide.height = degrees > 0 ? [](Expr x, Expr) { return std::tan(20 * kBladeDegree) * x; }
                             : [](Expr x, Expr) { return -std::tan(20 * kBladeDegree) * x; };
  return slide;
}

TEST(Blade, OnASlopeIsPushedAlongIt) {
  // P as EarthMoving.OnASlopeIsTheWedgeWithTurnedGravity has it, by SciPy, and 1 m/s: the term of
  // inertia is that of level ground.
  const PlainFactors f = search_factors(55 * kBladeDegree, 30 * kBladeDegree, 20 * kBladeDegree);
  const double inertia = 1700 * 0.2 * f.v;
  for (const auto& [degrees, P] : {std::pair{20.0, 4990.2121}, std::pair{-20.0, 4614.9759}}) {
    SCOPED_TRACE(degrees);
    const Results rows = make_climb(degrees).run(
        1e-6, 1e-6,
        {"blade.draft", "blade.down", "blade.depth", "blade.world_force", "blade.power"});
    const double draft = 3.3 * (P + inertia) * std::sin(75 * kBladeDegree);
    const double down = 3.3 * (P + inertia) * std::cos(75 * kBladeDegree);
    const double close = 1e-5 * draft;
    EXPECT_NEAR(rows.values("blade.draft")[0], draft, close);
    EXPECT_NEAR(rows.values("blade.down")[0], down, close);
    EXPECT_NEAR(rows.values("blade.power")[0], draft, close);
    const double c = std::cos(degrees * kBladeDegree), s = std::sin(degrees * kBladeDegree);
    EXPECT_NEAR(rows.values("blade.world_force.x")[0], -draft * c + down * s, close);
    EXPECT_NEAR(rows.values("blade.world_force.z")[0], -draft * s - down * c, close);
    EXPECT_NEAR(rows.values("blade.depth")[0], 0.2 / c, 1e-9);  // it is vertical
  }
}

TEST(Blade, PushesItsPileUpASlope) {
  for (const double degrees : {20.0, -20.0}) {
    Slide slide = make_climb(degrees);
    slide.blade.initial.pile = 2.0;
    const Results rows = slide.run(1e-6, 1e-6, {"blade.pile_drag"});
    const double weight = 1700 * kBladeGravity * 2.0 / 1.25;
    const double friction = std::tan(30 * kBladeDegree) +
                            std::tan(20 * kBladeDegree) * std::pow(std::cos(55 * kBladeDegree), 2);
    EXPECT_NEAR(
        rows.values("blade.pile_drag")[0],
        weight * (std::cos(degrees * kBladeDegree) * friction + std::sin(degrees * kBladeDegree)),
        1e-9 * weight);
  }
}

TEST(Blade, BearsOnItsEdgeWhereItIsLowered) {
  Slide slide{.speed = 0.5, .axis = "-z", .edge = {0.0, 0.0, -0.1}};
  slide.blade.edge_thickness = 0.02;
  const Results rows =
      slide.run(0.1, 0.1, {"blade.world_force", "blade.power", "blade.down", "blade.bearing"});
  // Prandtl, Reissner for 30°: Nq 18.40, Nc 30.14.
  const double bearing = 8e3 * 30.14 + 1700 * kBladeGravity * 0.1 * 18.40;
  const double share = 0.25 / (0.25 + 1e-4);  // of the slip speed
  EXPECT_NEAR(rows.values("blade.world_force.z")[0], 3.3 * 0.02 * bearing * share,
              kFourDigits * 3.3 * 0.02 * bearing);
  EXPECT_NEAR(rows.values("blade.power")[0], 0.5 * rows.values("blade.world_force.z")[0], 1e-6);
  EXPECT_EQ(rows.values("blade.bearing")[0], rows.values("blade.world_force.z")[0]);
  EXPECT_EQ(rows.values("blade.down")[0], -rows.values("blade.world_force.z")[0]);
}

TEST(Blade, TakesNoWorkFromTheSoilHoweverItPlunges) {
  // Ahead at 1 m/s and down at any rate, with faces from flat to overhanging. The face of a blade
  // at the angle α leaves the soil where it sinks faster than tan α; what is less steep feels the
  // force of a level path, and none of the paths gets power.
  for (const double angle : {15.0, 30.0, 55.0, 80.0, 110.0}) {
    for (const double sinking : {-20.0, -3.0, -0.5, -0.1, 0.0, 0.1, 0.4, 1.0, 2.0, 8.0, 50.0}) {
      SCOPED_TRACE(testing::Message() << angle << " degrees, sinks by " << sinking << " m/s");
      const double speed = std::hypot(1.0, sinking);
      Slide slide{.speed = speed, .axis = Axis(1, 0, -sinking)};
      slide.blade.angle = angle * kBladeDegree;
      const Results rows = slide.run(1e-6, 1e-6, {"blade.draft", "blade.down", "blade.power"});
      Slide level{.speed = 1};
      level.blade.angle = angle * kBladeDegree;
      const Results at_level = level.run(1e-6, 1e-6, {"blade.draft", "blade.down"});
      const double draft = rows.values("blade.draft")[0], power = rows.values("blade.power")[0];
      EXPECT_GE(power, 0);
      const double force = at_level.values("blade.draft")[0];
      const double inclined = at_level.values("blade.down")[0] / force;
      const double slowest =
          1 - std::max({0.0, sinking / std::tan(angle * kBladeDegree), sinking * inclined});
      if (slowest > 0.011) EXPECT_NEAR(draft, force, 1e-5 * force);  // deeper by 1e-6 s of its path
      if (slowest <= 0) EXPECT_EQ(draft, 0);
    }
  }
}

TEST(Blade, NamesWrongInput) {
  Model model = Slide{}.make();
  Blade second;
  second.on = "world";
  second.ground = "plate";
  second.width = -1.0;
  second.height = 1.0;
  model.add<Blade>("second", second);
  EXPECT_EQ(errors_of(model), "parts/second: width must be positive, not -1 m\n");
}

}  // namespace
}  // namespace holon
