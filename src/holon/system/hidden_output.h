// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

namespace holon {

/// Names of outputs that begin so are for formulas alone: no list of outputs and no suggestion
/// shows them.
inline constexpr const char* kHiddenPrefix = "~";

}  // namespace holon
