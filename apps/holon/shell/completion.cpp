// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#include "holon/shell/completion.h"

#include <CLI/App.hpp>
#include <CLI/Config.hpp>
#include <CLI/Formatter.hpp>
#include <algorithm>
#include <filesystem>
#include <initializer_list>
#include <string_view>

#include "holon/base/characters.h"
#include "holon/catalogue/builtin.h"
#include "holon/commands/commands.h"
#include "holon/model/describe/settings.h"
#include "holon/reader/yaml.h"
#include "holon/shell/help_topics.h"
#include "holon/study/examples.h"

namespace holon::app {
namespace {

namespace fs = std::filesystem;

constexpr const char* kBash = R"sh(_holon() {
  local line
  COMPREPLY=()
  while IFS=$'\t' read -r line _; do
    COMPREPLY+=("$(printf '%q' "$line")")
  done < <("$1" complete "${COMP_WORDS[@]:1:COMP_CWORD}" 2>/dev/null)
  # A folder or a name goes on behind its sign.
  if [[ ${#COMPREPLY[@]} -eq 1 && ${COMPREPLY[0]} == *[/=] ]]; then
    compopt -o nospace 2>/dev/null
  fi
}
complete -F _holon holon
)sh";

constexpr const char* kZsh = R"sh(#compdef holon
_holon() {
  local line word
  local -a open_words open_texts words_ texts
  while IFS= read -r line; do
    word=${line%%$'\t'*}
    if [[ $word == *[/=] ]]; then
      open_words+=("$word"); open_texts+=("${line/$'\t'/  -- }")
    else
      words_+=("$word"); texts+=("${line/$'\t'/  -- }")
    fi
  done < <("${words[1]}" complete "${(@)words[2,CURRENT]}" 2>/dev/null)
  # A folder or a name goes on behind its sign.
  (( ${#open_words} )) && compadd -l -d open_texts -S '' -a open_words
  (( ${#words_} )) && compadd -l -d texts -a words_
}
if [[ $zsh_eval_context[-1] == loadautofunc ]]; then _holon "$@"; else compdef _holon holon; fi
)sh";

constexpr const char* kFish = R"sh(function __holon_complete
  set -l words (commandline -opc)
  set -l program $words[1]
  set -e words[1]
  set -l current (commandline -ct)
  $program complete $words "$current" 2>/dev/null
end
complete -c holon -f -a '(__holon_complete)'
)sh";

/// What may stand where the cursor is.
class Completer {
 public:
  Completer(const CLI::App& app, std::vector<std::string> words)
      : app_(app), words_(std::move(words)) {}

  std::string complete() {
    if (words_.empty()) words_.emplace_back();
    current_ = words_.back();
    if (words_.size() == 1) {
      propose_options(app_);
      for (const CLI::App* each : app_.get_subcommands([](const CLI::App*) { return true; }))
        propose(each->get_name(), each->get_description());
      return std::move(result_);
    }
    for (const CLI::App* each : app_.get_subcommands([](const CLI::App*) { return true; }))
      if (each->get_name() == words_[0]) command_ = each;
    if (command_ == nullptr) return {};
    read_words();
    if (pending_ != nullptr) {
      propose_values(*pending_);
    } else if (current_.starts_with("-")) {
      propose_options(*command_);
    } else if (const CLI::Option* next = next_positional()) {
      propose_values(*next);
    }
    return std::move(result_);
  }

 private:
  /// Which option waits for the current word, and how many words stand for themselves before it.
  void read_words() {
    // bash takes `--solver=rk4` for three words.
    if (words_.size() > 2 && current_ == "=") current_.clear(), words_.push_back("");
    for (std::size_t i = 1; i + 1 < words_.size(); ++i) {
      const std::string& word = words_[i];
      if (word == "=") continue;
      if (pending_ != nullptr) {
        pending_ = nullptr;
        if (words_[i - 1] == "=" || !word.starts_with("-")) continue;
      }
      const CLI::Option* option =
          word.starts_with("-") ? command_->get_option_no_throw(word) : nullptr;
      if (option != nullptr && option->get_items_expected() > 0) pending_ = option;
      if (!word.starts_with("-")) positionals_.push_back(word);
    }
  }

  const CLI::Option* next_positional() const {
    std::size_t index = 0;
    for (const CLI::Option* option : command_->get_options()) {
      if (!option->get_positional()) continue;
      if (index++ == positionals_.size() || option->get_expected_max() > 1) return option;
    }
    return nullptr;
  }

  void propose(const std::string& word, const std::string& meaning = {}) {
    // A word is a line; one with a break within would be two.
    if (word.starts_with(current_) && plain_text(word) == word)
      result_ += word + (meaning.empty() ? "" : "\t" + meaning) + "\n";
  }
  void propose_all(const std::vector<std::string>& words) {
    for (const std::string& word : words) propose(word);
  }

  void propose_options(const CLI::App& app) {
    if (!current_.starts_with("-")) return;
    for (const CLI::Option* option : app.get_options()) {
      if (option->get_group().empty()) continue;
      for (const std::string& name : option->get_lnames())
        propose("--" + name, option->get_description());
      if (current_ == "-")
        for (const std::string& name : option->get_snames())
          propose("-" + name, option->get_description());
    }
  }

  void propose_values(const CLI::Option& option) {
    const std::string name = option.get_positional() ? option.get_name(true) : option.get_name();
    const std::string key = name.substr(name.find_first_not_of('-'));
    if (name == "MODEL") {
      propose_files({".yaml", ".yml"});
      if (result_.empty() && command_->get_name() != "set") propose_all(list_examples());
      return;
    }
    if (name == "A" || name == "B") return propose_files({".csv", ".h5", ".hdf5", ".mat"});
    if (name == "TYPE") {
      for (const PartType* type : builtin_catalogue().types())
        propose(type->name, type->description);
      return;
    }
    if (name == "NAME" && command_->get_name() == "examples") return propose_all(list_examples());
    if (name == "COMMAND") {
      for (const CLI::App* each : app_.get_subcommands([](const CLI::App*) { return true; }))
        propose(each->get_name(), each->get_description());
      for (const HelpTopic& topic : help_topics()) propose(topic.name, topic.content);
      return;
    }
    if (name == "FORMAT") return propose_all(export_formats());
    if (name == "SHELL") return propose_all(completion_shells());
    if (name == "--format")
      return propose_all(command_->get_name() == "linearize" ? linear_formats()
                                                             : equation_formats());
    if (name == "--at" && command_->get_name() == "modes") propose("start", "the start of a run");
    if (name == "--at") return propose("equilibrium", "an equilibrium state near the start");
    if (name == "--parameter") return propose_settings("=");
    if (name == "--input" || name == "--loop" || name == "--to" || name == "--solve" ||
        name == "--effort")
      return propose_settings("", false);
    if (name == "--csv") return propose_all(csv_forms());
    if (name == "--mat") return propose_all(mat_forms());
    if (name == "--of" && command_->get_name() == "export") return propose_all(export_drawings());
    if (name == "--of" && command_->get_name() == "equations") return propose_names("parts", "");
    if (name == "--of" || name == "--output") return propose_outputs("");
    if (name == "--for" || name == "--motion" || name == "--weight" || name == "--sigma" ||
        name == "--process-noise")
      return propose_outputs("=");
    if (name == "--set" || name == "NAME=VALUE") return propose_settings("=");
    if (name == "--remove") return propose_settings("");
    if (name == "--rename") {
      propose_names("parameters", "=");
      return propose_names("parts", "=");
    }
    if (const Field* field = schema_of<SimulateSettings>().find(key))
      return propose_all(field->choices);
    const std::string kind = option.get_type_name();
    if (kind == "FILE" || kind == "OUT.svg") propose_files({});
  }

  /// Folders, and files with one of these endings (any, where there are none).
  void propose_files(std::initializer_list<std::string_view> endings) {
    const std::size_t slash = current_.rfind('/');
    const std::string folder = slash == std::string::npos ? "" : current_.substr(0, slash + 1);
    std::error_code error;
    std::vector<std::string> found;
    for (fs::directory_iterator entry(folder.empty() ? "." : folder, error), end;
         !error && entry != end; entry.increment(error)) {
      const std::string name = entry->path().filename().string();
      if (name.starts_with(".") && !current_.substr(folder.size()).starts_with(".")) continue;
      std::error_code unknown;
      const bool is_folder = entry->is_directory(unknown);
      const bool fits =
          endings.size() == 0 || std::find(endings.begin(), endings.end(),
                                           entry->path().extension().string()) != endings.end();
      if (is_folder || fits) found.push_back(folder + name + (is_folder ? "/" : ""));
    }
    std::sort(found.begin(), found.end());
    propose_all(found);
  }

  /// The model that the words before name; empty where there is none.
  SourceNode read_model() const {
    for (const std::string& word : positionals_) {
      std::error_code error;
      if (!word.ends_with(".yaml") && !word.ends_with(".yml")) continue;
      if (!fs::is_regular_file(word, error)) continue;
      Diagnostics ignored;
      return read_yaml_file(word, ignored).root;
    }
    return {};
  }

  void propose_names(const char* section, const std::string& behind) {
    const SourceNode model = read_model();
    const SourceNode* map = model.peek(section);
    if (map == nullptr || !map->is_map()) return;
    for (const SourceNode::Entry& entry : map->peek_entries()) propose(entry.key + behind);
  }

  /// Outputs of the parts by their types; members of arrays and frames of bodies are not known
  /// here.
  void propose_outputs(const std::string& behind) {
    const SourceNode model = read_model();
    const SourceNode* parts = model.peek("parts");
    if (parts == nullptr || !parts->is_map()) return;
    for (const SourceNode::Entry& part : parts->peek_entries()) {
      const SourceNode* type = part.value.peek("type");
      const PartType* known = type ? builtin_catalogue().find(type->text()) : nullptr;
      if (known == nullptr) continue;
      for (const OutputType& output : known->outputs)
        propose(part.key + "." + output.name + behind, output.description);
    }
  }

  void propose_settings(const std::string& behind, bool has_simulate = true) {
    propose_names("parameters", behind);
    const SourceNode model = read_model();
    const SourceNode* parts = model.peek("parts");
    if (parts != nullptr && parts->is_map())
      for (const SourceNode::Entry& part : parts->peek_entries()) {
        const SourceNode* type = part.value.peek("type");
        const PartType* known = type ? builtin_catalogue().find(type->text()) : nullptr;
        if (known == nullptr) continue;
        for (const Field& field : known->schema.fields)
          if (!field.is_inline) propose(part.key + "." + field.name + behind, field.description);
      }
    if (!has_simulate) return;
    for (const Field& field : schema_of<SimulateSettings>().fields)
      propose("simulate." + field.name + behind, field.description);
  }

  const CLI::App& app_;
  std::vector<std::string> words_;
  std::string current_, result_;
  const CLI::App* command_ = nullptr;
  const CLI::Option* pending_ = nullptr;
  std::vector<std::string> positionals_;
};

}  // namespace

const std::vector<std::string>& completion_shells() {
  static const std::vector<std::string> shells{"bash", "zsh", "fish"};
  return shells;
}

std::string completion_script(const std::string& shell) {
  if (shell == "bash") return kBash;
  if (shell == "zsh") return kZsh;
  return shell == "fish" ? kFish : "";
}

std::string complete(const CLI::App& app, std::vector<std::string> words) {
  return Completer(app, std::move(words)).complete();
}

}  // namespace holon::app
