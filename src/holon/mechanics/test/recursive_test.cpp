// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#include "holon/mechanics/recursive.h"

#include <gtest/gtest.h>

#include <optional>

#include "holon/base/errors.h"
#include "holon/expr/program.h"
#include "holon/mechanics/kinematics.h"
#include "random_mechanism.h"

namespace holon {
namespace {

using test::JointState;
using test::RandomMechanism;
using test::RandomOptions;

/// A mechanism in a state, evaluated through the formulation and the kinematics.
class Evaluated {
 public:
  Evaluated(const Mechanism& m, const std::vector<JointState>& joints, bool with_loads = true)
      : mechanism_(m) {
    std::vector<std::string> errors;
    tree_ = make_tree(m, errors);
    if (!errors.empty()) throw std::runtime_error(errors.front());
    for (const Link& link : tree_.links) {
      const JointState& joint = joints[static_cast<std::size_t>(link.joint)];
      LinkState s;
      for (double q : joint.q) s.q.push_back(add(q));
      for (double v : joint.v) s.v.push_back(add(v));
      if (joint.q.size() == 1) {
        s.effort = add(joint.effort);
        s.vdot = add(joint.vdot);
      }
      states_.push_back(s);
    }
    if (with_loads) add_loads();
    vdot_ = calc_recursive(m, tree_, states_);
    kinematics.emplace(m, tree_, states_);
    kinematics->set_accelerations(vdot_);
  }

  /// By joint.
  std::vector<std::vector<double>> vdot(std::size_t inline_limit = 100000) {
    std::vector<Expr> all;
    for (const auto& part : vdot_) all.insert(all.end(), part.begin(), part.end());
    const std::vector<double> y = numbers(all, inline_limit);
    std::vector<std::vector<double>> result(mechanism_.joints.size());
    std::size_t at = 0;
    for (std::size_t k = 0; k < vdot_.size(); ++k) {
      auto& own = result[static_cast<std::size_t>(tree_.links[k].joint)];
      for (std::size_t i = 0; i < vdot_[k].size(); ++i) own.push_back(y[at++]);
    }
    return result;
  }

  std::vector<double> numbers(const std::vector<Expr>& all, std::size_t inline_limit = 100000) {
    const FunctionRef f = Function::make("f", graph_, {{"x", symbols_}}, {{"y", all}});
    ProgramOptions options;
    options.inline_limit = inline_limit;
    std::vector<double> y(all.size());
    Workspace workspace;
    Program(*f, options).run(numbers_.data(), y.data(), workspace);
    return y;
  }
  Eigen::VectorXd vector(const std::vector<Expr>& all) {
    const std::vector<double> y = numbers(all);
    return Eigen::Map<const Eigen::VectorXd>(y.data(), static_cast<Eigen::Index>(y.size()));
  }

  std::optional<Kinematics> kinematics;

 private:
  Expr add(double value) {
    symbols_.push_back(graph_->symbol("x" + std::to_string(symbols_.size())));
    numbers_.push_back(value);
    return symbols_.back();
  }

  void add_loads() {
    Kinematics poses(mechanism_, tree_, states_);
    for (std::size_t w = 0; w < mechanism_.wrenches.size(); ++w) {
      const int frame = mechanism_.find_frame(mechanism_.wrenches[w].on);
      const int link = tree_.place_of(mechanism_, frame).link;
      if (link == Mechanism::kWorld) continue;
      const std::vector<Expr> load = poses.calc_load(w);
      auto& sum = states_[static_cast<std::size_t>(link)].load;
      if (!sum) sum.emplace();
      for (std::size_t k = 0; k < 6; ++k) (*sum)[k] += load[k];
    }
  }

  const Mechanism& mechanism_;
  Tree tree_;
  std::shared_ptr<Graph> graph_ = std::make_shared<Graph>();
  std::vector<Expr> symbols_;
  std::vector<double> numbers_;
  std::vector<LinkState> states_;
  std::vector<std::vector<Expr>> vdot_;
};

constexpr double kRelative = 1e-10;  // of the largest number of its sort

/// One of many random machines.
struct Case {
  unsigned seed;
  Mechanism mechanism;
  std::vector<JointState> state;
  explicit Case(unsigned s, bool chain = false) : seed(s) {
    RandomMechanism random(seed);
    RandomOptions options;
    options.bodies = 1 + static_cast<int>(seed % 11);
    options.aligned_only = seed % 3 == 0;
    options.chain = chain;
    mechanism = random.make(options);
    state = random.state(mechanism);
  }
};

double largest(const std::vector<std::vector<double>>& all) {
  double scale = 1.0;
  for (const auto& v : all) {
    for (double x : v) scale = std::max(scale, std::abs(x));
  }
  return scale;
}

void expect_near(const std::vector<std::vector<double>>& found,
                 const std::vector<std::vector<double>>& expected, const Case& c) {
  const double tolerance = kRelative * largest(expected);
  for (std::size_t j = 0; j < expected.size(); ++j) {
    if (c.mechanism.joints[j].freedom.motion) continue;
    ASSERT_EQ(found[j].size(), expected[j].size()) << "seed " << c.seed << " joint " << j;
    for (std::size_t k = 0; k < found[j].size(); ++k) {
      EXPECT_NEAR(found[j][k], expected[j][k], tolerance)
          << "seed " << c.seed << ", joint " << j << " of type "
          << joint_info(c.mechanism.joints[j].type).name << ", number " << k;
    }
  }
}

TEST(Recursive, AgreesWithADenseSystemOnRandomTrees) {
  for (unsigned seed = 1; seed <= 300 && !HasFailure(); ++seed) {
    const Case c(seed);
    expect_near(Evaluated(c.mechanism, c.state).vdot(),
                test::solve_dense(c.mechanism, c.state).vdot, c);
  }
}

TEST(Recursive, GivesTheSameNumbersWhetherItsCallsAreInlinedOrRolledUp) {
  // Inlining folds more, so the two round differently.
  for (unsigned seed = 1; seed <= 60 && !HasFailure(); ++seed) {
    const Case c(seed);
    Evaluated e(c.mechanism, c.state);
    expect_near(e.vdot(0), e.vdot(), c);
  }
}

void expect_near(const Eigen::VectorXd& found, const Eigen::VectorXd& expected, double scale,
                 const std::string& what) {
  ASSERT_EQ(found.size(), expected.size()) << what;
  EXPECT_LE((found - expected).cwiseAbs().maxCoeff(), kRelative * scale)
      << what << ": " << found.transpose() << " instead of " << expected.transpose();
}

TEST(Kinematics, FramesMoveAsTheDenseSystemSays) {
  for (unsigned seed = 301; seed <= 400 && !HasFailure(); ++seed) {
    const Case c(seed);
    const test::DenseResult expected = test::solve_dense(c.mechanism, c.state);
    Evaluated e(c.mechanism, c.state);
    double scale = 1.0;
    for (const auto* list : {&expected.acceleration, &expected.angular_acceleration}) {
      for (const auto& v : *list) scale = std::max(scale, v.cwiseAbs().maxCoeff());
    }
    for (std::size_t b = 0; b < c.mechanism.bodies.size(); ++b) {
      const int body = c.mechanism.find_frame(c.mechanism.bodies[b].name);
      const int out = c.mechanism.find_frame(c.mechanism.bodies[b].name + ".out");
      const auto value = [&](int frame, FrameOutput which) {
        return e.vector(e.kinematics->calc_frame_output(frame, which));
      };
      const std::string name = "seed " + std::to_string(seed) + ", body " + std::to_string(b);
      expect_near(value(body, FrameOutput::position), expected.position[b], scale, name);
      expect_near(value(body, FrameOutput::velocity), expected.velocity[b], scale, name);
      expect_near(value(body, FrameOutput::acceleration), expected.acceleration[b], scale, name);
      expect_near(value(body, FrameOutput::angular_velocity), expected.angular_velocity[b], scale,
                  name);
      expect_near(value(body, FrameOutput::angular_acceleration),
                  expected.angular_acceleration[b], scale, name);
      // Another frame of the body, as a rigid body moves.
      const FramePlace& place = c.mechanism.frames[static_cast<std::size_t>(out)].place;
      const test::Matrix3d& R = expected.attitude[b];
      const test::Vector3d r = R * test::number(place.position);
      const test::Vector3d &w = expected.angular_velocity[b],
                           &alpha = expected.angular_acceleration[b];
      expect_near(value(out, FrameOutput::position), expected.position[b] + r, scale, name);
      expect_near(value(out, FrameOutput::velocity), expected.velocity[b] + w.cross(r), scale,
                  name);
      expect_near(value(out, FrameOutput::acceleration),
                  expected.acceleration[b] + alpha.cross(r) + w.cross(w.cross(r)), scale, name);
      const test::Matrix3d R_F = R * test::number(place.rotation);
      expect_near(value(out, FrameOutput::angular_velocity_body), R_F.transpose() * w, scale, name);
      const Eigen::VectorXd q = value(out, FrameOutput::orientation);
      const test::Matrix3d found = test::matrix_of(q[0], q[1], q[2], q[3]);
      EXPECT_NEAR(q.norm(), 1.0, kRelative);
      EXPECT_LE((found - R_F).cwiseAbs().maxCoeff(), kRelative) << name;
    }
  }
}

TEST(Kinematics, ReactionsAreTheMultipliersOfTheDenseSystem) {
  for (unsigned seed = 401; seed <= 520 && !HasFailure(); ++seed) {
    const Case c(seed);
    const test::DenseResult expected = test::solve_dense(c.mechanism, c.state);
    Evaluated e(c.mechanism, c.state);
    double scale = 1.0;
    for (const auto* list : {&expected.force, &expected.torque}) {
      for (const auto& v : *list) scale = std::max(scale, v.cwiseAbs().maxCoeff());
    }
    for (std::size_t j = 0; j < c.mechanism.joints.size(); ++j) {
      const auto reaction = e.kinematics->calc_reaction(static_cast<int>(j));
      const std::string name = "seed " + std::to_string(seed) + ", joint " + std::to_string(j) +
                               " of type " +
                               std::string(joint_info(c.mechanism.joints[j].type).name);
      expect_near(e.vector(reaction[0]), expected.force[j], scale, name + ", force");
      expect_near(e.vector(reaction[1]), expected.torque[j], scale, name + ", torque");
    }
  }
}

TEST(Kinematics, EnergyAndMomentumAreThoseOfTheBodies) {
  for (unsigned seed = 521; seed <= 600 && !HasFailure(); ++seed) {
    const Case c(seed);
    const test::DenseResult expected = test::solve_dense(c.mechanism, c.state);
    Evaluated e(c.mechanism, c.state);
    double springs = 0.0, power = 0.0;
    for (std::size_t j = 0; j < c.mechanism.joints.size(); ++j) {
      const Mechanism::Freedom& f = c.mechanism.joints[j].freedom;
      if (f.motion || c.state[j].q.size() != 1) continue;
      springs += 0.5 * f.stiffness.value() * std::pow(c.state[j].q[0] - f.rest.value(), 2);
      power += f.damping.value() * std::pow(c.state[j].v[0], 2);
    }
    Kinematics& k = *e.kinematics;
    const Eigen::VectorXd found = e.vector(
        {k.calc_kinetic_energy(), k.calc_potential_energy(), k.calc_damping_power()});
    const double scale = 1.0 + expected.kinetic + std::abs(expected.potential) + springs;
    expect_near(found, test::Vector3d(expected.kinetic, expected.potential + springs, power), scale,
                "seed " + std::to_string(seed));
    expect_near(e.vector(k.calc_momentum()), expected.momentum, scale, "momentum");
    expect_near(e.vector(k.calc_angular_momentum()), expected.angular_momentum, scale,
                "angular momentum");
  }
}

}  // namespace
}  // namespace holon
