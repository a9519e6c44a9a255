// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#include <cerrno>
#include <cstring>
#include <filesystem>
#include <fstream>

#include "holon/base/characters.h"
#include "holon/base/escape.h"
#include "holon/commands/commands.h"
#include "holon/output/terminal.h"
#include "holon/study/templates.h"

namespace holon::app {

int new_command(const NewArguments& arguments) {
  namespace fs = std::filesystem;
  fs::path path = arguments.name;
  if (path.extension() != ".yaml" && path.extension() != ".yml") path += ".yaml";
  const std::string stem = path.stem().string();
  if (stem.empty() || stem.find_first_of("\"\\") != std::string::npos || plain_text(stem) != stem) {
    print_error("'" + arguments.name + "' is not a valid name for a model");
    return kCommandIsWrong;
  }
  std::error_code error;
  if (fs::exists(path, error)) {
    print_error("'" + path.string() + "' exists already and is not changed");
    return kCommandIsWrong;
  }
  const std::string text = fill_template(model_templates().front(), stem);
  if (path.has_parent_path()) fs::create_directories(path.parent_path(), error);
  std::ofstream file(path, std::ios::binary);
  file << text;
  file.close();
  if (!file) {
    print_error("cannot write '" + path.string() + "': " + std::strerror(errno));
    return kCommandIsWrong;
  }
  print("wrote " + path.string() + ", a pendulum to start from\n");
  print("\n  " + call_of("run " + shell_path(path.string())) + "\n  " +
        call_of("check " + shell_path(path.string())) + "\n  " + call_of("parts") + "\n");
  return kDone;
}

}  // namespace holon::app
