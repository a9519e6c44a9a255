// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>
#include <string>

namespace holon {

/// Base 64 with padding (RFC 4648, section 4).
std::string encode_base64(std::span<const unsigned char> bytes);

}  // namespace holon
