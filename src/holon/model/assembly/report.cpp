// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#include "holon/model/assembly/report.h"

#include <charconv>
#include <filesystem>

#include "holon/model/assembly/model.h"

namespace holon::detail {

PartLabel label_of(std::string_view full_name, std::string_view type) {
  PartLabel label{"parts/", std::string(type), std::string(full_name)};
  bool in_index = false;
  for (const char c : full_name) {
    in_index = in_index || c == '[';
    if (!in_index) label.path += c;
    if (c == ']') in_index = false;
  }
  return label;
}

const SourceNode& find_place(const SourceNode& part, std::string_view parameter, bool& found) {
  const SourceNode* node = &part;
  found = true;
  while (!parameter.empty()) {
    const std::size_t end = std::min(parameter.find_first_of(".["), parameter.size());
    const SourceNode* next = nullptr;
    if (end == 0 && parameter[0] == '[') {
      const std::size_t close = std::min(parameter.find(']'), parameter.size() - 1);
      std::size_t index = 0;
      std::from_chars(parameter.data() + 1, parameter.data() + close, index);
      if (node->is_list() && index < node->size()) next = &node->peek_entries()[index].value;
      parameter.remove_prefix(close + 1);
    } else {
      next = node->peek(parameter.substr(0, end));
      parameter.remove_prefix(end);
    }
    if (!parameter.empty() && parameter[0] == '.') parameter.remove_prefix(1);
    if (!next) {
      found = false;
      return *node;
    }
    node = next;
  }
  return *node;
}

std::string folder_of(const SourceNode& node) {
  return std::filesystem::path(std::string(node.place().file())).parent_path().string();
}

void report(const PartInstance& part, const std::string& parameter, Severity severity,
            const std::string& message, const std::string& suggestion, Diagnostics& diagnostics) {
  const PartLabel label = label_of(part.name, part.type ? part.type->name : "");
  bool found = false;
  if (part.source) {
    const SourceNode& node = find_place(*part.source, parameter, found);
    // A map's own location is its first entry; the location of its key is used instead.
    const bool at_key = node.is_map() || node.is_empty() || parameter.empty();
    // A list or a single value represents the whole object: 'limits' for 'limits.range'.
    const bool is_bare = !found && !node.is_map() && !node.is_empty();
    const std::string name =
        is_bare ? parameter.substr(0, parameter.find_first_of(".[")) : parameter;
    const bool is_clear = found || parameter.empty() || message.find(name) != std::string::npos;
    const std::string text = is_clear ? message : parameter + ": " + message;
    if (severity == Severity::warning) {
      node.warning(diagnostics, label, text, suggestion);
    } else if (at_key) {
      node.key_error(diagnostics, label, text, suggestion);
    } else {
      node.error(diagnostics, label, text, suggestion);
    }
    return;
  }
  Diagnostic diagnostic;
  diagnostic.severity = severity;
  diagnostic.part_path = label.path;
  diagnostic.part_type = label.type;
  const bool is_clear = parameter.empty() || message.find(parameter) != std::string::npos;
  diagnostic.message = is_clear ? message : parameter + ": " + message;
  diagnostic.suggestion = suggestion;
  diagnostics.add(std::move(diagnostic));
}

}  // namespace holon::detail
