// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <set>

#include "holon/base/escape.h"
#include "holon/base/read_file.h"
#include "holon/base/text_layout.h"
#include "holon/catalogue/builtin.h"
#include "holon/commands/commands.h"
#include "holon/output/files.h"
#include "holon/output/terminal.h"
#include "holon/output/text_diff.h"
#include "holon/reader/editor.h"
#include "holon/study/model_view.h"
#include "holon/study/users.h"

namespace holon::app {
namespace {

std::string read_text(const std::string& path) {
  std::string reason;
  auto text = read_file(path, file_limits::kModel, FileSource::regular, reason);
  if (!text) throw std::runtime_error("cannot read '" + path + "': " + reason);
  return *std::move(text);
}

/// What is wrong with the words of the command is shown in them: "link.mass=[1, 2".
Diagnostics describe_location(const Diagnostics& found, const ModelEdit& edit) {
  Diagnostics reported;
  for (Diagnostic d : found.all()) {
    const std::string source(d.place.file());
    if (source == "<name>" || source == "<value>") {
      const int before = source == "<value>" ? display_width(edit.name) + 1 : 0;
      const bool has_value = edit.verb == ModelEdit::Verb::set;
      d.place.source = std::make_shared<const SourceFile>(
          SourceFile{edit.option(), has_value ? edit.name + "=" + edit.value : edit.name});
      d.place.column += before;
    }
    reported.add(std::move(d));
  }
  return reported;
}

void make(Editor& editor, const ModelEdit& edit) {
  switch (edit.verb) {
    case ModelEdit::Verb::set: editor.set(edit.name, edit.value); break;
    case ModelEdit::Verb::remove: editor.remove(edit.name); break;
    case ModelEdit::Verb::rename: editor.rename_throughout(edit.name, edit.value); break;
  }
}

/// Errors by what they say, for telling new ones from those that were there.
std::multiset<std::string> list_errors(const Diagnostics& diagnostics) {
  std::multiset<std::string> errors;
  for (const Diagnostic& d : diagnostics.all()) {
    if (d.severity == Severity::error) errors.insert(d.part_path + ": " + d.message);
  }
  return errors;
}

/// Findings of reading, assembling and showing a model, without reporting them.
Diagnostics check_text(const std::string& path, const std::string& text) {
  Findings findings(path);
  std::optional<LoadedModel> loaded = load_text(path, text, findings);
  if (loaded) make_view(*loaded, findings);
  return findings.all();
}

/// The errors that the edits have brought, with what belongs to them.
Diagnostics find_new(const Diagnostics& before, const Diagnostics& after) {
  std::multiset<std::string> known = list_errors(before);
  Diagnostics fresh;
  bool is_fresh = false;
  for (const Diagnostic& d : after.all()) {
    if (d.severity == Severity::error) {
      const auto found = known.find(d.part_path + ": " + d.message);
      is_fresh = found == known.end();
      if (!is_fresh) known.erase(found);
    } else if (d.severity == Severity::warning) {
      is_fresh = false;
    }
    if (is_fresh) fresh.add(d);
  }
  return fresh;
}

/// Models that use this one as a part, with what is wrong with each now.
using Users = std::vector<std::pair<std::string, Diagnostics>>;

Users check_users(const std::string& path) {
  Users users;
  for (const std::string& user : find_users(path))
    users.emplace_back(user, check_text(user, read_text(user)));
  return users;
}

/// The errors that a change of the file has brought to those that use it. `is_reported`: their
/// names are reported even where they have no errors, since names may mean other things there now.
void report_users(const Users& before, bool is_reported) {
  for (const auto& [user, known] : before) {
    const Diagnostics fresh = find_new(known, check_text(user, read_text(user)));
    if (fresh.has_errors()) {
      print_diagnostics(fresh);
      print_warning("'" + user + "' uses this model as a part and is invalid now; change it, too");
    } else if (is_reported) {
      print_note("'" + user + "' uses this model as a part and is still valid");
    }
  }
}

}  // namespace

std::string ModelEdit::option() const {
  switch (verb) {
    case Verb::remove: return "--remove";
    case Verb::rename: return "--rename";
    default: return "set";
  }
}

int set_command(const SetArguments& arguments) {
  const std::string& path = arguments.model;
  Findings findings(path, {}, &terminal_observer());
  if (!check_exists(path, findings)) return status_of(findings.fault());
  const std::string before = read_text(path);
  std::string after;
  try {
    Editor editor(before, path, &builtin_catalogue());
    for (const ModelEdit& edit : arguments.edits) {
      try {
        make(editor, edit);
      } catch (const InputError& e) {
        print_diagnostics(describe_location(e.diagnostics(), edit));
        return kModelIsWrong;
      }
      print_diagnostics(editor.notes());
    }
    after = editor.text();
  } catch (const InputError& e) {
    findings.report(e.diagnostics());
    return kModelIsWrong;
  }
  if (after == before) {
    print(path + ": nothing to change\n");
    return kDone;
  }
  const Diagnostics wrong_after = check_text(path, after);
  if (wrong_after.has_errors()) {
    const Diagnostics wrong_before = check_text(path, before);
    const Diagnostics fresh = find_new(wrong_before, wrong_after);
    if (fresh.has_errors()) {
      print_diagnostics(fresh);
      print_error("with this change the model would be invalid; '" + path + "' is not changed");
      return kModelIsWrong;
    }
    print_note(
        fmt::format("the model was invalid before and still is: 'holon check {}' reports why",
                    shell_path(path)));
  }
  const Users users = check_users(path);
  if (arguments.dry_run) {
    print(make_diff(before, after, path));
    for (const auto& [user, known] : users) print_note("'" + user + "' uses it as a part");
    return kDone;
  }
  rewrite_file(path, after);
  const std::vector<std::string> lines = list_new_lines(before, after);
  for (const std::string& line : lines) print(path + ":" + line + "\n");
  if (lines.empty()) print(path + ": lines removed\n");
  report_users(users, std::ranges::any_of(arguments.edits, [](const ModelEdit& edit) {
                 return edit.verb == ModelEdit::Verb::rename;
               }));
  return kDone;
}

}  // namespace holon::app
