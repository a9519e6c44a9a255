// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <string>

#include "holon/serve/wire/wire_json.h"

namespace holon::serve {

/// The answer to `gallery`: examples, templates, recent models, and the files of the folder.
Json write_gallery(const std::filesystem::path& folder);

/// Remembers a model that was opened; the most recent ones are kept.
void remember_recent(const std::filesystem::path& file, const std::string& title);

/// The file of an example by its name; empty where there is none.
std::filesystem::path find_example(const std::string& name);

}  // namespace holon::serve
