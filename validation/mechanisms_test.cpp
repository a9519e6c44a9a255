// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0

// The examples with closed loops at their own settings (tolerance 1e-10) against the geometry of
// their loops, Newton's and Euler's laws for each body, and equations of motion derived by hand.

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <map>
#include <string>
#include <vector>

#include "example.h"

namespace holon {
namespace {

using test::Example;
using test::Real;
using test::RealVector;

/// What projection may leave open [m, rad], in all rows.
constexpr double kLoopGap = 1e-10;
/// Of what follows from the coordinates of a row by geometry alone: projection leaves 2e-14, which
/// the slopes of these mechanisms multiply by less than ten.
constexpr double kGeometry = 1e-12;
/// Trajectories of two formulations, relative to a signal's range: 100 times the tolerance.
constexpr double kAgreement = 1e-8;
/// Newton's and Euler's laws in one row, relative to the largest force: rounding errors of a solve.
constexpr double kLaw = 1e-10;

void expect_closed(const Example& e) {
  for (const double gap : e["system.constraint_drift"]) EXPECT_LE(gap, kLoopGap);
}

TEST(Mechanisms, OneBarByAugmentedEquationsWithBaumgartesTermsIsAnEllipticFunction) {
  const Example e("one_bar_linkage_augmented");
  const Real g = 9.81L, w0 = std::sqrt(1.5L * g), k = std::sqrt(0.5L);
  ASSERT_EQ(e.size(), 200u);
  const auto angle = [&](std::size_t row) {
    const test::Jacobi j = test::jacobi(w0 * e.times()[row], k);
    return M_PIl / 2 - 2 * std::asin(k * j.cn / j.dn);
  };
  e.expect_near("pin.angle", angle);
  e.expect_near("link.position.x", [&](std::size_t row) { return std::cos(angle(row)) / 2; });
  e.expect_near("link.position.z", [&](std::size_t row) { return -std::sin(angle(row)) / 2; });
  e.expect_near("pin.reaction.force.z", [&](std::size_t row) {
    const Real a = angle(row), s = std::sin(a), c = std::cos(a);
    return g - (1.5L * g * c * c - 3 * g * s * s) / 2;
  });
  // Nothing is projected: of the order of the tolerance, not of rounding.
  for (const double gap : e["system.constraint_drift"]) EXPECT_LE(gap, 1e-8);
  EXPECT_GT(e["system.constraint_drift"].back(), 1e-14);
}

/// Where two circles about a and b meet, on the left of the way from a to b.
std::array<Real, 2> meet(std::array<Real, 2> a, Real ra, std::array<Real, 2> b, Real rb) {
  const Real dx = b[0] - a[0], dz = b[1] - a[1], d2 = dx * dx + dz * dz;
  const Real along = (ra * ra - rb * rb + d2) / (2 * d2);
  const Real across = std::sqrt(ra * ra / d2 - along * along);
  return {a[0] + along * dx - across * dz, a[1] + along * dz + across * dx};
}

TEST(Mechanisms, FourBarClosesAndEveryBodyObeysNewton) {
  const std::vector<std::string> also = {"B.angle",
                                         "B.rate",
                                         "C.rate",
                                         "D.rate",
                                         "A.acceleration",
                                         "B.reaction.force",
                                         "D.reaction.force",
                                         "crank.com.acceleration",
                                         "coupler.com.acceleration",
                                         "rocker.com.acceleration",
                                         "coupler.position",
                                         "coupler.com.position",
                                         "coupler.tip.position",
                                         "coupler.angular_acceleration",
                                         "B.reaction.torque",
                                         "C.reaction.torque"};
  const Example e("four_bar", also);
  const Real ground = 0.9L, a = 0.3L, b = 1, c = 0.8L;
  std::vector<std::array<Real, 2>> tips;  // of crank and rocker
  for (std::size_t k = 0; k < e.size(); ++k) {
    const Real phi = e["A.angle"][k];
    const std::array<Real, 2> B{a * std::cos(phi), a * std::sin(phi)};
    const std::array<Real, 2> C = meet(B, b, {ground, 0}, c);
    EXPECT_NEAR(e["D.angle"][k], static_cast<double>(std::atan2(C[1], C[0] - ground)), kGeometry);
    // Cut or not, angles count their turns.
    const Real coupler = std::atan2(C[1] - B[1], C[0] - B[0]);
    EXPECT_NEAR(e["B.angle"][k], static_cast<double>(coupler - phi), kGeometry * 45);
    EXPECT_NEAR(e["C.angle"][k], static_cast<double>(e["D.angle"][k] - coupler), kGeometry);
  }
  e.expect_energy_kept("system.energy.dissipated");
  expect_closed(e);
  EXPECT_GT(e["A.angle"].back(), 40.0);  // several times round, then back

  const auto at = [&](const std::string& name, std::size_t k) { return e[name][k]; };
  double largest = 0, worst = 0;
  for (std::size_t k = 0; k < e.size(); ++k) {
    for (const char axis : {'x', 'z'}) {
      const std::string d = std::string(".") + axis;
      const auto R = [&](const char* joint) {
        return at(std::string(joint) + ".reaction.force" + d, k);
      };
      const auto acceleration = [&](const char* body) {
        return at(std::string(body) + ".com.acceleration" + d, k) + (axis == 'z' ? 9.80665 : 0.0);
      };
      largest = std::max({largest, std::abs(R("A")), std::abs(R("D"))});
      worst = std::max({worst, std::abs(R("A") - R("B") - 0.6 * acceleration("crank")),
                        std::abs(R("B") - R("C") - 2.0 * acceleration("coupler")),
                        std::abs(R("D") + R("C") - 1.6 * acceleration("rocker"))});
    }
    // Coupler about its centre of mass, about y: z x-arm … (r × F)_y = r_z F_x − r_x F_z.
    const auto moment = [&](const char* frame, const char* joint) {
      const auto arm = [&](const char* axis) {
        return at(std::string(frame) + ".position" + axis, k) -
               at(std::string("coupler.com.position") + axis, k);
      };
      return arm(".z") * at(std::string(joint) + ".reaction.force.x", k) -
             arm(".x") * at(std::string(joint) + ".reaction.force.z", k);
    };
    const double inertia = 2.0 / 12;
    const double sum = moment("coupler", "B") - moment("coupler.tip", "C") +
                       at("B.reaction.torque.y", k) - at("C.reaction.torque.y", k);
    worst = std::max(worst, std::abs(sum - inertia * at("coupler.angular_acceleration.y", k)));
    // What the pins carry about their own axes is friction: axis −y.
    EXPECT_NEAR(at("C.reaction.torque.y", k), 0.01 * at("C.rate", k), kLaw * largest);
  }
  EXPECT_LE(worst, kLaw * largest);
}

TEST(Mechanisms, SliderCrankFollowsItsFormulas) {
  const Example e("slider_crank");
  const Real r = 0.05L, l = 0.16L, w = 1500 * M_PIl / 30, g = 9.80665L;
  const auto phi = [&](std::size_t k) { return w * e.times()[k]; };
  const auto beta = [&](Real f) { return std::asin(r / l * std::sin(f)); };
  const auto beta1 = [&](Real f) { return r * std::cos(f) / (l * std::cos(beta(f))); };
  const auto beta2 = [&](Real f) {
    const Real b = beta(f), b1 = beta1(f);
    return (-r / l * std::sin(f) + std::sin(b) * b1 * b1) / std::cos(b);
  };
  const auto place = [&](Real f) { return r * std::cos(f) + l * std::cos(beta(f)); };
  const auto place1 = [&](Real f) { return -r * std::sin(f) - l * std::sin(beta(f)) * beta1(f); };
  const auto place2 = [&](Real f) {
    const Real b = beta(f), b1 = beta1(f);
    return -r * std::cos(f) - l * (std::cos(b) * b1 * b1 + std::sin(b) * beta2(f));
  };
  e.expect_near("liner.position", [&](std::size_t k) { return place(phi(k)); });
  e.expect_near("liner.speed", [&](std::size_t k) { return w * place1(phi(k)); });
  e.expect_near("liner.acceleration", [&](std::size_t k) { return w * w * place2(phi(k)); });
  // The rod: centre of mass at 0.35 l from the crank's pin.
  const Real m = 0.6L, share = 0.35L, J = m * l * l / 12, piston = 0.4L;
  const auto rod_x2 = [&](Real f) {
    return -r * std::cos(f) -
           share * l * (std::cos(beta(f)) * beta1(f) * beta1(f) + std::sin(beta(f)) * beta2(f));
  };
  // (1 − share) r sin phi above the line.
  const auto rod_z = [&](Real f) { return (1 - share) * r * std::sin(f); };
  const auto rod_z2 = [&](Real f) { return -rod_z(f); };
  // Power: what the drive gives goes into the energies; per unit of w.
  e.expect_near("crankshaft.reaction.torque.y", [&](std::size_t k) {
    const Real f = phi(k), x1 = -r * std::sin(f) - share * l * std::sin(beta(f)) * beta1(f);
    const Real z1 = (1 - share) * r * std::cos(f);
    const Real torque = w * w *
                            (m * (x1 * rod_x2(f) + z1 * rod_z2(f)) + J * beta1(f) * beta2(f) +
                             piston * place1(f) * place2(f)) +
                        m * g * z1;
    return -torque;  // about −y
  });
  // Piston: along the line by the rod alone.
  e.expect_near("big_end.reaction.force.x", [&](std::size_t k) {
    return w * w * (piston * place2(phi(k)) + m * rod_x2(phi(k)));
  });
}

TEST(Mechanisms, TwoTrolleysKeepWhatFrictionLeavesThem) {
  const Example e("two_trolleys_four_pendulums", {"system.momentum"});
  e.expect_energy_kept("system.energy.dissipated");
  expect_closed(e);
  // Along the rail only its friction acts: p + rho (x0 + x5) stays.
  for (std::size_t k = 0; k < e.size(); ++k) {
    const double way = e["rail0.position"][k] + e["rail5.position"][k];
    EXPECT_NEAR(e["system.momentum.x"][k] + 0.6 * (way - 1.4), 0.0, 1e-9);
  }
  // The hinges' angles add up: both trolleys stay upright, the chain does not go round.
  for (std::size_t k = 0; k < e.size(); ++k) {
    double sum = 0;
    for (int i = 0; i < 5; ++i) sum += e["hinge" + std::to_string(i) + ".angle"][k];
    EXPECT_NEAR(sum, 0.0, kGeometry);
  }
}

TEST(Mechanisms, AugmentedAndRecursiveTrajectoriesAgree) {
  const std::map<std::string, std::vector<std::string>> columns{
      {"four_bar", {"A.angle", "D.angle", "C.reaction.force.z"}},
      {"slider_crank", {"liner.speed", "crankshaft.reaction.torque.y", "big_end.reaction.force.x"}},
      {"two_trolleys_four_pendulums", {"rail0.position", "hinge2.angle", "body2.end.position.z"}},
      {"bricard", {"hinge0.angle", "hinge1.angle", "rod3.position.y"}},
      {"double_spherical_pendulum", {"lower.position.x", "rod1.tension", "rod2.tension"}}};
  for (const auto& [name, of] : columns) {
    SCOPED_TRACE(name);
    const auto until = [](SimulateSettings& s) { s.until = std::min(s.until, 1.0); };
    const Example recursive(name, {"system.constraint_drift"}, until);
    const Example augmented(name, {"system.constraint_drift"}, [&](SimulateSettings& s) {
      until(s);
      s.formulation = Formulation::augmented;
    });
    ASSERT_EQ(recursive.size(), augmented.size());
    for (const std::string& column : of) {
      const std::vector<double>& expected = recursive[column];
      augmented.expect_near(
          column, [&](std::size_t k) { return expected[k]; }, kAgreement);
    }
    expect_closed(augmented);
  }
}

TEST(Mechanisms, WindowsSwingThroughTheirSingularPositions) {
  // Ten times in ten seconds all bars lie in one line, where the mechanism has eleven freedoms.
  const Example e("n_four_bar", {"ground[10].angle"});
  const Real g = 9.81L, N = 10, J = (N + 1) / 3 + N, weight = ((N + 1) / 2 + N) * g;
  const auto change = [&](Real angle) { return weight / J * std::sin(angle); };
  const auto rows = test::solve_reference(
      [&](Real, const RealVector& x) {
        return RealVector{x[1], change(x[0])};
      },
      {0, 1}, e.times());
  // At the top the kinetic energy is 45 times less than below, and an error of energy that much the
  // more of it.
  constexpr double kOverTop = 50 * test::kDrift;
  e.expect_near(
      "ground[0].angle", [&](std::size_t k) { return rows[k][0]; }, kOverTop);
  e.expect_near(
      "ground[0].rate", [&](std::size_t k) { return rows[k][1]; }, kOverTop);
  e.expect_near(
      "crank[0].tip.position.x", [&](std::size_t k) { return std::sin(rows[k][0]); }, kOverTop);
  EXPECT_GT(e["ground[0].angle"].back(), 10 * M_PI);
  for (std::size_t k = 0; k < e.size(); ++k) {  // no window has folded
    EXPECT_NEAR(e["ground[10].angle"][k], e["ground[0].angle"][k], 1e-10);
  }
  // Half of the coupler's force across it at either end; the balance of the crank gives the rest.
  for (std::size_t k = 0; k < e.size(); ++k) {
    const Real a = rows[k][0], w = rows[k][1], s = std::sin(a), c = std::cos(a), dw = change(a);
    if (std::abs(c) < 0.05L) continue;  // without bound at c = 0: relative to 1/c² below
    const Real down = (-dw * s - w * w * c + g) / 2;
    const Real along = (g / 2 * s + down * s - dw / 3) / c;
    const Real force = (dw * c - w * w * s) / 2 + along;
    EXPECT_NEAR(e["ground[0].reaction.force.x"][k], static_cast<double>(force),
                static_cast<double>(100 * kOverTop / (c * c)));
  }
  e.expect_energy_kept();
  expect_closed(e);
}

/// Bricard's ring by one angle: the turns are a, b, a, b, a, b with sin b = −sin a/(1 + sin a), up
/// to signs. Rods of length and mass 1 in a field g.
struct Ring {
  using Vector = std::array<Real, 3>;
  static constexpr Real kStep = 1e-3L;  ///< of differences of order 6: errors of some 1e-17

  /// Turns v about a coordinate axis.
  static Vector turn(const Vector& v, std::size_t axis, Real angle) {
    const std::size_t i = (axis + 1) % 3, j = (axis + 2) % 3;
    Vector w = v;
    w[i] = std::cos(angle) * v[i] - std::sin(angle) * v[j];
    w[j] = std::sin(angle) * v[i] + std::cos(angle) * v[j];
    return w;
  }

  static Real second(Real a) { return -std::asin(std::sin(a) / (1 + std::sin(a))); }

  /// Hinges from the first rod on.
  static std::array<Vector, 6> points(Real a) {
    const Real b = second(a);
    // Hinges about z, −y, x, z, y; rods along x, −z, −y, −x, z.
    const std::array<std::size_t, 5> axes{2, 1, 0, 2, 1};
    const std::array<Real, 5> angles{a, -b, a, b, -a};
    const std::array<Vector, 5> rods{{{1, 0, 0}, {0, 0, -1}, {0, -1, 0}, {-1, 0, 0}, {0, 0, 1}}};
    std::array<Vector, 6> p{};
    for (std::size_t k = 0; k < 5; ++k) {
      Vector way = rods[k];
      for (std::size_t j = k + 1; j-- > 0;) way = turn(way, axes[j], angles[j]);
      for (std::size_t i = 0; i < 3; ++i) p[k + 1][i] = p[k][i] + way[i];
    }
    return p;
  }

  /// The numbers that f returns, differentiated.
  template <class F>
  static auto slopes(const F& f, Real a, Real h) {
    constexpr std::array<Real, 3> weights{45, -9, 1};
    auto sum = f(a);
    sum.fill(0);
    for (std::size_t k = 0; k < 3; ++k) {
      const Real way = static_cast<Real>(k + 1) * h;
      const auto after = f(a + way), before = f(a - way);
      for (std::size_t i = 0; i < sum.size(); ++i) {
        sum[i] += weights[k] * (after[i] - before[i]) / (60 * h);
      }
    }
    return sum;
  }

  static std::array<Real, 18> flat(Real a) {
    std::array<Real, 18> list{};
    const auto p = points(a);
    for (std::size_t k = 0; k < 18; ++k) list[k] = p[k / 3][k % 3];
    return list;
  }

  /// T = J a'²/2, a rod whose ends have u and w having (u² + u·w + w²)/6; and the sum of heights.
  static std::array<Real, 2> inertia_and_height(Real a) {
    const auto p = flat(a), u = slopes(flat, a, kStep);
    std::array<Real, 2> sum{};
    for (std::size_t k = 0; k < 15; ++k) {
      sum[0] += (u[k] * u[k] + u[k] * u[k + 3] + u[k + 3] * u[k + 3]) / 3;
      if (k % 3 == 2) sum[1] += (p[k] + p[k + 3]) / 2;
    }
    return sum;
  }
};

TEST(Mechanisms, BricardsRingMovesAsItsOneFreedomSays) {
  const Example e("bricard");
  // a turns hinges 0, 2, −4; b hinges 1, 3, 5.
  for (std::size_t k = 0; k < e.size(); ++k) {
    const double a = e["hinge0.angle"][k], b = static_cast<double>(Ring::second(a));
    EXPECT_NEAR(e["hinge2.angle"][k], a, kGeometry);
    EXPECT_NEAR(e["hinge4.angle"][k], -a, kGeometry);
    for (const char* hinge : {"hinge1.angle", "hinge3.angle", "hinge5.angle"}) {
      EXPECT_NEAR(e[hinge][k], b, kGeometry);
    }
    const auto p = Ring::points(a);
    EXPECT_NEAR(static_cast<double>(p[5][0]), 0.0, 1e-15);  // the reference closes by itself
    EXPECT_NEAR(static_cast<double>(p[5][1]), -1.0, 1e-15);
    EXPECT_NEAR(e["rod3.position.x"][k], static_cast<double>(p[2][0]), kGeometry);
    EXPECT_NEAR(e["rod3.position.z"][k], static_cast<double>(p[2][2]), kGeometry);
  }
  // J a" = −J' a'²/2 − g V', over longer steps than the rows'.
  constexpr std::size_t kEvery = 10;
  std::vector<double> times;
  for (std::size_t k = 0; k < e.size(); k += kEvery) times.push_back(e.times()[k]);
  ASSERT_EQ(times.back(), 10.0);
  const auto rows = test::solve_reference(
      [&](Real, const RealVector& x) {
        const Real J = Ring::inertia_and_height(x[0])[0];
        const auto slopes = Ring::slopes(Ring::inertia_and_height, x[0], 1e-3L);
        return RealVector{x[1], -(slopes[0] * x[1] * x[1] / 2 + 9.81L * slopes[1]) / J};
      },
      {0, 0}, times, 1);
  for (std::size_t k = 0; k < rows.size(); ++k) {
    EXPECT_NEAR(e["hinge0.angle"][k * kEvery], static_cast<double>(rows[k][0]),
                test::kSignal * M_PI);
  }
  e.expect_energy_kept();
  expect_closed(e);
}

TEST(Mechanisms, DoubleSphericalPendulumKeepsItsInvariants) {
  const Example e("double_spherical_pendulum");
  const auto length = [&](std::size_t k, bool second) {
    double sum = 0;
    for (const char* axis : {".position.x", ".position.y", ".position.z"}) {
      const double d = e[std::string(second ? "lower" : "upper") + axis][k] -
                       (second ? e[std::string("upper") + axis][k] : 0.0);
      sum += d * d;
    }
    return std::sqrt(sum);
  };
  const double spin = e["system.angular_momentum.z"][0];
  for (std::size_t k = 0; k < e.size(); ++k) {
    EXPECT_NEAR(length(k, false), 1.0, kLoopGap);
    EXPECT_NEAR(length(k, true), 0.7, kLoopGap);
    EXPECT_NEAR(e["system.angular_momentum.z"][k], spin, 1e-8 * std::abs(spin));
  }
  e.expect_energy_kept();
}

}  // namespace
}  // namespace holon
