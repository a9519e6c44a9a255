// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <CLI/App.hpp>
#include <CLI/Config.hpp>
#include <CLI/Formatter.hpp>
#include <string>
#include <vector>

#include "holon/commands/commands.h"
#include "holon/commands/study_commands.h"

namespace holon::app {

/// The commands with their options, and what of them was given. Help, completion and the pages for
/// man(1) read it, too.
struct Grammar {
  CLI::App app{"Holon: from parts to equations to motion.", "holon"};
  RunArguments run;
  EstimateArguments estimate;
  std::string estimated;
  CheckArguments check;
  VerifyArguments verify;
  EquationsArguments equations;
  LinearizeArguments linearize;
  ModesArguments modes;
  TrimArguments trim;
  SensitivityArguments sensitivity;
  InverseArguments inverse;
  SweepArguments sweep;
  LqrArguments lqr;
  ObservabilityArguments observability;
  ExportArguments exported;
  PartsArguments parts;
  NewArguments create;
  ExamplesArguments examples;
  SetArguments set;
  CompareArguments compare;
  ValidateArguments validate;
  AllanArguments allan;
  ServeArguments serve;
  std::vector<std::string> sets, plugins;
  std::vector<std::string> words, removals, renamings;  // of `set`
  std::string until, solver, formulation, engine, seed, fps;
  std::string shell, help_on, help_section;
  bool version = false;

  Grammar();
  std::vector<Setting> settings() const;

 private:
  CLI::App* add(const char* name, const char* description);
  void add_formulation(CLI::App* command);
  void add_sets(CLI::App* command);
  void add_plugins(CLI::App* command);
  void add_run();
  void add_estimate();
  void add_check();
  void add_verify();
  void add_equations();
  void add_linearize();
  void add_modes();
  void add_trim();
  void add_sensitivity();
  void add_inverse();
  void add_lqr();
  void add_observability();
  void add_sweep();
  void add_export();
  void add_parts();
  void add_set();
  void add_new();
  void add_examples();
  void add_compare();
  void add_validate();
  void add_allan();
  void add_serve();
  void add_completion();
  void add_schema();
  void add_help();
};

}  // namespace holon::app
