// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#include "holon/model/assembly/power_port.h"

namespace holon {

namespace {

using enum PowerDomain;

using dimensions::kNumber;
constexpr Dimension kVolumeFlow{0, 3, -1};
constexpr Dimension kSpecificEnthalpy{0, 2, -2};
constexpr Dimension kMassFlow{1, 0, -1};
constexpr Dimension kVoltage{1, 2, -3, -1};
constexpr Dimension kEntropyFlow{1, 2, -3, 0, -1};

constexpr std::array<PowerDomainInfo, 8> kDomains{{
    {none, "none", "effort", "flow", "momentum", "displacement", kNumber, kNumber, 1, 1},
    {translation, "translation", "force", "speed", "momentum", "position", dimensions::kForce,
     dimensions::kSpeed, 10, 0.1},
    {rotation, "rotation", "torque", "angular rate", "angular momentum", "angle",
     dimensions::kTorque, dimensions::kAngularRate, 1, 1},
    {hydraulic, "hydraulic", "pressure", "volume flow", "pressure momentum", "volume",
     dimensions::kPressure, kVolumeFlow, 1e5, 1e-5},
    {electrical, "electrical", "voltage", "current", "flux linkage", "charge", kVoltage,
     dimensions::kCurrent, 1, 1},
    {thermal, "thermal", "temperature", "entropy flow", "temperature momentum", "entropy",
     dimensions::kTemperature, kEntropyFlow, 1, 1},
    {pseudo_thermal, "pseudo_thermal", "temperature", "heat flow", "temperature momentum", "heat",
     dimensions::kTemperature, dimensions::kPower, 1, 1},
    {fluid, "fluid", "specific enthalpy", "mass flow", "enthalpy momentum", "mass",
     kSpecificEnthalpy, kMassFlow, 100, 1e-2},
}};

}  // namespace

Dimension PowerDomainInfo::momentum_dimension() const {
  return effort_dimension * (domain == none ? kNumber : dimensions::kTime);
}
Dimension PowerDomainInfo::displacement_dimension() const {
  return flow_dimension * (domain == none ? kNumber : dimensions::kTime);
}
Dimension PowerDomainInfo::power_dimension() const {
  return domain == none || domain == pseudo_thermal ? effort_dimension * flow_dimension
                                                    : dimensions::kPower;
}

std::span<const PowerDomainInfo> power_domains() { return kDomains; }

const PowerDomainInfo& power_domain_info(PowerDomain domain) {
  return kDomains[static_cast<std::size_t>(domain)];
}

void PowerPorts::add_provider(Find find, ListNames list) {
  providers_.push_back(std::move(find));
  lists_.push_back(std::move(list));
}

std::string PowerPorts::resolve(const std::string& name) const {
  for (std::size_t end = name.size(); end != std::string::npos && end > 0;
       end = name.rfind('.', end - 1)) {
    const auto found = aliases_.find(name.substr(0, end));
    if (found != aliases_.end()) return resolve(found->second + name.substr(end));
  }
  return name;
}

std::optional<PowerPort> PowerPorts::find(const std::string& name) const {
  for (const Find& find : providers_) {
    if (auto port = find(name)) return port;
  }
  return std::nullopt;
}

std::optional<PowerLine> PowerPorts::line(const std::string& who,
                                          const std::array<std::string, 2>& ends,
                                          const std::vector<LineBody>& bodies) const {
  if (!find_line_) return std::nullopt;
  return find_line_(who, ends, bodies);
}

std::vector<std::string> PowerPorts::names() const {
  std::vector<std::string> names;
  for (const ListNames& list : lists_) {
    for (std::string& name : list()) names.push_back(std::move(name));
  }
  return names;
}

std::vector<std::string> PowerPorts::all_names() const {
  std::vector<std::string> all = names();
  for (const ListNames& list : others_) {
    for (std::string& name : list()) all.push_back(std::move(name));
  }
  return all;
}

}  // namespace holon
