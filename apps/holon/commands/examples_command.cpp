// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <utility>

#include "holon/base/names.h"
#include "holon/base/text_layout.h"
#include "holon/commands/commands.h"
#include "holon/output/terminal.h"
#include "holon/reader/yaml.h"
#include "holon/study/examples.h"

namespace holon::app {
namespace {

namespace fs = std::filesystem;

std::string title_in_file(const fs::path& path) {
  Diagnostics ignored;
  const auto document = read_yaml_file(path.string(), ignored);
  const SourceNode* title = document.root.is_map() ? document.root.peek("title") : nullptr;
  return title && title->is_scalar() ? title->text() : "";
}

}  // namespace

int examples_command(const ExamplesArguments& arguments) {
  const std::vector<fs::path> paths = list_example_files();
  if (paths.empty()) {
    print_error("the examples are not installed with this executable");
    return kCommandIsWrong;
  }
  if (!arguments.name.empty()) {
    std::vector<std::string> names;
    const fs::path given(arguments.name);
    const std::string wanted =
        (given.has_parent_path() ? given.parent_path().filename() / given.stem() : given.stem())
            .string();
    const auto show = [&](const std::string& name, const fs::path& path) {
      names.push_back(name);
      if (name != wanted) return false;
      std::ostringstream text;
      text << std::ifstream(path).rdbuf();
      print(text.str());
      return true;
    };
    for (const fs::path& path : paths) {
      const std::string stem = path.stem().string();
      if (show(stem, path)) return kDone;
      for (const fs::path& variant : list_variant_files(path))
        if (show(stem + "/" + variant.stem().string(), variant)) return kDone;
    }
    const std::string suggestion = did_you_mean(wanted, names);
    print_error("there is no example '" + arguments.name + "'" +
                (suggestion.empty() ? "" : "; " + suggestion));
    return kCommandIsWrong;
  }
  std::vector<std::pair<std::string, fs::path>> rows;
  for (const fs::path& path : paths) {
    rows.emplace_back(path.stem().string(), path);
    for (const fs::path& variant : list_variant_files(path))
      rows.emplace_back(path.stem().string() + "/" + variant.stem().string(), variant);
  }
  int widest = 0;
  for (const auto& [name, path] : rows) widest = std::max(widest, display_width(name));
  for (const auto& [name, path] : rows)
    print("  " + bold(pad(name, widest)) + "  " +
          wrap(title_in_file(path), terminal_width(), widest + 4) + "\n");
  print("\n" + call_of("run " + paths.front().stem().string()) + "\n" +
        call_of("examples " + paths.front().stem().string()) + " > mine.yaml\n");
  return kDone;
}

}  // namespace holon::app
