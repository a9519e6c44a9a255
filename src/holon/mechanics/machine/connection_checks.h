// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "holon/mechanics/tree/tree.h"

/// Connections: frames of the mechanism that parts with inner states move (aggregate_part.h).
namespace holon::detail {

/// Frames that move in a connection are connections, too.
void mark_connections(Mechanism& mechanism);
/// Whether a part with inner states has one of the joint's sides.
bool is_on_connection(const Mechanism& mechanism, const Mechanism::Joint& joint);

/// Whether a tree of a mechanism with connections has freedoms without inertia: it lacks the joints
/// that hold something massless on a connection.
bool has_massless_freedoms(const Mechanism& mechanism, const Tree& tree);
/// Freedoms without inertia, where joints on connections are cut in every tree: checked in one that
/// has them.
void check_freedoms_at_connections(Mechanism mechanism, std::vector<std::string>& errors);

}  // namespace holon::detail
