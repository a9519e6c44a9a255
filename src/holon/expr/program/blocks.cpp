// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#include "holon/expr/program/blocks.h"

#include <algorithm>
#include <cstring>

#include "holon/expr/graph/solve_plan.h"
#include "holon/expr/graph/table_slopes.h"
#include "holon/expr/program/block_functions.h"
#include "holon/expr/program/jit.h"
#include "holon/expr/program/tape.h"

#undef HOLON_LANES
#define HOLON_LANES 1
#include "holon/expr/runtime/lanes.h"
//
#include "holon/expr/runtime/linear.h"
#include "holon/expr/runtime/sparse.h"
//
#include "holon/expr/runtime/minimum_norm.h"
#include "holon/expr/runtime/nested.h"
//
#include "holon/expr/runtime/newton.h"

namespace holon::detail {

/// Operands are gathered lane by lane; other data of a run is on its own stack, so that threads can
/// share a block.
struct TapeBlock {
  Payload payload;
  std::vector<std::int32_t> from, to;
  TableSlopes slopes;              // table
  SolvePlan plan;                  // solve
  std::unique_ptr<Tape> residual;  // newton: one of these
  std::unique_ptr<const Jit> residual_code;
};

namespace {

h_sparse_positive to_runtime(const PositivePlan& g) {
  return {g.n,          g.order.data(), g.diagonal.data(), g.start.data(),
          g.row.data(), g.from.data(),  g.parent.data(),   g.lower_start.data()};
}

h_sparse_general to_runtime(const GeneralPlan& g) {
  return {g.n, g.start.data(), g.row.data(), g.order.data(), g.lower_room, g.upper_room};
}

static_assert(sizeof(h_branch) == NestedPlan::kBranchNumbers * sizeof(int));

/// Memory of a block while it runs, for one lane after the other. Not cleared: the part for rare
/// branches of a solve is large and seldom used.
struct BlockRoom {
  std::unique_ptr<double[]> operands, results, work, taken;
  std::unique_ptr<int[]> ints;
};

int solve_nested_lane(const SolvePlan& plan, const double* values, const double* right_side,
                      double* results, double* work, int* ints, double* quality) {
  const NestedPlan& g = plan.nested;
  const h_sparse_positive last = to_runtime(g.last);
  const h_sparse_general irregular = to_runtime(g.irregular);
  std::vector<h_branch> branch(static_cast<std::size_t>(g.branches));
  std::memcpy(branch.data(), g.branch.data(), g.branch.size() * sizeof(int));
  const h_nested nested{g.n,
                        g.branches,
                        g.cuts,
                        branch.data(),
                        g.unknown.data(),
                        g.cut.data(),
                        g.cut_unknown.data(),
                        static_cast<int>(g.from.size()),
                        g.from.data(),
                        g.to.data(),
                        g.room,
                        g.solutions,
                        g.last_entries,
                        g.last_start.data(),
                        g.last_row.data(),
                        static_cast<int>(g.cut_from.size()),
                        g.cut_from.data(),
                        g.cut_to.data(),
                        g.base.data(),
                        g.is_last_sparse ? &last : nullptr,
                        g.start.data(),
                        g.row.data(),
                        g.take.data(),
                        g.is_large ? &irregular : nullptr};
  return find_block_functions().solve_nested(&nested, values, right_side, results, 1,
                                             plan.tolerance, work, ints, quality);
}

void solve_lane(const TapeBlock& block, BlockRoom& room) {
  const SolvePlan& plan = block.plan;
  const BlockFunctions& f = find_block_functions();
  double *const work = room.work.get(), *const results = room.results.get();
  int* const ints = room.ints.get();
  const double* const operands = room.operands.get();
  const double* const right_side = operands + block.payload.row_index.size();
  for (std::size_t e = 0; e < plan.take.size(); ++e) room.taken[e] = operands[plan.take[e]];
  const double* const values = plan.take.empty() ? operands : room.taken.get();
  double quality = 0.0;
  int status = 0, rank = -1;
  const int *start = plan.start.data(), *row = plan.row.data();
  const int kind = static_cast<int>(plan.kind);
  switch (plan.method) {
    case SolvePlan::Elimination::dense:
      status = f.solve_dense(kind, plan.n, start, row, values, right_side, results, 1, work, ints,
                             &quality);
      break;
    case SolvePlan::Elimination::general: {
      const h_sparse_general general = to_runtime(plan.general);
      status =
          f.solve_sparse_general(&general, values, right_side, results, 1, work, ints, &quality);
      break;
    }
    case SolvePlan::Elimination::positive: {
      const h_sparse_positive positive = to_runtime(plan.positive);
      status =
          f.solve_sparse_positive(&positive, values, right_side, results, 1, work, ints, &quality);
      break;
    }
    case SolvePlan::Elimination::minimum_norm:
      rank = f.solve_minimum_norm(kind, plan.n, start, row, values, right_side, results, 1,
                                  plan.tolerance, work, ints, &quality);
      break;
    case SolvePlan::Elimination::semidefinite: {
      const h_sparse_positive positive = to_runtime(plan.positive);
      rank = f.solve_sparse_semidefinite(&positive, start, row, values, right_side, results, 1,
                                         plan.tolerance, work, ints, &quality);
      break;
    }
    case SolvePlan::Elimination::nested:
      rank = solve_nested_lane(plan, values, right_side, results, work, ints, &quality);
  }
  results[plan.n] = quality;
  results[plan.n + 1] = rank >= 0 ? rank : h_rank(plan.n, status);
}

/// A residual with its memory, as called by h_newton.
struct ResidualRun {
  const TapeBlock& block;
  std::size_t unknowns;
  double* memory;
  double* input;   // z, parameters
  double* output;  // residual, Jacobian
};

void call_residual(const void* context, const double* z, double* r, double* jacobian) {
  const auto& run = *static_cast<const ResidualRun*>(context);
  const std::size_t n = run.unknowns;
  std::copy_n(z, n, run.input);
  if (run.block.residual_code) {
    run.block.residual_code->run(run.input, run.output, run.memory);
  } else {
    run.block.residual->run(run.input, run.output, run.memory, 1);
  }
  std::copy_n(run.output, n, r);
  std::copy_n(run.output + n, n * n, jacobian);
}

void newton_lane(const TapeBlock& block, const double* operands, double* results) {
  const auto n = static_cast<std::size_t>(block.payload.size);
  const Jit* code = block.residual_code.get();
  std::vector<double> room(code ? code->memory_size() : block.residual->slot_count());
  std::vector<double> work(HOLON_NEWTON_WORK(n));
  std::vector<double> input(operands, operands + block.from.size()), output(n + n * n);
  std::vector<int> ints(HOLON_NEWTON_INTS(n));
  if (!code) block.residual->prepare(room.data(), 1);
  const ResidualRun run{block, n, room.data(), input.data(), output.data()};
  std::copy_n(operands, n, results);
  h_newton(block.payload.size, call_residual, &run, results, work.data(), ints.data(), nullptr,
           results + n);
}

BlockRoom make_room(const TapeBlock& block) {
  const auto numbers = [](std::size_t n) { return std::unique_ptr<double[]>(new double[n]); };
  BlockRoom room{numbers(block.from.size()), numbers(block.to.size()), nullptr, nullptr, nullptr};
  if (block.payload.op == Op::solve) {
    room.work = numbers(block.plan.work_doubles);
    room.ints.reset(new int[block.plan.work_ints]);
    room.taken = numbers(block.plan.take.size());
  }
  return room;
}

void run_lane(const TapeBlock& block, BlockRoom& room) {
  const double* const operands = room.operands.get();
  switch (block.payload.op) {
    case Op::table:
      room.results[0] = interpolate(*block.payload.table, block.slopes, block.payload.derivative,
                                    operands[0], block.from.size() > 1 ? operands[1] : 0.0);
      break;
    case Op::solve: solve_lane(block, room); break;
    default: newton_lane(block, operands, room.results.get());
  }
}

}  // namespace

std::shared_ptr<const TapeBlock> make_tape_block(const Block& block, std::vector<std::int32_t> from,
                                                 std::vector<std::int32_t> to,
                                                 const TapeLevel* level) {
  auto made = std::make_shared<TapeBlock>();
  made->payload = block.payload;
  made->from = std::move(from);
  made->to = std::move(to);
  if (block.payload.op == Op::solve) made->plan = make_solve_plan(block.payload);
  if (block.payload.op == Op::table) made->slopes = calc_slopes(*block.payload.table);
  if (!block.residual) return made;
  if (level) {
    auto plan = std::make_shared<const Plan>(make_plan(*block.residual));
    made->residual_code = Jit::make(std::move(plan), 1, *level);
  }
  if (!made->residual_code) made->residual = std::make_unique<Tape>(make_plan(*block.residual));
  return made;
}

void run_tape_block(const TapeBlock* block, double* memory, int lanes) {
  run_block_lanes(block, memory, lanes, lanes);
}

void run_block_lanes(const TapeBlock* block, double* memory, int stride, int lanes) {
  BlockRoom room = make_room(*block);
  for (int l = 0; l < lanes; ++l) {
    const auto at = [&](std::int32_t number) -> double& {
      return memory[static_cast<std::ptrdiff_t>(number) * stride + l];
    };
    for (std::size_t k = 0; k < block->from.size(); ++k) room.operands[k] = at(block->from[k]);
    run_lane(*block, room);
    for (std::size_t k = 0; k < block->to.size(); ++k) at(block->to[k]) = room.results[k];
  }
}

}  // namespace holon::detail
