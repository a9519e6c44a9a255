// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#include <filesystem>
#include <nlohmann/json.hpp>

#include "holon/base/interrupt.h"
#include "holon/commands/study_commands.h"
#include "holon/output/files.h"
#include "holon/output/modes_text.h"
#include "holon/output/raster.h"
#include "holon/output/study_end.h"
#include "holon/output/terminal.h"
#include "holon/report/modes/modes_page.h"
#include "holon/report/modes/modes_plots.h"

namespace holon::app {
namespace {

std::string write_page_of(const ModesArguments& arguments, const ModesStudy& study,
                          const ModesReport& report, const Findings& findings) {
  std::vector<std::pair<std::string, std::string>> options;
  if (!arguments.at.empty()) options.emplace_back("--at", arguments.at);
  if (!arguments.parameter.empty()) options.emplace_back("--parameter", arguments.parameter);
  return write_modes_page(report, study.model(), options, list_warnings(findings));
}

}  // namespace

int modes_command(const ModesArguments& arguments) {
  return conclude_study({"modes", arguments.model, arguments.settings, arguments.json},
                        [&](Findings& findings, Json& json, std::string& text) {
                          const ModesRequest request{arguments.model, arguments.settings,
                                                     arguments.at, arguments.parameter};
                          ModesStudy study(request, findings);
                          const std::optional<ModesReport> report = study.run();
                          if (!report) return false;
                          add_modes_json(*report, json);
                          text = write_modes_text(*report);
                          json["status"] = "done";
                          const std::filesystem::path file = arguments.output;
                          if (file.extension() == ".json")
                            write_file(file, to_text(json));
                          else if (file.extension() == ".html")
                            write_file(file, write_page_of(arguments, study, *report, findings));
                          else if (!file.empty())
                            write_file(file, write_modes_table(*report));
                          if (!arguments.report.empty())
                            write_file(arguments.report,
                                       write_page_of(arguments, study, *report, findings));
                          if (!arguments.plot.empty()) {
                            const std::string image = draw_modes(*report);
                            arguments.plot.ends_with(".png") ? write_png(arguments.plot, image)
                                                             : write_file(arguments.plot, image);
                          }
                          return true;
                        });
}

}  // namespace holon::app
