// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <variant>
#include <vector>

#include "holon/base/dimension.h"

namespace holon {

/// The value of a parameter in the run, in SI units and radians.
struct RecordedParameter {
  std::string name;
  double value = 0;
  Dimension dimension;
};

/// The provenance of results: sufficient to reproduce them. Results files contain it. Values that
/// are unknown when a run begins have their defaults and are supplied at the end
/// (RowSink::conclude).
struct Provenance {
  std::string title;
  std::string model;                  ///< path of its file
  std::string model_text;             ///< of all files it was read from
  std::string model_sha256;           ///< of the text; if empty, writers compute it
  std::vector<std::string> settings;  ///< of the command line: "m=2 kg", "simulate.until=5"
  std::vector<RecordedParameter> parameters;

  std::string version;  ///< of Holon
  std::string compiler, flags;
  std::string solver, formulation, stabilisation;
  double until = 0;           ///< [s]
  double tolerance = 0;       ///< 0 for a fixed step
  double max_step = 0;        ///< [s] requested; 0: none
  double nominal_length = 0;  ///< [m] of the machine's motions
  double step = 0;            ///< [s] 0 for an adaptive one
  std::int64_t seed = 0;
  std::string engine;       ///< "tape", "jit", "native", "jit, then native"
  std::string native_code;  ///< compiler and flags, or the reason why there is none

  /// "running"; "ended" after the last row if no status was given; then "done", "interrupted" or
  /// "failed". A file of a run that was killed has "running".
  std::string status = "running";
  std::string error;  ///< why it failed
  double time = 0;    ///< [s] time reached
  std::int64_t steps = 0, rejections = 0, evaluations = 0;
  double largest_drift = 0;
};

/// One fact of a Provenance.
struct ProvenanceItem {
  std::string name;  ///< "solver"
  std::variant<std::string, double, std::int64_t> value;
};

/// All facts except the model's text and its parameters; always the same names in the same order.
std::vector<ProvenanceItem> list_items(const Provenance& provenance);

}  // namespace holon
