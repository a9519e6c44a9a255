// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "holon/base/errors.h"
#include "holon/model/describe/source.h"

namespace holon::detail {

/// Checks `layout: {link: [240, 80], arm.blade: [400, 80]}`: positions [px] of parts in a diagram,
/// without effect on the model. Members of an array have one position. Malformed values are errors,
/// names that are no parts warnings.
void check_layout(const SourceNode& layout, const SourceNode& file, Diagnostics& diagnostics);

}  // namespace holon::detail
