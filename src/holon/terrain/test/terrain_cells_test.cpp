// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0

// The part Terrain with a ground of cells, and what the part Blade does to it.
#include <gtest/gtest.h>

#include <cmath>
#include <filesystem>

#include "cells.h"
#include "holon/mechanics/parts/bodies/rigid_body.h"
#include "holon/mechanics/parts/frames/frame.h"
#include "holon/mechanics/parts/joints/prismatic.h"
#include "holon/model/test/model_errors.h"
#include "holon/simulate/checkpoint/checkpoint.h"
#include "holon/simulate/test/tape_settings.h"
#include "holon/terrain/parts/blade.h"
#include "holon/terrain/parts/design_surface.h"
#include "holon/terrain/parts/terrain.h"
#include "plumb.h"

namespace holon {
namespace {

using test::errors_of;
using test::kCellsRounding;
using test::kCellsTolerance;
using test::Plumb;
using test::tape_settings;

Terrain::Grid make_grid(double x0, double x1, double y0, double y1, double cell) {
  return {{x0, x1}, {y0, y1}, cell};
}

/// The rows of a mast that moves over a ground.
Results survey(Terrain ground, bool is_plane, const std::vector<std::string>& outputs) {
  Model model;
  const Expr t = model.time(), x = model.output("ground.x"), y = model.output("ground.y");
  ground.height = is_plane ? 0.1 * x - 0.3 * y + 0.5 : 0.2 * sin(1.3 * x) * cos(0.9 * y);
  model.add<Terrain>("ground", ground);
  model.add<Frame>("mast", {.position = {0.3 + 1.7 * t, 0.2 + 0.4 * t, 1.0}});
  model.add<Plumb>("plumb", {.ground = "ground", .on = "mast"});
  return simulate(make_system(model), tape_settings(1, 0.005, kCellsTolerance), outputs);
}

TEST(Terrain, OfCellsIsSmoothWhetherItRestsOrIsWorked) {
  const std::vector<std::string> outputs{
      "plumb.height",    "plumb.slope_x",           "plumb.slope_y",           "mast.position.x",
      "mast.position.y", "plumb.below.height_rate", "plumb.below.slope_x_rate"};
  Terrain resting{.grid = make_grid(-1, 4, -1, 2, 0.125)};
  Terrain worked = resting;
  worked.sample = 0.05;
  // Planes are exact, whatever the cells.
  for (const Terrain& ground : {resting, worked}) {
    const Results rows = survey(ground, true, outputs);
    for (std::size_t k = 0; k < rows.row_count(); ++k) {
      const double px = rows.values("mast.position.x")[k], py = rows.values("mast.position.y")[k];
      EXPECT_NEAR(rows.values("plumb.height")[k], 0.1 * px - 0.3 * py + 0.5, kCellsRounding);
      EXPECT_NEAR(rows.values("plumb.slope_x")[k], 0.1, kCellsRounding * 10);
      EXPECT_NEAR(rows.values("plumb.slope_y")[k], -0.3, kCellsRounding * 10);
    }
  }
  // The surface is off the formula by h²/8 of the second derivatives. Worked, it is a cubic along
  // the path of d between two ticks: off by 0.0162 J d², and its slope by J d/12, where the second
  // derivative jumps by J, from cell to cell; twice, at a line of x and one of y. Across the path
  // the slope is linear: off by J d/4. Before the second tick the direction is not known: of the
  // way sideways only the slope is.
  const Results a = survey(resting, false, outputs), b = survey(worked, false, outputs);
  const double off = 0.125 * 0.125 / 8 * 0.2 * (1.3 * 1.3 + 0.9 * 0.9);
  const double d = 0.05 * std::hypot(1.7, 0.4), jump = 0.125 * 0.2 * std::pow(1.3 + 0.9, 3);
  const double sideways = 0.05 * 0.4, bend = 0.2 * 0.9 * 0.9;
  for (std::size_t k = 0; k < a.row_count(); ++k) {
    const double px = a.values("mast.position.x")[k], py = a.values("mast.position.y")[k];
    EXPECT_NEAR(a.values("plumb.height")[k], 0.2 * std::sin(1.3 * px) * std::cos(0.9 * py),
                1.1 * off);
    // As tracks need it: the mast moves with 1.7 m/s along x and 0.4 m/s along y.
    EXPECT_NEAR(b.values("plumb.below.height_rate")[k],
                1.7 * b.values("plumb.slope_x")[k] + 0.4 * b.values("plumb.slope_y")[k],
                kCellsRounding * 10);
    const bool is_first = k <= 10;
    EXPECT_NEAR(a.values("plumb.height")[k], b.values("plumb.height")[k],
                is_first ? 2 * 0.0162 * jump * 0.125 * 0.125 + bend * sideways * sideways
                         : 2 * 0.0162 * jump * d * d)
        << k;
    for (const char* name : {"plumb.slope_x", "plumb.slope_y"})
      EXPECT_NEAR(a.values(name)[k], b.values(name)[k],
                  is_first ? 2 * jump * 0.125 + 2 * bend * sideways : 2 * jump * d / 4)
          << name << " " << k;
    // Between two ticks its slopes are quadratic in time, for which differences are exact.
    if (k % 10 >= 2 && k % 10 <= 8) {
      const auto& slope = b.values("plumb.slope_x");
      EXPECT_NEAR(b.values("plumb.below.slope_x_rate")[k], (slope[k + 1] - slope[k - 1]) / 0.01,
                  kCellsRounding / 0.01);
    }
    if (k == 0) continue;
    // Its slope is that of its height, and continuous.
    const double dx = px - a.values("mast.position.x")[k - 1];
    const double dy = py - a.values("mast.position.y")[k - 1];
    const auto mean = [&](const char* name) {
      return 0.5 * (a.values(name)[k] + a.values(name)[k - 1]);
    };
    const double rise = a.values("plumb.height")[k] - a.values("plumb.height")[k - 1];
    EXPECT_NEAR(rise, mean("plumb.slope_x") * dx + mean("plumb.slope_y") * dy, 1e-5);
    EXPECT_NEAR(a.values("plumb.slope_x")[k], a.values("plumb.slope_x")[k - 1], 0.02);
  }
}

/// A blade that is pushed along x at 1 m/s over cells, its edge at z (a formula of time); and a
/// mast that looks at the ground behind it.
Model make_pass(Terrain ground, double edge, double turn = 0, Expr (*lift)(Expr t) = nullptr,
                bool is_sampled = true) {
  Model model;
  const Expr t = model.time();
  ground.grid = make_grid(-2, 8, -3, 3, 0.1);
  if (is_sampled) ground.sample = 0.05;
  model.add<Terrain>("ground", ground);
  RigidBody plate{.mass = 1000.0, .inertia = InertiaMatrix{{500.0, 100.0, 500.0}}};
  plate.frames = {{"edge", {{0.0, 0.0, edge}, Orientation::axis_angle({0.0, 0.0, 1.0}, turn)}}};
  model.add<RigidBody>("carriage", {.mass = 1.0, .inertia = InertiaMatrix{{1.0, 1.0, 1.0}}});
  model.add<RigidBody>("plate", plate);
  model.add<Prismatic>("push", {.between = {"world", "carriage"}, .axis = "x", .motion = t});
  model.add<Prismatic>(
      "lift", {.between = {"carriage", "plate"}, .axis = "z", .motion = lift ? lift(t) : 0.0 * t});
  model.add<Blade>("blade", {.on = "plate.edge", .ground = "ground", .width = 3.3, .height = 1.1});
  model.add<Frame>("mast", {.position = {t - 0.8, 0.3, 1.0}});
  model.add<Plumb>("plumb", {.ground = "ground", .on = "mast"});
  return model;
}

const std::vector<std::string>& pass_outputs() {
  static const std::vector<std::string> outputs{
      "blade.draft",           "blade.depth",          "blade.pile.volume",
      "blade.cut_volume",      "blade.left_volume",    "blade.collected_volume",
      "ground.balance",        "ground.worked_area",   "plumb.height",
      "plate.edge.position.x", "plate.edge.position.z"};
  return outputs;
}

/// Volumes in cells are sums of some thousand numbers below 10 m³.
constexpr double kVolumeRounding = 1e-12;

TEST(Terrain, IsCutDownToTheEdgeAndItsSoilCarried) {
  const Results rows = simulate(make_system(make_pass({}, -0.2)),
                                tape_settings(4, 0.05, kCellsTolerance), pass_outputs());
  for (std::size_t k = 0; k < rows.row_count(); ++k) {
    const double x = rows.values("plate.edge.position.x")[k];
    const double cut = rows.values("blade.cut_volume")[k];
    // Cells count by their centres: up to half a cell of travel, and of width, more or less.
    EXPECT_NEAR(cut, 3.3 * 0.2 * x, 3.3 * 0.2 * 0.1 + 0.1 * 0.2 * x) << x;
    EXPECT_NEAR(
        rows.values("blade.pile.volume")[k],
        1.25 * cut + rows.values("blade.collected_volume")[k] - rows.values("blade.left_volume")[k],
        kVolumeRounding);
    EXPECT_NEAR(rows.values("ground.balance")[k], 0, kVolumeRounding);
    EXPECT_NEAR(rows.values("blade.depth")[k], 0.2, kCellsRounding) << "ahead all is as it was";
    // The mast is 0.8 m behind the edge: it sees the cut, when it is there.
    if (x > 1.1) EXPECT_NEAR(rows.values("plumb.height")[k], -0.2, kCellsRounding);
    if (x < 0.5) EXPECT_NEAR(rows.values("plumb.height")[k], 0, kCellsRounding);
  }
  EXPECT_GT(rows.values("blade.cut_volume").back(), 2.5);
  EXPECT_NEAR(rows.values("ground.worked_area").back(), 3.3 * 4, 3.3 * 0.1 + 0.1 * 4);
}

TEST(Terrain, IsFilledFromThePileWhereItIsBelowTheEdge) {
  // It cuts 0.2 m, then carries above the ground.
  const Model model =
      make_pass({}, 0, 0, [](Expr t) { return -0.2 + 0.3 * max(min(t - 2.0, 1.0), 0.0); });
  const Results rows =
      simulate(make_system(model), tape_settings(5, 0.05, kCellsTolerance), pass_outputs());
  for (std::size_t k = 0; k < rows.row_count(); ++k)
    EXPECT_NEAR(rows.values("ground.balance")[k], 0, kVolumeRounding);
  // What is behind the mast at 4.5 m (its place 3.7 m) is 0.1 m of loose soil.
  EXPECT_NEAR(rows.values("plumb.height")[90], 0.1, 0.02);
  EXPECT_GT(rows.values("blade.left_volume").back(), 0.3);
}

TEST(Terrain, CountsNothingWhereTheBladeIsLifted) {
  const Results rows = simulate(make_system(make_pass({}, 0.3)),
                                tape_settings(2, 0.5, kCellsTolerance), pass_outputs());
  EXPECT_EQ(rows.values("ground.worked_area").back(), 0);
}

TEST(Terrain, MeasuresDepthBelowUndisturbedSoilInFrontOfAHeap) {
  // It leaves a heap, goes back by 1 m and drives through it: 0.1 m deep all the way.
  Model other;
  Terrain ground{.grid = make_grid(-2, 8, -3, 3, 0.1), .sample = 0.05};
  other.add<Terrain>("ground", ground);
  const Expr s = other.time();
  RigidBody plate{.mass = 1000.0, .inertia = InertiaMatrix{{500.0, 100.0, 500.0}}};
  plate.frames = {{"edge", {{0.0, 0.0, -0.1}, Orientation{}}}};
  other.add<RigidBody>("plate", plate);
  other.add<Prismatic>("push",
                       {.between = {"world", "plate"},
                        .axis = "x",
                        .motion = min(s, 3.0) - min(max(s - 3.0, 0.0), 1.0) + max(s - 4.0, 0.0)});
  other.add<Blade>("blade", {.on = "plate.edge", .ground = "ground", .width = 3.3, .height = 1.1});
  const Results rows =
      simulate(make_system(other), tape_settings(8, 0.05, kCellsTolerance),
               {"blade.depth", "blade.collected_volume", "blade.draft", "blade.pile_drag"});
  const double alone = rows.values("blade.draft")[2] - rows.values("blade.pile_drag")[2];
  EXPECT_GT(rows.values("blade.collected_volume").back(), 1);
  for (std::size_t k = 0; k < rows.row_count(); ++k) {
    const double time = rows.values("time")[k];
    if (time > 2.95 && time < 5.1) continue;  // where it has cut
    EXPECT_NEAR(rows.values("blade.depth")[k], 0.1, kCellsRounding) << time;
    if (k > 0)
      EXPECT_NEAR(rows.values("blade.draft")[k] - rows.values("blade.pile_drag")[k], alone,
                  1e-6 * alone);
  }
}

TEST(Terrain, NotesCellsThatAreTooWideForABladeAndBladesThatAreCovered) {
  const auto notes_of = [](double cell, double height = 1.1) {
    Model model;
    const Expr t = model.time();
    model.add<Terrain>("ground", {.grid = make_grid(-2, 8, -3, 3, cell), .sample = 0.05});
    RigidBody plate{.mass = 1000.0, .inertia = InertiaMatrix{{500.0, 100.0, 500.0}}};
    plate.frames = {{"edge", {{0.0, 0.0, -0.2}, Orientation{}}}};
    model.add<RigidBody>("plate", plate);
    model.add<Prismatic>("push", {.between = {"world", "plate"}, .axis = "x", .motion = t});
    model.add<Blade>("blade",
                     {.on = "plate.edge", .ground = "ground", .width = 3.3, .height = height});
    const System system = make_system(model);
    const SimulateSettings settings = tape_settings(0.2, 0.1, kCellsTolerance);
    Results rows;
    Simulation simulation(system, settings);
    simulation.record(rows, {"blade.depth"}, RowSchedule::from(settings));
    return simulation.run().notes;
  };
  EXPECT_TRUE(notes_of(0.1).empty());
  const std::vector<std::string> notes = notes_of(0.5);
  ASSERT_EQ(notes.size(), 1U);
  EXPECT_EQ(
      notes[0],
      "ground: cells of 0.5 m are cut as a whole, an error of up to 15 % of the width of 'blade', "
      "3.3 m, and of the volume that it cuts: choose cells of 0.165 m or less");
  const std::vector<std::string> covered = notes_of(0.1, 0.15);  // 0.2 m deep
  ASSERT_EQ(covered.size(), 1U);
  EXPECT_EQ(covered[0],
            "ground: a blade was deeper below undisturbed soil than its own height at 0 s: soil "
            "that flows over a blade is not modelled");
}

TEST(Terrain, WarnsOfSteelThatIsRougherThanSoil) {
  Model model;
  model.add<Terrain>("ground", {.soil = {.friction_angle = 0.5, .external_friction_angle = 0.6}});
  Diagnostics diagnostics;
  const std::string messages = test::placed_errors_of(model, diagnostics);
  EXPECT_NE(messages.find("soil slides on soil before it slides on steel"), std::string::npos)
      << messages;
}

TEST(Terrain, LosesNothingWhateverTheBladeDoes) {
  // Over rough ground, askew, up and down, beyond the border; then back, and ahead again.
  Model model;
  const Expr t = model.time();
  Terrain ground{.roughness = Terrain::Roughness{0.1, 1.0, 3},
                 .grid = make_grid(-1, 5, -2, 2, 0.1),
                 .sample = 0.05};
  model.add<Terrain>("ground", ground);
  RigidBody plate{.mass = 1000.0, .inertia = InertiaMatrix{{500.0, 100.0, 500.0}}};
  plate.frames = {{"edge", {{0.0, 0.0, 0.0}, Orientation::rpy(0.05, 0.0, 0.4)}}};
  model.add<RigidBody>("carriage", {.mass = 1.0, .inertia = InertiaMatrix{{1.0, 1.0, 1.0}}});
  model.add<RigidBody>("plate", plate);
  model.add<Prismatic>(
      "push", {.between = {"world", "carriage"}, .axis = "x", .motion = 3.5 * sin(0.9 * t) + 2.0});
  model.add<Prismatic>(
      "lift", {.between = {"carriage", "plate"}, .axis = "z", .motion = 0.15 * sin(2.3 * t) - 0.1});
  Blade blade{.on = "plate.edge", .ground = "ground", .width = 3.3, .height = 0.6};
  blade.initial.pile = 1.5;
  model.add<Blade>("blade", blade);
  const Results rows = simulate(make_system(model), tape_settings(12, 0.1, 1e-6),
                                {"ground.balance", "blade.cut_volume", "blade.left_volume",
                                 "blade.pile.volume", "blade.collected_volume"});
  // Relative to the soil that moved.
  const double moved = rows.values("blade.left_volume").back();
  EXPECT_GT(moved, 2);
  EXPECT_GT(rows.values("blade.collected_volume").back(), 0.1);
  for (std::size_t k = 0; k < rows.row_count(); ++k) {
    EXPECT_NEAR(rows.values("ground.balance")[k], 0, 1e-9 * moved);
    EXPECT_NEAR(rows.values("blade.pile.volume")[k],
                1.5 + 1.25 * rows.values("blade.cut_volume")[k] +
                    rows.values("blade.collected_volume")[k] - rows.values("blade.left_volume")[k],
                kVolumeRounding);
  }
}

TEST(Terrain, GivesTheSameBitsWhenResumedAndOnEveryEngine) {
  namespace fs = std::filesystem;
  const fs::path folder = fs::path(testing::TempDir()) / "terrain_resume";
  fs::create_directories(folder);
  const fs::path file = folder / "run.checkpoint";
  const Terrain rough{.roughness = Terrain::Roughness{0.05, 1.0, 3}};
  Model model = make_pass(rough, -0.1, 0.2, [](Expr t) { return 0.05 * sin(3.0 * t); });
  const System system = make_system(model);
  const SimulateSettings settings = tape_settings(3, 0.1, 1e-6);
  Results whole;
  std::size_t frames = 0;
  {
    Simulation simulation(system, settings);
    simulation.record(whole, pass_outputs(), RowSchedule::from(settings));
    frames = simulation.run().films.at(0)->frames.size();
  }
  class Stop final : public RunObserver {
   public:
    bool go_on(const RunStatus& status) override { return status.time < 1.4; }
  } stop;
  Results first;
  {
    Simulation simulation(system, settings);
    simulation.record(first, pass_outputs(), RowSchedule::from(settings));
    CheckpointOptions options;
    options.path = file.string();
    simulation.set_checkpoints(options);
    simulation.set_observer(&stop);
    simulation.run();
  }
  Results rest;
  Simulation simulation(system, settings);
  simulation.record(rest, pass_outputs(), RowSchedule::from(settings));
  simulation.resume(read_checkpoint(file));
  const RunSummary& summary = simulation.run();
  EXPECT_GT(summary.resumed_at.value_or(0), 0.5);
  EXPECT_EQ(summary.films.at(0)->frames.size(), frames);
  // A run that is to end later draws less often, and goes on all the same.
  model.simulate.until = 300;
  const System longer = make_system(model);
  Results more;
  Simulation later(longer, settings);
  later.record(more, pass_outputs(), RowSchedule::from(settings));
  later.resume(read_checkpoint(file));
  EXPECT_GT(later.run().resumed_at.value_or(0), 0.5);
  SimulateSettings native = settings;
  native.engine = EngineChoice::native;
  const Results compiled = simulate(system, native, pass_outputs());
  for (const std::string& name : pass_outputs()) {
    EXPECT_EQ(whole.values(name), compiled.values(name)) << name;
    EXPECT_EQ(whole.values(name).back(), rest.values(name).back()) << name;
  }
}

TEST(Terrain, MayBeOneCellWide) {
  Model model;
  const Expr t = model.time();
  model.add<Terrain>("ground", {.height = 0.25, .grid = make_grid(0, 0.1, -1, 1, 0.1)});
  model.add<Frame>("mast", {.position = {0.3 * t, 0.5 * t, 3.0}});
  model.add<Plumb>("plumb", {.ground = "ground", .on = "mast"});
  const Results rows = simulate(make_system(model), tape_settings(1, 0.5, 1e-9), {"plumb.height"});
  for (const double height : rows.values("plumb.height")) EXPECT_EQ(height, 0.25);
}

TEST(Terrain, NamesWhatItsCellsNeed) {
  EXPECT_EQ(errors_of(make_pass({}, -0.2, 0, nullptr, false)),
            "parts/ground: the Blade 'blade' changes the cells, which requires a 'sample'; write "
            "'sample: 20 Hz'\n");
  Model no_cells;
  no_cells.add<Terrain>("ground", {.sample = 0.1});
  EXPECT_EQ(errors_of(no_cells),
            "parts/ground: 'sample' has no effect without cells; give a 'grid'\n");
  Model empty;
  empty.add<Terrain>("ground", {.grid = make_grid(3, -3, 0, 1, 0.1)});
  EXPECT_EQ(errors_of(empty),
            "parts/ground: grid.x: the interval from 3 m to -3 m is empty; write the smaller "
            "number first\n");
  Model varied;
  varied.add<DesignSurface>("plan", {.height = varied.parameter("depth", -0.1, "m")});
  varied.add<Terrain>("ground",
                      {.grid = make_grid(0, 1, 0, 1, 0.1), .sample = 0.1, .design = "plan"});
  EXPECT_EQ(errors_of(varied),
            "parts/ground: design: the errors of cells would be relative to 'plan' with the "
            "value of 'depth' in the model file, which may vary; remove 'depth' from 'tunable' and "
            "from studies, or leave out 'design' and record the errors of the surface's 'edge'\n");
  Model fine;
  fine.add<Terrain>("ground", {.grid = make_grid(0, 1000, 0, 1000, 0.01)});
  EXPECT_EQ(
      errors_of(fine),
      "parts/ground: grid.cell: a terrain may have 4e+06 cells, not 1e+10; choose larger cells\n");
}

}  // namespace
}  // namespace holon
