// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <map>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "holon/model/elaborate/elaborate.h"
#include "holon/model/test/model_errors.h"
#include "holon/reader/yaml.h"
#include "toys.h"

/// Models of toy parts from text: the file is called m.yaml.
namespace holon::test {

using Files = std::map<std::string, std::string>;  // "blade.yaml" -> text
using Sets = std::vector<std::pair<std::string, std::string>>;

inline std::shared_ptr<const SourceNode> read_text(const std::string& name, const std::string& text,
                                                   Diagnostics& diagnostics) {
  return std::make_shared<const SourceNode>(read_yaml_text(name, text, diagnostics).root);
}

inline Model read(const std::string& text, const Files& files, const Sets& sets,
                  Diagnostics& diagnostics) {
  static const Catalogue catalogue = make_catalogue();
  ElaborateOptions options;
  for (const auto& [name, value] : sets) {
    options.overrides.push_back({name, *read_text("--set", value, diagnostics)});
  }
  options.load_file = [&](const std::string& path, const SourceNode& request,
                          Diagnostics& found) -> std::shared_ptr<const SourceNode> {
    const auto file = files.find(path.substr(path.rfind('/') + 1));
    if (file != files.end()) return read_text(path, file->second, found);
    request.error(found, {}, "there is no file '" + path + "'");
    return nullptr;
  };
  return elaborate(read_text("m.yaml", text, diagnostics), catalogue, options, diagnostics);
}

/// Throws InputError if there is an error.
inline Model read(const std::string& text, const Files& files = {}, const Sets& sets = {}) {
  Diagnostics diagnostics;
  Model model = read(text, files, sets, diagnostics);
  diagnostics.throw_if_errors();
  return model;
}

inline System build(const std::string& text, const Files& files = {}, const Sets& sets = {}) {
  return make_system(read(text, files, sets));
}

/// All errors and warnings up to the system, one line each.
inline std::string errors_in(const std::string& text, const Files& files = {},
                             const Sets& sets = {}) {
  Diagnostics diagnostics;
  const Model model = read(text, files, sets, diagnostics);
  return placed_errors_of(model, diagnostics);
}

}  // namespace holon::test
