// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0

// Bond graphs as models say them, against their equations by hand.
#include <Eigen/LU>
#include <cmath>
#include <numbers>

#include "model_text.h"

#include "holon/base/matrices.h"

namespace holon {
namespace {

using test::errors_in;
using test::run;

/// What dopri5 keeps at the tolerance of these models over some seconds, relative.
constexpr double kBondNear = 1e-8;
const char* const kRunSettings = "\nsimulate: {until: 1 s, interval: 0.1 s, tolerance: 1e-11}\n";

std::string graph(const std::string& domain, const std::string& elements, const std::string& bonds,
                  const std::string& more = "") {
  return "parts:\n  g:\n    type: BondGraph\n    domain: " + domain + "\n    elements: {" +
         elements + "}\n    bonds: [" + bonds + "]\n" + more + kRunSettings;
}

TEST(BondGraphs, DcMotorIsTheExponentialOfItsMatrix) {
  const Results r =
      run(graph("electrical",
                "supply: {Se: 24 V}, Ra: {R: 1 ohm}, La: {I: 5 mH}, conv: {GY: 0.05}, "
                "rotor: {I: 1e-4, domain: rotation}, bearing: {R: {effort: \"1e-3*f\"}, domain: "
                "rotation}, a: 1, w: {1: {displacement: theta}, domain: rotation}",
                "supply -> a, a -> Ra, a -> La, a -> conv, conv -> w, w -> rotor, w -> bearing"),
          {"g.La.flow", "g.rotor.flow", "g.theta", "g.supply.power", "g.b4.power"});
  Eigen::Matrix4d A = Eigen::Matrix4d::Zero();  // current, rate, angle, 1
  A.row(0) << -1 / 5e-3, -0.05 / 5e-3, 0, 24 / 5e-3;
  A.row(1) << 0.05 / 1e-4, -1e-3 / 1e-4, 0, 0;
  A.row(2) << 0, 1, 0, 0;
  for (std::size_t k = 0; k < r.row_count(); ++k) {
    const Eigen::Vector4d x =
        calc_exponential(A * r.values("time")[k]) * Eigen::Vector4d(0, 0, 0, 1);
    EXPECT_NEAR(r.values("g.La.flow")[k], x[0], 24 * kBondNear);
    EXPECT_NEAR(r.values("g.rotor.flow")[k], x[1], 340 * kBondNear);
    EXPECT_NEAR(r.values("g.theta")[k], x[2], 340 * kBondNear);
    EXPECT_NEAR(r.values("g.supply.power")[k], 24 * x[0], 24 * 24 * kBondNear);
    EXPECT_NEAR(r.values("g.b4.power")[k], 0.05 * x[0] * x[1], 400 * kBondNear);
  }
}

TEST(BondGraphs, TwoRotorsAtAGearAreOne) {
  // The second has no state of its own: J1 + n² J2 = 0.02 + 9 · 0.01, torque 2.
  const Results r = run(graph("rotation",
                              "motor: {Se: 2 N m}, J1: {I: 0.02 kg m^2}, J2: {I: 0.01 kg m^2}, "
                              "gear: {TF: 3}, a: 1, b: 1",
                              "motor -> a, a -> J1, a -> gear, gear -> b, b -> J2"),
                        {"g.J1.flow", "g.J2.flow", "g.J2.effort", "g.J2.momentum"});
  const double rate = 2 / (0.02 + 9 * 0.01);
  for (std::size_t k = 0; k < r.row_count(); ++k) {
    const double t = r.values("time")[k];
    EXPECT_NEAR(r.values("g.J1.flow")[k], rate * t, rate * kBondNear);
    EXPECT_NEAR(r.values("g.J2.flow")[k], 3 * rate * t, 3 * rate * kBondNear);
    EXPECT_NEAR(r.values("g.J2.effort")[k], 0.01 * 3 * rate, kBondNear);
    EXPECT_NEAR(r.values("g.J2.momentum")[k], 0.01 * 3 * rate * t, kBondNear);
  }
}

TEST(BondGraphs, DependentMassBehindACrankKeepsTheTermOfItsRate) {
  // (J + m r² cos²θ) θ'' − m r² sinθ cosθ θ'² = τ, by Lagrange's equation of T = ½ (J + m r²
  // cos²θ) θ'²; energy τ θ.
  const std::string model =
      graph("rotation",
            "drive: {Se: 0.3 N m}, J: {I: 0.1 kg m^2}, crank: {MTF: \"0.5*cos(theta)\"}, "
            "m: {I: 2 kg, domain: translation}, a: {1: {displacement: theta, initial: 0.4}}, "
            "v: {1: {}, domain: translation}",
            "drive -> a, a -> J, a -> crank -> v -> m",
            "  ref:\n    type: Equations\n    states:\n"
            "      th: {initial: 0.4, der: w}\n"
            "      w: {initial: 0, der: \"(0.3 + 2*0.25*sin(th)*cos(th)*w^2)/(0.1 + "
            "2*0.25*cos(th)^2)\"}\n");
  const Results r = run(model, {"g.theta", "ref.th", "g.J.flow", "ref.w", "g.m.flow"});
  for (std::size_t k = 0; k < r.row_count(); ++k) {
    EXPECT_NEAR(r.values("g.theta")[k], r.values("ref.th")[k], kBondNear);
    EXPECT_NEAR(r.values("g.J.flow")[k], r.values("ref.w")[k], kBondNear);
    const double w = r.values("g.J.flow")[k], v = r.values("g.m.flow")[k];
    EXPECT_NEAR(0.05 * w * w + v * v, 0.3 * (r.values("g.theta")[k] - 0.4), kBondNear);
  }
}

TEST(BondGraphs, SourcesOnStorageAppearWithTheirRates) {
  // A capacitor at a voltage source takes C u', an inductance at a current source L i'.
  const Results r = run(graph("electrical",
                              "u: {Se: \"3*sin(5*time)\"}, C: {C: 2e-3 F}, n: 0, "
                              "j: {Sf: \"2*cos(4*time)\"}, L: {I: 0.1 H}",
                              "u -> n, n -> C, j -> L"),
                        {"g.C.flow", "g.u.power", "g.L.effort"});
  for (std::size_t k = 0; k < r.row_count(); ++k) {
    const double t = r.values("time")[k], current = 2e-3 * 15 * std::cos(5 * t);
    EXPECT_NEAR(r.values("g.C.flow")[k], current, 1e-14);
    EXPECT_NEAR(r.values("g.u.power")[k], 3 * std::sin(5 * t) * current, 1e-14);
    EXPECT_NEAR(r.values("g.L.effort")[k], -0.1 * 8 * std::sin(4 * t), 1e-14);
  }
}

TEST(BondGraphs, ResistancesInALoopAreSolved) {
  // A divider without storage between its resistances: 12 V · 200/(100 + 200), loaded by an RC.
  const Results r = run(graph("electrical",
                              "u: {Se: 12 V}, R1: {R: 100 ohm}, R2: {R: 200 ohm}, R3: {R: 50 ohm}, "
                              "C: {C: 1 mF}, s: 1, n: 0, t: 1",
                              "u -> s, s -> R1, s -> n, n -> R2, n -> t, t -> R3, t -> C"),
                        {"g.C.effort", "g.n.effort"});
  const double inner = 100.0 * 200 / 300 + 50, open = 12.0 * 200 / 300;
  for (std::size_t k = 0; k < r.row_count(); ++k) {
    const double gone = std::exp(-r.values("time")[k] / (inner * 1e-3));
    EXPECT_NEAR(r.values("g.C.effort")[k], open * (1 - gone), 12 * kBondNear);
    EXPECT_NEAR(r.values("g.n.effort")[k], open - 100.0 * 200 / 300 * open * gone / inner,
                12 * kBondNear);
  }
}

TEST(BondGraphs, LawsAreInvertedWhereCausalityAsksForIt) {
  // Turbulent flow Q = k √p as a law of the effort, driven by a flow: p = (Q/k)²; and an effort law
  // at a source of effort.
  const Results r = run(graph("none",
                              "q: {Sf: \"1 + time\"}, valve: {R: {flow: \"2*e/sqrt(abs(e) + "
                              "1e-12)\"}}, u: {Se: \"1 + time\"}, d: {R: {effort: \"f + f^3\"}}",
                              "q -> valve, u -> d"),
                        {"g.valve.effort", "g.d.flow"});
  for (std::size_t k = 0; k < r.row_count(); ++k) {
    const double u = 1 + r.values("time")[k], f = r.values("g.d.flow")[k];
    EXPECT_NEAR(r.values("g.valve.effort")[k], u * u / 4, 1e-9);
    EXPECT_NEAR(f + f * f * f, u, 1e-12);
  }
}

TEST(BondGraphs, FieldsCoupleTheirPorts) {
  // Coupled coils: L i' + M j' = u, M i' + K j' + R j = 0.
  const Results r = run(graph("electrical",
                              "u: {Se: 5 V}, coils: {I: {matrix: [[0.2, 0.1], [0.1, 0.3]], ports: "
                              "[x, y]}}, R: {R: 2 ohm}, p: 1, s: 1",
                              "u -> p, p -> coils.x, s -> coils.y, s -> R"),
                        {"g.coils.x.flow", "g.coils.y.flow", "g.coils.y.momentum"});
  Eigen::Matrix2d M;
  M << 0.2, 0.1, 0.1, 0.3;
  Eigen::Matrix3d A = Eigen::Matrix3d::Zero();
  Eigen::Matrix<double, 2, 3> right;
  right << 0, 0, 5, 0, -2, 0;
  A.topRows<2>() = M.inverse() * right;
  for (std::size_t k = 0; k < r.row_count(); ++k) {
    const Eigen::Vector3d x = calc_exponential(A * r.values("time")[k]) * Eigen::Vector3d(0, 0, 1);
    EXPECT_NEAR(r.values("g.coils.x.flow")[k], x[0], 25 * kBondNear);
    EXPECT_NEAR(r.values("g.coils.y.flow")[k], x[1], 25 * kBondNear);
    EXPECT_NEAR(r.values("g.coils.y.momentum")[k], 0.1 * x[0] + 0.3 * x[1], 25 * kBondNear);
  }
}

TEST(BondGraphs, FieldsOfResistanceTakeAnyCausality) {
  // e = R f with one flow and one effort given: f_y = (e_y − R_yx f_x)/R_yy.
  const Results r = run(graph("none",
                              "a: {Sf: 2}, b: {Se: 3}, r: {R: {matrix: [[4, 1], [-1, 5]], ports: "
                              "[x, y]}}",
                              "a -> r.x, b -> r.y"),
                        {"g.r.x.effort", "g.r.y.flow"});
  const double flow = (3 + 1 * 2.0) / 5;
  EXPECT_NEAR(r.values("g.r.y.flow").back(), flow, 1e-14);
  EXPECT_NEAR(r.values("g.r.x.effort").back(), 4 * 2 + flow, 1e-14);
}

TEST(BondGraphs, MatrixTransformersKeepPower) {
  // Two inputs drive three outputs through N: the effective inertia is I + Nᵀ m N.
  const Results r = run(
      graph("none",
            "a: {Se: 1}, b: {Se: -2}, Ia: {I: 1}, Ib: {I: 2}, m1: {I: 3}, m2: {I: 1}, m3: {I: 2}, "
            "ja: 1, jb: 1, N: {MTF: {matrix: [[1, 2], [0, 1], [-1, 1]], ports: {in: [a, b], out: "
            "[x, y, z]}}}",
            "a -> ja, ja -> Ia, ja -> N.a, b -> jb, jb -> Ib, jb -> N.b, N.x -> m1, N.y -> m2, N.z "
            "-> m3"),
      {"g.Ia.flow", "g.Ib.flow", "g.m3.flow"});
  Eigen::Matrix<double, 3, 2> N;
  N << 1, 2, 0, 1, -1, 1;
  const Eigen::Matrix2d I = Eigen::Vector2d(1, 2).asDiagonal();
  const Eigen::Matrix2d all = I + N.transpose() * Eigen::Vector3d(3, 1, 2).asDiagonal() * N;
  const Eigen::Vector2d v = all.inverse() * Eigen::Vector2d(1, -2);
  EXPECT_NEAR(r.values("g.Ia.flow").back(), v[0], kBondNear);
  EXPECT_NEAR(r.values("g.Ib.flow").back(), v[1], kBondNear);
  EXPECT_NEAR(r.values("g.m3.flow").back(), v[1] - v[0], kBondNear);
}

TEST(BondGraphs, RelaxedStorageComesNearTheReducedOne) {
  // Two masses in one movement, m₁ driven, and a stiff spring with ω = √(k/m₂) between them: their
  // difference settles at δ = a/ω², their mean moves as one.
  const auto model = [](const std::string& dependent) {
    return graph("translation", "F: {Se: 6 N}, m1: {I: 1 kg}, m2: {I: 2 kg}, v: 1",
                 "F -> v, v -> m1, v -> m2", "    dependent: " + dependent + "\n");
  };
  const Results reduced = run(model("reduce"), {"g.m1.flow", "g.m2.flow"});
  EXPECT_NEAR(reduced.values("g.m2.flow").back(), 2, kBondNear);
  const Results relaxed = run(model("relax\n    relaxation: {frequency: 500, damping_ratio: 1}"),
                              {"g.m1.flow", "g.m2.flow", "g.m2.delta.spring.displacement"});
  EXPECT_NEAR(relaxed.values("g.m1.flow").back(), 2, 1e-6);
  EXPECT_NEAR(relaxed.values("g.m2.flow").back(), 2, 1e-6);
  EXPECT_NEAR(relaxed.values("g.m2.delta.spring.displacement").back(), 2 / 500.0 / 500.0, 1e-9);
}

TEST(BondGraphs, RelaxedPortsOfFieldsComeNearTheReducedOnes) {
  // Both coils in one loop: (Lx + 2 M + Ly) i' + R i = u. δ' = e_y'/k with k = Ly ω², some 6e-6 A
  // at the end.
  const auto model = [](const std::string& dependent) {
    return graph("electrical",
                 "u: {Se: 5 V}, coils: {I: {matrix: [[0.2, 0.1], [0.1, 0.3]], ports: [x, y]}}, R: "
                 "{R: 2 ohm}, p: 1",
                 "u -> p, p -> coils.x, p -> coils.y, p -> R",
                 "    dependent: " + dependent + "\n");
  };
  const double current = 2.5 * (1 - std::exp(-2 / 0.7));
  const Results reduced = run(model("reduce"), {"g.R.flow"});
  EXPECT_NEAR(reduced.values("g.R.flow").back(), current, 3 * kBondNear);
  const Results relaxed = run(model("relax\n    relaxation: {frequency: 500, damping_ratio: 1}"),
                              {"g.R.flow", "g.coils.y.flow"});
  EXPECT_NEAR(relaxed.values("g.R.flow").back(), current, 1e-5);
  EXPECT_NEAR(relaxed.values("g.coils.y.flow").back(), current, 1e-5);
}

TEST(BondGraphs, InertiaAtAFlangeAddsToTheJoint) {
  const Results r = run(
      "parts:\n"
      "  disc: {type: RigidBody, mass: 1 kg, inertia: [0.01, 0.01, 0.02]}\n"
      "  shaft: {type: Revolute, between: [world, disc], axis: [0, 0, 1]}\n"
      "  g:\n    type: BondGraph\n    domain: rotation\n    elements: {T: {Se: 2 N m}, J: {I: 0.08 "
      "kg m^2}, w: 1}\n    bonds: [T -> w, w -> J, w -> shaft.flange]\n" +
          std::string(kRunSettings),
      {"shaft.rate", "g.J.effort"});
  EXPECT_NEAR(r.values("shaft.rate").back(), 20, 20 * kBondNear);
  EXPECT_NEAR(r.values("g.J.effort").back(), 1.6, kBondNear);
}

TEST(BondGraphs, GearsAndSourcesPrescribeJoints) {
  // A gear n = 0.5 between two joints: (J1 + n² J2) α = 3; a source moves a slide of 2 kg.
  const Results r =
      run("parts:\n"
          "  d1: {type: RigidBody, mass: 1 kg, inertia: [0.01, 0.01, 0.02]}\n"
          "  d2: {type: RigidBody, mass: 1 kg, inertia: [0.04, 0.04, 0.05]}\n"
          "  d3: {type: RigidBody, mass: 2 kg, inertia: [1, 1, 1]}\n"
          "  j1: {type: Revolute, between: [world, d1], axis: [0, 0, 1], torque: 3 N m}\n"
          "  j2: {type: Revolute, between: [world, d2], axis: [0, 0, 1]}\n"
          "  slide: {type: Prismatic, between: [world, d3], axis: [1, 0, 0]}\n"
          "  g:\n    type: BondGraph\n    domain: rotation\n"
          "    elements: {gear: {TF: 0.5}, v: {Sf: \"0.3*sin(2*time)\", domain: translation}}\n"
          "    bonds: [j1.flange -> gear -> j2.flange, v -> slide.flange]\n" +
              std::string(kRunSettings),
          {"j1.rate", "j2.rate", "j2.angle", "slide.position", "g.v.effort"});
  const double a = 3 / (0.02 + 0.25 * 0.05);
  for (std::size_t k = 0; k < r.row_count(); ++k) {
    const double t = r.values("time")[k];
    EXPECT_NEAR(r.values("j1.rate")[k], a * t, a * kBondNear);
    EXPECT_NEAR(r.values("j2.rate")[k], -0.5 * a * t, a * kBondNear);
    EXPECT_NEAR(r.values("j2.angle")[k], -0.25 * a * t * t, a * kBondNear);
    EXPECT_NEAR(r.values("slide.position")[k], 0.15 * (1 - std::cos(2 * t)), kBondNear);
    EXPECT_NEAR(r.values("g.v.effort")[k], 2 * 0.6 * std::cos(2 * t), kBondNear);
  }
}

TEST(BondGraphs, FramesTakeForcesAlongTheWorldsAxes) {
  const Results r =
      run("world: {gravity: [0, 0, -9.81]}\n"
          "parts:\n"
          "  ball: {type: PointMass, mass: 2 kg}\n"
          "  g:\n    type: BondGraph\n    domain: translation\n"
          "    elements: {lift: {Se: 30 N}, air: {R: 4 N s/m}, v: 1}\n"
          "    bonds: [lift -> v, v -> air, v -> ball.translation.z]\n" +
              std::string(kRunSettings),
          {"ball.velocity.z", "ball.velocity.x"});
  const double end = (30 - 2 * 9.81) / 4;
  EXPECT_NEAR(r.values("ball.velocity.z").back(), end * (1 - std::exp(-2.0)), kBondNear);
  EXPECT_EQ(r.values("ball.velocity.x").back(), 0);
}

TEST(BondGraphs, GraphsJoinOthersAtTheirJunctions) {
  const Results r =
      run("parts:\n"
          "  load: {type: BondGraph, domain: rotation, elements: {w: 1, J: {I: 2 kg "
          "m^2}}, bonds: [w -> J]}\n"
          "  drive: {type: BondGraph, domain: rotation, elements: {T: {Se: 4 N m}, n: "
          "{TF: 2}, a: 1}, bonds: [T -> a, a -> n, n -> load.w]}\n" +
              std::string(kRunSettings),
          {"load.J.flow", "drive.a.flow"});
  // T acts through n = 2 on J: e2 = T/n.
  EXPECT_NEAR(r.values("load.J.flow").back(), 1, kBondNear);
  EXPECT_NEAR(r.values("drive.a.flow").back(), 0.5, kBondNear);
}

TEST(BondGraphs, CompositePartsShowTheirPorts) {
  const std::string model =
      "parts:\n"
      "  motor:\n"
      "    interface: {ports: {shaft: g.w}, outputs: [g.J.flow]}\n"
      "    parts:\n"
      "      g: {type: BondGraph, domain: rotation, elements: {w: 1, J: {I: 2 kg m^2}, T: {Se: 6 N "
      "m}}, bonds: [T -> w, w -> J]}\n"
      "  load: {type: BondGraph, domain: rotation, elements: {K: {I: 1 kg m^2}}, bonds: "
      "[motor.shaft -> K]}\n" +
      std::string(kRunSettings);
  EXPECT_NEAR(run(model, {"motor.g.J.flow"}).values("motor.g.J.flow").back(), 2, kBondNear);
  std::string wrong = model;
  wrong.replace(wrong.find("shaft: g.w"), 10, "shaft: h.w");
  EXPECT_MESSAGE(errors_in(wrong), "there is no part 'h' here");
}

TEST(BondGraphs, SingularStorageIsNamed) {
  // I − E F = 1 + (−2)/2: a negative inertia that takes the other one away.
  const std::string text =
      errors_in(graph("none", "F: {Se: 1}, a: {I: 2}, b: {I: -2}, v: 1", "F -> v, v -> a, v -> b"));
  EXPECT_MESSAGE(text, "g.");
  EXPECT_NE(text, "");
}

TEST(BondGraphs, StorageStartsByEitherVariable) {
  const Results r =
      run(graph("electrical",
                "L: {I: 0.5 H, initial: {flow: 2 A}}, C: {C: 2 F, initial: {effort: 3 "
                "V}}, K: {C: 2 F, initial: 4 C}, R: {R: 1 ohm}, S: {R: 1 ohm}, T: "
                "{R: 1 ohm}",
                "L -> R, C -> S, K -> T"),
          {"g.L.flow", "g.C.effort", "g.K.effort", "g.L.momentum"});
  EXPECT_EQ(r.values("g.L.flow").front(), 2);
  EXPECT_EQ(r.values("g.L.momentum").front(), 1);
  EXPECT_EQ(r.values("g.C.effort").front(), 3);
  EXPECT_EQ(r.values("g.K.effort").front(), 2);
}

TEST(BondGraphs, ConflictsOfSourcesAreNamed) {
  const std::string efforts =
      errors_in(graph("electrical", "u: {Se: 1 V}, v: {Se: 2 V}, n: 0", "u -> n, v -> n"));
  EXPECT_MESSAGE(efforts, "'g.u' and 'g.v' determine the same effort, at 'g.n'");
  EXPECT_MESSAGE(efforts, "1-junction with a resistance");
  const std::string flows =
      errors_in(graph("none", "u: {Sf: 1}, v: {Sf: 2}, n: 1", "u -> n, v -> n"));
  EXPECT_MESSAGE(flows, "'g.u' and 'g.v' determine the same flow, at 'g.n'");
}

TEST(BondGraphs, CausalityThatCannotBeIsRefusedWithItsReason) {
  const std::string text = errors_in(graph(
      "electrical", "u: {Se: 1 V}, C: {C: 1 F, causality: integral}, n: 0", "u -> n, n -> C"));
  EXPECT_MESSAGE(
      text,
      "'g.C' cannot have the requested causality: 'g.u' leaves no room for another effort, "
      "at 'g.n'");
  EXPECT_MESSAGE(errors_in(graph("none", "u: {Se: 1}, R: {R: 1, causality: integral}", "u -> R")),
                 "only storage, I and C");
}

TEST(BondGraphs, ErrorsAreReportedWithTheirLocations) {
  const auto says = [](const std::string& elements, const std::string& bonds,
                       const std::string& message, const std::string& domain = "electrical") {
    EXPECT_MESSAGE(errors_in(graph(domain, elements, bonds)), message);
  };
  says("u: {Se: 1 A}, R: {R: 1 ohm}", "u -> R", "a voltage (V) is needed");
  says("u: {Se: 1 V}, R: {R: 1 ohm}", "u -> Ra", "there is no element or port 'Ra'");
  says("u: {Se: 1 V}, R: {R: 1 ohm}", "u -> Ra", "there are 'u' and 'R'");
  says("u: {Se: 1 V}, R: {R: 1 ohm}", "u = R", "'u = R' is not a bond");
  says("u: {Se: 1 V}, R: {R: 1 ohm}, S: {R: 1 ohm}", "u -> R", "nothing is bonded to 'g.S'");
  says("u: {Se: 1 V}, R: {R: 1 ohm}, S: {R: 1 ohm}", "u -> R, u -> S",
       "there are 2 bonds to 'g.u', which has one port");
  says("u: {Se: 1 V}, R: {X: 1 ohm}", "u -> R", "'X' is not");
  says("u: {Se: 1 V}, R: {domain: electrical}", "u -> R", "'R' needs a kind of element");
  says("u: {Se: 1 V}, J: {I: 1, domain: rotation}", "u -> J", "a bond between two domains");
  says("u: {Se: 1 V}, J: {I: 1, domain: rotating}", "u -> J", "'rotating' is not a domain");
  says("u: {Se: 1 V}, g: {GY: 1}, J: {I: 1, domain: rotation}", "u -> g, J -> g",
       "both arrows point to 'g.g'");
  says("u: {Se: 1 V}, R: {R: 1 ohm, initial: 1}", "u -> R", "stores nothing");
  says("u: {Se: 1 V}, L: {I: 0}", "u -> L", "the value of 'L' must not be 0");
  says("u: {Se: 1 V}, L: {I: -1 H}", "u -> L", "generates energy");
  says("u: {Se: 1 V}, R: {R: {effort: 2*e}}", "u -> R", "depends on the element's own effort");
  says("u: {Se: 1 V}, b1: {R: 1}", "u -> b1", "is the name of a bond");
  says("j: 1, R: {R: 1}", "j -> R, j -> j", "connects 'j' to itself");
  says("a: 1, b: 1", "a -> b", "has no valid causality");
  says("u: {Se: 1 V}, C: {C: {stiffness: 0}}", "u -> C", "the stiffness of 'C' must not be 0");
  says("u: {Se: 1 V}, w: {1: {displacement: \"R.flow\"}}, R: {R: 1 ohm}", "u -> w, w -> R",
       "cannot be the name of an integral");
  says("u: {Se: 1 V}, v: {1: {displacement: x}}, w: {1: {displacement: x}}, R: {R: 1 ohm}",
       "u -> v, v -> w, w -> R", "there is an integral 'x' already");
  says("n: {MTF: {matrix: [[]], ports: {in: [], out: [x]}}}, R: {R: 1 ohm}", "n.x -> R",
       "power must enter at one port");
  says("u: {Se: 1 V}, t: {TF: 2, domain: rotation}, R: {R: 1 ohm}", "u -> t, t -> R",
       "'domain' has no effect");
  says("u: {Se: \"2*L.flows\"}, L: {I: 1 H}", "u -> L", "has no 'flows'; did you mean 'L.flow'?");
}

TEST(BondGraphs, SourcesOutputPositivePowerWhereverTheArrowPoints) {
  for (const char* bond : {"s -> R", "R -> s"}) {
    const Results r = run(graph("none", "s: {Sf: 5}, R: {R: 2}", bond), {"g.s.power", "g.R.power"});
    EXPECT_NEAR(r.values("g.s.power").back(), 50, 1e-12) << bond;
    EXPECT_NEAR(r.values("g.R.power").back(), 50, 1e-12) << bond;
  }
}

TEST(BondGraphs, ParametersKeepTheirNamesWithoutALaw) {
  // f is the parameter in a source, and the flow in a law.
  const Results r =
      run("parameters: {f: 3}\n" + graph("none", "s: {Se: 2*f}, R: {R: {effort: 4*f}}", "s -> R"),
          {"g.s.effort", "g.R.flow"});
  EXPECT_EQ(r.values("g.s.effort").back(), 6);
  EXPECT_NEAR(r.values("g.R.flow").back(), 1.5, 1e-12);
}

TEST(BondGraphs, CausalityIsFoundWhereTheFirstChoiceLeavesNone) {
  // Natural choices of R lead into a contradiction around the ring; the other one does not.
  const Results r =
      run(graph("none", "j0: 1, j1: 0, j2: 1, s: {Se: 2.4}, R: {R: 2.33}, T: {GY: 2.2}",
                "j1 -> j0, j2 -> j0, j2 -> T, T -> j1, j0 -> s, j2 -> R"),
          {"g.R.flow"});
  EXPECT_NEAR(r.values("g.R.flow").back(), -2.4 / 2.33, 1e-9);
}

TEST(BondGraphs, PortsTakeArrowsEitherWay) {
  const std::string machine =
      "parts:\n"
      "  disc: {type: RigidBody, mass: 1 kg, inertia: [0.01, 0.01, 0.02]}\n"
      "  pin: {type: Revolute, between: [world, disc], axis: [0, 0, 1]}\n"
      "  g:\n    type: BondGraph\n    domain: rotation\n    elements: {s: {Sf: 3}}\n";
  for (const auto& [bond, sign] : {std::pair{"s -> pin.flange", 1.0}, {"pin.flange -> s", -1.0}}) {
    const Results r = run(machine + "    bonds: [" + bond + "]\n" + kRunSettings, {"pin.rate"});
    EXPECT_NEAR(r.values("pin.rate").back(), sign * 3, kBondNear) << bond;
  }
}

TEST(BondGraphs, StorageThatOnlyResistancesDetermineKeepsItsState) {
  // In derivative causality its flow would follow from its own effort, through R, without end.
  const std::string model =
      graph("none", "s: {Se: 3}, j: 1, m: {I: 1, causality: derivative}, r: {R: 2}",
            "s -> j, j -> m, j -> r");
  try {
    run(model, {"g.m.flow"});
    ADD_FAILURE() << "it ran";
  } catch (const ModelError& error) {
    EXPECT_MESSAGE(std::string(error.what()), "depends on its own time derivative");
  }
}

TEST(BondGraphs, MomentaOfOtherUnitsAreRefused) {
  EXPECT_MESSAGE(errors_in(graph("rotation", "T: {Se: 1 N m}, J: {I: 1 kg, initial: 0}", "T -> J")),
                 "kg m^2");
  EXPECT_EQ(errors_in(graph("rotation",
                            "T: {Se: 1 N m}, J: {I: 1 kg m^2}, k: {C: {stiffness: 3 N m/rad}}, d: "
                            "{R: 2 N m s/rad}, w: 1, rack: {TF: 0.1 m}, m: {I: 2 kg, domain: "
                            "translation}",
                            "T -> w, w -> J, w -> k, w -> d, w -> rack, rack -> m")),
            "");
}

}  // namespace
}  // namespace holon
