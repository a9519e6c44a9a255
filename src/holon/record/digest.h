// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>

namespace holon {

/// SHA-256 (FIPS 180-4) of a text as 64 hexadecimal digits, as `sha256sum` prints it: identifies
/// the model of a result.
std::string sha256(std::string_view text);

}  // namespace holon
