// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>
#include <string>

#include "holon/study/validation.h"

namespace holon {

/// Cases with reference values as a page for the browser: a table of all, and for each case its
/// source, its runs and the error over the tolerance.
std::string write_validation_page(std::span<const ValidationOutcome> outcomes);

}  // namespace holon
