// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <string>

#include "holon/reader/editor.h"

namespace holon::serve {

/// The user's own parts, for all of his models: $XDG_DATA_HOME/holon/parts, else
/// ~/.local/share/holon/parts. Each is a model file. Made where it is missing.
std::filesystem::path library_folder();

/// Copies a file of the library, with the files that it uses, beside a model below the folder
/// `root`: a model does not depend on what its user has elsewhere. Gives the name of the copy, as
/// `type` takes it. A file that is there already with the same bytes stays; throws RequestFault
/// where another one of that name is there.
std::string take_from_library(const std::string& name, const std::filesystem::path& model,
                              const std::filesystem::path& root);

/// A composite part as a model of its own.
struct LibraryPart {
  std::filesystem::path file;  ///< that it will be
  std::string text;
  std::filesystem::path source;  ///< the part's own file, or the model in which it is written
  bool is_inline = false;        ///< written in that model
};

/// That of a model, by its id: the file of a part that has one, else what is written inline. Throws
/// RequestFault where the part is no composite part, or an array, and where the library has a file
/// of that name.
LibraryPart make_library_part(const Editor& editor, const std::filesystem::path& model,
                              const std::string& id, const std::string& name);

/// Writes it, with the files that it uses. Throws RequestFault where it names what lies around it,
/// or a file outside its folder, where the library has other files of these names, and where
/// another server keeps a part just then. Takes as long as loading the part. In any thread.
void keep_in_library(const LibraryPart& part);

}  // namespace holon::serve
