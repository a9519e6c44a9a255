// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0

// Error messages for wrong models.
#include <gtest/gtest.h>

#include "elaborate_helper.h"

namespace holon {
namespace {

using test::errors_in;

/// Errors of a model with one wheel that has these values besides its mass.
std::string errors_in_wheel(const std::string& values) {
  return errors_in("holon: 1\nparts:\n  a: {type: Wheel, mass: 1, " + values + "}\n");
}

TEST(ElaborateErrors, MissingAndWrongVersion) {
  EXPECT_EQ(errors_in("parts: {}\n"),
            "m.yaml:1:1: error: 'holon: 1' is missing: the version of the language; begin the file "
            "with the line 'holon: 1'\n");
  EXPECT_EQ(errors_in("holon: 2\nparts: {}\n"),
            "m.yaml:1:8: error: this program reads version 1 of the language, not the text '2'; "
            "write 'holon: 1'\n");
}

TEST(ElaborateErrors, KeysThatNobodyReads) {
  EXPECT_EQ(errors_in(R"yaml(holon: 1
tilte: x
parts:
  a: {type: Wheel, mas: 1, mass: 2, initial: {angel: 3}, shapes: [{box: [1, 1, 1], colour: red}]}
)yaml"),
            R"yaml(m.yaml:2:1: error: 'tilte' is not a key; did you mean 'title'?
m.yaml:4:20: error: parts/a (Wheel): 'mas' is not a parameter; did you mean 'mass'?
m.yaml:4:47: error: parts/a (Wheel): 'angel' is not a key of 'initial'; did you mean 'angle'?
m.yaml:4:84: error: parts/a (Wheel): 'colour' is not a key of 'shapes[0]'; did you mean 'color'?
)yaml");
}

TEST(ElaborateErrors, PartsAsAList) {
  EXPECT_EQ(errors_in("holon: 1\nparts:\n  - type: Wheel\n    mass: 1\n"),
            "m.yaml:3:3: error: 'parts' is a map of names, not a list of 1; write 'link: {type: "
            "RigidBody, …}'\n");
}

TEST(ElaborateErrors, PartsWithoutAType) {
  EXPECT_EQ(errors_in(R"yaml(holon: 1
parts:
  a: {mass: 1}
  b: Wheel
  c: {type: Whel}
  d: {type: HydraulicCylinder, bore: 3, on: nowhere}
  e: {type: [Wheel]}
  f: {type: Wheel, mass: b.mass + c.mass, torque: d.force, on: e.tip}
)yaml"),
            R"yaml(m.yaml:3:3: error: parts/a: a part needs a 'type', or 'parts' of its own
m.yaml:4:3: error: parts/b: a part is a map such as {type: RigidBody, …}, not the text 'Wheel'
m.yaml:5:13: error: parts/c: there is no part type 'Whel'; did you mean 'Wheel'?
m.yaml:6:13: error: parts/d: there is no part type 'HydraulicCylinder'; 'holon parts' lists them; a file's name ends in .yaml
m.yaml:7:13: error: parts/e: expected a single value, found a list of 1
)yaml");
}

TEST(ElaborateErrors, AVectorInThePlaceOfAPlacement) {
  EXPECT_EQ(errors_in_wheel("frames: {rim: [0, r, 1]}"),
            "m.yaml:3:43: error: parts/a (Wheel): expected a map (key: value), found a list; write "
            "{at: [0, r, 1]}\n");
}

TEST(ElaborateErrors, MissingAndWrongValues) {
  EXPECT_EQ(errors_in(R"yaml(holon: 1
parts:
  a: {type: Wheel}
  b: {type: Wheel, mass: [1, 2]}
  c: {type: Wheel, mass: , inertia: {rod: {axis: x}}}
)yaml"),
            R"yaml(m.yaml:3:3: error: parts/a (Wheel): 'mass' is missing: its mass (kg)
m.yaml:4:26: error: parts/b (Wheel): a number or a formula is needed, not a list of 2
m.yaml:5:20: error: parts/c (Wheel): a number or a formula is needed, not nothing
m.yaml:5:38: error: parts/c (Wheel): 'length' is missing: its length (m)
)yaml");
}

TEST(ElaborateErrors, ValuesOutOfRange) {
  EXPECT_EQ(errors_in("holon: 1\nparts: {a: {type: Wheel, mass: -2 t, teeth: 2}}\n"),
            "m.yaml:2:32: error: parts/a (Wheel): mass must be positive, not -2000 kg\n"
            "m.yaml:2:45: error: parts/a (Wheel): teeth must be at least 3, not 2\n");
}

TEST(ElaborateErrors, FormsOfValues) {
  EXPECT_EQ(errors_in_wheel("locked: yes"),
            "m.yaml:3:37: error: parts/a (Wheel): 'locked' is true or false, not 'yes'\n");
  EXPECT_EQ(errors_in_wheel("teeth: 3.5"),
            "m.yaml:3:36: error: parts/a (Wheel): 'teeth' must be a whole number\n");
  EXPECT_EQ(errors_in_wheel("center_of_mass: [1, 2]"),
            "m.yaml:3:45: error: parts/a (Wheel): 'center_of_mass' requires 3 numbers, not 2\n");
  EXPECT_EQ(errors_in_wheel("center_of_mass: 3"),
            "m.yaml:3:45: error: parts/a (Wheel): a list is needed, not a number; lists are "
            "written [1, 2, 3]\n");
  EXPECT_EQ(errors_in_wheel("finish: paintd"),
            "m.yaml:3:37: error: parts/a (Wheel): 'finish' cannot be 'paintd'; did you mean "
            "'painted'?\n");
  EXPECT_EQ(errors_in_wheel("finish: chromed"),
            "m.yaml:3:37: error: parts/a (Wheel): 'finish: chromed' is not in this version yet; it "
            "may be 'plain' or 'painted'\n");
  EXPECT_EQ(errors_in_wheel("friction: 3"),
            "m.yaml:3:29: error: parts/a (Wheel): 'friction' is not in this version yet\n");
  EXPECT_EQ(
      errors_in_wheel("axis: w"),
      "m.yaml:3:35: error: parts/a (Wheel): 'w' is not an axis; an axis is x, y, z, -x, -y, -z "
      "or a list of three numbers\n");
  EXPECT_EQ(errors_in_wheel("inertia: [1, 2]"),
            "m.yaml:3:38: error: parts/a (Wheel): inertia requires 3 or 6 numbers, not 2\n");
  EXPECT_EQ(errors_in_wheel("inertia: {ball: -2}, shapes: [{sphere: -1}]"),
            "m.yaml:3:45: error: parts/a (Wheel): inertia.ball must be positive, not -2 m\n"
            "m.yaml:3:68: error: parts/a (Wheel): shapes[0].sphere must be positive, not -1 m\n");
  EXPECT_EQ(errors_in_wheel("axis: [0, 0, 0]"),
            "m.yaml:3:35: error: parts/a (Wheel): an axis needs a direction\n");
  EXPECT_EQ(errors_in_wheel("between: [world]"),
            "m.yaml:3:38: error: parts/a (Wheel): 'between' takes two frames, not 1\n");
  EXPECT_EQ(errors_in_wheel("inertia: {rod: {length: 1}, ball: 1}"),
            "m.yaml:3:57: error: parts/a (Wheel): only one of 'rod' and 'ball' can be given\n");
  EXPECT_EQ(errors_in_wheel("inertia: {rood: {length: 1}}"),
            "m.yaml:3:29: error: parts/a (Wheel): 'inertia' needs one of 'moments', 'rod' or "
            "'ball'; did you mean 'rod'?\n");
  EXPECT_EQ(errors_in_wheel("tilt: {rpy: [0, 0, 0], axis: z}"),
            "m.yaml:3:29: error: parts/a (Wheel): an orientation is one of {axis: …, angle: …}, "
            "{rpy: […]} or {quaternion: […]}\n");
  EXPECT_EQ(errors_in_wheel("tilt: {axis: z}"),
            "m.yaml:3:29: error: parts/a (Wheel): 'angle' is required with 'axis'\n");
  EXPECT_EQ(errors_in_wheel("tilt: {quaternion: [0, 0, 0, 0]}"),
            "m.yaml:3:29: error: parts/a (Wheel): the quaternion has no length\n");
  EXPECT_EQ(
      errors_in_wheel("frames: {com: {}, angle: {}, position: {}}"),
      "m.yaml:3:38: error: parts/a (Wheel): every Wheel has a frame 'com' already\n"
      "m.yaml:3:47: error: parts/a (Wheel): 'angle' is an output of every Wheel and cannot be "
      "a frame\n"
      "m.yaml:3:58: error: parts/a (Wheel): 'position' is an output of every Wheel and cannot "
      "be a frame\n");
}

TEST(ElaborateErrors, Units) {
  EXPECT_EQ(
      errors_in_wheel("center_of_mass: [1 kg, 30 deg, 2]"),
      "m.yaml:3:46: error: parts/a (Wheel): a length (m) is needed, not a mass (kg); give it "
      "in m\n"
      "m.yaml:3:52: error: parts/a (Wheel): a length (m) is needed, not an angle (deg); give it "
      "in m\n");
  EXPECT_EQ(errors_in_wheel("speed_limit: 50 Hz").substr(0, 59),
            "m.yaml:3:42: error: parts/a (Wheel): an angular rate (rad/s");
  EXPECT_EQ(
      errors_in_wheel("torque: \"a.rate * 2 [m]\""),
      "m.yaml:3:38: error: parts/a (Wheel): a torque or energy (N m) is needed, not a quantity "
      "in m rad/s; give it in N m\n");
}

TEST(ElaborateErrors, Names) {
  EXPECT_EQ(errors_in(R"yaml(holon: 1
parameters: {length: 1 m}
parts:
  a: {type: Wheel, mass: 1, frames: {tip: {}}, on: b}
  link: {type: Wheel, repeat: 2, mass: 1}
  s: {type: Signal, value: a.angel}
  t: {type: Signal, value: 2*lenght}
  u: {type: Signal, value: "a + a.tip + link.angle + link[2].rate + i"}
  v: {type: Wheel, mass: 1, on: a.tpi, between: [a.angle, s]}
  w: {type: Wheel, mass: 1, on: a.nowhere, damping: a.hub.q + a.rate.x + s.foo}
)yaml"),
            R"yaml(m.yaml:4:52: error: parts/a (Wheel): there is no frame 'b'
m.yaml:6:30: error: parts/s (Signal): 'a' (Wheel) has no 'angel'; did you mean 'a.angle'?
m.yaml:7:30: error: parts/t (Signal): 'lenght' is not known here; did you mean 'length'?
m.yaml:8:29: error: parts/u (Signal): 'a' is a frame, not a value; name one of its outputs, such as 'a.position'
m.yaml:8:33: error: parts/u (Signal): 'a.tip' is a frame, not a value; name one of its outputs, such as 'a.tip.position'
m.yaml:8:41: error: parts/u (Signal): 'link' is an array of parts; name one member, 'link[0]' to 'link[1]'
m.yaml:8:54: error: parts/u (Signal): there is no 'link[2]': 'link' has the members 0 to 1
m.yaml:8:69: error: parts/u (Signal): 'i' is the index of a repeated part; nothing is repeated here
m.yaml:9:33: error: parts/v (Wheel): 'a' (Wheel) has no 'tpi'; did you mean 'a.tip'?
m.yaml:9:50: error: parts/v (Wheel): 'a.angle' is a value, not a frame
m.yaml:9:59: error: parts/v (Wheel): 's' (Signal) is a part, not a frame
m.yaml:10:33: error: parts/w (Wheel): 'a' (Wheel) has no 'nowhere'; its frames are 'a', 'a.com' and 'a.tip'
m.yaml:10:53: error: parts/w (Wheel): 'a.hub' has no component 'q'; its components are .x, .y and .z
m.yaml:10:63: error: parts/w (Wheel): 'a.rate' is an angular rate (rad/s) and has no component 'x'
m.yaml:10:76: error: parts/w (Wheel): 's' (Signal) has no 'foo'; it has 's.y' and 's.value'
)yaml");
}

TEST(ElaborateErrors, ReservedAndDoubleNames) {
  EXPECT_EQ(errors_in(R"yaml(holon: 1
parameters: {time: 1, 2x: 3, and: 4, m: 1}
parts:
  world: {type: Signal, value: m}
  m: {type: Signal, value: 1}
)yaml"),
            R"yaml(m.yaml:2:14: error: 'time' is reserved and cannot be used as a name
m.yaml:2:23: error: '2x' is not a name: a letter, then letters, digits and _
m.yaml:2:30: error: 'and' is a keyword of the formula language and cannot be a name
m.yaml:4:3: error: parts/world: 'world' is reserved and cannot be used as a name
m.yaml:5:3: error: parts/m: there is a parameter 'm' already
)yaml");
}

TEST(ElaborateErrors, CirclesOfValues) {
  EXPECT_EQ(errors_in("holon: 1\nparameters: {a: b, b: c + 1, c: 2*a}\n"),
            "m.yaml:2:17: error: parameters depend on each other: a → b → c → a; give one of them "
            "an independent value\n");
  EXPECT_EQ(
      errors_in("holon: 1\nparts:\n  a: {type: Wheel, mass: b.mass}\n  b: {type: Wheel, mass: "
                "a.mass}\n"),
      "m.yaml:4:26: error: parts/b (Wheel): values depend on each other: b.mass → a.mass → b.mass; "
      "give one of them an independent value\n");
}

TEST(ElaborateErrors, UnusedParametersAreWarnings) {
  EXPECT_EQ(errors_in(R"yaml(holon: 1
parameters: {a: 1, b: 2, c: 3, d: c}
parts:
  s: {type: Signal, value: "if(1 > 2, a, 2)"}
)yaml"),
            R"yaml(m.yaml:2:20: warning: nothing uses parameter 'b'
m.yaml:2:32: warning: nothing uses parameter 'd'
)yaml");
}

TEST(ElaborateErrors, TunableParameters) {
  EXPECT_EQ(errors_in(R"yaml(holon: 1
parameters: {n: 2, v: [1, 2, 3], t: time, p: 3}
tunable: [n, v, t, p, q]
parts:
  a: {type: Wheel, mass: 1, repeat: n, poles: p, center_of_mass: v, damping: t}
  b: {type: Wheel, mass: 1, poles: p}
)yaml"),
            R"yaml(m.yaml:2:23: error: 'v' is tunable and must be a single number, not a vector of 3
m.yaml:2:37: error: 't' is tunable and must not vary during the run
m.yaml:3:23: error: there is no parameter 'q' to be tunable
m.yaml:5:37: error: parts/a: a constant is needed here; 'n' depends on a tunable parameter
m.yaml:6:36: error: parts/b (Wheel): poles changes the equations and must be a constant; it depends on 'p'; take 'p' out of 'tunable'
)yaml");
}

TEST(ElaborateErrors, RepeatAndOverride) {
  EXPECT_EQ(errors_in(R"yaml(holon: 1
parts:
  a: {type: Wheel, mass: 1, repeat: 2.5}
  b: {type: Wheel, mass: 1, override: {0: {mass: 2}}}
  c: {type: Wheel, mass: 1, repeat: 2, override: {2: {mass: 2}, 1: {mas: 3}}}
  d: {type: Wheel, mass: x, repeat: 3}
)yaml"),
            R"yaml(m.yaml:3:37: error: parts/a: 'repeat' must be a whole number from 1 to 200000
m.yaml:4:29: error: parts/b: 'override' changes members of a repeated part; this one is not repeated; give it a 'repeat'
m.yaml:5:51: error: parts/c: '2' is not a member of 'c', whose members are 0 to 1
m.yaml:5:69: error: parts/c (Wheel): 'mas' is not a parameter; did you mean 'mass'?
m.yaml:6:26: error: parts/d (Wheel): 'x' is not known here (in 3 parts)
)yaml");
}

TEST(ElaborateErrors, SettingsFromOutside) {
  const std::string text =
      "holon: 1\nparameters: {mu: 1}\nparts: {wheel: {type: Wheel, mass: mu, repeat: 2}}\n";
  EXPECT_EQ(
      errors_in(text, {},
                {{"n", "2"}, {"wheel.mas", "3"}, {"whel.mass", "1"}, {"simulate.untl", "1"}}),
      "--set:1:1: error: --set n: there is no value of this name to set; set a parameter, a part's "
      "value ('pin.damping') or a setting ('simulate.until')\n--set:1:1: error: --set whel.mass: "
      "there is no value of this name to set; did you mean 'wheel.mass'?\n--set:1:1: error: "
      "parts/wheel (Wheel): 'mas' is not a parameter (in 2 parts); did you mean "
      "'mass'?\n--set:1:1: error: 'untl' is not a key of 'simulate'; did you mean 'until'?\n");
}

TEST(ElaborateErrors, SettingsOutputsAndPlots) {
  EXPECT_EQ(errors_in(R"yaml(holon: 1
parts: {a: {type: Wheel, mass: 1}}
simulate: {until: -1, solver: dorpi5, stabilisation: {baumgarte: {alpha: 3}}, stop: a.rate, formulation: lagrange}
outputs: [a.angel, a, a.mass, a.hub.q, a.rate.x]
plots:
  - {title: x, y: [a.angle], unit: m}
  - {y: [a.angle, a.rate]}
  - {y: [a.angle], unit: degr}
  - {title: y}
sweep: {m: [1, 2]}
)yaml"),
            R"yaml(m.yaml:3:19: error: simulate: until must not be negative, not -1 s
m.yaml:3:31: error: simulate: 'solver' cannot be 'dorpi5'; did you mean 'dopri5'?
m.yaml:3:55: error: simulate: 'beta' is missing: of g'' = -2 alpha g' - beta^2 g (1/s)
m.yaml:3:85: error: simulate: a condition is needed, not an angular rate (rad/s); compare it: 'a.rate > 0'
m.yaml:3:106: error: simulate: 'formulation: lagrange' is not in this version yet; it may be 'recursive', 'augmented' or 'aggregate'
m.yaml:4:11: error: outputs: 'a' (Wheel) has no 'angel'; did you mean 'a.angle'?
m.yaml:4:20: error: outputs: 'a' is a frame, not a value; name one of its outputs, such as 'a.position'
m.yaml:4:23: error: outputs: 'a.mass' is a value of the model, not an output
m.yaml:4:31: error: outputs: 'a.hub' has no component 'q'; its components are .x, .y and .z
m.yaml:4:40: error: outputs: 'a.rate' is a single number and has no component 'x'
m.yaml:6:36: error: plots: 'a.angle' is an angle (rad) and cannot be shown in m
m.yaml:7:19: error: plots: 'a.rate' is an angular rate (rad/s), 'a.angle' is an angle (rad): one plot has one vertical axis; make two plots of them
m.yaml:8:26: error: plots: 'degr' is not a unit; did you mean 'deg'?
m.yaml:9:5: error: plots: 'y' is missing: outputs to draw
m.yaml:10:1: error: 'sweep' is not in this version yet
)yaml");
}

TEST(ElaborateErrors, BuildersFindThePlaceOfTheirParameters) {
  EXPECT_EQ(
      errors_in_wheel("shapes: [{sphere: 1}, {sphere: 1}, {sphere: 1}, {sphere: 1}, {sphere: 1}, "
                      "{sphere: 1}]"),
      "m.yaml:3:37: error: parts/a (Wheel): that is too many to see; take five\n");
}

TEST(ElaborateErrors, CirclesOfInitialValues) {
  EXPECT_EQ(
      errors_in_wheel("initial: {angle: 2*a.rate, rate: 3*a.angle}"),
      "m.yaml:3:46: error: parts/a (Wheel): initial values depend on each other: a.angle → a.rate "
      "→ a.angle; give one of them an independent value\n");
}

TEST(ElaborateErrors, AlgebraicLoopsThatNothingSolves) {
  // The wheel has 1 kg m²: the torque that depends on the acceleration depends on itself.
  EXPECT_EQ(errors_in_wheel("torque: \"1 [kg m^2/rad]*a.acceleration\""),
            "m.yaml:3:38: error: parts/a (Wheel): algebraic loop without a solution: a.torque → "
            "a.acceleration → a.torque; each is defined by the others only, so that they are "
            "undetermined; one of them must be determined by something else\n");
}

TEST(ElaborateErrors, NothingIsThrownAtNonsense) {
  for (const char* text : {"[]", "3", "holon: 1\nparts: 3", "holon: 1\nparts: [1]",
                           "holon: 1\nparameters: []\n", "holon: 1\noutputs: {}\nplots: 3\n",
                           "holon: 1\nscene: []\nsimulate: 3\nworld: x\ntunable: 3\n",
                           "holon: 1\nparts: {a: {type: Wheel, mass: 1, frames: 3, shapes: {}, "
                           "initial: [], inertia: , tilt: , between: 3}}\n",
                           "holon: 1\nparts: {a: {parts: 3, interface: 3, parameters: 3}}\n"}) {
    EXPECT_NE(errors_in(text), "") << text;
  }
}

}  // namespace
}  // namespace holon
