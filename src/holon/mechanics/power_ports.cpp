// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#include "holon/mechanics/power_ports.h"

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
    for (const Mechanism::Frame& frame : machine_->mechanism.frames) {
      if (frame.body == Mechanism::kWorld) continue;
      for (const char* axis : kAxes) {
        names.push_back(frame.name + ".translation." + axis);
        names.push_back(frame.name + ".rotation." + axis);
      }
    }
    return names;
  }

  std::optional<PowerPort> find_line(const std::string& who,
                                     const std::array<std::string, 2>& ends) const {
    // Whether the frames exist has been looked at; some are placed by formulas, later.
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
    PowerPort port;
    port.name = who + ".line";
    port.domain = PowerDomain::translation;
    port.displacement = define("length", dimensions::kLength, &Loads::calc_length);
    port.flow = define("length_rate", dimensions::kSpeed, &Loads::calc_length_rate);
    port.add_effort = [machine = machine_, index](Expr effort) {
      machine->mechanism.pulls[index].force -= effort;
    };
    return port;
  }

 private:
  static bool has_flange(const Mechanism::Joint& joint) {
    const bool is_straight =
        joint.type == JointType::revolute || joint.type == JointType::prismatic;
    return is_straight && !joint.freedoms[0].motion;
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
    set_prescribe(port, found->report);
    return port;
  }

  std::optional<PowerPort> find_direction(const std::string& name) const {
    for (const bool turns : {false, true}) {
      for (std::size_t axis = 0; axis < 3; ++axis) {
        const std::string tail = std::string(turns ? ".rotation." : ".translation.") + kAxes[axis];
        if (!name.ends_with(tail)) continue;
        const std::string frame = name.substr(0, name.size() - tail.size());
        if (machine_->mechanism.find_frame(frame) < 0 || frame == "world") return std::nullopt;
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
        if (!turns) {
          set_prescribe(port, [name](const std::string&, const std::string& message,
                                     const std::string& suggestion) {
            throw ModelError(name + ": the flow that bonds give cannot be: " + message, suggestion);
          });
        }
        return port;
      }
    }
    return std::nullopt;
  }

  /// A prescribed flow is an equation of places: the port's displacement is another one that grows
  /// at that rate.
  void set_prescribe(PowerPort& port, const ReportError& report) const {
    port.prescribe = [machine = machine_, assembly = &assembly_, own = *port.displacement, report,
                      domain = port.domain](const std::string& who, Expr flow, Expr displacement) {
      Mechanism::Equation equation;
      equation.name = who;
      equation.g = own - displacement;
      equation.report = report;
      equation.follows = {displacement, flow};
      const int index = static_cast<int>(machine->mechanism.equations.size());
      machine->mechanism.equations.push_back(std::move(equation));
      const std::string name = kHiddenPrefix + who + ".effort";
      assembly->define_output({name, {}, power_domain_info(domain).effort_dimension, "effort"},
                              [machine, index]() -> std::vector<Expr> {
                                return {machine->equation_multiplier(index)};
                              });
      return assembly->output(name);
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
  ports.set_lines([provider](const std::string& who, const std::array<std::string, 2>& ends) {
    return provider->find_line(who, ends);
  });
}

}  // namespace holon::detail
