// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#include "holon/report/page/report.h"

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>
#include <stdexcept>

#include "holon/base/base64.h"
#include "holon/base/characters.h"
#include "holon/base/escape.h"
#include "holon/record/digest.h"
#include "holon/report/page/field_json.h"
#include "holon/report/page/report_front_end.h"
#include "holon/report/page/scene_json.h"

namespace holon {
namespace {

// A section of their own: filters have dozens, which would hide those that the model names.
constexpr const char* kAddedPlots = "Filters and sensors";

using Json = nlohmann::ordered_json;

const char* name_of(Report::State state) {
  switch (state) {
    case Report::State::done: return "done";
    case Report::State::interrupted: return "interrupted";
    case Report::State::failed: return "failed";
  }
  return "";
}

/// Of points and outlines; nothing for lines.
const char* name_of(Curve::Mark mark) {
  switch (mark) {
    case Curve::Mark::line: break;
    case Curve::Mark::cross: return "cross";
    case Curve::Mark::circle: return "circle";
    case Curve::Mark::dot: return "dot";
    case Curve::Mark::outline: return "outline";
  }
  return nullptr;
}

/// How a curve is drawn that is no line.
void add_style(Json& curve, const CurveSource& source, const Stream& stream) {
  if (const char* mark = name_of(source.mark)) curve["mark"] = mark;
  if (source.at_changes) curve["changes"] = true;
  if (const int lower = source.lower.empty() ? -1 : stream.find(source.lower); lower >= 0)
    curve["lower"] = lower;
  const auto add = [&](const char* key, const std::string& name) {
    if (const int column = name.empty() ? -1 : stream.find(name); column >= 0) curve[key] = column;
  };
  add("rejected", source.rejected);
  add("received", source.received);
  add("dropped", source.dropped);
}

Json write_plot(const PanelForm& panel, const Stream& stream) {
  Json curves = Json::array();
  for (const CurveSource& curve : panel.curves) {
    const int x = stream.find(curve.x), y = stream.find(curve.y);
    if (x < 0 || y < 0) continue;
    // shown = (SI − offset) / factor
    const double x_scale = 1 / curve.x_unit.factor(), y_scale = 1 / curve.y_unit.factor();
    curves.push_back({{"label", curve.label},
                      {"stream", stream.name},
                      {"x", x},
                      {"y", y},
                      {"x_scale", x_scale},
                      {"x_offset", -curve.x_unit.offset * x_scale},
                      {"scale", y_scale},
                      {"offset", -curve.y_unit.offset * y_scale}});
    add_style(curves.back(), curve, stream);
  }
  Json json{{"title", panel.title},
            {"x",
             {{"label", panel.x_name},
              {"unit", panel.x_unit},
              {"is_time", panel.x_is_time},
              {"is_log", panel.x_is_log}}},
            {"y", {{"label", panel.y_name}, {"unit", panel.y_unit}, {"is_log", panel.y_is_log}}},
            {"equal_scales", panel.equal_scales},
            {"curves", curves}};
  if (panel.is_added) json["section"] = kAddedPlots;
  return json;
}

Json write_plot(const Report::Plot& plot, const Report& report) {
  Json curves = Json::array();
  for (const Report::Line& line : plot.lines) {
    const auto named = std::find_if(report.streams.begin(), report.streams.end(),
                                    [&](const Stream& s) { return s.name == line.stream; });
    const Stream* stream = named != report.streams.end()       ? &*named
                           : report.curves.name == line.stream ? &report.curves
                                                               : nullptr;
    if (!stream) continue;
    Json curve{{"label", line.label},
               {"stream", line.stream},
               {"x", stream->find(line.x)},
               {"y", stream->find(line.y)},
               {"scale", line.y_factor}};
    if (const char* mark = name_of(line.mark)) curve["mark"] = mark;
    if (!line.lower.empty()) curve["lower"] = stream->find(line.lower);
    if (line.hue >= 0) curve["hue"] = line.hue;
    if (line.at_changes) curve["changes"] = true;
    curves.push_back(curve);
  }
  Json guides = Json::array();
  for (const Report::Plot::Guide& guide : plot.guides) {
    guides.push_back({{"x", guide.x}, {"y", guide.y}});
    if (!guide.label.empty()) guides.back()["label"] = guide.label;
  }
  Json json{{"title", plot.title},
            {"x",
             {{"label", plot.x_name},
              {"unit", plot.x_unit},
              {"is_time", plot.x_is_key},
              {"is_log", plot.x_is_log}}},
            {"y", {{"label", plot.y_name}, {"unit", plot.y_unit}, {"is_log", plot.y_is_log}}},
            {"equal_scales", plot.equal_scales},
            {"guides", guides},
            {"curves", curves}};
  if (!plot.group.empty()) json["group"] = plot.group;
  if (plot.is_below) json["is_below"] = true;
  if (plot.is_added) json["section"] = kAddedPlots;
  if (plot.hides_axes) json["hides_axes"] = true;
  if (plot.view) json["view"] = *plot.view;
  if (!plot.x_steps.empty()) json["x"]["steps"] = plot.x_steps;
  if (!plot.y_steps.empty()) json["y"]["steps"] = plot.y_steps;
  return json;
}

Json write_tables(const std::vector<Report::Table>& tables) {
  Json list = Json::array();
  for (const Report::Table& table : tables) {
    Json rows = Json::array();
    for (const Report::Table::Row& row : table.rows) {
      Json entry{{"cells", row.cells}};
      if (!row.group.empty()) entry["group"] = row.group;
      if (!row.values.empty()) entry["values"] = row.values;  // dumped as null where NaN
      rows.push_back(entry);
    }
    Json entry{{"title", table.title}, {"columns", table.columns}, {"rows", rows}};
    if (!table.note.empty()) entry["note"] = table.note;
    list.push_back(entry);
  }
  return list;
}

Json write_labels(const Report::Labels& labels) {
  Json json = Json::object();
  for (const auto& [key, label] :
       {std::pair{"plots", &labels.plots}, std::pair{"tables", &labels.tables},
        std::pair{"statistics", &labels.statistics}, std::pair{"equations", &labels.equations}})
    if (!label->empty()) json[key] = *label;
  return json;
}

Json write_items(const std::vector<Report::Item>& items) {
  Json list = Json::array();
  for (const Report::Item& item : items) {
    Json entry{{"label", item.label}, {"value", item.value}};
    if (!item.hint.empty()) entry["hint"] = item.hint;
    list.push_back(entry);
  }
  return list;
}

std::string write_legend(const std::vector<std::pair<std::string, std::string>>& legend) {
  if (legend.empty()) return {};
  std::string text = "<table>";
  for (const auto& [symbol, meaning] : legend) {
    text += "<tr><th scope=\"row\"><math xmlns=\"http://www.w3.org/1998/Math/MathML\">" + symbol +
            "</math></th><td>" + xml_text(meaning) + "</td></tr>";
  }
  return text + "</table>";
}

Json write_ellipsoids(const Report& report) {
  Json list = Json::array();
  const auto columns = [&](const auto& names) {
    Json indices = Json::array();
    for (const std::string& name : names) indices.push_back(report.poses.find(name));
    return indices;
  };
  for (const Report::Ellipsoid& e : report.ellipsoids)
    list.push_back({{"name", e.name},
                    {"stream", report.poses.name},
                    {"position", columns(e.position)},
                    {"covariance", columns(e.covariance)},
                    {"scale", e.scale}});
  return list;
}

/// Replaces invisible characters of titles and names that reorder or hide others by U+FFFD. The
/// model's text, which follows later, is unchanged, for copying.
void show_hidden(Json& json) {
  for (Json& each : json) {
    if (each.is_structured()) {
      show_hidden(each);
    } else if (each.is_string()) {
      each = plain_lines(each.get_ref<const std::string&>());
    }
  }
}

Json write_document(const Report& report) {
  Json document{{"type", "document"},          {"version", 1},
                {"title", report.title},       {"generator", report.generator},
                {"subtitle", report.subtitle}, {"state", name_of(report.state)}};
  if (!report.reason.empty()) document["reason"] = report.reason;
  if (report.verdict)
    document["verdict"] = {{"text", report.verdict->text}, {"is_good", report.verdict->is_good}};
  if (const Json labels = write_labels(report.labels); !labels.empty()) document["labels"] = labels;
  if (!report.tables.empty()) document["tables"] = write_tables(report.tables);
  document["warnings"] = report.warnings;
  document["notes"] = report.notes;
  Json groups = Json::array();
  for (const Report::Group& group : report.statistics) {
    groups.push_back({{"group", group.name}, {"items", write_items(group.items)}});
  }
  document["statistics"] = groups;
  Json plots = Json::array();
  for (const PanelForm& panel : report.panels) plots.push_back(write_plot(panel, report.curves));
  for (const Report::Plot& plot : report.plots) plots.push_back(write_plot(plot, report));
  document["plots"] = plots;
  if (report.recorded.row_count() > 0) document["recorded"] = report.recorded.name;
  document["scene"] = nullptr;
  if (report.scene && report.poses.row_count() > 0) {
    document["scene"] = write_scene(*report.scene, report.poses, report.plane, report.undetermined);
    if (!report.films.empty()) document["scene"]["fields"] = write_fields(report.films);
    if (!report.ellipsoids.empty()) document["scene"]["ellipsoids"] = write_ellipsoids(report);
  }
  Json equations = Json::array();
  for (const EquationSheet& sheet : report.equations) {
    equations.push_back(
        {{"title", sheet.title}, {"mathml", sheet.mathml}, {"legend", write_legend(sheet.legend)}});
  }
  document["equations"] = equations;
  if (!report.equations_note.empty()) document["equations_note"] = report.equations_note;
  if (!report.diagram.empty()) document["diagram"] = report.diagram;
  show_hidden(document);
  Json files = Json::array();
  for (const Report::File& file : report.files) {
    files.push_back({{"name", file.name}, {"text", file.text}});
  }
  document["model"] = {{"path", report.model_path}, {"files", files}};
  document["provenance"] = write_items(report.provenance);
  return document;
}

/// The permissions of the page: run its own script, and load nothing. Text that was inserted as
/// markup by mistake cannot run a script.
std::string write_policy() {
  const std::string digest = sha256(detail::report_script());
  std::vector<unsigned char> bytes;
  for (std::size_t k = 0; k < digest.size(); k += 2)
    bytes.push_back(static_cast<unsigned char>(std::stoi(digest.substr(k, 2), nullptr, 16)));
  return "default-src 'none'; script-src 'sha256-" + encode_base64(bytes) +
         "'; style-src 'unsafe-inline'; img-src data: blob:; base-uri 'none'; form-action 'none'";
}

}  // namespace

bool has_report_front_end() { return !detail::report_script().empty(); }

std::string write_report(const Report& report) {
  if (!has_report_front_end()) {
    throw std::runtime_error(
        "this build has no front end for reports: it needs nodejs 18 and npm; build again with "
        "them");
  }
  std::string html =
      "<!doctype html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n"
      "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n"
      "<meta http-equiv=\"Content-Security-Policy\" content=\"" +
      xml_text(write_policy()) +
      "\">\n"
      "<meta name=\"color-scheme\" content=\"light dark\">\n"
      "<meta name=\"generator\" content=\"" +
      xml_text(report.generator) + "\">\n<title>" + xml_text(report.title) + "</title>\n<style>";
  html += detail::report_style();
  html +=
      "</style>\n</head>\n<body>\n<noscript>This report draws its plots and its animation with a "
      "script, which is switched off in this browser.</noscript>\n<main "
      "id=\"holon-report\"></main>\n";
  html += embed_message(dump_json(write_document(report)));
  const auto embed = [&](const Stream& stream) {
    if (stream.columns.empty()) return;
    for (const std::string& message : write_messages(stream)) html += embed_message(message);
  };
  for (const Stream* stream : {&report.curves, &report.recorded, &report.poses}) embed(*stream);
  for (const Stream& stream : report.streams) embed(stream);
  html += "<script>";
  html += detail::report_script();
  html += "</script>\n</body>\n</html>\n";
  return html;
}

std::size_t choose_pose_stride(const Scene& scene, const Stream& poses) {
  constexpr double kLongest = 1.0 / 60, kTurn = 0.25;
  constexpr std::size_t kFewest = 600;
  const std::size_t rows = poses.row_count();
  if (rows < 3) return 1;
  const std::vector<double>& time = poses.values[0];
  const double length = time.back() - time.front();
  const double interval = length / static_cast<double>(rows - 1);
  const double wanted = std::min(kLongest, length / kFewest);
  std::size_t stride = std::max<std::size_t>(1, static_cast<std::size_t>(wanted / interval));
  // The largest rotation between two rows, by the angle between their quaternions.
  double turn = 0;
  for (const BodyView& body : scene.bodies) {
    const int w = poses.find(body.name + ".orientation.w");
    if (w < 0) continue;
    for (std::size_t row = 1; row < rows; ++row) {
      double cosine = 0;
      for (std::size_t k = 0; k < 4; ++k) {
        const std::vector<double>& q = poses.values[static_cast<std::size_t>(w) + k];
        cosine += q[row] * q[row - 1];
      }
      turn = std::max(turn, 2 * std::acos(std::min(1.0, std::abs(cosine))));
    }
  }
  if (turn > 0)
    stride = std::min(stride, std::max<std::size_t>(1, static_cast<std::size_t>(kTurn / turn)));
  return stride;
}

}  // namespace holon
