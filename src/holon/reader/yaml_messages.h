// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <yaml.h>

#include <memory>

#include "holon/base/errors.h"
#include "holon/reader/yaml_text.h"

namespace holon::detail {

/// What libyaml found wrong, in the words of somebody who writes models.
Diagnostic describe_yaml_problem(const yaml_parser_t& parser,
                                 const std::shared_ptr<const SourceFile>& file,
                                 const YamlText& text);

}  // namespace holon::detail
