// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "holon/base/archive.h"
#include "holon/expr/program/program.h"

namespace holon {

struct HeightFilm;

/// Code that runs when clocks tick, for what expressions cannot describe: a filter that replays
/// late measurements, the cells of a terrain, a model of another program. It reads declared inputs
/// and sets declared outputs, which are discrete states of the System; between ticks it does not
/// exist. One object belongs to one run (one lane), and its memory is archived with the run's
/// checkpoints.
///
/// `tick` must depend on nothing but its arguments and the memory that `archive` covers, so that a
/// resumed run gives the same bits.
class Process {
 public:
  Process() = default;
  virtual ~Process() = default;
  Process(const Process&) = delete;
  Process& operator=(const Process&) = delete;

  /// A tick at `t` [s] of at least one of its clocks. `ticking`: 1 or 0 for each of them in the
  /// order of its declaration; `in`: its inputs at the instant, after other parts that tick there;
  /// `out`: its outputs, which have the values of the last tick. Throws RunError.
  virtual void tick(double t, const double* ticking, const double* in, double* out) = 0;
  /// All of its memory.
  virtual void archive(Archive& a) = 0;
  /// What the summary of the run shows: "nav: 3 measurements of gps were rejected …".
  virtual std::vector<std::string> list_notes() const { return {}; }
  /// A surface that it has changed, to be drawn; nullptr if there is none.
  virtual std::shared_ptr<const HeightFilm> film() const { return nullptr; }
};

/// The constant description of a Process, which makes one for each run. Shared by threads.
class ProcessModel {
 public:
  virtual ~ProcessModel() = default;
  /// `options`: of the programs that it may compile.
  virtual std::unique_ptr<Process> make(const ProgramOptions& options) const = 0;
  /// Equal for models that behave equally; part of System::fingerprint.
  virtual std::uint64_t fingerprint() const = 0;
};

}  // namespace holon
