// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <vector>

#include "holon/expr/graph/function.h"
#include "holon/expr/program/kernel.h"

/// The execution plan of a Function, made once for every engine: kernels in stages over a memory of
/// numbered locations. A fixed kernel runs once, with locations known at compile time. A rolled
/// kernel runs along a table of instances: each row has the kernel's number and the start of each
/// group of arguments and results, which have the same offsets in all instances. So the code size
/// does not grow with the number of calls.
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

/// Arguments or results of a rolled kernel with the same offsets in all instances.
struct Group {
  Space space = Space::work;
  struct Member {
    std::uint32_t position;  ///< which argument, or which output of the kernel
    std::uint32_t offset;    ///< from the location in the instance table
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

/// Numbers copied from one space to another: alternating from and to.
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
  std::vector<Copies> after;   ///< outputs that no kernel writes directly
  std::uint32_t inputs = 0, outputs = 0, work = 0;
  std::size_t operation_count = 0;  ///< of one run
};

Plan make_plan(const Function& function, std::size_t inline_limit);
/// One kernel, its arguments from the inputs and its results into the outputs in order.
Plan make_plan(const Kernel& kernel);

}  // namespace holon::detail
