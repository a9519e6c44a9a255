// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cmath>

#include "holon/base/errors.h"
#include "holon/base/names.h"
#include "holon/base/units.h"
#include "holon/record/unit_text.h"
#include "holon/view/plots/plot.h"

namespace holon {
namespace {

// The largest number of panels; the table has the rest.
constexpr std::size_t kMostAutomaticPanels = 6;

SystemOutput time_output() { return {"time", {}, dimensions::kTime, "simulated time", false}; }

bool is_time(const PanelRequest& request) { return request.plot.x == "time"; }

// The default name and unit of an axis.
struct Quantity {
  std::string name, unit;
};

// "an angle (rad)" -> "angle"; "a quantity in kg m^5" and "a pure number" have no names. Energies
// and torques share a dimension; the output's name distinguishes them.
Quantity quantity_of(const SystemOutput& output) {
  if (output.dimension == dimensions::kEnergy) {
    return is_energy(output.name, output.dimension) ? Quantity{"energy", "J"}
                                                    : Quantity{"torque", "N m"};
  }
  Quantity quantity{describe(output.dimension), output.dimension.to_string()};
  const std::size_t paren = quantity.name.find(" (");
  if (paren == std::string::npos) return {{}, quantity.unit};
  quantity.name.resize(paren);
  for (std::string_view article : {"an ", "a "})
    if (quantity.name.starts_with(article)) {
      quantity.name.erase(0, article.size());
      break;
    }
  return quantity;
}

std::string capitalised(std::string text) {
  if (!text.empty() && text[0] >= 'a' && text[0] <= 'z') text[0] = static_cast<char>(text[0] - 32);
  return text;
}

// "m/s^2" -> "m/s²", "kg m" -> "kg·m": in typographic form; nothing for pure numbers.
std::string typeset_unit(const std::string& unit) {
  if (unit == "1") return {};
  std::string text;
  for (std::size_t i = 0; i < unit.size(); ++i) {
    if (unit[i] == '^' && i + 1 < unit.size()) {
      std::size_t end = i + 1;
      if (unit[end] == '-') ++end;
      while (end < unit.size() && unit[end] >= '0' && unit[end] <= '9') ++end;
      const bool whole = end > i + 1 && (end == unit.size() || unit[end] != '.');
      if (whole) {
        static const char* const digits[] = {"⁰", "¹", "²", "³", "⁴", "⁵", "⁶", "⁷", "⁸", "⁹"};
        for (std::size_t k = i + 1; k < end; ++k)
          text += unit[k] == '-' ? "⁻" : digits[unit[k] - '0'];
        i = end - 1;
        continue;
      }
    }
    if (unit[i] == ' ' || unit[i] == '*') {
      text += "·";
    } else {
      text += unit[i];
    }
  }
  if (text == "deg") return "°";
  if (text == "degC") return "°C";
  return text;
}

// `unit` is typeset.
std::string with_unit(std::string name, const std::string& unit) {
  if (unit.empty()) return name;
  return name + (name.empty() ? "" : " ") + "(" + unit + ")";
}

// The conversion from SI to a unit; the SI unit itself if none is given.
struct Display {
  Unit unit;
  std::string text;
  bool degrees() const { return text == "deg"; }
};

Display make_display(const std::string& unit, const SystemOutput& output) {
  if (unit.empty()) return {Unit{}, quantity_of(output).unit};
  return {make_unit(unit), unit};
}

// The reason why a unit does not fit an output; empty if it does.
void check_unit(Diagnostics& diagnostics, const std::string& where, const std::string& unit,
                const SystemOutput& output) {
  if (unit.empty()) return;
  const UnitParse parsed = parse_unit(unit);
  if (!parsed) {
    diagnostics.add_error({}, where + ": " + parsed.message, parsed.suggestion);
  } else if (parsed.unit->dimension != output.dimension) {
    diagnostics.add_error({}, where + ": '" + unit + "' is the unit of " +
                                  describe(parsed.unit->dimension) + ", but '" + output.name +
                                  "' is " + describe(output.dimension));
  }
}

std::vector<std::string> output_names(const System& system) {
  std::vector<std::string> names;
  for (const SystemOutput& output : system.list_outputs()) names.push_back(output.name);
  return names;
}

SystemOutput find(const System& system, const std::string& name, const std::string& where,
                  Diagnostics& diagnostics) {
  if (std::optional<SystemOutput> output = system.find_output(name)) return *std::move(output);
  diagnostics.add_error({}, where + ": there is no output '" + name + "'",
                        did_you_mean(name, output_names(system)));
  return {};
}

std::vector<PanelRequest> automatic_panels(const System& system,
                                           const std::vector<std::string>& shown) {
  std::vector<SystemOutput> outputs;
  for (const std::string& name : shown)
    if (std::optional<SystemOutput> output = system.find_output(name)) outputs.push_back(*output);
  if (shown.empty()) outputs = system.list_main_outputs();
  std::vector<PanelRequest> panels;
  for (const SystemOutput& output : outputs) {
    // Vectors get panels of their own, so that x, y and z are together and separate from others.
    const bool joins = output.size() == 1;
    auto panel = std::find_if(panels.begin(), panels.end(), [&](const PanelRequest& p) {
      return joins && p.outputs[0].size() == 1 && p.outputs[0].dimension == output.dimension &&
             quantity_of(p.outputs[0]).name == quantity_of(output).name;
    });
    if (panel == panels.end()) {
      if (panels.size() == kMostAutomaticPanels) continue;
      panels.emplace_back();
      panel = panels.end() - 1;
      const std::string quantity = quantity_of(output).name;
      panel->plot.title =
          output.size() > 1 || quantity.empty() ? output.name : capitalised(quantity);
      if (output.dimension == dimensions::kAngle) panel->plot.unit = "deg";
    }
    panel->x = time_output();
    panel->outputs.push_back(output);
    panel->plot.y.push_back(output.name);
  }
  return panels;
}

std::vector<double> converted(std::vector<double> values, const Unit& unit) {
  for (double& value : values) value = unit.from_si(value);
  return values;
}

}  // namespace

std::vector<PanelRequest> choose_panels(const System& system,
                                        const std::vector<PlotSettings>& plots,
                                        const std::vector<std::string>& shown) {
  if (plots.empty()) return automatic_panels(system, shown);
  Diagnostics diagnostics;
  std::vector<PanelRequest> panels;
  for (std::size_t i = 0; i < plots.size(); ++i) {
    const std::string where = "plots[" + std::to_string(i) + "]";
    PanelRequest request{plots[i], {}, {}};
    for (const std::string& name : plots[i].y) {
      const SystemOutput output = find(system, name, where + "/y", diagnostics);
      if (!output.name.empty()) check_unit(diagnostics, where + "/unit", plots[i].unit, output);
      request.outputs.push_back(output);
    }
    if (is_time(request)) {
      request.x = time_output();
    } else {
      request.x = find(system, plots[i].x, where + "/x", diagnostics);
      if (request.x.size() > 1)
        diagnostics.add_error({}, where + "/x: '" + request.x.name + "' has components",
                              "name one of them: " + request.x.name + ".x");
    }
    if (!request.x.name.empty())
      check_unit(diagnostics, where + "/x_unit", plots[i].x_unit, request.x);
    panels.push_back(std::move(request));
  }
  diagnostics.throw_if_errors();
  return panels;
}

std::vector<std::string> panel_outputs(const std::vector<PanelRequest>& requests) {
  std::vector<std::string> names;
  const auto add = [&](const std::string& name) {
    if (std::find(names.begin(), names.end(), name) == names.end()) names.push_back(name);
  };
  for (const PanelRequest& request : requests) {
    for (const SystemOutput& output : request.outputs) add(output.name);
    if (!is_time(request)) add(request.x.name);
  }
  return names;
}

PanelForm make_panel_form(const PanelRequest& request) {
  PanelForm form;
  form.title = request.plot.title;
  form.x_is_time = is_time(request);
  const Display x_display = make_display(request.plot.x_unit, request.x);
  form.x_degrees = x_display.degrees();
  form.x_name = form.x_is_time ? "time" : request.x.name;
  form.x_unit = typeset_unit(x_display.text);

  const bool alike =
      std::all_of(request.outputs.begin(), request.outputs.end(),
                  [&](const auto& o) { return o.dimension == request.outputs[0].dimension; });
  std::string y_text;
  for (const SystemOutput& output : request.outputs) {
    const Display display = make_display(request.plot.unit, output);
    form.y_degrees = display.degrees();
    y_text = display.text;
    for (int i = 0; i < output.size(); ++i) {
      const std::string name = component_name(output.name, output.components, i);
      form.curves.push_back({alike ? name : with_unit(name, typeset_unit(display.text)),
                             form.x_name, name, x_display.unit, display.unit});
    }
    if (alike) {
      const bool single = request.outputs.size() == 1 && output.size() == 1;
      form.y_name = single ? output.name : quantity_of(output).name;
      form.y_unit = typeset_unit(display.text);
    }
  }
  // A path in space is drawn true to scale.
  form.equal_scales = !form.x_is_time && alike && x_display.text == y_text &&
                      request.x.dimension == dimensions::kLength;
  return form;
}

Panel make_panel(const PanelRequest& request, const Results& results) {
  const PanelForm form = make_panel_form(request);
  Panel panel;
  panel.title = form.title;
  panel.x_label = with_unit(form.x_name, form.x_unit);
  panel.y_label = with_unit(form.y_name, form.y_unit);
  panel.x_degrees = form.x_degrees;
  panel.y_degrees = form.y_degrees;
  panel.equal_scales = form.equal_scales;
  panel.x_is_time = form.x_is_time;
  for (const CurveSource& curve : form.curves) {
    panel.curves.push_back({curve.label, converted(results.values(curve.x), curve.x_unit),
                            converted(results.values(curve.y), curve.y_unit)});
  }
  return panel;
}

void thin_out(std::vector<double>& x, std::vector<double>& y, int bins) {
  if (static_cast<int>(x.size()) <= 4 * bins) return;
  const double low = x.front(), width = (x.back() - low) / bins;
  if (!(width > 0)) return;
  std::vector<double> thin_x, thin_y;
  for (std::size_t first = 0; first < x.size();) {
    const double bin = std::floor((x[first] - low) / width);
    std::size_t end = first, least = first, most = first, gap = first;
    for (; end < x.size() && std::floor((x[end] - low) / width) == bin; ++end) {
      if (y[end] < y[least] || std::isnan(y[least])) least = end;
      if (y[end] > y[most] || std::isnan(y[most])) most = end;
      if (std::isnan(y[end])) gap = end;  // no line is drawn across it
    }
    std::vector<std::size_t> keep{first, least, most, gap, end - 1};
    std::sort(keep.begin(), keep.end());
    keep.erase(std::unique(keep.begin(), keep.end()), keep.end());
    for (std::size_t k : keep) {
      thin_x.push_back(x[k]);
      thin_y.push_back(y[k]);
    }
    first = end;
  }
  x = std::move(thin_x);
  y = std::move(thin_y);
}

}  // namespace holon
