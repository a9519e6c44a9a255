// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#include "holon/output/json_report.h"

#include <nlohmann/json.hpp>

#include "holon/base/escape.h"
#include "holon/base/version.h"
#include "holon/output/terminal.h"

namespace holon::app {
namespace {

const char* name_of(Severity severity) {
  switch (severity) {
    case Severity::error: return "error";
    case Severity::warning: return "warning";
    case Severity::note: return "note";
  }
  return "";
}

}  // namespace

Json list_json(const Diagnostics& diagnostics) {
  Json all = Json::array();
  for (const Diagnostic& d : diagnostics.sorted()) {
    Json item = {{"severity", name_of(d.severity)}};
    if (d.place.known()) item["file"] = std::string(d.place.file());
    if (d.place.line > 0) item["line"] = d.place.line;
    if (d.place.column > 0) item["column"] = d.place.column;
    if (!d.part_path.empty()) item["part"] = d.part_path;
    if (!d.part_type.empty()) item["type"] = d.part_type;
    item["message"] = in_users_terms(d.message);
    if (!d.suggestion.empty()) item["suggestion"] = in_users_terms(d.suggestion);
    all.push_back(item);
  }
  return all;
}

Json begin_json(const std::string& kind) {
  return {{"schema", "holon/" + kind + "/1"}, {"holon", kVersion}};
}

std::string to_text(const Json& json) {
  return visible_json(json.dump(2, ' ', false, Json::error_handler_t::replace)) + "\n";
}

}  // namespace holon::app
