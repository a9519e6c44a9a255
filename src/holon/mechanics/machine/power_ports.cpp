// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#include "holon/mechanics/machine/power_ports.h"

#include <algorithm>

#include "holon/base/errors.h"
#include "holon/system/hidden_output.h"

namespace holon::detail {

namespace {

constexpr std::string_view kFlange = ".flange";
constexpr std::array<const char*, 3> kAxes{"x", "y", "z"};

class Provider {
 public:
  Provider(std::shared_ptr<Machine> machine, Assembly& assembly)
      : machine_(std::move(machine)), assembly_(assembly) {}

  std::optional<PowerPort> find(const std::string& name) const {
    if (name.ends_with(kFlange)) return find_flange(name);
    return find_direction(name);
  }

  std::vector<std::string> list() const {
    std::vector<std::string> names;
    for (const Mechanism::Joint& joint : machine_->mechanism.joints) {
      if (has_flange(joint)) names.push_back(joint.name + std::string(kFlange));
    }
    std::vector<std::string> frames = machine_->frames.names();
    for (const Mechanism::Frame& frame : machine_->mechanism.frames) {
      if (frame.body != Mechanism::kWorld) frames.push_back(frame.name);
    }
    for (const std::string& frame : frames) {
      for (const char* axis : kAxes) {
        names.push_back(frame + ".translation." + axis);
        names.push_back(frame + ".rotation." + axis);
      }
    }
    return names;
  }

  PowerLine find_line(const std::string& who, const std::array<std::string, 2>& ends,
                      const std::vector<LineBody>& bodies) const {
    // Whether the frames exist has been checked; some are placed by formulas, later.
    const std::size_t index = machine_->mechanism.pulls.size();
    Mechanism::Pull pull;
    pull.name = who;
    pull.between = ends;
    pull.is_inner = true;
    machine_->mechanism.pulls.push_back(std::move(pull));
    const auto define = [&](const char* what, const Dimension& dimension,
                            Expr (Loads::*calc)(std::size_t)) {
      const std::string name = kHiddenPrefix + who + ".line." + what;
      assembly_.define_output({name, {}, dimension, what},
                              [machine = machine_, index, calc]() -> std::vector<Expr> {
                                return {(machine->kinematics().loads().*calc)(index)};
                              });
      return assembly_.output(name);
    };
    PowerLine line;
    PowerPort& port = line.port;
    port.name = who + ".line";
    port.domain = PowerDomain::translation;
    port.displacement = define("length", dimensions::kLength, &Loads::calc_length);
    port.flow = define("length_rate", dimensions::kSpeed, &Loads::calc_length_rate);
    port.add_effort = [machine = machine_, index](Expr effort) {
      machine->mechanism.pulls[index].force -= effort;
    };
    const auto holds = std::make_shared<std::vector<int>>();
    set_hold(port, holds);
    std::array<std::vector<std::size_t>, 2> hanging;  // by end
    for (const LineBody& body : bodies) {
      const std::size_t first = body.hangs_on_second ? 1 : 0;
      std::vector<Mechanism::LineBody>& all = machine_->mechanism.line_bodies;
      hanging[first].push_back(all.size());
      all.push_back(
          {body.name, {ends[first], ends[1 - first]}, body.mass, body.center, body.inertia});
    }
    for (std::size_t end = 0; end < 2; ++end) {
      line.forces[end] = define_end_force(who, end, index, hanging, holds);
    }
    return line;
  }

 private:
  /// What a pull and bodies on its line do to what is at one end.
  std::vector<Expr> define_end_force(const std::string& who, std::size_t end, std::size_t pull,
                                     const std::array<std::vector<std::size_t>, 2>& hanging,
                                     const std::shared_ptr<std::vector<int>>& holds) const {
    const auto calc = [machine = machine_, end, pull, hanging, holds]() -> std::vector<Expr> {
      Kinematics& k = machine->kinematics();
      const Mechanism& mechanism = machine->mechanism;
      const auto place = [&](std::size_t which) {
        return k.calc_frame_output(mechanism.find_frame(mechanism.pulls[pull].between[which]),
                                   FrameOutput::position);
      };
      const std::vector<Expr> own = place(end), other = place(1 - end);
      Expr tension = k.loads().calc_tension(pull);
      for (const int equation : *holds) tension -= machine->equation_multiplier(equation);
      const Expr per_length = tension / k.loads().calc_length(pull);
      std::vector<Expr> force;
      for (std::size_t i = 0; i < 3; ++i) force.push_back(per_length * (other[i] - own[i]));
      for (std::size_t first = 0; first < 2; ++first) {
        for (const std::size_t body : hanging[first]) {
          const std::vector<Expr> more = machine->lines().calc_forces(body)[first == end ? 0 : 1];
          for (std::size_t i = 0; i < 3; ++i) force[i] += more[i];
        }
      }
      return force;
    };
    const std::string name = kHiddenPrefix + who + (end == 0 ? ".line.first" : ".line.second");
    assembly_.define_output({name, {"x", "y", "z"}, dimensions::kForce, "force"}, calc);
    std::vector<Expr> symbols;
    for (const char* axis : kAxes) symbols.push_back(assembly_.output(name + "." + axis));
    return symbols;
  }

  static bool has_flange(const Mechanism::Joint& joint) {
    return joint.type == JointType::revolute || joint.type == JointType::prismatic;
  }

  std::optional<PowerPort> find_flange(const std::string& name) const {
    const std::string joint_name = name.substr(0, name.size() - kFlange.size());
    std::vector<Mechanism::Joint>& joints = machine_->mechanism.joints;
    const auto found = std::find_if(joints.begin(), joints.end(), [&](const auto& joint) {
      return joint.name == joint_name && has_flange(joint);
    });
    if (found == joints.end()) return std::nullopt;
    const FreedomInfo& info = joint_info(found->type).freedoms[0];
    PowerPort port;
    port.name = name;
    port.domain = info.turns ? PowerDomain::rotation : PowerDomain::translation;
    port.flow = assembly_.output(joint_name + "." + info.rate);
    port.displacement = assembly_.output(joint_name + "." + info.coordinate);
    port.add_effort = [machine = machine_, index = found - joints.begin()](Expr effort) {
      machine->mechanism.joints[static_cast<std::size_t>(index)].freedoms[0].effort += effort;
    };
    if (found->freedoms[0].motion) return port;  // gives its flow, and nothing can hold it
    set_prescribe(port, found->report);
    set_hold(port);
    return port;
  }

  std::optional<PowerPort> find_direction(const std::string& name) const {
    for (const bool turns : {false, true}) {
      for (std::size_t axis = 0; axis < 3; ++axis) {
        const std::string tail = std::string(turns ? ".rotation." : ".translation.") + kAxes[axis];
        if (!name.ends_with(tail)) continue;
        const std::string frame = name.substr(0, name.size() - tail.size());
        // Those of Frame parts come into the mechanism later.
        const bool is_placed = machine_->frames.contains(frame);
        if (!is_placed && (machine_->mechanism.find_frame(frame) < 0 || frame == "world")) {
          return std::nullopt;
        }
        PowerPort port;
        port.name = name;
        port.domain = turns ? PowerDomain::rotation : PowerDomain::translation;
        const auto component = [&](const char* output) {
          return assembly_.output(frame + "." + output + "." + kAxes[axis]);
        };
        port.flow = component(turns ? "angular_velocity" : "velocity");
        if (!turns) port.displacement = component("position");
        port.add_effort = [machine = machine_, name, frame, turns, axis](Expr effort) {
          Mechanism::Wrench wrench;
          wrench.name = name;
          wrench.on = frame;
          wrench.is_inner = true;
          (turns ? wrench.torque : wrench.force)[static_cast<Eigen::Index>(axis)] = effort;
          machine->mechanism.wrenches.push_back(std::move(wrench));
        };
        if (!turns && !is_placed) {
          set_prescribe(port, [name](const std::string&, const std::string& message,
                                     const std::string& suggestion) {
            throw ModelError(name + ": the flow prescribed by bonds is impossible: " + message,
                             suggestion);
          });
          set_hold(port);
        }
        return port;
      }
    }
    return std::nullopt;
  }

  /// `holds`: gets the equations.
  void set_hold(PowerPort& port, const std::shared_ptr<std::vector<int>>& holds = nullptr) const {
    port.hold = [machine = machine_, assembly = &assembly_, own = *port.displacement,
                 domain = port.domain,
                 holds](const std::string& who, Expr place, Expr direction, Expr stopped) {
      Mechanism::Equation equation;
      equation.name = who;
      equation.g = own - place;
      equation.activity = 1.0 - square(direction);
      equation.report = [who](const std::string&, const std::string& message,
                              const std::string& suggestion) {
        throw ModelError(who + ": " + message, suggestion);
      };
      const int index = static_cast<int>(machine->mechanism.equations.size());
      machine->mechanism.equations.push_back(std::move(equation));
      machine->mechanism.stickings.push_back({index, direction, stopped});
      if (holds) holds->push_back(index);
      return define_multiplier(*assembly, machine, who, domain, index);
    };
  }

  static Expr define_multiplier(Assembly& assembly, const std::shared_ptr<Machine>& machine,
                                const std::string& who, PowerDomain domain, int equation) {
    const std::string name = kHiddenPrefix + who + ".effort";
    assembly.define_output({name, {}, power_domain_info(domain).effort_dimension, "effort"},
                           [machine, equation]() -> std::vector<Expr> {
                             return {machine->equation_multiplier(equation)};
                           });
    return assembly.output(name);
  }

  /// A prescribed flow is an equation of places: the port's displacement is another one that grows
  /// at that rate.
  void set_prescribe(PowerPort& port, const ReportError& report) const {
    port.prescribe = [machine = machine_, assembly = &assembly_, own = *port.displacement, report,
                      domain = port.domain](const std::string& who, Expr flow, Expr displacement) {
      const int index = static_cast<int>(machine->mechanism.equations.size());
      const Expr effort = define_multiplier(*assembly, machine, who, domain, index);
      Mechanism::Equation equation;
      equation.name = who;
      equation.g = own - displacement;
      equation.report = report;
      equation.follows = {displacement, flow, effort};
      machine->mechanism.equations.push_back(std::move(equation));
      return effort;
    };
  }

  std::shared_ptr<Machine> machine_;
  Assembly& assembly_;
};

}  // namespace

void offer_power_ports(const std::shared_ptr<Machine>& machine, Assembly& assembly) {
  const auto provider = std::make_shared<Provider>(machine, assembly);
  auto& ports = assembly.domain<PowerPorts>();
  ports.add_provider([provider](const std::string& name) { return provider->find(name); },
                     [provider] { return provider->list(); });
  ports.set_lines([provider](const std::string& who, const std::array<std::string, 2>& ends,
                             const std::vector<LineBody>& bodies) {
    return provider->find_line(who, ends, bodies);
  });
}

}  // namespace holon::detail
