// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <cmath>
#include <memory>

#include "holon/base/errors.h"
#include "holon/system/system_builder.h"
#include "holon/view/plots/plot.h"

namespace holon {
namespace {

System make_system_with_outputs() {
  SystemBuilder builder(std::make_shared<Symbols>());
  const Expr x = builder.add_state({.name = "x"}, {0.0})[0];
  builder.set_derivative(x, 1.0);
  const auto define = [&](const char* name, const Dimension& dimension, bool main) {
    builder.define_output({.name = name, .dimension = dimension, .is_main = main}, {x});
  };
  define("pin.angle", dimensions::kAngle, true);
  define("elbow.angle", dimensions::kAngle, true);
  define("slide.position", dimensions::kLength, true);
  define("pin.rate", dimensions::kAngularRate, false);
  builder.define_output({.name = "link.position",
                         .components = {"x", "y", "z"},
                         .dimension = dimensions::kLength,
                         .is_main = true},
                        {x, x, x});
  return builder.build("test");
}

TEST(Panels, GroupMainOutputsByWhatTheyAre) {
  const System system = make_system_with_outputs();
  const std::vector<PanelRequest> panels = choose_panels(system, {}, {});
  ASSERT_EQ(panels.size(), 3u);
  EXPECT_EQ(panels[0].plot.title, "Angle");
  EXPECT_EQ(panels[0].plot.unit, "deg");
  EXPECT_EQ(panels[0].plot.y, (std::vector<std::string>{"pin.angle", "elbow.angle"}));
  EXPECT_EQ(panels[1].plot.y, (std::vector<std::string>{"slide.position"}));
  EXPECT_EQ(panels[2].plot.title, "link.position");
  EXPECT_EQ(panel_outputs(panels).size(), 4u);
  EXPECT_EQ(choose_panels(system, {}, {"pin.rate"}).size(), 1u);
}

TEST(Panels, TellEverythingThatIsWrongAtOnce) {
  const System system = make_system_with_outputs();
  PlotSettings first, second, third;
  first.y = {"pin.angel"};
  second.y = {"pin.angle"};
  second.unit = "mm";
  third.y = {"pin.angle"};
  third.x = "link.position";
  third.x_unit = "mmm";
  try {
    choose_panels(system, {first, second, third}, {});
    FAIL();
  } catch (const InputError& e) {
    const std::string text = e.diagnostics().to_string();
    EXPECT_NE(text.find("plots[0]/y: there is no output 'pin.angel'"), std::string::npos) << text;
    EXPECT_NE(text.find("pin.angle"), std::string::npos);
    EXPECT_NE(
        text.find("plots[1]/unit: 'mm' is the unit of a length (m), but 'pin.angle' is an angle"),
        std::string::npos)
        << text;
    EXPECT_NE(text.find("link.position.x"), std::string::npos) << text;
    EXPECT_NE(text.find("plots[2]/x_unit"), std::string::npos) << text;
  }
}

TEST(Panels, CallEnergiesAndTorquesByTheirNames) {
  SystemBuilder builder(std::make_shared<Symbols>());
  for (const char* name : {"system.energy.total", "motor.torque"})
    builder.define_output({.name = name, .dimension = dimensions::kEnergy, .is_main = true}, {1.0});
  const System system = builder.build("test");
  const std::vector<PanelRequest> panels = choose_panels(system, {}, {});
  ASSERT_EQ(panels.size(), 2u);
  EXPECT_EQ(panels[0].plot.title, "Energy");
  EXPECT_EQ(panels[1].plot.title, "Torque");
}

TEST(Panels, DrawAPathInSpaceTrueToScale) {
  const System system = make_system_with_outputs();
  PlotSettings plot;
  plot.x = "link.position.x";
  plot.y = {"link.position.z"};
  Results results;
  results.begin({{"time", {}, ""}, {"link.position.x", {}, ""}, {"link.position.z", {}, ""}});
  EXPECT_TRUE(make_panel(choose_panels(system, {plot}, {})[0], results).equal_scales);
  plot.x_unit = "mm";
  EXPECT_FALSE(make_panel(choose_panels(system, {plot}, {})[0], results).equal_scales);
  plot.x = "pin.angle";
  plot.x_unit = "deg";
  results.begin({{"time", {}, ""}, {"pin.angle", {}, ""}, {"link.position.z", {}, ""}});
  EXPECT_FALSE(make_panel(choose_panels(system, {plot}, {})[0], results).equal_scales);
}

TEST(Panels, ShowNumbersInTheirUnits) {
  const System system = make_system_with_outputs();
  PlotSettings plot;
  plot.y = {"link.position", "slide.position"};
  plot.unit = "mm";
  plot.x = "pin.angle";
  plot.x_unit = "deg";
  Results results;
  results.begin({{"time", {}, ""},
                 {"link.position.x", {}, ""},
                 {"link.position.y", {}, ""},
                 {"link.position.z", {}, ""},
                 {"slide.position", {}, ""},
                 {"pin.angle", {}, ""}});
  const double row[] = {0, 1, 2, 3, 4, M_PI / 6};
  results.row(row);
  const Panel panel = make_panel(choose_panels(system, {plot}, {})[0], results);
  ASSERT_EQ(panel.curves.size(), 4u);
  EXPECT_EQ(panel.curves[1].label, "link.position.y");
  EXPECT_NEAR(panel.curves[1].y[0], 2000, 1e-9);
  EXPECT_NEAR(panel.curves[0].x[0], 30, 1e-12);
  EXPECT_EQ(panel.x_label, "pin.angle (°)");
  EXPECT_EQ(panel.y_label, "length (mm)");
}

}  // namespace
}  // namespace holon
