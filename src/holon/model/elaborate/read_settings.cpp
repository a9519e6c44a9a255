// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0

// The sections of a model besides its parts: world, simulate, outputs, plots, scene.
#include <algorithm>
#include <unordered_map>

#include "holon/base/names.h"
#include "holon/model/describe/fields.h"
#include "holon/model/describe/validate.h"
#include "holon/model/elaborate/object_reader.h"
#include "holon/model/elaborate/settings_reader.h"

namespace holon::detail {

template <class T>
void SettingsReader::read_section(const char* name, T& settings) {
  const SourceNode* node = root_.find(name);
  if (!node || node->is_empty()) return;
  const PartLabel label{name, ""};
  ObjectReader reader(elaboration_, diagnostics_, scope_, label);
  if (!reader.read(schema_of<T>(), &settings, *node, {})) return;
  validate(schema_of<T>(), &settings, elaboration_.symbols(),
           [&](const std::string& path, const std::string& message, const std::string& suggestion) {
             for (const std::string& failed : reader.failed()) {
               if (path.starts_with(failed)) return;
             }
             bool found = false;
             find_place(*node, path, found).error(diagnostics_, label, message, suggestion);
           });
}

void SettingsReader::read() {
  read_section("world", model_.world);
  check_world();
  read_section("fluid", model_.fluid);
  if (const SourceNode* fluid = root_.peek("fluid"); fluid && !elaboration_.meets_at_nodes()) {
    fluid->warning(diagnostics_, {"fluid", ""},
                   "'fluid' has no effect: no part of this model is hydraulic", "leave it out");
  }
  const std::size_t errors = diagnostics_.error_count();
  read_section("simulate", model_.simulate);
  if (diagnostics_.error_count() == errors) check_solver();
  read_conditions();
  check_inputs();
  read_section("scene", model_.scene);
  check_cameras();
  if (const SourceNode* list = root_.find("outputs"); list && !list->is_empty()) {
    read_outputs(*list);
  }
  if (const SourceNode* list = root_.find("plots"); list && !list->is_empty()) read_plots(list);
  if (const SourceNode* study = root_.find("study"); study && !study->is_empty())
    read_study(*study);
}

void SettingsReader::check_world() {
  if (!model_.world.earth) return;
  const SourceNode* world = root_.peek("world");
  if (const SourceNode* gravity = world ? world->peek("gravity") : nullptr) {
    gravity->key_error(diagnostics_, {"world", ""},
                       "'earth' determines gravity at its location, which 'gravity' would override",
                       "leave one of them out");
  }
  model_.world.set_gravity_of_earth();
}

/// Settings that the chosen solver does not use. If the solver is given from outside (--set), the
/// file's settings were meant for another one, and are ignored.
void SettingsReader::check_solver() {
  const SourceNode* node = root_.peek("simulate");
  if (!node) return;
  const PartLabel label{"simulate", ""};
  SimulateSettings& settings = model_.simulate;
  const SourceNode* solver = node->peek("solver");
  const SourceNode* step = node->peek("step");
  const SourceNode* tolerance = node->peek("tolerance");
  const bool is_fixed = settings.solver == SolverMethod::rk4;
  const auto is_for_another = [&](const SourceNode& setting) {
    return solver && solver->place().file() != setting.place().file() &&
           setting.place().file() == root_.place().file();
  };
  const SourceNode* max_step = node->peek("max_step");
  if (is_fixed && tolerance && is_for_another(*tolerance)) settings.tolerance.reset();
  if (is_fixed && max_step && is_for_another(*max_step)) settings.max_step.reset();
  if (!is_fixed && step && is_for_another(*step)) settings.step.reset();
  for (const SettingFault& fault : find_faults(settings)) {
    const SourceNode* setting = node->peek(fault.setting);
    if (setting && fault.is_about_value) {
      setting->error(diagnostics_, label, fault.message, fault.advice);
    } else {
      (setting ? setting : node)->key_error(diagnostics_, label, fault.message, fault.advice);
    }
  }
}

void SettingsReader::check_cameras() {
  const PartLabel label{"scene", ""};
  const SourceNode* scene = root_.peek("scene");
  const SourceNode* cameras = scene ? scene->peek("cameras") : nullptr;
  const auto is_zero = [](const Vector3<Expr>& v) {
    return v[0].is_constant(0.0) && v[1].is_constant(0.0) && v[2].is_constant(0.0);
  };
  for (const auto& [name, camera] : model_.scene.cameras) {
    const SourceNode* node = cameras ? cameras->peek(name) : nullptr;
    if (!node) continue;
    if (const SourceNode* hidden = node->peek("hides")) {
      for (const SourceNode::Entry& item : hidden->peek_entries())
        elaboration_.uses().report(item.value, scope_);
    }
    if (is_zero(camera.up)) {
      const SourceNode* up = node->peek("up");
      (up ? up : node)
          ->error(diagnostics_, label, "'up' of camera '" + name + "' has no direction",
                  "give a direction such as [0, 0, 1]");
    }
    if (is_zero(camera.at) && camera.on == camera.look_at) {
      const SourceNode* at = node->peek("at");
      (at ? at : node)
          ->key_error(diagnostics_, label,
                      "camera '" + name + "' is at the origin of the frame that it looks at, '" +
                          camera.look_at.path + "'",
                      "move it away with 'at', or point it at another frame");
    }
    if (const SourceNode* hides = node->peek("hides")) check_hidden(*hides, name);
  }
}

/// A camera may hide bodies and frames and everything drawn between or on them, also all below a
/// name: those of a composite part, the members of an array.
void SettingsReader::check_hidden(const SourceNode& hides, const std::string& camera) {
  std::vector<std::string> drawn;
  for (const PartInstance& part : model_.parts()) {
    if (!part.type) continue;
    const auto has = [&](const char* key) { return part.type->schema.find(key) != nullptr; };
    // Screw axes and axes of wrenches are drawn, too.
    const bool is_axis =
        std::any_of(part.type->outputs.begin(), part.type->outputs.end(),
                    [](const OutputType& output) { return output.name == "pitch"; });
    if (!part.type->is_frame && !is_axis && !has("between") && !has("on")) continue;
    for (std::size_t end = part.name.find_first_of(".["); end != std::string::npos;
         end = part.name.find_first_of(".[", end + 1)) {
      drawn.push_back(part.name.substr(0, end));
    }
    drawn.push_back(part.name);
  }
  const auto check = [&](const SourceNode& item) {
    if (!item.is_scalar() || std::find(drawn.begin(), drawn.end(), item.text()) != drawn.end())
      return;
    const auto part =
        std::find_if(model_.parts().begin(), model_.parts().end(),
                     [&](const PartInstance& one) { return one.name == item.text(); });
    const bool is_part = part != model_.parts().end();
    item.error(diagnostics_, {"scene", ""},
               "camera '" + camera + "' cannot hide '" + item.text() + "': " +
                   (is_part && part->type ? "a " + part->type->name + " is not drawn"
                                          : "there is no such part"),
               is_part ? "" : did_you_mean(item.text(), drawn));
  };
  if (hides.is_scalar()) check(hides);
  for (const SourceNode::Entry& item : hides.peek_entries()) check(item.value);
}

void SettingsReader::read_outputs(const SourceNode& list) {
  const PartLabel label{"outputs", ""};
  if (!list.expect(SourceNode::Kind::list, diagnostics_, label)) return;
  if (list.size() == 0) {
    list.key_error(diagnostics_, label, "an empty list records nothing",
                   "leave 'outputs' out to record the main outputs of all parts");
  }
  std::unordered_map<std::string, const SourceNode*> known;
  for (const SourceNode::Entry& item : list.items()) {
    std::string name = elaboration_.read_output(item.value, scope_, label);
    if (name.empty()) continue;
    if (!known.emplace(name, &item.value).second) {
      item.value.error(diagnostics_, label, "'" + name + "' is recorded already",
                       "name each output once");
      continue;
    }
    model_.outputs.push_back(std::move(name));
  }
}

std::string SettingsReader::read_plotted(const SourceNode& node,
                                         std::optional<Dimension>& dimension) {
  const PartLabel label{"plots", ""};
  if (node.is_scalar() && node.text() == "time") {
    dimension = dimensions::kTime;
    return "time";
  }
  Meaning meaning;
  std::string name = elaboration_.read_output(node, scope_, label, &meaning);
  dimension.reset();
  if (!name.empty()) dimension = elaboration_.dimensions().of(meaning);
  return name;
}

void SettingsReader::read_plots(const SourceNode* list) {
  const PartLabel label{"plots", ""};
  if (!list->expect(SourceNode::Kind::list, diagnostics_, label)) return;
  for (const SourceNode::Entry& item : list->items()) {
    PlotSettings plot;
    ObjectReader reader(elaboration_, diagnostics_, scope_, label);
    const bool ok = reader.read(schema_of<PlotSettings>(), &plot, item.value, {});
    if (!ok || !reader.failed().empty()) continue;
    check_plot(plot, item.value);
    model_.plots.push_back(std::move(plot));
  }
}

void SettingsReader::check_plot(PlotSettings& plot, const SourceNode& node) {
  const PartLabel label{"plots", ""};
  const auto check_unit = [&](const SourceNode* unit, const std::optional<Dimension>& dimension,
                              const std::string& what) {
    if (!unit || !dimension) return;
    const UnitParse parsed = parse_unit(unit->text());
    if (!parsed) {
      TextError error{static_cast<std::size_t>(parsed.offset),
                      static_cast<std::size_t>(parsed.length), parsed.message, parsed.suggestion};
      unit->text_error(diagnostics_, label, error);
    } else if (parsed.unit->dimension.without(BaseQuantity::cycle) !=
               dimension->without(BaseQuantity::cycle)) {
      unit->error(
          diagnostics_, label,
          "'" + what + "' is " + describe(*dimension) + " and cannot be shown in " + unit->text());
    }
  };
  std::optional<Dimension> dimension;
  if (const SourceNode* x = node.peek("x")) plot.x = read_plotted(*x, dimension);
  if (plot.x == "time") dimension = dimensions::kTime;
  check_unit(node.peek("x_unit"), dimension, plot.x);

  const SourceNode& y = *node.peek("y");
  plot.y.clear();
  std::optional<Dimension> first;
  const auto add = [&](const SourceNode& item) {
    std::string name = read_plotted(item, dimension);
    if (name.empty()) return;
    if (node.peek("unit")) {
      check_unit(node.peek("unit"), dimension, name);
    } else if (first && dimension && *first != *dimension) {
      item.error(diagnostics_, label,
                 "'" + name + "' is " + describe(*dimension) + ", '" + plot.y[0] + "' is " +
                     describe(*first) + ": one plot has one vertical axis",
                 "make two plots of them");
    }
    if (std::find(plot.y.begin(), plot.y.end(), name) != plot.y.end()) {
      item.error(diagnostics_, label, "'" + name + "' is already drawn in this plot",
                 "name each output once");
      return;
    }
    if (!first) first = dimension;
    plot.y.push_back(std::move(name));
  };
  if (y.is_list() && y.size() == 0) {
    y.key_error(diagnostics_, label, "'y' is empty: there is nothing to draw",
                "name outputs, such as [pin.angle]");
  }
  if (y.is_list()) {
    for (const SourceNode::Entry& item : y.items()) add(item.value);
  } else {
    add(y);
  }
  if (plot.log != PlotSettings::Log::none && plot.x == "time" && plot.log != PlotSettings::Log::y)
    node.peek("log")->error(diagnostics_, label, "time begins at 0, which has no logarithm",
                            "write 'log: y', or give 'x'");
  if (plot.bands.empty()) return;
  for (std::size_t k = 0; k < plot.bands.size(); ++k)
    check_band(plot.bands[k], node.peek("bands")->item(k), first, plot.y.empty() ? "" : plot.y[0]);
}

void SettingsReader::check_band(BandSettings& band, const SourceNode& node,
                                const std::optional<Dimension>& of, const std::string& first) {
  const PartLabel label{"plots", ""};
  const SourceNode& between = *node.peek("between");
  if (!between.is_list() || between.size() != 2) {
    between.error(diagnostics_, label, "a band lies between two outputs",
                  "write between: [lower, upper]");
    return;
  }
  for (std::size_t k = 0; k < 2; ++k) {
    std::optional<Dimension> dimension;
    band.between[k] = read_plotted(between.item(k), dimension);
    if (!of || !dimension || *of == *dimension) continue;
    between.item(k).error(diagnostics_, label,
                          "'" + band.between[k] + "' is " + describe(*dimension) + ", '" + first +
                              "' is " + describe(*of) + ": one plot has one vertical axis");
  }
}

}  // namespace holon::detail
