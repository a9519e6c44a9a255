// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

namespace holon {

class Catalogue;

/// Adds the parts of mechanics.
void register_mechanics_parts(Catalogue& catalogue);

}  // namespace holon
