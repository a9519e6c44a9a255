// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#include "holon/terrain/parts/terrain.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

#include "holon/catalogue/builtin.h"
#include "holon/mechanics/parts/frames/frame.h"
#include "holon/model/test/model_errors.h"
#include "holon/reader/load.h"
#include "holon/simulate/test/tape_settings.h"
#include "plumb.h"

namespace holon {
namespace {

using test::errors_of;
using test::Plumb;
using test::tape_settings;

constexpr double kTerrainInterval = 0.1;  // [s] of rows
constexpr double kTerrainRounding = 64 * std::numeric_limits<double>::epsilon();

std::string errors_of_text(const std::string& ground) {
  const std::string text = "holon: 1\nunits: strict\nparts:\n  ground: " + ground + "\n";
  Diagnostics diagnostics;
  const Model model = load_model_text(text, builtin_catalogue(), {}, diagnostics);
  return test::placed_errors_of(model, diagnostics);
}

TEST(Terrain, IsASurfaceByFormulaWhateverTheOrderOfParts) {
  for (const bool is_ground_first : {true, false}) {
    Model model;
    const Expr t = model.time(), x = model.output("ground.x"), y = model.output("ground.y");
    const auto add_ground = [&] {
      model.add<Terrain>("ground", {.height = 0.3 * sin(0.7 * x) + 0.1 * x * y});
    };
    if (is_ground_first) add_ground();
    model.add<Frame>("mast", {.position = {2.0 * t, 1.0 - t, 5.0}});
    model.add<Plumb>("plumb", {.ground = "ground", .on = "mast"});
    if (!is_ground_first) add_ground();
    const Results rows = simulate(make_system(model), tape_settings(1, kTerrainInterval, 1e-9),
                                  {"plumb.height", "plumb.slope_x", "plumb.slope_y"});
    for (std::size_t k = 0; k < rows.row_count(); ++k) {
      const double at = rows.values("time")[k], px = 2 * at, py = 1 - at;
      EXPECT_NEAR(rows.values("plumb.height")[k], 0.3 * std::sin(0.7 * px) + 0.1 * px * py,
                  kTerrainRounding);
      EXPECT_NEAR(rows.values("plumb.slope_x")[k], 0.21 * std::cos(0.7 * px) + 0.1 * py,
                  kTerrainRounding);
      EXPECT_NEAR(rows.values("plumb.slope_y")[k], 0.1 * px, kTerrainRounding);
    }
  }
}

TEST(Terrain, HasASoilByNameWithValuesOfItsOwn) {
  Model model;
  SoilSettings soil;
  soil.name = SoilSettings::Name::lean_clay;
  model.add<Terrain>("clay", {.soil = soil});
  soil.cohesion = 50e3;
  model.add<Terrain>("own", {.soil = soil});
  model.add<Plumb>("plumb", {.ground = "own"});
  const Results rows =
      simulate(make_system(model), tape_settings(kTerrainInterval, kTerrainInterval, 1e-9),
               {"clay.soil.cohesion", "clay.soil.sinkage_exponent", "plumb.cohesion",
                "own.soil.frictional_modulus"});
  EXPECT_EQ(rows.values("clay.soil.cohesion")[0], 68950);
  EXPECT_EQ(rows.values("clay.soil.sinkage_exponent")[0], 0.2);
  EXPECT_EQ(rows.values("plumb.cohesion")[0], 50e3);
  EXPECT_EQ(rows.values("own.soil.frictional_modulus")[0], 1724.69e3);
}

TEST(Terrain, NamesAGroundThatDoesNotExist) {
  Model model;
  model.add<Terrain>("ground", {});
  model.add<Plumb>("plumb", {.ground = "grund"});
  EXPECT_EQ(errors_of(model),
            "parts/plumb: 'grund' is not a ground: there is no Terrain or DesignSurface of this "
            "name; did you mean 'ground'?\n");
}

TEST(Terrain, RefusesWrongValues) {
  const auto expect = [](const std::string& values, const std::string& error) {
    EXPECT_EQ(errors_of_text("{type: Terrain, " + values + "}"),
              error.empty() ? "" : "<text>:4:" + error + "\n");
  };
  const std::string who = " error: parts/ground (Terrain): ";
  expect("height: \"0.1 [m]*sin(x*1 [rad/m])\", soil: snow", "");
  expect("height: \"0.1 [m]*sin(time*1 [rad/s])\"",
         "36:" + who +
             "the height of the ground cannot depend on 'time'; let it depend on x, y and "
             "parameters");
  expect("height: 2 kg", "35:" + who + "a length (m) is needed, not a mass (kg); give it in m");
  expect("soil: sandy_lom",
         "33:" + who + "'name' cannot be 'sandy_lom'; did you mean 'sandy_loam'?");
  expect("soil: {name: snow, density: -3 kg/m^3}",
         "55:" + who + "soil.density must be positive, not -3 kg/m^3");
  expect("soil: {name: snow, cohesion: 3 N}",
         "56:" + who + "a pressure (Pa) is needed, not a force (N); give it in Pa");
  expect("soil: {name: snow, friction: 20 deg}",
         "46:" + who + "'friction' is not a key of 'soil'; did you mean 'friction_angle'?");
}

}  // namespace
}  // namespace holon
