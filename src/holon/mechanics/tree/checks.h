// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "holon/mechanics/tree/link_shape.h"

namespace holon::detail {

/// Says an error about a part through its report, and keeps it as "name: message; suggestion".
void say(const ReportError& report, const std::string& name, const std::string& parameter,
         const std::string& message, const std::string& suggestion,
         std::vector<std::string>& errors);

/// An inertia that no distribution of mass has.
void check_inertia(const Mechanism::Body& body, std::vector<std::string>& errors);
/// Masses that are negative, and inertias of whole bodies as above. Constants only.
void check_bodies(const Mechanism& mechanism, std::vector<std::string>& errors);

/// Freedoms along which nothing has inertia, found by eliminating all of them in numbers at three
/// configurations. Links whose values are symbols count as massive enough.
void check_freedoms(const Mechanism& mechanism, const Tree& tree, std::vector<std::string>& errors);

/// Freedoms that have no inertia in the position in which a tree without loops begins, such as that
/// of hinges in gimbal lock. `positions`: coordinates by link as LinkState counts them, of
/// prescribed ones too; NaN where they are not known.
void check_start_position(const Mechanism& mechanism, const Tree& tree,
                          const std::vector<std::vector<double>>& positions,
                          std::vector<std::string>& errors);

}  // namespace holon::detail
