// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

namespace holon::serve {

/// The files of the desktop's front end.
class Bundle {
 public:
  /// Those in the program; empty where it was built without npm.
  static Bundle embedded();
  /// Those of a folder, read when they are requested: for development.
  static Bundle of_folder(const std::filesystem::path& folder);
  /// A pack as the build makes it: lines "SIZE PATH", an empty line, the files' bytes. It must
  /// outlive the bundle. Throws std::runtime_error where it is malformed.
  static Bundle of_pack(std::string_view pack);

  bool empty() const { return folder_.empty() && files_.empty(); }
  struct File {
    std::string type;           ///< "text/javascript; charset=utf-8"
    std::string_view bytes;     ///< of a pack
    std::string read{};         ///< of a folder
    bool is_versioned = false;  ///< its name contains a digest of its contents
  };
  /// `path`: "/" is "/index.html".
  std::optional<File> find(const std::string& path) const;

 private:
  std::filesystem::path folder_;
  std::map<std::string, std::string_view> files_;
};

/// By the ending of a file's name.
std::string media_type(std::string_view path);

namespace embedded {
/// The pack that the build has made.
std::string_view desktop_pack();
}  // namespace embedded

}  // namespace holon::serve
