// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0

// The benchmark bicycle of J. P. Meijaard, J. M. Papadopoulos, A. Ruina, A. L. Schwab, Linearized
// dynamics equations for the balance and steer of a bicycle, Proc. R. Soc. A 463 (2007) 1955–1982:
//
//   M q'' + v C₁ q' + (g K₀ + v² K₂) q = 0,   q = (lean, steer) to the right
//
// with its matrices and the eigenvalues of its table 2, 14 decimals each. Roots of
// det(λ² M + λ v C₁ + g K₀ + v² K₂) in 40 digits agree with the latter to 4e-13.
#include <gtest/gtest.h>

#include <Eigen/LU>
#include <cmath>
#include <complex>
#include <cstdio>
#include <string>
#include <vector>

#include "example.h"
#include "holon/analyse/linear/linear_analysis.h"
#include "holon/analyse/trim/trim.h"
#include "holon/base/matrices.h"
#include "holon/mechanics/parts/frames/relative.h"

namespace holon::test {
namespace {

using Complex = std::complex<double>;

Model load_bicycle(double speed, const std::string& push, const std::string& formulation) {
  LoadOptions options;
  char text[40];
  std::snprintf(text, sizeof text, "v=%.17g m/s", speed);
  options.overrides = {text, "push=" + push, "simulate.formulation=" + formulation};
  Diagnostics diagnostics;
  Model model = load_model(std::string(HOLON_SOURCE_DIR) + "/examples/bicycle.yaml",
                           builtin_catalogue(), options, diagnostics);
  diagnostics.throw_if_errors();
  return model;
}

// Position and heading, ignorable, have a triple zero, which rounding errors ε of A's entries [1/s]
// of up to 1e3 split into values of (1e3 ε)^(1/3) = 6e-5 at most.
constexpr double kZeroPole = 1e-4;
// Rounding errors relative to the largest eigenvalue. The published values have 14 decimals.
constexpr double kEigenvalue = 1e-11;
// The same from some fifty coordinates of bodies, of which all but ten are eliminated.
constexpr double kEigenvalueOfBodies = 1e-9;

/// Linearised about straight motion: the poles but for those at zero.
std::vector<Complex> find_bicycle_poles(double speed,
                                        const std::string& formulation = "recursive") {
  const System system = make_system(load_bicycle(speed, "0 rad/s", formulation));
  std::vector<double> parameters;
  for (const SystemParameter& p : system.parameters) parameters.push_back(p.value);
  const LinearModel model = linearize(system, find_start_point(system, parameters), {});
  EXPECT_EQ(model.order(), 10);
  std::vector<Complex> others;
  for (const Pole& pole : find_poles(model.A))
    if (std::abs(pole.value) > kZeroPole) others.push_back(pole.value);
  EXPECT_EQ(others.size(), 4U) << speed;
  return others;
}

double distance_to_nearest(const std::vector<Complex>& values, Complex value) {
  double least = INFINITY;
  for (const Complex& v : values) least = std::min(least, std::abs(v - value));
  return least;
}

TEST(Bicycle, HasThePublishedEigenvalues) {
  struct Published {
    double speed;
    std::vector<Complex> eigenvalues;
  };
  const std::vector<Published> table{
      {0, {-5.53094371765393, -3.13164324790656, 3.13164324790656, 5.53094371765393}},
      {1,
       {-7.11008014637442,
        -3.13423125066578,
        {3.52696170990070, 0.80774027519930},
        {3.52696170990070, -0.80774027519930}}},
      {4,
       {-12.15861426576447,
        -1.42944427361326,
        {0.41325331521125, 3.07910818603206},
        {0.41325331521125, -3.07910818603206}}},
      {5,
       {-14.07838969279822,
        -0.32286642900409,
        {-0.77534188219585, 4.46486771378823},
        {-0.77534188219585, -4.46486771378823}}},
      {10,
       {-24.62459635017404,
        0.16105338653172,
        {-3.72016840437287, 10.90681139476287},
        {-3.72016840437287, -10.90681139476287}}}};
  double worst = 0;
  const auto compare = [&](const Published& row, const char* formulation) {
    const std::vector<Complex> poles = find_bicycle_poles(row.speed, formulation);
    const double size = std::abs(row.eigenvalues.front());  // the largest
    for (const Complex& expected : row.eigenvalues) {
      const double error = distance_to_nearest(poles, expected) / size;
      const bool is_of_joints = formulation == std::string("recursive");
      EXPECT_LE(error, is_of_joints ? kEigenvalue : kEigenvalueOfBodies)
          << formulation << " " << row.speed << " " << expected;
      if (is_of_joints) worst = std::max(worst, error);
    }
  };
  for (const Published& row : table)
    for (const char* formulation : {"recursive", "augmented", "aggregate"})
      compare(row, formulation);
  RecordProperty("error", std::to_string(worst * 1e15) + "e-15");
}

TEST(Bicycle, TurningWheelWithCoordinatesOfItsOwnIsSeenFromAxesAtRest) {
  for (const char* formulation : {"recursive", "augmented", "aggregate"}) {
    const System system = make_system(load_bicycle(4, "0 rad/s", formulation));
    std::vector<double> parameters;
    for (const SystemParameter& p : system.parameters) parameters.push_back(p.value);
    const LinearModel model = linearize(system, find_start_point(system, parameters), {});
    std::string notes;
    for (const std::string& note : model.notes) notes += note + "\n";
    const bool is_noted =
        notes.find("'rear_wheel', 'front_wheel', which turn steadily") != std::string::npos;
    EXPECT_EQ(is_noted, formulation == std::string("aggregate")) << notes;
    EXPECT_EQ(notes.find("not constant"), std::string::npos) << notes;
  }
}

TEST(Bicycle, IsStableBetweenThePublishedSpeeds) {
  const auto calc_growth = [](double speed, bool oscillates) {
    double growth = -INFINITY;
    for (const Complex& pole : find_bicycle_poles(speed))
      if ((pole.imag() != 0) == oscillates) growth = std::max(growth, pole.real());
    return growth;
  };
  // Its slope is 1.3 /s per m/s.
  constexpr double kWeaveSpeed = 4.292382536341, kWeaveStep = 1e-9;
  EXPECT_GT(calc_growth(kWeaveSpeed - kWeaveStep, true), 0);
  EXPECT_LT(calc_growth(kWeaveSpeed + kWeaveStep, true), 0);
  // Nearer to its speed the capsize pole is lost among those at zero: where the line through both
  // sides crosses zero, but for the curvature.
  constexpr double kCapsizeSpeed = 6.024262015388, kCapsizeStep = 1e-2;
  const double below = calc_growth(kCapsizeSpeed - kCapsizeStep, false),
               above = calc_growth(kCapsizeSpeed + kCapsizeStep, false);
  EXPECT_LT(below, 0);
  EXPECT_GT(above, 0);
  EXPECT_NEAR(-(below + above) / (above - below), 0, kCapsizeStep);
}

/// Steering to the left after a rate of lean to the right.
double calc_linear_steering(double v, double push, double t) {
  Eigen::Matrix2d M, C1, K0, K2;
  M << 80.81722, 2.31941332208709, 2.31941332208709, 0.29784188199686;
  C1 << 0, 33.86641391492494, -0.85035641456978, 1.68540397397560;
  K0 << -80.95, -2.59951685249872, -2.59951685249872, -0.80329488458618;
  K2 << 0, 76.59734589573222, 0, 2.65431523794604;
  Eigen::Matrix4d A = Eigen::Matrix4d::Zero();
  A.topRightCorner<2, 2>().setIdentity();
  A.bottomLeftCorner<2, 2>() = -M.inverse() * (9.81 * K0 + v * v * K2);
  A.bottomRightCorner<2, 2>() = -M.inverse() * (v * C1);
  const Eigenpairs modes = calc_eigenpairs(A);
  const Eigen::MatrixXcd start = solve_by_lu(modes.vectors, Eigen::Vector4cd(0, 0, push, 0));
  Complex steer = 0;
  for (int k = 0; k < 4; ++k)
    steer += modes.vectors(1, k) * start(k, 0) * std::exp(modes.values[k] * t);
  return -steer.real();
}

TEST(Bicycle, SmallMotionFollowsTheLinearEquations) {
  const auto calc_deviation = [](const std::string& push) {
    Model model = load_bicycle(4.6, push + " rad/s", "recursive");
    model.simulate.tolerance = 1e-12;
    model.simulate.engine = EngineChoice::tape;
    const Results r = simulate(make_system(model), model.simulate, {"steering.angle"});
    double largest = 0, range = 0;
    for (std::size_t k = 0; k < r.row_count(); ++k) {
      const double linear = calc_linear_steering(4.6, std::stod(push), r.values("time")[k]);
      largest = std::max(largest, std::abs(r.values("steering.angle")[k] - linear));
      range = std::max(range, std::abs(linear));
    }
    return largest / range;
  };
  // Left and right are alike, so that the first terms beyond the linear ones are cubic.
  const double larger = calc_deviation("0.01"), smaller = calc_deviation("0.001");
  EXPECT_LE(smaller, 1e-6);  // of the order of the lean squared, (push/4.5 [1/s])² = 5e-8
  EXPECT_NEAR(larger / smaller, 100, 1);
}

TEST(Bicycle, RightsItselfAndKeepsItsEnergy) {
  const Example e("bicycle");
  e.expect_energy_kept();
  for (const std::string contact : {"rear_roll", "front_roll"})
    for (std::size_t k = 0; k < e.size(); ++k)
      EXPECT_NEAR(e[contact + ".contact_position.z"][k], 0, 1e-12) << contact;
  // The slowest of the eigenvalues at 4.6 m/s is -0.378 1/s.
  double late = 0, early = 0;
  for (std::size_t k = 0; k < e.size(); ++k) {
    double& largest = e.times()[k] < 1 ? early : late;
    if (e.times()[k] < 1 || e.times()[k] > 4)
      largest = std::max(largest, std::abs(e["steering.angle"][k]));
  }
  EXPECT_LE(late, 2 * std::exp(-0.378 * 3) * early);
}

TEST(Bicycle, CirclesWithoutHandsAtItsCapsizeSpeedWhereItHardlyLeans) {
  // At the capsize speed an eigenvalue is zero: straight motion has steady turns beside it, to
  // first order in the lean at that speed (Meijaard et al., table 2: 6.024262015388 m/s).
  constexpr double kLean = 1e-3, kCapsizeSpeed = 6.024262015388;
  Model model = load_bicycle(6, "0 rad/s", "recursive");
  model.add<Relative>("seen", {.of = "frame"});
  const System system = make_system(model);
  std::vector<double> parameters;
  for (const SystemParameter& p : system.parameters) parameters.push_back(p.value);
  TrimProblem problem;
  problem.turns = true;
  problem.starts = 1;
  problem.outputs = {"seen.rpy.x"};
  problem.values = {kLean};
  const TrimResult result = find_steady_states(system, parameters, problem);
  ASSERT_EQ(result.solutions.size(), 1U) << result.worst << " " << result.least_residual;
  const TrimSolution& turn = result.solutions[0];
  const std::vector<double> v = system.select_outputs({"frame.velocity"})->evaluate(turn.point.in);
  // Terms of second order, of which none is known to exceed the lean squared a few times.
  EXPECT_NEAR(std::hypot(v[0], v[1]), kCapsizeSpeed, 10 * kLean * kLean * kCapsizeSpeed);
  EXPECT_GT(std::abs(turn.turn_rate), 1e-4);
}

}  // namespace
}  // namespace holon::test
