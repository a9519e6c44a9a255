// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0

// Cylinders, motors and graphs at joints whose motion is prescribed.
#include <cmath>
#include <numbers>

#include "model_text.h"

namespace holon {
namespace {

using test::errors_in;
using test::run;

constexpr double kPortBar = 1e5;
/// Global error of dopri5 at tolerance 1e-10 over a second.
constexpr double kPortNear = 1e-8;

/// [Pa] gauge pressure of a liquid of bulk modulus K + M p, 1e-5 of whose volume is air (at an
/// exponent of 1.4), which is at p0 in V0, when it is enclosed in V.
double find_pressure(double p0, double ratio) {
  constexpr double kBulk = 1.4e9, kSlope = 10, kAir = 1e-5, kAtmosphere = 101325;
  const auto volume = [](double p) {
    return (1 - kAir) * std::pow(1 + kSlope * p / kBulk, -1 / kSlope) +
           kAir * std::pow(1 + p / kAtmosphere, -1 / 1.4);
  };
  double low = 0, high = 1e9;
  for (int k = 0; k < 200; ++k) {
    const double middle = 0.5 * (low + high);
    (volume(middle) > ratio * volume(p0) ? low : high) = middle;
  }
  return low;
}

TEST(PrescribedPorts, ADriveCompressesTheChambersOfACylinder) {
  // Closed chambers of 300 bar, A = 0.4 l + A_A s: the drive's force is m s'' − (p_A A_A − p_B
  // A_B).
  constexpr double kPi = std::numbers::pi;
  const double area_a = kPi / 4 * 0.05 * 0.05, area_b = area_a - kPi / 4 * 0.03 * 0.03;
  for (const std::string formulation : {"recursive", "augmented", "aggregate"}) {
    const Results r = run(R"yaml(
fluid: {density: 870 kg/m^3, viscosity: 46 mm^2/s, bulk_modulus: 14000 bar, bulk_modulus_slope: 10, air: 0, air_exponent: 1.4}
parts:
  load: {type: RigidBody, mass: 50 kg, inertia: [1, 1, 1]}
  rail: {type: Prismatic, between: [world, load], axis: x, motion: "0.3 + 5e-3*sin(10 [rad/s]*time)"}
  ram: {type: HydraulicCylinder, port: rail.flange, bore: 50 mm, rod: 30 mm, stroke: 0.6 m, dead_volume: 0.3 l, initial: {pressure_A: 300 bar, pressure_B: 300 bar}}
  a: {type: Volume, at: ram.A, volume: 0.1 l}
  b: {type: Volume, at: ram.B, volume: 0.1 l}
outputs: [system.energy.supplied, system.energy.total, system.energy.dissipated]
simulate: {until: 1 s, interval: 50 ms, tolerance: 1e-10, formulation: )yaml" +
                              formulation + "}\n",
                          {"ram.pressure_A", "ram.pressure_B", "ram.force", "rail.motion_force",
                           "rail.reaction.force", "rail.position", "system.energy.supplied",
                           "system.energy.total", "system.energy.dissipated"});
    const double volume_a = 0.4e-3 + area_a * 0.3, volume_b = 0.4e-3 + area_b * 0.3;
    double most = 0;
    for (std::size_t k = 0; k < r.row_count(); ++k) {
      const double phase = 10 * r.values("time")[k], moved = 5e-3 * std::sin(phase);
      const double a = find_pressure(300 * kPortBar, 1 + area_a * moved / volume_a);
      const double b = find_pressure(300 * kPortBar, 1 - area_b * moved / volume_b);
      const double force = a * area_a - b * area_b, inertia = -50 * 0.5 * std::sin(phase);
      // The bubbles' vapour, which the formula leaves out, is 1e-4 of the atmosphere's pressure.
      EXPECT_NEAR(r.values("ram.pressure_A")[k], a, kPortNear * 1.4e9) << formulation;
      EXPECT_NEAR(r.values("ram.pressure_B")[k], b, kPortNear * 1.4e9) << formulation;
      EXPECT_NEAR(r.values("rail.motion_force")[k], inertia - force, kPortNear * 1.4e9 * area_a);
      EXPECT_NEAR(r.values("rail.reaction.force.x")[k], inertia, 1e-9);
      EXPECT_NEAR(r.values("system.energy.total")[k] - r.values("system.energy.supplied")[k],
                  r.values("system.energy.total")[0], kPortNear * 1e4)
          << formulation;
      most = std::max(most, std::abs(r.values("system.energy.supplied")[k]));
    }
    EXPECT_GT(most, 50);  // ½ k s² of both chambers, and ½ m v²
  }
}

TEST(PrescribedPorts, ADriveTurnsWhatAGraphHangsOnItsShaft) {
  // M = (J + I) ω' + R ω, and the power M ω is kinetic, stored and lost.
  const double w = 3, a = 0.5, f = 2;
  for (const std::string formulation : {"recursive", "augmented", "aggregate"}) {
    const Results r = run(
        R"yaml(
parts:
  wheel: {type: RigidBody, mass: 1 kg, inertia: [0.1, 0.1, 0.1]}
  shaft: {type: Revolute, between: [world, wheel], axis: z, motion: "3 [rad/s]*time + 0.5*sin(2 [rad/s]*time)"}
  hang:
    type: BondGraph
    domain: rotation
    elements: {w: 1, fly: {I: 0.4}, brake: {R: 0.7}}
    bonds: [shaft.flange -> w, w -> fly, w -> brake]
outputs: [system.energy.supplied, system.energy.dissipated]
simulate: {until: 2 s, interval: 0.1 s, tolerance: 1e-10, formulation: )yaml" +
            formulation + "}\n",
        {"shaft.motion_torque", "shaft.reaction.torque", "system.power", "system.energy.supplied",
         "system.energy.total", "system.energy.dissipated"});
    for (std::size_t k = 0; k < r.row_count(); ++k) {
      const double t = r.values("time")[k], rate = w + a * f * std::cos(f * t),
                   acceleration = -a * f * f * std::sin(f * t);
      const double torque = (0.1 + 0.4) * acceleration + 0.7 * rate;
      constexpr double kRounding = 1e-12;
      // The bond leaves the shaft: the graph turns with −rate and pulls the shaft back.
      EXPECT_NEAR(r.values("shaft.motion_torque")[k], torque, kRounding) << formulation << t;
      EXPECT_NEAR(r.values("shaft.reaction.torque.z")[k], 0.1 * acceleration, kRounding);
      EXPECT_NEAR(r.values("system.power")[k], torque * rate, 10 * kRounding);
      const double sum = r.values("system.energy.total")[k] +
                         r.values("system.energy.dissipated")[k] -
                         r.values("system.energy.supplied")[k];
      EXPECT_NEAR(sum, r.values("system.energy.total")[0], 100 * kPortNear);
    }
  }
}

TEST(PrescribedPorts, ADriveThatStopsAtOnceLeavesTheEnergyBalanced) {
  // The massless rod stops at 0.5 s, and the pressure stays: nothing moves that has inertia.
  const Results r = run(
      R"yaml(
parts:
  rod: {type: RigidBody, mass: 0, inertia: [0, 0, 0]}
  rail: {type: Prismatic, between: [world, rod], axis: x, motion: "0.3 - if(time < 0.5 [s], 0.01 [m/s]*time, 5e-3)"}
  ram: {type: HydraulicCylinder, port: rail.flange, B: tank, bore: 50 mm, rod: 30 mm, stroke: 0.6 m, dead_volume: 0.3 l, initial: {pressure_A: 50 bar}}
  a: {type: Volume, at: ram.A, volume: 0.1 l}
outputs: [system.energy.supplied, system.energy.total]
simulate: {until: 1 s, interval: 50 ms, tolerance: 1e-10}
)yaml",
      {"ram.pressure_A", "rail.motion_force", "system.power", "system.energy.supplied",
       "system.energy.total"});
  const std::size_t last = r.row_count() - 1;
  EXPECT_EQ(r.values("system.power")[last], 0);
  EXPECT_GT(r.values("system.energy.supplied")[last], 10);
  EXPECT_LT(r.values("rail.motion_force")[last], 0);  // it presses the rod in
  for (std::size_t k = 0; k < r.row_count(); ++k)
    EXPECT_NEAR(r.values("system.energy.total")[k] - r.values("system.energy.supplied")[k],
                r.values("system.energy.total")[0], kPortNear * 1e3);
}

TEST(PrescribedPorts, RefuseWhatWouldPrescribeTheMotionAgain) {
  const std::string joint = R"yaml(parts:
  load: {type: RigidBody, mass: 5 kg, inertia: [1, 1, 1]}
  rail: {type: Prismatic, between: [world, load], axis: x, motion: "0.3 + 0.01*sin(1 [rad/s]*time)"}
)yaml";
  EXPECT_MESSAGE(
      errors_in(joint + "  ram: {type: HydraulicCylinder, port: rail.flange, bore: 50 mm, rod: 30 "
                        "mm, stroke: 0.6 m, friction: {coulomb: 100 N, sticks: true}}\n"),
      "the motion at 'rail.flange' is prescribed: friction cannot hold it");
  EXPECT_MESSAGE(
      errors_in(joint + "  g: {type: BondGraph, domain: translation, elements: {s: {Sf: 0.1}}, "
                        "bonds: [s -> rail.flange]}\n"),
      "rail.flange");
}

}  // namespace
}  // namespace holon
