// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "holon/model/describe/source.h"

namespace holon {
class Catalogue;
}

namespace holon::detail {

/// The parts of a composite part, which may stand in a file; nullptr: it is none.
using PartsOf = std::function<const SourceNode*(const SourceNode& part)>;

/// Whether a part is a sensor whose measurements can drive a model: an inertial measurement unit.
bool can_drive(const SourceNode& part);

/// Makes of a machine's parts those of a model that the unit drives: itself, the body that carries
/// it and what is welded to that, held by a frame that moves as the unit's states say, the sensors
/// among `names` (of measurements), and what describes the surroundings. A body in a composite part
/// is held likewise, and the other parts of that, which stay in the source, come to `known`:
/// elaboration passes over them. Returns what is wrong.
struct DrivenFailure {
  std::string message, advice;
};
std::vector<DrivenFailure> keep_driven_parts(SourceNode& parts, const std::string& unit,
                                             const std::vector<std::string>& names,
                                             const Catalogue& catalogue, const PartsOf& parts_of,
                                             std::vector<std::string>& known);

}  // namespace holon::detail
