// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#include "holon/study/templates.h"

namespace holon {
namespace {

// A whole machine in a few lines, with every section that a beginner will want to change.
constexpr const char* kPendulum = R"(holon: 1
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

constexpr const char* kFreeBody = R"(holon: 1
title: @title@
units: strict                 # numbers in formulas have units, unless they are pure numbers

parts:
  body:
    type: RigidBody
    mass: 1 kg
    inertia: {sphere: 0.1 m}
    shapes: [{sphere: 0.1 m, color: steelblue}]

simulate:
  until: 1 s
  interval: 0.01 s

outputs: [body.position]
)";

std::string title_of_stem(const std::string& stem) {
  std::string title;
  for (char c : stem) title += c == '_' || c == '-' ? ' ' : c;
  if (!title.empty() && title[0] >= 'a' && title[0] <= 'z')
    title[0] = static_cast<char>(title[0] - 32);
  // A title such as "true" or "1e3" would not be a text to every reader of YAML.
  return "\"" + title + "\"";
}

}  // namespace

const std::vector<ModelTemplate>& model_templates() {
  static const std::vector<ModelTemplate> templates{
      {"pendulum", "Pendulum", "a link on a pin, with parameters, a plot and every section",
       kPendulum},
      {"body", "Falling body", "one body and nothing else: a machine of your own from the palette",
       kFreeBody}};
  return templates;
}

std::string fill_template(const ModelTemplate& chosen, const std::string& stem) {
  constexpr const char* kMark = "@title@";
  std::string text = chosen.text;
  text.replace(text.find(kMark), 7, title_of_stem(stem));
  return text;
}

}  // namespace holon
