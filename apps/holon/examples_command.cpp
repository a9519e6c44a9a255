// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <filesystem>
#include <fstream>
#include <sstream>

#include "holon/base/names.h"
#include "holon/base/text_layout.h"
#include "holon/commands.h"
#include "holon/reader/yaml.h"
#include "holon/terminal.h"

namespace holon::app {
namespace {

namespace fs = std::filesystem;

std::vector<fs::path> find_examples(const fs::path& folder) {
  std::vector<fs::path> paths;
  std::error_code error;
  for (const fs::directory_entry& entry : fs::directory_iterator(folder, error))
    if (entry.path().extension() == ".yaml") paths.push_back(entry.path());
  std::sort(paths.begin(), paths.end());
  return paths;
}

// From here, where that is shorter.
std::string show_path(const fs::path& path) {
  std::error_code error;
  const std::string full = fs::weakly_canonical(path, error).string();
  const fs::path near = fs::path(full).lexically_relative(fs::current_path(error));
  const bool below = !near.empty() && *near.begin() != "..";
  return below ? near.string() : full;
}

std::string title_in_file(const fs::path& path) {
  Diagnostics ignored;
  const auto document = read_yaml_file(path.string(), ignored);
  const SourceNode* title = document.root.is_map() ? document.root.peek("title") : nullptr;
  return title && title->is_scalar() ? title->text() : "";
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

std::string find_model(const std::string& word) {
  std::error_code error;
  const fs::path path(word);
  if (fs::exists(path, error) && !fs::is_directory(path, error)) return word;
  if (word.empty() || path.has_parent_path() || path.has_extension()) return {};
  for (const char* ending : {".yaml", ".yml"})
    if (fs::is_regular_file(word + ending, error)) return word + ending;
  const std::string folder = find_examples_folder();
  if (folder.empty()) return {};
  const fs::path example = fs::path(folder) / (word + ".yaml");
  return fs::is_regular_file(example, error) ? show_path(example) : std::string();
}

std::vector<std::string> list_examples() {
  std::vector<std::string> names;
  for (const fs::path& path : find_examples(find_examples_folder()))
    names.push_back(path.stem().string());
  return names;
}

int examples_command(const ExamplesArguments& arguments) {
  const std::string folder = find_examples_folder();
  const std::vector<fs::path> paths = find_examples(folder);
  if (paths.empty()) {
    print_error("the examples are not installed with this executable");
    return kCommandIsWrong;
  }
  if (!arguments.name.empty()) {
    std::vector<std::string> names;
    const std::string wanted = fs::path(arguments.name).stem().string();
    for (const fs::path& path : paths) {
      names.push_back(path.stem().string());
      if (names.back() != wanted) continue;
      std::ostringstream text;
      text << std::ifstream(path).rdbuf();
      print(text.str());
      return kDone;
    }
    const std::string suggestion = did_you_mean(wanted, names);
    print_error("there is no example '" + arguments.name + "'" +
                (suggestion.empty() ? "" : "; " + suggestion));
    return kCommandIsWrong;
  }
  int widest = 0;
  for (const fs::path& path : paths) widest = std::max(widest, display_width(path.stem().string()));
  for (const fs::path& path : paths)
    print("  " + bold(pad(path.stem().string(), widest)) + "  " +
          wrap(title_in_file(path), terminal_width(), widest + 4) + "\n");
  print("\n" + call_of("run " + paths.front().stem().string()) + "\n" +
        call_of("examples " + paths.front().stem().string()) + " > mine.yaml\n");
  return kDone;
}

}  // namespace holon::app
