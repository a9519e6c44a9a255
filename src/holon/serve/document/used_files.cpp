// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#include "holon/serve/document/used_files.h"

#include <set>

#include "holon/base/errors.h"
#include "holon/base/read_file.h"
#include "holon/model/describe/source.h"
#include "holon/reader/yaml.h"
#include "holon/serve/wire/user_folders.h"
#include "holon/serve/wire/wire_json.h"

namespace holon::serve {
namespace {

namespace fs = std::filesystem;

constexpr std::size_t kLargestUsedFile = std::size_t{256} << 20;
constexpr std::size_t kLongestName = 512;

std::string bytes_of(const fs::path& file) {
  std::string reason;
  auto bytes = read_file(file.string(), kLargestUsedFile, FileSource::regular, reason);
  if (!bytes) throw RequestFault("failed", "cannot read '" + file.string() + "': " + reason);
  return *std::move(bytes);
}

/// Collects files, from one model file to the next.
class FileSearch {
 public:
  explicit FileSearch(const fs::path& model)
      : folder_(fs::weakly_canonical(model.parent_path())), model_(fs::weakly_canonical(model)) {}

  void read(const fs::path& file, const std::string& text) {
    Diagnostics ignored;
    const YamlDocument document = read_yaml_text(file.string(), text, ignored);
    look_at(document.root, file.parent_path());
  }
  const std::set<fs::path>& found() const { return found_; }
  const std::string& outside() const { return outside_; }

 private:
  void look_at(const SourceNode& node, const fs::path& from) {
    if (node.is_scalar()) return take(node.text(), from);
    if (node.is_map())
      for (const SourceNode::Entry& entry : node.entries()) look_at(entry.value, from);
    if (node.is_list())
      for (const SourceNode::Entry& entry : node.items()) look_at(entry.value, from);
  }
  void take(const std::string& written, const fs::path& from) {
    if (take_file(written, from)) return;
    // "machine.yaml#arm": a part of a file.
    const std::size_t mark = written.rfind('#');
    if (mark != std::string::npos) take_file(written.substr(0, mark), from);
  }
  /// Whether there is a file of this name that a model may use.
  bool take_file(const std::string& name, const fs::path& from) {
    if (name.empty() || name.size() > kLongestName || name.find('.') == std::string::npos)
      return false;
    if (name.find_first_of("\n*?<>|\"") != std::string::npos) return false;
    std::error_code error;
    const fs::path file = fs::weakly_canonical(from / name, error);  // name, where it is absolute
    if (error || file == model_ || !fs::is_regular_file(file, error)) return false;
    if (fs::path(name).is_absolute() ||
        file.lexically_relative(folder_).string().starts_with("..")) {
      if (outside_.empty()) outside_ = name;
      return false;
    }
    if (!found_.insert(file).second) return true;
    if (file.extension() == ".yaml" || file.extension() == ".yml") read(file, bytes_of(file));
    return true;
  }

  const fs::path folder_, model_;
  std::set<fs::path> found_;
  std::string outside_;
};

}  // namespace

std::vector<fs::path> list_used_files(const fs::path& model, const std::string& text) {
  FileSearch search(model);
  search.read(model, text);
  return {search.found().begin(), search.found().end()};
}

std::string find_outside_file(const fs::path& model, const std::string& text) {
  FileSearch search(model);
  search.read(model, text);
  return search.outside();
}

void copy_used_files(const fs::path& model, const std::string& text, const fs::path& copy,
                     const fs::path& root) {
  const fs::path from = fs::weakly_canonical(model.parent_path()), folder = copy.parent_path();
  std::error_code error;
  if (fs::equivalent(from, folder, error)) return;
  struct Copy {
    fs::path to;
    std::string bytes;
  };
  std::vector<Copy> copies;
  for (const fs::path& file : list_used_files(model, text)) {
    const fs::path name = file.lexically_relative(from);
    // A folder or file here may be a link that leads elsewhere.
    const fs::path to =
        resolve_within(root, (folder / name).lexically_relative(fs::canonical(root)).string());
    if (to == copy)
      throw RequestFault("refused",
                         "the model uses a file '" + name.string() +
                             "' of its own, which the copy "
                             "would replace",
                         "choose another name");
    std::string bytes = bytes_of(file);
    if (fs::exists(fs::symlink_status(to, error))) {
      if (fs::is_regular_file(to, error) && bytes_of(to) == bytes) continue;
      throw RequestFault("refused",
                         "the model uses '" + name.string() +
                             "', and there is another file of "
                             "that name here already",
                         "give one of them another name, or choose an empty folder");
    }
    copies.push_back({to, std::move(bytes)});
  }
  for (const Copy& copy : copies) {
    fs::create_directories(copy.to.parent_path());
    write_whole_file(copy.to, copy.bytes);
  }
}

}  // namespace holon::serve
