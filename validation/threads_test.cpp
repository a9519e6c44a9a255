// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0

// One system, run by several threads at once.
#include <bit>
#include <thread>

#include "example.h"

namespace holon {
namespace {

class ThreadsTest : public testing::TestWithParam<const char*> {};

TEST_P(ThreadsTest, RunAtOnceGivesTheSameBitsAsAlone) {
  Diagnostics diagnostics;
  const Model model =
      load_model(std::string(HOLON_SOURCE_DIR) + "/examples/" + GetParam() + ".yaml",
                 builtin_catalogue(), {}, diagnostics);
  diagnostics.throw_if_errors();
  const System system = make_system(model);
  SimulateSettings settings = model.simulate;
  settings.until = std::min(settings.until, 0.5);

  // What grows the system's graph is done before the threads begin.
  constexpr std::size_t kThreads = 3;
  std::vector<std::unique_ptr<Simulation>> simulations;
  std::vector<Results> results(kThreads);
  for (std::size_t k = 0; k < kThreads; ++k) {
    simulations.push_back(std::make_unique<Simulation>(system, settings));
    simulations[k]->record(results[k], model.outputs, RowSchedule::from(settings));
  }
  {
    std::vector<std::jthread> threads;
    for (const auto& simulation : simulations) threads.emplace_back([&] { simulation->run(); });
  }

  const Results alone = simulate(system, settings, model.outputs);
  for (const Results& r : results) {
    ASSERT_EQ(r.row_count(), alone.row_count());
    for (std::size_t column = 0; column < alone.columns().size(); ++column) {
      for (std::size_t row = 0; row < alone.row_count(); ++row) {
        ASSERT_EQ(std::bit_cast<std::uint64_t>(r.values(column)[row]),
                  std::bit_cast<std::uint64_t>(alone.values(column)[row]))
            << alone.columns()[column].name << " in row " << row;
      }
    }
  }
}

// A tree, a loop, events, samples, backward differences, bonds, oil.
INSTANTIATE_TEST_SUITE_P(Examples, ThreadsTest,
                         testing::Values("trolley_double_pendulum", "four_bar", "stick_slip",
                                         "pid_crane", "robertson", "movable_pendulum",
                                         "cylinder_and_mass"));

}  // namespace
}  // namespace holon
