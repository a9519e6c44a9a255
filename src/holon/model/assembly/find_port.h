// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>

#include "holon/model/assembly/part.h"
#include "holon/model/assembly/power_port.h"

namespace holon::detail {

/// The power port that a part names in one of its parameters ("engine.flange"), in the part's scope
/// from the innermost outwards. To be called when all parts have been built (Assembly::on_connect).
/// A missing port, or one of another domain, is reported at the parameter.
std::optional<PowerPort> find_power_port(Assembly& assembly, const std::string& part,
                                         const std::string& name, PowerDomain domain,
                                         const std::string& parameter,
                                         const PartBuilder::ErrorReporter& report);

}  // namespace holon::detail
