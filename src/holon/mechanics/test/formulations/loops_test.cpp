// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#include "holon/mechanics/formulations/loops.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "holon/mechanics/test/closed_mechanism.h"
#include "holon/mechanics/test/run_model.h"

namespace holon {
namespace {

using test::ClosedMechanism;
using test::JointState;
using test::RandomMechanism;
using test::RandomOptions;

/// Accelerations and determinate reactions of all formulations, relative to the largest of their
/// sort: roundings times the conditions of random linkages.
constexpr double kAgreement = 1e-9;

constexpr Formulation kAllFormulations[] = {Formulation::recursive, Formulation::augmented,
                                            Formulation::aggregate};
constexpr JointType kClosing[] = {JointType::revolute,    JointType::prismatic, JointType::screw,
                                  JointType::cylindrical, JointType::universal, JointType::planar,
                                  JointType::pin_in_slot, JointType::spherical};

bool is_cut(const System& system, const std::string& joint) {
  if (!system.constraints) return false;
  for (const std::string& name : system.constraints->names) {
    if (name.starts_with(joint + ":")) return true;
  }
  return false;
}

/// Accelerations and reactions of all joints against the dense system.
void expect_dense(const ClosedMechanism& c, const Model& model, bool last_is_cut) {
  const test::DenseResult expected = test::solve_dense(c.mechanism, c.states);
  std::vector<std::string> names;
  std::vector<double> accelerations, forces, torques;
  for (std::size_t j = 0; j < c.mechanism.joints.size(); ++j) {
    const auto own = test::acceleration_names(c.mechanism.joints[j]);
    names.insert(names.end(), own.begin(), own.end());
    accelerations.insert(accelerations.end(), expected.vdot[j].begin(), expected.vdot[j].end());
  }
  for (const bool force : {true, false}) {
    for (std::size_t j = 0; j < c.mechanism.joints.size(); ++j) {
      names.push_back(c.mechanism.joints[j].name +
                      (force ? ".reaction.force" : ".reaction.torque"));
      const auto& wrench = force ? expected.force[j] : expected.torque[j];
      (force ? forces : torques)
          .insert((force ? forces : torques).end(), wrench.begin(), wrench.end());
    }
  }
  for (const Formulation formulation : kAllFormulations) {
    SCOPED_TRACE(name_of(formulation));
    Model own = model;
    own.simulate.formulation = formulation;
    const System system = make_system(own);
    if (last_is_cut) EXPECT_TRUE(is_cut(system, c.mechanism.joints.back().name));
    const std::vector<double> found = test::values_at_start(system, names);
    std::size_t at = 0;
    for (const std::vector<double>* list : {&accelerations, &forces, &torques}) {
      double largest = 1, worst = 0;
      for (const double e : *list) largest = std::max(largest, std::abs(e));
      for (const double e : *list) {
        const double error = std::abs(found.at(at++) - e);
        if (!(error <= worst)) worst = error;
      }
      EXPECT_LE(worst, kAgreement * largest) << (list == &accelerations ? "accelerations"
                                                 : list == &forces      ? "forces"
                                                                        : "torques");
    }
  }
}

class RandomLoops : public ::testing::TestWithParam<int> {};

TEST_P(RandomLoops, AccelerateAndCarryAsADenseSystemSays) {
  RandomMechanism random(static_cast<unsigned>(GetParam()));
  RandomOptions options;
  options.bodies = 9;
  options.with_motion = options.with_wrenches = options.with_frames = false;
  options.with_free_inside = false;
  for (int attempt = 0; attempt < 20; ++attempt) {
    const auto type = kClosing[static_cast<std::size_t>(GetParam()) % std::size(kClosing)];
    std::vector<JointType> types{type};
    if (GetParam() % 2) types.insert(types.begin(), kClosing[random.pick(std::size(kClosing))]);
    options.with_springs = GetParam() % 3 > 0;
    const ClosedMechanism c = test::close_loops(random, options, types);
    // A Free joint to a body that other joints hold is an error.
    const auto& joints = c.mechanism.joints;
    const bool has_free = std::any_of(joints.begin(), joints.end(), [](const auto& joint) {
      return joint.type == JointType::free;
    });
    if (!c.independent || has_free) continue;
    SCOPED_TRACE(std::string(joint_info(type).name));
    // Where only the tree's joints have values, the others are cut; else any may be.
    const bool only_tree = !options.with_springs;
    expect_dense(
        c, test::make_model(c, [&](std::size_t j) { return !only_tree || j < c.tree_joints; }),
        only_tree);
    return;
  }
  FAIL() << "no mechanism with independent conditions";
}

INSTANTIATE_TEST_SUITE_P(Seeds, RandomLoops, ::testing::Range(0, 28));

}  // namespace
}  // namespace holon
