// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "holon/mechanics/mechanism.h"
#include "peers.h"

namespace holon::bench {

/// The tree as Holon's own mechanism.
Mechanism make_mechanism(const Tree& tree);

/// A chain in which no two bodies are alike: revolute and prismatic joints in turn about axes in
/// all directions, turned and shifted placements, full inertias.
Mechanism make_varied_chain(int bodies);

}  // namespace holon::bench
