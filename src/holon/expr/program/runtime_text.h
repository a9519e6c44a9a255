// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string_view>

namespace holon::detail {

/// The text of runtime/*.h in the order of their dependence, made into a string by the build.
std::string_view runtime_source();

}  // namespace holon::detail
