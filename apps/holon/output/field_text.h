// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "holon/model/describe/field.h"

namespace holon::app {

/// What a value looks like: its unit, its words, its form.
std::string describe_type(const Field& field);
/// Its sentence, with whether it is required, its default and its range.
std::string describe_field(const Field& field);

}  // namespace holon::app
