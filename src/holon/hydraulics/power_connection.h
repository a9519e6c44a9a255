// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "holon/bond/power_graph.h"

namespace holon::hydraulics {

/// The mechanical connection of a hydraulic machine: a port of another domain ("engine.flange") or
/// a junction of a bond graph ("drive.w").
struct PowerConnection {
  int element = -1;                 ///< of the graph; -1: there is none of this name
  std::optional<PowerPort> port{};  ///< nothing for a junction
};

/// Resolves it by the name in a part's parameter, in the part's scope, when all parts have been
/// built. A missing port or one of another domain is reported for the parameter.
PowerConnection find_connection(PowerGraph& graph, Assembly& assembly, const std::string& part,
                                const std::string& name, PowerDomain domain,
                                const PartBuilder::ErrorReporter& report,
                                const std::string& parameter);

}  // namespace holon::hydraulics
