// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#include "holon/hydraulics/parts/hydraulic_cylinder.h"

#include <numbers>

#include "holon/expr/print/print.h"
#include "holon/hydraulics/circuit.h"
#include "holon/hydraulics/laws.h"
#include "holon/hydraulics/power_connection.h"
#include "holon/model/assembly/energy_account.h"

namespace holon {
namespace {

using Kind = PowerGraph::Kind;

// [m] over which the characteristic of an end stop is smoothed.
constexpr double kStopCorner = 1e-5;
// Fraction of the stroke by which a start may be beyond its ends: the compression of the end stops.
constexpr double kBeyond = 0.01;

// The position is known when all parts are built; until then it has these names.
std::string place_name(const std::string& part) { return kHiddenPrefix + part + ".place"; }
std::string rate_name(const std::string& part) { return kHiddenPrefix + part + ".rate"; }

template <class T>
void describe_body(Fields<T>& f) {
  f.value("mass", &T::mass, "kg", "of the part").non_negative();
  f.value("center_of_mass", &T::center_of_mass, "m", "distance from its pin towards the other one")
      .default_text("half of 'closed_length'");
  f.value("inertia", &T::inertia, "kg m^2", "about the centre of mass, across the line of the pins")
      .non_negative()
      .default_text("that of a uniform rod of length 'closed_length'");
}

Expr disc(Expr diameter) { return std::numbers::pi / 4.0 * square(diameter); }

}  // namespace

void HydraulicCylinder::Stops::describe(Fields<Stops>& f) {
  f.value("stiffness", &Stops::stiffness, "N/m", "of the hard stops at the ends")
      .positive()
      .default_text("compression by 0.5 mm at 350 bar");
  f.value("damping", &Stops::damping, "s/m", "damping: their force per speed of the piston")
      .non_negative();
}

void HydraulicCylinder::Cushions::describe(Fields<Cushions>& f) {
  f.object("A", &Cushions::A, "of the retracted position");
  f.object("B", &Cushions::B, "of the extended position");
}

void HydraulicCylinder::Body::describe(Fields<Body>& f) { describe_body(f); }

void HydraulicCylinder::Rod::describe(Fields<Rod>& f) {
  f.value("diameter", &Rod::diameter, "m", "of the rod").non_negative();
  f.bare();
  describe_body(f);
}

void HydraulicCylinder::Initial::describe(Fields<Initial>& f) {
  f.value("position", &Initial::position, "m",
          "extension of the rod, where 'port' is a junction of a bond graph")
      .varying()
      .default_text("0");
  f.value("pressure_A", &Initial::pressure_A, "Pa", "at the piston's side, above the tank's")
      .varying()
      .default_text("the pressure of the tank");
  f.value("pressure_B", &Initial::pressure_B, "Pa", "at the rod's side, above the tank's")
      .varying()
      .default_text("the pressure of the tank");
}

void HydraulicCylinder::describe(Descriptor<HydraulicCylinder>& d) {
  using C = HydraulicCylinder;
  d.type("HydraulicCylinder", "A double-acting cylinder between two pins, or at a port.");
  d.between("between", &C::between, "frames of the two pins: of the barrel, of the rod");
  d.text("port", &C::port, "instead of pins: a translational port, or a junction of a bond graph");
  d.text("A", &C::A, "the node at the piston's side")
      .node()
      .default_text("a separate node, named after the part");
  d.text("B", &C::B, "the node at the rod's side")
      .node()
      .default_text("a separate node, named after the part");
  d.value("bore", &C::bore, "m", "diameter of the piston").required().positive();
  d.object("rod", &C::rod, "its diameter, and its mass");
  d.object("barrel", &C::barrel, "its mass");
  d.value("stroke", &C::stroke, "m", "travel between the hard stops").required().positive();
  d.value("closed_length", &C::closed_length, "m",
          "distance of the pins with the rod retracted; with 'port': the port's position then")
      .default_text("stroke and twice the bore; with 'port' 0");
  d.value("dead_volume", &C::dead_volume, "m^3", "dead volume at each end")
      .positive()
      .default_text("5 % of the swept volume");
  d.value("leakage", &C::leakage, "m^3/(s Pa)", "leakage past the piston").non_negative();
  d.object("friction", &C::friction, "of piston and rod");
  d.object("stops", &C::stops, "the hard stops at the ends of the stroke");
  d.object("cushions", &C::cushions, "cushions before the ends of the stroke");
  d.object("initial", &C::initial, "the pressures at the start");
  d.output("position", "m", "extension of the rod").main();
  d.output("speed", "m/s", "speed of extension");
  d.output("force", "N", "force in the direction of extension").main();
  d.output("pressure_A", "Pa", "at the piston's side, above the tank's").main();
  d.output("pressure_B", "Pa", "at the rod's side, above the tank's").main();
  d.output("A.pressure", "Pa",
           "pressure of the node at the piston's side, the same as 'pressure_A'");
  d.output("B.pressure", "Pa", "pressure of the node at the rod's side, the same as 'pressure_B'");
  d.output("A.mass", "kg", "mass of the fluid at the piston's side");
  d.output("B.mass", "kg", "mass of the fluid at the rod's side");
  d.output("volume_A", "m^3", "volume of fluid at the piston's side");
  d.output("volume_B", "m^3", "volume of fluid at the rod's side");
  d.output("friction_force", "N", "friction force, opposing the motion");
  d.output("stop_force", "N",
           "force of hard stops and cushions, positive in the direction of extension");
  d.output("cushion_pressure_A", "Pa",
           "pressure of the fluid trapped by the cushion at the piston's side");
  d.output("cushion_pressure_B", "Pa",
           "pressure of the fluid trapped by the cushion at the rod's side");
  d.output("power", "W", "mechanical power on the bodies");
  d.vector_output("barrel_pin.force", "N",
                  "force on the body that carries the barrel, in world axes");
  d.vector_output("rod_pin.force", "N", "force on the body that carries the rod, in world axes");
  d.output("fluid_power", "W", "power into elastic energy of the fluid");
  d.output("losses", "W", "power lost to friction, leakage and hard stops");
}

void HydraulicCylinder::build(PartBuilder& b) const {
  const bool has_pins = between[0] != between[1];
  if (has_pins == !port.empty()) {
    b.error(has_pins ? "port" : "",
            has_pins ? "'between' and 'port' both determine what it acts on"
                     : "neither 'between' nor 'port' is given",
            "give 'between: [frame, frame]', or 'port: slide.flange'");
    return;
  }
  if (bore.is_constant() && rod.diameter.is_constant() && rod.diameter.value() >= bore.value()) {
    b.error("rod", "the rod must be thinner than the bore",
            "give a diameter below " + print_number(bore.value()) + " m");
    return;
  }
  if (!check_masses(b) || !check_cushions(b)) return;
  if (friction.sticks && friction.coulomb.is_constant(0.0) && friction.seal.is_constant(0.0)) {
    b.error("friction.sticks", "there is no friction that could stick",
            "give 'coulomb' or 'seal', or leave it out");
    return;
  }
  if (has_pins && closed_length && closed_length->is_constant() && stroke.is_constant() &&
      closed_length->value() < stroke.value()) {
    b.warning("closed_length",
              "the pins are closer than the stroke is long; only a telescopic cylinder could be so "
              "short");
  }
  const auto circuit = hydraulics::Circuit::of(b);
  PowerGraph& graph = circuit->graph();
  const int a = circuit->port_node(b, "A", A), other = circuit->port_node(b, "B", B);
  const Expr area_a = disc(bore), area_b = disc(bore) - disc(rod.diameter);
  const Expr s = b.assembly().output(place_name(b.name()));
  const Expr v = b.assembly().output(rate_name(b.name()));
  const Expr dead_a = dead_volume.value_or(0.05 * area_a * stroke);
  const Expr dead_b = dead_volume.value_or(0.05 * area_b * stroke);
  const Expr volume_a = dead_a + area_a * s, volume_b = dead_b + area_b * (stroke - s);
  circuit->add_volume(a, volume_a, dead_a + 0.5 * area_a * stroke);
  circuit->add_volume(other, volume_b, dead_b + 0.5 * area_b * stroke);
  if (initial) {
    circuit->set_initial(b, "initial.pressure_A", a, initial->pressure_A);
    circuit->set_initial(b, "initial.pressure_B", other, initial->pressure_B);
  }
  const Expr p_a = circuit->pressure(a), p_b = circuit->pressure(other);

  const int piston = graph.add_internal(b.member("piston"), Kind::one, PowerDomain::translation);
  const auto add_side = [&](const char* name, int node, Expr per_area) {
    const int side = graph.add_internal(b.member(name), Kind::TF, PowerDomain::translation);
    graph.element(side).values = {per_area};
    graph.connect(circuit->walls(node), side);
    graph.connect(side, piston);
    return side;
  };
  const int side_a = add_side("piston.A", a, 1.0 / area_a);
  const int side_b = add_side("piston.B", other, -1.0 / area_b);
  const hydraulics::PistonFrictionLaw friction_law(b, friction, s, v, p_a + p_b);
  const int rubbing = graph.add_internal(b.member("friction"), Kind::R, PowerDomain::translation);
  graph.element(rubbing).effort_law = {friction_law.sliding()};
  graph.connect(piston, rubbing);
  const auto brake = [&](const std::optional<EndCushion>& cushion, Expr area, Expr left,
                         Expr speed) {
    if (!cushion) return Expr(0.0);
    return hydraulics::calc_cushion_pressure(*cushion, circuit->fluid(), area,
                                             cushion->length - left, speed);
  };
  const Expr brake_a = brake(cushions.A, area_a, s, -v);
  const Expr brake_b = brake(cushions.B, area_b, stroke - s, v);
  // The energy stored in the end stops is no loss, although one element has both.
  const Expr springs = calc_stop_spring_force(s) * v;
  EnergyAccount::of(b.assembly())
      ->add({.stored = [energy = calc_stop_energy(s)] { return energy; },
             .dissipated = [springs] { return springs; }});
  const auto pressing = [](const std::optional<EndCushion>& cushion, Expr area) {
    return cushion ? cushion->share * area : Expr(0.0);
  };
  const int ends = graph.add_internal(b.member("stops"), Kind::R, PowerDomain::translation);
  graph.element(ends).effort_law = {-calc_stop_force(s, v) -
                                    pressing(cushions.A, area_a) * brake_a +
                                    pressing(cushions.B, area_b) * brake_b};
  graph.connect(piston, ends);
  const hydraulics::Circuit::Flow leak = circuit->add_resistance(
      b.member("leak"), a, other, [&](Expr drop, Expr) { return leakage * drop; });
  connect(b, graph, piston, friction_law);
  SystemEvent begins_beyond{SystemEvent::Kind::fail,
                            b.name() + ": the start is beyond its stroke; see 'closed_length'",
                            SystemEvent::Start::only_there};
  begins_beyond.shows = {b.member("position")};
  b.assembly().add_event(std::move(begins_beyond), less(kBeyond * stroke, max(-s, s - stroke)));
  // [1] fraction of the dead volume at which the run ends with the cylinder's name.
  constexpr double kLeastLeft = 0.05;
  const auto fail_where_used_up = [&](const char* name, Expr volume, Expr dead,
                                      const char* output) {
    SystemEvent used_up{
        SystemEvent::Kind::fail,
        b.name() + ": the compression of the hard stop exceeds the depth of the dead volume at " +
            name + ": the chamber has no volume left; see 'dead_volume' and 'stops.stiffness'",
        SystemEvent::Start::counts};
    used_up.shows = {b.member("position"), b.member(output)};
    b.assembly().add_event(std::move(used_up), relation(kLeastLeft * dead - volume));
  };
  fail_where_used_up("A", volume_a, dead_a, "volume_A");
  fail_where_used_up("B", volume_b, dead_b, "volume_B");
  if (has_pins) {
    SceneLink link{SceneLink::Kind::cylinder, b.name(), between};
    link.bore = bore;
    link.rod = rod.diameter;
    link.barrel = pin_distance() - 0.5 * bore;  // the rod's eye is outside
    b.assembly().scene().links.push_back(std::move(link));
  }

  const Expr friction_force = friction_law.force(), stop_force = -graph.effort(ends);
  const Expr force =
      graph.effort(side_a, 1) + graph.effort(side_b, 1) - friction_force + stop_force;
  b.define_output("position", s);
  b.define_output("speed", v);
  b.define_output("force", force);
  b.define_output("pressure_A", p_a);
  b.define_output("pressure_B", p_b);
  b.define_output("A.pressure", p_a);
  b.define_output("B.pressure", p_b);
  b.define_output("A.mass", circuit->density(a) * volume_a);
  b.define_output("B.mass", circuit->density(other) * volume_b);
  b.define_output("volume_A", volume_a);
  b.define_output("volume_B", volume_b);
  b.define_output("friction_force", friction_force);
  b.define_output("stop_force", stop_force);
  b.define_output("power", force * v);
  b.define_output("fluid_power", [circuit, a, other, volume_a, volume_b] {
    return std::vector<Expr>{circuit->storing_power(a, volume_a) +
                             circuit->storing_power(other, volume_b)};
  });
  b.define_output("cushion_pressure_A", p_a + brake_a);
  b.define_output("cushion_pressure_B", p_b + brake_b);
  b.define_output("losses", (friction_force - stop_force) * v + springs + leak.loss);
}

Expr HydraulicCylinder::stop_stiffness() const {
  return stops.stiffness.value_or(350e5 * disc(bore) / 0.5e-3);
}

Expr HydraulicCylinder::calc_stop_force(Expr s, Expr v) const {
  const auto push = [&](Expr depth, Expr rate) {
    return stop_stiffness() * hydraulics::ramp(depth, kStopCorner) *
           max(1.0 + stops.damping * rate, 0.0);
  };
  return push(-s, -v) - push(s - stroke, v);
}

Expr HydraulicCylinder::calc_stop_spring_force(Expr s) const {
  return stop_stiffness() *
         (hydraulics::ramp(-s, kStopCorner) - hydraulics::ramp(s - stroke, kStopCorner));
}

Expr HydraulicCylinder::calc_stop_energy(Expr s) const {
  return stop_stiffness() * (hydraulics::ramp_integral(-s, kStopCorner) +
                             hydraulics::ramp_integral(s - stroke, kStopCorner));
}

std::vector<LineBody> HydraulicCylinder::make_bodies(const std::string& name) const {
  std::vector<LineBody> bodies;
  const auto add = [&](const char* what, bool hangs_on_second, const auto& part) {
    if (!part.mass) return;
    const Expr length = pin_distance();
    bodies.push_back({name + " (" + what + ")", hangs_on_second, *part.mass,
                      part.center_of_mass.value_or(0.5 * length),
                      part.inertia.value_or(*part.mass * square(length) / 12.0)});
  };
  if (barrel) add("barrel", false, *barrel);
  add("rod", true, rod);
  return bodies;
}

bool HydraulicCylinder::check_cushions(PartBuilder& b) const {
  const auto is_less = [](Expr x, Expr y) {
    return !x.is_constant() || !y.is_constant() || x.value() < y.value();
  };
  const auto check = [&](const std::string& name, const std::optional<EndCushion>& cushion) {
    if (!cushion) return true;
    if (!is_less(cushion->length, stroke)) {
      b.error(name + ".length", "the cushion is as long as the stroke", "give less than 'stroke'");
      return false;
    }
    if (cushion->opening && !is_less(cushion->throttle, *cushion->opening)) {
      b.error(name + ".throttle",
              "the cushion does not close: 'throttle' is not less than 'opening'", "give less");
      return false;
    }
    return true;
  };
  return check("cushions.A", cushions.A) && check("cushions.B", cushions.B);
}

bool HydraulicCylinder::check_masses(PartBuilder& b) const {
  const auto check = [&](const char* name, const auto& part) {
    if (!part.mass && (part.center_of_mass || part.inertia)) {
      b.error(name, "it has no mass, and so no centre of mass or inertia", "give 'mass', too");
      return false;
    }
    if (part.mass && !port.empty()) {
      b.error(std::string(name) + ".mass", "'mass' has no effect: a port has no pins",
              "add it to the mass at the port");
      return false;
    }
    return true;
  };
  if (barrel && !barrel->mass && !barrel->center_of_mass && !barrel->inertia) {
    b.error("barrel", "'barrel' has no effect without a mass", "give 'mass', or leave it out");
    return false;
  }
  return check("rod", rod) && (!barrel || check("barrel", *barrel));
}

Expr HydraulicCylinder::pin_distance() const { return closed_length.value_or(stroke + 2.0 * bore); }

/// Bonds the piston to its connection, when all parts are built.
void HydraulicCylinder::connect(PartBuilder& b, PowerGraph& graph, int piston,
                                const hydraulics::PistonFrictionLaw& rubbing) const {
  const Expr offset = port.empty() ? pin_distance() : closed_length.value_or(0.0);
  const auto start = initial ? initial->position : std::nullopt;
  graph.when_built([&graph, piston, offset, start, rubbing, port = port, name = b.name(),
                    ends = std::array{between[0].path, between[1].path},
                    bodies = make_bodies(b.name()), has_length = closed_length.has_value(),
                    report = b.error_reporter()](Assembly& assembly) {
    const auto define = [&](const std::string& output, Dimension dimension, Expr value) {
      assembly.define_output({output, {}, dimension, "", false}, std::vector<Expr>{value});
    };
    const auto define_pin_forces = [&](const std::array<std::vector<Expr>, 2>& forces) {
      const std::vector<std::string> axes{"x", "y", "z"};
      assembly.define_output({name + ".barrel_pin.force", axes, dimensions::kForce, "force"},
                             forces[0]);
      assembly.define_output({name + ".rod_pin.force", axes, dimensions::kForce, "force"},
                             forces[1]);
    };
    hydraulics::PowerConnection moved;
    if (port.empty()) {
      const auto line = assembly.domain<PowerPorts>().line(name, ends, bodies);
      if (line) {
        moved.port = line->port;
        moved.element = graph.add_port(line->port);
        define_pin_forces(line->forces);
      }
      if (!line) report("between", "there are no bodies between which it could act", "");
    } else {
      const std::vector<Expr> none(3, 0.0);
      define_pin_forces({none, none});
      moved = hydraulics::find_connection(graph, assembly, name, port, PowerDomain::translation,
                                          report, "port");
    }
    if (moved.element < 0) return;
    graph.connect(piston, moved.element);
    if (!rubbing.hold(assembly, moved.port, offset)) {
      report(
          "friction.sticks",
          moved.port ? "the motion at '" + port + "' is prescribed: friction cannot hold it"
                     : "a junction of a bond graph cannot be locked",
          moved.port ? "leave it out" : "leave it out, or use the flange of a Prismatic, or pins");
    }
    if (!moved.port) {
      if (has_length)
        report("closed_length",
               "'closed_length' has no effect: a junction of a bond graph has no length",
               "leave it out; 'initial.position' is the extension at the start");
      PowerGraph::Element& junction = graph.element(piston);
      junction.integral = place_name(name);
      junction.integral_initial = start.value_or(0.0);
      define(rate_name(name), dimensions::kSpeed, graph.flow(piston));
      return;
    }
    if (start) {
      report("initial.position",
             "'initial' has no effect: the attached machine determines its position",
             "give the initial position of that machine, and 'closed_length'");
    }
    define(place_name(name), dimensions::kLength, *moved.port->displacement - offset);
    define(rate_name(name), dimensions::kSpeed, moved.port->flow);
  });
}

}  // namespace holon
