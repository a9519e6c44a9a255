// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "holon/output/json_report.h"
#include "holon/study/findings.h"

namespace holon::app {

/// A command that studies one model and prints text or JSON.
struct StudyCall {
  std::string kind;   ///< name of the command and of its schema
  std::string model;  ///< path
  std::vector<Setting> settings;
  bool json = false;
};

/// Calls `study(findings, json, text)`, prints what it made and turns what it throws into messages
/// and an exit status. `study` returns false if the model cannot be used.
int conclude_study(const StudyCall& call,
                   const std::function<bool(Findings&, Json&, std::string&)>& study);

/// The messages of all warnings so far.
std::vector<std::string> list_warnings(const Findings& findings);

}  // namespace holon::app
