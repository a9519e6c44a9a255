// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string_view>

namespace holon::detail {

/// Whether a part's `type` is a file ("./blade.yaml") and not the name of a type.
inline bool is_file_name(std::string_view type) {
  return type.find('/') != std::string_view::npos || type.ends_with(".yaml") ||
         type.ends_with(".yml");
}

}  // namespace holon::detail
