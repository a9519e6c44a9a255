// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cmath>

#include "holon/base/errors.h"
#include "holon/base/names.h"
#include "holon/base/units.h"
#include "holon/view/plots/plot.h"

namespace holon {
namespace {

// The largest number of panels; the table has the rest.
constexpr std::size_t kMostAutomaticPanels = 6;

SystemOutput time_output() { return {"time", {}, dimensions::kTime, "simulated time", false}; }

bool is_time(const PanelRequest& request) { return request.plot.x == "time"; }

// The default name and unit of an axis.
struct PlottedQuantity {
  std::string name, unit;
};

// "an angle (rad)" -> "angle"; "a quantity in kg m^5" and "a pure number" have no names.
PlottedQuantity quantity_of(const SystemOutput& output) {
  if (output.dimension == dimensions::kEnergy) {
    return output.dimension.is_energy() ? PlottedQuantity{"energy", "J"}
                                        : PlottedQuantity{"torque", "N m"};
  }
  PlottedQuantity quantity{describe(output.dimension), output.dimension.to_string()};
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

/// "nav.accepted.gps" beside "nav.innovation.gps" -> "nav.received.gps": counts of a filter's
/// measurement stand beside the output that says whether it was accepted. Empty where y and that
/// output are not of one filter; a name may have the word "accepted" elsewhere.
std::string count_beside(const PlotSettings& plot, const std::string& count) {
  const std::string word = "accepted.", &accepted = plot.accepted;
  if (plot.y.empty()) return {};
  const auto differ = std::ranges::mismatch(accepted, plot.y[0]).in1;
  const auto same = static_cast<std::size_t>(differ - accepted.begin());
  if (same == 0 || accepted.rfind('.', same - 1) == std::string::npos) return {};
  const std::size_t filter = accepted.rfind('.', same - 1) + 1;
  if (accepted.compare(filter, word.size(), word) != 0) return {};
  return std::string(accepted).replace(filter, word.size() - 1, count);
}

/// Rejected points, limits, bands.
void add_further_curves(const PanelRequest& request, const Display& x, PanelForm& form) {
  const std::vector<CurveSource> points = form.curves;
  if (points.empty()) return;
  for (const SystemOutput& output : request.limits)
    form.curves.push_back({output.name, form.x_name, output.name, x.unit,
                           make_display(request.plot.unit, output).unit});
  for (const BandSettings& band : request.plot.bands) {
    CurveSource source = points[0];
    source.label = band.label.empty() ? band.between[0] + " to " + band.between[1] : band.label;
    source.y = band.between[1];
    source.lower = band.between[0];
    source.mark = Curve::Mark::line;
    source.at_changes = false;
    form.curves.push_back(std::move(source));
  }
  if (request.plot.accepted.empty()) return;
  for (CurveSource source : points) {
    source.label = points.size() == 1 ? "rejected" : "rejected: " + source.label;
    source.mark = Curve::Mark::cross;
    source.rejected = request.plot.accepted;
    form.curves.push_back(std::move(source));
  }
}

/// The points of a curve that is drawn at some of its rows only.
void select_points(const CurveSource& source, const Results& results, Curve& curve) {
  if (!source.at_changes) return;
  const std::vector<double>& y = results.values(source.y);
  const auto find = [&](const std::string& name) {
    return name.empty() ? nullptr : &results.values(name);
  };
  const std::vector<double>*const accepted = find(source.rejected),
                                  *const received = find(source.received),
                                  *const dropped = find(source.dropped);
  const auto count = [&](std::size_t k) { return (*received)[k] - (*dropped)[k]; };
  std::size_t kept = 0;
  for (std::size_t k = 0; k < y.size(); ++k) {
    bool is_new = false;
    if (received) {
      is_new = count(k) != (k == 0 ? 0 : count(k - 1)) && !(accepted && (*accepted)[k] != 0);
    } else {
      // What is 0 in the first row has not been measured yet.
      is_new = k == 0 ? y[0] != 0 : y[k] != y[k - 1];
      if (accepted) is_new = (is_new || (k > 0 && (*accepted)[k - 1] != 0)) && (*accepted)[k] == 0;
      if (accepted && k == 0 && y[0] == 0) is_new = false;
    }
    if (!is_new) continue;
    curve.x[kept] = curve.x[k];
    curve.y[kept++] = curve.y[k];
  }
  curve.x.resize(kept);
  curve.y.resize(kept);
}

}  // namespace

std::vector<PanelRequest> choose_panels(const System& system,
                                        const std::vector<PlotSettings>& plots,
                                        const std::vector<std::string>& shown) {
  Diagnostics diagnostics;
  std::vector<PanelRequest> panels;
  if (std::all_of(plots.begin(), plots.end(), [](const PlotSettings& p) { return p.is_added; }))
    panels = automatic_panels(system, shown);
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
    for (const std::string& name : plots[i].limits)
      request.limits.push_back(find(system, name, where, diagnostics));
    for (const BandSettings& band : plots[i].bands)
      for (const std::string& name : band.between) {
        const SystemOutput edge = find(system, name, where + "/bands", diagnostics);
        if (edge.size() > 1)
          diagnostics.add_error({}, where + "/bands: '" + edge.name + "' has components",
                                "name one of them: " + edge.name + ".x");
        if (!edge.name.empty()) check_unit(diagnostics, where + "/unit", plots[i].unit, edge);
      }
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
    for (const SystemOutput& output : request.limits) add(output.name);
    if (!is_time(request)) add(request.x.name);
    const PlotSettings& plot = request.plot;
    for (const BandSettings& band : plot.bands)
      for (const std::string& name : band.between) add(name);
    if (!plot.accepted.empty()) add(plot.accepted);
    for (const char* count : {"received", "dropped"})
      if (const std::string name = count_beside(plot, count); !name.empty()) add(name);
    if (plot.plan)
      for (const std::string* name : {&plot.plan->error_x, &plot.plan->error_y, &plot.plan->xx,
                                      &plot.plan->xy, &plot.plan->yy})
        if (!name->empty()) add(*name);
  }
  return names;
}

std::vector<std::string> sky_outputs(const std::vector<PanelRequest>& requests) {
  std::vector<std::string> names;
  for (const PanelRequest& request : requests)
    for (const PlotSettings::Satellite& s : request.plot.sky)
      for (const std::string* name : {&s.azimuth, &s.elevation, &s.used, &s.hidden})
        if (!name->empty()) names.push_back(*name);
  return names;
}

PanelForm make_panel_form(const PanelRequest& request) {
  using Log = PlotSettings::Log;
  PanelForm form;
  form.title = request.plot.title;
  form.is_added = request.plot.is_added;
  form.is_derived = !request.plot.sky.empty();
  form.x_is_time = is_time(request) && !form.is_derived;
  form.x_is_log = request.plot.log == Log::x || request.plot.log == Log::both;
  form.y_is_log = request.plot.log == Log::y || request.plot.log == Log::both;
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
      if (request.plot.plan) form.curves.back().label = "estimate";
      if (request.plot.style != PlotSettings::Style::points) continue;
      form.curves.back().mark = Curve::Mark::dot;
      form.curves.back().at_changes = true;
      form.curves.back().received = count_beside(request.plot, "received");
      form.curves.back().dropped = count_beside(request.plot, "dropped");
    }
    if (alike) {
      const bool single = request.outputs.size() == 1 && output.size() == 1;
      form.y_name = single ? output.name : quantity_of(output).name;
      form.y_unit = typeset_unit(display.text);
    }
  }
  add_further_curves(request, x_display, form);
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
  panel.x_is_log = form.x_is_log;
  panel.y_is_log = form.y_is_log;
  for (const CurveSource& source : form.curves) {
    if (form.is_derived) break;
    Curve curve{source.label, converted(results.values(source.x), source.x_unit),
                converted(results.values(source.y), source.y_unit), source.mark};
    if (!source.lower.empty()) curve.lower = converted(results.values(source.lower), source.y_unit);
    select_points(source, results, curve);
    panel.curves.push_back(std::move(curve));
  }
  for (Curve& curve : make_derived_curves(request, results))
    panel.curves.push_back(std::move(curve));
  if (!form.is_derived) return panel;
  panel.x_label.clear();
  panel.y_label.clear();
  panel.hides_axes = panel.equal_scales = true;
  panel.view = {-kSkyEdge, kSkyEdge, -kSkyEdge, kSkyEdge};
  panel.guides = make_sky_guides(request, results);
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
