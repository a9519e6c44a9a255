// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string_view>

namespace holon::detail {

/// The build result of web/packages/report; empty without npm.
std::string_view report_script();
std::string_view report_style();

}  // namespace holon::detail
