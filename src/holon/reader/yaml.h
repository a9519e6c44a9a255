// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <string>

#include "holon/base/errors.h"
#include "holon/model/describe/source.h"

namespace holon {

/// What a text said, as far as it could be read.
struct YamlDocument {
  SourceNode root;
  /// False where the text could not be read to its end: then the root lacks part of it, and errors
  /// found later would only confuse.
  bool is_complete = true;
};

/// Reads one YAML 1.2 document. Values stay texts; keys, values and characters keep their places.
/// Aliases and merges (`<<`) are put in where they stand. Everything wrong goes to `diagnostics`:
/// what is no YAML, duplicate keys, unknown anchors, tags, further documents, and formulas that
/// YAML's own signs have cut to pieces, with the quoted text as the suggestion. Never throws.
YamlDocument read_yaml(const std::shared_ptr<const SourceFile>& source, Diagnostics& diagnostics);
/// The same for a text in memory; `name` stands for the file in messages.
YamlDocument read_yaml_text(std::string name, std::string text, Diagnostics& diagnostics);
/// The same for a file, of at most file_limits::kModel bytes. One that cannot be read is an error
/// at `request`, where another file names it: then it must be a regular file that says that it is a
/// model. Unknown: the error is at the file, which may be a pipe.
YamlDocument read_yaml_file(const std::string& path, Diagnostics& diagnostics,
                            const Place& request = {});

}  // namespace holon
