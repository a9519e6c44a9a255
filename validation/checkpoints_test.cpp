// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0

// Machines that are interrupted and continue: the same rows as without, bit for bit.
#include <gtest/gtest.h>
#include <unistd.h>

#include <bit>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <limits>
#include <random>

#include "holon/catalogue/builtin.h"
#include "holon/reader/load.h"
#include "holon/simulate/simulation.h"

namespace holon {
namespace {

namespace fs = std::filesystem;

class Interrupter final : public RunObserver {
 public:
  explicit Interrupter(std::int64_t looks) : left_(looks) {}
  bool go_on(const RunStatus&) override { return --left_ > 0; }

 private:
  std::int64_t left_;
};

class ResumedMachines : public ::testing::Test {
 protected:
  ResumedMachines() { fs::create_directories(folder_); }
  ~ResumedMachines() override { fs::remove_all(folder_); }

  Results run(const System& system, const Model& model, RunObserver* observer, bool is_resumed,
              RunSummary* summary = nullptr) {
    Results rows;
    Simulation simulation(system, model.simulate);
    simulation.record(rows, model.outputs, RowSchedule::from(model.simulate));
    simulation.set_observer(observer);
    simulation.set_checkpoints({.path = file_,
                                .seconds_between_keeps = 0,
                                .seconds_between_files = 0,
                                .share_of_time = std::numeric_limits<double>::infinity()});
    if (is_resumed) simulation.resume(read_checkpoint(file_));
    simulation.run();
    if (summary) *summary = simulation.summary();
    return rows;
  }

  /// Interrupts at random times and continues, as often as necessary.
  void expect_same_bits(Model model) {
    model.simulate.engine = EngineChoice::tape;
    model.simulate.checkpoint = model.simulate.until / 7.3;
    const System system = make_system(model);
    RunSummary summary, resumed;
    const Results whole = run(system, model, nullptr, false, &summary);
    ASSERT_GT(summary.status.steps.steps, 8);
    std::mt19937_64 random(3);
    const auto steps = static_cast<std::uint64_t>(summary.status.steps.steps);
    fs::remove(file_);
    for (int k = 0; k < 3; ++k) {
      Interrupter at(static_cast<std::int64_t>(2 + random() % (steps / 2)));
      run(system, model, &at, fs::exists(file_));
    }
    ASSERT_TRUE(fs::exists(file_));
    const Results rest = run(system, model, nullptr, true, &resumed);
    ASSERT_EQ(rest.row_count(), whole.row_count());
    for (std::size_t c = 0; c < rest.columns().size(); ++c)
      for (std::size_t r = 0; r < rest.row_count(); ++r)
        ASSERT_EQ(std::bit_cast<std::uint64_t>(rest.values(c)[r]),
                  std::bit_cast<std::uint64_t>(whole.values(c)[r]))
            << rest.columns()[c].name << " at " << rest.values(0)[r] << " s";
    EXPECT_EQ(resumed.status.steps.steps, summary.status.steps.steps);
    EXPECT_EQ(resumed.status.steps.evaluations, summary.status.steps.evaluations);
    EXPECT_EQ(resumed.largest_drift, summary.largest_drift);
    EXPECT_EQ(resumed.events, summary.events);
    EXPECT_EQ(resumed.ticks, summary.ticks);
    EXPECT_EQ(resumed.notes, summary.notes);
  }

  void expect_same_bits_of_text(const std::string& text) {
    Diagnostics diagnostics;
    Model model = load_model_text("holon: 1\n" + text, builtin_catalogue(), {}, diagnostics);
    diagnostics.throw_if_errors();
    expect_same_bits(std::move(model));
  }

  static Model load_example(const std::string& name, const std::string& formulation) {
    Diagnostics diagnostics;
    LoadOptions options;
    options.overrides = {"simulate.formulation=" + formulation};
    Model model = load_model(std::string(HOLON_SOURCE_DIR) + "/examples/" + name + ".yaml",
                             builtin_catalogue(), options, diagnostics);
    diagnostics.throw_if_errors();
    return model;
  }

  const fs::path folder_ =
      (fs::exists("/dev/shm") ? fs::path("/dev/shm") : fs::temp_directory_path()) /
      ("holon-machines-" + std::to_string(getpid()));
  const fs::path file_ = folder_ / "run.checkpoint";
};

TEST_F(ResumedMachines, LoopsInAllFormulations) {
  for (const char* name : {"four_bar", "slider_crank", "bricard"}) {
    for (const char* formulation : {"recursive", "augmented", "aggregate"}) {
      SCOPED_TRACE(std::string(name) + " " + formulation);
      // A step of the redundant ring costs 30 ms there; `augmented` has the same solver.
      if (std::string(name) == "bricard" && std::string(formulation) == "aggregate") continue;
      Model model = load_example(name, formulation);
      model.simulate.tolerance = 1e-7;
      // Seven checkpoints in any case: their distance is a part of this.
      model.simulate.until = std::string(name) == "bricard" ? 0.5 : 1.5;
      expect_same_bits(std::move(model));
    }
  }
}

TEST_F(ResumedMachines, LoopsByImplicitMethods) {
  for (const SolverMethod solver :
       {SolverMethod::cvode, SolverMethod::ida, SolverMethod::radau5, SolverMethod::radau}) {
    for (const char* name : {"four_bar", "bricard"}) {
      SCOPED_TRACE(name);
      Model model = load_example(name, "recursive");
      model.simulate.tolerance = 1e-6;
      model.simulate.until = 2;
      model.simulate.solver = solver;
      expect_same_bits(std::move(model));
    }
  }
}

/// Roots are continued from step to step, so where they are belongs to a checkpoint; of two of them
/// one serves rows alone. With it diodes, whose modes and latches do.
TEST_F(ResumedMachines, RootsThatAreFollowedAndDiodes) {
  for (const char* solver :
       {"dopri5, tolerance: 1e-8", "cvode, tolerance: 1e-8", "ida, tolerance: 1e-8",
        "radau5, tolerance: 1e-8", "radau, tolerance: 1e-8", "rk4, step: 5 ms"}) {
    SCOPED_TRACE(solver);
    expect_same_bits_of_text(R"yaml(parts:
  e:
    type: Equations
    unknowns:
      w: {guess: 0, equation: "sin(w - time/1 [s]) + 0.1*way.output/1 [s]"}
      v: {guess: 0, equation: "v + 0.5*v^3 - w"}
  way: {type: Integrator, input: "cos(e.w)"}
  g:
    type: BondGraph
    domain: electrical
    elements:
      V: {Se: "10 [V]*sin(3*time/1 [s])"}
      a: 1
      D: {Diode: {forward: 0 V, gate: "sin(3*time/1 [s]) > 0.5"}}
      R: {R: 1 ohm}
      n: 0
      C: {C: 0.5}
      load: {R: 10 ohm}
    bonds: [V -> a, a -> D, a -> R, a -> n, n -> C, n -> load]
outputs: [e.w, e.v, way.output, g.C.effort, g.D.flow]
simulate: {until: 6 s, interval: 0.05 s, solver: )yaml" +
                             std::string(solver) + "}\n");
  }
}

TEST_F(ResumedMachines, UnknownsOfAlgebraicLoops) {
  for (const char* solver : {"dopri5", "radau5", "radau", "cvode", "ida"}) {
    SCOPED_TRACE(solver);
    expect_same_bits_of_text(std::string(R"yaml(
parts:
  plant:
    type: Equations
    states: {x: {initial: 1, der: "-w + 0.3*sin(2*v)"}, v: {initial: 0, der: "x - 0.1*v"}}
    unknowns: {w: {equation: "w^3 + w - x", guess: 0}}
outputs: [plant.x, plant.v, plant.w]
simulate: {until: 9 s, tolerance: 1e-7, interval: 0.1 s, solver: )yaml") +
                             solver + "}\n");
  }
}

TEST_F(ResumedMachines, QuaternionsPassengersAndStops) {
  for (const char* name : {"free_rigid_body", "leg", "bouncing_ball", "two_airplanes"}) {
    SCOPED_TRACE(name);
    Model model = load_example(name, "recursive");
    model.simulate.tolerance = 1e-8;
    model.simulate.until = std::min(model.simulate.until, 6.0);
    expect_same_bits(std::move(model));
  }
}

TEST_F(ResumedMachines, FrictionThatSticksAndSlides) {
  expect_same_bits_of_text(R"(
parts:
  belt: {type: PointMass, mass: 5 kg}
  drive: {type: Prismatic, between: [world, belt], axis: x, motion: "0.3*time"}
  block: {type: PointMass, mass: 1 kg}
  slide: {type: Prismatic, between: [belt, block], axis: x, friction: {coulomb: 3 N, static: 5 N, stribeck: 0.02 m/s}}
  spring: {type: Spring, between: [world, block], stiffness: 40 N/m}
  rail: {type: Frame, position: [1, 0, 0]}
simulate: {until: 8 s, tolerance: 1e-8, interval: 0.05 s}
)");
}

TEST_F(ResumedMachines, SampledBlocksNoiseDelaysAndInputs) {
  const fs::path data = folder_ / "u.csv";
  std::ofstream(data) << "time,u\n0,0\n1,1\n3,-0.5\n10,2\n";
  expect_same_bits_of_text("inputs: {u: " + data.string() + R"(}
parts:
  plant:
    type: Equations
    inputs: {u: controller.output, w: wind.output}
    states: {x: {initial: 0, der: v}, v: {initial: 0, der: "-x - 0.3*v + u + w"}}
  wind: {type: Noise, sample: 20 Hz, deviation: 0.2}
  late: {type: Delay, input: plant.x, ticks: 3, sample: 50 Hz}
  controller: {type: PID, input: "u - late.output", kp: 2, ki: 0.5, kd: 0.1, sample: 50 Hz, limits: [-10, 10]}
simulate: {until: 6 s, tolerance: 1e-8, seed: 42}
outputs: [plant.x, plant.v, controller.output, wind.output, late.output]
)");
}

TEST_F(ResumedMachines, TablesOfTimeWithCornersAndJumps) {
  const fs::path data = folder_ / "u.csv";
  std::ofstream(data) << "time,u\n0,0\n1,0\n1.01,30\n1.02,0\n2.5,0\n2.5,2\n4,1\n4.4,1\n";
  for (const char* solver : {"auto", "radau5", "radau", "cvode", "ida", "rk4, step: 2 ms"}) {
    expect_same_bits_of_text("inputs: {u: " + data.string() + R"yaml(}
parts:
  m: {type: PointMass, mass: 1 kg}
  r: {type: Prismatic, between: [world, m], axis: x, stiffness: 40, damping: 1, force: "u + lookup(T, time)"}
  T: {type: Table, x: [0, 1, 2, 3, 5, 6], values: [0, 2, -1, 3, 3, 0], interpolation: cubic}
simulate: {until: 6 s, interval: 0.05 s, solver: )yaml" +
                             std::string(solver) + R"yaml(}
outputs: [r.position, r.speed, u]
)yaml");
  }
}

}  // namespace
}  // namespace holon
