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

namespace holon::app {
namespace {

// A whole machine in a few lines, with every section that a beginner will want to change.
constexpr const char* kTemplate = R"(holon: 1
title: @title@
units: strict                 # numbers in formulas have units, unless they are pure numbers

parameters:
  m: 1 kg                     # mass of the link
  L: 1 m                      # its length

parts:
  link:
    type: RigidBody
    mass: m
    inertia: {rod: {length: L, axis: x}}
    center_of_mass: [L/2, 0, 0]
    frames: {pin: {}, tip: {at: [L, 0, 0]}}
    shapes: [{box: [L, 0.05, 0.05], at: [L/2, 0, 0], color: steelblue}]

  pin:
    type: Revolute
    between: [world, link.pin]
    axis: [0, 1, 0]
    damping: 0.05 N m s/rad
    initial: {angle: 20 deg}

simulate:
  until: 6 s
  interval: 0.02 s

outputs: [pin.angle, pin.rate, link.tip.position]

plots:
  - {title: Swing, y: [pin.angle], unit: deg}
  - {title: Speed of the pin, y: [pin.rate]}
)";

std::string title_from_stem(const std::string& stem) {
  std::string title;
  for (char c : stem) title += c == '_' || c == '-' ? ' ' : c;
  if (!title.empty() && title[0] >= 'a' && title[0] <= 'z')
    title[0] = static_cast<char>(title[0] - 32);
  // A title such as "true" or "1e3" would not be a text to every reader of YAML.
  return "\"" + title + "\"";
}

}  // namespace

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
  std::string text = kTemplate;
  text.replace(text.find("@title@"), 7, title_from_stem(stem));
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
