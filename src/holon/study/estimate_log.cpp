// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#include "holon/study/estimate_log.h"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <cmath>
#include <filesystem>

#include "holon/catalogue/builtin.h"
#include "holon/model/describe/source.h"
#include "holon/reader/yaml.h"
#include "holon/record/open_results.h"

namespace holon {
namespace {

namespace fs = std::filesystem;

/// A text as a quoted scalar of YAML.
std::string quote_scalar(const std::string& text) {
  std::string quoted = "\"";
  for (const char c : text) {
    if (c == '"' || c == '\\') quoted += '\\';
    if (c == '\n') {
      quoted += "\\n";
      continue;
    }
    quoted += c;
  }
  return quoted + '"';
}

/// A tree in YAML's flow style.
std::string write_flow(const SourceNode& node) {
  std::string text;
  for (const SourceNode::Entry& entry : node.peek_entries()) {
    text += text.empty() ? "" : ", ";
    if (node.is_map()) text += quote_scalar(entry.key) + ": ";
    text += write_flow(entry.value);
  }
  if (node.is_map()) return '{' + text + '}';
  if (node.is_list()) return '[' + text + ']';
  return node.is_scalar() ? quote_scalar(node.text()) : "~";
}

bool is_filter(const SourceNode& part) {
  const SourceNode* type = part.is_map() ? part.peek("type") : nullptr;
  const PartType* known =
      type && type->is_scalar() ? builtin_catalogue().find(type->text()) : nullptr;
  return known && known->list_model_names;
}

/// The value of a setting, as the loader reads it.
SourceNode read_setting(const Setting& setting, Diagnostics& diagnostics) {
  const std::size_t begin = setting.value.find_first_not_of(' ');
  if (begin == std::string::npos) return SourceNode::make_scalar("");
  if (std::string_view("[{\"'").find(setting.value[begin]) == std::string_view::npos)
    return SourceNode::make_scalar(
        setting.value.substr(begin, setting.value.find_last_not_of(' ') + 1 - begin));
  return read_yaml_text(setting.option, setting.value, diagnostics).root;
}

/// Puts a value at a path of keys into a map, which gets the maps that are missing.
void put_below(SourceNode& map, const std::string& path, const SourceNode& value) {
  const std::size_t dot = path.find('.');
  if (dot == std::string::npos) {
    map.set(path, value);
    return;
  }
  const std::string head = path.substr(0, dot);
  const SourceNode* inner = map.peek(head);
  SourceNode below = inner && inner->is_map() ? *inner : SourceNode::make_map();
  put_below(below, path.substr(dot + 1), value);
  map.set(head, std::move(below));
}

/// The part of a model to which a name belongs, which may stand in composite parts: "one.pin" of
/// "one.pin.damping"; empty: none.
std::string find_part_of(const SourceNode& parts, const std::string& name) {
  const std::size_t dot = name.find('.');
  if (dot == std::string::npos) return {};
  const std::string head = name.substr(0, dot), rest = name.substr(dot + 1);
  const SourceNode* part = parts.peek(head);
  if (!part || !part->is_map()) return {};
  const SourceNode* inner = part->peek("parts");
  const std::string below = inner && inner->is_map() ? find_part_of(*inner, rest) : std::string();
  return below.empty() ? head : head + "." + below;
}

/// The part of that name, which exists.
const SourceNode* find_part(const SourceNode& parts, const std::string& name) {
  const std::size_t dot = name.find('.');
  const SourceNode* part = parts.peek(name.substr(0, dot));
  return dot == std::string::npos ? part : find_part(*part->peek("parts"), name.substr(dot + 1));
}

/// Settings of a model by whom they concern: its filters, which are changed in `root`, and its
/// other parts and parameters, which the filters replace.
struct LogSettings {
  SourceNode replace = SourceNode::make_map();
  bool is_sound = true;
};
LogSettings apply_settings(SourceNode& root, const std::vector<Setting>& settings,
                           Findings& findings) {
  LogSettings made;
  for (const Setting& setting : settings) {
    const std::string& name = setting.name;
    Diagnostics diagnostics;
    const SourceNode value = read_setting(setting, diagnostics);
    const SourceNode* parts = root.peek("parts");
    const SourceNode* parameters = root.peek("parameters");
    const std::string head = name.substr(0, name.find('.'));
    const SourceNode* part = parts->peek(head);
    if (name == "simulate.interval" || (part && is_filter(*part) && head != name)) {
      put_below(root, part ? "parts." + name : name, value);
    } else if (const std::string of = find_part_of(*parts, name);
               !of.empty() && name.find('[') == std::string::npos) {
      // The part by its whole name, which `replace` takes as one key.
      SourceNode change = SourceNode::make_map();
      if (const SourceNode* before = made.replace.peek(of)) change = *before;
      // A parameter of the part's own stands below that key.
      const std::string key = name.substr(of.size() + 1);
      const SourceNode* own = find_part(*parts, of)->peek("parameters");
      put_below(change, own && own->peek(key) ? "parameters." + key : key, value);
      made.replace.set(of, std::move(change));
    } else if (parameters && parameters->is_map() && parameters->peek(name)) {
      put_below(root, "parameters." + name, value);
      put_below(made.replace, "parameters." + name, value);
    } else {
      findings.report_error(setting.option + " " + name +
                                ": only values of parts, parameters of the model and "
                                "simulate.interval can be set for a log",
                            Fault::request);
      made.is_sound = false;
    }
    if (diagnostics.has_errors()) made.is_sound = false;
  }
  return made;
}

/// Entries that a map lacks, also in maps below it. A part of another type takes nothing.
void add_missing(SourceNode& map, const SourceNode& more) {
  for (const SourceNode::Entry& entry : more.peek_entries()) {
    const SourceNode* own = map.peek(entry.key);
    if (!own) {
      map.add(entry.key, entry.value);
    } else if (own->is_map() && entry.value.is_map() && !own->peek("type") && !own->peek("parts")) {
      SourceNode both = *own;
      add_missing(both, entry.value);
      map.set(entry.key, std::move(both));
    }
  }
}

/// What a filter takes for the machine: its own `replace`, and the settings where that says
/// nothing.
void add_replaced(SourceNode& filter, const SourceNode& settings) {
  const SourceNode* own = filter.peek("replace");
  SourceNode replace = own && own->is_map() ? *own : SourceNode::make_map();
  add_missing(replace, settings);
  filter.set("replace", std::move(replace));
}

/// The filter with a log in place of signals: their names become those of columns.
SourceNode make_logged(const SourceNode& part, const SourceNode& parts, const std::string& model,
                       const std::string& log, const SourceNode& settings) {
  SourceNode filter = part;
  const SourceNode* given = part.peek("model");
  const bool is_part = given && given->is_scalar() && parts.peek(given->text());
  const bool is_machine = !given || (given->is_scalar() && given->text() == "machine");
  if (is_machine)
    filter.set("model", SourceNode::make_scalar(model));
  else if (is_part)
    filter.set("model", SourceNode::make_scalar(model + "#" + given->text()));
  if ((is_machine || is_part) && settings.size() > 0) add_replaced(filter, settings);
  filter.erase("truth");
  filter.erase("start");  // there are no true values to draw errors about
  filter.erase("log");
  filter.add("log", SourceNode::make_scalar(log));
  auto* measurements = const_cast<SourceNode*>(filter.peek("measurements"));
  if (!measurements || !measurements->is_map()) return filter;
  for (const SourceNode::Entry& entry : measurements->peek_entries()) {
    auto& one = const_cast<SourceNode&>(entry.value);
    if (!one.is_map()) continue;
    if (const SourceNode* given = one.peek("measured")) {
      const SourceNode measured = *given;  // `add` moves the entries
      if (!one.peek("columns")) one.add("columns", measured);
      if (!one.peek("predicted")) one.add("predicted", measured);
    }
    one.erase("measured");
    one.erase("valid");
    one.erase("sample");
  }
  return filter;
}

bool begins_with_any(const std::string& name, const std::vector<std::string>& parts) {
  return std::any_of(parts.begin(), parts.end(),
                     [&](const std::string& part) { return name.starts_with(part + "."); });
}

/// Of a log no true values are known: errors and their normalised square would be zeros.
bool needs_truth(const std::string& name) {
  const std::string_view rest = std::string_view(name).substr(name.find('.') + 1);
  return rest == "nees" || rest.starts_with("error.");
}

bool is_estimated(const std::string& name, const std::vector<std::string>& filters) {
  return begins_with_any(name, filters) && !needs_truth(name);
}

/// Outputs and plots of the filters alone.
std::string write_outputs(const SourceNode& root, const std::vector<std::string>& filters) {
  std::string text;
  const SourceNode* outputs = root.peek("outputs");
  std::string names;
  if (outputs && outputs->is_list())
    for (const SourceNode::Entry& item : outputs->peek_entries())
      if (item.value.is_scalar() && is_estimated(item.value.text(), filters))
        names += (names.empty() ? "" : ", ") + quote_scalar(item.value.text());
  if (!names.empty()) text += "outputs: [" + names + "]\n";
  const SourceNode* plots = root.peek("plots");
  std::string panels;
  if (plots && plots->is_list()) {
    for (const SourceNode::Entry& item : plots->peek_entries()) {
      const SourceNode* y = item.value.is_map() ? item.value.peek("y") : nullptr;
      if (!y || !y->is_list() || item.value.peek("x")) continue;
      SourceNode kept = SourceNode::make_list();
      for (const SourceNode::Entry& name : y->peek_entries())
        if (is_estimated(name.value.text(), filters)) kept.append(name.value);
      if (kept.size() == 0) continue;
      SourceNode panel = item.value;
      panel.set("y", std::move(kept));
      panels += (panels.empty() ? "" : ", ") + write_flow(panel);
    }
  }
  return panels.empty() ? text : text + "plots: [" + panels + "]\n";
}

/// Whether a formula in the text names it.
bool is_named(const std::string& text, const std::string& name) {
  const auto is_part_of_name = [](char c) {
    return c == '_' || std::isalnum(static_cast<unsigned char>(c)) != 0;
  };
  for (std::size_t at = text.find(name); at != std::string::npos; at = text.find(name, at + 1)) {
    const std::size_t end = at + name.size();
    if ((at == 0 || !is_part_of_name(text[at - 1])) &&
        (end == text.size() || !is_part_of_name(text[end])))
      return true;
  }
  return false;
}

/// All values below a node, but names of the filter's own model: keys, and those under `estimate`.
std::string collect_values(const SourceNode& node) {
  if (node.is_scalar()) return node.text() + ' ';
  std::string text;
  for (const SourceNode::Entry& entry : node.peek_entries())
    if (!node.is_map() || entry.key != "estimate") text += collect_values(entry.value);
  return text;
}

/// The parameters that the filters use, and those that these use.
SourceNode find_used_parameters(const SourceNode& parameters, std::string text) {
  SourceNode used = SourceNode::make_map();
  for (bool grows = true; grows;) {
    grows = false;
    for (const SourceNode::Entry& entry : parameters.peek_entries()) {
      if (used.peek(entry.key) || !is_named(text, entry.key)) continue;
      used.add(entry.key, entry.value);
      text += ' ' + collect_values(entry.value);
      grows = true;
    }
  }
  return used;
}

/// [s] from the first time of the log to the last arrival.
double find_length(const std::string& log) {
  const std::unique_ptr<ResultsReader> file = open_results(log);
  if (file->row_count() == 0) throw InputError({}, "'" + log + "' has no rows");
  const std::vector<double> time = file->read(0);
  const int received = file->find("received");
  const std::vector<double> last =
      received < 0 ? time : file->read(static_cast<std::size_t>(received));
  return *std::max_element(last.begin(), last.end()) - *std::min_element(time.begin(), time.end());
}

}  // namespace

std::optional<LogModel> make_log_model(const std::string& model, const std::string& log,
                                       const std::vector<Setting>& settings, Findings& findings) {
  Diagnostics diagnostics;
  YamlDocument document = read_yaml_file(model, diagnostics);
  const SourceNode* parts = document.root.is_map() ? document.root.peek("parts") : nullptr;
  if (diagnostics.has_errors() || !parts || !parts->is_map()) {
    findings.report(diagnostics);
    return {};
  }
  const LogSettings set = apply_settings(document.root, settings, findings);
  if (!set.is_sound) return {};
  parts = document.root.peek("parts");
  const std::string model_path = fs::absolute(model).string();
  const std::string log_path = fs::absolute(log).string();
  std::vector<std::string> filters;
  std::string text, values;
  for (const SourceNode::Entry& entry : parts->peek_entries()) {
    if (!is_filter(entry.value)) continue;
    filters.push_back(entry.key);
    const SourceNode filter = make_logged(entry.value, *parts, model_path, log_path, set.replace);
    text += "  " + entry.key + ": " + write_flow(filter) + "\n";
    values += collect_values(filter);
  }
  if (filters.empty()) {
    findings.report_error(
        model + ": the model has no filter to use the log; add a part of type KalmanFilter",
        Fault::model);
    return {};
  }
  double length = 0;
  try {
    length = find_length(log);
  } catch (const InputError& error) {
    findings.report(error.diagnostics());
    return {};
  }
  if (!(length > 0) || !std::isfinite(length)) {
    findings.report_error("'" + log + "': the times of the log do not increase", Fault::request);
    return {};
  }
  const SourceNode* title = document.root.peek("title");
  std::string head = "# Made by holon estimate: the filters of " + model_path + "\n" +
                     "# with the measurements of " + log_path + ".\n\nholon: 1\n";
  head +=
      "title: " +
      quote_scalar((title && title->is_scalar() ? title->text() : fs::path(model).stem().string()) +
                   ", from a log") +
      "\n";
  if (const SourceNode* units = document.root.peek("units"))
    head += "units: " + write_flow(*units) + "\n";
  if (const SourceNode* given = document.root.peek("parameters"); given && given->is_map()) {
    const SourceNode used = find_used_parameters(*given, values);
    if (used.size() > 0) head += "parameters: " + write_flow(used) + "\n";
  }
  const SourceNode* simulate = document.root.peek("simulate");
  const SourceNode* interval =
      simulate && simulate->is_map() ? simulate->peek("interval") : nullptr;
  LogModel made;
  made.path = (fs::path(model).parent_path() / (fs::path(model).stem().string() + "_estimate.yaml"))
                  .string();
  made.text = head + "parts:\n" + text +
              fmt::format("simulate: {{until: {:.17g} s{}}}\n", length,
                          interval ? ", interval: " + write_flow(*interval) : std::string()) +
              write_outputs(document.root, filters);
  return made;
}

}  // namespace holon
