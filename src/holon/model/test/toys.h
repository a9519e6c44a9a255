// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "holon/model/catalogue.h"
#include "holon/model/model.h"

/// Parts that use every kind of field, with physics simple enough to check by hand.
namespace holon::test {

struct Moments {
  std::vector<Expr> values;
  static void describe(Fields<Moments>& f);
};
struct Rod {
  Expr length = 1.0;
  Axis axis = "x";
  static void describe(Fields<Rod>& f);
};
struct Ball {
  Expr radius = 1.0;
  static void describe(Fields<Ball>& f);
};

struct Start {
  std::optional<Expr> angle{};
  Expr rate = 0.0;
  static void describe(Fields<Start>& f);
};

/// A wheel on an axle: inertia * angle'' = torque - damping * angle'. Its frames do not move.
struct Wheel {
  enum class Finish { plain, painted };

  Expr mass;
  std::variant<Moments, Rod, Ball> inertia{};
  Vector3<Expr> center_of_mass{0.0, 0.0, 0.0};
  Expr damping = 0.0;
  std::optional<Expr> torque{};
  Expr speed_limit = 100.0;
  Expr natural_frequency = 1.0;
  Expr temperature = 293.15;
  Expr warming = 0.0;
  std::vector<Expr> gains{};
  bool locked = false;
  std::int64_t teeth = 20;
  std::string label{};
  Finish finish = Finish::plain;
  Axis axis{};
  FrameName on{};
  std::array<FrameName, 2> between{};
  Orientation tilt{};
  Start initial{};
  Named<Placement> frames{};
  std::vector<Shape> shapes{};
  Expr ratio = 1.0;

  static void describe(Descriptor<Wheel>& d);
  void build(PartBuilder& b) const;
};

/// A part with one output that is a formula.
struct Signal {
  Expr value = 0.0;
  static void describe(Descriptor<Signal>& d);
  void build(PartBuilder& b) const;
};

Catalogue make_catalogue();

}  // namespace holon::test
