// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0

// A wrong value anywhere in any part is an error with a location, whoever shares the value: never a
// crash, never a bug in Holon. Each machine occurs twice in a model, so that two parts share it.

#include <gtest/gtest.h>

#include <set>

#include "holon/base/errors.h"
#include "holon/reader/yaml.h"
#include "model_text.h"

namespace holon::test {
namespace {

struct Machine {
  const char* name;
  const char* parts;     ///< one line each
  bool is_only = false;  ///< a model cannot hold two of them
  const char* world = "";
};

constexpr Machine kMachines[] = {
    {"earth_moving", R"yaml(
      vehicle: {type: RigidBody, mass: 20000 kg, inertia: [1e4, 3e4, 3e4], frames: {left: {at: [0, 1, 0]}, right: {at: [0, -1, 0]}}}
      flight: {type: Free, between: [world, vehicle], initial: {position: [0, 0, 0.05]}}
      rotor: {type: RigidBody, mass: 5 kg, inertia: [2, 2, 2]}
      crank: {type: Revolute, between: [world, rotor], axis: x, initial: {rate: 200 rad/s}}
      sprocket: {type: RigidBody, mass: 50 kg, inertia: [2, 2, 2]}
      axle: {type: Revolute, between: [world, sprocket], axis: y}
      engine: {type: CombustionEngine, shaft: crank.flange, curve: {speed: [800 rpm, 1400 rpm, 2200 rpm], torque: [700 N m, 960 N m, 500 N m]}, governor: {speed: 2150 rpm, droop: 7 %}}
      hydrostat: {type: HydrostaticTransmission, input: crank.flange, output: axle.flange, pump: 180 cm^3/rev, motor: 160 cm^3/rev, ratio: 37.3, command: 0.5, volume: 6 l}
      site: {type: Terrain, height: "0.02*x", soil: sandy_loam}
      track: {type: Track, on: vehicle, ground: site, drive: axle.flange, sprocket_radius: 0.43 m, length: 2.87 m, width: 0.61 m}
      plan: {type: DesignSurface, height: "0", edge: {left: vehicle.left, right: vehicle.right}}
      probe: {type: GroundProbe, on: vehicle.left, ground: site}
      cut: {type: Blade, on: vehicle, ground: site, width: 3 m, height: 1 m}
      driver: {type: Operator, on: vehicle, from: [0 m, 0 m], path: [{to: [40 m, 0 m]}], speed: 4 km/h, gauge: 1.88 m, sample: 20 Hz}
      pilot: {type: Autopilot, sample: 50 Hz, lift: {measured: plan.error.mean, setpoint: 0 m, gain: 4 1/s, full_rate: -0.4 m/s}}
)yaml"},
    {"joints", R"yaml(
      link: {type: RigidBody, mass: 1 kg, inertia: [1, 1, 1], frames: {tip: {at: [1, 0, 0]}}, shapes: [{box: [1, 0.1, 0.1]}]}
      pin: {type: Revolute, between: [world, link], axis: y, initial: {angle: 20 deg}}
      cart: {type: RigidBody, mass: 1 kg, inertia: {sphere: 0.1}}
      slide: {type: Prismatic, between: [world, cart], axis: x, stiffness: 2 N/m}
      nut: {type: RigidBody, mass: 1 kg, inertia: [1, 1, 1]}
      spindle: {type: Screw, between: [world, nut], axis: z, pitch: 5 mm/rev}
      sleeve: {type: RigidBody, mass: 1 kg, inertia: [1, 1, 1]}
      rod: {type: Cylindrical, between: [link.tip, sleeve], axis: x}
      crate: {type: RigidBody, mass: 1 kg, inertia: [1, 1, 1]}
      mount: {type: Fixed, between: [cart, crate], origin: {at: [0, 0, 0.3]}}
)yaml"},
    {"joints_in_space", R"yaml(
      tool: {type: RigidBody, mass: 1 kg, inertia: [1, 1, 1]}
      cross: {type: Universal, between: [world, tool], axis: x, axis2: y}
      shaft: {type: RigidBody, mass: 1 kg, inertia: [1, 1, 1]}
      homokinetic: {type: ConstantVelocity, between: [tool, shaft], axis: z}
      puck: {type: RigidBody, mass: 1 kg, inertia: [1, 1, 1]}
      table: {type: Planar, between: [world, puck], axis: z}
      slider: {type: RigidBody, mass: 1 kg, inertia: [1, 1, 1]}
      slot: {type: PinInSlot, between: [world, slider], axis: z}
      top: {type: RigidBody, mass: 1 kg, inertia: [1, 1, 1]}
      ball: {type: Spherical, between: [world, top]}
      plane: {type: RigidBody, mass: 1 kg, inertia: [1, 1, 1]}
      flight: {type: Free, between: [world, plane], initial: {position: [0, 0, 2]}}
)yaml"},
    {"forces", R"yaml(
      link: {type: RigidBody, mass: 1 kg, inertia: [1, 1, 1]}
      stone: {type: PointMass, mass: 0.5 kg, initial: {position: [0, 0, 2], velocity: [3, 0, 5]}}
      push: {type: Force, on: link, force: [0, 0, "5 [N]*sin(time*1 [rad/s])"]}
      motor: {type: Torque, on: link, in: link, torque: [0, 0, 0.8 N m]}
      coil: {type: Spring, between: [link, stone], stiffness: 2 N/m, length: 1 m}
      pot: {type: Damper, between: [link, stone], damping: 2 N s/m}
      strut: {type: SpringDamper, between: [link, stone], stiffness: 2 N/m, damping: 1 N s/m, length: 1 m}
      foot: {type: Bushing, between: [world, link], stiffness: [1, 1, 1], rotational_stiffness: [1, 1, 1]}
      rope: {type: Cable, between: [world, stone], length: 4 m, stiffness: 300 kN/m, damping: 2 kN s/m}
      floor: {type: Contact, between: [world, stone], normal: z, radius: 5 cm, stiffness: 200 kN/m, dissipation: 0.2 s/m, friction: 0.6}
      rail: {type: Distance, between: [link, stone], length: 2 m}
      base: {type: Frame, position: [1, 0, 2], orientation: {axis: [0, 0, 1], angle: 90 deg}}
      view: {type: Relative, of: link, to: base}
      screw: {type: ScrewAxis, of: link, to: base}
      wrench: {type: WrenchAxis, force: [1, 2, 3], torque: [3, 2, 1], at: link}
)yaml"},
    {"modes", R"yaml(
      panel: {type: ElasticBody, mass: 5 kg, inertia: [1, 1, 1], modes: [{mass: 2 kg, frequency: 1 Hz, damping_ratio: 0.01, translation: [0, 0, 1 kg], rotation: [0.5 kg m, 0, 0], initial: {displacement: 1 mm}}], frames: {tip: {at: [0, 1, 0], modes: [{translation: [0, 0, 1]}]}}}
      engine: {type: RigidBody, mass: 1 kg, inertia: [1, 1, 1]}
      mount: {type: SixDof, between: [world, engine], x: {stiffness: 200 N/m, damping: 3 N s/m}, y: {}, rotation_z: {stiffness: 40 N m/rad}}
)yaml"},
    {"satellites", R"yaml(
      rover: {type: RigidBody, mass: 1 kg, inertia: [1, 1, 1], frames: {mast: {at: [0, 0, 1]}}}
      sky: {type: Constellation, system: gps, epoch: 2026-06-01T10:00:00Z}
      gps: {type: GnssReceiver, on: rover.mast, sample: 1 Hz, sigma: {horizontal: 8 mm, vertical: 15 mm}, outages: [[2 s, 3 s]]}
      site: {type: SiteCalibration, latitude: 48 deg, longitude: 11 deg, utm: 32}
)yaml",
     true, "world: {earth: {latitude: 48.1 deg, longitude: 11.6 deg, height: 520 m}}\n"},
    {"filter", R"yaml(
      plant: {type: Equations, states: {x: {initial: 1, der: "-1 [1/s]*x"}}}
      meter: {type: Hold, input: plant.x, sample: 10 Hz}
      filter: {type: KalmanFilter, method: ekf, model: machine, sample: 10 Hz, measurements: {m: {measured: meter.output, predicted: one.plant.x, sigma: 0.1}}, process_noise: {one.plant.x: 0.05 1/s^0.5}, initial: {one.plant.x: {mean: 0, sigma: 1}}}
)yaml",
     true},
    {"regulator", R"yaml(
      cart: {type: RigidBody, mass: 2 kg, inertia: [1, 1, 1]}
      rail: {type: Prismatic, between: [world, cart], axis: x, damping: 0.5 N s/m, force: 0 N}
      law: {type: LQR, model: machine, sample: 10 Hz, inputs: [one.rail.force], weights: {states: {one.rail.position: 400, one.rail.speed: 4}, inputs: {one.rail.force: 0.01}}}
)yaml",
     true},
    {"energies", R"yaml(
      point: {type: Lagrangian, coordinates: {x: {unit: m}, z: {unit: m}}, kinetic: "1 [kg]*(der(x)^2 + der(z)^2)", potential: "20 [N]*z", frames: {tip: {at: [x, 0, z]}}}
      swing: {type: Constrained, of: [point], coordinates: {a: {initial: 0.3 rad}}, where: {point.x: "1 [m]*sin(a)", point.z: "-1 [m]*cos(a)"}}
)yaml"},
    {"constraints", R"yaml(
      bead: {type: PointMass, mass: 1 kg}
      wire: {type: Constraint, equations: [bead.position.y]}
)yaml"},
    {"signals", R"yaml(
      plant: {type: Equations, inputs: {u: time}, states: {x: {initial: 1, der: "u - x"}}, unknowns: {w: {equation: "w^3 + w - x", guess: 0}}, outputs: {z: "x + 2"}, when: [{condition: "x < 0", reset: {x: "-0.8*x"}}]}
      counter: {type: Equations, discrete: {k: {initial: 0, next: "k + 1"}}, sample: 10 Hz}
      sum: {type: Integrator, input: plant.x, initial: 2, limits: [-10, 10]}
      control: {type: PID, setpoint: 1, measurement: plant.x, kp: 2, ki: 0.5, kd: 0.1, limits: [-1, 1]}
      swing: {type: StateSpace, A: [[0, 1], [-4, -0.1]], B: [[0], [1]], C: [[1, 0]], input: [plant.x]}
      lag: {type: TransferFunction, input: plant.x, numerator: [1], denominator: [1, 2]}
      smooth: {type: Filter, input: plant.x, cutoff: 5 Hz}
      limited: {type: Limiter, input: plant.x, limits: [-1, 1]}
      slow: {type: RateLimiter, input: plant.x, rising: 1, time_constant: 0.1 s}
      relay: {type: Switch, input: plant.x, on: 2, off: 1, then: 0, else: 1}
      held: {type: Hold, input: plant.x, sample: 10 Hz}
      caught: {type: Hold, input: plant.x, trigger: plant.x > 0.5, initial: 0}
      late: {type: Delay, input: plant.x, time: 0.1 s, initial: 0}
      curve: {type: Table, x: [0, 1, 3], values: [0, 2, 5], input: plant.x}
      map: {type: Table, x: [0, 1], y: [0, 1], rows: [[0, 1], [1, 3]]}
      noise: {type: Noise, mean: 3, deviation: 0.8, sample: 10 Hz}
)yaml"},
    {"gravity", R"yaml(
      moon: {type: Gravity, uniform: [0, 0, -1.62]}
      stone: {type: PointMass, mass: 0.5 kg}
)yaml",
     true},
    {"couplings", R"yaml(
      first: {type: RigidBody, mass: 1 kg, inertia: [1, 1, 1]}
      second: {type: RigidBody, mass: 1 kg, inertia: [1, 1, 1]}
      third: {type: RigidBody, mass: 1 kg, inertia: [1, 1, 1]}
      fourth: {type: RigidBody, mass: 1 kg, inertia: [1, 1, 1]}
      slide: {type: RigidBody, mass: 1 kg, inertia: [1, 1, 1]}
      a: {type: Revolute, between: [world, first], axis: z, torque: 0.1 N m}
      b: {type: Revolute, between: [world, second], axis: z}
      c: {type: Revolute, between: [world, third], axis: z}
      d: {type: Revolute, between: [world, fourth], axis: z}
      rail: {type: Prismatic, between: [world, slide], axis: x}
      pair: {type: Gear, joints: [a, b], ratio: -2, efficiency: 0.9}
      rack: {type: RackAndPinion, joints: [b, rail], radius: 0.1 m, backlash: 1 mm}
      belt: {type: Belt, joints: [b, c], radii: [0.1 m, 0.2 m], stiffness: 1 kN/m, damping: 2 N s/m}
      clutch: {type: Clutch, joints: [a, c], torque: 1 N m, static: 2 N m}
      brake: {type: Brake, joint: d, torque: 1 N m}
      free: {type: OneWayClutch, joints: [c, d]}
)yaml"},
    {"rolling", R"yaml(
      wheel: {type: RigidBody, mass: 1 kg, inertia: [1, 2, 1], initial: {position: [0, 0, 0.3]}}
      roll: {type: Rolling, between: [world, wheel], axis: y, radius: 0.3 m}
      sled: {type: RigidBody, mass: 1 kg, inertia: [1, 1, 1]}
      blade: {type: Constraint, velocity_equations: [sled.velocity.y - sled.velocity.x]}
)yaml"},
    {"space", R"yaml(
      hub: {type: RigidBody, mass: 9 kg, inertia: [1, 1, 1], initial: {position: [7e6, 0, 0]}}
      field: {type: Gravity, central: {mu: 3.986e14, J2: 1.1e-3, radius: 6.4e6 m}, gradient: true}
      magnetic: {type: MagneticField, dipole: {moment: 7.7e22, axis: -z}}
      wheel: {type: Flywheel, on: hub, axis: x, mass: 1 kg, inertia: {spin: 0.1, transverse: 0.06}, torque: 0.1 N m, limits: {speed: 100 rad/s, torque: 0.05 N m}, included: true}
      rods: {type: MagneticTorquer, on: hub, dipole: [1, 0, 0], limit: 2 A m^2}
      compass: {type: Magnetometer, on: hub}
)yaml",
     true},
    {"fuel", R"yaml(
      hull: {type: RigidBody, mass: 100 kg, inertia: [9, 9, 9], frames: {tank: {at: [0, 0, 1]}}}
      propellant: {type: VariableMass, mass: 40 kg, mass_flow: -1 kg/s, empty: 5 kg, inertia: [2, 2, 2], exhaust: {at: [0, 0, -1], velocity: [0, 0, -2900]}}
      weld: {type: Fixed, between: [hull, propellant]}
      liquid: {type: Slosh, on: hull.tank, mass: 6 kg, length: 0.8 m, damping_ratio: 0.01}
)yaml"},
    {"sensors", R"yaml(
      craft: {type: RigidBody, mass: 9 kg, inertia: [1, 1, 1], frames: {eye: {at: [1, 0, 0]}}, initial: {position: [0, 0, 9]}}
      planet: {type: Frame}
      imu: {type: Imu, on: craft.eye, lever_arm: [0.1, 0, 0], sample: 100 Hz, temperature: 300 K, latency: 25 ms, gyro: {noise_density: 0.01, bias: {value: [1, 1, 1], sigma: 0.1, drift: {sigma: 0.1, time_constant: 9 s}, random_walk: 0.1, temperature: 0.1}, scale: {sigma: 300 ppm, value: [0, 0, 0.1]}, misalignment: {sigma: 0.1, value: [0.1, 0, 0]}, range: 9, bits: 16}, accelerometer: {range: 50, resolution: 0.1}}
      ins: {type: Strapdown, sample: 100 Hz, samples: 3, delta_angle: imu.delta_angle, delta_velocity: imu.delta_velocity, initial: {position: [1, 0, 0]}}
      encoder: {type: Encoder, angle: 0.1 rad, counts: 100, sigma: 0.01, bias: 0.1, sample: 10 Hz, latency: 0.1 s}
      stroke: {type: StrokeSensor, stroke: craft.position.x, sigma: 0.1, bias: {instability: 0.1}, scale: 1 %, range: [0, 1], bits: 8, sample: 10 Hz}
      distance: {type: RangeSensor, on: craft.eye, plane: {normal: z}, axis: -z, range: [0, 9], resolution: 0.1, sample: 10 Hz}
      sun: {type: SunSensor, on: craft, sun: [1, 0, 0], axis: z, field_of_view: 1 rad, planet: {center: planet, radius: 1 m}, sigma: 0.1, bias: [0.1, 0, 0], sample: 10 Hz}
      horizon: {type: HorizonSensor, on: craft, center: planet, radius: 1 m, sigma: 0.1, sample: 10 Hz}
      stars: {type: StarTracker, on: craft, boresight: x, sigma: {across: 0.1, about: 0.2}, max_rate: 1 rad/s, exclusion: {sun: [1, 0, 0], angle: 0.5 rad}, sample: 10 Hz}
)yaml"},
    {"drive", R"yaml(
      motor: {type: BondGraph, domain: electrical, elements: {supply: {Se: 24 V}, Ra: {R: 1 ohm}, La: {I: 0.5 mH, initial: {flow: 0 A}}, conv: {GY: 0.05 N m/A}, rotor: {I: 1e-4 kg m^2, domain: rotation}, a: 1, w: {1: {}, domain: rotation}}, bonds: [supply -> a, a -> Ra, a -> La, a -> conv -> w, w -> rotor]}
)yaml"},
    {"circuit", R"yaml(
      gear: {type: FixedPump, from: tank, to: P, displacement: 20 cm^3/rev, speed: 1500 rpm}
      main: {type: VariablePump, from: tank, to: P, displacement: 71 cm^3/rev, speed: 2200 rpm, command: 0.5, time_constant: 0.1 s}
      supply: {type: Tank, at: S, pressure: 25 bar}
      charge: {type: Orifice, from: S, to: P, area: 4 mm^2}
      relief: {type: ReliefValve, from: P, to: tank, cracking: 210 bar, rated_flow: 250 l/min, pressure_override: 20 bar}
      hose: {type: Volume, at: A, volume: 0.8 l, initial: {pressure: 20 bar}}
      bladder: {type: Accumulator, at: P, volume: 10 l, precharge: 90 bar, initial: {pressure: 120 bar}}
      valve: {type: ProportionalValve, P: P, T: tank, A: A, B: B, command: 0.2, rated_flow: 80 l/min, rated_drop: 10 bar}
      lever: {type: DirectionalValve, P: P, T: tank, A: C, B: D, command: 0.2, centre: tandem, rated_flow: 80 l/min, rated_drop: 10 bar}
      drive: {type: HydraulicMotor, A: C, B: D, displacement: 80 cm^3/rev, speed: 100 rpm}
      body: {type: RigidBody, mass: 10 kg, inertia: [1, 1, 1]}
      rail: {type: Prismatic, between: [world, body], axis: x}
      ram: {type: HydraulicCylinder, port: rail.flange, A: A, B: B, bore: 50 mm, rod: 30 mm, stroke: 0.6 m}
      check: {type: CheckValve, from: P, to: F, rated_flow: 100 l/min}
      pilot: {type: PilotCheck, from: F, to: G, pilot: A, ratio: 4, rated_flow: 100 l/min}
      balance: {type: PressureCompensator, from: G, to: H, sense: A, setting: 8 bar, rated_flow: 100 l/min}
      throttle: {type: Orifice, from: H, to: tank, area: 4 mm^2}
      pipe: {type: Line, from: P, to: K, length: 6 m, diameter: 16 mm}
      divider: {type: FlowDivider, from: K, A: M, B: N, displacement_A: 20 cm^3/rev, displacement_B: 20 cm^3/rev}
      left: {type: Orifice, from: M, to: tank, area: 4 mm^2}
      right: {type: Orifice, from: N, to: tank, area: 4 mm^2}
      at_c: {type: Volume, at: C, volume: 0.1 l}
      at_d: {type: Volume, at: D, volume: 0.1 l}
      at_f: {type: Volume, at: F, volume: 0.1 l}
      at_g: {type: Volume, at: G, volume: 0.1 l}
      at_h: {type: Volume, at: H, volume: 0.1 l}
      at_m: {type: Volume, at: M, volume: 0.1 l}
      at_n: {type: Volume, at: N, volume: 0.1 l}
)yaml"},
};

/// In one line, as it may stand in a list.
std::string flow_text(const SourceNode& node) {
  if (node.is_empty()) return "";
  if (node.is_scalar()) return "'" + node.text() + "'";
  std::string text;
  for (const SourceNode::Entry& entry : node.peek_entries()) {
    text += text.empty() ? "" : ", ";
    text += (node.is_map() ? entry.key + ": " : "") + flow_text(entry.value);
  }
  return node.is_map() ? "{" + text + "}" : "[" + text + "]";
}

/// The model with the machine twice.
std::string model_of(const Machine& machine, const std::string& parts,
                     const std::string& parameters = "") {
  const std::string one = machine.world + parameters + "parts:\n  one:\n    parts:\n" + parts;
  return machine.is_only ? one : one + "  two:\n    parts:\n" + parts;
}

std::string parts_text(const SourceNode& parts) {
  std::string text;
  for (const SourceNode::Entry& part : parts.peek_entries()) {
    text += "      " + part.key + ": " + flow_text(part.value) + "\n";
  }
  return text;
}

/// Calls `visit` with each place of a value in the object: its own field and the field's path.
class Fields final {
 public:
  using Visit = std::function<void(const Field& field, const std::vector<std::string>& path)>;
  explicit Fields(Visit visit) : visit_(std::move(visit)) {}

  void go_through(const Schema& schema, const SourceNode* node, std::vector<std::string> path) {
    for (const Field& field : schema.fields) {
      const SourceNode* value = node && node->is_map() ? node->peek(field.name) : nullptr;
      std::vector<std::string> own = path;
      if (field.kind != FieldKind::one_of || !field.is_inline) own.push_back(field.name);
      if (field.kind != FieldKind::one_of) visit_(field, own);
      switch (field.kind) {
        case FieldKind::object: go_through(*field.schema, value, own); break;
        case FieldKind::objects:
        case FieldKind::named: go_into(field, value, own); break;
        case FieldKind::one_of:
          for (const Alternative& form : field.alternatives) {
            const SourceNode* owner = field.is_inline ? node : value;
            const bool is_chosen = owner && owner->is_map() && owner->peek(form.key);
            std::vector<std::string> below = own;
            below.push_back(form.key);
            go_through(*form.schema, is_chosen ? owner->peek(form.key) : nullptr, below);
          }
          break;
        default: break;
      }
    }
  }

 private:
  void go_into(const Field& field, const SourceNode* value, const std::vector<std::string>& path) {
    std::vector<std::pair<std::string, const SourceNode*>> members;
    if (value) {
      for (const SourceNode::Entry& entry : value->peek_entries()) {
        members.emplace_back(value->is_map() ? entry.key : "0", &entry.value);
        if (value->is_list()) break;
      }
    }
    if (members.empty()) members.emplace_back(field.kind == FieldKind::named ? "n" : "0", nullptr);
    for (const auto& [name, member] : members) {
      std::vector<std::string> below = path;
      below.push_back(name);
      go_through(*field.schema, member, below);
    }
  }

  Visit visit_;
};

/// Puts a value where a path leads; "0" is the first item of a list.
void put(SourceNode& node, std::span<const std::string> path, const SourceNode& value) {
  const std::string& key = path[0];
  if (key == "0") {
    if (!node.is_list()) node = SourceNode::make_list();
    SourceNode list = SourceNode::make_list();
    SourceNode first;
    if (node.size() > 0) first = node.peek_entries()[0].value;
    if (path.size() > 1) {
      put(first, path.subspan(1), value);
    } else {
      first = value;
    }
    list.append(std::move(first));
    for (std::size_t k = 1; k < node.size(); ++k) list.append(node.peek_entries()[k].value);
    node = std::move(list);
    return;
  }
  if (!node.is_map()) node = SourceNode::make_map();
  SourceNode below;
  if (const SourceNode* there = node.peek(key)) below = *there;
  if (path.size() > 1) {
    put(below, path.subspan(1), value);
  } else {
    below = value;
  }
  node.set(key, std::move(below));
}

/// Values that are wrong nearly everywhere, by the text that is read for them.
struct Wrong {
  const char* value;       ///< YAML
  const char* parameters;  ///< of the model
  bool names_nothing;      ///< the one thing that is wrong is an unknown name
};
constexpr Wrong kWrong[] = {
    {"wrong", "parameters: {wrong: nope}\n", true},
    {"2*wrong", "parameters: {wrong: nope}\n", true},
    {"nope", "", true},
    {"[wrong, wrong]", "parameters: {wrong: nope}\n", false},
    {"3 cd", "", false},
    {"wrong", "parameters: {wrong: 3 cd}\n", false},
    {"'1 +'", "", false},
    {"[1, 2, 3, 4, 5, 6, 7]", "", false},
    {"[]", "", false},
    {"{nope: 1}", "", false},
    {"", "", false},
    {"-1e300", "", false},
};

/// Kinds of which an unknown name is no value.
bool needs_a_known_name(const Field& field) {
  return field.kind == FieldKind::number || field.kind == FieldKind::plain ||
         field.kind == FieldKind::vector || field.kind == FieldKind::numbers ||
         field.kind == FieldKind::integer || field.kind == FieldKind::flag ||
         field.kind == FieldKind::choice || field.kind == FieldKind::axis ||
         field.kind == FieldKind::orientation || field.kind == FieldKind::frame ||
         field.kind == FieldKind::between;
}

/// What is found in a model; equations are made where nothing is wrong.
Diagnostics read_fully(const std::string& text) {
  Diagnostics diagnostics;
  const Model model = load(text, diagnostics);
  try {
    const auto assembly = assemble(model, diagnostics);
    if (!diagnostics.has_errors()) assembly->make_system("");
  } catch (const InputError&) {
  } catch (const ModelError&) {
  }
  return diagnostics;
}

/// Whether it lies at a parameter of the model or in the part, which has a line of its own: what
/// other parts miss because this one was not built is not an error of theirs.
bool is_about(const Diagnostic& d, const std::string& part) {
  if (d.severity != Severity::error) return true;
  const std::string line(d.place.source ? d.place.source->line(d.place.line) : "");
  return line.starts_with("parameters:") || line.starts_with("      " + part + ": ");
}

class WrongValues : public testing::TestWithParam<Machine> {};

TEST_P(WrongValues, AreErrorsWithALocation) {
  const std::string good = model_of(GetParam(), GetParam().parts);
  ASSERT_EQ(errors_in(good), "");
  Diagnostics ignored;
  const YamlDocument document = read_yaml_text("parts", GetParam().parts, ignored);
  const SourceNode& parts = document.root;
  int tried = 0;
  for (const SourceNode::Entry& part : parts.peek_entries()) {
    const PartType* type = builtin_catalogue().find(part.value.peek("type")->text());
    ASSERT_NE(type, nullptr);
    const auto try_out = [&](const Field& field, const std::vector<std::string>& path) {
      for (const Wrong& wrong : kWrong) {
        SourceNode changed = parts;
        SourceNode own = *changed.peek(part.key);
        const YamlDocument value =
            read_yaml_text("value", std::string("v: ") + wrong.value, ignored);
        put(own, path, *value.root.peek("v"));
        changed.set(part.key, std::move(own));
        const std::string text = model_of(GetParam(), parts_text(changed), wrong.parameters);
        ++tried;
        try {
          const Diagnostics found = read_fully(text);
          for (const Diagnostic& d : found.all()) {
            EXPECT_TRUE(d.severity != Severity::error || d.place.line > 0) << text << d.to_string();
          }
          if (wrong.names_nothing && needs_a_known_name(field)) {
            EXPECT_TRUE(found.has_errors()) << text;
            for (const Diagnostic& d : found.all()) {
              EXPECT_TRUE(is_about(d, part.key)) << text << d.to_string();
            }
          }
        } catch (const InternalError& error) {
          ADD_FAILURE() << text << error.what();
        }
      }
    };
    Fields(try_out).go_through(type->schema, &part.value, {});
  }
  EXPECT_GT(tried, 0);
}

INSTANTIATE_TEST_SUITE_P(Machines, WrongValues, testing::ValuesIn(kMachines),
                         [](const auto& info) { return std::string(info.param.name); });

TEST(WrongValues, AreTriedInEveryTypeOfPart) {
  std::set<std::string> seen;
  for (const Machine& machine : kMachines) {
    Diagnostics ignored;
    const YamlDocument document = read_yaml_text("parts", machine.parts, ignored);
    for (const SourceNode::Entry& part : document.root.peek_entries()) {
      seen.insert(part.value.peek("type")->text());
    }
  }
  for (const PartType* type : builtin_catalogue().types()) {
    EXPECT_TRUE(seen.contains(type->name)) << "no machine has a " << type->name;
  }
}

}  // namespace
}  // namespace holon::test
