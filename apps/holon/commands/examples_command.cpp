// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <filesystem>
#include <fstream>
#include <sstream>

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
