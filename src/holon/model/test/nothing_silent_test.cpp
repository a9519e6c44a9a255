// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0

// A setting without effect, or with an unintended effect, is an error.

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>

#include "elaborate_helper.h"

namespace holon::test {
namespace {

bool has(const std::string& errors, const std::string& words) {
  return errors.find(words) != std::string::npos;
}

TEST(NothingIsSilent, AFormulaThatNamesAValueWhichIsNotGiven) {
  const std::string errors = errors_in(R"yaml(holon: 1
parts:
  a: {type: Wheel, mass: 1}
  b: {type: Wheel, mass: "1 + a.initial.angle"}
)yaml");
  EXPECT_TRUE(has(errors, "a formula names 'a.initial.angle', which is not given")) << errors;
}

TEST(NothingIsSilent, SettingWhatAPartIsFromOutside) {
  for (const char* name : {"a.type", "a.repeat", "a.override"}) {
    const std::string errors = errors_in(R"yaml(holon: 1
parts:
  a: {type: Wheel, mass: 1}
)yaml",
                                         {}, {{name, "3"}});
    EXPECT_TRUE(has(errors, "cannot be set from outside")) << name << ": " << errors;
  }
}

TEST(NothingIsSilent, AnOverrideOfAMemberThatIsWrittenInAnotherWay) {
  const std::string errors = errors_in(R"yaml(holon: 1
parts:
  a: {type: Wheel, mass: 1, repeat: 3, override: {02: {mass: 3}}}
)yaml");
  EXPECT_TRUE(has(errors, "'02' is not a member of 'a'")) << errors;
}

TEST(NothingIsSilent, AParameterWithTheNameOfAnOutputOrValue) {
  for (const char* name : {"mass", "position"}) {
    const std::string errors = errors_in(std::string(R"yaml(holon: 1
parts:
  a: {type: Wheel, mass: 1, parameters: {)yaml") +
                                         name + ": 3}}\n");
    EXPECT_TRUE(has(errors, "cannot be a parameter's name too")) << name << ": " << errors;
  }
}

/// With one wheel before the settings.
std::string errors_in_settings(const std::string& settings, const Sets& sets = {}) {
  return errors_in("holon: 1\nparts: {a: {type: Wheel, mass: 1}}\n" + settings + "\n", {}, sets);
}

TEST(NothingIsSilent, StepsAndTolerancesThatTheSolverDoesNotUse) {
  EXPECT_EQ(errors_in_settings("simulate: {solver: rk4}"),
            "m.yaml:3:20: error: simulate: solver rk4 uses a fixed step, which is not given; add "
            "'step: 1 ms', or leave the choice to 'solver: auto'\n");
  EXPECT_EQ(errors_in_settings("simulate: {solver: rk4, step: 1 ms, tolerance: 1e-6}"),
            "m.yaml:3:37: error: simulate: 'tolerance' has no effect: solver rk4 uses a fixed "
            "step; leave it out, or choose another solver\n");
  EXPECT_EQ(errors_in_settings("simulate: {step: 1 ms}"),
            "m.yaml:3:12: error: simulate: 'step' has no effect: the solver chooses its own steps; "
            "leave it out, or choose 'solver: rk4'; 'interval' is the time between rows\n");
  EXPECT_EQ(
      errors_in_settings("simulate: {tolerance: 1e-20}"),
      "m.yaml:3:23: error: simulate: a tolerance of 1e-20 cannot be held in double precision; "
      "choose between 1e-14 and 1, such as 1e-8\n");
  EXPECT_EQ(errors_in_settings("simulate: {until: 6 s, interval: 1e-18}"),
            "m.yaml:3:34: error: simulate: 'interval' is 1e-18 s, which is lost in the rounding of "
            "times up to 6 s; make it longer\n");
}

TEST(NothingIsSilent, ColoursThatAreNone) {
  const auto errors_in_color = [](const std::string& color) {
    return errors_in(
        "holon: 1\nparts:\n  a: {type: Wheel, mass: 1, shapes: [{box: [1, 1, 1], color: " + color +
        "}]}\n");
  };
  EXPECT_EQ(errors_in_color("steelblue"), "");
  EXPECT_EQ(errors_in_color("'#09f'"), "");
  EXPECT_EQ(errors_in_color("stelblue"),
            "m.yaml:3:62: error: parts/a (Wheel): 'stelblue' is not a colour; did you mean "
            "'steelblue'?\n");
  EXPECT_TRUE(has(errors_in_color("'#12'"), "give a CSS name such as 'steelblue', or '#rrggbb'"));
}

TEST(NothingIsSilent, GravityThatChanges) {
  EXPECT_EQ(errors_in_settings("world: {gravity: [0, 0, \"-time*1 [m/s^3]\"]}"),
            "m.yaml:3:18: error: world: gravity.z must not change during the run; it depends on "
            "'time'; a part of type Gravity may change with time\n");
}

TEST(NothingIsSilent, ASolverFromOutsideLeavesTheSettingsOfTheFilesOwnSolver) {
  Diagnostics diagnostics;
  const Model model =
      read("holon: 1\nparts: {a: {type: Wheel, mass: 1}}\nsimulate: {tolerance: 1e-6}\n", {},
           {{"simulate.solver", "rk4"}, {"simulate.step", "1 ms"}}, diagnostics);
  EXPECT_EQ(diagnostics.to_string(), "");
  EXPECT_FALSE(model.simulate.tolerance.has_value());
  EXPECT_EQ(model.simulate.step, 1e-3);
}

TEST(NothingIsSilent, EmptyAndDoubledOutputs) {
  EXPECT_EQ(errors_in_settings("outputs: []"),
            "m.yaml:3:1: error: outputs: an empty list records nothing; leave 'outputs' out to "
            "record the main outputs of all parts\n");
  EXPECT_EQ(errors_in_settings("outputs: [a.angle, a.rate, a.angle]"),
            "m.yaml:3:28: error: outputs: 'a.angle' is recorded already; name each output once\n");
  EXPECT_EQ(errors_in_settings("plots: [{y: []}, {y: [a.angle, a.angle]}]"),
            "m.yaml:3:10: error: plots: 'y' is empty: there is nothing to draw; name outputs, such "
            "as [pin.angle]\nm.yaml:3:32: error: plots: 'a.angle' is already drawn in this plot; "
            "name each output once\n");
}

TEST(NothingIsSilent, CamerasThatSeeNothing) {
  EXPECT_EQ(errors_in_settings("scene: {cameras: {c: {at: [0, 0, 0]}, d: {up: [0, 0, 0]}, e: {on: "
                               "a, look_at: a, at: [0, 0, 0]}}}"),
            "m.yaml:3:23: error: scene: camera 'c' is at the origin of the frame that it looks at, "
            "'world'; move it away with 'at', or point it at another frame\nm.yaml:3:47: error: "
            "scene: 'up' of camera 'd' has no direction; give a direction such as [0, 0, "
            "1]\nm.yaml:3:82: error: scene: camera 'e' is at the origin of the frame that it looks "
            "at, 'a'; move it away with 'at', or point it at another frame\n");
}

TEST(NothingIsSilent, ShapesWithoutSizeAndFilesThatAreNotThere) {
  const std::filesystem::path folder =
      std::filesystem::path(testing::TempDir()) / "holon_nothing_silent";
  std::filesystem::create_directories(folder / "sub");
  std::ofstream(folder / "part.stl") << "solid\n";
  const std::string mesh = (folder / "part.stl").string(), missing = mesh + "x";
  const std::string errors = errors_in(
      "holon: 1\nparts:\n  a: {type: Wheel, mass: 1, shapes: [{box: [1, -2, 0]}, {mesh: " + mesh +
      "}, {mesh: " + missing + "}, {mesh: " + (folder / "sub").string() + "}]}\n");
  EXPECT_TRUE(has(errors, "shapes[0].box.y must be positive, not -2 m")) << errors;
  EXPECT_TRUE(has(errors, "shapes[0].box.z must be positive, not 0")) << errors;
  EXPECT_TRUE(has(errors, "there is no file '" + missing + "'")) << errors;
  EXPECT_TRUE(has(errors, "sub' is a folder, not a file")) << errors;
  EXPECT_FALSE(has(errors, "'" + mesh + "'")) << errors;
  std::filesystem::remove_all(folder);
}

TEST(NothingIsSilent, AModelWithoutParts) {
  EXPECT_EQ(errors_in("holon: 1\nparts: {}\n"),
            "m.yaml:2:1: error: there are no parts: there is nothing to simulate; describe them "
            "under 'parts:'\n");
  // A file with only parameters is a valid part.
  const Files files{{"p.yaml", "holon: 1\nparameters: {m: 2}\n"}};
  EXPECT_EQ(errors_in("holon: 1\nparts: {p: {type: p.yaml}, a: {type: Wheel, mass: p.m}}\n", files),
            "");
}

TEST(NothingIsSilent, AParameterInCodeWithTwoValues) {
  Model model;
  const Expr m = model.parameter("m", 2, "t");
  EXPECT_EQ(model.parameter("m", 2000, "kg"), m);
  EXPECT_THROW(model.parameter("m", 2, "kg"), ModelError);
  EXPECT_THROW(model.parameter("m", 2000), ModelError);
}

TEST(Suggestions, SayWhatWasMeant) {
  const auto wheel = [](const std::string& values) {
    return errors_in("holon: 1\nparts:\n  pin: {type: Wheel, mass: 1, " + values + "}\n");
  };
  EXPECT_TRUE(has(errors_in("holon: 1\nparts: {a: {Type: Wheel, mass: 1}}\n"),
                  "a part needs a 'type', or 'parts' of its own; write 'type' for 'Type'"));
  EXPECT_TRUE(
      has(wheel("damping: 1,5 N m s/rad"), "numbers are written with a point: 1.5 N m s/rad"))
      << wheel("damping: 1,5 N m s/rad");
  EXPECT_TRUE(has(wheel("teeth=20"), "write 'teeth: 20'")) << wheel("teeth=20");
  EXPECT_TRUE(has(wheel("torque: 2*pn.angle"), "did you mean 'pin.angle'?"))
      << wheel("torque: 2*pn.angle");
  EXPECT_TRUE(has(wheel("torque: 2*system.energy.kin"), "did you mean 'system.energy.kinetic'?"))
      << wheel("torque: 2*system.energy.kin");
  EXPECT_TRUE(has(wheel("torque: \"sin\""), "'sin' is a function; write sin(x)"));
  EXPECT_TRUE(
      has(wheel("torque: sin(pin.angle)"),
          "a torque or energy (N m) is needed, not a pure number; multiply it by a quantity: "
          "1 [N m]"));
  EXPECT_TRUE(has(errors_in("holon: 1\nparts:\n  a:\n    type: Wheel\n    mass: - 5*x\n"),
                  "quote a formula that begins with '- '"));
  EXPECT_TRUE(has(errors_in("holon: 1\nparts:\n  a:\n    type: Wheel\n    mass:\n    - 5*x\n"),
                  "quote a formula that begins with '- ': \"- 5*x\""));
  EXPECT_TRUE(
      has(wheel("torque: pin.flange.effort"), "'pin.flange.effort' is a power port, not a value"));
  EXPECT_TRUE(
      has(wheel("frames: {tip: {modes: []}}"), "'modes' of a frame are not in this version yet"));
  EXPECT_TRUE(has(wheel("temperature: 1 kgs"), "did you mean 'kg'?"));
}

}  // namespace
}  // namespace holon::test
