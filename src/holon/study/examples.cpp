// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#include "holon/study/examples.h"

#include <algorithm>

#include "holon/base/names.h"

namespace holon {
namespace {

namespace fs = std::filesystem;

// From here, where that is shorter.
std::string show_path(const fs::path& path) {
  std::error_code error;
  const std::string full = fs::weakly_canonical(path, error).string();
  const fs::path near = fs::path(full).lexically_relative(fs::current_path(error));
  const bool below = !near.empty() && *near.begin() != "..";
  return below ? near.string() : full;
}

void add_models_in(const fs::path& folder, std::vector<std::string>& paths) {
  std::error_code error;
  for (const fs::directory_entry& entry : fs::directory_iterator(folder, error))
    if (entry.path().extension() == ".yaml" || entry.path().extension() == ".yml")
      paths.push_back(entry.path().lexically_normal().string());
}

}  // namespace

std::string find_examples_folder() {
  std::error_code error;
  const fs::path executable = fs::read_symlink("/proc/self/exe", error);
  const fs::path bin = executable.parent_path();
  // An installation, then a build folder inside the source tree.
  for (const char* way : {"../share/holon/examples", "../../examples", "../examples"})
    if (fs::is_directory(bin / way, error)) return (bin / way).lexically_normal().string();
  return fs::is_directory("examples", error) ? "examples" : "";
}

std::vector<fs::path> list_example_files() {
  std::vector<fs::path> paths;
  std::error_code error;
  for (const fs::directory_entry& entry : fs::directory_iterator(find_examples_folder(), error)) {
    if (entry.path().extension() == ".yaml") paths.push_back(entry.path());
    // An example of several files: its model has the name of their folder.
    const fs::path inner = entry.path() / (entry.path().filename().string() + ".yaml");
    if (entry.is_directory(error) && fs::is_regular_file(inner, error)) paths.push_back(inner);
  }
  std::sort(paths.begin(), paths.end());
  return paths;
}

std::vector<std::string> list_examples() {
  std::vector<std::string> names;
  for (const fs::path& path : list_example_files()) names.push_back(path.stem().string());
  return names;
}

std::vector<fs::path> list_variant_files(const fs::path& example) {
  std::vector<fs::path> paths;
  const fs::path folder = example.parent_path();
  if (folder.filename() != example.stem()) return paths;
  std::error_code error;
  for (const fs::directory_entry& entry : fs::directory_iterator(folder, error))
    if (entry.path().extension() == ".yaml" && entry.path().filename() != example.filename())
      paths.push_back(entry.path());
  std::sort(paths.begin(), paths.end());
  return paths;
}

std::vector<std::string> list_variants() {
  std::vector<std::string> names;
  for (const fs::path& example : list_example_files())
    for (const fs::path& variant : list_variant_files(example))
      names.push_back(example.stem().string() + "/" + variant.stem().string());
  return names;
}

std::string find_model(const std::string& word) {
  std::error_code error;
  const fs::path path(word);
  if (fs::exists(path, error) && !fs::is_directory(path, error)) return word;
  if (word.empty() || path.is_absolute() || path.has_extension()) return {};
  if (!path.has_parent_path()) {
    for (const char* ending : {".yaml", ".yml"})
      if (fs::is_regular_file(word + ending, error)) return word + ending;
  }
  const std::string folder = find_examples_folder();
  if (folder.empty()) return {};
  // Of an example in a folder of its own, its model, or one of its variants: "machine/variant".
  for (const fs::path& example : {fs::path(folder) / (word + ".yaml"),
                                  fs::path(folder) / word / (path.filename().string() + ".yaml")})
    if (fs::is_regular_file(example, error)) return show_path(example);
  return {};
}

std::string suggest_model(const fs::path& path) {
  // "machine/variant", whole or by its second half alone.
  if (!path.has_extension()) {
    const std::vector<std::string> variants = list_variants();
    std::string nearest = path.has_parent_path() ? find_nearest(path.string(), variants) : "";
    if (!path.has_parent_path() && find_nearest(path.string(), list_examples()).empty()) {
      std::vector<std::string> stems;
      for (const std::string& variant : variants)
        stems.push_back(fs::path(variant).stem().string());
      const std::string stem = find_nearest(path.string(), stems);
      const auto at = std::find(stems.begin(), stems.end(), stem);
      if (!stem.empty()) nearest = variants[static_cast<std::size_t>(at - stems.begin())];
    }
    if (!nearest.empty()) return "did you mean '" + nearest + "'?";
  }
  std::vector<std::string> paths;
  add_models_in(path.has_parent_path() ? path.parent_path() : fs::path("."), paths);
  add_models_in(".", paths);
  add_models_in("examples", paths);
  if (const std::string examples = find_examples_folder(); !examples.empty())
    add_models_in(examples, paths);
  std::vector<std::string> stems;
  for (const std::string& p : paths) stems.push_back(fs::path(p).stem().string());
  const std::string nearest = find_nearest(path.stem().string(), stems);
  if (!nearest.empty() && !find_model(nearest).empty() && !path.has_parent_path() &&
      !path.has_extension())
    return "did you mean '" + nearest + "'?";
  if (!nearest.empty()) {
    const auto index = std::find(stems.begin(), stems.end(), nearest) - stems.begin();
    return "did you mean '" + paths[static_cast<std::size_t>(index)] + "'?";
  }
  return "'holon examples' lists models to start from";
}

}  // namespace holon
