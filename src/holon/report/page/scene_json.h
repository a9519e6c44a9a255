// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>
#include <vector>

#include "holon/report/page/messages.h"
#include "holon/view/scene/scene.h"

namespace holon {

/// The field `scene` of a report's document: docs/design/report.md. Arrows whose columns the stream
/// lacks are omitted. `plane`: the normal of the plane of motion; zero if there is none.
/// `undetermined`: outputs, complete or components, that are not determined.
nlohmann::ordered_json write_scene(const Scene& scene, const Stream& poses,
                                   const Vector3<double>& plane,
                                   const std::vector<std::string>& undetermined);

/// In one line. Names and descriptions may contain any bytes of a model's text: invalid UTF-8
/// becomes U+FFFD.
std::string dump_json(const nlohmann::ordered_json& json);

}  // namespace holon
