// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#include "holon/shell/help_topics.h"

#include <algorithm>
#include <cctype>
#include <map>

#include "holon/base/text_layout.h"
#include "holon/output/markdown_text.h"
#include "holon/output/terminal.h"
#include "holon/shell/help.h"
#include "holon/shell/pages_of_docs.h"

namespace holon::app {
namespace {

std::string lower(std::string_view text) {
  std::string result(text);
  for (char& c : result) c = static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
  return result;
}

/// A page at its headings: the title with what stands before the first section, then the sections.
std::vector<std::string_view> split_sections(std::string_view page) {
  std::vector<std::string_view> sections;
  std::size_t begin = 0;
  bool in_code = false;
  for (std::size_t at = 0; at < page.size();) {
    const std::string_view rest = page.substr(at);
    if (rest.starts_with("```")) in_code = !in_code;
    if (!in_code && at > begin && rest.starts_with("## ")) {
      sections.push_back(page.substr(begin, at - begin));
      begin = at;
    }
    at = std::min(page.find('\n', at), page.size() - 1) + 1;
  }
  sections.push_back(page.substr(begin));
  return sections;
}

std::string heading_of(std::string_view section) {
  const std::string_view line = section.substr(0, section.find('\n'));
  std::string heading(line.substr(std::min(line.find_first_not_of("# "), line.size())));
  std::erase(heading, '`');
  return heading;
}

std::string list_topics() {
  std::string text =
      "Topics: " + call_of("help TOPIC") + ", " + call_of("help TOPIC SECTION") + "\n\n";
  int widest = 0;
  for (const HelpTopic& topic : help_topics()) widest = std::max(widest, display_width(topic.name));
  for (const HelpTopic& topic : help_topics())
    text += "  " + bold(pad(topic.name, widest)) + "  " +
            wrap(topic.content, terminal_width(), widest + 4) + "\n";
  return text + "\nTypes of parts: " + call_of("parts") + ", " + call_of("help Revolute") + "\n";
}

/// What begins the page on models: a whole one, and its sections.
constexpr std::string_view kModel = R"(# The model language

A model is one YAML file. A value is a quantity (`350 bar`, `30 deg`), a bare number in SI units and radians, or a formula
over parameters, time and outputs of parts (`-5 [N m/rad]*(pin.angle - 20 [deg])`). Units and names are checked when it is read.

```
holon: 1
title: Link pinned to the ground
units: strict
parts:
  link: {type: RigidBody, mass: 1 kg, inertia: {rod: {length: 1 m, axis: x}}, center_of_mass: [0.5 m, 0, 0]}
  pin: {type: Revolute, between: [world, link], axis: y, initial: {angle: 20 deg}}
simulate: {until: 6 s, interval: 20 ms}
outputs: [pin.angle]
```

## Sections of a model

| section | content |
|---|---|
)";

const std::string& model_page() {
  static const std::string page = [] {
    std::string text(kModel);
    for (const auto& [name, content] : model_sections())
      text.append("| `").append(name).append("` | ").append(content).append(" |\n");
    const std::string_view rest = page_of_docs("models.md");
    // The title and the way to other pages are those of the file.
    const std::size_t first = std::min(rest.find("\n## "), rest.size());
    return text.append(rest.substr(first));
  }();
  return page;
}

}  // namespace

const std::vector<HelpTopic>& help_topics() {
  static const std::vector<HelpTopic> topics{
      {"topics", "this list", {}},
      {"model", "the model language: sections, names, units, time series, simulate", model_page()},
      {"formulas", "operators, functions, conditionals, derivatives", page_of_docs("formulas.md")},
      {"units", "all units, prefixes, angles, temperatures", page_of_docs("units.md")},
      {"composite_parts", "parts made of parts, files, interface, repeat, override",
       page_of_docs("composite_parts.md")},
      {"analysis", "modes, trim, sensitivity, inverse", page_of_docs("analysis.md")},
      {"earth", "the location of a model on the Earth: gravity, rotation, geodetic outputs",
       page_of_docs("earth.md")},
      {"hydraulics", "circuits, nodes and fluids", page_of_docs("hydraulics.md")},
      {"studies", "many runs with values that vary: study, sweep", page_of_docs("studies.md")},
      {"estimation", "observability, gains of regulators and filters, filters in C++",
       page_of_docs("estimation.md")},
      {"results", "CSV, HDF5, MAT, the record, checkpoints, compare", page_of_docs("results.md")},
      {"validation", "models with published values, and cases of your own",
       page_of_docs("validation.md")},
      {"library", "C++ programs that load, run and linearise models", page_of_docs("library.md")},
      {"plugins", "part types of your own as shared libraries", page_of_docs("plugins.md")},
      {"gears", "how to model gear pairs, racks, planetary gears", page_of_docs("how-to/gears.md")},
      {"pid_loop", "how to design a control loop", page_of_docs("how-to/pid_loop.md")},
      {"hydraulic_drive", "how to model pump, valve, motor and load",
       page_of_docs("how-to/hydraulic_drive.md")},
      {"bond_graph", "how to write a bond graph", page_of_docs("how-to/bond_graph.md")},
      {"closed_loop", "how to model a closed-loop mechanism",
       page_of_docs("how-to/closed_loop.md")},
      {"inertial_sensors", "how to put inertial sensors on a machine and read their noise",
       page_of_docs("how-to/inertial_sensors.md")},
      {"satellite_receivers", "how to put antennas on a machine, read logs, draw maps",
       page_of_docs("how-to/satellite_receivers.md")},
      {"gps_bulldozer", "the GPS bulldozer: its files, variants and figures",
       page_of_docs("how-to/gps_bulldozer.md")}};
  return topics;
}

std::vector<std::string> list_sections(const HelpTopic& topic) {
  std::vector<std::string> headings;
  for (const std::string_view section : split_sections(topic.page))
    if (section.starts_with("## ")) headings.push_back(heading_of(section));
  return headings;
}

std::string render_topic(const HelpTopic& topic, const std::string& section) {
  if (topic.page.empty()) return section.empty() ? list_topics() : std::string();
  std::string chosen;
  for (const std::string_view one : split_sections(topic.page))
    if (section.empty() || (one.starts_with("## ") &&
                            lower(heading_of(one)).find(lower(section)) != std::string::npos))
      chosen += one;
  return render_markdown(chosen, terminal_width());
}

}  // namespace holon::app
