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

/// "parts/arm.link" for the part "arm.link[3]": the same for all members of an array, so that an
/// error of all of them is reported once.
PartLabel label_of(std::string_view full_name, std::string_view type);

/// The node of a parameter ("initial.angle", "frames.tip.at", "shapes[1].box") below a part's; if
/// it was not written, the nearest enclosing one. `found` is the part of the path that was found.
const SourceNode& find_place(const SourceNode& part, std::string_view parameter, bool& found);

/// The folder of the file that holds a node; empty for the working folder.
std::string folder_of(const SourceNode& node);

/// Adds a diagnostic at the location of a parameter of a part.
void report(const PartInstance& part, const std::string& parameter, Severity severity,
            const std::string& message, const std::string& suggestion, Diagnostics& diagnostics);

}  // namespace holon::detail
