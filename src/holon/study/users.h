// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

namespace holon {

/// Models in the folder of a model's file that use it as a part, by their paths, sorted.
std::vector<std::string> find_users(const std::string& path);

}  // namespace holon
