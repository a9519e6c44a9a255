// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>

#include "holon/mechanics/machine/machine.h"
#include "holon/model/assembly/power_port.h"

namespace holon::detail {

/// Offers the ports of a machine to other domains: `flange` of revolute and prismatic joints
/// (relative flow, equal and opposite effort), `translation.x|y|z` and `rotation.x|y|z` of frames
/// in world axes, and lines between two frames.
void offer_power_ports(const std::shared_ptr<Machine>& machine, Assembly& assembly);

}  // namespace holon::detail
