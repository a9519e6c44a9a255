// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "holon/study/setting.h"

/// Arguments of the commands that study one model: see commands.h.
namespace holon::app {

/// What these commands have in common.
struct StudyArguments {
  std::string model;  ///< path of its file
  std::vector<Setting> settings;
  std::string output, plot, report;  ///< files; empty: none
  bool json = false;
};

struct ModesArguments : StudyArguments {
  std::string at, parameter;  ///< see ModesRequest
};
int modes_command(const ModesArguments& arguments);

struct TrimArguments : StudyArguments {
  std::vector<std::string> unknowns, givens;  ///< see TrimRequest
  int starts = 0;                             ///< 0: the usual number
  bool turns = false;                         ///< steady turns about the vertical
};
int trim_command(const TrimArguments& arguments);

struct SensitivityArguments : StudyArguments {
  std::vector<std::string> of, to;  ///< see SensitivityRequest
  bool check = false;
};
int sensitivity_command(const SensitivityArguments& arguments);

struct InverseArguments : StudyArguments {
  std::vector<std::string> motions;  ///< see InverseRequest
  std::string file;
  std::vector<std::string> efforts;
};
int inverse_command(const InverseArguments& arguments);

}  // namespace holon::app
