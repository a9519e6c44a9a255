// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0

// A central field with the second zonal harmonic, r from the centre, k the body's axis, z = r·k
// (O. Montenbruck, E. Gill, Satellite Orbits, 2000, eq. 3.28 and table 3.1 with J2 = −C20):
//
//   φ = −μ/r + ½ μ J2 R² (3 z²/r⁵ − 1/r³),     g = −∇φ
//
// Or the field of the rotating ellipsoid of WGS84 in inertial space, which is its normal gravity
// without the centrifugal acceleration (earth/normal_gravity.h).
//
// What it does to a body it does, opposite, to the body that the centre is on.
#include "holon/mechanics/parts/fields/gravity.h"

#include <optional>

#include "holon/earth/normal_gravity.h"
#include "holon/expr/derive/jacobian.h"
#include "holon/expr/graph/function.h"
#include "holon/mechanics/machine/machine.h"
#include "holon/mechanics/mechanism/field_on_body.h"
#include "holon/mechanics/mechanism/frame_motion.h"
#include "holon/model/assembly/energy_account.h"
#include "holon/model/assembly/position_formula.h"
#include "holon/spatial/vector.h"

namespace holon {

namespace {

/// The first symbol besides time and parameters that the expression depends on.
std::optional<Expr> find_output(const Symbols& symbols, Expr e) {
  for (Expr s : find_symbols({&e, 1})) {
    if (s == symbols.time() || symbols.is_parameter(s)) continue;
    const Expr* const formula = symbols.formula_of(s);
    if (!formula) return s;
    if (const std::optional<Expr> below = find_output(symbols, *formula)) return below;
  }
  return {};
}

bool has_default_gravity(const Vector3<Expr>& gravity) {
  const Vector3<Expr> standard = WorldSettings{}.gravity;
  for (int k = 0; k < 3; ++k) {
    if (!gravity[k].is_constant(standard[k].value())) return false;
  }
  return true;
}

/// [1/s²] Of the Earth.
constexpr double kRotation2 = earth::kRotationRate * earth::kRotationRate;

/// The field of the central body, and its potential per mass.
struct CentralLaw {
  Expr mu, oblateness = 0.0;  ///< ½ μ J2 R²
  Vector3<Expr> center, axis;
  std::optional<Rotation<Expr>> ellipsoid{};  ///< of WGS84 instead: axes, z that of rotation

  Vector3<Expr> acceleration(const Vector3<Expr>& point) const {
    const Vector3<Expr> d = point - center;
    if (ellipsoid) {
      const Vector3<Expr> r = ellipsoid->inverse() * d;
      Vector3<Expr> g = earth::gravity_vector(r);
      for (int k = 0; k < 2; ++k) g[k] -= kRotation2 * r[k];
      return *ellipsoid * g;
    }
    const Expr r2 = dot(d, d), r = sqrt(r2), r3 = r * r2;
    const Vector3<Expr> point_mass = (-mu / r3) * d;
    if (oblateness.is_constant(0.0)) return point_mass;
    const Expr z = dot(d, axis), r5 = r3 * r2;
    return point_mass + (oblateness / r5) * ((15.0 * square(z) / r2 - 3.0) * d - 6.0 * z * axis);
  }
  Expr potential(const Vector3<Expr>& point) const {
    const Vector3<Expr> d = point - center;
    if (ellipsoid) {
      const Vector3<Expr> r = ellipsoid->inverse() * d;
      return 0.5 * kRotation2 * (square(r[0]) + square(r[1])) - earth::gravity_potential(r);
    }
    const Expr r2 = dot(d, d), r = sqrt(r2);
    const Expr z2 = square(dot(d, axis)) / r2;
    return -mu / r + oblateness * (3.0 * z2 - 1.0) / (r * r2);
  }
};

/// Adds what a field does to all bodies, once they are all there.
class FieldOnBodies {
 public:
  FieldOnBodies(PartBuilder& b, bool gradient, detail::GravityField field)
      : name_(b.name()),
        report_(b.error_reporter()),
        gradient_(gradient),
        field_(std::move(field)),
        machine_(Machine::of(b)) {}

  std::optional<CentralLaw> central{};  ///< where the field has a potential
  FrameName center{};                   ///< what the reaction acts on

  void connect(Assembly& assembly) const {
    Mechanism& mechanism = machine_->mechanism;
    const int attracting = mechanism.find_body(center.path);
    for (std::size_t b = 0; b < mechanism.bodies.size(); ++b) {
      Mechanism::Body& body = mechanism.bodies[b];
      if (body.is_frame || static_cast<int>(b) == attracting) continue;
      if (!body.mass.is_constant(0.0) || (gradient_ && !body.is_point)) act_on(body, assembly);
    }
    assembly.on_formulate(
        name_ + ": line bodies", [machine = machine_, report = report_](Assembly&) {
          if (machine->mechanism.line_bodies.empty()) return;
          report("",
                 "the masses of the barrel and the rod of '" +
                     machine->mechanism.line_bodies.front().name +
                     "' are not subject to fields that vary with the position in this version",
                 "leave out these masses, or describe them as bodies");
        });
  }

 private:
  void act_on(Mechanism::Body& body, Assembly& assembly) const {
    const detail::FrameMotion motion(assembly.symbols(), body.name);
    const Rotation<Expr> R = motion.orientation();
    Vector3<Expr> place = body.center_of_mass;
    if (body.moves_center) place += (1.0 / body.mass) * body.calc_modal_moment();
    const Vector3<Expr> arm = R * place;
    detail::BodyInField in;
    in.mass = body.mass;
    in.center = motion.vector(FrameOutput::position) + arm;
    const bool is_extended = gradient_ && !body.is_point;
    if (is_extended) in.spread = detail::calc_spread(body.inertia, R);
    const detail::FieldLoad load =
        detail::calc_field_load(*assembly.graph(), field_, in, is_extended);
    add_wrench(body.name, load.force, cross(arm, load.force) + load.torque);
    // The modes have the share of the force that their participation has of the mass; what it does
    // on them, F·S'/m, is not in the power of the wrench.
    Expr power = 0.0;
    for (Mechanism::Mode& mode : body.modes) {
      const Expr share = dot(mode.translation, Vector3<Expr>(R.inverse() * load.force)) / body.mass;
      mode.force += share;
      power += share * mode.rate;
    }
    if (!central) {
      if (!power.is_constant(0.0))
        EnergyAccount::of(assembly)->add({.power = [power] { return power; }});
      return;
    }
    const Expr energy = body.mass * central->potential(in.center) + load.gradient_energy;
    machine_->energy().add_stored(energy);
    if (assembly.symbols()->varies(body.mass)) add_leaving_energy(body.mass, energy, assembly);
    if (center.path == "world") return;
    const Vector3<Expr> from_center = in.center - central->center;
    add_wrench(center.path, -load.force, -(cross(from_center, load.force) + load.torque));
  }

  /// Mass that leaves (VariableMass) takes its share along.
  static void add_leaving_energy(Expr mass, Expr energy, Assembly& assembly) {
    const Expr share =
        derivative(std::span(&energy, 1), std::vector<Expr>{mass}, std::vector<Expr>{Expr(1.0)})[0];
    EnergyAccount::of(assembly)->add(
        {.power = [power = share * assembly.time_derivative(mass)] { return power; }});
  }

  /// About the origin of the frame, in world axes.
  void add_wrench(const std::string& on, const Vector3<Expr>& force,
                  const Vector3<Expr>& torque) const {
    Mechanism::Wrench wrench;
    wrench.name = name_;
    wrench.on = on;
    wrench.force = force;
    wrench.torque = torque;
    wrench.report = report_;
    wrench.is_inner = central.has_value();
    wrench.is_of_pair = true;
    machine_->mechanism.wrenches.push_back(std::move(wrench));
  }

  std::string name_;
  ReportError report_;
  bool gradient_;
  detail::GravityField field_;
  std::shared_ptr<Machine> machine_;
};

void set_uniform(PartBuilder& b, const Vector3<Expr>& uniform) {
  for (const Expr g : uniform) {
    // −m g·r is the potential energy of a field that is the same everywhere, and of no other.
    if (const std::optional<Expr> output = find_output(*b.assembly().symbols(), g)) {
      b.error("uniform",
              "uniform gravity cannot depend on '" + std::string(output->symbol_name()) + "'",
              "let it depend on time and parameters; 'field' takes formulas of the position");
      break;
    }
  }
  Machine::of(b)->mechanism.gravity = uniform;
  detail::Surroundings::of(b.assembly()).gravity = [uniform](const Vector3<Expr>&) {
    return uniform;
  };
}

CentralLaw make_law(PartBuilder& b, const Gravity::CentralBody& body) {
  const detail::FrameMotion motion(b.assembly().symbols(), body.center.path);
  CentralLaw law;
  law.mu = body.mu;
  law.center = motion.vector(FrameOutput::position);
  law.axis = motion.orientation() * Vector3<Expr>(0.0, 0.0, 1.0);
  if (body.J2.has_value() != body.radius.has_value()) {
    const std::string given = body.J2 ? "J2" : "radius", missing = body.J2 ? "radius" : "J2";
    b.error("central." + given, "'" + given + "' has no effect without '" + missing + "'",
            "give both, or neither");
  } else if (body.J2) {
    law.oblateness = 0.5 * body.mu * *body.J2 * square(*body.radius);
  }
  return law;
}

CentralLaw make_ellipsoid(PartBuilder& b, const FrameName& center) {
  const detail::FrameMotion motion(b.assembly().symbols(), center.path);
  CentralLaw law;
  law.center = motion.vector(FrameOutput::position);
  law.ellipsoid = motion.orientation();
  return law;
}

}  // namespace

void Gravity::CentralBody::describe(Fields<CentralBody>& f) {
  f.value("mu", &CentralBody::mu, "m^3/s^2", "gravitational parameter: G times its mass")
      .required()
      .positive();
  f.frame("center", &CentralBody::center, "frame at its centre, z along its axis");
  f.value("J2", &CentralBody::J2, "", "second zonal harmonic, of its oblateness");
  f.value("radius", &CentralBody::radius, "m", "equatorial radius, to which J2 refers").positive();
}

void Gravity::Ellipsoidal::describe(Fields<Ellipsoidal>& f) {
  f.frame("center", &Ellipsoidal::center, "frame at the centre of the Earth, z along its axis");
  f.text("model", &Ellipsoidal::model, "WGS84");
  f.bare();
}

std::vector<MadeName> Gravity::list_names(const SourceNode& part) {
  return detail::list_position_names(part);
}

void Gravity::describe(Descriptor<Gravity>& d) {
  d.type("Gravity", "Gravity, which replaces that of 'world'.");
  d.role(PartRole::gravity);
  d.vector("uniform", &Gravity::uniform, "m/s^2", "uniform, in world axes").varying();
  d.object("central", &Gravity::central, "towards a point, inversely with the squared distance");
  d.numbers("field", &Gravity::field, "m/s^2",
            "three formulas of the position x, y, z, in world axes")
      .varying();
  d.flag("gradient", &Gravity::gradient,
         "the variation of the field over each body acts on it, with the gravity-gradient torque");
  d.object("ellipsoidal", &Gravity::ellipsoidal,
           "of the Earth in inertial space: ellipsoidal: WGS84; 'world: {earth: …}' has it in axes "
           "that rotate with the Earth");
}

void Gravity::build(PartBuilder& b) const {
  const std::shared_ptr<Machine> machine = Machine::of(b);
  if (machine->has_gravity) b.error("", "there is already a Gravity part", "keep one of them");
  machine->has_gravity = true;
  if (!field.empty()) detail::define_position_names(b);
  if (b.assembly().world().earth) {
    b.error("", "'world.earth' gives the gravity of the Earth, which this part would replace",
            "remove this part, or 'earth' from 'world'");
  } else if (!has_default_gravity(b.assembly().world().gravity)) {
    b.error("", "'world' also gives gravity, which this part would replace",
            "remove 'gravity' from 'world', or this part from 'parts'");
  }
  if (central && ellipsoidal) {
    b.error("ellipsoidal", "a field is given already by 'central'", "keep one of them");
    return;
  }
  if (ellipsoidal && ellipsoidal->model != "WGS84") {
    b.error("ellipsoidal", "'" + ellipsoidal->model + "' is not a known ellipsoid",
            "write ellipsoidal: WGS84");
    return;
  }
  const bool is_central = central || ellipsoidal;
  if (!is_central && field.empty()) {
    if (gradient) {
      b.error("gradient", "'gradient' has no effect on uniform gravity",
              "give 'central' or 'field', or leave it out");
    }
    return set_uniform(b, uniform);
  }
  if ((is_central && !field.empty()) || !has_default_gravity(uniform)) {
    const char* const second = is_central && !field.empty() ? "field" : "uniform";
    const std::string first = central ? "central" : ellipsoidal ? "ellipsoidal" : "field";
    b.error(second, "a field is given already by '" + first + "'", "keep one of them");
    return;
  }
  machine->mechanism.gravity = {0.0, 0.0, 0.0};
  std::shared_ptr<FieldOnBodies> on_bodies;
  detail::GravityField field_law;
  if (is_central) {
    const CentralLaw law = central ? make_law(b, *central) : make_ellipsoid(b, ellipsoidal->center);
    field_law = [law](const Vector3<Expr>& r) { return law.acceleration(r); };
    on_bodies = std::make_shared<FieldOnBodies>(b, gradient, field_law);
    on_bodies->central = law;
    on_bodies->center = central ? central->center : ellipsoidal->center;
  } else {
    if (field.size() != 3) {
      b.error("field", "'field' takes 3 formulas, not " + std::to_string(field.size()),
              "give the components along x, y and z");
      return;
    }
    field_law = [symbols = b.assembly().symbols(), name = b.name(),
                 formulas = field](const Vector3<Expr>& r) {
      const std::vector<Expr> g = detail::formulas_at(*symbols, name, formulas, r);
      return Vector3<Expr>(g[0], g[1], g[2]);
    };
    on_bodies = std::make_shared<FieldOnBodies>(b, gradient, field_law);
  }
  detail::Surroundings::of(b.assembly()).gravity = field_law;
  b.assembly().on_connect("gravity",
                          [on_bodies](Assembly& assembly) { on_bodies->connect(assembly); });
}

}  // namespace holon
