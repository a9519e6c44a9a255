// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#include "holon/mechanics/equations/dynamics.h"

#include <gtest/gtest.h>

#include <Eigen/Cholesky>

#include "holon/base/errors.h"
#include "holon/mechanics/kinematics/kinematics.h"
#include "holon/mechanics/kinematics/tree_symbols.h"
#include "holon/mechanics/parts/bodies/rigid_body.h"
#include "holon/mechanics/parts/joints/revolute.h"
#include "holon/mechanics/test/random_mechanism.h"

namespace holon {
namespace {

using Eigen::MatrixXd;
using Eigen::VectorXd;
using test::RandomMechanism;
using test::RandomOptions;

/// Both sides are sums over some ten bodies with cancellation of a few digits.
constexpr double kEngineAgreement = 1e-10;

/// A random tree of joints of all types, with a state.
struct Case {
  Mechanism mechanism;
  detail::TreeSymbols symbols;
  VectorXd q, v;

  explicit Case(unsigned seed, bool with_wrenches = false) : random_(seed) {
    RandomOptions options;
    options.with_motion = false;
    options.with_frames = false;
    options.with_wrenches = with_wrenches;
    mechanism = random_.make(options);
    symbols = detail::make_tree_symbols(mechanism, "test");
    q = numbers(symbols.q.size());
    v = numbers(symbols.v.size());
    Eigen::Index at = 0;
    for (const Link& link : symbols.tree.links) {
      if (has_quaternion(link.type)) q.segment<4>(at).normalize();
      at += joint_info(link.type).q;
    }
  }

  VectorXd numbers(std::size_t count) {
    VectorXd x(static_cast<Eigen::Index>(count));
    for (double& e : x) e = random_.uniform(-2.0, 2.0);
    return x;
  }
  VectorXd evaluate(const std::vector<Expr>& outputs) const {
    const FunctionRef f = Function::make("test", symbols.graph,
                                         {{"q", symbols.q}, {"v", symbols.v}}, {{"y", outputs}});
    return test_evaluate(f, {q, v});
  }
  static VectorXd test_evaluate(const FunctionRef& f, const std::vector<VectorXd>& parts) {
    std::vector<double> in;
    for (const VectorXd& part : parts) in.insert(in.end(), part.begin(), part.end());
    const std::vector<double> out = f->evaluate(in);
    return Eigen::Map<const VectorXd>(out.data(), static_cast<Eigen::Index>(out.size()));
  }

 private:
  RandomMechanism random_;
};

VectorXd evaluate(const FunctionRef& f, const std::vector<VectorXd>& parts) {
  return Case::test_evaluate(f, parts);
}

void expect_equal(const VectorXd& a, const VectorXd& b) {
  ASSERT_EQ(a.size(), b.size());
  const double scale = std::max({1.0, a.cwiseAbs().maxCoeff(), b.cwiseAbs().maxCoeff()});
  for (Eigen::Index k = 0; k < a.size(); ++k)
    EXPECT_NEAR(a[k], b[k], kEngineAgreement * scale) << k;
}

constexpr unsigned kCases = 20;

TEST(Dynamics, InverseAndForwardUndoEachOther) {
  for (unsigned seed = 1; seed <= kCases; ++seed) {
    Case c(seed);
    VectorXd tau = c.numbers(c.symbols.v.size());
    for (std::size_t k = 0; k < c.symbols.states.size(); ++k) {
      const Link& link = c.symbols.tree.links[k];
      if (is_straight(link.type)) continue;  // forward dynamics takes no effort there
      tau.segment(static_cast<Eigen::Index>(c.symbols.first_v[k]), joint_info(link.type).v)
          .setZero();
    }
    const VectorXd vdot = evaluate(make_forward_dynamics(c.mechanism), {c.q, c.v, tau});
    expect_equal(evaluate(make_inverse_dynamics(c.mechanism), {c.q, c.v, vdot}), tau);
  }
}

TEST(Dynamics, MassMatrixAndBiasForcesMakeUpInverseDynamics) {
  for (unsigned seed = 1; seed <= kCases; ++seed) {
    Case c(seed, seed % 2 == 0);
    const auto n = static_cast<Eigen::Index>(c.symbols.v.size());
    const VectorXd entries = evaluate(make_mass_matrix(c.mechanism), {c.q});
    const MatrixXd M = Eigen::Map<const MatrixXd>(entries.data(), n, n);
    EXPECT_EQ(M, M.transpose());
    EXPECT_EQ(Eigen::LLT<MatrixXd>(M).info(), Eigen::Success);
    const VectorXd vdot = c.numbers(c.symbols.v.size());
    const VectorXd bias = evaluate(make_bias_forces(c.mechanism), {c.q, c.v});
    expect_equal(M * vdot + bias, evaluate(make_inverse_dynamics(c.mechanism), {c.q, c.v, vdot}));
  }
}

TEST(Dynamics, MassMatrixGivesTheKineticEnergy) {
  for (unsigned seed = 1; seed <= kCases; ++seed) {
    Case c(seed);
    const auto n = static_cast<Eigen::Index>(c.symbols.v.size());
    const VectorXd entries = evaluate(make_mass_matrix(c.mechanism), {c.q});
    const MatrixXd M = Eigen::Map<const MatrixXd>(entries.data(), n, n);
    Kinematics kinematics(c.mechanism, c.symbols.tree, c.symbols.states);
    const double energy = c.evaluate({kinematics.calc_kinetic_energy()})[0];
    EXPECT_NEAR(0.5 * c.v.dot(M * c.v), energy, kEngineAgreement * energy);
  }
}

TEST(Dynamics, JacobianTimesRatesIsTheVelocityOfTheFrame) {
  for (unsigned seed = 1; seed <= kCases; ++seed) {
    Case c(seed);
    Kinematics kinematics(c.mechanism, c.symbols.tree, c.symbols.states);
    const std::string frame = "body" + std::to_string(c.mechanism.bodies.size() - 1) + ".out";
    const int index = c.mechanism.find_frame(frame);
    std::vector<Expr> motion = kinematics.calc_frame_output(index, FrameOutput::angular_velocity);
    const std::vector<Expr> v = kinematics.calc_frame_output(index, FrameOutput::velocity);
    motion.insert(motion.end(), v.begin(), v.end());
    const VectorXd entries = evaluate(make_frame_jacobian(c.mechanism, frame), {c.q});
    const auto n = static_cast<Eigen::Index>(c.symbols.v.size());
    using ByRows = Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;
    const MatrixXd J = Eigen::Map<const ByRows>(entries.data(), 6, n);
    expect_equal(J * c.v, c.evaluate(motion));
  }
}

TEST(Dynamics, ForcesEnterThroughTheTransposedJacobian) {
  for (unsigned seed = 1; seed <= kCases; ++seed) {
    Case c(seed);
    Mechanism pushed = c.mechanism;
    Mechanism::Wrench wrench;
    wrench.name = "push";
    wrench.on = "body5.out";
    wrench.force = {1.0, -2.0, 0.5};
    wrench.torque = {0.3, 0.1, -0.7};
    pushed.wrenches.push_back(wrench);
    const VectorXd entries = evaluate(make_frame_jacobian(c.mechanism, wrench.on), {c.q});
    const auto n = static_cast<Eigen::Index>(c.symbols.v.size());
    using ByRows = Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;
    const MatrixXd J = Eigen::Map<const ByRows>(entries.data(), 6, n);
    VectorXd load(6);
    load << 0.3, 0.1, -0.7, 1.0, -2.0, 0.5;
    const VectorXd change = evaluate(make_bias_forces(c.mechanism), {c.q, c.v}) -
                            evaluate(make_bias_forces(pushed), {c.q, c.v});
    expect_equal(J.transpose() * load, change);
  }
}

/// Two hinges about y and two rods: the textbook's planar arm.
Mechanism planar_arm() {
  Mechanism m;
  m.gravity = {0.0, 0.0, -9.81};
  for (const char* name : {"upper", "lower"}) {
    Mechanism::Body body;
    body.name = name;
    body.mass = name[0] == 'u' ? 2.0 : 1.5;
    body.center_of_mass = {name[0] == 'u' ? 0.3 : 0.2, 0.0, 0.0};
    const double across = name[0] == 'u' ? 0.07 : 0.04;
    body.inertia = {0.02, across, across, 0.0, 0.0, 0.0};
    m.add_body(body);
  }
  m.add_frame({"upper.end", 0, {{0.8, 0.0, 0.0}, {}}});
  m.add_frame({"lower.tip", 1, {{0.5, 0.0, 0.0}, {}}});
  const auto hinge = [&](const char* name, const char* parent, const char* child) {
    Mechanism::Joint joint;
    joint.name = name;
    joint.type = JointType::revolute;
    joint.axis = {0.0, -1.0, 0.0};  // so that angles count upwards from x
    joint.parent = parent;
    joint.child = child;
    m.joints.push_back(joint);
  };
  hinge("shoulder", "world", "upper");
  hinge("elbow", "upper.end", "lower");
  return m;
}

TEST(Dynamics, OfAPlanarArmAreThoseOfTheTextbook) {
  const Mechanism arm = planar_arm();
  const double m1 = 2.0, m2 = 1.5, c1 = 0.3, c2 = 0.2, l1 = 0.8, l2 = 0.5, I1 = 0.07, I2 = 0.04;
  const double a = 0.7, b = -1.1, da = 0.9, db = 1.7, g = 9.81;
  VectorXd q(2), v(2);
  q << a, b;
  v << da, db;
  const double h = m2 * l1 * c2;
  const double M12 = I2 + m2 * c2 * c2 + h * std::cos(b);
  VectorXd M(4);
  M << I1 + I2 + m1 * c1 * c1 + m2 * (l1 * l1 + c2 * c2) + 2 * h * std::cos(b), M12, M12,
      I2 + m2 * c2 * c2;
  expect_equal(evaluate(make_mass_matrix(arm), {q}), M);
  VectorXd bias(2);
  const double g2 = m2 * c2 * g * std::cos(a + b);
  bias << -h * std::sin(b) * (2 * da * db + db * db) + (m1 * c1 + m2 * l1) * g * std::cos(a) + g2,
      h * std::sin(b) * da * da + g2;
  expect_equal(evaluate(make_bias_forces(arm), {q, v}), bias);
  VectorXd J = VectorXd::Zero(12);
  J[2] = J[3] = -1.0;  // turns about −y
  J[6] = -l1 * std::sin(a) - l2 * std::sin(a + b);
  J[7] = -l2 * std::sin(a + b);
  J[10] = l1 * std::cos(a) + l2 * std::cos(a + b);
  J[11] = l2 * std::cos(a + b);
  expect_equal(evaluate(make_frame_jacobian(arm, "lower.tip"), {q}), J);
}

TEST(Dynamics, SpringsAndDampersOfJointsStandInTheBiasForces) {
  Mechanism arm = planar_arm();
  VectorXd q(2), v(2);
  q << 0.4, 0.3;
  v << -0.2, 0.6;
  const VectorXd before = evaluate(make_bias_forces(arm), {q, v});
  arm.joints[1].freedoms[0].stiffness = 5.0;
  arm.joints[1].freedoms[0].rest = 0.1;
  arm.joints[1].freedoms[0].damping = 0.7;
  arm.joints[0].freedoms[0].effort = 2.0;
  VectorXd change(2);
  change << -2.0, 5.0 * 0.2 + 0.7 * 0.6;
  expect_equal(evaluate(make_bias_forces(arm), {q, v}) - before, change);
}

TEST(Dynamics, TakeTheMechanismOfAModel) {
  Model model;
  model.world.gravity = {0.0, 0.0, -9.81};
  RigidBody link{
      .mass = 2.0, .inertia = InertiaMatrix{{0.02, 0.07, 0.07}}, .center_of_mass = {0.3, 0.0, 0.0}};
  link.frames.add("tip", {.at = {0.8, 0.0, 0.0}});
  model.add<RigidBody>("link", link);
  model.add<Revolute>("pin", {.between = {"world", "link"}, .axis = "-y", .damping = 0.5});
  const Mechanism m = make_mechanism(model);
  VectorXd q(1), v(1), vdot(1), tau(1);
  q << 0.4;
  v << 0.9;
  vdot << -1.3;
  tau << (0.07 + 2.0 * 0.09) * -1.3 + 0.5 * 0.9 + 2.0 * 0.3 * 9.81 * std::cos(0.4);
  expect_equal(evaluate(make_inverse_dynamics(m), {q, v, vdot}), tau);
  EXPECT_EQ(make_frame_jacobian(m, "link.tip")->output_count(), 6);
  EXPECT_THROW(make_mechanism(Model()), ModelError);
}

TEST(Dynamics, OfLongChainsCostInProportionToTheirLength) {
  const auto chain = [](int bodies) {
    RandomMechanism random(7);
    RandomOptions options;
    options.bodies = bodies;
    options.chain = true;
    options.with_fixed = options.with_motion = options.with_frames = options.with_wrenches = false;
    return random.make(options);
  };
  const auto count = [&](int bodies) {
    return static_cast<double>(make_inverse_dynamics(chain(bodies))->operation_count());
  };
  // Joints are drawn by chance: a tenth of scatter among hundreds of them.
  EXPECT_NEAR(count(400) / count(200), 2.0, 0.2);
}

TEST(Dynamics, SayWhatTheyCannotDo) {
  const auto error_of = [](const auto& make) -> std::string {
    try {
      make();
    } catch (const ModelError& error) {
      return error.message() + (error.suggestion().empty() ? "" : "; " + error.suggestion());
    }
    return "";
  };
  Mechanism arm = planar_arm();
  EXPECT_EQ(error_of([&] { make_frame_jacobian(arm, "lower.tap"); }),
            "make_frame_jacobian: there is no frame 'lower.tap'; did you mean 'lower.tip'?");
  Mechanism driven = arm;
  driven.joints[1].freedoms[0].motion = Mechanism::Motion{0.1, 0.0, 0.0};
  EXPECT_EQ(error_of([&] { make_mass_matrix(driven); }),
            "make_mass_matrix: the motion of joint 'elbow' is prescribed");
  Mechanism loop = arm;
  loop.joints.push_back(loop.joints[1]);
  loop.joints.back().name = "tip";
  loop.joints.back().parent = "world";
  loop.joints.back().child = "lower.tip";
  EXPECT_NE(error_of([&] { make_bias_forces(loop); }).find("closes a loop"), std::string::npos);
  Graph other;
  Mechanism open = arm;
  open.bodies[1].mass = other.symbol("load");
  EXPECT_EQ(error_of([&] { make_inverse_dynamics(open); }),
            "make_inverse_dynamics: a value of the mechanism depends on 'load', which is not a "
            "function of q and v");
}

}  // namespace
}  // namespace holon
