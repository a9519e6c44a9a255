// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "holon/mechanics/tree.h"

namespace holon::detail {

/// Says an error about a part through its report, and keeps it as "name: message; suggestion".
void say(const ReportError& report, const std::string& name, const std::string& parameter,
         const std::string& message, const std::string& suggestion,
         std::vector<std::string>& errors);

/// Masses that are not positive, inertias that no distribution of mass has. Constants only.
void check_bodies(const Mechanism& mechanism, std::vector<std::string>& errors);

/// Freedoms along which nothing has inertia, found by eliminating all of them in numbers at two
/// configurations. Links whose values are symbols count as massive enough.
void check_freedoms(const Mechanism& mechanism, const Tree& tree, std::vector<std::string>& errors);

}  // namespace holon::detail
