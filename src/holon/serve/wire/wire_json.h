// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <nlohmann/json.hpp>
#include <span>
#include <string>
#include <string_view>

#include "holon/base/errors.h"

/// The forms of the desktop's messages: docs/design/desktop.md.
namespace holon::serve {

/// Keys stay in the order in which they were added.
using Json = nlohmann::ordered_json;

/// In one line; bytes that are not UTF-8 become U+FFFD, numbers that are not finite null.
std::string dump(const Json& json);

/// A request that cannot be fulfilled: the body of an error.
class RequestFault : public std::exception {
 public:
  /// `kind`: as in messages.ts: "request", "refused", "stale", "missing", "forbidden" …
  RequestFault(std::string kind, std::string message, std::string hint = {},
               Json findings = nullptr);
  const char* what() const noexcept override { return message_.c_str(); }
  Json to_json() const;

 private:
  std::string kind_, message_, hint_;
  Json findings_;
};

/// A parameter of a request. Throws RequestFault where it is missing or of another kind.
const std::string& text_of(const Json& params, std::string_view key);
std::string text_or(const Json& params, std::string_view key, const std::string& fallback);
double number_of(const Json& params, std::string_view key);
std::int64_t integer_of(const Json& params, std::string_view key);
bool flag_or(const Json& params, std::string_view key, bool fallback);
std::vector<std::string> texts_or_none(const Json& params, std::string_view key);

/// A text as JSON, refused where it is nested too deeply to be walked through. Throws RequestFault.
Json parse_message(std::string_view text);

/// A binary frame: length of the header, header, columns.
std::string make_frame(const Json& header, std::string_view payload);

/// Findings for the desktop; the model's file is `model`, other files are shown relative to its
/// folder.
Json list_findings(const Diagnostics& diagnostics, const std::string& model);

}  // namespace holon::serve
