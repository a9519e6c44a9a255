// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#include "holon/serve/wire/wire_json.h"

#include <cmath>
#include <cstdint>
#include <filesystem>

#include "holon/base/names.h"

namespace holon::serve {
namespace {

namespace fs = std::filesystem;

/// Deeper than any message of the protocol, and than YAML that the reader accepts.
constexpr int kDeepest = 100;

[[noreturn]] void refuse_parameter(std::string_view key, const char* what) {
  throw RequestFault("request", "the parameter '" + std::string(key) + "' must be " + what);
}

const Json* find_parameter(const Json& params, std::string_view key) {
  if (!params.is_object()) return nullptr;
  const auto found = params.find(std::string(key));
  return found == params.end() || found->is_null() ? nullptr : &*found;
}

const char* name_of_severity(Severity severity) {
  switch (severity) {
    case Severity::error: return "error";
    case Severity::warning: return "warning";
    case Severity::note: return "note";
  }
  return "";
}

/// "parts/lift/frames/tip/at[0]" -> "parts.lift.frames.tip.at[0]".
std::string dotted(std::string path) {
  for (char& c : path)
    if (c == '/') c = '.';
  return path;
}

void check_depth(std::string_view text) {
  int depth = 0;
  bool in_string = false;
  for (std::size_t k = 0; k < text.size(); ++k) {
    const char c = text[k];
    if (in_string) {
      if (c == '\\') ++k;
      if (c == '"') in_string = false;
    } else if (c == '"') {
      in_string = true;
    } else if (c == '[' || c == '{') {
      if (++depth > kDeepest) throw RequestFault("request", "the message is nested too deeply");
    } else if (c == ']' || c == '}') {
      --depth;
    }
  }
}

Json show_finding(const Diagnostic& d, const std::string& model) {
  Json item = {{"severity", name_of_severity(d.severity)}, {"message", d.message}};
  if (!d.suggestion.empty()) item["suggestion"] = d.suggestion;
  if (d.place.known()) {
    const std::string file(d.place.file());
    const fs::path near = fs::path(file).lexically_relative(fs::path(model).parent_path());
    item["file"] = file == model ? "" : near.empty() ? file : near.string();
  }
  if (d.place.line > 0) {
    const int column = std::max(d.place.column, 1);
    item["range"] = {{"line", d.place.line},
                     {"column", column},
                     {"endLine", d.place.line},
                     {"endColumn", column + std::max(d.length, 1)}};
  }
  if (d.part_path.starts_with("parts/")) item["path"] = dotted(d.part_path);
  if (!d.subject.empty())
    item["part"] = d.subject;
  else if (d.part_path.starts_with("parts/"))
    item["part"] = d.part_path.substr(6, d.part_path.find('/', 6) - 6);
  return item;
}

}  // namespace

std::string dump(const Json& json) {
  return json.dump(-1, ' ', false, Json::error_handler_t::replace);
}

RequestFault::RequestFault(std::string kind, std::string message, std::string hint, Json findings)
    : kind_(std::move(kind)),
      message_(std::move(message)),
      hint_(std::move(hint)),
      findings_(std::move(findings)) {}

Json RequestFault::to_json() const {
  Json json = {{"kind", kind_}, {"message", message_}};
  if (!hint_.empty()) json["hint"] = hint_;
  if (!findings_.is_null()) json["findings"] = findings_;
  return json;
}

const std::string& text_of(const Json& params, std::string_view key) {
  const Json* found = find_parameter(params, key);
  if (!found || !found->is_string()) refuse_parameter(key, "a text");
  return found->get_ref<const std::string&>();
}

std::string text_or(const Json& params, std::string_view key, const std::string& fallback) {
  return find_parameter(params, key) ? text_of(params, key) : fallback;
}

double number_of(const Json& params, std::string_view key) {
  const Json* found = find_parameter(params, key);
  if (!found || !found->is_number()) refuse_parameter(key, "a number");
  const auto value = found->get<double>();
  if (!std::isfinite(value)) refuse_parameter(key, "a finite number");
  return value;
}

std::int64_t integer_of(const Json& params, std::string_view key) {
  constexpr double kLargest = 9e15;  // exact in the browser, too
  const double value = number_of(params, key);
  if (value != std::floor(value) || std::abs(value) > kLargest) refuse_parameter(key, "an integer");
  return static_cast<std::int64_t>(value);
}

bool flag_or(const Json& params, std::string_view key, bool fallback) {
  const Json* found = find_parameter(params, key);
  if (!found) return fallback;
  if (!found->is_boolean()) refuse_parameter(key, "true or false");
  return found->get<bool>();
}

std::vector<std::string> texts_or_none(const Json& params, std::string_view key) {
  std::vector<std::string> texts;
  const Json* found = find_parameter(params, key);
  if (!found) return texts;
  if (!found->is_array()) refuse_parameter(key, "a list of texts");
  for (const Json& item : *found) {
    if (!item.is_string()) refuse_parameter(key, "a list of texts");
    texts.push_back(item.get<std::string>());
  }
  return texts;
}

Json parse_message(std::string_view text) {
  check_depth(text);
  Json json = Json::parse(text, nullptr, false);
  if (json.is_discarded()) throw RequestFault("request", "the message is not valid JSON");
  return json;
}

std::string make_frame(const Json& header, std::string_view payload) {
  constexpr std::size_t kLengthBytes = 4, kAlignment = 8;
  std::string text = dump(header);
  while ((kLengthBytes + text.size()) % kAlignment != 0) text += ' ';
  const auto length = static_cast<std::uint32_t>(text.size());
  std::string frame;
  frame.reserve(kLengthBytes + text.size() + payload.size());
  for (std::size_t k = 0; k < kLengthBytes; ++k)
    frame += static_cast<char>((length >> (8 * k)) & 0xFF);
  frame += text;
  frame += payload;
  return frame;
}

Json list_findings(const Diagnostics& diagnostics, const std::string& model) {
  constexpr std::size_t kMost = 500;
  Json list = Json::array();
  for (const Diagnostic& d : diagnostics.sorted()) {
    if (list.size() == kMost) {
      list.push_back({{"severity", "note"},
                      {"message", counted(diagnostics.all().size() - kMost, "further finding")}});
      break;
    }
    list.push_back(show_finding(d, model));
  }
  return list;
}

}  // namespace holon::serve
