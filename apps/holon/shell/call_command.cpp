// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#include "holon/shell/call_command.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <filesystem>

#include "holon/base/escape.h"
#include "holon/base/names.h"
#include "holon/commands/commands.h"
#include "holon/output/raster.h"
#include "holon/output/terminal.h"
#include "holon/record/open_results.h"
#include "holon/report/page/report.h"
#include "holon/shell/completion.h"
#include "holon/study/examples.h"
#include "holon/study/merged_log.h"

namespace holon::app {

int refuse(const std::string& message) { throw CommandError(message); }

bool contains(const std::vector<std::string>& names, const std::string& name) {
  return std::find(names.begin(), names.end(), name) != names.end();
}

namespace {

constexpr const char* kNoFrontEnd =
    ": this build has no front end for reports; it needs nodejs 18 and npm (sudo apt-get install "
    "nodejs npm) with access to their registry; then build again; build/log/build.txt says what "
    "failed";

std::string extension(const std::string& path) {
  return std::filesystem::path(path).extension().string();
}

/// A form of the table, which needs a table of that format.
void check_form(const char* option, const std::string& form, const std::vector<std::string>& forms,
                const std::string& ending, const std::string& table) {
  if (form.empty()) return;
  if (!contains(forms, form)) {
    const std::string suggestion = did_you_mean(form, forms);
    refuse(std::string(option) + " " + form + ": there are " + quote_list(forms, "and") +
           (suggestion.empty() ? "" : "; " + suggestion));
  }
  if (table != ending)
    refuse(std::string(option) + " " + form + " is for a " + ending + " table: '-o out" + ending +
           "'");
}

int run(Grammar& grammar) {
  RunArguments& run = grammar.run;
  const std::string table = run.output.empty() ? ".csv" : extension(run.output);
  check_form("--csv", run.csv, csv_forms(), ".csv", table);
  check_form("--mat", run.mat, mat_forms(), ".mat", table);
  if (!run.resume.empty() && run.models.size() > 1)
    return refuse("--resume continues one run, but there are " + std::to_string(run.models.size()) +
                  " models");
  if (!run.inputs.empty() && run.models.size() > 1)
    return refuse("--inputs steers one run, but there are " + std::to_string(run.models.size()) +
                  " models");
  if (!run.inputs.empty() && !run.resume.empty())
    return refuse("a run with --inputs has no checkpoint to --resume from");
  const std::string plot = extension(run.plot);
  if (!run.output.empty()) {
    const std::string fault = find_ending_fault(run.output);
    if (!fault.empty()) return refuse("-o " + run.output + ": " + fault);
  }
  if (!run.plot.empty() && plot != ".svg" && plot != ".png")
    return refuse("--plot " + run.plot + ": plots are drawn as .svg or .png");
  if (plot == ".png" && !can_rasterise())
    return refuse("--plot " + run.plot +
                  ": .png needs the command rsvg-convert (sudo apt-get install librsvg2-bin); "
                  ".svg needs nothing");
  if (!run.report.empty() && extension(run.report) != ".html")
    return refuse("--report " + run.report + ": reports are written as .html");
  if (!run.report.empty() && !has_report_front_end())
    return refuse(std::string("--report") + kNoFrontEnd);
  if (run.models.size() > 1 && !(run.output.empty() && run.plot.empty() && run.report.empty()))
    return refuse("-o, --plot and --report name one file, but there are " +
                  std::to_string(run.models.size()) +
                  " models; without them each goes to its own folder in results/");
  run.settings = grammar.settings();
  return run_command(run);
}

int estimate(Grammar& grammar) {
  EstimateArguments& arguments = grammar.estimate;
  RunArguments& run = arguments.run;
  if (!run.output.empty()) {
    const std::string fault = find_ending_fault(run.output);
    if (!fault.empty()) return refuse("-o " + run.output + ": " + fault);
  }
  for (const std::string& log : arguments.logs) {
    const LogSource source = parse_log_source(log);
    const std::string fault = source.is_nmea() ? "" : find_ending_fault(source.path);
    if (!fault.empty()) return refuse("--log " + log + ": " + fault);
  }
  if (!run.plot.empty() && extension(run.plot) != ".svg" && extension(run.plot) != ".png")
    return refuse("--plot " + run.plot + ": plots are drawn as .svg or .png");
  if (!run.report.empty() && extension(run.report) != ".html")
    return refuse("--report " + run.report + ": reports are written as .html");
  if (!run.report.empty() && !has_report_front_end())
    return refuse(std::string("--report") + kNoFrontEnd);
  run.models = {grammar.estimated};
  run.settings = grammar.settings();
  return estimate_command(arguments);
}

int equations(Grammar& grammar) {
  const std::vector<std::string>& formats = equation_formats();
  const std::string& format = grammar.equations.format;
  if (!contains(formats, format)) {
    const std::string suggestion = did_you_mean(format, formats);
    return refuse("--format " + format + ": there are " + quote_list(formats, "and") +
                  (suggestion.empty() ? "" : "; " + suggestion));
  }
  grammar.equations.settings = grammar.settings();
  if (!grammar.equations.sparsity.empty()) {
    grammar.equations.settings.push_back({"simulate.formulation", "augmented", "--sparsity"});
  }
  return equations_command(grammar.equations);
}

int sweep(Grammar& grammar) {
  SweepArguments& arguments = grammar.sweep;
  if (!arguments.output.empty())
    if (const std::string fault = find_ending_fault(arguments.output); !fault.empty())
      return refuse("-o " + arguments.output + ": " + fault);
  if (!arguments.report.empty() && extension(arguments.report) != ".html")
    return refuse("--report " + arguments.report + ": reports are written as .html");
  if (!arguments.report.empty() && !has_report_front_end())
    return refuse(std::string("--report") + kNoFrontEnd);
  arguments.settings = grammar.settings();
  return sweep_command(arguments);
}

int linearize(Grammar& grammar) {
  LinearizeArguments& arguments = grammar.linearize;
  if (!arguments.format.empty() && !contains(linear_formats(), arguments.format)) {
    const std::string suggestion = did_you_mean(arguments.format, linear_formats());
    return refuse("--format " + arguments.format + ": there are " +
                  quote_list(linear_formats(), "and") +
                  (suggestion.empty() ? "" : "; " + suggestion));
  }
  const std::string file = extension(arguments.output), plot = extension(arguments.plot);
  if (!arguments.output.empty() && file != ".m" && file != ".json" && file != ".csv" &&
      file != ".html")
    return refuse("-o " + arguments.output +
                  ": matrices are written as .m or .json, frequency and step responses as .csv, "
                  "and all as a page, .html");
  if (!arguments.report.empty() && extension(arguments.report) != ".html")
    return refuse("--report " + arguments.report + ": reports are written as .html");
  if ((file == ".html" || !arguments.report.empty()) && !has_report_front_end())
    return refuse(std::string(file == ".html" ? "-o" : "--report") + kNoFrontEnd);
  if (!arguments.plot.empty() && plot != ".svg" && plot != ".png")
    return refuse("--plot " + arguments.plot + ": plots are drawn as .svg or .png");
  if (plot == ".png" && !can_rasterise())
    return refuse("--plot " + arguments.plot +
                  ": .png needs the command rsvg-convert (sudo apt-get install librsvg2-bin); "
                  ".svg needs nothing");
  if (!arguments.loop.empty() && !(arguments.inputs.empty() && arguments.outputs.empty()))
    return refuse(
        "--loop opens one loop: its input is the injected signal and its output the returned one, "
        "so --input and --output do not apply");
  arguments.settings = grammar.settings();
  return linearize_command(arguments);
}

/// Files of a study: its table (or all as .json or .html), its plot, its page.
void check_study_files(const std::string& table, const std::string& plot, const std::string& report,
                       const std::string& contents) {
  const std::string file = extension(table), image = extension(plot);
  if (!table.empty() && file != ".json" && file != ".csv" && file != ".html")
    refuse("-o " + table + ": " + contents + " as .csv, all as .json, or as a page, .html");
  if (!report.empty() && extension(report) != ".html")
    refuse("--report " + report + ": reports are written as .html");
  if ((file == ".html" || !report.empty()) && !has_report_front_end())
    refuse(std::string(file == ".html" ? "-o" : "--report") + kNoFrontEnd);
  if (!plot.empty() && image != ".svg" && image != ".png")
    refuse("--plot " + plot + ": plots are drawn as .svg or .png");
  if (image == ".png" && !can_rasterise())
    refuse("--plot " + plot +
           ": .png needs the command rsvg-convert (sudo apt-get install librsvg2-bin); "
           ".svg needs nothing");
}

int modes(Grammar& grammar) {
  ModesArguments& arguments = grammar.modes;
  check_study_files(arguments.output, arguments.plot, arguments.report, "modes are written");
  arguments.settings = grammar.settings();
  return modes_command(arguments);
}

int trim(Grammar& grammar) {
  TrimArguments& arguments = grammar.trim;
  check_study_files(arguments.output, {}, arguments.report, "steady states are written");
  if (arguments.starts < 0 || arguments.starts > 100000)
    return refuse("--starts " + std::to_string(arguments.starts) +
                  ": the number of starts is from 1 to 100000");
  arguments.settings = grammar.settings();
  return trim_command(arguments);
}

/// Files of a study whose table has a row for every instant.
void check_series_files(const StudyArguments& arguments, const std::string& contents) {
  const std::string file = extension(arguments.output);
  const bool is_table = file == ".h5" || file == ".hdf5" || file == ".mat";
  check_study_files(is_table ? std::string() : arguments.output, arguments.plot, arguments.report,
                    contents);
}

int sensitivity(Grammar& grammar) {
  SensitivityArguments& arguments = grammar.sensitivity;
  if (arguments.to.empty())
    return refuse(
        "'holon sensitivity' needs --to: parameters or start values, such as --to "
        "m,pin.initial.angle");
  check_series_files(arguments, "derivatives over time are written as .h5, .mat or");
  arguments.settings = grammar.settings();
  return sensitivity_command(arguments);
}

int inverse(Grammar& grammar) {
  InverseArguments& arguments = grammar.inverse;
  check_series_files(arguments, "efforts over time are written as .h5, .mat or");
  if (arguments.motions.empty() == arguments.file.empty())
    return refuse(
        "'holon inverse' needs the motion: either --motion pin.angle=\"0.3 [rad]*sin(2 "
        "[rad/s]*time)\" for each coordinate, or --data FILE");
  arguments.settings = grammar.settings();
  return inverse_command(arguments);
}

int export_model(Grammar& grammar) {
  ExportArguments& arguments = grammar.exported;
  const std::string& format = arguments.format;
  const std::vector<std::string>&formats = export_formats(), &images = export_drawings();
  const std::string ending = extension(arguments.output);
  if (format == "fmu") return refuse("'holon export fmu' is not in this version yet");
  if (format.ends_with(".yaml") || format.ends_with(".yml"))
    return refuse("the format comes first: 'holon export gltf " + shell_path(format) + "'");
  if (!contains(formats, format)) {
    const std::string suggestion = did_you_mean(format, formats);
    return refuse("'" + format + "' is not an export format; " +
                  (suggestion.empty() ? "there are " + quote_list(formats, "and") : suggestion));
  }
  const bool is_svg = format == "svg", is_gltf = format == "gltf";
  const bool is_track = is_track_format(format);
  if (is_track && !grammar.fps.empty()) return refuse("--fps is for gltf");
  if (!is_gltf && !is_track && !(grammar.fps.empty() && grammar.until.empty()))
    return refuse(std::string(grammar.fps.empty() ? "--until" : "--fps") + " is for gltf" +
                  (is_svg ? ": a diagram has no animation" : ""));
  if (!is_svg && !is_track && !arguments.of.empty())
    return refuse("--of " + arguments.of + " is for svg: 'holon export svg " +
                  shell_path(arguments.model) + " --of " + shell_word(arguments.of) + "'");
  if (!grammar.fps.empty()) {
    const char* end = grammar.fps.data() + grammar.fps.size();
    const auto [stop, error] = std::from_chars(grammar.fps.data(), end, arguments.fps);
    if (error != std::errc() || stop != end || !(arguments.fps > 0 && arguments.fps < HUGE_VAL))
      return refuse("--fps " + grammar.fps + ": write the number of frames per second, such as 30");
  }
  if (is_svg && arguments.of.empty()) arguments.of = "diagram";
  if (is_svg && !contains(images, arguments.of)) {
    const std::string suggestion = did_you_mean(arguments.of, images);
    return refuse("--of " + arguments.of + ": there are " + quote_list(images, "and") +
                  (suggestion.empty() ? "" : "; " + suggestion));
  }
  if (!arguments.output.empty() && is_svg && ending != ".svg")
    return refuse("-o " + arguments.output + ": diagrams are written as .svg");
  const char* const text_ending = format == "c" ? ".c" : ".m";
  if (!arguments.output.empty() && is_track && ending != "." + format)
    return refuse("-o " + arguments.output + ": the file ends with ." + format);
  if (!arguments.output.empty() && !is_svg && !is_gltf && !is_track && ending != text_ending)
    return refuse("-o " + arguments.output + ": the file ends with " + text_ending);
  if (!arguments.output.empty() && is_gltf && ending != ".glb" && ending != ".gltf")
    return refuse("-o " + arguments.output + ": glTF is written as .glb (small) or .gltf (text)");
  arguments.settings = grammar.settings();
  if (arguments.of == "sparsity")
    arguments.settings.push_back({"simulate.formulation", "augmented", "--of"});
  return export_command(arguments);
}

int run_compare(const CompareArguments& arguments) {
  for (const auto& [option, value] :
       {std::pair{"--tolerance", arguments.tolerance}, std::pair{"--absolute", arguments.absolute}})
    if (!(value >= 0))
      return refuse(std::string(option) + " is a largest difference: a number from 0 up");
  if (!arguments.report.empty() && extension(arguments.report) != ".html")
    return refuse("--report " + arguments.report + ": reports are written as .html");
  if (!arguments.report.empty() && !has_report_front_end())
    return refuse(std::string("--report") + kNoFrontEnd);
  return compare_command(arguments);
}

int run_validate(const ValidateArguments& arguments) {
  if (!arguments.report.empty() && extension(arguments.report) != ".html")
    return refuse("-o " + arguments.report + ": the page is written as .html");
  if (!arguments.report.empty() && !has_report_front_end())
    return refuse(std::string("-o") + kNoFrontEnd);
  return validate_command(arguments);
}

int run_allan(const AllanArguments& arguments) {
  if (!(arguments.confidence > 0 && arguments.confidence < 1))
    return refuse("--confidence is a probability: a number between 0 and 1, such as 0.95");
  if (!arguments.output.empty() && extension(arguments.output) != ".csv")
    return refuse("-o " + arguments.output + ": the deviations are written as .csv");
  if (!arguments.report.empty() && extension(arguments.report) != ".html")
    return refuse("--report " + arguments.report + ": reports are written as .html");
  if (!arguments.report.empty() && !has_report_front_end())
    return refuse(std::string("--report") + kNoFrontEnd);
  return allan_command(arguments);
}

/// "name=value" in its two halves.
ModelEdit split_word(const std::string& word, ModelEdit::Verb verb) {
  const std::size_t equals = word.find('=');
  if (equals == std::string::npos || equals == 0 || equals + 1 == word.size()) {
    const bool is_set = verb == ModelEdit::Verb::set;
    refuse("'" + word + "': write " +
           (is_set ? "NAME=VALUE, such as m=\"2 kg\"" : "--rename NAME=NEW"));
  }
  return {verb, word.substr(0, equals), word.substr(equals + 1)};
}

int set(Grammar& grammar) {
  SetArguments& arguments = grammar.set;
  for (const std::string& word : grammar.words)
    arguments.edits.push_back(split_word(word, ModelEdit::Verb::set));
  for (const std::string& word : grammar.renamings)
    arguments.edits.push_back(split_word(word, ModelEdit::Verb::rename));
  for (const std::string& name : grammar.removals)
    arguments.edits.push_back({ModelEdit::Verb::remove, name, {}});
  if (arguments.edits.empty()) return refuse(kSetUsage);
  return set_command(arguments);
}

int completion(const std::string& shell) {
  const std::string script = completion_script(shell);
  if (script.empty())
    return refuse("there is no completion for '" + shell + "'; there are " +
                  quote_list(completion_shells(), "and"));
  print(script);
  return kDone;
}

/// Replaces a model's name by its file; of an example from Holon's own folder a note names the
/// file. What names no model stays, for the command to refuse.
void resolve_model(std::string& word, bool is_quiet) {
  const std::string path = find_model(word);
  if (path.empty() || path == word) return;
  if (!is_quiet) print_note("'" + word + "' is the model '" + path + "'");
  word = path;
}

void resolve_models(Grammar& grammar) {
  for (std::string& model : grammar.run.models) resolve_model(model, grammar.run.quiet);
  for (std::vector<std::string>* models : {&grammar.check.models, &grammar.verify.models})
    for (std::string& model : *models) resolve_model(model, false);
  for (std::string* model : {&grammar.estimated, &grammar.equations.model, &grammar.linearize.model,
                             &grammar.modes.model, &grammar.trim.model, &grammar.sensitivity.model,
                             &grammar.inverse.model, &grammar.exported.model, &grammar.sweep.model,
                             &grammar.observability.model, &grammar.lqr.model})
    if (!model->empty()) resolve_model(*model, false);
}

}  // namespace

int call_command(Grammar& grammar, const std::string& command) {
  for (const std::string& text : grammar.sets) {
    const std::size_t equals = text.find('=');
    if (equals == std::string::npos || equals == 0)
      return refuse("--set " + text + ": write --set NAME=VALUE, such as --set m=\"2 kg\"");
  }
  resolve_models(grammar);
  if (command == "run") return run(grammar);
  if (command == "estimate") return estimate(grammar);
  if (command == "equations") return equations(grammar);
  if (command == "linearize") return linearize(grammar);
  if (command == "modes") return modes(grammar);
  if (command == "trim") return trim(grammar);
  if (command == "sensitivity") return sensitivity(grammar);
  if (command == "inverse") return inverse(grammar);
  if (command == "sweep") return sweep(grammar);
  if (command == "lqr") {
    grammar.lqr.settings = grammar.settings();
    if (!grammar.lqr.poles.empty() && !grammar.lqr.weights.empty())
      return refuse("--poles and --weight are alternative methods for the gains: give one of them");
    return lqr_command(grammar.lqr);
  }
  if (command == "observability") {
    grammar.observability.settings = grammar.settings();
    if (!grammar.observability.at.empty() && !grammar.observability.over.empty())
      return refuse("--at is a point and --over a motion: give one of them");
    return observability_command(grammar.observability);
  }
  if (command == "compare") return run_compare(grammar.compare);
  if (command == "validate") return run_validate(grammar.validate);
  if (command == "allan") return run_allan(grammar.allan);
  if (command == "export") return export_model(grammar);
  if (command == "check") {
    grammar.check.settings = grammar.settings();
    return check_command(grammar.check);
  }
  if (command == "verify") {
    grammar.verify.settings = grammar.settings();
    return verify_command(grammar.verify);
  }
  if (command == "parts") return parts_command(grammar.parts);
  if (command == "new") return new_command(grammar.create);
  if (command == "set") return set(grammar);
  if (command == "completion") return completion(grammar.shell);
  if (command == "serve") return serve_command(grammar.serve);
  if (command == "examples") return examples_command(grammar.examples);
  return schema_command();
}

}  // namespace holon::app
