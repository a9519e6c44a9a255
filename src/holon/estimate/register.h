// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

namespace holon {

class Catalogue;

/// Adds the parts that estimate and control by models: filters.
void register_estimate_parts(Catalogue& catalogue);

}  // namespace holon
