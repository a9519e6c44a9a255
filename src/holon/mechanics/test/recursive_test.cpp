// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#include "holon/mechanics/recursive.h"

#include <gtest/gtest.h>

#include <set>

#include "holon/base/errors.h"
#include "holon/expr/program.h"
#include "random_mechanism.h"

namespace holon {
namespace {

using test::JointState;
using test::RandomMechanism;
using test::RandomOptions;

/// Recursive accelerations by joint, in numbers.
std::vector<std::vector<double>> run_recursive(const Mechanism& m,
                                               const std::vector<JointState>& joints) {
  std::vector<std::string> errors;
  const Tree tree = make_tree(m, errors);
  if (!errors.empty()) throw std::runtime_error(errors.front());
  auto graph = std::make_shared<Graph>();
  std::vector<Expr> symbols;
  std::vector<double> numbers;
  const auto add = [&](double value) {
    symbols.push_back(graph->symbol("x" + std::to_string(symbols.size())));
    numbers.push_back(value);
    return symbols.back();
  };
  std::vector<LinkState> states;
  for (const Link& link : tree.links) {
    const JointState& joint = joints[static_cast<std::size_t>(link.joint)];
    LinkState s;
    for (double q : joint.q) s.q.push_back(add(q));
    for (double v : joint.v) s.v.push_back(add(v));
    if (joint.q.size() == 1) {
      s.effort = add(joint.effort);
      s.vdot = add(joint.vdot);
    }
    states.push_back(s);
  }
  std::vector<Expr> all;
  const auto vdot = calc_recursive(m, tree, states);
  for (const auto& part : vdot) all.insert(all.end(), part.begin(), part.end());
  const FunctionRef f = Function::make("f", graph, {{"x", symbols}}, {{"y", all}});
  const std::vector<double> y = f->evaluate(numbers);
  std::vector<std::vector<double>> result(m.joints.size());
  std::size_t at = 0;
  for (std::size_t k = 0; k < vdot.size(); ++k) {
    auto& own = result[static_cast<std::size_t>(tree.links[k].joint)];
    for (std::size_t i = 0; i < vdot[k].size(); ++i) own.push_back(y[at++]);
  }
  return result;
}

TEST(Recursive, AgreesWithADenseSystemOnRandomTrees) {
  constexpr double kRelative = 1e-10;
  for (unsigned seed = 1; seed <= 300; ++seed) {
    RandomMechanism random(seed);
    RandomOptions options;
    options.bodies = 1 + static_cast<int>(seed % 11);
    options.aligned_only = seed % 3 == 0;
    options.with_wrenches = false;
    const Mechanism m = random.make(options);
    const std::vector<JointState> state = random.state(m);
    const auto expected = test::solve_dense(m, state).vdot;
    const auto found = run_recursive(m, state);
    double scale = 1.0;
    for (const auto& v : expected) {
      for (double x : v) scale = std::max(scale, std::abs(x));
    }
    for (std::size_t j = 0; j < m.joints.size(); ++j) {
      if (m.joints[j].freedom.motion) continue;
      ASSERT_EQ(found[j].size(), expected[j].size()) << "seed " << seed << " joint " << j;
      for (std::size_t k = 0; k < found[j].size(); ++k) {
        EXPECT_NEAR(found[j][k], expected[j][k], kRelative * scale)
            << "seed " << seed << ", joint " << j << " of type "
            << joint_info(m.joints[j].type).name << ", number " << k;
      }
    }
    if (HasFailure()) break;
  }
}

}  // namespace
}  // namespace holon
