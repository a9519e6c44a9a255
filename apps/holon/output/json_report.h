// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>

#include "holon/base/errors.h"

/// What --json prints. docs/schema/<kind>.json describes each kind; a kind gets another number
/// where what it had becomes something else or goes, and keeps it where something is added.
namespace holon::app {

using Json = nlohmann::ordered_json;

/// {"schema": "holon/run/1", "holon": "0.1.0"}: how an object of that kind begins.
Json begin_json(const std::string& kind);
/// Everything collected: severity, file, line, column, part, type, message, suggestion.
Json list_json(const Diagnostics& diagnostics);
/// Printed with a line for each member; what is no UTF-8 becomes so.
std::string to_text(const Json& json);

}  // namespace holon::app
