// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

namespace holon {

/// Outputs whose names begin with this prefix are only for use in formulas: no list of outputs and
/// no suggestion shows them.
inline constexpr const char* kHiddenPrefix = "~";

}  // namespace holon
