// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#include "holon/command_line.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <cstdlib>
#include <filesystem>
#include <nlohmann/json.hpp>

#include "holon/base/escape.h"
#include "holon/base/names.h"
#include "holon/base/version.h"
#include "holon/catalogue/builtin.h"
#include "holon/commands.h"
#include "holon/completion.h"
#include "holon/files.h"
#include "holon/grammar.h"
#include "holon/help.h"
#include "holon/help_topics.h"
#include "holon/json_report.h"
#include "holon/man.h"
#include "holon/raster.h"
#include "holon/record/open_results.h"
#include "holon/report/page/report.h"
#include "holon/terminal.h"

namespace holon::app {
namespace {

const std::vector<std::string> kFutureCommands{"sweep", "serve"};

constexpr const char* kNoFrontEnd =
    ": this build has no front end for reports; it needs nodejs 18 and npm (sudo apt-get install "
    "nodejs npm) with access to their registry; then build again; build/log/build.txt says what "
    "failed";

constexpr const char* kSetUsage =
    "'holon set' needs the file of a model and what is to change: 'holon set pendulum.yaml "
    "m=\"2 kg\"'";

[[noreturn]] int refuse(const std::string& message) { throw CommandError(message); }

bool contains(const std::vector<std::string>& names, const std::string& name) {
  return std::find(names.begin(), names.end(), name) != names.end();
}

const CLI::App* find_command(const CLI::App& app, const std::string& name) {
  for (const CLI::App* command : app.get_subcommands([](const CLI::App*) { return true; }))
    if (command->get_name() == name) return command;
  return nullptr;
}

// Something that stands where a command should.
int refuse_command(const std::string& word, const CLI::App& app) {
  if (contains(kFutureCommands, word))
    return refuse("'holon " + word + "' is not in this version yet");
  std::vector<std::string> names;
  for (const CLI::App* command : app.get_subcommands([](const CLI::App*) { return true; }))
    names.push_back(command->get_name());
  std::error_code error;
  if (word.ends_with(".yaml") || word.ends_with(".yml") || std::filesystem::exists(word, error))
    return refuse("'" + word + "' is no command; did you mean 'holon run " + shell_path(word) +
                  "'?");
  if (!find_model(word).empty())
    return refuse("'" + word + "' is no command; did you mean 'holon run " + shell_path(word) +
                  "'?");
  std::vector<std::string> all = names;
  all.insert(all.end(), kFutureCommands.begin(), kFutureCommands.end());
  std::string suggestion = did_you_mean(word, all);
  if (suggestion.empty())
    if (const std::string example = find_nearest(word, list_examples()); !example.empty())
      suggestion = "did you mean 'holon run " + shell_path(example) + "'?";
  // Among so few names even a short word tells which one was meant.
  if (suggestion.empty())
    for (const std::string& name : names)
      if (edit_distance(word, name) == 1) suggestion = "did you mean '" + name + "'?";
  return refuse("'" + word + "' is no command; " +
                (suggestion.empty() ? "there are " + quote_list(names, "and") : suggestion));
}

// The first option on the command line that the command does not know; empty where there is none.
std::string find_unknown_option(const std::vector<std::string>& words, const CLI::App& command) {
  for (const std::string& word : words) {
    if (word == "--") break;
    const bool is_long = word.starts_with("--");
    const bool is_short = !is_long && word.size() > 1 && word[0] == '-' &&
                          (word[1] < '0' || word[1] > '9') && word[1] != '.';
    if (!is_long && !is_short) continue;
    const std::string name = is_long ? word.substr(0, word.find('=')) : word.substr(0, 2);
    if (command.get_option_no_throw(name) == nullptr) return name;
  }
  return {};
}

int refuse_option(const std::string& name, const CLI::App& command) {
  std::vector<std::string> names;
  for (const CLI::Option* option : command.get_options())
    if (!option->get_group().empty())
      for (const std::string& known : option->get_lnames()) names.push_back("--" + known);
  const std::string suggestion = did_you_mean(name, names);
  const std::string whole = call_of(command.get_parent() ? command.get_name() : "");
  const std::string head = "'" + whole + "' has no option '" + name + "'; ";
  return refuse(head + (suggestion.empty() ? "it has " + quote_list(names, "and") : suggestion));
}

int refuse_missing(const std::string& command) {
  if (command == "compare")
    return refuse("'holon compare' needs two files of results: 'holon compare a.csv b.h5'");
  if (command == "export")
    return refuse(
        "'holon export' needs a format and the file of a model: 'holon export gltf "
        "pendulum.yaml'");
  if (command == "new") return refuse("'holon new' needs a name: 'holon new pendulum'");
  if (command == "set") return refuse(kSetUsage);
  if (command == "completion")
    return refuse("'holon completion' needs a shell: 'holon completion bash'");
  return refuse("'holon " + command + "' needs the file of a model: 'holon " + command +
                " pendulum.yaml'; 'holon new pendulum' writes one, 'holon examples' lists others");
}

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

}  // namespace

const std::vector<std::string>& csv_forms() {
  static const std::vector<std::string> names{"names", "units"};
  return names;
}
const std::vector<std::string>& mat_forms() {
  static const std::vector<std::string> names{"dymola", "plain"};
  return names;
}
const std::vector<std::string>& equation_formats() {
  static const std::vector<std::string> names{"text", "latex", "mathml", "matlab", "c"};
  return names;
}
const std::vector<std::string>& linear_formats() {
  static const std::vector<std::string> names{"text", "latex", "mathml", "matlab"};
  return names;
}
const std::vector<std::string>& export_formats() {
  static const std::vector<std::string> names{"gltf", "svg", "matlab", "c"};
  return names;
}
const std::vector<std::string>& export_drawings() {
  static const std::vector<std::string> names{"diagram", "bonds", "sparsity"};
  return names;
}

namespace {

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
    grammar.equations.settings.push_back({"--sparsity", "simulate.formulation", "augmented"});
  }
  return equations_command(grammar.equations);
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
                  ": matrices are written as .m or .json, frequency responses and steps as .csv, "
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
    return refuse("'" + format + "' is no format to export; " +
                  (suggestion.empty() ? "there are " + quote_list(formats, "and") : suggestion));
  }
  const bool is_svg = format == "svg", is_gltf = format == "gltf";
  if (!is_gltf && !(grammar.fps.empty() && grammar.until.empty()))
    return refuse(std::string(grammar.fps.empty() ? "--until" : "--fps") + " is for gltf" +
                  (is_svg ? ": a diagram has no animation" : ""));
  if (!is_svg && !arguments.of.empty())
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
  if (!arguments.output.empty() && !is_svg && !is_gltf && ending != text_ending)
    return refuse("-o " + arguments.output + ": the file ends with " + text_ending);
  if (!arguments.output.empty() && is_gltf && ending != ".glb" && ending != ".gltf")
    return refuse("-o " + arguments.output + ": glTF is written as .glb (small) or .gltf (text)");
  arguments.settings = grammar.settings();
  if (arguments.of == "sparsity")
    arguments.settings.push_back({"--of", "simulate.formulation", "augmented"});
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

/// `holon help`, `holon help COMMAND`, `holon help TOPIC [SECTION]`, `holon help TYPE`.
int help(const CLI::App& app, const std::string& name, const std::string& section) {
  const CLI::App* command = name.empty() ? &app : find_command(app, name);
  if (command != nullptr && section.empty()) {
    print(render_help(*command));
    return kDone;
  }
  if (command != nullptr) return refuse("'holon help " + name + "' has no sections");
  const std::vector<HelpTopic>& topics = help_topics();
  const auto topic = std::ranges::find(topics, name, &HelpTopic::name);
  if (topic == topics.end()) {
    if (builtin_catalogue().find(name) != nullptr) return parts_command({.type = name});
    std::vector<std::string> names;
    for (const HelpTopic& each : topics) names.emplace_back(each.name);
    for (const PartType* type : builtin_catalogue().types()) names.push_back(type->name);
    for (const CLI::App* each : app.get_subcommands([](const CLI::App*) { return true; }))
      names.push_back(each->get_name());
    const std::string suggestion = did_you_mean(name, names);
    return refuse("there is no help on '" + name + "'; " +
                  (suggestion.empty()
                       ? "'holon help' lists commands, 'holon help topics' the other subjects"
                       : suggestion));
  }
  std::string text = render_topic(*topic, section);
  if (text.empty())
    return refuse("'holon help " + name + "' has no section '" + section + "'; its sections are " +
                  quote_list(list_sections(*topic), "and"));
  print_paged(text);
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
  for (std::string* model :
       {&grammar.equations.model, &grammar.linearize.model, &grammar.exported.model})
    if (!model->empty()) resolve_model(*model, false);
}

/// Pages for man(1) and the shells' completions, below a folder as they lie below /usr/share.
void write_pages(const CLI::App& app, const std::string& folder) {
  const std::filesystem::path share = folder;
  for (const std::string& page : list_man_pages(app))
    write_file(share / "man" / (page.ends_with(".5") ? "man5" : "man1") / page,
               render_man_page(app, page));
  write_file(share / "bash-completion/completions/holon", completion_script("bash"));
  write_file(share / "zsh/site-functions/_holon", completion_script("zsh"));
  write_file(share / "fish/vendor_completions.d/holon.fish", completion_script("fish"));
}

int dispatch(Grammar& grammar, const std::string& command) {
  for (const std::string& text : grammar.sets) {
    const std::size_t equals = text.find('=');
    if (equals == std::string::npos || equals == 0)
      return refuse("--set " + text + ": write --set NAME=VALUE, such as --set m=\"2 kg\"");
  }
  resolve_models(grammar);
  if (command == "run") return run(grammar);
  if (command == "equations") return equations(grammar);
  if (command == "linearize") return linearize(grammar);
  if (command == "compare") return run_compare(grammar.compare);
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
  if (command == "examples") return examples_command(grammar.examples);
  return schema_command();
}

std::string describe_version() {
  return std::string("holon ") + kVersion + "\n" + kCompiler + ", " + kBuildType + ", " +
         kCompileFlags + "\n";
}

int run_words(const std::vector<std::string>& words) {
  Grammar grammar;
  if (words.empty()) {
    print(render_help(grammar.app));
    return kCommandIsWrong;
  }
  if (words[0] == "complete") {  // for the scripts of `completion`; its words are those of others
    print(complete(grammar.app, {words.begin() + 1, words.end()}));
    return kDone;
  }
  if (words[0] == "pages" && words.size() == 2) {  // for the build: what is installed beside it
    write_pages(grammar.app, words[1]);
    return kDone;
  }
  // CLI11 would take the command's name for the command.
  if (words[0] == "help" && words.size() <= 3 && !words.back().starts_with("-"))
    return help(grammar.app, words.size() > 1 ? words[1] : "", words.size() > 2 ? words[2] : "");
  const bool is_option = words[0].starts_with("-");
  const CLI::App* command = is_option ? nullptr : find_command(grammar.app, words[0]);
  if (!is_option && command == nullptr) return refuse_command(words[0], grammar.app);
  const CLI::App& scope = command ? *command : grammar.app;
  if (const std::string unknown = find_unknown_option(words, scope); !unknown.empty())
    return refuse_option(unknown, scope);
  try {
    std::vector<std::string> reversed(words.rbegin(), words.rend());  // as CLI11 takes them
    grammar.app.parse(reversed);
  } catch (const CLI::CallForHelp&) {
    print(render_help(scope));
    return kDone;
  } catch (const CLI::RequiredError&) {
    return refuse_missing(command->get_name());
  } catch (const CLI::ParseError& e) {
    // "At Most 1 required but received 2", says CLI11.
    for (const CLI::Option* option : scope.get_options())
      if (option->get_items_expected() == 1 && option->get_expected_max() == 1 &&
          option->count() > 1)
        return refuse("'" + option->get_name() + "' is given " + std::to_string(option->count()) +
                      " times, and takes one value");
    // The last word is an option that waits for its value: CLI11 says so in other words.
    if (const CLI::Option* option = scope.get_option_no_throw(words.back());
        option && option->get_items_expected() > 0)
      return refuse("'" + words.back() + "' needs a value: " + words.back() + " " +
                    option->get_type_name());
    return refuse((command ? "'holon " + command->get_name() + "': " : "") + e.what());
  }
  for (const CLI::Option* option : scope.get_options())
    for (const std::string& value : option->results())
      if (value.empty() && option->get_items_expected() > 0)
        return refuse("'" + option->get_name() + "' needs a value, not an empty text");
  if (grammar.version) {
    print(describe_version());
    return kDone;
  }
  if (command == nullptr) {
    print(render_help(grammar.app));
    return kCommandIsWrong;
  }
  return dispatch(grammar, command->get_name());
}

/// Whether a first word that is no command names a model.
bool is_model_name(const std::string& word) {
  const Grammar grammar;
  return !word.starts_with("-") && find_command(grammar.app, word) == nullptr &&
         !find_model(word).empty();
}

}  // namespace

int run_command_line(int argc, char** argv) {
  // The script ./run says by which name it was called itself.
  const char* script = std::getenv("HOLON_CALLED_AS");
  set_caller(script != nullptr && *script != '\0' ? script : argc > 0 ? argv[0] : "holon");
  std::vector<std::string> words(argv + std::min(argc, 1), argv + argc);
  try {
    // `./run stick_slip`: the script's word `run` may be left out.
    if (is_called_by_script() && !words.empty() && is_model_name(words[0]))
      words.insert(words.begin(), "run");
    return run_words(words);
  } catch (const CommandError& e) {
    print_error(e.what());
    const auto options_end = std::find(words.begin(), words.end(), "--");
    if (std::find(words.begin(), options_end, "--json") != options_end) {
      Json json = begin_json("error");
      json["error"] = in_users_terms(e.what());
      print(to_text(json));
    }
    return kCommandIsWrong;
  }
}

}  // namespace holon::app
