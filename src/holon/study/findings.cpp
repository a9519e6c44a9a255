// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#include "holon/study/findings.h"

#include <algorithm>

#include "holon/model/assembly/model.h"
#include "holon/model/assembly/report.h"

namespace holon {
namespace {

// "until" of "simulate.until".
std::string last_name(const std::string& path) { return path.substr(path.rfind('.') + 1); }

}  // namespace

Diagnostic Findings::placed(Diagnostic d) const {
  const std::string source(d.place.file());
  for (const Setting& setting : settings_) {
    // The reader knows a setting by its text "name=value".
    const std::string text = setting.name + "=" + setting.value;
    if (source == "--set" && setting.option != "--set" && d.place.source->text == text) {
      d.place.source =
          std::make_shared<const SourceFile>(SourceFile{setting.option, setting.value});
      d.place.column = std::max(1, d.place.column - static_cast<int>(setting.name.size()) - 1);
      return d;
    }
    if (!d.place.known() && setting.name.starts_with("simulate.") &&
        d.message.find(last_name(setting.name)) != std::string::npos) {
      const bool is_set = setting.option == "--set";
      d.place.source = std::make_shared<const SourceFile>(
          SourceFile{setting.option, is_set ? text : setting.value});
      d.place.line = d.place.column = 1;
      return d;
    }
  }
  if (!d.place.known()) d.place.source = std::make_shared<const SourceFile>(SourceFile{path_, {}});
  return d;
}

void Findings::report(const Diagnostics& diagnostics) {
  Diagnostics reported;
  for (const Diagnostic& d : diagnostics.all()) {
    Diagnostic found = placed(d);
    if (found.severity == Severity::error) {
      const bool is_setting = found.place.file().starts_with("--");
      fault_ = std::max(fault_, is_setting ? Fault::request : Fault::model);
    }
    reported.add(std::move(found));
  }
  if (observer_) observer_->report(reported);
  all_.append(reported);
}

void Findings::report(const ModelError& error) {
  if (observer_) observer_->report(Severity::error, path_ + ": " + error.what());
  Diagnostic d;
  d.place.source = std::make_shared<const SourceFile>(SourceFile{path_, {}});
  d.part_path = error.part_path();
  d.message = error.message();
  d.suggestion = error.suggestion();
  all_.add(std::move(d));
  fault_ = Fault::model;
}

void Findings::report(const ModelError& error, const Model& model) {
  const std::string& formula = error.part_path();
  for (const PartInstance& part : model.parts()) {
    if (!part.source || !formula.starts_with(part.name + ".")) continue;
    Diagnostics diagnostics;
    detail::report(part, formula.substr(part.name.size() + 1), Severity::error, error.message(),
                   error.suggestion(), diagnostics);
    report(diagnostics);
    fault_ = Fault::model;
    return;
  }
  report(error);
}

void Findings::report_error(const std::string& sentence, Fault fault) {
  if (observer_) observer_->report(Severity::error, sentence);
  all_.add_error({}, sentence);
  fault_ = std::max(fault_, fault);
}

void Findings::report_warning(const std::string& sentence) {
  if (observer_) observer_->report(Severity::warning, sentence);
  all_.add_warning({}, sentence);
}

}  // namespace holon
