// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "holon/base/dimension.h"
#include "holon/base/errors.h"
#include "holon/expr/graph/expr.h"

namespace holon {

/// A value of the model that varies from sample to sample: one key of `study: {vary: …}`.
struct StudyVariation {
  enum class Kind : std::uint8_t {
    normal,   ///< numbers: mean, standard deviation
    uniform,  ///< numbers: from, to
    values,   ///< numbers: all of them
    range,    ///< numbers: from, to; `points` of them at equal distances
  };
  std::string name;  ///< as --set has it: "m", "boom.k"
  Kind kind = Kind::normal;
  std::vector<double> numbers;         ///< [SI unit]
  std::optional<Dimension> dimension;  ///< nothing for bare numbers
  int points = 0;
  Place place;
};

/// A number that a sample's run is reduced to: one key of `study: {record: …}`.
struct StudyRecord {
  enum class Reduction : std::uint8_t { max, min, final, initial, mean, rms, integral };
  std::string name;
  Reduction reduction = Reduction::final;
  std::vector<Expr> values;             ///< of the signal, by component
  std::vector<std::string> components;  ///< empty for a scalar
  Dimension dimension;                  ///< of the signal
  std::string text;                     ///< as written
  /// The signal as an output of the system: "study.swing".
  std::string output() const { return "study." + name; }
  /// Of the reduced number.
  Dimension reduced_dimension() const {
    return reduction == Reduction::integral ? dimension * dimensions::kTime : dimension;
  }
};
const char* name_of(StudyRecord::Reduction reduction);

/// `study:`, many runs of one model.
struct StudySettings {
  enum class Kind : std::uint8_t {
    monte_carlo,
    grid,
    latin_hypercube,  ///< `samples` runs, one in each of as many strata of every value
    sobol,            ///< indices of `samples` (n + 2) runs
    morris,           ///< elementary effects of `samples` trajectories of n + 1 runs
  } kind = Kind::monte_carlo;
  std::int64_t samples = 0;  ///< all but grid
  std::int64_t levels = 4;   ///< of morris
  std::int64_t seed = 0;
  std::vector<StudyVariation> vary;
  std::vector<StudyRecord> record;
};
const char* name_of(StudySettings::Kind kind);

}  // namespace holon
