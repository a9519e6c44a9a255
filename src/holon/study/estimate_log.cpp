// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#include "holon/study/estimate_log.h"

#include <fmt/format.h>

#include <algorithm>
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

/// The filter with a log in place of signals: their names become those of columns.
SourceNode make_logged(const SourceNode& part, const std::string& model, const std::string& log) {
  SourceNode filter = part;
  const SourceNode* given = part.peek("model");
  if (!given || (given->is_scalar() && given->text() == "machine"))
    filter.set("model", SourceNode::make_scalar(model));
  filter.erase("truth");
  filter.erase("log");
  filter.add("log", SourceNode::make_scalar(log));
  auto* measurements = const_cast<SourceNode*>(filter.peek("measurements"));
  if (!measurements || !measurements->is_map()) return filter;
  for (const SourceNode::Entry& entry : measurements->peek_entries()) {
    auto& one = const_cast<SourceNode&>(entry.value);
    if (!one.is_map()) continue;
    const SourceNode* measured = one.peek("measured");
    if (measured && !one.peek("columns")) one.add("columns", SourceNode(*measured));
    if (measured && !one.peek("predicted")) one.add("predicted", SourceNode(*measured));
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

/// Outputs and plots of the filters alone.
std::string write_outputs(const SourceNode& root, const std::vector<std::string>& filters) {
  std::string text;
  const SourceNode* outputs = root.peek("outputs");
  std::string names;
  if (outputs && outputs->is_list())
    for (const SourceNode::Entry& item : outputs->peek_entries())
      if (item.value.is_scalar() && begins_with_any(item.value.text(), filters))
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
        if (begins_with_any(name.value.text(), filters)) kept.append(name.value);
      if (kept.size() == 0) continue;
      SourceNode panel = item.value;
      panel.set("y", std::move(kept));
      panels += (panels.empty() ? "" : ", ") + write_flow(panel);
    }
  }
  return panels.empty() ? text : text + "plots: [" + panels + "]\n";
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
                                       Findings& findings) {
  Diagnostics diagnostics;
  const YamlDocument document = read_yaml_file(model, diagnostics);
  const SourceNode* parts = document.root.is_map() ? document.root.peek("parts") : nullptr;
  if (diagnostics.has_errors() || !parts || !parts->is_map()) {
    findings.report(diagnostics);
    return {};
  }
  const std::string model_path = fs::absolute(model).string();
  const std::string log_path = fs::absolute(log).string();
  std::vector<std::string> filters;
  std::string text;
  for (const SourceNode::Entry& entry : parts->peek_entries()) {
    if (!is_filter(entry.value)) continue;
    filters.push_back(entry.key);
    text +=
        "  " + entry.key + ": " + write_flow(make_logged(entry.value, model_path, log_path)) + "\n";
  }
  if (filters.empty()) {
    findings.report_error(model +
                              ": there is no filter among its parts, to which a log could be "
                              "given; add a part of type KalmanFilter",
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
  for (const char* section : {"units", "parameters"})
    if (const SourceNode* node = document.root.peek(section))
      head += std::string(section) + ": " + write_flow(*node) + "\n";
  LogModel made;
  made.path = (fs::path(model).parent_path() / (fs::path(model).stem().string() + "_estimate.yaml"))
                  .string();
  made.text = head + "parts:\n" + text + fmt::format("simulate: {{until: {:.17g} s}}\n", length) +
              write_outputs(document.root, filters);
  return made;
}

}  // namespace holon
