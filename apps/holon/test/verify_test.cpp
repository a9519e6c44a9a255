// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#include "command_line_fixture.h"

namespace holon::test {
namespace {

using Verify = CommandLine;

TEST_F(Verify, AnExampleAgreesWithItself) {
  const Outcome run = holon("verify '" HOLON_SOURCE_DIR "/examples/four_bar.yaml'");
  EXPECT_EQ(run.status, 0) << run.out << run.err;
  for (const char* what : {"accelerations at", "determinate reactions", "trajectories",
                           "Jacobian of the equations", "tape and native", "the same run twice",
                           "interrupted and gone on with", "none disagrees"})
    EXPECT_TRUE(has(run.out, what)) << what << "\n" << run.out;
}

TEST_F(Verify, SaysWhatDoesNotApplyAndWhy) {
  const Outcome run = holon("verify '" HOLON_SOURCE_DIR "/examples/linear_system.yaml' --json");
  EXPECT_EQ(run.status, 0) << run.out << run.err;
  EXPECT_TRUE(has(run.out, "\"verdict\": \"not applicable\"")) << run.out;
  EXPECT_TRUE(has(run.out, "the model has no bodies")) << run.out;
  EXPECT_TRUE(has(run.out, "\"status\": \"agrees\"")) << run.out;
}

TEST_F(Verify, ADriftIsADisagreement) {
  // A step so long that the energy is wrong by more than a step's error.
  holon("new pendulum");
  const Outcome run = holon(
      "verify pendulum.yaml --until 20 --set pin.damping=0 --set simulate.solver=rk4 "
      "--set simulate.step=0.7 --set simulate.interval=1");
  EXPECT_TRUE(run.status == 4 || run.status == 3) << run.out << run.err;
}

}  // namespace
}  // namespace holon::test
