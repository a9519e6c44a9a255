// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "holon/serve/document/model_check.h"

namespace holon::serve {

/// The answer to `formula.check`: what a value of the checked model would be with this text.
Json check_formula(const ModelCheck& check, const std::string& path, const std::string& text);

/// Names of units of the dimension of a unit, for a menu: usual ones first.
std::vector<std::string> list_units_like(const std::string& unit);

}  // namespace holon::serve
