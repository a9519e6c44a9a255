// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "holon/mechanics/machine/inner_parts.h"

namespace holon::detail {

/// The matrices of a connection that follow from its place, a function of q, and the part's mass
/// matrix; see aggregate_part.h.
InnerPart::Connection make_connection(const InnerPart& part, const std::string& frame,
                                      const FramePlace& place);

/// Adds a connection with its matrices, and its frame to the mechanism.
void connect(InnerPart& part, Mechanism& mechanism, InnerPart::Connection connection);

/// The same of a body that moves with the part's coordinates as a whole: `joint` holds it on a
/// frame `frame`, in whose place it is. Its inertia is in the part's equations.
void connect_body(InnerPart& part, Mechanism& mechanism, InnerPart::Connection connection,
                  int joint, const std::string& frame);

}  // namespace holon::detail
