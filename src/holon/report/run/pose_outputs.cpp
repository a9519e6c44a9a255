// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#include "holon/report/run/pose_outputs.h"

#include <algorithm>

namespace holon {
namespace {

// Springs, cables and rods beyond these are drawn without their forces.
constexpr std::size_t kMostPulls = 80;

}  // namespace

std::vector<std::string> list_pose_outputs(const Scene& scene, const System& system) {
  std::vector<std::string> names = scene.outputs();
  std::size_t arrows = 0;
  for (const ArrowView& arrow : scene.arrows) {
    if (arrows == kMostArrows) break;
    const bool exists = system.find_output(arrow.output).has_value();
    if (!exists) continue;
    names.push_back(arrow.output);
    ++arrows;
  }
  for (std::size_t k = 0; k < std::min(scene.links.size(), kMostPulls); ++k) {
    const std::string pull = scene.links[k].pull();
    if (!pull.empty() && system.find_output(pull)) names.push_back(pull);
  }
  for (const AxisView& axis : scene.axes) {
    for (const char* output : {".point", ".direction", ".pitch"})
      if (system.find_output(axis.name + output)) names.push_back(axis.name + output);
  }
  return names;
}

}  // namespace holon
