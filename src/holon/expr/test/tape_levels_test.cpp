// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0

// The tape's interpreters for narrower processors, run on this one.

#include <gtest/gtest.h>

#include <cstdint>

#include "holon/expr/program/tape.h"
#include "holon/expr/test/random_graph.h"

namespace holon::detail {
namespace {

/// Memory for a tape, at a multiple of 64 bytes.
class Memory {
 public:
  Memory(const Tape& tape, int lanes)
      : numbers_(static_cast<std::size_t>(tape.slot_count()) * static_cast<std::size_t>(lanes) +
                 8) {
    const auto address = reinterpret_cast<std::uintptr_t>(numbers_.data());
    aligned_ = reinterpret_cast<double*>((address + 63) / 64 * 64);
    tape.prepare(aligned_, lanes);
  }
  double* get() const { return aligned_; }

 private:
  std::vector<double> numbers_;
  double* aligned_;
};

class TapeLevels : public ::testing::TestWithParam<TapeLevel> {};
INSTANTIATE_TEST_SUITE_P(Levels, TapeLevels,
                         ::testing::Values(TapeLevel::base, TapeLevel::v3, TapeLevel::v4),
                         [](const auto& info) {
                           return std::string(std::array{"base", "v3", "v4"}[info.index]);
                         });

TEST_P(TapeLevels, GiveTheBitsOfTheBestMachine) {
  if (!find_tape_machine(1, GetParam())) GTEST_SKIP() << "not on this processor";
  for (std::uint64_t seed = 1; seed <= 40; ++seed) {
    std::mt19937_64 random(seed);
    const FunctionRef f = make_random_function(random, 6, 80);
    for (std::size_t limit : {std::size_t{0}, std::size_t{100000}}) {
      const Tape tape(make_plan(*f, limit));
      for (int lanes : {1, 8}) {
        const TapeMachine* machine = find_tape_machine(lanes, GetParam());
        ASSERT_TRUE(machine);
        const auto width = static_cast<std::size_t>(lanes);
        const Memory best(tape, lanes), forced(tape, lanes);
        for (int sample = 0; sample < 4; ++sample) {
          const auto in = make_sample(random, f->input_count() * lanes);
          std::vector<double> a(f->output_scalars().size() * width), b(a.size());
          tape.run(in.data(), a.data(), best.get(), lanes);
          tape.run(in.data(), b.data(), forced.get(), lanes, *machine);
          for (std::size_t k = 0; k < a.size(); ++k) {
            ASSERT_TRUE(same_bits(a[k], b[k]))
                << "seed " << seed << ", " << lanes << " lanes, output " << k / width << ": "
                << a[k] << " and " << b[k];
          }
        }
      }
    }
  }
}

}  // namespace
}  // namespace holon::detail
