// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <string>

#include "holon/base/errors.h"
#include "holon/model/describe/source.h"

namespace holon {

/// The contents of a text, as far as it could be parsed.
struct YamlDocument {
  SourceNode root;
  /// False if the text could not be parsed to its end: then the root is incomplete, and later
  /// errors would be misleading.
  bool is_complete = true;
};

/// Reads one YAML 1.2 document. Values remain texts; keys, values and characters have locations.
/// Aliases and merges (`<<`) are expanded. Errors are added to `diagnostics`: invalid YAML,
/// duplicate keys, unknown anchors, tags, further documents, and formulas split by YAML's
/// indicators, with the quoted text as the suggestion. Never throws.
YamlDocument read_yaml(const std::shared_ptr<const SourceFile>& source, Diagnostics& diagnostics);
/// The same for a text in memory; `name` is the file name in messages.
YamlDocument read_yaml_text(std::string name, std::string text, Diagnostics& diagnostics);
/// The same for a file, of at most file_limits::kModel bytes. One that cannot be read is an error
/// at `request`, the location at which another file names it: then it must be a regular file that
/// declares to be a model. If `request` is unknown the error is at the file, which may be a pipe.
YamlDocument read_yaml_file(const std::string& path, Diagnostics& diagnostics,
                            const Place& request = {});

}  // namespace holon
