// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

namespace holon {

class Catalogue;

/// Adds the parts of navigation: inertial and other sensors, their mechanisation.
void register_navigation_parts(Catalogue& catalogue);

}  // namespace holon
