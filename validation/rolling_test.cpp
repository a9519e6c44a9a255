// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0

// Wheels that roll: a bond graph prescribes the speed of a hub by the rate of its wheel. Several
// such rows act along the same coordinates of a cart and are independent all the same, or redundant
// where geometry makes them so.

#include <cmath>
#include <numbers>

#include "model_text.h"

namespace holon {
namespace {

using test::kFormulations;
using test::last;
using test::run;

/// Smooth motions at tolerance 1e-10: relative, some hundred tolerances.
constexpr double kRollingNear = 1e-8;

std::string rolling_settings(const std::string& formulation, const std::string& until = "1 s") {
  return "simulate: {until: " + until +
         ", interval: 0.1 s, tolerance: 1e-10, formulation: " + formulation + "}\n";
}

const std::string kCart = R"(
title: a cart with two wheels that roll
world: {gravity: [0, 0, 0]}
parts:
  cart: {type: RigidBody, mass: 10, inertia: [1, 1, 1], frames: {r: {at: [-1, 0, 0]}, f: {at: [1, 0, 0]}}}
  wr: {type: RigidBody, mass: 1, inertia: [0.1, 0.1, 0.1]}
  wf: {type: RigidBody, mass: 1, inertia: [0.1, 0.1, 0.1]}
  hr: {type: Revolute, between: [cart.r, wr], axis: y, TORQUE}
  hf: {type: Revolute, between: [cart.f, wf], axis: y}
  rail: {type: Prismatic, between: [world, cart], axis: x, RAIL}
  roll:
    type: BondGraph
    elements: {sr: {0: {}, domain: translation}, sf: {0: {}, domain: translation}, tr: {TF: -0.5 m}, tf: {TF: -0.5 m}}
    bonds: [sr -> wr.translation.x, wr.rotation.y -> tr -> sr, sf -> wf.translation.x, wf.rotation.y -> tf -> sf]
)";

std::string make_cart(const std::string& torque, const std::string& rail) {
  std::string text = kCart;
  text.replace(text.find(", TORQUE"), 8, torque);
  text.replace(text.find(", RAIL"), 6, rail);
  return text;
}

TEST(Rolling, TwoWheelsOfOneCartTurnTogether) {
  // (12 kg + 2 · 0.1 kg m² / (0.5 m)²) v' = 3 N m / 0.5 m.
  const double speed = 6.0 / 12.8;
  for (const char* formulation : kFormulations) {
    const Results r = run(make_cart(", torque: 3 N m", "") + rolling_settings(formulation),
                          {"rail.speed", "rail.position", "hr.rate", "hf.rate", "hf.angle"});
    EXPECT_NEAR(last(r, "rail.speed"), speed, kRollingNear) << formulation;
    EXPECT_NEAR(last(r, "rail.position"), speed / 2, kRollingNear) << formulation;
    EXPECT_NEAR(last(r, "hr.rate"), 2 * speed, kRollingNear) << formulation;
    EXPECT_NEAR(last(r, "hf.rate"), 2 * speed, kRollingNear) << formulation;
    EXPECT_NEAR(last(r, "hf.angle"), speed, kRollingNear) << formulation;
  }
}

TEST(Rolling, AnImpactStopsTheWheelsWithTheCart) {
  // At 0.4 s it meets the stop at 1 m/s, and comes back at half of that: so do the wheels, and of
  // ½ 12.8 kg (1 m/s)² three quarters are lost.
  for (const char* formulation : kFormulations) {
    const Results r =
        run(make_cart("",
                      ", initial: {speed: 1 m/s}, limits: {range: [-1 m, 0.4 m], "
                      "restitution: 0.5}") +
                rolling_settings(formulation),
            {"rail.speed", "rail.position", "hr.rate", "hf.rate", "system.energy.kinetic"});
    EXPECT_NEAR(last(r, "rail.speed"), -0.5, kRollingNear) << formulation;
    EXPECT_NEAR(last(r, "rail.position"), 0.4 - 0.5 * 0.6, kRollingNear) << formulation;
    EXPECT_NEAR(last(r, "hr.rate"), -1.0, kRollingNear) << formulation;
    EXPECT_NEAR(last(r, "hf.rate"), -1.0, kRollingNear) << formulation;
    EXPECT_NEAR(last(r, "system.energy.kinetic"), 0.125 * 12.8, kRollingNear) << formulation;
  }
}

/// Of a wheel on hinge `h` at `angle` to the x axis: its hub goes with r times its rate along the
/// wheel and not at all across it. (Power leaves the hinge along the arrow: its flow is minus the
/// rate.)
std::string rolls(const std::string& name, const std::string& angle) {
  return "      " + name + ": {MTF: {matrix: [[\"-r*cos(" + angle + ")\"], [\"-r*sin(" + angle +
         ")\"]], ports: {in: [s], out: [x, y]}}}\n";
}

std::string bonds_of(const std::string& name) {
  return "h" + name + ".flange -> " + name + ".s, " + name + ".x -> w" + name + ".translation.x, " +
         name + ".y -> w" + name + ".translation.y";
}

TEST(Rolling, ABicycleWithAFixedSteerGoesInACircle) {
  // One freedom: the speed v of the rear hub. With the wheelbase L = a + b the frame turns at
  // v tan δ / L, the front hub goes at v / cos δ. Kinetic energy ½ m v².
  constexpr double a = 0.6, b = 0.4, r = 0.3, L = a + b, t = 1.0;
  const double steer = std::numbers::pi / 9, tangent = std::tan(steer), cosine = std::cos(steer);
  const double m = 10 * (1 + std::pow(a * tangent / L, 2)) + 1 + 1.5 / (cosine * cosine) +
                   (1.5 + 2 * 0.06) * std::pow(tangent / L, 2) +
                   0.1 / (r * r) * (1 + 1 / (cosine * cosine));
  const double v = 3 / r / m * t, turned = 0.5 * v * t * tangent / L, radius = L / tangent;
  const std::string text = R"(
world: {gravity: [0, 0, 0]}
parameters: {r: 0.3 m, steer: 20 deg}
parts:
  frame: {type: RigidBody, mass: 10, inertia: [1, 1, 1.5], frames: {rear: {at: [-0.6, 0, 0]}, front: {at: [0.4, 0, 0], rotate: {axis: z, angle: steer}}}}
  wr: {type: RigidBody, mass: 1, inertia: [0.06, 0.1, 0.06]}
  wf: {type: RigidBody, mass: 1.5, inertia: [0.06, 0.1, 0.06]}
  plane: {type: Planar, between: [world, frame], axis: z}
  hr: {type: Revolute, between: [frame.rear, wr], axis: y, torque: 3 N m}
  hf: {type: Revolute, between: [frame.front, wf], axis: y}
  roll:
    type: BondGraph
    elements:
)" + rolls("r", "plane.angle") +
                           rolls("f", "plane.angle + steer") + "    bonds: [" + bonds_of("r") +
                           ", " + bonds_of("f") + "]\n";
  for (const char* formulation : kFormulations) {
    const Results r =
        run(text + rolling_settings(formulation), {"wr.position.x", "wr.position.y", "plane.angle",
                                                   "hr.rate", "hf.rate", "system.energy.kinetic"});
    EXPECT_NEAR(last(r, "hr.rate"), v / 0.3, kRollingNear) << formulation;
    EXPECT_NEAR(last(r, "hf.rate"), v / (0.3 * cosine), kRollingNear) << formulation;
    EXPECT_NEAR(last(r, "plane.angle"), turned, kRollingNear) << formulation;
    EXPECT_NEAR(last(r, "wr.position.x"), -a + radius * std::sin(turned), kRollingNear)
        << formulation;
    EXPECT_NEAR(last(r, "wr.position.y"), radius * (1 - std::cos(turned)), kRollingNear)
        << formulation;
    EXPECT_NEAR(last(r, "system.energy.kinetic"), 0.5 * m * v * v, kRollingNear) << formulation;
  }
}

TEST(Rolling, OfFourWheelsTwoConditionsAcrossAreRedundant) {
  // Eight conditions on seven freedoms leave one: straight on. None of the six is left out.
  std::string bodies, hinges, elements, bonds;
  const char* const places[] = {"[1, 0.5, 0]", "[1, -0.5, 0]", "[-1, 0.5, 0]", "[-1, -0.5, 0]"};
  std::string frames;
  for (int k = 0; k < 4; ++k) {
    const std::string n(1, static_cast<char>('a' + k));
    frames += (k ? ", f" : "f") + n + ": {at: " + places[k] + "}";
    bodies += "  w" + n + ": {type: RigidBody, mass: 1, inertia: [0.06, 0.1, 0.06]}\n";
    hinges += "  h" + n + ": {type: Revolute, between: [cart.f" + n + ", w" + n + "], axis: y" +
              (k == 0 ? ", torque: 3 N m" : "") + "}\n";
    elements += rolls(n, "plane.angle");
    bonds += (k ? ", " : "") + bonds_of(n);
  }
  const std::string text =
      "world: {gravity: [0, 0, 0]}\nparameters: {r: 0.3 m}\nparts:\n"
      "  cart: {type: RigidBody, mass: 10, inertia: [1, 1, 1.5], frames: {" +
      frames + "}}\n" + bodies +
      "  plane: {type: Planar, between: [world, cart], axis: z, initial: "
      "{angle: 30 deg}}\n" +
      hinges + "  roll:\n    type: BondGraph\n    elements:\n" + elements + "    bonds: [" + bonds +
      "]\n";
  const double speed = 0.2 * 3 / 0.3 / (14 + 4 * 0.1 / (0.3 * 0.3));
  for (const char* formulation : kFormulations) {
    const Results r =
        run(text + rolling_settings(formulation, "0.2 s"),
            {"plane.speed_x", "plane.speed_y", "plane.rate", "ha.rate", "hb.rate", "hd.rate"});
    EXPECT_NEAR(last(r, "plane.speed_x"), speed * std::cos(std::numbers::pi / 6), kRollingNear)
        << formulation;
    EXPECT_NEAR(last(r, "plane.speed_y"), speed / 2, kRollingNear) << formulation;
    EXPECT_NEAR(last(r, "plane.rate"), 0, kRollingNear) << formulation;
    for (const char* rate : {"ha.rate", "hb.rate", "hd.rate"})
      EXPECT_NEAR(last(r, rate), speed / 0.3, kRollingNear) << formulation << " " << rate;
  }
}

TEST(Rolling, PrescribedSlipsStartWithTheLeastKineticEnergy) {
  // v − r ω = s at each wheel. 12 kg v²/2 + Σ 0.1 kg m² ω²/2 is least, from rest, at
  // 12.8 v = 0.4 (s₁ + s₂): what an impact does, in all coordinates.
  std::string text = make_cart("", "");
  const std::string end = "}\n    bonds: [", sources =
                                                 ", ur: {Sf: 0.1 m/s, domain: translation}, "
                                                 "uf: {Sf: 0.2 m/s, domain: translation}";
  text.insert(text.find(end), sources);
  text.insert(text.find(end) + end.size(), "ur -> sr, uf -> sf, ");
  for (const char* formulation : kFormulations) {
    const Results r =
        run(text + rolling_settings(formulation), {"rail.speed", "hr.rate", "hf.rate"});
    constexpr double v = 0.4 * 0.3 / 12.8;
    for (const std::size_t k : {std::size_t{0}, r.row_count() - 1}) {
      EXPECT_NEAR(r.values("rail.speed")[k], v, kRollingNear) << formulation;
      EXPECT_NEAR(r.values("hr.rate")[k], (v - 0.1) / 0.5, kRollingNear) << formulation;
      EXPECT_NEAR(r.values("hf.rate")[k], (v - 0.2) / 0.5, kRollingNear) << formulation;
    }
  }
}

}  // namespace
}  // namespace holon
