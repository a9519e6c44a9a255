// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "holon/reader/editor.h"

namespace holon::serve {

/// Makes parts of the file the parts of a new composite part. Names that refer to them from
/// elsewhere follow: `link.tip` becomes `arm.link.tip`. Needs a model without errors; throws
/// RequestFault or InputError where that would change what a name means.
TextChange group_parts(Editor& editor, const std::vector<std::string>& chosen,
                       const std::string& to, const Catalogue& catalogue);

}  // namespace holon::serve
