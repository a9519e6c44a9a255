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

/// The engine of a program: the tape, which runs everywhere; machine code made at once, on x86-64
/// (elsewhere the tape runs instead); native code when the compiler is done. Automatic programs
/// start with machine code, start the compiler when it pays off, and switch; the results have the
/// same bits.
enum class Engine { automatic, tape, jit, native };

struct ProgramOptions {
  Engine engine = Engine::tape;
  /// Functions that call others are flattened up to this many operations; larger ones run their
  /// calls along tables of instances.
  std::size_t inline_limit = 4000;
};

class Program;

/// The memory of a running program besides its inputs and outputs; one per thread. It may be used
/// by several programs, preferably one at a time.
class Workspace {
 public:
  Workspace() = default;

 private:
  friend class Program;
  /// Memory aligned to 64 bytes that records the program for which it was prepared.
  struct Buffer {
    std::vector<double> numbers;
    std::uint64_t owner = 0;
    double* aligned = nullptr;
    Buffer() = default;
    Buffer(const Buffer&) {}  // a copy is prepared again: `aligned` points into `numbers`
    Buffer& operator=(const Buffer&) {
      owner = 0;
      return *this;
    }
    /// True if it had to be prepared again.
    bool prepare(std::uint64_t for_whom, std::size_t size);
  };
  Buffer tape_[2], jit_[2], native_[2];  // for 1 and 8 lanes
};

/// A compiled Function. Immutable and shared by threads; each thread has its own Workspace. All
/// engines and lane counts give identical bits (a NaN is a NaN, whatever its payload).
class Program {
 public:
  static constexpr int kLanes = 8;

  Program() = default;
  /// Compiles. With Engine::native it waits for the compiler and throws std::runtime_error with the
  /// compiler's message on failure; with Engine::automatic it runs in the background.
  explicit Program(const Function& function, const ProgramOptions& options = {});

  int input_count() const;
  int output_count() const;

  /// out (output_count) from in (input_count), which must not overlap.
  void run(const double* in, double* out, Workspace& workspace) const;
  /// Eight samples at once: in (input_count x 8), out (output_count x 8), lanes adjacent.
  void run_lanes(const double* in, double* out, Workspace& workspace) const;

  /// An automatic program will run about this often from now on: if that pays for the compiler, it
  /// is started. Without this it is started when as much has been computed.
  void expect_runs(double count) const;

  /// The engine of the next run: tape, jit or native.
  Engine engine() const;
  /// The engines that have run so far, or will first: "tape", "jit", "native", "jit, then native".
  std::string engines() const;
  /// Starts the compiler if necessary and waits until it is done; false if native code could not be
  /// compiled, or with the engines tape and jit.
  bool wait_native() const;
  /// What runs: compiler, flags and cache key of native code, or the reason why there is none, or
  /// the instruction set of machine code, or the tape.
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
