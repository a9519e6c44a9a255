// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#include "holon/reader/load.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <unordered_map>

#include "holon/base/read_file.h"
#include "holon/reader/extends.h"
#include "holon/reader/text_index.h"
#include "holon/reader/yaml.h"

namespace holon {

namespace {

/// Number of characters before a byte.
std::size_t column_of(const std::string& text, std::size_t byte) {
  return static_cast<std::size_t>(detail::count_characters(std::string_view(text).substr(0, byte)));
}

/// The value's locations are in the text "name=value" of a source called --set.
bool parse_override(const std::string& text, std::vector<Override>& overrides,
                    Diagnostics& diagnostics) {
  const std::size_t equals = text.find('=');
  const auto source = std::make_shared<const SourceFile>(SourceFile{"--set", text});
  if (equals == std::string::npos || equals == 0) {
    diagnostics.add_error({source, 1, 1}, fmt::format("'{}' sets nothing", text),
                          "write --set name=value", static_cast<int>(text.size()));
    return false;
  }
  const std::size_t begin = text.find_first_not_of(' ', equals + 1);
  const std::size_t end = text.find_last_not_of(' ') + 1;
  if (begin == std::string::npos) {
    diagnostics.add_error(Place{source, 1, 1}.shifted(static_cast<int>(column_of(text, equals))),
                          fmt::format("a value is missing after '{}'", text));
    return false;
  }
  // Quantities, formulas and names, all except lists, maps and quoted texts, are taken verbatim.
  if (std::string_view("[{\"'").find(text[begin]) == std::string_view::npos) {
    const Place place = Place{source, 1, 1}.shifted(static_cast<int>(column_of(text, begin)));
    overrides.push_back(
        {text.substr(0, equals), SourceNode::make_scalar(text.substr(begin, end - begin), place)});
    return true;
  }
  // Blanks instead of the name preserve the columns.
  const std::string padded =
      std::string(column_of(text, equals + 1), ' ') + text.substr(equals + 1);
  Diagnostics found;
  SourceNode value = read_yaml_text("--set", padded, found).root;
  for (Diagnostic d : found.all()) {
    if (d.place.known()) d.place.source = source;
    diagnostics.add(std::move(d));
  }
  if (found.has_errors()) return false;
  overrides.push_back({text.substr(0, equals), std::move(value)});
  return true;
}

/// Of all files of a model together, in bytes.
constexpr std::size_t kMostText = 4 * file_limits::kModel;

/// The files of a model: its own, and each of its composite parts' read once.
class PartFiles {
 public:
  PartFiles(std::function<void(const SourceFile& file)> report, const Catalogue& catalogue)
      : report_(std::move(report)), catalogue_(catalogue) {}

  void add(const SourceNode& root) {
    const auto& source = root.place().source;
    if (!source) return;
    text_ += source->text;
    if (report_) report_(*source);
  }

  std::shared_ptr<const SourceNode> load(const std::string& path, const SourceNode& request,
                                         Diagnostics& diagnostics) {
    namespace fs = std::filesystem;
    fs::path full = path;
    if (full.is_relative())
      full = fs::path(std::string(request.place().file())).parent_path() / full;
    const std::string name = full.lexically_normal().string();
    const auto [it, inserted] = files_.try_emplace(name);
    if (!inserted) {
      if (!it->second && std::find(open_.begin(), open_.end(), name) != open_.end()) {
        request.error(diagnostics, {}, fmt::format("'{}' extends itself", name));
      } else if (!it->second)
        request.error(diagnostics, {}, fmt::format("'{}' has errors", name));
      return it->second;
    }
    YamlDocument document = read_yaml_file(name, diagnostics, request.place());
    const auto& source = document.root.place().source;
    if (source && text_.size() + source->text.size() > kMostText) {
      request.error(
          diagnostics, {},
          fmt::format("the model's files have more than {} MB together", kMostText >> 20));
      return nullptr;
    }
    // Errors found in an incomplete text would be misleading.
    if (!document.is_complete || document.root.is_empty()) return nullptr;
    add(document.root);
    open_.push_back(name);
    auto read = std::make_shared<const SourceNode>(complete(std::move(document.root), diagnostics));
    open_.pop_back();
    if (read->is_empty()) return nullptr;
    files_[name] = read;
    return read;
  }

  /// A model with what the one that it extends says.
  SourceNode complete(SourceNode root, Diagnostics& diagnostics) {
    if (!root.is_map() || !root.peek("extends")) return root;
    return detail::extend(
        root, catalogue_,
        [&](const std::string& path, const SourceNode& request) {
          return load(path, request, diagnostics);
        },
        diagnostics);
  }

  /// The text of all files so far, concatenated.
  const std::string& text() const { return text_; }

 private:
  const std::function<void(const SourceFile& file)> report_;
  const Catalogue& catalogue_;
  std::unordered_map<std::string, std::shared_ptr<const SourceNode>> files_;
  std::vector<std::string> open_;  ///< whose bases are being read
  std::string text_;
};

Model load(YamlDocument document, const Catalogue& catalogue, const LoadOptions& options,
           Diagnostics& diagnostics) {
  // Errors found in an incomplete text would be misleading.
  if (!document.is_complete || document.root.is_empty()) return Model();
  PartFiles files(options.report_file, catalogue);
  files.add(document.root);
  const auto root =
      std::make_shared<const SourceNode>(files.complete(std::move(document.root), diagnostics));
  ElaborateOptions elaboration;
  for (const std::string& text : options.overrides) {
    parse_override(text, elaboration.overrides, diagnostics);
  }
  elaboration.keeps_parameter = options.keeps_parameter;
  elaboration.on_name = options.on_name;
  elaboration.opened = options.opened;
  elaboration.opens_series = options.opens_series;
  elaboration.load_file = [&files](const std::string& path, const SourceNode& request,
                                   Diagnostics& found) { return files.load(path, request, found); };
  Model model = elaborate(root, catalogue, elaboration, diagnostics);
  model.text = files.text();
  return model;
}

}  // namespace

Model load_model(const std::string& path, const Catalogue& catalogue, const LoadOptions& options,
                 Diagnostics& diagnostics) {
  return load(read_yaml_file(path, diagnostics), catalogue, options, diagnostics);
}

Model load_model_text(const std::string& text, const Catalogue& catalogue,
                      const LoadOptions& options, Diagnostics& diagnostics,
                      const std::string& path) {
  return load(read_yaml_text(path, text, diagnostics), catalogue, options, diagnostics);
}

}  // namespace holon
