// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0

// What a model says besides its parts: world, simulate, outputs, plots, scene.
#include "holon/model/elaboration.h"
#include "holon/model/fields.h"
#include "holon/model/validate.h"

namespace holon::detail {

template <class T>
void Elaboration::read_section(const char* name, T& settings) {
  const SourceNode* node = root_->find(name);
  if (!node || node->is_empty()) return;
  const PartLabel label{name, ""};
  Reading reading{scope_, label};
  if (!read_object(schema_of<T>(), &settings, *node, {}, reading)) return;
  validate(schema_of<T>(), &settings, symbols(),
           [&](const std::string& path, const std::string& message, const std::string& suggestion) {
             for (const std::string& failed : reading.failed) {
               if (path.starts_with(failed)) return;
             }
             bool found = false;
             find_place(*node, path, found).error(diagnostics_, label, message, suggestion);
           });
}

void Elaboration::read_settings() {
  read_section("world", model_.world);
  read_section("simulate", model_.simulate);
  read_section("scene", model_.scene);
  if (const SourceNode* list = root_->find("outputs"); list && !list->is_empty()) {
    const PartLabel label{"outputs", ""};
    if (list->expect(SourceNode::Kind::list, diagnostics_, label)) {
      for (const SourceNode::Entry& item : list->items()) {
        std::string name = read_output(item.value, scope_, label);
        if (!name.empty()) model_.outputs.push_back(std::move(name));
      }
    }
  }
  if (const SourceNode* list = root_->find("plots"); list && !list->is_empty()) read_plots(list);
}

std::string Elaboration::read_plotted(const SourceNode& node, std::optional<Dimension>& dimension) {
  const PartLabel label{"plots", ""};
  if (node.is_scalar() && node.text() == "time") {
    dimension = dimensions::kTime;
    return "time";
  }
  Meaning meaning;
  std::string name = read_output(node, scope_, label, &meaning);
  dimension.reset();
  if (!name.empty()) dimension = meaning.output->dimension;
  return name;
}

void Elaboration::read_plots(const SourceNode* list) {
  const PartLabel label{"plots", ""};
  if (!list->expect(SourceNode::Kind::list, diagnostics_, label)) return;
  for (const SourceNode::Entry& item : list->items()) {
    PlotSettings plot;
    Reading reading{scope_, label};
    const bool ok = read_object(schema_of<PlotSettings>(), &plot, item.value, {}, reading);
    if (!ok || !reading.failed.empty()) continue;
    check_plot(plot, item.value);
    model_.plots.push_back(std::move(plot));
  }
}

void Elaboration::check_plot(PlotSettings& plot, const SourceNode& node) {
  const PartLabel label{"plots", ""};
  const auto check_unit = [&](const SourceNode* unit, const std::optional<Dimension>& dimension,
                              const std::string& what) {
    if (!unit || !dimension) return;
    const UnitParse parsed = parse_unit(unit->text());
    if (!parsed) {
      TextError error{static_cast<std::size_t>(parsed.offset),
                      static_cast<std::size_t>(parsed.length), parsed.message, parsed.suggestion};
      unit->text_error(diagnostics_, label, error);
    } else if (parsed.unit->dimension != *dimension) {
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
    if (!first) first = dimension;
    plot.y.push_back(std::move(name));
  };
  if (y.is_list()) {
    for (const SourceNode::Entry& item : y.items()) add(item.value);
  } else {
    add(y);
  }
}

}  // namespace holon::detail
