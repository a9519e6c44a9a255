// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "holon/model/describe/catalogue.h"

namespace holon {

/// The JSON schema (draft 7, for YAML editors) of a model file: every section, every part type of
/// the catalogue, every parameter with its unit, range, default and description. A value is a
/// number or a text, since any may be a quantity or a formula; the schema does not check names and
/// dimensions, which requires elaboration.
std::string write_json_schema(const Catalogue& catalogue);

}  // namespace holon
