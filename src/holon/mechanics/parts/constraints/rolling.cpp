// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0

// A disc whose edge rolls on a plane without slip. With the unit normal n of the plane, the unit
// axis a of the disc, its radius R [m], c from the plane's frame to its centre [m], and V, ω, Vₚ,
// ωₚ of disc and plane,
//
//   s = |a × n|                          sine of the angle between axis and normal
//   e = ((a·n) a − n)/s,  ρ = R e        the lowest point of the edge, from the centre
//   n·c − R s = 0                        it touches the plane: its rate is n·u
//   t₁·u = 0,  t₁ = a × n/s              it does not slip along the track …
//   t₂·u = 0,  t₂ = n × t₁               … nor across it
//   u = V + ω × ρ − Vₚ − ωₚ × (c + ρ)
//
// u is the velocity of the disc's material point at the contact against that of the plane, so the
// multipliers of the three rows are the components of the contact force along n, t₁ and t₂. They do
// no work. Where the disc lies flat, s = 0, no point is the lowest.
// Ju. I. Neimark, N. A. Fufaev, Dynamics of Nonholonomic Systems, AMS 1972, ch. III.

#include "holon/mechanics/parts/constraints/rolling.h"

#include "holon/mechanics/machine/machine.h"
#include "holon/mechanics/mechanism/frame_motion.h"

namespace holon {

namespace {

constexpr double kFlat = 1e-6;  // sine of the angle between axis and normal

/// Vectors in world axes.
struct RollingGeometry {
  Vector3<Expr> normal, along, across;  ///< n, t₁, t₂
  Vector3<Expr> contact;                ///< [m] in the world
  Vector3<Expr> slip;                   ///< [m/s] u
  Expr height;                          ///< [m] of the lowest point above the plane
  Expr sine;
};

RollingGeometry calc_rolling_geometry(const Rolling& rolling,
                                      const std::shared_ptr<Symbols>& symbols) {
  using enum FrameOutput;
  const detail::FrameMotion plane(symbols, rolling.between[0].path),
      disc(symbols, rolling.between[1].path);
  const auto turn = [](const Rotation<Expr>& rotation, const Axis& axis) {
    const auto& d = axis.direction;
    return rotation * Vector3<Expr>(Expr(d[0]), Expr(d[1]), Expr(d[2]));
  };
  RollingGeometry g;
  g.normal = turn(plane.orientation(), rolling.normal);
  const Vector3<Expr> a = turn(disc.orientation(), rolling.axis);
  const Vector3<Expr> across_axis = cross(a, g.normal);
  g.sine = sqrt(dot(across_axis, across_axis));
  g.along = (1.0 / g.sine) * across_axis;
  g.across = cross(g.normal, g.along);
  const Vector3<Expr> to_centre = disc.vector(position) - plane.vector(position);
  const Vector3<Expr> arm = (rolling.radius / g.sine) * (dot(a, g.normal) * a - g.normal);
  g.height = dot(g.normal, to_centre) - rolling.radius * g.sine;
  const Vector3<Expr> from_plane = to_centre + arm;
  g.contact = disc.vector(position) + arm;
  g.slip = disc.vector(velocity) + cross(disc.vector(angular_velocity), arm) -
           plane.vector(velocity) - cross(plane.vector(angular_velocity), from_plane);
  return g;
}

std::vector<Expr> components(const Vector3<Expr>& v) { return {v[0], v[1], v[2]}; }

}  // namespace

void Rolling::describe(Descriptor<Rolling>& d) {
  d.type("Rolling", "A disc whose edge rolls on a plane without slip.");
  d.role(PartRole::constraint);
  d.between("between", &Rolling::between, "a frame on the plane and the disc's centre").required();
  d.axis("axis", &Rolling::axis, "of the disc, in the second frame");
  d.value("radius", &Rolling::radius, "m", "of the disc").required().positive();
  d.axis("normal", &Rolling::normal, "out of the plane, in the first frame");
  d.output("normal_force", "N", "of the plane on the disc, along the normal").main();
  d.vector_output("force", "N", "of the plane on the disc, in world axes");
  d.vector_output("contact_position", "m", "of the contact point, in the world");
}

void Rolling::build(PartBuilder& b) const {
  const std::shared_ptr<Machine> machine = Machine::of(b);
  if (between[1].path == "world") {
    b.error("between", "the second frame is the disc's, and the world does not move",
            "write the plane's frame first");
    return;
  }
  const RollingGeometry g = calc_rolling_geometry(*this, b.assembly().symbols());
  const int first = static_cast<int>(machine->mechanism.equations.size());
  const auto add = [&](const char* name, Expr formula, bool of_speeds) {
    Mechanism::Equation equation;
    equation.name = b.name() + ": " + name;
    equation.owner = b.name();
    equation.dimension = dimensions::kLength;
    equation.g = formula;
    equation.of_speeds = of_speeds;
    const auto& n = normal.direction;
    const auto& a = axis.direction;
    equation.rolling = {{between[0].path, between[1].path},
                        {n[0], n[1], n[2]},
                        {a[0], a[1], a[2]},
                        radius,
                        static_cast<int>(machine->mechanism.equations.size()) - first};
    equation.report = [report = b.error_reporter()](const std::string&, const std::string& message,
                                                    const std::string& suggestion) {
      report("", message, suggestion);
    };
    machine->mechanism.equations.push_back(std::move(equation));
  };
  add("height of the contact point", g.height, false);
  add("slip along the track", dot(g.slip, g.along), true);
  add("slip across the track", dot(g.slip, g.across), true);
  b.define_output("normal_force", [machine, first]() -> std::vector<Expr> {
    return {machine->equation_multiplier(first)};
  });
  b.define_output("force", [machine, first, g] {
    return components(machine->equation_multiplier(first) * g.normal +
                      machine->equation_multiplier(first + 1) * g.along +
                      machine->equation_multiplier(first + 2) * g.across);
  });
  b.define_output("contact_position", components(g.contact));
  b.assembly().add_event({SystemEvent::Kind::fail,
                          b.name() + ": the disc lies flat on its plane: no point is the contact",
                          SystemEvent::Start::counts},
                         relation(kFlat - g.sine));
}

}  // namespace holon
