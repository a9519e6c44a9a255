// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>

#include "holon/base/errors.h"
#include "holon/model/describe/source.h"

namespace holon {
struct PartInstance;
}

namespace holon::detail {

/// "parts/arm.link" for the part "arm.link[3]": the same for all members of an array, so that what
/// is wrong with all of them is said once.
PartLabel label_of(std::string_view full_name, std::string_view type);

/// The node of a parameter ("initial.angle", "frames.tip.at", "shapes[1].box") below a part's;
/// where it was not written, the nearest that was. `found` tells how much of the path was.
const SourceNode& find_place(const SourceNode& part, std::string_view parameter, bool& found);

/// The folder of the file that holds a node; empty for the working folder.
std::string folder_of(const SourceNode& node);

/// Adds a diagnostic at the place of a parameter of a part.
void report(const PartInstance& part, const std::string& parameter, Severity severity,
            const std::string& message, const std::string& suggestion, Diagnostics& diagnostics);

}  // namespace holon::detail
