// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#include "holon/reader/load.h"

#include <fmt/format.h>

#include <filesystem>
#include <unordered_map>

#include "holon/reader/yaml.h"

namespace holon {

namespace {

/// The value's places lie in the text "name=value" of a source called --set.
bool parse_override(const std::string& text, std::vector<Override>& overrides,
                    Diagnostics& diagnostics) {
  const std::size_t equals = text.find('=');
  const auto source = std::make_shared<const SourceFile>(SourceFile{"--set", text});
  if (equals == std::string::npos || equals == 0) {
    diagnostics.add_error({source, 1, 1}, fmt::format("'{}' sets nothing", text),
                          "write --set name=value", static_cast<int>(text.size()));
    return false;
  }
  // Blanks instead of the name keep the columns.
  const std::string padded = std::string(equals + 1, ' ') + text.substr(equals + 1);
  Diagnostics found;
  SourceNode value =
      read_yaml(std::make_shared<const SourceFile>(SourceFile{"--set", padded}), found);
  for (Diagnostic d : found.all()) {
    if (d.place.known()) d.place.source = source;
    diagnostics.add(std::move(d));
  }
  if (found.has_errors()) return false;
  overrides.push_back({text.substr(0, equals), std::move(value)});
  return true;
}

/// Reads each file of composite parts once.
class PartFiles {
 public:
  std::shared_ptr<const SourceNode> load(const std::string& path, const SourceNode& asked,
                                         Diagnostics& diagnostics) {
    namespace fs = std::filesystem;
    fs::path full = path;
    if (full.is_relative()) full = fs::path(std::string(asked.place().file())).parent_path() / full;
    const std::string name = full.lexically_normal().string();
    const auto [it, inserted] = files_.try_emplace(name);
    if (!inserted) return it->second;
    Diagnostics found;
    it->second = read_yaml_file(name, found);
    if (!it->second) {
      const std::string suggestion = found.empty() ? "" : found.all().front().suggestion;
      asked.error(diagnostics, {}, fmt::format("the part's file '{}' cannot be read", name),
                  suggestion);
    } else {
      diagnostics.append(found);
    }
    return it->second;
  }

 private:
  std::unordered_map<std::string, std::shared_ptr<const SourceNode>> files_;
};

Model load(const std::shared_ptr<const SourceNode>& root, const Catalogue& catalogue,
           const LoadOptions& options, Diagnostics& diagnostics) {
  PartFiles files;
  ElaborateOptions elaboration;
  for (const std::string& text : options.overrides) {
    parse_override(text, elaboration.overrides, diagnostics);
  }
  elaboration.load_file = [&files](const std::string& path, const SourceNode& asked,
                                   Diagnostics& found) { return files.load(path, asked, found); };
  Model model = elaborate(root, catalogue, elaboration, diagnostics);
  return model;
}

}  // namespace

Model load_model(const std::string& path, const Catalogue& catalogue, const LoadOptions& options,
                 Diagnostics& diagnostics) {
  const std::shared_ptr<const SourceNode> root = read_yaml_file(path, diagnostics);
  return root && !root->is_empty() ? load(root, catalogue, options, diagnostics) : Model();
}

Model load_model_text(const std::string& text, const Catalogue& catalogue,
                      const LoadOptions& options, Diagnostics& diagnostics) {
  const auto file = std::make_shared<const SourceFile>(SourceFile{"<text>", text});
  return load(std::make_shared<const SourceNode>(read_yaml(file, diagnostics)), catalogue, options,
              diagnostics);
}

}  // namespace holon
