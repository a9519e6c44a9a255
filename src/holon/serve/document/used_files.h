// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <string>
#include <vector>

namespace holon::serve {

/// The files that a model's text names, and those that they name: values that are the relative path
/// of a file that is there, inside the model's folder. Sorted.
std::vector<std::filesystem::path> list_used_files(const std::filesystem::path& model,
                                                   const std::string& text);

/// A file outside the model's folder that the text, or a model that it uses, names, as it is
/// written; empty where there is none. Copies do not take it along.
std::string find_outside_file(const std::filesystem::path& model, const std::string& text);

/// What a copy of the model, the file `copy` below the folder `root`, needs beside itself. Files
/// that are there already with the same bytes stay. Throws RequestFault where another file of that
/// name is there, where one would have the name of the copy itself, and where a link leads out of
/// `root`; then nothing has been written.
void copy_used_files(const std::filesystem::path& model, const std::string& text,
                     const std::filesystem::path& copy, const std::filesystem::path& root);

}  // namespace holon::serve
