// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#include "holon/model/assembly/find_port.h"

#include "holon/base/names.h"

namespace holon::detail {

std::optional<PowerPort> find_power_port(Assembly& assembly, const std::string& part,
                                         const std::string& name, PowerDomain domain,
                                         const std::string& parameter,
                                         const PartBuilder::ErrorReporter& report) {
  const auto& ports = assembly.domain<PowerPorts>();
  std::optional<PowerPort> found;
  for (std::string scope = part; !found && !scope.empty();) {
    const std::size_t dot = scope.rfind('.');
    scope = dot == std::string::npos ? "" : scope.substr(0, dot);
    found = ports.find(ports.resolve(scope.empty() ? name : scope + "." + name));
  }
  if (!found) {
    report(parameter, "there is no port '" + name + "'", did_you_mean(name, ports.names()));
    return std::nullopt;
  }
  if (found->domain == domain) return found;
  report(parameter,
         "port '" + name + "' is one of " + power_domain_info(found->domain).name + ", not of " +
             power_domain_info(domain).name,
         std::string("name the flange of a ") +
             (domain == PowerDomain::rotation ? "Revolute" : "Prismatic"));
  return std::nullopt;
}

}  // namespace holon::detail
