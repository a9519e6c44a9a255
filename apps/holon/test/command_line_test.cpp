// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <filesystem>
#include <string>

#include "command_line_fixture.h"
#include "holon/record/csv.h"
#include "holon/report/page/report.h"

namespace holon {
namespace {

namespace fs = std::filesystem;
using test::CommandLine;
using test::Outcome;

TEST_F(CommandLine, ANewModelRunsAndLeavesTableAndPicture) {
  EXPECT_EQ(holon("new pendulum").status, 0);
  const Outcome run = holon("run pendulum.yaml");
  EXPECT_EQ(run.status, 0) << run.err;
  EXPECT_TRUE(has(run.out, "results/pendulum/pendulum.csv")) << run.out;
  EXPECT_EQ(run.err, "");
  const Results table = read_csv(at("results/pendulum/pendulum.csv"));
  EXPECT_EQ(table.row_count(), 301u);  // 6 s at 0.02 s
  EXPECT_EQ(table.columns()[0].name, "time");
  EXPECT_NEAR(table.values("pin.angle")[0], 20 * M_PI / 180, 1e-15);
  EXPECT_TRUE(has(read("results/pendulum/pendulum.svg"), "</svg>"));
  EXPECT_TRUE(has(read("results/pendulum/pendulum.json"), "model_sha256"));
}

TEST_F(CommandLine, TheSameCommandGivesTheSameBytes) {
  holon("new pendulum");
  ASSERT_EQ(holon("run pendulum.yaml -o a.csv --plot a.svg").status, 0);
  ASSERT_EQ(holon("run pendulum.yaml -o b.csv --plot b.svg --engine tape").status, 0);
  EXPECT_EQ(read("a.csv"), read("b.csv"));
  EXPECT_EQ(read("a.svg"), read("b.svg"));
}

TEST_F(CommandLine, SettingsReachTheRun) {
  holon("new pendulum");
  ASSERT_EQ(holon("run pendulum.yaml -o a.csv --until '1 s' --set 'pin.initial.angle=90 deg' "
                  "--set simulate.interval=0.5")
                .status,
            0);
  const Results table = read_csv(at("a.csv"));
  EXPECT_EQ(table.values("time"), (std::vector<double>{0, 0.5, 1}));
  // Hanging straight down it stays there.
  EXPECT_NEAR(table.values("pin.angle").back(), M_PI / 2, 1e-12);
  EXPECT_FALSE(fs::exists(at("results")));
}

// Behind a step of 10 ms that ends at 1 s, as a formula has it.
TEST_F(CommandLine, ValuesChangeDuringARunAsATableHasThem) {
  holon("new pendulum");
  write("torque.csv", "time,pin.torque\n0,0\n1,5\n1.5,-2\n");
  const std::string grid = " --solver rk4 --set simulate.step=0.01 --until '2 s' -q";
  ASSERT_EQ(holon("run pendulum.yaml --inputs torque.csv -o a.csv" + grid).status, 0);
  ASSERT_EQ(holon("run pendulum.yaml -o b.csv --set 'pin.torque=if(time < 1 [s], 0 [N m], "
                  "if(time < 1.5 [s], 5 [N m], -2 [N m]))'" +
                  grid)
                .status,
            0);
  const Results a = read_csv(at("a.csv")), b = read_csv(at("b.csv"));
  EXPECT_NEAR(a.values("pin.angle").back(), b.values("pin.angle").back(), 1e-9);
  EXPECT_GT(std::abs(a.values("pin.angle").back() - a.values("pin.angle")[0]), 0.1);
  // The record of a run of the desktop: short steps in real time, at whose ends inputs act.
  write("run.json",
        R"({"info": {}, "request": {"inputs": ["pin.torque"], "realtime": true, "speed": 1,
            "settings": [{"name": "simulate.until", "value": "2 s"}],
            "live": [[0.5, "pin.torque", 3]]}})");
  write("live.csv", "time,pin.torque\n0.5,3\n");
  ASSERT_EQ(holon("run pendulum.yaml --inputs run.json -o c.csv -q").status, 0);
  ASSERT_EQ(holon("run pendulum.yaml --inputs live.csv -o d.csv -q --until '2 s' --set "
                  "simulate.max_step='20 ms'")
                .status,
            0);
  EXPECT_EQ(read("c.csv"), read("d.csv"));
}

TEST_F(CommandLine, InputsOfARunThatCannotBeAreRefused) {
  holon("new pendulum");
  write("wrong.csv", "time,pin.torqe\n0,0\n");
  Outcome r = holon("run pendulum.yaml --inputs wrong.csv -o a.csv");
  EXPECT_NE(r.status, 0);
  EXPECT_TRUE(has(r.err, "--inputs")) << r.err;
  EXPECT_TRUE(has(r.err, "pin.torque")) << r.err;
  write("backwards.csv", "time,pin.torque\n1,0\n0,0\n");
  r = holon("run pendulum.yaml --inputs backwards.csv -o a.csv");
  EXPECT_EQ(r.status, 2);
  EXPECT_TRUE(has(r.err, "row 2 of 'backwards.csv' has the time 0 s")) << r.err;
  write("run.json", R"({"request": {"inputs": ["pin.torque"], "start": {}}})");
  r = holon("run pendulum.yaml --inputs run.json -o a.csv");
  EXPECT_EQ(r.status, 2);
  EXPECT_TRUE(has(r.err, "continues another run")) << r.err;
  write("other.json", "[1]");
  r = holon("run pendulum.yaml --inputs other.json -o a.csv");
  EXPECT_EQ(r.status, 2);
  EXPECT_TRUE(has(r.err, "is not the record of a run of the desktop")) << r.err;
  write("force.csv", "time,pin.torque [N]\n0,0\n");
  r = holon("run pendulum.yaml --inputs force.csv -o a.csv");
  EXPECT_EQ(r.status, 2);
  EXPECT_TRUE(has(r.err, "'pin.torque' of 'force.csv' is in N, not in N m")) << r.err;
  write("slider.json", R"({"request": {"live": [[0.5, "unknown", 3]]}})");
  r = holon("run pendulum.yaml --inputs slider.json -o a.csv");
  EXPECT_EQ(r.status, 2);
  EXPECT_TRUE(has(r.err, "changes 'unknown', which the model does not let change")) << r.err;
}

// A record has no inputs where only sliders were moved.
TEST_F(CommandLine, TunableValuesChangeDuringARunAsItsRecordHasThem) {
  write("heater.yaml",
        "holon: 1\nparameters: {power: 2}\ntunable: [power]\nparts:\n"
        "  heat: {type: Integrator, input: power, initial: 0}\n"
        "simulate: {until: 1, interval: 1, solver: rk4, step: 0.25}\noutputs: [heat.output]\n");
  write("slider.json", R"({"request": {"live": [[0.5, "power", 6]]}})");
  ASSERT_EQ(holon("run heater.yaml --inputs slider.json -o a.csv -q").status, 0);
  // 2 until the step that ends at 0.5, then 6.
  EXPECT_NEAR(read_csv(at("a.csv")).values("heat.output").back(), 4, 1e-12);
}

// A setting of a member that has an override replaces the override's own copy of the part.
TEST_F(CommandLine, SettingsReachMembersThatAreOverridden) {
  write("pair.yaml",
        "holon: 1\n"
        "parts:\n"
        "  b: {type: RigidBody, repeat: 2, mass: 1 kg, inertia: [1, 1, 1]}\n"
        "  j: {type: Revolute, repeat: 2, between: [world, \"b[i]\"], axis: y, initial: {rate: 2}, "
        "override: {1: {initial: {rate: 1}}}}\n"
        "simulate: {until: 0.1, interval: 0.1}\n"
        "outputs: [\"j[0].rate\", \"j[1].rate\"]\n");
  ASSERT_EQ(holon("run pair.yaml -o a.csv --set 'j[1].initial.rate=3'").status, 0);
  const Results table = read_csv(at("a.csv"));
  EXPECT_EQ(table.values("j[0].rate")[0], 2);
  EXPECT_EQ(table.values("j[1].rate")[0], 3);
}

TEST_F(CommandLine, JsonIsTheOnlyTextOnStdout) {
  holon("new pendulum");
  const Outcome run = holon("run pendulum.yaml --json -o a.csv");
  EXPECT_EQ(run.status, 0);
  EXPECT_EQ(run.out.front(), '{');
  EXPECT_TRUE(has(run.out, "\"schema\": \"holon/run/1\""));
  EXPECT_TRUE(has(run.out, "\"solver\": \"dopri5\""));
  EXPECT_EQ(run.out.substr(run.out.size() - 2), "}\n");
}

TEST_F(CommandLine, SeveralModelsGoToFoldersOfTheirOwn) {
  holon("new one");
  holon("new two");
  EXPECT_EQ(holon("run one.yaml two.yaml").status, 0);
  EXPECT_TRUE(fs::exists(at("results/one/one.csv")));
  EXPECT_TRUE(fs::exists(at("results/two/two.svg")));
  const Outcome both = holon("run one.yaml two.yaml -o a.csv");
  EXPECT_EQ(both.status, 2);
  EXPECT_TRUE(has(both.err, "2 models"));
}

TEST_F(CommandLine, AWrongModelIsStatusOneWithAllItsErrors) {
  write("bad.yaml",
        "holon: 1\nparts:\n  link: {type: RigidBody, mas: 1, inertia: [1, 1, 1]}\n"
        "  pin: {type: Revolut, between: [world, link]}\n");
  for (const char* command : {"run bad.yaml", "check bad.yaml", "equations bad.yaml"}) {
    const Outcome outcome = holon(command);
    EXPECT_EQ(outcome.status, 1) << command;
    EXPECT_EQ(outcome.out, "") << command;
    EXPECT_TRUE(has(outcome.err, "bad.yaml:3:")) << outcome.err;
    EXPECT_TRUE(has(outcome.err, "bad.yaml:4:")) << outcome.err;
    EXPECT_TRUE(has(outcome.err, "did you mean 'Revolute'?")) << outcome.err;
  }
}

TEST_F(CommandLine, CheckSaysWhatARightModelHas) {
  holon("new pendulum");
  const Outcome check = holon("check pendulum.yaml");
  EXPECT_EQ(check.status, 0);
  EXPECT_TRUE(has(check.out, "pendulum.yaml: no errors; 2 parts")) << check.out;
}

TEST_F(CommandLine, CheckSeesWhatFailsAtTheStart) {
  write("beyond.yaml",
        "holon: 1\nparts:\n  m: {type: PointMass, mass: 1}\n"
        "  rail: {type: Prismatic, between: [world, m], axis: x, limits: [0 m, 1 m],\n"
        "         initial: {position: 2 m}}\n");
  const Outcome check = holon("check beyond.yaml");
  EXPECT_EQ(check.status, 1);
  EXPECT_TRUE(has(check.err,
                  "beyond.yaml:5:30: error: parts/rail (Prismatic): 'rail.position' begins at 2 m, "
                  "beyond its upper limit of 1 m; give 1 m at most"))
      << check.err;
}

TEST_F(CommandLine, AFailingRunIsStatusThreeAndKeepsItsRows) {
  write(
      "blow.yaml",
      "holon: 1\nparts:\n  m: {type: PointMass, mass: 1}\n"
      "  rail: {type: Prismatic, between: [world, m], axis: x, force: '1 [kg/m] * rail.speed^2',\n"
      "         initial: {speed: 1}}\n"
      "simulate: {until: 3}\noutputs: [rail.speed]\n");
  const Outcome run = holon("run blow.yaml");  // v' = v²: v = 1 / (1 - t)
  EXPECT_EQ(run.status, 3) << run.err;
  EXPECT_TRUE(has(run.err, "state 'rail.")) << run.err;
  EXPECT_TRUE(has(run.err, "at t = 1 s") || has(run.err, "at t = 1.0000000")) << run.err;
  const Results table = read_csv(at("results/blow/blow.csv"));
  EXPECT_GT(table.row_count(), 20u);
  EXPECT_NEAR(table.values("time").back(), 1, 1e-6);
  EXPECT_TRUE(has(read("results/blow/blow.json"), "\"status\": \"failed\""));
}

TEST_F(CommandLine, ASingularPositionIsPassedByDopri5WhateverTheSolver) {
  for (const char* solver : {"cvode", "ida"}) {
    const Outcome outcome = holon(
        "run '" HOLON_SOURCE_DIR "/examples/n_four_bar.yaml' -q --solver " + std::string(solver));
    EXPECT_EQ(outcome.status, 0) << solver << outcome.err;
    EXPECT_TRUE(has(outcome.err, "dopri5 takes the steps in place of " + std::string(solver)))
        << outcome.err;
  }
}

TEST_F(CommandLine, AWrongCommandIsStatusTwoWithASuggestion) {
  holon("new pendulum");
  const std::pair<const char*, const char*> cases[] = {
      {"", ""},
      {"rnu pendulum.yaml", "did you mean 'run'?"},
      {"pendulum.yaml", "did you mean 'holon run pendulum.yaml'?"},
      {"pendulum", "did you mean 'holon run pendulum'?"},
      {"run", "needs the file of a model"},
      {"run pendlum.yaml", "did you mean 'pendulum.yaml'?"},
      {"run pendulum.yaml --utnil 3", "did you mean '--until'?"},
      {"run pendulum.yaml --until", "'--until' needs a value"},
      {"run pendulum.yaml -o ''", "not an empty text"},
      {"run pendulum.yaml nosuch.yaml", "there is no file 'nosuch.yaml'"},
      {"run pendulum.yaml --set m", "--set NAME=VALUE"},
      {"run pendulum.yaml -o a.hd5", "did you mean '.h5'?"},
      {"run pendulum.yaml -o a.txt", ".csv"},
      {"run pendulum.yaml --plot a.jpg", ".svg or .png"},
      {"run pendulum.yaml --report a.pdf", "written as .html"},
      {"run .", "is a folder"},
      {"serve nosuch.yaml", "there is no file 'nosuch.yaml'"},
      {"serve --port 70000", "--port"},
      {"serve --ui-dir nosuch", "there is no index.html"},
      {"equations pendulum.yaml --format latx", "did you mean 'latex'?"},
      {"equations pendulum.yaml --of pinn", "did you mean 'pin'?"},
      {"parts Revolut", "did you mean 'Revolute'?"},
      {"parts Zebra", "there is no part type 'Zebra'; 'holon parts' lists them"},
      {"new pendulum", "exists already"},
  };
  for (const auto& [command, message] : cases) {
    const Outcome outcome = holon(command);
    EXPECT_EQ(outcome.status, 2) << command;
    EXPECT_TRUE(has(outcome.err, message)) << command << ": " << outcome.err;
  }
}

TEST_F(CommandLine, AWrongSettingIsStatusTwoAndNamesItsOption) {
  holon("new pendulum");
  const std::array<const char*, 3> cases[] = {
      {"--set pin.dampin=1", "--set:1:", "did you mean 'damping'?"},
      {"--set pin.damping=", "--set:1:", "a value is missing"},
      {"--set L='[1, 2'", "--set:1:3:", "never closed"},
      {"--set simulate.step=1e-3", "--set:1:", "has no effect"},
      {"--until '3 m'", "--until:1:", "a time (s) is needed"},
      {"--until -3", "--until:1:", "must not be negative"},
      {"--until 3 --until 4", "'--until'", "is given 2 times"},
      {"--solver rk5", "--solver:1:", "did you mean 'rk4'?"},
      {"--solver rk4", "--solver:1:", "uses a fixed step"},
      {"--solver radau55", "--solver:1:", "did you mean 'radau5'?"},
      {"--engine natve", "--engine:1:", "did you mean 'native'?"},
      {"--formulation lagrange", "--formulation:1:", "not in this version yet"},
      {"--seed x", "--seed:1:", "'x'"},
  };
  for (const auto& [option, place, message] : cases) {
    const Outcome outcome = holon(std::string("run pendulum.yaml ") + option);
    EXPECT_EQ(outcome.status, 2) << option;
    EXPECT_TRUE(has(outcome.err, place)) << option << ": " << outcome.err;
    EXPECT_TRUE(has(outcome.err, message)) << option << ": " << outcome.err;
  }
}

TEST_F(CommandLine, AModelThatIsWrongItselfIsStatusOneWhateverTheOptions) {
  holon("new pendulum");
  write("bad.yaml", read("pendulum.yaml") + "colour: red\n");
  EXPECT_EQ(holon("run bad.yaml --solver rk5").status, 1);
}

TEST_F(CommandLine, JsonHoldsTheErrorsOfAWrongModel) {
  write("bad.yaml", "holon: 1\nparts:\n  link: {type: RigidBody, mas: 1, inertia: [1, 1, 1]}\n");
  const Outcome run = holon("run bad.yaml --json");
  EXPECT_EQ(run.status, 1);
  EXPECT_TRUE(has(holon("run nosuch.yaml --json").out, "there is no file 'nosuch.yaml'"));
  for (const char* part :
       {"\"status\": \"wrong\"", "\"file\": \"bad.yaml\"", "\"line\": 3",
        "\"part\": \"parts/link\"", "\"message\": \"'mas' is not", "did you mean 'mass'?"})
    EXPECT_TRUE(has(run.out, part)) << part << run.out;
  EXPECT_TRUE(has(run.err, "bad.yaml:3:")) << run.err;
}

TEST_F(CommandLine, OutputsThatAreNotFiniteAreReported) {
  write("pole.yaml",
        "holon: 1\nparts:\n  b: {type: PointMass, mass: 1}\n"
        "  rail: {type: Prismatic, between: [world, b], axis: x, motion: '1 [m s]/time'}\n"
        "simulate: {until: 1, interval: 0.1}\noutputs: [rail.position]\n");
  const Outcome run = holon("run pole.yaml -o a.csv");
  EXPECT_TRUE(
      has(run.err, "'rail.position' is not finite in 1 of 11 rows, at first inf at t = 0 s"))
      << run.err;
}

TEST_F(CommandLine, UnwritableFilesAreReportedBeforeTheRun) {
  holon("new pendulum");
  const Outcome plot = holon("run pendulum.yaml -o a.csv --plot /proc/a.svg");
  EXPECT_EQ(plot.status, 3);
  EXPECT_TRUE(has(plot.err, "cannot write '/proc/a.svg'")) << plot.err;
  EXPECT_EQ(plot.out, "");
  EXPECT_FALSE(fs::exists(at("a.csv")));
  // Where the folder cannot be made, the file's name alone would not explain the error.
  const Outcome folder = holon("run pendulum.yaml -o a.csv --plot pendulum.yaml/a.svg");
  EXPECT_EQ(folder.status, 3);
  EXPECT_TRUE(has(folder.err, "cannot write 'pendulum.yaml/a.svg': Not a directory")) << folder.err;
}

TEST_F(CommandLine, HintsAreCallsThatTheUserCanType) {
  const std::string script = "HOLON_CALLED_AS=./run";
  EXPECT_TRUE(has(holon("new pendulum", script).out, "  ./run pendulum.yaml\n"));
  EXPECT_TRUE(has(holon("run", script).err, "'./run new pendulum' writes one"));
  EXPECT_TRUE(has(holon("parts Foo", script).err, "'./run parts' lists them"));
  EXPECT_TRUE(has(holon("--help", script).out, "./run check pendulum.yaml"));
  EXPECT_TRUE(has(holon("run --help", script).out, "Usage: ./run MODEL"));
}

TEST_F(CommandLine, NativeCodeWithoutACompilerSaysWhatToInstall) {
  holon("new pendulum");
  const Outcome native = holon("run pendulum.yaml --engine native", "PATH=");
  EXPECT_EQ(native.status, 3);
  EXPECT_TRUE(has(native.err, "apt-get install clang")) << native.err;
  EXPECT_FALSE(has(native.err, "continues")) << native.err;
  EXPECT_EQ(holon("run pendulum.yaml --engine auto", "PATH=").status, 0);
}

TEST_F(CommandLine, ATableThatWouldFillTheDiskIsReportedBeforehandAndCanBeStopped) {
  holon("new pendulum");
  const Outcome run = holon("run pendulum.yaml -o a.csv --set simulate.interval=1e-11",
                            "timeout --foreground --preserve-status -s INT 0.3");
  EXPECT_EQ(run.status, 130) << run.err;
  EXPECT_TRUE(has(run.err, "6e+11 rows of 6 columns, about 6.84e+04 GB")) << run.err;
  EXPECT_TRUE(has(run.out, "interrupted")) << run.out;
  const Results table = read_csv(at("a.csv"));  // whole lines only
  EXPECT_GT(table.row_count(), 1000u);
  const Outcome packed = holon("run pendulum.yaml -o a.h5 --set simulate.interval=1e-11",
                               "timeout --foreground --preserve-status -s INT 0.3");
  EXPECT_TRUE(has(packed.err, "6e+11 rows of 6 columns, up to 2.88e+04 GB")) << packed.err;
}

TEST_F(CommandLine, ATableOfTextHasARecordBesideIt) {
  holon("new pendulum");
  ASSERT_EQ(holon("run pendulum.yaml -o a.csv --until 1").status, 0);
  const std::string record = read("a.csv.json");
  EXPECT_TRUE(has(record, "\"model_sha256\": \"")) << record;
  EXPECT_TRUE(has(record, "\"settings\": [\n          \"simulate.until=1\"")) << record;
  EXPECT_TRUE(has(record, "\"model_text\": \"")) << record;
  EXPECT_TRUE(has(record, "\"units\": [")) << record;
  ASSERT_EQ(holon("run pendulum.yaml -o a.h5 --until 1").status, 0);
  EXPECT_FALSE(fs::exists(at("a.h5.json")));
}

TEST_F(CommandLine, FilesAreReplacedAsAWhole) {
  holon("new pendulum");
  fs::create_directory(at("real"));
  write("real/a.svg", "old");
  fs::create_symlink("real/a.svg", at("a.svg"));
  ASSERT_EQ(holon("run pendulum.yaml -o a.csv --plot a.svg").status, 0);
  EXPECT_TRUE(fs::is_symlink(at("a.svg")));
  EXPECT_TRUE(has(read("real/a.svg"), "</svg>"));
  EXPECT_FALSE(fs::exists(at("real/a.svg.part")));
}

TEST_F(CommandLine, WrongPlotsAreReportedBeforeTheRun) {
  holon("new pendulum");
  write("plot.yaml", read("pendulum.yaml") + "  - {title: Wrong, y: [pin.angle], unit: mm}\n");
  for (const char* command : {"run plot.yaml", "check plot.yaml"}) {
    const Outcome outcome = holon(command);
    EXPECT_EQ(outcome.status, 1) << command;
    EXPECT_TRUE(has(outcome.err, "mm")) << outcome.err;
  }
  EXPECT_FALSE(fs::exists(at("results/plot/plot.csv")));
}

TEST_F(CommandLine, ATableWithUnitsIsReadAsATimeSeries) {
  holon("new pendulum");
  ASSERT_EQ(holon("run pendulum.yaml -q -o u.csv --csv units --set simulate.interval=0.1").status,
            0);
  EXPECT_TRUE(has(read("u.csv"), "time [s],")) << read("u.csv").substr(0, 200);
  EXPECT_TRUE(has(read("u.csv"), " [rad]"));
  write("replay.yaml",
        "holon: 1\nunits: strict\ninputs: {u: u.csv}\nparts:\n  e: {type: Equations, outputs: "
        "{t: \"2*u.pin.angle + 1 [rad]\"}}\nsimulate: {until: 1 s, interval: 0.5 s}\n");
  const Outcome run = holon("run replay.yaml -q -o r.csv");
  EXPECT_EQ(run.status, 0) << run.err;
  EXPECT_EQ(holon("run pendulum.yaml --csv unit").status, 2);
  EXPECT_EQ(holon("run pendulum.yaml -o a.h5 --csv units").status, 2);
  const Outcome plain =
      holon("run pendulum.yaml -q -o a.mat --mat plain --set simulate.interval=0.1");
  EXPECT_EQ(plain.status, 0) << plain.err;
  EXPECT_TRUE(has(read("a.mat"), "pin_angle"));
  EXPECT_EQ(holon("compare a.mat u.csv --common").status, 0);
}

TEST_F(CommandLine, EquationsComeInFourNotations) {
  holon("new pendulum");
  const Outcome text = holon("equations pendulum.yaml");
  EXPECT_EQ(text.status, 0) << text.err;
  EXPECT_TRUE(has(text.out, "θ  pin.angle [rad]")) << text.out;
  EXPECT_TRUE(has(text.out, "θ''")) << text.out;
  EXPECT_TRUE(has(text.out, "cos(θ)")) << text.out;
  EXPECT_TRUE(has(holon("equations pendulum.yaml --format latex").out, "\\begin{align*}"));
  EXPECT_TRUE(has(holon("equations pendulum.yaml --format mathml").out, "</math>"));
  EXPECT_TRUE(has(holon("equations pendulum.yaml --format c").out, "#"));
  EXPECT_FALSE(has(holon("equations pendulum.yaml --of pin").out, "energy"));
}

TEST_F(CommandLine, EquationsForMatlabGiveInOctaveWhatTheProgramGives) {
  if (std::system("command -v octave-cli > /dev/null 2>&1") != 0)
    GTEST_SKIP() << "Octave is not installed";
  // At the start; accelerations and reactions are among the outputs, so that derivatives count.
  const std::pair<const char*, const char*> cases[] = {
      {"one_bar_linkage", "pin.acceleration, link.com.acceleration, pin.reaction.force"},
      {"trolley_double_pendulum", "rail.acceleration, hip.acceleration, elbow.acceleration"},
      {"four_bar", "A.acceleration, D.acceleration, C.reaction.force"},
      {"dc_motor", "drive.coil.effort, drive.fan.effort, drive.b9.power"},
      {"movable_pendulum", "graph.mx.effort, graph.mz.effort, graph.spring.effort"},
      {"double_spherical_pendulum_reduced", "swing.Mx2.effort, swing.Mz1.effort, ends.x2"},
  };
  for (const auto& [name, outputs] : cases) {
    const std::string model = std::string(" '" HOLON_SOURCE_DIR "/examples/") + name + ".yaml'";
    const std::string set = std::string(" --set 'outputs=[") + outputs + "]' --set plots=[]";
    ASSERT_EQ(holon("run" + model + set + " -o a.csv --until 0.01").status, 0) << read("err.txt");
    const Outcome file = holon("equations" + model + set + " --format matlab");
    ASSERT_EQ(file.status, 0) << file.err;
    write(std::string(name) + ".m", file.out);
    // The start and the parameters as given in the comment.
    std::string script = "warning('off', 'all');\np = [];\n";
    for (const std::string line : {"%   x0 = ", "%   p = "}) {
      const std::size_t at = file.out.find(line);
      if (at == std::string::npos) continue;
      script += file.out.substr(at + 4, file.out.find('\n', at) - at - 3);
    }
    script += std::string("[dx, y] = ") + name + "(0, x0, p);\nprintf('%.17g\\n', y);\n";
    write("script.m", script);
    const std::string command =
        "cd '" + folder_.string() + "' && octave-cli --no-gui -q script.m > y.txt 2>&1";
    ASSERT_EQ(std::system(command.c_str()), 0) << read("y.txt");
    std::istringstream numbers(read("y.txt"));
    std::vector<double> y;
    for (double value = 0; numbers >> value;) y.push_back(value);
    const Results table = read_csv(at("a.csv"));
    ASSERT_EQ(y.size() + 1, table.columns().size()) << name << ": " << read("y.txt");
    double largest = 0;
    for (const double value : y) largest = std::max(largest, std::abs(value));
    for (std::size_t k = 0; k < y.size(); ++k) {
      // Some thousand rounding errors of other elementary functions.
      EXPECT_NEAR(y[k], table.values(table.columns()[k + 1].name)[0], 1e-12 * largest) << name;
    }
  }
}

TEST_F(CommandLine, HelpAndCatalogueGoToStdout) {
  for (const char* command :
       {"--help", "run --help", "-h", "parts", "parts RigidBody", "--version"}) {
    const Outcome outcome = holon(command);
    EXPECT_EQ(outcome.status, 0) << command;
    EXPECT_EQ(outcome.err, "") << command;
    EXPECT_FALSE(outcome.out.empty()) << command;
  }
  EXPECT_TRUE(has(holon("run --help").out, "--formulation"));
  EXPECT_TRUE(has(holon("parts Revolute").out, "reaction.force"));
}

TEST_F(CommandLine, CtrlCEndsCleanlyWithWhatWasComputed) {
  holon("new pendulum");
  // An hour of machine time, interrupted after a second.
  const Outcome run =
      holon("run pendulum.yaml --until 1e9 --set simulate.interval=10 --set pin.damping=0",
            "timeout --foreground --preserve-status -s INT 1");
  EXPECT_EQ(run.status, 130) << run.err;
  EXPECT_TRUE(has(run.out, "interrupted")) << run.out;
  const Results table = read_csv(at("results/pendulum/pendulum.csv"));
  EXPECT_GT(table.row_count(), 10u);
  EXPECT_TRUE(has(read("results/pendulum/pendulum.json"), "\"status\": \"interrupted\""));
}

}  // namespace
}  // namespace holon
