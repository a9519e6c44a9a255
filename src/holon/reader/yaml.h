// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <string>

#include "holon/base/errors.h"
#include "holon/model/source.h"

namespace holon {

/// Reads one YAML document. Scalars stay text; every key and value knows its place, also those that
/// come through an alias or a merge (`<<`). Wrong are: duplicate keys, unknown aliases, tags,
/// several documents, formulas that a comma has cut in flow style, and what YAML itself forbids;
/// all of it goes to `diagnostics` in an engineer's words. What could be understood is returned.
SourceNode read_yaml(const std::shared_ptr<const SourceFile>& file, Diagnostics& diagnostics);

/// The same for a file. One that cannot be read is an error that names files with similar names in
/// its folder; then nullptr is returned.
std::shared_ptr<const SourceNode> read_yaml_file(const std::string& path, Diagnostics& diagnostics);

}  // namespace holon
