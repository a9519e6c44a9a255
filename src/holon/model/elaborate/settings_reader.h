// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "holon/model/elaborate/elaboration.h"

namespace holon::detail {

/// The third pass: the sections of a file besides its parts, which name outputs.
class SettingsReader {
 public:
  SettingsReader(Elaboration& elaboration, const SourceNode& root, Scope& scope,
                 const ElaborateOptions& options, Diagnostics& diagnostics)
      : elaboration_(elaboration),
        root_(root),
        scope_(scope),
        options_(options),
        diagnostics_(diagnostics),
        model_(elaboration.model()) {}

  /// Before the first pass, because formulas name the inputs (read_run.cpp).
  void read_inputs(const SourceNode& map);
  void read();

 private:
  // read_settings.cpp
  template <class T>
  void read_section(const char* name, T& settings);
  void check_world();
  void check_solver();
  void check_cameras();
  void check_hidden(const SourceNode& hides, const std::string& camera);
  void read_outputs(const SourceNode& list);
  void read_plots(const SourceNode* list);
  void check_plot(PlotSettings& plot, const SourceNode& node);
  void check_band(BandSettings& band, const SourceNode& node, const std::optional<Dimension>& of,
                  const std::string& first);
  std::string read_plotted(const SourceNode& node, std::optional<Dimension>& dimension);
  // read_run.cpp
  void check_inputs();
  void read_conditions();
  void read_condition_of_run(const SourceNode& node, bool is_stop);
  // Many runs (read_study.cpp).
  void read_study(const SourceNode& node);
  void read_variation(const std::string& name, const SourceNode& node, bool is_grid,
                      StudySettings& study);
  void read_record(const std::string& name, const SourceNode& node, StudySettings& study);

  Elaboration& elaboration_;
  const SourceNode& root_;
  Scope& scope_;
  const ElaborateOptions& options_;
  Diagnostics& diagnostics_;
  Model& model_;
};

}  // namespace holon::detail
