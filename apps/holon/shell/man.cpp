// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#include "holon/shell/man.h"

#include <fmt/format.h>

#include <CLI/App.hpp>
#include <CLI/Config.hpp>
#include <CLI/Formatter.hpp>

#include "holon/base/version.h"
#include "holon/catalogue/builtin.h"
#include "holon/commands/commands.h"
#include "holon/model/describe/settings.h"
#include "holon/output/field_text.h"
#include "holon/shell/help.h"

namespace holon::app {
namespace {

const std::string kModelPage = "holon-model.5";

/// "\\[u2026]" for the character of several bytes that begins here; steps over it.
std::string escaped_character(std::string_view text, std::size_t& at) {
  const auto byte = [&](std::size_t k) { return static_cast<unsigned char>(text[k]); };
  unsigned code = byte(at) >= 0xF0   ? byte(at) & 0x07u
                  : byte(at) >= 0xE0 ? byte(at) & 0x0Fu
                                     : byte(at) & 0x1Fu;
  while (at + 1 < text.size() && (byte(at + 1) & 0xC0) == 0x80)
    code = code << 6 | (byte(++at) & 0x3Fu);
  return fmt::format("\\[u{:04X}]", code);
}

/// A text as troff writes it: a backslash, and a point or apostrophe that begins a line, are signs
/// of its own; a minus is one that can be copied; what is not ASCII stands by its number.
std::string escaped(std::string_view text) {
  std::string result;
  for (std::size_t at = 0; at < text.size(); ++at) {
    const char c = text[at];
    if (static_cast<unsigned char>(c) >= 0x80) {
      result += escaped_character(text, at);
      continue;
    }
    if (result.empty() && (c == '.' || c == '\'')) result += "\\&";
    if (c == '\\') {
      result += "\\e";
    } else if (c == '-') {
      result += "\\-";
    } else if (c == '\n') {
      result += ' ';
    } else {
      result += c;
    }
  }
  return result;
}

/// An argument of a macro: quotes within it are written twice.
std::string argument(std::string_view text) {
  std::string result = "\"";
  for (const char c : escaped(text)) result += c == '"' ? std::string("\"\"") : std::string(1, c);
  return result + '"';
}

std::string bold(std::string_view text) { return "\\fB" + escaped(text) + "\\fR"; }

std::string page_head(const std::string& name, int section, std::string_view purpose) {
  return fmt::format(
      ".\\\" Made by holon {0} from its own description.\n"
      ".TH {1} {2} \"\" \"holon {0}\" \"Holon\"\n.SH NAME\n{3} \\- {4}\n",
      kVersion, argument(name), section, escaped(name), escaped(purpose));
}

std::string item(const std::string& tag, std::string_view text) {
  return ".TP\n" + tag + "\n" + (text.empty() ? std::string("\\&") : escaped(text)) + "\n";
}

/// "[\fIoptions\fR] MODEL…"
std::string synopsis(const CLI::App& command, const std::string& name) {
  std::string text = bold(name);
  if (command.get_parent() == nullptr) return text + " \\fICOMMAND\\fR \\[u2026]";
  for (const CLI::Option* option : command.get_options()) {
    if (!option->get_positional() || option->get_group().empty()) continue;
    std::string word = "\\fI" + escaped(option->get_name(true)) + "\\fR";
    if (option->get_expected_max() > 1) word += "\\[u2026]";
    text += option->get_required() ? " " + word : " [" + word + "]";
  }
  return text + " [\\fIoptions\\fR]";
}

std::string option_list(const CLI::App& command, bool positional) {
  std::string text;
  for (const CLI::Option* option : command.get_options()) {
    if (option->get_group().empty() || option->get_positional() != positional) continue;
    std::string tag;
    if (positional) {
      tag = "\\fI" + escaped(option->get_name(true)) + "\\fR";
    } else {
      for (const std::string& name : option->get_snames())
        tag += (tag.empty() ? "" : ", ") + bold("-" + name);
      for (const std::string& name : option->get_lnames())
        tag += (tag.empty() ? "" : ", ") + bold("--" + name);
      if (option->get_items_expected() > 0 && !option->get_type_name().empty())
        tag += " \\fI" + escaped(option->get_type_name()) + "\\fR";
    }
    text += item(tag, option->get_description());
  }
  return text;
}

std::string exit_status() {
  std::string text = ".SH EXIT STATUS\n";
  for (const auto& [status, meaning] : exit_statuses())
    text += item(bold(std::to_string(status)), meaning);
  return text;
}

std::string page_of_program(const CLI::App& app) {
  std::string text = page_head("holon", 1, "simulate machines that are described as parts");
  text += ".SH SYNOPSIS\n" + synopsis(app, "holon") + "\n.SH DESCRIPTION\n";
  text +=
      "A model is one YAML file: bodies, joints, forces, signals, formulas. Holon derives its\n"
      "equations, compiles them, simulates them and shows the motion. Results go to a folder\n"
      "\\fIresults\\fR; progress and messages to the standard error stream.\n.SH COMMANDS\n";
  for (const CLI::App* command : app.get_subcommands([](const CLI::App*) { return true; }))
    text += item(bold(command->get_name()), command->get_description());
  text += ".SH OPTIONS\n" + option_list(app, false) + exit_status();
  text += ".SH ENVIRONMENT\n" +
          item(bold("NO_COLOR"), "where it is set, messages and help have no colours") +
          ".SH EXAMPLES\n";
  for (const auto& [call, meaning] : example_calls())
    text += item(bold(std::string("holon ") + call), meaning);
  text += ".SH SEE ALSO\n";
  for (const CLI::App* command : app.get_subcommands([](const CLI::App*) { return true; }))
    text += ".BR " + argument("holon-" + command->get_name()) + " (1),\n";
  return text + ".BR holon\\-model (5)\n";
}

std::string page_of_command(const CLI::App& command) {
  const std::string name = "holon-" + command.get_name();
  std::string text = page_head(name, 1, command.get_description());
  text += ".SH SYNOPSIS\n" + synopsis(command, "holon " + command.get_name()) + "\n";
  if (const std::string list = option_list(command, true); !list.empty())
    text += ".SH ARGUMENTS\n" + list;
  if (const std::string list = option_list(command, false); !list.empty())
    text += ".SH OPTIONS\n" + list;
  return text + exit_status() + ".SH SEE ALSO\n.BR holon (1),\n.BR holon\\-model (5)\n";
}

void add_fields(const Schema& schema, const std::string& above, std::string& text) {
  for (const Field& field : schema.fields) {
    const bool is_listed = !(field.kind == FieldKind::one_of && field.is_inline);
    const std::string name = above + field.name;
    if (is_listed) {
      const std::string type = describe_type(field);
      text += item(bold(name) + (type.empty() ? "" : " \\fI" + escaped(type) + "\\fR"),
                   describe_field(field));
    }
    const std::string below = is_listed ? name + "." : above;
    if (field.schema) add_fields(*field.schema, below, text);
    for (const Alternative& alternative : field.alternatives) {
      text += item(bold(below + alternative.key), alternative.description);
      if (alternative.schema) add_fields(*alternative.schema, below + alternative.key + ".", text);
    }
  }
}

std::string page_of_models() {
  std::string text = page_head("holon-model", 5, "the models that holon simulates");
  text +=
      ".SH DESCRIPTION\nA model is a YAML file. A value is a quantity (\\fB350 bar\\fR, \\fB30 "
      "deg\\fR), a bare\nnumber in SI units and radians, or a formula over parameters, time and "
      "outputs of parts\n(\\fB\\-5 [N m/rad]*(pin.angle \\- 20 [deg])\\fR). Units and names are "
      "checked when it is read. The\nnames \\fBtime\\fR, \\fBi\\fR (the index of a repeated part), "
      "\\fBworld\\fR and \\fBsystem\\fR are reserved.\n.SH EXAMPLE\n.nf\nholon: 1\nparts:\n  link: "
      "{type: RigidBody, mass: 1 kg, inertia: {rod: {length: 1 m, axis: x}}}\n  pin: {type: "
      "Revolute, between: [world, link], axis: y, initial: {angle: 20 deg}}\nsimulate: {until: 6 "
      "s}\n.fi\n.SH SECTIONS\n";
  for (const auto& [name, meaning] : model_sections()) text += item(bold(name), meaning);
  text += ".SH SIMULATE\n";
  add_fields(schema_of<SimulateSettings>(), "", text);
  text += ".SH PARTS\nThe types of parts with their parameters and outputs.\n";
  for (const PartType* type : builtin_catalogue().types()) {
    text += ".SS " + argument(type->name) + "\n" + escaped(type->description) + "\n";
    add_fields(type->schema, "", text);
    std::string outputs;
    for (const OutputType& output : type->outputs)
      outputs += (outputs.empty() ? "" : ", ") + output.name;
    if (!outputs.empty()) text += ".PP\nOutputs: " + escaped(outputs) + ".\n";
  }
  return text + ".SH SEE ALSO\n.BR holon (1)\n";
}

}  // namespace

std::vector<std::string> list_man_pages(const CLI::App& app) {
  std::vector<std::string> pages{"holon.1", kModelPage};
  for (const CLI::App* command : app.get_subcommands([](const CLI::App*) { return true; }))
    pages.push_back("holon-" + command->get_name() + ".1");
  return pages;
}

std::string render_man_page(const CLI::App& app, const std::string& page) {
  if (page == "holon.1") return page_of_program(app);
  if (page == kModelPage) return page_of_models();
  for (const CLI::App* command : app.get_subcommands([](const CLI::App*) { return true; }))
    if (page == "holon-" + command->get_name() + ".1") return page_of_command(*command);
  return {};
}

}  // namespace holon::app
