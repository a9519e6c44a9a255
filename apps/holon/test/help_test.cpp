// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0

// Models by their names, and the pages of `holon help`.
#include "command_line_fixture.h"

namespace holon::test {
namespace {

using Names = CommandLine;
using Help = CommandLine;

TEST_F(Names, AnExampleRunsByItsName) {
  const Outcome run = holon("run thermostat --until '1 s'");
  EXPECT_EQ(run.status, 0) << run.err;
  EXPECT_TRUE(fs::exists(at("results/thermostat/thermostat.csv")));
  EXPECT_TRUE(has(run.err, "'thermostat' is the model '")) << run.err;
  EXPECT_EQ(holon("check thermostat").status, 0);
  EXPECT_EQ(holon("equations dc_motor").status, 0);
}

TEST_F(Names, AFileInTheFolderHasPriorityOverTheExample) {
  write("thermostat.yaml",
        "holon: 1\ntitle: Mine\nparts: {e: {type: Equations, states: {x: {der: 1, initial: 0}}}}\n"
        "simulate: {until: 1 s}\n");
  const Outcome run = holon("run thermostat");
  EXPECT_EQ(run.status, 0) << run.err;
  EXPECT_TRUE(has(run.out, "Mine")) << run.out;
}

TEST_F(Names, TheScriptAcceptsANameWithoutTheWordRun) {
  const Outcome run = holon("thermostat --until '1 s'", "HOLON_CALLED_AS=./run");
  EXPECT_EQ(run.status, 0) << run.err;
  EXPECT_TRUE(fs::exists(at("results/thermostat/thermostat.csv")));
  // The program itself does not guess.
  const Outcome bare = holon("thermostat");
  EXPECT_EQ(bare.status, 2);
  EXPECT_TRUE(has(bare.err, "did you mean 'holon run thermostat'?")) << bare.err;
}

TEST_F(Names, AMisspeltNameIsRefusedWithTheNearestExample) {
  const Outcome run = holon("run stick_slop");
  EXPECT_EQ(run.status, 2);
  EXPECT_TRUE(has(run.err, "there is no file 'stick_slop'; did you mean 'stick_slip'?")) << run.err;
  EXPECT_TRUE(has(holon("thermostaat").err, "did you mean 'holon run thermostat'?"));
}

TEST_F(Help, TheModelLanguageIsShownWithAllSections) {
  const Outcome help = holon("help model");
  EXPECT_EQ(help.status, 0) << help.err;
  for (const char* part : {"parameters", "simulate", "interface", "Link pinned to the ground",
                           "Time series: `inputs`", "tolerance"})
    EXPECT_TRUE(has(help.out, part)) << part;
  EXPECT_FALSE(has(help.out, "](")) << "links keep their text alone";
  EXPECT_FALSE(has(help.out, "**"));
}

TEST_F(Help, ASectionIsShownAlone) {
  const Outcome help = holon("help formulas operators");
  EXPECT_EQ(help.status, 0) << help.err;
  EXPECT_TRUE(help.out.starts_with("Operators\n")) << help.out;
  EXPECT_FALSE(has(help.out, "Conditionals and events"));
  const Outcome wrong = holon("help formulas operatorz");
  EXPECT_EQ(wrong.status, 2);
  EXPECT_TRUE(has(wrong.err, "has no section 'operatorz'; its sections are")) << wrong.err;
}

TEST_F(Help, EveryTopicIsAPageThatFitsTheTerminal) {
  const std::string list = holon("help topics").out;
  for (const char* topic : {"model",
                            "formulas",
                            "units",
                            "composite_parts",
                            "analysis",
                            "earth",
                            "hydraulics",
                            "studies",
                            "estimation",
                            "results",
                            "validation",
                            "library",
                            "plugins",
                            "gears",
                            "pid_loop",
                            "hydraulic_drive",
                            "bond_graph",
                            "closed_loop",
                            "inertial_sensors",
                            "satellite_receivers",
                            "gps_bulldozer"}) {
    EXPECT_TRUE(has(list, std::string("  ") + topic + " ")) << topic;
    const Outcome help = holon(std::string("help ") + topic);
    EXPECT_EQ(help.status, 0) << topic << help.err;
    EXPECT_GT(help.out.size(), 500u) << topic;
  }
}

TEST_F(Help, TypesOfPartsHaveHelpAndMisspeltSubjectsASuggestion) {
  EXPECT_TRUE(has(holon("help Revolute").out, "reaction.force"));
  EXPECT_TRUE(has(holon("help modle").err, "there is no help on 'modle'; did you mean 'model'?"));
  EXPECT_TRUE(has(holon("help run").out, "--formulation"));
}

}  // namespace
}  // namespace holon::test
