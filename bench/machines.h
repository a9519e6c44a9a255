// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "holon/mechanics/mechanism/mechanism.h"
#include "peers.h"

namespace holon::bench {

/// The tree as Holon's own mechanism.
Mechanism make_mechanism(const Tree& tree);

/// A chain in which no two bodies are alike: revolute and prismatic joints in turn about axes in
/// all directions, turned and shifted placements, full inertias.
Mechanism make_varied_chain(int bodies);

/// N windows in a row in the plane xz, as peers.h says of NFourBar: bodies crank0 … crankN,
/// coupler0 …, joints ground, left, right likewise.
Mechanism make_n_four_bar(int windows);

}  // namespace holon::bench
