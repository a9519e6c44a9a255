// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#include "holon/model/assembly/model.h"

#include <gtest/gtest.h>

#include <cmath>

#include "holon/base/test/rounding.h"
#include "holon/model/describe/validate.h"
#include "toys.h"

namespace holon {
namespace {

using test::Ball;
using test::Moments;
using test::Rod;
using test::Signal;
using test::Wheel;

using test::kEps;

std::string errors_of(const Model& model) {
  Diagnostics diagnostics;
  assemble(model, diagnostics);
  Diagnostics::Style style;
  style.source_line = false;
  return diagnostics.to_string(style);
}

TEST(Model, AddsPartsInFewLines) {
  Model model("two wheels");
  model.add<Wheel>("a", {.mass = 2.0, .torque = -3.0 * model.output("b.angle"), .axis = "y"});
  model.add<Wheel>("b",
                   {.mass = 4.0,
                    .inertia = Rod{.length = 2.0},
                    .center_of_mass = {0.5, 0, 0},
                    .damping = 0.5,
                    .initial = {.angle = 0.25, .rate = 3.0},
                    .frames = {{"pin", {}}, {"tip", {.at = {1.0, 0, 0}}}},
                    .shapes = {{.geometry = Box{.size = {1, 0.1, 0.1}}, .color = "steelblue"}}});
  const System system = make_system(model);
  EXPECT_EQ(system.title, "two wheels");
  EXPECT_EQ(system.state_name(3), "b.rate");
  EXPECT_EQ(test::start_of(system), (std::vector<double>{0.0, 0.0, 0.25, 3.0}));
  const auto dx = system.derivative->evaluate(test::inputs_of(system, 0, {0.0, 0.0, 0.25, 3.0}));
  EXPECT_EQ(dx, (std::vector<double>{0.0, -3.0 * 0.25 / 2.0, 3.0, -0.5 * 3.0 / 4.0}));
  EXPECT_EQ(test::output_at_start(system, "b.tip.position"), (std::vector<double>{1.0, 0.0, 0.0}));
  EXPECT_EQ(test::output_at_start(system, "b.tip.position.x"), std::vector<double>{1.0});
}

TEST(Model, ParametersStayFreeInTheEquations) {
  Model model;
  const Expr m = model.parameter("m", 2.0, "t");
  model.add<Wheel>("a", {.mass = m, .torque = Expr(1.0)});
  const System system = make_system(model);
  ASSERT_EQ(system.parameters.size(), 1u);
  EXPECT_EQ(system.parameters[0].value, 2000.0);
  EXPECT_EQ(system.parameters[0].dimension, dimensions::kMass);
  auto in = test::inputs_of(system, 0, {0.0, 0.0});
  in[3] = 500.0;
  EXPECT_EQ(system.derivative->evaluate(in)[1], 1.0 / 500.0);
}

TEST(Model, SystemsOutliveModelAndAssembly) {
  System system = [] {
    Model model;
    model.add<Wheel>("a", {.mass = 1.0, .frames = {{"pin", {.at = {3.0, 0, 0}}}}});
    return make_system(model);
  }();
  EXPECT_EQ(test::output_at_start(system, "a.pin.position.x")[0], 3.0);
}

TEST(Model, TimeDerivativesOfOutputsAreExact) {
  Model model;
  model.add<Wheel>("a", {.mass = 1.0, .initial = {.angle = 0.5, .rate = 2.0}});
  const Expr angle = model.output("a.angle");
  model.add<Signal>("s", {.value = model.time_derivative(sin(angle) + model.time())});
  const System system = make_system(model);
  const double expected = std::cos(0.5) * 2.0 + 1.0;
  EXPECT_NEAR(test::output_at_start(system, "s.y")[0], expected, 8 * kEps * expected);
}

TEST(Model, AFormulaMayDependOnWhatItCauses) {
  // 2 a'' = 3 − 0.1 a''
  Model model;
  model.add<Wheel>("a", {.mass = 2.0, .torque = 3.0 - 0.1 * model.output("a.acceleration")});
  const System system = make_system(model);
  EXPECT_NEAR(test::output_at_start(system, "a.acceleration")[0], 3.0 / 2.1, 8 * kEps);
}

TEST(Model, RangesAreCheckedInCodeToo) {
  Model model;
  model.add<Wheel>("a", {.mass = -1.0, .speed_limit = 10.0, .teeth = 2});
  model.add<Wheel>("b", {.mass = model.parameter("m", 0.0, "kg")});
  model.add<Wheel>("c", {.mass = std::nan(""), .inertia = Moments{{1.0, 2.0}}});
  model.add<Wheel>("d", {.mass = 1.0, .damping = -1.0, .tolerance = 2.0});
  EXPECT_EQ(errors_of(model),
            "error: parts/a (Wheel): mass must be positive, not -1 kg\n"
            "error: parts/a (Wheel): speed_limit must be above 10 rad/s, not 10 rad/s\n"
            "error: parts/a (Wheel): teeth must be at least 3, not 2\n"
            "error: parts/b (Wheel): mass must be positive, not 0\n"
            "error: parts/c (Wheel): mass must be a finite number, not nan kg\n"
            "error: parts/c (Wheel): inertia requires 3 or 6 numbers, not 2\n"
            "error: parts/d (Wheel): damping must not be negative, not -1 N m s/rad\n"
            "error: parts/d (Wheel): tolerance must be at most 1 m, not 2 m\n");
}

TEST(Model, OnlyVaryingValuesMayVaryAndStructuralOnesAreConstants) {
  Model model;
  model.add<Wheel>("a", {.mass = 1.0 + model.time(), .poles = model.parameter("p", 2.0)});
  model.add<Wheel>("b", {.mass = 2.0 * model.output("a.angle")});
  EXPECT_EQ(
      errors_of(model),
      "error: parts/a (Wheel): mass must not change during the run; it depends on 'time'\n"
      "error: parts/a (Wheel): poles changes the equations and must be a constant; it depends "
      "on 'p'; take 'p' out of 'tunable'\n"
      "error: parts/b (Wheel): mass must not change during the run; it depends on 'a.angle'\n");
}

TEST(Model, UnknownFramesAndDoubleNamesAreReported) {
  Model model;
  model.add<Wheel>("base", {.mass = 1.0, .frames = {{"left", {}}, {"right", {}}}});
  model.add<Wheel>("a", {.mass = 1.0, .on = "base.lefd", .between = {"base.com", "bas.right"}});
  model.add<Wheel>("a", {.mass = 1.0});
  EXPECT_EQ(errors_of(model),
            "error: parts/a (Wheel): on: there is no frame 'base.lefd'; did you mean 'base.left'?\n"
            "error: parts/a (Wheel): between: there is no frame 'bas.right'; did you mean "
            "'base.right'?\n"
            "error: parts/a (Wheel): there is a part of this name already\n");
}

TEST(Model, PartsReportTheirOwnErrors) {
  Model model;
  model.add<Wheel>("a", {.mass = 1.0, .shapes = std::vector<Shape>(6)});
  EXPECT_EQ(errors_of(model),
            "error: parts/a (Wheel): shapes: that is too many to see; take five\n");
}

TEST(Model, NamesTheNearestOutput) {
  Model model;
  model.add<Wheel>("a", {.mass = 1.0, .torque = model.output("a.angel")});
  EXPECT_THROW(
      {
        try {
          make_system(model);
        } catch (const ModelError& error) {
          EXPECT_EQ(std::string(error.what()),
                    "no part has an output 'a.angel'; did you mean 'a.angle'?");
          throw;
        }
      },
      ModelError);
}

TEST(PartType, KnowsWhatDescribeSays) {
  const PartType& type = part_type_of<Wheel>();
  EXPECT_EQ(type.name, "Wheel");
  EXPECT_TRUE(type.is_frame);
  ASSERT_NE(type.find_output("torque_of.bearing"), nullptr);
  EXPECT_EQ(type.find_output("hub")->components, (std::vector<std::string>{"x", "y", "z"}));
  EXPECT_TRUE(type.find_output("angle")->is_main);
  EXPECT_EQ(type.find_output("angle")->dimension, dimensions::kAngle);

  const auto default_of = [&](const char* name) { return type.schema.find(name)->default_text; };
  EXPECT_EQ(default_of("mass"), "");  // required
  EXPECT_EQ(default_of("center_of_mass"), "[0, 0, 0]");
  EXPECT_EQ(default_of("damping"), "0");
  EXPECT_EQ(default_of("torque"), "");
  EXPECT_EQ(default_of("speed_limit"), "100 rad/s");
  EXPECT_EQ(default_of("temperature"), "293.15 K");
  EXPECT_EQ(default_of("locked"), "false");
  EXPECT_EQ(default_of("teeth"), "20");
  EXPECT_EQ(default_of("finish"), "plain");
  EXPECT_EQ(default_of("axis"), "z");
  EXPECT_EQ(default_of("on"), "world");
  EXPECT_EQ(schema_of<CameraSettings>().find("field_of_view")->default_text, "40 deg");
  EXPECT_EQ(schema_of<WorldSettings>().find("gravity")->default_text, "[0, 0, -9.80665]");
  EXPECT_TRUE(type.schema.find("finish")->is_structural);
  EXPECT_TRUE(type.schema.find("torque")->is_optional);
}

struct Twice {
  Expr a = 0.0;
  static void describe(Descriptor<Twice>& d) {
    d.type("Twice", "…");
    d.value("a", &Twice::a, "m", "…");
    d.value("a", &Twice::a, "m", "…");
  }
  void build(PartBuilder&) const {}
};
struct BadUnit {
  Expr a = 0.0;
  static void describe(Descriptor<BadUnit>& d) {
    d.type("BadUnit", "…");
    d.value("a", &BadUnit::a, "mm", "…");
  }
  void build(PartBuilder&) const {}
};

TEST(PartType, WrongDescriptionsAreBugs) {
  EXPECT_THROW(part_type_of<Twice>(), InternalError);
  EXPECT_THROW(part_type_of<BadUnit>(), InternalError);
  Catalogue catalogue;
  catalogue.add<Wheel>();
  EXPECT_THROW(catalogue.add<Wheel>(), InternalError);
  EXPECT_EQ(catalogue.find("Whee"), nullptr);
}

TEST(Axis, IsOfUnitLength) {
  EXPECT_EQ(Axis("-y").direction, (std::array<double, 3>{0, -1, 0}));
  EXPECT_EQ(Axis(0, 0, 1e-300).direction, (std::array<double, 3>{0, 0, 1}));
  EXPECT_EQ(Axis(3, 0, 4).direction, (std::array<double, 3>{0.6, 0, 0.8}));
  const Axis a(1, 1, 1);
  EXPECT_NEAR(a.direction[0], 1 / std::sqrt(3.0), 2 * kEps);
  EXPECT_THROW(Axis(0, 0, 0), std::invalid_argument);
  EXPECT_THROW(Axis(0, 0, std::nan("")), std::invalid_argument);
  EXPECT_THROW(Axis("w"), std::invalid_argument);
}

std::array<double, 4> numbers(const Orientation& o) {
  return {o.quaternion[0].value(), o.quaternion[1].value(), o.quaternion[2].value(),
          o.quaternion[3].value()};
}

/// R_AB of a quaternion by its textbook formula.
std::array<double, 9> matrix(const std::array<double, 4>& q) {
  const auto [w, x, y, z] = q;
  return {1 - 2 * (y * y + z * z), 2 * (x * y - w * z),     2 * (x * z + w * y),
          2 * (x * y + w * z),     1 - 2 * (x * x + z * z), 2 * (y * z - w * x),
          2 * (x * z - w * y),     2 * (y * z + w * x),     1 - 2 * (x * x + y * y)};
}

TEST(Orientation, TheFormsAgreeWithTheirMatrices) {
  constexpr double kRounding = 8 * kEps;  // a few products of numbers up to one
  const double r = 0.3, p = -0.7, y = 2.1;
  const double cr = std::cos(r), sr = std::sin(r), cp = std::cos(p), sp = std::sin(p),
               cy = std::cos(y), sy = std::sin(y);
  // R_z(y) R_y(p) R_x(r)
  const std::array<double, 9> expected{cy * cp,
                                       cy * sp * sr - sy * cr,
                                       cy * sp * cr + sy * sr,
                                       sy * cp,
                                       sy * sp * sr + cy * cr,
                                       sy * sp * cr - cy * sr,
                                       -sp,
                                       cp * sr,
                                       cp * cr};
  const auto found = matrix(numbers(Orientation::rpy(r, p, y)));
  for (std::size_t k = 0; k < 9; ++k) EXPECT_NEAR(found[k], expected[k], kRounding);

  const auto turn = numbers(Orientation::axis_angle({0.0, 0.0, -2.0}, 0.5));
  EXPECT_NEAR(turn[0], std::cos(0.25), kRounding);
  EXPECT_NEAR(turn[3], -std::sin(0.25), kRounding);
  EXPECT_EQ(numbers(Orientation::from_quaternion(0.0, 3.0, 0.0, 4.0)),
            (std::array<double, 4>{0.0, 0.6, 0.0, 0.8}));
  EXPECT_THROW(Orientation::from_quaternion(0.0, 0.0, 0.0, 0.0), std::invalid_argument);
  EXPECT_THROW(Orientation::axis_angle({0.0, 0.0, 0.0}, 1.0), std::invalid_argument);
  EXPECT_TRUE(Orientation::rpy(0.0, 0.0, 0.0).is_identity());
}

TEST(Model, TakesTimeLinearInTheNumberOfParts) {
  // Not a measurement (see bench/), but ten times the parts must not cost a hundred times the time.
  for (const int count : {1000, 10000}) {
    Model model;
    for (int k = 0; k < count; ++k) {
      model.add<Wheel>(
          "w" + std::to_string(k),
          {.mass = 1.0, .torque = model.output("w" + std::to_string((k + 1) % count) + ".angle")});
    }
    EXPECT_EQ(make_system(model).state_count(), 2 * count);
  }
}

}  // namespace
}  // namespace holon
