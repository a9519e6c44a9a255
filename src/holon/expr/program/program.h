// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "holon/expr/graph/function.h"

namespace holon {

/// Which engine runs a program: the tape at once, native code when the compiler is done (automatic
/// starts on the tape, calls the compiler when the work is worth it, and switches; the results have
/// the same bits).
enum class Engine { automatic, tape, native };

struct ProgramOptions {
  Engine engine = Engine::tape;
  /// Functions that call others are flattened up to this many operations; larger ones run their
  /// calls along tables of instances.
  std::size_t inline_limit = 4000;
};

class Program;

/// The numbers that a running program needs besides its inputs and outputs; one per thread. It may
/// serve several programs, best one at a time.
class Workspace {
 public:
  Workspace() = default;

 private:
  friend class Program;
  /// Memory aligned to 64 bytes that remembers whom it was prepared for.
  struct Buffer {
    std::vector<double> numbers;
    std::uint64_t owner = 0;
    double* aligned = nullptr;
    Buffer() = default;
    Buffer(const Buffer&) {}  // a copy is prepared anew: `aligned` points into `numbers`
    Buffer& operator=(const Buffer&) {
      owner = 0;
      return *this;
    }
    /// True where it had to be made anew.
    bool prepare(std::uint64_t for_whom, std::size_t size);
  };
  Buffer tape_[2], native_[2];  // for 1 and 8 lanes
};

/// A compiled Function. Immutable and shared by threads; each thread brings a Workspace. All
/// engines and lane counts give identical bits (a NaN is a NaN, whatever its payload).
class Program {
 public:
  static constexpr int kLanes = 8;

  Program() = default;
  /// Compiles. With Engine::native it waits for the compiler and throws std::runtime_error with the
  /// compiler's message where there is none; with Engine::automatic that runs in the background.
  explicit Program(const Function& function, const ProgramOptions& options = {});

  int input_count() const;
  int output_count() const;

  /// out (output_count) from in (input_count), which must not overlap.
  void run(const double* in, double* out, Workspace& workspace) const;
  /// Eight samples at once: in (input_count x 8), out (output_count x 8), lanes adjacent.
  void run_lanes(const double* in, double* out, Workspace& workspace) const;

  /// The engine that the next run uses now: tape or native.
  Engine engine() const;
  /// Starts the compiler where that has not begun and waits until it is done; false where native
  /// code could not be made, or on the tape.
  bool wait_native() const;
  /// Compiler, version, flags and cache key of the native code, or why there is none.
  std::string provenance() const;
  /// Number of arithmetic operations of one run.
  std::size_t operation_count() const;

 private:
  struct Impl;
  void run(const double* in, double* out, Workspace& workspace, int lanes) const;
  std::shared_ptr<const Impl> impl_;
};

/// A complete C translation unit for the function (see docs/design/program.md for its interface).
std::string write_c(const Function& function, const ProgramOptions& options = {});

}  // namespace holon
