// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>

#include "holon/base/interrupt.h"
#include "holon/base/names.h"
#include "holon/base/shown_text.h"
#include "holon/base/text_layout.h"
#include "holon/commands/commands.h"
#include "holon/output/files.h"
#include "holon/output/json_report.h"
#include "holon/output/terminal.h"
#include "holon/report/validation/validation_page.h"
#include "holon/study/validation.h"

namespace holon::app {
namespace {

namespace fs = std::filesystem;

/// Ends runs on ctrl-C.
class ValidateWatch final : public RunObserver {
 public:
  bool go_on(const RunStatus&) override { return !interrupted(); }
};

// The files of these cases, or of all; throws CommandError for a case that is not there.
std::vector<fs::path> find_cases(const std::vector<std::string>& names) {
  const std::vector<fs::path> files = list_validation_files();
  if (files.empty())
    throw CommandError("there are no cases: the folder validation/cases is missing");
  if (names.empty()) return files;
  std::vector<std::string> stems;
  for (const fs::path& file : files) stems.push_back(file.stem().string());
  std::vector<fs::path> chosen;
  for (const std::string& name : names) {
    std::error_code error;
    if (fs::path(name).has_extension() && fs::is_regular_file(name, error)) {
      chosen.emplace_back(name);
      continue;
    }
    const auto found = std::find(stems.begin(), stems.end(), name);
    if (found == stems.end()) {
      const std::string nearest = find_nearest(name, stems);
      throw CommandError("there is no case '" + name + "'; " +
                         (nearest.empty() ? "there are " + quote_list(stems, "and")
                                          : "did you mean '" + nearest + "'?"));
    }
    chosen.push_back(files[static_cast<std::size_t>(found - stems.begin())]);
  }
  return chosen;
}

std::string show_number(double value) {
  return std::isfinite(value) ? fmt::format("{:.1e}", value) : "not a number";
}

std::string write_case(const ValidationOutcome& outcome) {
  std::string text = bold(show_line(outcome.validated.title)) + "\n" +
                     dim(wrap(outcome.validated.source, std::max(60, terminal_width()), 0)) + "\n";
  for (const ValidationRun& run : outcome.runs) {
    const std::string begin = "  " + pad(run.formulation, 12) + pad(run.solver, 9) + "tolerance " +
                              pad(fmt::format("{:g}", run.tolerance), 8);
    if (!run.failure.empty()) {
      text += begin + bold("failed: " + show_line(run.failure)) + "\n";
      continue;
    }
    text += begin + "error " + pad(show_number(run.error), 9);
    if (!outcome.validated.conserved.empty())
      text += "conserved to " + pad(show_number(run.change), 9);
    text += pad(fmt::format("{} steps", run.steps), 13) + fmt::format("{:.2g} s\n", run.seconds);
  }
  for (const std::string& fault : outcome.faults)
    text += bold("  DISAGREES  " + show_line(fault)) + "\n";
  if (outcome.agrees())
    text += fmt::format("  agrees within {:.0e}, and the error falls with the tolerance\n",
                        outcome.validated.bound);
  return text + "\n";
}

Json write_outcome_json(const ValidationOutcome& outcome) {
  const auto finite = [](double value) { return std::isfinite(value) ? Json(value) : Json(); };
  Json item = {
      {"case", outcome.validated.name},     {"title", outcome.validated.title},
      {"source", outcome.validated.source}, {"model", outcome.validated.model},
      {"bound", outcome.validated.bound},   {"verdict", outcome.agrees() ? "agrees" : "disagrees"},
      {"faults", outcome.faults},           {"runs", Json::array()}};
  for (const ValidationRun& run : outcome.runs) {
    Json record = {{"formulation", run.formulation}, {"solver", run.solver},
                   {"tolerance", run.tolerance},     {"steps", run.steps},
                   {"seconds", run.seconds},         {"failure", run.failure}};
    if (run.failure.empty()) {
      record["error"] = finite(run.error);
      record["where"] = run.where;
      record["change"] = finite(run.change);
      record["drift"] = finite(run.drift);
    }
    item["runs"].push_back(std::move(record));
  }
  return item;
}

}  // namespace

int validate_command(const ValidateArguments& arguments) {
  const InterruptGuard guard;
  ValidateWatch watch;
  std::vector<ValidationOutcome> outcomes;
  Diagnostics diagnostics;
  bool is_interrupted = false;
  for (const fs::path& path : find_cases(arguments.cases)) {
    const std::optional<ValidationCase> validated = read_validation_case(path, diagnostics);
    if (!validated) continue;
    try {
      outcomes.push_back(run_validation(*validated, &watch));
    } catch (const InputError& e) {
      diagnostics.append(e.diagnostics());
      continue;
    }
    is_interrupted = interrupted();
    if (is_interrupted) {
      outcomes.pop_back();
      break;
    }
    if (!arguments.json) print(write_case(outcomes.back()));
  }
  const auto wrong = std::ranges::count_if(outcomes, [](const auto& o) { return !o.agrees(); });
  if (!diagnostics.empty()) print_diagnostics(diagnostics);
  if (!arguments.report.empty()) {
    write_file(arguments.report, write_validation_page(outcomes));
    if (!arguments.json) print("page: " + arguments.report + "\n");
  }
  if (arguments.json) {
    Json json = begin_json("validate");
    json["cases"] = Json::array();
    for (const ValidationOutcome& outcome : outcomes)
      json["cases"].push_back(write_outcome_json(outcome));
    print(to_text(json));
  } else {
    const std::ptrdiff_t right = static_cast<std::ptrdiff_t>(outcomes.size()) - wrong;
    print(fmt::format("{} {}, {} {}{}\n", right, right == 1 ? "case agrees" : "cases agree", wrong,
                      wrong == 1 ? "disagrees" : "disagree",
                      is_interrupted ? "; interrupted" : ""));
  }
  if (is_interrupted) return kInterrupted;
  if (diagnostics.has_errors()) return kModelIsWrong;
  return wrong == 0 ? kDone : kChecksDisagree;
}

}  // namespace holon::app
