// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0

// A part type from outside: a cart on the world's x axis with a mass m inside, which a spring and a
// damper hold to it. Coordinates are the cart's position s and the elongation x; the connection
// `hook` moves with the cart. With the force F_x that acts on it there,
//
//   M s″ = F_x + k x + c x′,      m (s″ + x″) = −k x − c x′,
//
// so that, with v = (s′, x′),
//
//   A = ((k x + c x′)/M, −(1/M + 1/m)(k x + c x′)),   B = (1/M, −1/M) in the column of F_x,
//   D = (1, 0) in the row of the x velocity,          C = 0.
#include "holon/catalogue/plugin.h"
#include "holon/mechanics/machine/aggregate_part.h"

struct SprungCart {
  holon::Expr mass;              ///< [kg] M
  holon::Expr inner_mass;        ///< [kg] m
  holon::Expr stiffness;         ///< [N/m] k
  holon::Expr damping = 0.0;     ///< [N s/m] c
  holon::Expr elongation = 0.0;  ///< [m] at the start

  static void describe(holon::Descriptor<SprungCart>& d) {
    d.type("SprungCart", "A cart on the world's x axis with a mass on a spring inside.");
    d.value("mass", &SprungCart::mass, "kg", "of the cart").required().positive();
    d.value("inner_mass", &SprungCart::inner_mass, "kg", "of the mass inside")
        .required()
        .positive();
    d.value("stiffness", &SprungCart::stiffness, "N/m", "of its spring").required();
    d.value("damping", &SprungCart::damping, "N s/m", "of its damper").non_negative();
    d.value("elongation", &SprungCart::elongation, "m", "of the spring at the start");
    d.frame("hook", "moves with the cart");
    d.output("position", "m", "of the cart").main();
    d.output("speed", "m/s", "of the cart");
    d.output("acceleration", "m/s^2", "of the cart");
    d.output("stretch", "m", "of the spring").main();
    d.output("stretch_rate", "m/s", "its rate");
  }

  void build(holon::PartBuilder& b) const {
    using namespace holon;
    AggregatePart part(b);
    const auto [s, s_rate] = part.add_coordinate(
        {.name = "position", .rate = "speed", .dimension = dimensions::kLength});
    const auto [x, x_rate] = part.add_coordinate({.name = "stretch",
                                                  .rate = "stretch_rate",
                                                  .dimension = dimensions::kLength,
                                                  .initial = elongation});
    const Expr pull = stiffness * x + damping * x_rate;
    part.set_accelerations({pull / mass, -pull / mass - pull / inner_mass});
    AggregatePart::Matrices m;
    m.B.assign(2 * 6, 0.0);
    m.C.assign(6, 0.0);
    m.D.assign(6 * 2, 0.0);
    m.B[0 * 6 + 0] = 1.0 / mass;
    m.B[1 * 6 + 0] = -1.0 / mass;
    m.D[0 * 2 + 0] = 1.0;
    part.connect("hook", {.position = {s, 0.0, 0.0}}, m);
    const Expr inner_speed = s_rate + x_rate;
    part.set_energies({.kinetic = 0.5 * (mass * square(s_rate) + inner_mass * square(inner_speed)),
                       .potential = 0.5 * stiffness * square(x),
                       .dissipated = damping * square(x_rate)});
    b.define_output("position", s);
    b.define_output("speed", s_rate);
    b.define_output("stretch", x);
    b.define_output("stretch_rate", x_rate);
    b.define_output("acceleration", part.acceleration(0));
  }
};

HOLON_PLUGIN(catalogue) { catalogue.add<SprungCart>(); }
