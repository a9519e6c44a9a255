// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#include "holon/mechanics/formulations/recursive.h"

#include <gtest/gtest.h>

#include <optional>
#include <set>

#include "holon/base/errors.h"
#include "holon/expr/program/program.h"
#include "holon/mechanics/kinematics/joint_values.h"
#include "holon/mechanics/kinematics/kinematics.h"
#include "holon/mechanics/kinematics/loads.h"
#include "holon/mechanics/test/random_mechanism.h"

namespace holon {
namespace {

using test::JointState;
using test::RandomMechanism;
using test::RandomOptions;

/// A mechanism in a state, evaluated through the formulation and the kinematics.
class Evaluated {
 public:
  /// `symbolic`: all values of bodies, frames and joints are symbols, as tunable parameters are.
  Evaluated(const Mechanism& mechanism, const std::vector<JointState>& joints,
            bool symbolic = false)
      : mechanism_(mechanism) {
    if (symbolic) make_symbolic();
    const Mechanism& m = mechanism_;
    std::vector<std::string> errors;
    tree_ = make_tree(m, errors);
    if (!errors.empty()) throw std::runtime_error(errors.front());
    for (const Link& link : tree_.links) {
      const JointState& joint = joints[static_cast<std::size_t>(link.joint)];
      LinkState s;
      const auto own = [&](const std::vector<double>& all) {
        const auto f = static_cast<std::size_t>(link.freedom);
        return is_straight(link.type) ? std::vector<double>{all[f]} : all;
      };
      for (double q : own(joint.q)) s.q.push_back(add(q));
      for (double v : own(joint.v)) s.v.push_back(add(v));
      for (double vdot : own(joint.vdot)) s.vdot.push_back(add(vdot));
      if (is_straight(link.type)) {
        s.effort = add(joint.effort[static_cast<std::size_t>(link.freedom)]);
      } else if (link.reversed) {
        s.vdot = detail::reverse_accelerations(s.q, s.v, s.vdot);
        s.v = detail::reverse_rates(s.q, s.v);
        s.q = detail::reverse_coordinates(s.q);
      }
      states_.push_back(s);
    }
    add_loads();
    vdot_ = calc_recursive(m, tree_, states_);
    kinematics.emplace(mechanism_, tree_, states_);
    kinematics->set_accelerations(vdot_);
  }

  /// By joint.
  std::vector<std::vector<double>> vdot(std::size_t inline_limit = 100000) {
    std::vector<std::vector<double>> result;
    std::vector<Expr> all;
    for (const std::vector<int>& links : find_links_of_joints(mechanism_, tree_)) {
      const std::vector<Expr> own = joint_accelerations(mechanism_, tree_, states_, vdot_, links);
      all.insert(all.end(), own.begin(), own.end());
      result.emplace_back(own.size());
    }
    const std::vector<double> y = numbers(all, inline_limit);
    std::size_t at = 0;
    for (std::vector<double>& own : result) {
      for (double& vdot : own) vdot = y[at++];
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

  std::optional<Kinematics> kinematics;

 private:
  Expr add(double value) {
    symbols_.push_back(graph_->symbol("x" + std::to_string(symbols_.size())));
    numbers_.push_back(value);
    return symbols_.back();
  }

  void make_symbolic() {
    const auto vary = [&](Expr& e) { e = add(e.value()); };
    const auto vary3 = [&](Vector3<Expr>& v) {
      for (int k = 0; k < 3; ++k) vary(v[k]);
    };
    const auto vary_place = [&](FramePlace& place) {
      vary3(place.position);
      const Rotation<Expr>& R = place.rotation;
      place.rotation = {add(R.w().value()), add(R.x().value()), add(R.y().value()),
                        add(R.z().value())};
    };
    vary3(mechanism_.gravity);
    for (Mechanism::Body& body : mechanism_.bodies) {
      vary(body.mass);
      vary3(body.center_of_mass);
      for (Expr& e : body.inertia) vary(e);
    }
    for (Mechanism::Frame& frame : mechanism_.frames) {
      if (frame.name.ends_with(".in") || frame.name.ends_with(".out")) vary_place(frame.place);
    }
    for (Mechanism::Joint& joint : mechanism_.joints) {
      vary_place(joint.origin);
      for (Mechanism::Freedom& f : joint.freedoms) {
        for (Expr* e : {&f.stiffness, &f.rest, &f.damping}) vary(*e);
      }
      vary(joint.pitch);
    }
    for (Mechanism::Wrench& wrench : mechanism_.wrenches) vary3(wrench.force);
  }

  void add_loads() { Kinematics(mechanism_, tree_, states_).loads().apply_to(states_); }

  Mechanism mechanism_;
  Tree tree_;
  std::shared_ptr<Graph> graph_ = std::make_shared<Graph>();
  std::vector<Expr> symbols_;
  std::vector<double> numbers_;
  std::vector<LinkState> states_;
  std::vector<std::vector<Expr>> vdot_;
};

constexpr double kRelative = 1e-10;  // of the largest number of its sort

/// One of many random machines.
struct RecursiveCase {
  unsigned seed;
  Mechanism mechanism;
  std::vector<JointState> state;
  explicit RecursiveCase(unsigned s, bool chain = false) : seed(s) {
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
                 const std::vector<std::vector<double>>& expected, const RecursiveCase& c) {
  const double tolerance = kRelative * largest(expected);
  for (std::size_t j = 0; j < expected.size(); ++j) {
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
    const RecursiveCase c(seed);
    expect_near(Evaluated(c.mechanism, c.state).vdot(),
                test::solve_dense(c.mechanism, c.state).vdot, c);
  }
}

TEST(Recursive, AgreesWithTheDenseSystemWhereAllValuesAreSymbols) {
  for (unsigned seed = 601; seed <= 640 && !HasFailure(); ++seed) {
    const RecursiveCase c(seed);
    expect_near(Evaluated(c.mechanism, c.state, true).vdot(),
                test::solve_dense(c.mechanism, c.state).vdot, c);
  }
}

/// A chain of equal bars on hinges about x, y, z in turn.
Mechanism make_chain(int bodies) {
  Mechanism m;
  for (int b = 0; b < bodies; ++b) {
    Mechanism::Body body;
    body.name = "link" + std::to_string(b);
    body.mass = 1.0;
    body.center_of_mass = {0.5, 0.0, 0.0};
    body.inertia = {0.02 / 12, 1.01 / 12, 1.01 / 12, 0.0, 0.0, 0.0};
    m.add_body(body);
    m.add_frame({body.name + ".tip", b, {{1.0, 0.0, 0.0}, {}}});
    Mechanism::Joint joint;
    joint.name = "joint" + std::to_string(b);
    joint.type = JointType::revolute;
    joint.parent = b == 0 ? "world" : "link" + std::to_string(b - 1) + ".tip";
    joint.child = body.name;
    joint.axis = test::Vector3d::Unit(b % 3);
    m.joints.push_back(joint);
  }
  return m;
}

TEST(Recursive, NeedsAFewFunctionsForAChainOfAnyLength) {
  const FunctionRef f = make_forward_dynamics(make_chain(1000));
  std::set<std::uint64_t> functions;
  for (std::uint32_t id = 0; id < f->graph()->size(); ++id) {
    const Node& node = f->graph()->node(id);
    if (node.op == Op::call) functions.insert(f->graph()->payload(node).function->fingerprint());
    // … and nothing but calls.
    EXPECT_TRUE(node.op == Op::call || node.op == Op::output || node.op == Op::symbol ||
                node.op == Op::constant);
  }
  // The turn; outward: three axes, and the ends; inward and return: the same.
  EXPECT_LE(functions.size(), 16u);
  EXPECT_EQ(f->input_count(), 3000);
  EXPECT_EQ(f->output_count(), 1000);
}

TEST(Recursive, NeedsTheOperationsPerBodyThatTheDesignNoteCounts) {
  // docs/design/recursive.md: 34 outward, 98 inward, 20 in the return pass.
  const auto count = [](int bodies) {
    ProgramOptions options;
    options.engine = Engine::tape;
    const FunctionRef f = make_forward_dynamics(make_chain(bodies));
    return static_cast<double>(Program(*f, options).operation_count());
  };
  EXPECT_LE((count(100) - count(30)) / 70, 34 + 98 + 20);
  EXPECT_LE(count(7) / 7, 78);  // flattened, its ends folded
}

TEST(Recursive, OffersForwardDynamicsAsAFunction) {
  for (int bodies : {1, 7, 30}) {
    const Mechanism m = make_chain(bodies);
    RandomMechanism random(static_cast<unsigned>(bodies));
    std::vector<JointState> state = random.state(m);
    std::vector<double> in;
    for (const JointState& s : state) in.push_back(s.q[0]);
    for (const JointState& s : state) in.push_back(s.v[0]);
    for (const JointState& s : state) in.push_back(s.effort[0]);
    const std::vector<double> found = make_forward_dynamics(m)->evaluate(in);
    const auto expected = test::solve_dense(m, state).vdot;
    const double tolerance = kRelative * largest(expected);
    for (std::size_t j = 0; j < found.size(); ++j) {
      EXPECT_NEAR(found[j], expected[j][0], tolerance) << bodies << " bodies, joint " << j;
    }
  }
}

TEST(Recursive, RefusesAMechanismThatIsWrong) {
  Mechanism m = make_chain(3);
  m.bodies[1].mass = -1.0;
  try {
    make_forward_dynamics(m);
    FAIL() << "it should throw";
  } catch (const ModelError& error) {
    EXPECT_NE(error.message().find("link1: the mass of 'link1' is -1 kg and must not be negative"),
              std::string::npos)
        << error.message();
  }
}

TEST(Recursive, GivesTheSameNumbersWhetherItsCallsAreInlinedOrRolledUp) {
  // Inlining folds more, so the two round differently.
  for (unsigned seed = 1; seed <= 60 && !HasFailure(); ++seed) {
    const RecursiveCase c(seed);
    Evaluated e(c.mechanism, c.state);
    expect_near(e.vdot(0), e.vdot(), c);
  }
}

/// Expressions with what they should be; evaluated all at once.
class Comparison {
 public:
  void add(const std::vector<Expr>& found, const Eigen::VectorXd& expected, std::string name) {
    ASSERT_EQ(static_cast<Eigen::Index>(found.size()), expected.size()) << name;
    for (std::size_t k = 0; k < found.size(); ++k) {
      found_.push_back(found[k]);
      expected_.push_back(expected[static_cast<Eigen::Index>(k)]);
      names_.push_back(name + "[" + std::to_string(k) + "]");
    }
  }
  void run(Evaluated& e, double scale) const {
    const std::vector<double> found = e.numbers(found_);
    for (std::size_t k = 0; k < found.size(); ++k) {
      EXPECT_NEAR(found[k], expected_[k], kRelative * scale) << names_[k];
    }
  }

 private:
  std::vector<Expr> found_;
  std::vector<double> expected_;
  std::vector<std::string> names_;
};

double largest(std::initializer_list<const std::vector<test::Vector3d>*> lists) {
  double scale = 1.0;
  for (const auto* list : lists) {
    for (const test::Vector3d& v : *list) scale = std::max(scale, v.cwiseAbs().maxCoeff());
  }
  return scale;
}

TEST(Kinematics, FramesMoveAsTheDenseSystemSays) {
  for (unsigned seed = 301; seed <= 360 && !HasFailure(); ++seed) {
    const RecursiveCase c(seed);
    const test::DenseResult expected = test::solve_dense(c.mechanism, c.state);
    Evaluated e(c.mechanism, c.state);
    Comparison all;
    for (std::size_t b = 0; b < c.mechanism.bodies.size(); ++b) {
      const int body = c.mechanism.find_frame(c.mechanism.bodies[b].name);
      const bool is_frame = c.mechanism.bodies[b].is_frame;
      const int out = is_frame ? body : c.mechanism.find_frame(c.mechanism.bodies[b].name + ".out");
      const std::string name = "seed " + std::to_string(seed) + ", body " + std::to_string(b) + " ";
      const auto expect = [&](int frame, FrameOutput which, const Eigen::VectorXd& value) {
        all.add(e.kinematics->calc_frame_output(frame, which), value,
                name + frame_outputs()[static_cast<std::size_t>(which)].name);
      };
      const test::Vector3d &w = expected.angular_velocity[b],
                           &alpha = expected.angular_acceleration[b];
      expect(body, FrameOutput::position, expected.position[b]);
      expect(body, FrameOutput::velocity, expected.velocity[b]);
      expect(body, FrameOutput::acceleration, expected.acceleration[b]);
      expect(body, FrameOutput::angular_velocity, w);
      expect(body, FrameOutput::angular_acceleration, alpha);
      // Another frame of the body, as a rigid body moves.
      const FramePlace& place = c.mechanism.frames[static_cast<std::size_t>(out)].place;
      const test::Matrix3d& R = expected.attitude[b];
      const test::Vector3d r = R * test::number(place.position);
      expect(out, FrameOutput::position, expected.position[b] + r);
      expect(out, FrameOutput::velocity, expected.velocity[b] + w.cross(r));
      expect(out, FrameOutput::acceleration,
             expected.acceleration[b] + alpha.cross(r) + w.cross(w.cross(r)));
      const test::Matrix3d R_F = R * test::number(place.rotation);
      expect(out, FrameOutput::angular_velocity_body, R_F.transpose() * w);
      const std::vector<Expr> q = e.kinematics->calc_frame_output(out, FrameOutput::orientation);
      const Matrix3<Expr> found = Rotation<Expr>(q[0], q[1], q[2], q[3]).to_matrix();
      all.add(std::vector<Expr>(found.data(), found.data() + 9),
              Eigen::Map<const Eigen::VectorXd>(R_F.data(), 9), name + "orientation");
    }
    all.run(e, largest({&expected.acceleration, &expected.angular_acceleration}));
  }
}

TEST(Kinematics, ReactionsAreTheMultipliersOfTheDenseSystem) {
  for (unsigned seed = 401; seed <= 480 && !HasFailure(); ++seed) {
    const RecursiveCase c(seed);
    const test::DenseResult expected = test::solve_dense(c.mechanism, c.state);
    Evaluated e(c.mechanism, c.state);
    Comparison all;
    for (std::size_t j = 0; j < c.mechanism.joints.size(); ++j) {
      const auto reaction = e.kinematics->calc_reaction(static_cast<int>(j));
      const std::string name = "seed " + std::to_string(seed) + ", joint " + std::to_string(j) +
                               " of type " +
                               std::string(joint_info(c.mechanism.joints[j].type).name);
      all.add(reaction[0], expected.force[j], name + ", force");
      all.add(reaction[1], expected.torque[j], name + ", torque");
    }
    all.run(e, largest({&expected.force, &expected.torque}));
  }
}

TEST(Kinematics, EnergyAndMomentumAreThoseOfTheBodies) {
  for (unsigned seed = 521; seed <= 600 && !HasFailure(); ++seed) {
    const RecursiveCase c(seed);
    const test::DenseResult expected = test::solve_dense(c.mechanism, c.state);
    Evaluated e(c.mechanism, c.state);
    double springs = 0.0, power = 0.0;
    for (std::size_t j = 0; j < c.mechanism.joints.size(); ++j) {
      const Mechanism::Joint& joint = c.mechanism.joints[j];
      for (std::size_t k = 0; k < joint_info(joint.type).freedoms.size(); ++k) {
        const Mechanism::Freedom& f = joint.freedoms[k];
        if (f.motion) continue;
        springs += 0.5 * f.stiffness.value() * std::pow(c.state[j].q[k] - f.rest.value(), 2);
        power += f.damping.value() * std::pow(c.state[j].v[k], 2);
      }
    }
    Kinematics& k = *e.kinematics;
    Comparison all;
    all.add({k.calc_kinetic_energy(), k.calc_potential_energy(), k.calc_damping_power()},
            test::Vector3d(expected.kinetic, expected.potential + springs, power),
            "seed " + std::to_string(seed) + ", energy and power");
    all.add(k.calc_momentum(), expected.momentum, "momentum");
    all.add(k.calc_angular_momentum(), expected.angular_momentum, "angular momentum");
    all.run(e, 1.0 + expected.kinetic + std::abs(expected.potential) + springs);
  }
}

}  // namespace
}  // namespace holon
