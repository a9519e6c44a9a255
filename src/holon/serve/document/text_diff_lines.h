// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "holon/model/describe/catalogue.h"
#include "holon/serve/wire/wire_json.h"

namespace holon::serve {

/// Lines of two texts side by side: {kind: same | removed | added, text, before, after}. By the
/// longest common subsequence of the lines between the common beginning and end; of very different
/// long texts everything in between is replaced.
Json list_diff_lines(const std::string& before, const std::string& after);

/// Parts of two model texts that were added, removed or changed: {id, change}.
Json list_changed_parts(const std::string& before, const std::string& after,
                        const Catalogue& catalogue);

}  // namespace holon::serve
