// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <vector>

#include "holon/expr/graph/function.h"
#include "holon/expr/program/kernel.h"

/// How a Function runs, decided once for every engine: kernels in stages over a memory of numbered
/// places. A fixed kernel runs once, at places known when it is compiled. A rolled kernel runs
/// along a table of instances: each names the kernel and, for groups of arguments and results that
/// keep their distances in all instances, where the group begins. So code does not grow with the
/// number of calls.
namespace holon::detail {

enum class Space : std::uint8_t {
  input,   ///< the program's inputs
  work,    ///< values passed between kernels
  pool,    ///< constants of instances; one number for all lanes
  output,  ///< the program's outputs
};

struct Place {
  Space space = Space::work;
  std::uint32_t index = 0;
  friend bool operator==(const Place&, const Place&) = default;
};

/// Arguments or results of a rolled kernel that keep their distances in all instances.
struct Group {
  Space space = Space::work;
  struct Member {
    std::uint32_t position;  ///< which argument, or which output of the kernel
    std::uint32_t offset;    ///< from the place in the instance table
  };
  std::vector<Member> members;
};

struct PlannedKernel {
  Kernel kernel;
  bool rolled = false;
  std::vector<Place> arguments;  ///< fixed: of each argument
  std::vector<Place> results;    ///< fixed: of each output
  std::vector<Group> groups;     ///< rolled: arguments
  std::vector<Group> result_groups;
  /// Integers per row of the instance table: the kernel's number, then one per group.
  std::size_t row_size() const { return 1 + groups.size() + result_groups.size(); }
};

struct Stage {
  bool rolled = false;
  std::size_t kernel = 0;                  ///< fixed
  std::size_t first_row = 0, end_row = 0;  ///< rolled: a range of Plan::table
};

/// Numbers moved from one space to another: (from, to) by turns.
struct Copies {
  Space from, to;
  std::vector<std::int32_t> pairs;
};

struct Plan {
  std::vector<PlannedKernel> kernels;
  std::vector<Stage> stages;
  std::vector<std::int32_t> table;
  std::vector<double> pool;
  std::vector<Copies> before;  ///< inputs and constants into work
  std::vector<Copies> after;   ///< what no kernel wrote to its output itself
  std::uint32_t inputs = 0, outputs = 0, work = 0;
  std::size_t operation_count = 0;  ///< of one run
};

Plan make_plan(const Function& function, std::size_t inline_limit);
/// One kernel, its arguments from the inputs and its results into the outputs in order.
Plan make_plan(const Kernel& kernel);

}  // namespace holon::detail
