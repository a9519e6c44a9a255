// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#include "holon/signals/parts/operator.h"

#include <gtest/gtest.h>

#include <cmath>

#include "holon/model/assembly/model.h"
#include "holon/model/test/model_errors.h"
#include "holon/simulate/test/tape_settings.h"

namespace holon {
namespace {

constexpr double kOperatorTick = 0.05;  // [s]
constexpr double kOperatorFast = 1.2;   // [m/s]
constexpr double kOperatorTolerance = 1e-9;

/// A vehicle in the plane that does exactly what its speeds say; its name is a frame.
struct Cart {
  Expr speed, turn_rate;
  double heading = 0.0;
  static void describe(Descriptor<Cart>& d) {
    d.type("Cart", "Of tests: a vehicle in the plane.");
    d.value("speed", &Cart::speed, "m/s", "forwards").varying();
    d.value("turn_rate", &Cart::turn_rate, "rad/s", "to the left").varying();
    d.value("heading", &Cart::heading, "rad", "at the start");
    d.own_frame();
  }
  void build(PartBuilder& b) const {
    Assembly& a = b.assembly();
    const auto s = a.add_state({.name = b.name(), .components = {"x", "y", "psi"}, .size = 3},
                               {Expr(0.0), Expr(0.5), Expr(heading)});
    a.set_derivative(s[0], speed * cos(s[2]));
    a.set_derivative(s[1], speed * sin(s[2]));
    a.set_derivative(s[2], turn_rate);
    a.define_outputs(b.name(), own_frame_outputs(), [s](int index) -> std::vector<Expr> {
      const auto which = static_cast<FrameOutput>(index);
      if (which == FrameOutput::position) return {s[0], s[1], Expr(0.0)};
      if (which == FrameOutput::orientation)
        return {cos(0.5 * s[2]), Expr(0.0), Expr(0.0), sin(0.5 * s[2])};
      return std::vector<Expr>(3, Expr(0.0));
    });
  }
};

Operator make_operator() {
  Operator op{.on = "cart", .from = {0.0, 0.0}, .speed = kOperatorFast, .sample = kOperatorTick};
  op.path = {{.to = {20.0, 0.0}},
             {.to = {5.0, 0.0}, .speed = Expr(2.0), .reverse = true, .work = false}};
  return op;
}

Model cart_with(const Operator& op, double heading = 0.0) {
  Model model;
  model.add<Cart>("cart", {.speed = model.output("driver.speed"),
                           .turn_rate = model.output("driver.turn_rate"),
                           .heading = heading});
  model.add<Operator>("driver", op);
  return model;
}

Results drive(const Model& model, double until) {
  return simulate(make_system(model), test::tape_settings(until, kOperatorTick, kOperatorTolerance),
                  {"cart.position", "driver.speed", "driver.leg", "driver.deviation", "driver.work",
                   "driver.left", "driver.right", "driver.done", "driver.distance"});
}

TEST(Operator, DrivesItsPathForwardsAndInReverse) {
  const Results r = drive(cart_with(make_operator(), 0.3), 45.0);
  const std::vector<double>& x = r.values("cart.position.x");
  const std::vector<double>& y = r.values("cart.position.y");
  const std::vector<double>& leg = r.values("driver.leg");
  double farthest = 0.0;
  for (std::size_t k = 0; k < r.row_count(); ++k) {
    farthest = std::max(farthest, x[k]);
    // Begun 0.5 m and 0.3 rad off, it is within 1.8 m e^(−s/L) of the leg (see below).
    if (leg[k] == 0.0) EXPECT_LE(std::abs(y[k]), 1.8 * std::exp(-x[k] / 4.0) + 1e-3);
    EXPECT_EQ(r.values("driver.work")[k], leg[k] == 0.0 ? 1.0 : 0.0);
    EXPECT_LE(std::abs(r.values("driver.speed")[k]), leg[k] == 0.0 ? kOperatorFast : 2.0);
  }
  EXPECT_NEAR(farthest, 20.0, 0.11);
  EXPECT_NEAR(x.back(), 5.0, 0.11);
  EXPECT_NEAR(y.back(), 0.0, 0.01);
  EXPECT_EQ(r.values("driver.done").back(), 1.0);
  EXPECT_EQ(r.values("driver.speed").back(), 0.0);
}

TEST(Operator, ConvergesAsItsLookAheadDistanceDetermines) {
  // Small deviations with the heading free: c'' + 2/L c' + 2/L² c = 0 along the way, which decays
  // as e^(−s/L).
  Operator op = make_operator();
  op.path = {{.to = {40.0, 0.0}}};
  const Results r = drive(cart_with(op), 20.0);
  const double L = 4.0;
  for (std::size_t k = 0; k < r.row_count(); ++k) {
    const double s = r.values("cart.position.x")[k];
    const double expected = 0.5 * std::exp(-s / L) * (std::cos(s / L) + std::sin(s / L));
    EXPECT_NEAR(r.values("driver.deviation")[k], expected, 0.02) << s;  // of 0.5 m: sampling, sine
  }
}

TEST(Operator, SetsTheSpeedsOfItsTracks) {
  Operator op = make_operator();
  op.gauge = 1.88;
  op.limit = 0.5;
  const Results r = drive(cart_with(op), 5.0);
  for (std::size_t k = 0; k < r.row_count(); ++k) {
    const double v = r.values("driver.speed")[k];
    EXPECT_NEAR(0.5 * (r.values("driver.left")[k] + r.values("driver.right")[k]), v, 1e-12);
    EXPECT_LE(v, 0.5 * kOperatorFast + 1e-12);
  }
  // It turns right first, towards the leg: the left track is the faster one.
  EXPECT_GT(r.values("driver.left")[20], r.values("driver.right")[20]);
}

TEST(Operator, NamesALegThatEndsWhereItBegins) {
  Operator op = make_operator();
  op.path = {{.to = {0.0, 0.0}}};
  const std::string text = test::errors_of(cart_with(op));
  EXPECT_NE(text.find("the leg ends where it begins"), std::string::npos) << text;
  op.path.clear();
  EXPECT_NE(test::errors_of(cart_with(op)).find("the path has no legs"), std::string::npos);
}

}  // namespace
}  // namespace holon
