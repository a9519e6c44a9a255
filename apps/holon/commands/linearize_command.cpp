// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#include <filesystem>
#include <nlohmann/json.hpp>

#include "holon/commands/commands.h"
#include "holon/equations/equations_text.h"
#include "holon/output/files.h"
#include "holon/output/linear_text.h"
#include "holon/output/raster.h"
#include "holon/output/study_end.h"
#include "holon/output/terminal.h"
#include "holon/report/linear/linear_csv.h"
#include "holon/report/linear/linear_page.h"
#include "holon/report/linear/linear_plots.h"
#include "holon/report/linear/linear_study.h"

namespace holon::app {
namespace {

/// The report, or the formulas alone as other programs take them.
std::string write_matrices(const LinearReport& report, const std::string& format) {
  const LinearModel& model = report.analysis.model;
  const LinearFormulas* formulas = report.formulas ? &*report.formulas : nullptr;
  const UnreducedFormulas* unreduced =
      report.unreduced_formulas ? &*report.unreduced_formulas : nullptr;
  if (format == "latex" || format == "mathml")
    return render_formulas(formulas, unreduced, model, notation_of(format));
  if (format == "matlab")
    return write_formula_script(report.title, formulas, unreduced, model, report.symbols,
                                report.written_names);
  return write_linear_text(report);
}

/// The frequency responses, and the steps beside them in NAME.step.csv.
void write_tables(const std::filesystem::path& path, const LinearReport& report) {
  if (report.analysis.channels.empty())
    throw RequestError("-o " + path.string() +
                       ": there is no frequency response without an input and an output; "
                       "--input and --output name them");
  write_file(path, write_response_table(report));
  const std::string steps = write_step_table(report);
  if (!steps.empty()) write_file(std::filesystem::path(path).replace_extension("step.csv"), steps);
}

std::string write_page(const LinearizeArguments& arguments, const LinearStudy& study,
                       LinearReport report, const Findings& findings) {
  try {
    // Formulas of large models are too long to be read.
    const bool is_small = report.analysis.model.order() <= kMostShownStates;
    report.formulas.reset(), report.unreduced_formulas.reset(), report.symbols.clear();
    if (is_small) study.write_formulas(report, "mathml");
  } catch (const ModelError& e) {
    report.notes.push_back(std::string("matrices in parameters: ") + e.what());
  }
  std::vector<std::pair<std::string, std::string>> options;
  const auto add = [&](const char* option, const std::string& value) {
    if (!value.empty()) options.emplace_back(option, value);
  };
  add("--at", arguments.at);
  for (const std::string& input : arguments.inputs) add("--input", input);
  for (const std::string& output : arguments.outputs) add("--output", output);
  add("--loop", arguments.loop);
  add("--frequency", arguments.frequency);
  if (arguments.continuous) options.emplace_back("--continuous", "");
  std::vector<std::string> warnings;
  for (const Diagnostic& d : findings.all().all())
    if (d.severity == Severity::warning) warnings.push_back(d.message);
  return write_linear_page(report, study.model(), options, warnings);
}

/// -o: by the ending of its name.
void write_output(const LinearizeArguments& arguments, const LinearStudy& study,
                  const LinearReport& report, const Json& json, const Findings& findings) {
  const std::filesystem::path path = arguments.output;
  const std::string ending = path.extension().string();
  if (ending == ".html")
    write_file(path, write_page(arguments, study, report, findings));
  else if (ending == ".m")
    write_file(path, write_linear_matlab(report));
  else if (ending == ".json")
    write_file(path, to_text(json));
  else
    write_tables(path, report);
}

}  // namespace

int linearize_command(const LinearizeArguments& arguments) {
  const auto linearize = [&](Findings& findings, Json& json, std::string& text) {
    LinearStudy study(arguments, findings);
    std::optional<LinearReport> report = study.run();
    if (!report) return false;
    if (!arguments.format.empty()) study.write_formulas(*report, arguments.format);
    add_linear_json(*report, json);
    json["status"] = "done";
    if (!arguments.output.empty()) write_output(arguments, study, *report, json, findings);
    if (!arguments.report.empty())
      write_file(arguments.report, write_page(arguments, study, *report, findings));
    if (!arguments.plot.empty()) {
      const std::string image = draw_linear(*report);
      arguments.plot.ends_with(".png") ? write_png(arguments.plot, image)
                                       : write_file(arguments.plot, image);
    }
    text = write_matrices(*report, arguments.format);
    return true;
  };
  return conclude_study({"linearize", arguments.model, arguments.settings, arguments.json},
                        linearize);
}

}  // namespace holon::app
