// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

namespace holon {

class Catalogue;

/// Adds the parts that are signals: equations, blocks, controllers.
void register_signals_parts(Catalogue& catalogue);

}  // namespace holon
