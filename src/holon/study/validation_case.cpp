// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#include "holon/study/validation_case.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cmath>

#include "holon/reader/yaml.h"

namespace holon {
namespace {

namespace fs = std::filesystem;

/// The promise of docs/models.md: errors of at most 100 times the tolerance.
constexpr double kPromisedTolerances = 100;

/// Reads the keys of one case.
class CaseReader {
 public:
  CaseReader(const fs::path& path, Diagnostics& diagnostics)
      : path_(path), diagnostics_(diagnostics) {}

  std::optional<ValidationCase> read() {
    const std::size_t errors = diagnostics_.error_count();
    const YamlDocument document = read_yaml_file(path_.string(), diagnostics_);
    if (!document.is_complete || !document.root.expect(SourceNode::Kind::map, diagnostics_, label_))
      return {};
    const SourceNode& root = document.root;
    case_.name = path_.stem().string();
    case_.title = read_text(root, "title");
    case_.source = read_text(root, "source");
    read_model(root);
    if (const SourceNode* node = root.find("settings")) read_settings(*node);
    if (const SourceNode* node = root.find("formulations")) case_.formulations = read_texts(*node);
    if (const SourceNode* node = root.find("conserved")) case_.conserved = read_texts(*node);
    read_tolerances(root);
    read_references(root);
    case_.bound = kPromisedTolerances * (case_.tolerances.empty() ? 0 : case_.tolerances.back());
    if (const SourceNode* node = root.find("bound")) case_.bound = read_positive(*node);
    root.report_unread(diagnostics_, label_);
    if (diagnostics_.error_count() > errors) return {};
    return std::move(case_);
  }

 private:
  std::string read_text(const SourceNode& map, std::string_view key) {
    const SourceNode* node = map.find(key);
    if (node == nullptr) {
      map.error(diagnostics_, label_, fmt::format("'{}' is missing", key));
      return {};
    }
    return node->expect(SourceNode::Kind::scalar, diagnostics_, label_) ? node->text() : "";
  }

  double read_number(const SourceNode& node) {
    if (!node.expect(SourceNode::Kind::scalar, diagnostics_, label_)) return 0;
    const std::string& text = node.text();
    double value = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    if (error != std::errc() || end != text.data() + text.size() || !std::isfinite(value))
      node.error(diagnostics_, label_, "a number in SI units is needed, not '" + text + "'");
    return value;
  }

  double read_positive(const SourceNode& node) {
    const double value = read_number(node);
    if (!(value > 0)) node.error(diagnostics_, label_, "a number above 0 is needed");
    return value;
  }

  std::vector<double> read_numbers(const SourceNode& node) {
    std::vector<double> numbers;
    if (node.is_scalar()) return {read_number(node)};
    if (!node.expect(SourceNode::Kind::list, diagnostics_, label_)) return numbers;
    for (const SourceNode::Entry& item : node.items()) numbers.push_back(read_number(item.value));
    return numbers;
  }

  std::vector<std::string> read_texts(const SourceNode& node) {
    std::vector<std::string> texts;
    if (!node.expect(SourceNode::Kind::list, diagnostics_, label_)) return texts;
    for (const SourceNode::Entry& item : node.items())
      if (item.value.expect(SourceNode::Kind::scalar, diagnostics_, label_))
        texts.push_back(item.value.text());
    return texts;
  }

  void read_model(const SourceNode& root) {
    const std::string model = read_text(root, "model");
    if (model.empty()) return;
    const fs::path path = path_.parent_path() / model;
    std::error_code error;
    if (!fs::is_regular_file(path, error))
      root.find("model")->error(diagnostics_, label_,
                                fmt::format("there is no model '{}'", path.string()));
    case_.model = path.lexically_normal().string();
  }

  void read_settings(const SourceNode& node) {
    if (!node.expect(SourceNode::Kind::map, diagnostics_, label_)) return;
    for (const SourceNode::Entry& entry : node.entries())
      if (entry.value.expect(SourceNode::Kind::scalar, diagnostics_, label_))
        case_.settings.push_back({entry.key, entry.value.text()});
  }

  void read_tolerances(const SourceNode& root) {
    const SourceNode* node = root.find("tolerances");
    case_.tolerances =
        node == nullptr ? std::vector<double>{1e-6, 1e-8, 1e-10} : read_numbers(*node);
    bool falls = !case_.tolerances.empty() && case_.tolerances.back() > 0;
    for (std::size_t k = 1; k < case_.tolerances.size(); ++k)
      falls = falls && case_.tolerances[k] < case_.tolerances[k - 1];
    if (!falls && node != nullptr)
      node->error(diagnostics_, label_,
                  "tolerances are positive, and each is smaller than the one before");
  }

  void read_references(const SourceNode& root) {
    const SourceNode* list = root.find("references");
    if (list == nullptr || list->size() == 0) {
      root.error(diagnostics_, label_, "'references' is missing: outputs with their values");
      return;
    }
    if (!list->expect(SourceNode::Kind::list, diagnostics_, label_)) return;
    for (const SourceNode::Entry& item : list->items())
      if (item.value.expect(SourceNode::Kind::map, diagnostics_, label_))
        read_reference(item.value);
  }

  void read_reference(const SourceNode& node) {
    ReferenceValues reference;
    reference.output = read_text(node, "output");
    if (const SourceNode* times = node.find("times")) reference.times = read_numbers(*times);
    if (const SourceNode* values = node.find("values")) reference.values = read_numbers(*values);
    if (const SourceNode* accuracy = node.find("accuracy"))
      reference.accuracy = read_positive(*accuracy);
    if (reference.times.empty() || reference.times.size() != reference.values.size())
      node.error(diagnostics_, label_,
                 fmt::format("'times' [s] and 'values' need equally many numbers; there are {} and "
                             "{}",
                             reference.times.size(), reference.values.size()));
    if (!std::is_sorted(reference.times.begin(), reference.times.end()) ||
        (!reference.times.empty() && reference.times.front() < 0))
      node.error(diagnostics_, label_, "'times' ascend from 0");
    for (const double value : reference.values)
      reference.scale = std::max(reference.scale, std::abs(value));
    if (const SourceNode* scale = node.find("scale")) reference.scale = read_positive(*scale);
    if (reference.scale == 0)
      node.error(diagnostics_, label_, "all values are 0: 'scale' is missing");
    case_.references.push_back(std::move(reference));
  }

  fs::path path_;
  Diagnostics& diagnostics_;
  PartLabel label_;
  ValidationCase case_;
};

}  // namespace

std::string find_validation_folder() {
  std::error_code error;
  const fs::path executable = fs::read_symlink("/proc/self/exe", error);
  const fs::path bin = executable.parent_path();
  for (const char* way : {"../share/holon/validation/cases", "../../validation/cases"})
    if (fs::is_directory(bin / way, error)) return (bin / way).lexically_normal().string();
  return fs::is_directory("validation/cases", error) ? "validation/cases" : "";
}

std::vector<fs::path> list_validation_files() {
  std::vector<fs::path> paths;
  std::error_code error;
  for (const fs::directory_entry& entry : fs::directory_iterator(find_validation_folder(), error))
    if (entry.path().extension() == ".yaml") paths.push_back(entry.path());
  std::sort(paths.begin(), paths.end());
  return paths;
}

std::optional<ValidationCase> read_validation_case(const fs::path& path, Diagnostics& diagnostics) {
  return CaseReader(path, diagnostics).read();
}

}  // namespace holon
