// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "holon/bond/power_graph.h"

namespace holon::hydraulics {

/// What turns or moves with a hydraulic machine: a port of other machinery ("engine.flange") or a
/// junction of a bond graph ("drive.w").
struct PowerConnection {
  int element = -1;                 ///< of the graph; -1: there is none of this name
  std::optional<PowerPort> port{};  ///< nothing where it is a junction
};

/// Finds it by the name that a part has for it, seen from where the part stands, when all parts
/// have been built. What is not there, or of another domain, is reported for the parameter.
PowerConnection find_connection(PowerGraph& graph, Assembly& assembly, const std::string& part,
                                const std::string& name, PowerDomain domain,
                                const PartBuilder::ErrorReporter& report,
                                const std::string& parameter);

}  // namespace holon::hydraulics
