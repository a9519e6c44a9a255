// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#include "holon/shell/command_line.h"

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <nlohmann/json.hpp>

#include "holon/base/errors.h"
#include "holon/base/escape.h"
#include "holon/base/names.h"
#include "holon/base/version.h"
#include "holon/catalogue/builtin.h"
#include "holon/catalogue/plugin.h"
#include "holon/commands/commands.h"
#include "holon/output/files.h"
#include "holon/output/json_report.h"
#include "holon/output/terminal.h"
#include "holon/shell/call_command.h"
#include "holon/shell/completion.h"
#include "holon/shell/grammar.h"
#include "holon/shell/help.h"
#include "holon/shell/help_topics.h"
#include "holon/shell/man.h"
#include "holon/study/examples.h"

namespace holon::app {
namespace {

const CLI::App* find_command(const CLI::App& app, const std::string& name) {
  for (const CLI::App* command : app.get_subcommands([](const CLI::App*) { return true; }))
    if (command->get_name() == name) return command;
  return nullptr;
}

// Something that stands where a command should.
int refuse_command(const std::string& word, const CLI::App& app) {
  std::vector<std::string> names;
  for (const CLI::App* command : app.get_subcommands([](const CLI::App*) { return true; }))
    names.push_back(command->get_name());
  std::error_code error;
  if (word.ends_with(".yaml") || word.ends_with(".yml") || std::filesystem::exists(word, error))
    return refuse("'" + word + "' is not a command; did you mean 'holon run " + shell_path(word) +
                  "'?");
  if (!find_model(word).empty())
    return refuse("'" + word + "' is not a command; did you mean 'holon run " + shell_path(word) +
                  "'?");
  std::string suggestion = did_you_mean(word, names);
  if (suggestion.empty())
    if (const std::string example = find_nearest(word, list_examples()); !example.empty())
      suggestion = "did you mean 'holon run " + shell_path(example) + "'?";
  // Among so few names even a short word is near only one.
  if (suggestion.empty())
    for (const std::string& name : names)
      if (edit_distance(word, name) == 1) suggestion = "did you mean '" + name + "'?";
  return refuse("'" + word + "' is not a command; " +
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
  if (command == "allan")
    return refuse(
        "'holon allan' needs a file of results and a signal: 'holon allan out.h5 "
        "imu.angular_velocity.x'");
  if (command == "export")
    return refuse(
        "'holon export' needs a format and the file of a model: 'holon export gltf "
        "pendulum.yaml'");
  if (command == "new") return refuse("'holon new' needs a name: 'holon new pendulum'");
  if (command == "set") return refuse(kSetUsage);
  if (command == "estimate")
    return refuse(
        "'holon estimate' needs the file of a model with a filter, and a log: 'holon estimate "
        "pendulum_observer.yaml --log measured.csv'");
  if (command == "completion")
    return refuse("'holon completion' needs a shell: 'holon completion bash'");
  return refuse("'holon " + command + "' needs the file of a model: 'holon " + command +
                " pendulum.yaml'; 'holon new pendulum' writes one, 'holon examples' lists others");
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
  if (words[0] == "run-worker" && words.size() == 1) return run_worker_command();  // of the desktop
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
                      " times, but accepts one value");
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
  try {
    for (const std::string& plugin : grammar.plugins) load_plugin(plugin);
  } catch (const ModelError& e) {
    return refuse("--plugin: " + e.message() +
                  (e.suggestion().empty() ? "" : "; " + e.suggestion()));
  }
  return call_command(grammar, command->get_name());
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
