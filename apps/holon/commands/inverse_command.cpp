// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <nlohmann/json.hpp>

#include "holon/base/shown_text.h"
#include "holon/base/text_layout.h"
#include "holon/commands/study_commands.h"
#include "holon/output/files.h"
#include "holon/output/modes_text.h"
#include "holon/output/raster.h"
#include "holon/output/series_file.h"
#include "holon/output/study_end.h"
#include "holon/output/terminal.h"
#include "holon/report/inverse/inverse_study.h"
#include "holon/report/linear/linear_labels.h"

namespace holon::app {
namespace {

struct EffortExtremes {
  std::string name, unit;
  double least = 0, most = 0, rms = 0;
};

std::vector<EffortExtremes> list_extremes(const InverseReport& report) {
  std::vector<EffortExtremes> list;
  for (const std::string& name : report.efforts) {
    const std::vector<double>& values = report.rows.values(name);
    const Column& column = report.rows.columns()[static_cast<std::size_t>(report.rows.find(name))];
    const auto [low, high] = std::minmax_element(values.begin(), values.end());
    double squares = 0;
    for (const double v : values) squares += v * v;
    list.push_back({name, column.dimension.to_string(), *low, *high,
                    std::sqrt(squares / static_cast<double>(values.size()))});
  }
  return list;
}

std::string write_inverse_text(const InverseReport& report) {
  const std::vector<double>& time = report.rows.values(0);
  std::string text = bold(show_line(report.title)) + "\n" +
                     fmt::format("efforts of the motion from {:.6g} to {:.6g} s, {} rows\n\n",
                                 time.front(), time.back(), time.size());
  std::vector<std::vector<std::string>> rows{{"", "smallest", "largest", "RMS"}};
  for (const EffortExtremes& e : list_extremes(report))
    rows.push_back(
        {e.name, with_unit(e.least, e.unit), with_unit(e.most, e.unit), with_unit(e.rms, e.unit)});
  text += write_columns(rows);
  text += dim("  -o FILE.csv has them over time") + "\n";
  const int width = std::max(40, terminal_width());
  if (!report.notes.empty()) text += "\n" + bold("Notes") + "\n";
  for (const std::string& note : report.notes) text += "  " + wrap(note, width - 2, 2) + "\n";
  return text;
}

}  // namespace

int inverse_command(const InverseArguments& arguments) {
  return conclude_study(
      {"inverse", arguments.model, arguments.settings, arguments.json},
      [&](Findings& findings, Json& json, std::string& text) {
        const InverseRequest request{arguments.model, arguments.settings, arguments.motions,
                                     arguments.file, arguments.efforts};
        InverseStudy study(request, findings);
        const std::optional<InverseReport> report = study.run();
        if (!report) return false;
        json["title"] = report->title;
        Json efforts = Json::array();
        for (const EffortExtremes& e : list_extremes(*report))
          efforts.push_back({{"name", e.name},
                             {"unit", e.unit},
                             {"smallest", e.least},
                             {"largest", e.most},
                             {"rms", e.rms}});
        json["from"] = report->rows.values(0).front();
        json["to"] = report->rows.values(0).back();
        json["rows"] = report->rows.row_count();
        json["coordinates"] = report->coordinates;
        json["efforts"] = efforts;
        json["notes"] = report->notes;
        json["status"] = "done";
        text = write_inverse_text(*report);
        const auto write_page = [&](const std::string& path) {
          std::vector<std::pair<std::string, std::string>> options;
          for (const std::string& motion : arguments.motions)
            options.emplace_back("--motion", motion);
          if (!arguments.file.empty()) options.emplace_back("--data", arguments.file);
          for (const std::string& effort : arguments.efforts)
            options.emplace_back("--effort", effort);
          write_file(path,
                     write_inverse_page(*report, study.model(), options, list_warnings(findings)));
        };
        const std::string ending = std::filesystem::path(arguments.output).extension().string();
        if (ending == ".json")
          write_file(arguments.output, to_text(json));
        else if (ending == ".html")
          write_page(arguments.output);
        else if (!arguments.output.empty())
          write_series(arguments.output, study.model(), report->rows);
        if (!arguments.report.empty()) write_page(arguments.report);
        if (!arguments.plot.empty()) {
          const std::string image = draw_inverse(*report);
          arguments.plot.ends_with(".png") ? write_png(arguments.plot, image)
                                           : write_file(arguments.plot, image);
        }
        return true;
      });
}

}  // namespace holon::app
