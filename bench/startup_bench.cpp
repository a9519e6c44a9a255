// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0

// How long a user waits for the first step: the program `holon` from its start to its end on a
// model of 30 bodies that runs for one step (so somewhat more than to the first
// accepted step). Wall time, median of 20, warm disk.

#include <benchmark/benchmark.h>
#include <fcntl.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <string>

extern char** environ;

namespace {

constexpr const char* kModel = R"(holon: 1
title: Thirty links
parts:
  link:
    type: RigidBody
    repeat: 30
    mass: 1 kg
    inertia: {box: [1, 0.1, 0.1]}
    center_of_mass: [0.5, 0, 0]
    frames: {tip: {at: [1, 0, 0]}}
  joint:
    type: Revolute
    repeat: 30
    between: ["link[i-1].tip", "link[i]"]
    axis: [0, 1, 0]
    override: {0: {between: [world, "link[0]"]}}
simulate: {until: 1 us}
)";

void run_holon(benchmark::State& state) {
  std::string folder = "/tmp/holon-startup-XXXXXX";
  if (!mkdtemp(folder.data())) return state.SkipWithError("no temporary folder");
  const std::string model = folder + "/thirty.yaml", out = folder + "/thirty.csv";
  std::ofstream(model) << kModel;
  std::string program = HOLON_PROGRAM, verb = "run", option = "-o";
  std::string model_word = model, out_word = out;
  char* const words[] = {program.data(), verb.data(),     model_word.data(),
                         option.data(),  out_word.data(), nullptr};
  posix_spawn_file_actions_t quiet;
  posix_spawn_file_actions_init(&quiet);
  posix_spawn_file_actions_addopen(&quiet, 1, "/dev/null", O_WRONLY, 0);
  posix_spawn_file_actions_addopen(&quiet, 2, "/dev/null", O_WRONLY, 0);
  for (auto _ : state) {
    pid_t pid = 0;
    int status = 1;
    if (posix_spawn(&pid, program.c_str(), &quiet, nullptr, words, environ) == 0) {
      waitpid(pid, &status, 0);
    }
    if (status != 0) {
      state.SkipWithError("holon run failed");
      break;
    }
  }
  posix_spawn_file_actions_destroy(&quiet);
  const std::string clean = "rm -r '" + folder + "'";
  if (std::system(clean.c_str()) != 0) std::perror("rm");
}

BENCHMARK(run_holon)
    ->Name("start to end, 30 bodies, one step")
    ->Unit(benchmark::kMillisecond)
    ->UseRealTime()
    ->Iterations(1)
    ->Repetitions(20)
    ->ReportAggregatesOnly(true);

}  // namespace

BENCHMARK_MAIN();
