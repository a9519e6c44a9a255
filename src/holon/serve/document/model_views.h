// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "holon/serve/document/model_check.h"

namespace holon::serve {

/// What is shown of a model that has been checked, by the protocol's method: "equations", "bonds",
/// "scene", "linearize", "formula.check". Throws RequestFault, and what the model's own code
/// throws.
Json answer_view(const ModelCheck& check, const std::string& method, const Json& params);

}  // namespace holon::serve
