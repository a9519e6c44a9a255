// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0

// Where mechanisms with closed loops begin: what `initial` holds is held, or refused by name.
#include "holon/mechanics/parts/bodies/rigid_body.h"
#include "holon/mechanics/parts/joints/revolute.h"
#include "holon/mechanics/test/run_model.h"

namespace holon::test {
namespace {

// Two hinges about different axes on one body: it cannot move, and stands at 0.
Model make_locked_link(double angle) {
  Model model;
  model.add<RigidBody>("link", {.mass = 1.0, .inertia = InertiaMatrix{{1.0, 1.0, 1.0}}});
  model.add<Revolute>("pin",
                      {.between = {"world", "link"}, .axis = "y", .initial = {.angle = angle}});
  model.add<Revolute>("lock", {.between = {"world", "link"}, .axis = "z"});
  return model;
}

TEST(Start, HeldPlacesThatNoFreedomCanMendAreNamed) {
  try {
    run(make_system(make_locked_link(0.3)), 1.0, {"pin.angle"});
    FAIL() << "0.3 rad was taken";
  } catch (const ModelError& error) {
    const std::string text = error.what();
    EXPECT_NE(text.find("given by 'initial' contradict the closed loops"), std::string::npos)
        << text;
    EXPECT_NE(text.find("pin.angle"), std::string::npos) << text;
  }
}

TEST(Start, HeldPlacesThatCloseTheLoopStay) {
  const Results results = run(make_system(make_locked_link(0.0)), 1.0, {"pin.angle"});
  EXPECT_NEAR(number_of(results, results.row_count() - 1, "pin.angle"), 0.0, kGlobal);
}

}  // namespace
}  // namespace holon::test
