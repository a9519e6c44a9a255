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

TEST(Panels, KnowEnergiesFromTorquesByTheirDimensions) {
  SystemBuilder builder(std::make_shared<Symbols>());
  builder.define_output(
      {.name = "system.energy.total", .dimension = dimensions::kEnergy, .is_main = true}, {1.0});
  builder.define_output({.name = "motor.torque", .dimension = dimensions::kTorque, .is_main = true},
                        {1.0});
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

/// Results with the time and further columns.
Results table_of(std::vector<std::pair<std::string, std::vector<double>>> columns) {
  std::vector<Column> heads;
  std::vector<std::vector<double>> values;
  for (auto& [name, numbers] : columns) {
    heads.push_back({name, name == "time" ? dimensions::kTime : Dimension{}, ""});
    values.push_back(std::move(numbers));
  }
  return Results(std::move(heads), std::move(values));
}

PanelRequest request_of(PlotSettings plot) {
  PanelRequest request{std::move(plot), {}, {"time", {}, dimensions::kTime, "", false}};
  for (const std::string& name : request.plot.y) request.outputs.push_back({.name = name});
  for (const std::string& name : request.plot.limits) request.limits.push_back({.name = name});
  return request;
}

TEST(Panels, PointsStandWhereAValueChangesAndRejectedOnesAreCrossed) {
  PlotSettings plot;
  plot.y = {"innovation"};
  plot.style = PlotSettings::Style::points;
  plot.bands = {{{"low", "high"}, "±3σ"}};
  plot.accepted = "accepted";
  // Held between ticks at 1, 2 and 4; that at 2 was rejected. Nothing was measured before 1.
  const Results rows = table_of({{"time", {0, 1, 1.5, 2, 3, 4, 5}},
                                 {"innovation", {0, 0.2, 0.2, 7, 7, -0.1, -0.1}},
                                 {"low", {-1, -1, -1, -1, -1, -1, -1}},
                                 {"high", {1, 1, 1, 1, 1, 1, 1}},
                                 {"accepted", {0, 1, 1, 0, 0, 1, 1}}});
  const Panel panel = make_panel(request_of(plot), rows);
  ASSERT_EQ(panel.curves.size(), 3U);
  EXPECT_EQ(panel.curves[0].mark, Curve::Mark::dot);
  EXPECT_EQ(panel.curves[0].x, (std::vector<double>{1, 2, 4}));
  EXPECT_EQ(panel.curves[0].y, (std::vector<double>{0.2, 7, -0.1}));
  EXPECT_EQ(panel.curves[1].label, "±3σ");
  EXPECT_EQ(panel.curves[1].lower, rows.values("low"));
  EXPECT_EQ(panel.curves[2].label, "rejected");
  EXPECT_EQ(panel.curves[2].mark, Curve::Mark::cross);
  EXPECT_EQ(panel.curves[2].x, (std::vector<double>{2}));
  EXPECT_EQ(panel.curves[2].y, (std::vector<double>{7}));
}

TEST(Panels, PointsOfAFilterStandWhereItReceivesAMeasurement) {
  PlotSettings plot;
  plot.y = {"nav.innovation.gps"};
  plot.style = PlotSettings::Style::points;
  plot.accepted = "nav.accepted.gps";
  // Two equal ones at 1 and 2, one that was dropped at 3, one that was rejected at 4.
  const Results rows = table_of({{"time", {0, 1, 2, 3, 4, 5}},
                                 {"nav.innovation.gps", {0, 0.2, 0.2, 0.2, 0.2, 0.2}},
                                 {"nav.accepted.gps", {0, 1, 1, 0, 0, 0}},
                                 {"nav.received.gps", {0, 1, 2, 3, 4, 4}},
                                 {"nav.dropped.gps", {0, 0, 0, 1, 1, 1}}});
  const PanelRequest request = request_of(plot);
  const Panel panel = make_panel(request, rows);
  ASSERT_EQ(panel.curves.size(), 2U);
  EXPECT_EQ(panel.curves[0].x, (std::vector<double>{1, 2, 4}));
  EXPECT_EQ(panel.curves[1].x, (std::vector<double>{4}));
  const std::vector<std::string> needed = panel_outputs({request});
  EXPECT_EQ(needed, (std::vector<std::string>{"nav.innovation.gps", "nav.accepted.gps",
                                              "nav.received.gps", "nav.dropped.gps"}));
}

TEST(Panels, CountsAreThoseOfTheFilterWhateverItsNameContains) {
  PlotSettings plot;
  plot.style = PlotSettings::Style::points;
  // A filter within a part "accepted"; a measurement of that name.
  plot.y = {"set.accepted.nav.nis.gps"};
  plot.accepted = "set.accepted.nav.accepted.gps";
  EXPECT_EQ(
      panel_outputs({request_of(plot)}),
      (std::vector<std::string>{"set.accepted.nav.nis.gps", "set.accepted.nav.accepted.gps",
                                "set.accepted.nav.received.gps", "set.accepted.nav.dropped.gps"}));
  plot.y = {"nav.nis.a.accepted.b"};
  plot.accepted = "nav.accepted.a.accepted.b";
  EXPECT_EQ(panel_outputs({request_of(plot)}),
            (std::vector<std::string>{"nav.nis.a.accepted.b", "nav.accepted.a.accepted.b",
                                      "nav.received.a.accepted.b", "nav.dropped.a.accepted.b"}));
  // A signal of the user's own has no counts beside it.
  plot.y = {"innovation"};
  plot.accepted = "mine.accepted.gps";
  EXPECT_EQ(panel_outputs({request_of(plot)}),
            (std::vector<std::string>{"innovation", "mine.accepted.gps"}));
}

TEST(Panels, PlanHasEllipsesOfTheCovarianceAndTheTruePosition) {
  PlotSettings plot;
  plot.y = {"y"};
  plot.x = "x";
  plot.plan = PlotSettings::Plan{"ex", "ey", "xx", "xy", "yy"};
  // On a course of 10 m, P = [4 2; 2 9] m².
  const Results rows = table_of({{"time", {0, 1}},
                                 {"x", {0, 10}},
                                 {"y", {0, 0}},
                                 {"ex", {0.5, -0.25}},
                                 {"ey", {0, 1}},
                                 {"xx", {4, 4}},
                                 {"xy", {2, 2}},
                                 {"yy", {9, 9}}});
  PanelRequest request = request_of(plot);
  request.x = {.name = "x", .dimension = dimensions::kLength};
  const std::vector<Curve> curves = make_derived_curves(request, rows);
  ASSERT_EQ(curves.size(), 2U);
  EXPECT_EQ(curves[0].label, "true position");
  EXPECT_EQ(curves[0].x, (std::vector<double>{-0.5, 10.25}));
  EXPECT_EQ(curves[0].y, (std::vector<double>{0, -1}));
  EXPECT_EQ(curves[1].label, "95 % ellipses");
  EXPECT_EQ(curves[1].mark, Curve::Mark::outline);
  const double chi2 = -2 * std::log(0.05);
  int points = 0;
  for (std::size_t k = 0; k < curves[1].x.size(); ++k) {
    if (std::isnan(curves[1].x[k])) continue;
    // dᵀ P⁻¹ d with P⁻¹ = [9 −2; −2 4]/32.
    const double dx = curves[1].x[k] - (k >= curves[1].x.size() / 2 ? 10 : 0), dy = curves[1].y[k];
    EXPECT_NEAR((9 * dx * dx - 4 * dx * dy + 4 * dy * dy) / 32, chi2, 1e-12 * chi2);
    ++points;
  }
  EXPECT_EQ(points, 2 * 49);
}

TEST(Panels, SmallEllipsesAreMagnifiedAndSaySo) {
  PlotSettings plot;
  plot.y = {"y"};
  plot.x = "x";
  plot.plan = PlotSettings::Plan{"", "", "xx", "xy", "yy"};
  const Results rows = table_of({{"time", {0, 1}},
                                 {"x", {0, 100}},
                                 {"y", {0, 0}},
                                 {"xx", {1e-4, 1e-4}},
                                 {"xy", {0, 0}},
                                 {"yy", {1e-4, 1e-4}}});
  PanelRequest request = request_of(plot);
  request.x = {.name = "x", .dimension = dimensions::kLength};
  const std::vector<Curve> curves = make_derived_curves(request, rows);
  ASSERT_EQ(curves.size(), 1U);
  // 2.45 cm need to be 2 m: 100 times at least.
  EXPECT_EQ(curves[0].label, "95 % ellipses, magnified 100 times");
}

TEST(Panels, SkyHasTheZenithInItsMiddleAndNorthUp) {
  PlotSettings plot;
  plot.sky = {{"G01", "a", "h", "u", "b"}, {"G02", "a2", "h2", "u2", "b2"}};
  constexpr double kDegree = M_PI / 180;
  // One rises in the east from below the mask, one stands in the north behind an obstacle.
  const Results rows = table_of({{"time", {0, 1, 2}},
                                 {"a", {90 * kDegree, 90 * kDegree, 90 * kDegree}},
                                 {"h", {-5 * kDegree, 5 * kDegree, 30 * kDegree}},
                                 {"u", {0, 0, 1}},
                                 {"b", {0, 0, 0}},
                                 {"a2", {0, 0, 0}},
                                 {"h2", {60 * kDegree, 60 * kDegree, 60 * kDegree}},
                                 {"u2", {0, 0, 0}},
                                 {"b2", {1, 1, 1}}});
  const Panel panel = make_panel(request_of(plot), rows);
  EXPECT_TRUE(panel.hides_axes);
  ASSERT_EQ(panel.curves.size(), 4U);
  EXPECT_EQ(panel.curves[0].label, "used");
  EXPECT_NEAR(panel.curves[0].x[0], 60, 1e-12);
  EXPECT_NEAR(panel.curves[0].y[0], 0, 1e-12);
  EXPECT_EQ(panel.curves[1].label, "hidden by an obstacle");
  EXPECT_NEAR(panel.curves[1].y[0], 30, 1e-12);
  EXPECT_EQ(panel.curves[2].label, "below the mask");
  EXPECT_NEAR(panel.curves[2].x[0], 85, 1e-12);
  EXPECT_EQ(panel.curves[3].x.size(), 2U);  // at the end
  EXPECT_EQ(panel.guides.back().label, "G02");
}

TEST(Panels, LogarithmicAxesLeaveOutWhatHasNoLogarithm) {
  Panel panel;
  panel.x_is_log = panel.y_is_log = true;
  panel.curves.push_back({"deviation", {0.1, 1, 10, 100}, {10, 0, -1, 0.01}});
  panel.curves.push_back({"interval", {0.1, 100}, {20, 0.02}, Curve::Mark::line, {5, 0.005}});
  SvgWriter svg;
  const Rect frame{0, 0, 600, 300};
  draw_panel(svg, panel, frame, calc_margins(panel, frame));
  EXPECT_EQ(svg.str().find("nan"), std::string::npos);
  EXPECT_EQ(svg.str().find("inf"), std::string::npos);
  EXPECT_NE(svg.str().find("fill-opacity"), std::string::npos);
  EXPECT_NE(svg.str().find(">0.01<"), std::string::npos);
}

TEST(Panels, AddedOnesDoNotReplaceThoseOfTheModel) {
  const System system = make_system_with_outputs();
  PlotSettings added;
  added.y = {"pin.rate"};
  added.is_added = true;
  EXPECT_EQ(choose_panels(system, {added}, {}).size(), 4U);
  PlotSettings own;
  own.y = {"pin.angle"};
  EXPECT_EQ(choose_panels(system, {own, added}, {}).size(), 2U);
}

}  // namespace
}  // namespace holon
