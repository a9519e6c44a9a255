// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#include "holon/model/elaborate/elaborate.h"

#include <gtest/gtest.h>

#include <cmath>
#include <filesystem>
#include <fstream>
#include <numbers>

#include "elaborate_helper.h"
#include "holon/base/test/rounding.h"

namespace holon {
namespace {

using test::build;
using test::errors_in;
using test::output_at_start;
using test::read;
using test::Wheel;

using test::kEps;
constexpr double kPi = std::numbers::pi;

const Wheel& wheel(const Model& model, const std::string& name) {
  for (const PartInstance& part : model.parts()) {
    if (part.name == name) return *static_cast<const Wheel*>(part.part.get());
  }
  throw std::runtime_error("no part " + name);
}

TEST(Elaborate, ReadsEveryKindOfField) {
  const auto mesh = std::filesystem::path(testing::TempDir()) / "holon_blade.stl";
  std::ofstream(mesh) << "solid\n";
  const Model model = read(std::string(R"yaml(holon: 1
title: Everything
parts:
  base: {type: Wheel, mass: 1, frames: {left: {at: [1 mm, 0, 2 cm], rotate: {rpy: [0, 0, 90 deg]}}, right: {}}}
  a:
    type: Wheel
    mass: 2 t
    inertia: {rod: {length: 30 cm, axis: -y}}
    center_of_mass: [1 ft, 0, -2 mm]
    damping: 0.5 N m s/rad
    torque: 2 [N m] * sin(3 [rad/s] * time)
    tolerance: 5 mm
    speed_limit: 3000 rpm
    natural_frequency: 3000 rpm
    temperature: 20 degC
    warming: 20 degC
    gains: [1, 2 + 1, "2^3"]
    locked: true
    teeth: 3 * 7
    poles: 4
    label: time
    tags: [red, "2"]
    finish: painted
    axis: [0, 3, 4]
    on: base.left
    between: [world, base]
    tilt: {axis: z, angle: 180 deg}
    initial: {angle: 30 deg, rate: 1 rev/s}
    shapes:
      - {box: [1, 2, 3 cm], at: [0, 0, 1], color: steelblue}
      - {sphere: 10 cm, opacity: 0.5}
      - {cylinder: {radius: 1, length: 2, axis: x}, rotate: {quaternion: [0, 2, 0, 0]}}
      - {mesh: )yaml") + mesh.string() +
                           "}\n");
  EXPECT_EQ(model.title, "Everything");
  const Wheel& a = wheel(model, "a");
  EXPECT_EQ(a.mass, Expr(2000.0));
  ASSERT_EQ(a.inertia.index(), 1u);
  EXPECT_EQ(std::get<test::Rod>(a.inertia).length, Expr(0.3));
  EXPECT_EQ(std::get<test::Rod>(a.inertia).axis, Axis("-y"));
  EXPECT_EQ(a.center_of_mass[0], Expr(0.3048));
  EXPECT_EQ(a.center_of_mass[2], Expr(-0.002));
  EXPECT_TRUE(a.torque.has_value());
  EXPECT_EQ(a.tolerance, 0.005);
  EXPECT_NEAR(a.speed_limit.value(), 100 * kPi, 4 * kEps * 100 * kPi);
  EXPECT_EQ(a.natural_frequency, Expr(50.0));  // an angular rate divided by 2π
  EXPECT_EQ(a.temperature, Expr(293.15));
  EXPECT_EQ(a.warming, Expr(20.0));
  ASSERT_EQ(a.gains.size(), 3u);
  EXPECT_EQ(a.gains[1], Expr(3.0));
  EXPECT_EQ(a.gains[2], Expr(8.0));
  EXPECT_TRUE(a.locked);
  EXPECT_EQ(a.teeth, 21);
  EXPECT_EQ(a.poles, Expr(4.0));
  EXPECT_EQ(a.label, "time");
  EXPECT_EQ(a.tags, (std::vector<std::string>{"red", "2"}));
  EXPECT_EQ(a.finish, Wheel::Finish::painted);
  EXPECT_EQ(a.axis.direction, (std::array<double, 3>{0, 0.6, 0.8}));
  EXPECT_EQ(a.on.path, "base.left");
  EXPECT_EQ(a.between[0].path, "world");
  EXPECT_EQ(a.between[1].path, "base");
  EXPECT_NEAR(a.tilt.quaternion[3].value(), 1.0, kEps);
  EXPECT_NEAR(a.initial.angle->value(), kPi / 6, kEps);
  EXPECT_NEAR(a.initial.rate.value(), 2 * kPi, 8 * kEps);
  ASSERT_EQ(a.shapes.size(), 4u);
  EXPECT_EQ(std::get<Box>(a.shapes[0].geometry).size[2], Expr(0.03));
  EXPECT_EQ(a.shapes[0].color, "steelblue");
  EXPECT_EQ(std::get<Sphere>(a.shapes[1].geometry).radius, Expr(0.1));
  EXPECT_EQ(std::get<Cylinder>(a.shapes[2].geometry).axis, Axis("x"));
  EXPECT_EQ(a.shapes[2].rotate.quaternion[1], Expr(1.0));
  EXPECT_EQ(std::get<Mesh>(a.shapes[3].geometry).file, mesh.string());
  std::filesystem::remove(mesh);
  const Placement& left = *wheel(model, "base").frames.find("left");
  EXPECT_EQ(left.at[0], Expr(0.001));
  EXPECT_NEAR(left.rotate.quaternion[3].value(), std::sqrt(0.5), kEps);
}

TEST(Elaborate, BareFormsStandForTheFirstAlternative) {
  const Model model = read(R"yaml(holon: 1
parts:
  a: {type: Wheel, mass: 1, inertia: [1, 2, 3]}
  b: {type: Wheel, mass: 1, inertia: {ball: 2}}
  c: {type: Wheel, mass: 1, inertia: {moments: [1, 2, 3, 4, 5, 6]}}
)yaml");
  EXPECT_EQ(std::get<test::Moments>(wheel(model, "a").inertia).values[2], Expr(3.0));
  EXPECT_EQ(std::get<test::Ball>(wheel(model, "b").inertia).radius, Expr(2.0));
  EXPECT_EQ(std::get<test::Moments>(wheel(model, "c").inertia).values.size(), 6u);
}

TEST(Elaborate, GivesTheSameSystemAsCode) {
  const System read_system = build(R"yaml(holon: 1
parameters: {m: 2 kg, k: 3}
tunable: [m]
parts:
  a:
    type: Wheel
    mass: m
    damping: k/2
    torque: -k*sin(b.angle) - 0.1 [N m s/rad]*b.rate
    initial: {angle: 30 deg}
  b: {type: Wheel, mass: 1, torque: "-2 [N m/rad]*a.angle + 3 [N m/s]*time", initial: {rate: 2}}
)yaml");
  Model model;
  const Expr m = model.parameter("m", 2.0, "kg");
  const double k = 3;
  model.add<Wheel>("a", {.mass = m,
                         .damping = k / 2,
                         .torque = -k * sin(model.output("b.angle")) - 0.1 * model.output("b.rate"),
                         .initial = {.angle = 30 * kPi / 180}});
  model.add<Wheel>("b", {.mass = 1.0,
                         .torque = -2.0 * model.output("a.angle") + 3.0 * model.time(),
                         .initial = {.rate = 2.0}});
  const System made_system = make_system(model);
  EXPECT_EQ(read_system.fingerprint(), made_system.fingerprint());
  EXPECT_EQ(test::start_of(read_system), test::start_of(made_system));
}

TEST(Elaborate, ParametersNameEachOtherInAnyOrder) {
  const Model model = read(R"yaml(holon: 1
parameters:
  b: 2*a
  a: c + 1 [kg]
  c: 500 g
  r: [1 m, 2*L, 0]
  L: 2 m
parts:
  w: {type: Wheel, mass: b, center_of_mass: r, inertia: {rod: {length: r.y}}, damping: "norm([3, 0, 4])"}
)yaml");
  EXPECT_EQ(wheel(model, "w").mass, Expr(3.0));
  EXPECT_EQ(wheel(model, "w").center_of_mass[1], Expr(4.0));
  EXPECT_EQ(wheel(model, "w").damping, Expr(5.0));
  EXPECT_EQ(std::get<test::Rod>(wheel(model, "w").inertia).length, Expr(4.0));
}

TEST(Elaborate, ParametersThatAreNumbersAreConvertedByTheirPlace) {
  const Model model = read(R"yaml(holon: 1
parameters: {T: 20 degC, same: T, n: 3000 rpm}
parts:
  w: {type: Wheel, mass: 1, temperature: same, warming: T, natural_frequency: n, speed_limit: n}
)yaml");
  EXPECT_EQ(wheel(model, "w").temperature, Expr(293.15));
  EXPECT_EQ(wheel(model, "w").warming, Expr(20.0));
  EXPECT_EQ(wheel(model, "w").natural_frequency, Expr(50.0));
}

TEST(Elaborate, PartsHaveParametersOfTheirOwnThatSeeTheOuterOnes) {
  const Model model = read(R"yaml(holon: 1
parameters: {m: 2, k: 5}
parts:
  a: {type: Wheel, parameters: {m: 10*k, h: m/2}, mass: h}
  b: {type: Wheel, mass: m}
)yaml");
  EXPECT_EQ(wheel(model, "a").mass, Expr(25.0));
  EXPECT_EQ(wheel(model, "b").mass, Expr(2.0));
}

TEST(Elaborate, FormulasMayNameValuesOfOtherParts) {
  const Model model = read(R"yaml(holon: 1
parts:
  a: {type: Wheel, mass: 2*b.mass, center_of_mass: b.center_of_mass, damping: b.damping}
  b: {type: Wheel, mass: 3 kg, center_of_mass: [1, 2, 3], initial: {angle: 2*a.initial.rate}}
)yaml");
  EXPECT_EQ(wheel(model, "a").mass, Expr(6.0));
  EXPECT_EQ(wheel(model, "a").center_of_mass[2], Expr(3.0));
  EXPECT_EQ(*wheel(model, "b").initial.angle, Expr(0.0));
}

TEST(Elaborate, TunableParametersStaySymbols) {
  const System system = build(R"yaml(holon: 1
parameters: {m: 2 kg, L: 2*m, J: 3*L}
tunable: [m, L]
parts:
  a: {type: Wheel, mass: J, torque: 1}
)yaml");
  ASSERT_EQ(system.parameters.size(), 2u);
  EXPECT_EQ(system.parameters[0].name, "m");
  EXPECT_EQ(system.parameters[1].name, "L");
  EXPECT_EQ(system.parameters[1].value, 4.0);
  auto in = test::inputs_of(system, 0, {0.0, 0.0});
  in[4] = 10.0;
  EXPECT_EQ(system.derivative->evaluate(in)[1], 1.0 / 30.0);
}

TEST(Elaborate, RepeatsPartsWithTheirIndex) {
  const System system = build(R"yaml(holon: 1
parameters: {n: 3}
parts:
  link:
    type: Wheel
    repeat: n
    mass: 1 + i
    torque: "-1 [N m s/rad]*link[max(i-1, 0)].rate"
    frames: {tip: {at: [i, 0, 0]}}
    override:
      0: {torque: 7, mass: 5}
  last: {type: Wheel, mass: 1, torque: "2 [N m/rad]*link[n-1].angle", on: "link[n-2].tip"}
outputs: ["link[1].tip.position", last.angle]
)yaml");
  EXPECT_EQ(system.state_count(), 8);
  EXPECT_EQ(system.state_name(3), "link[1].rate");
  const auto dx = system.derivative->evaluate(test::inputs_of(system, 0, {0, 1, 0, 2, 9, 3, 0, 0}));
  EXPECT_EQ(dx[1], 7.0 / 5.0);
  EXPECT_EQ(dx[3], -1.0 / 2.0);
  EXPECT_EQ(dx[5], -2.0 / 3.0);
  EXPECT_EQ(dx[7], 2.0 * 9.0);
  EXPECT_EQ(output_at_start(system, "link[2].tip.position"), (std::vector<double>{2, 0, 0}));
}

TEST(Elaborate, InlineCompositePartsScopeTheirNames) {
  const System system = build(R"yaml(holon: 1
parameters: {m: 3, k: 2}
parts:
  arm:
    parameters: {m: 7}
    parts:
      upper: {type: Wheel, mass: m, torque: "k*1 [N m/rad]*lower.angle"}
      lower: {type: Wheel, mass: k, on: upper}
  other: {type: Wheel, mass: m, torque: "1 [N m s/rad]*arm.upper.rate", on: arm.lower, damping: arm.m}
)yaml");
  EXPECT_EQ(system.states[0].name, "arm.upper");
  const auto dx = system.derivative->evaluate(test::inputs_of(system, 0, {0, 1, 5, 0, 0, 2}));
  EXPECT_EQ(dx[1], 2.0 * 5.0 / 7.0);
  EXPECT_EQ(dx[5], (1.0 - 7.0 * 2.0) / 3.0);
}

TEST(Elaborate, CompositePartsMayBeRepeatedToo) {
  const Model model = read(R"yaml(holon: 1
parts:
  leg:
    repeat: 2
    parameters: {m: 10*i + 1}
    parts:
      hip: {type: Wheel, mass: m}
      toe: {type: Wheel, repeat: 2, mass: m + i, on: "toe[0].com", override: {0: {on: hip}}}
  body: {type: Wheel, mass: "leg[1].toe[1].mass"}
)yaml");
  EXPECT_EQ(model.parts().size(), 7u);
  EXPECT_EQ(wheel(model, "leg[1].toe[1]").mass, Expr(12.0));
  EXPECT_EQ(wheel(model, "leg[1].toe[1]").on.path, "leg[1].toe[0].com");
  EXPECT_EQ(wheel(model, "leg[1].toe[0]").on.path, "leg[1].hip");
  EXPECT_EQ(wheel(model, "body").mass, Expr(12.0));
}

constexpr const char* kBlade = R"yaml(holon: 1
title: A blade
parameters: {width: 3 m, half: width/2}
parts:
  edge: {type: Wheel, mass: 1, frames: {tip: {at: [half, 0, 0]}}}
  hidden: {type: Wheel, mass: half}
interface: {frames: [edge.tip], outputs: {turn: edge.angle, speed: edge.rate}}
simulate: {until: 3 s}
)yaml";

TEST(Elaborate, PartsFromFilesTakeParametersAndShowTheirInterface) {
  test::Files files{{"blade.yaml", kBlade}};
  const System system = build(R"yaml(holon: 1
parameters: {width: 8}
parts:
  blade: {type: ./blade.yaml, repeat: 2, parameters: {width: width + i}}
  a: {type: Wheel, mass: "blade[1].width", on: "blade[0].edge.tip", torque: "1 [N m/rad]*blade[1].turn"}
)yaml",
                              files);
  EXPECT_EQ(output_at_start(system, "blade[1].edge.tip.position.x")[0], 4.5);
  // An output that the interface exposes under another name also has that name.
  EXPECT_EQ(output_at_start(system, "blade[1].turn")[0], 0.0);
  EXPECT_EQ(system.find_output("blade[1].turn")->name, "blade[1].turn");
  EXPECT_EQ(system.find_output("blade[1].turn")->dimension, dimensions::kAngle);
  EXPECT_EQ(
      errors_in(R"yaml(holon: 1
parts:
  blade: {type: ./blade.yaml, parameters: {widht: 2}}
  a: {type: Wheel, mass: blade.hidden.mass, on: blade.edge.com, torque: blade.sped}
)yaml",
                files),
      R"yaml(m.yaml:3:44: error: parts/blade (./blade.yaml): 'widht' is not a parameter of './blade.yaml'; did you mean 'width'?
m.yaml:4:32: error: parts/a (Wheel): 'blade' does not export 'hidden.mass'; name it in its 'interface'
m.yaml:4:49: error: parts/a (Wheel): 'blade' does not export 'edge.com'; name it in its 'interface'
m.yaml:4:79: error: parts/a (Wheel): 'blade' has no 'sped'; did you mean 'blade.speed'?
)yaml");
}

TEST(Elaborate, FilesSeeNothingOfWhoUsesThem) {
  test::Files files{{"blade.yaml", "holon: 1\nparts: {w: {type: Wheel, mass: m, on: other}}\n"}};
  EXPECT_EQ(errors_in(R"yaml(holon: 1
parameters: {m: 1}
parts:
  blade: {type: ./blade.yaml}
  other: {type: Wheel, mass: m}
)yaml",
                      files),
            R"yaml(./blade.yaml:2:32: error: parts/blade.w (Wheel): 'm' is not known here
./blade.yaml:2:39: error: parts/blade.w (Wheel): there is no frame 'other'
)yaml");
}

TEST(Elaborate, AFileCannotBeAPartOfItself) {
  test::Files files{{"a.yaml", "holon: 1\nparts: {b: {type: ./b.yaml}}\n"},
                    {"b.yaml", "holon: 1\nparts: {a: {type: ./a.yaml}}\n"}};
  EXPECT_EQ(errors_in("holon: 1\nparts: {a: {type: ./a.yaml}}\n", files),
            "./b.yaml:2:19: error: parts/a.b.a (./a.yaml): a file cannot be a part of itself: "
            "m.yaml → ./a.yaml → ./b.yaml → ./a.yaml\n");
}

TEST(Elaborate, OrientationsMayBeFunctionsOfTimeWhereThePartAllowsIt) {
  EXPECT_EQ(errors_in(R"yaml(holon: 1
parts:
  a: {type: Wheel, mass: 1, tilt: {axis: [0, 0, 1], angle: "0.1*time"}}
)yaml"),
            "m.yaml:3:29: error: parts/a (Wheel): tilt must not change during the run; it depends "
            "on 'time'\n");
}

TEST(Elaborate, OverridesFromOutsideSetParametersValuesAndSettings) {
  test::Files files{{"blade.yaml", kBlade}};
  const std::string text = R"yaml(holon: 1
parameters: {m: 1}
parts:
  a: {type: Wheel, mass: m, initial: {rate: 3}}
  link: {type: Wheel, repeat: 3, mass: m}
  blade: {type: ./blade.yaml}
  arm: {parameters: {k: 4}, parts: {w: {type: Wheel, mass: k, parameters: {d: 2}, damping: d}}}
simulate: {until: 5 s}
)yaml";
  const Model model = read(text, files,
                           {{"m", "2 kg"},
                            {"a.initial.angle", "90 deg"},
                            {"a.damping", "2*1"},
                            {"link.damping", "0.5"},
                            {"link[1].mass", "7 + i"},
                            {"blade.width", "4"},
                            {"blade.hidden.damping", "9"},
                            {"arm.k", "5"},
                            {"arm.w.d", "6"},
                            {"simulate.until", "1 min"},
                            {"simulate.tolerance", "1e-6"},
                            {"world.gravity", "[0, 0, -1.62]"},
                            {"outputs", "[a.angle]"}});
  EXPECT_EQ(wheel(model, "a").mass, Expr(2.0));
  EXPECT_EQ(wheel(model, "a").damping, Expr(2.0));
  EXPECT_EQ(wheel(model, "a").initial.rate, Expr(3.0));
  EXPECT_NEAR(wheel(model, "a").initial.angle->value(), kPi / 2, kEps);
  EXPECT_EQ(wheel(model, "link[2]").damping, Expr(0.5));
  EXPECT_EQ(wheel(model, "link[2]").mass, Expr(2.0));
  EXPECT_EQ(wheel(model, "link[1]").mass, Expr(8.0));
  EXPECT_EQ(wheel(model, "blade.hidden").mass, Expr(2.0));
  EXPECT_EQ(wheel(model, "blade.hidden").damping, Expr(9.0));
  EXPECT_EQ(wheel(model, "arm.w").mass, Expr(5.0));
  EXPECT_EQ(wheel(model, "arm.w").damping, Expr(6.0));
  EXPECT_EQ(model.simulate.until, 60.0);
  EXPECT_EQ(model.simulate.tolerance, 1e-6);
  EXPECT_EQ(model.world.gravity[2], Expr(-1.62));
  EXPECT_EQ(model.outputs, std::vector<std::string>{"a.angle"});
}

TEST(Elaborate, ScenesPlotsAndParametersNamedAsSettingsCanBeSet) {
  const std::string text = R"yaml(holon: 1
title: One wheel
parameters: {title: 2}
parts: {a: {type: Wheel, mass: title, frames: {rim: {}}}}
scene: {cameras: {front: {at: [0, -4, 0], look_at: a}}}
)yaml";
  const Model model =
      read(text, {},
           {{"parameters.title", "3"},
            {"title", "Another"},
            {"plots", "[{y: [a.rate], unit: rpm}]"},
            {"scene.cameras.front.at", "[0, -8 m, 1]"},
            {"scene.cameras.top", "{at: [0, 0, 9], look_at: a.rim, up: [0, 1, 0]}"}});
  EXPECT_EQ(model.title, "Another");
  EXPECT_EQ(wheel(model, "a").mass, Expr(3.0));
  ASSERT_EQ(model.plots.size(), 1U);
  EXPECT_EQ(model.plots[0].unit, "rpm");
  ASSERT_EQ(model.scene.cameras.size(), 2U);
  EXPECT_EQ(model.scene.cameras.find("front")->at[1], Expr(-8.0));
  EXPECT_EQ(model.scene.cameras.find("front")->look_at.path, "a");
  EXPECT_EQ(model.scene.cameras.find("top")->look_at.path, "a.rim");
  EXPECT_EQ(test::errors_in(text, {}, {{"scene.camera.front.at", "[0, 0, 0]"}}),
            "--set:1:1: error: 'camera' is not a key of 'scene'; did you mean 'cameras'?\n");
}

TEST(Elaborate, ReadsSettingsOutputsPlotsAndScene) {
  const Model model = read(R"yaml(holon: 1
parameters: {T: 2 s}
parts:
  a: {type: Wheel, mass: 1}
world: {gravity: [0, 0, -9.81]}
simulate: {until: 3*T, interval: 10 ms, solver: rk4, step: 1 ms, engine: tape, seed: 42, stabilisation: none}
outputs: [a.angle, a.hub, a.hub.x, a.com.velocity, system.energy.total]
plots:
  - {title: Swing, y: [a.angle], unit: deg, x_unit: ms}
  - {y: a.hub.x, x: a.hub.y}
scene: {cameras: {front: {at: [0, -4, 0], look_at: a, field_of_view: 30 deg}}}
)yaml");
  EXPECT_EQ(model.world.gravity[2], Expr(-9.81));
  EXPECT_EQ(model.simulate.until, 6.0);
  EXPECT_EQ(*model.simulate.interval, 0.01);
  EXPECT_EQ(model.simulate.solver, SolverMethod::rk4);
  EXPECT_EQ(model.simulate.engine, EngineChoice::tape);
  EXPECT_EQ(model.simulate.seed, 42);
  EXPECT_EQ(model.simulate.stabilisation.method, Stabilisation::Method::none);
  EXPECT_EQ(model.outputs, (std::vector<std::string>{"a.angle", "a.hub", "a.hub.x",
                                                     "a.com.velocity", "system.energy.total"}));
  ASSERT_EQ(model.plots.size(), 2u);
  EXPECT_EQ(model.plots[0].x, "time");
  EXPECT_EQ(model.plots[0].x_unit, "ms");
  EXPECT_EQ(model.plots[1].x, "a.hub.y");
  ASSERT_EQ(model.scene.cameras.size(), 1u);
  EXPECT_EQ(model.scene.cameras[0].second.look_at.path, "a");
}

TEST(Elaborate, DefaultGravityIsStandardGravity) {
  EXPECT_EQ(read("holon: 1\nparts: {s: {type: Signal, value: 1}}\n").world.gravity[2],
            Expr(-9.80665));
}

TEST(Elaborate, DerivativesInFormulasAreExact) {
  const System system = build(R"yaml(holon: 1
parts:
  a: {type: Wheel, mass: 1, initial: {angle: 0.5, rate: 2}}
  s: {type: Signal, value: "der(sin(a.angle)) * 1 [s]"}
)yaml");
  const double expected = std::cos(0.5) * 2;
  EXPECT_NEAR(output_at_start(system, "s.y")[0], expected, 4 * kEps * expected);
}

}  // namespace
}  // namespace holon
