// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0

// `holon run --resume` as used: ctrl-C, the command that continues, the same files.
#include "command_line_fixture.h"
#include "holon/base/test/slowdown.h"
#include "holon/record/open_results.h"

namespace holon::test {
namespace {

class Resume : public CommandLine {
 protected:
  // About a second of computing time, with checkpoints all along.
  inline static const std::string kUntil =
      "--until " + std::to_string(static_cast<int>(60000 / kSlowdown));
  inline static const std::string kLong =
      "run pendulum.yaml " + kUntil + " --set simulate.interval=10 --set pin.damping=0";

  /// Interrupted behind its first checkpoint, which a busy machine reaches later.
  Outcome interrupted(const std::string& options = {}) const {
    Outcome run;
    for (double seconds = 0.2; seconds < 30 && run.status != 0; seconds *= 2) {
      run = holon(kLong + options,
                  "timeout --foreground --preserve-status -s INT " + std::to_string(seconds));
      if (!command_in(run.out + run.err).empty()) break;
    }
    return run;
  }
  /// The command that the interrupted run names.
  static std::string command_in(const std::string& text) {
    const std::string mark = "with: holon ";
    const std::size_t at = text.find(mark);
    if (at == std::string::npos) return {};
    const std::size_t end = text.find('\n', at);
    return text.substr(at + mark.size(), end - at - mark.size());
  }
};

TEST_F(Resume, ContinuesWithTheSameBytes) {
  holon("new pendulum");
  ASSERT_EQ(holon(kLong).status, 0);
  const std::string table = "results/pendulum/pendulum.csv";
  const Results whole = read_results(at(table));
  const std::string bytes = read(table), drawn = read("results/pendulum/pendulum.svg");
  for (const std::string file : {table.c_str(), "out.mat", "out.h5"}) {
    SCOPED_TRACE(file);
    const Outcome broken = interrupted(file == table ? "" : " -o " + file);
    ASSERT_EQ(broken.status, 130) << broken.err;
    ASSERT_LT(read_results(at(file)).row_count(), whole.row_count());
    const std::string command = command_in(broken.out);
    ASSERT_TRUE(has(command, kUntil)) << broken.out;
    ASSERT_TRUE(has(command, "--resume ")) << broken.out;
    const Outcome rest = holon(command);
    ASSERT_EQ(rest.status, 0) << rest.err;
    const Results resumed = read_results(at(file));
    ASSERT_EQ(resumed.row_count(), whole.row_count());
    for (std::size_t c = 0; c < whole.columns().size(); ++c) {
      EXPECT_TRUE(resumed.values(c) == whole.values(c)) << whole.columns()[c].name;
    }
    if (file == table) EXPECT_TRUE(read(file) == bytes);
    EXPECT_TRUE(read("results/pendulum/pendulum.svg") == drawn);
    EXPECT_FALSE(fs::exists(at(fs::path(file).replace_extension(".checkpoint"))));
  }
}

TEST_F(Resume, IsOfferedWithoutASummaryToo) {
  holon("new pendulum");
  const Outcome broken = interrupted(" -q");
  ASSERT_EQ(broken.status, 130) << broken.err;
  EXPECT_EQ(broken.out, "");
  EXPECT_TRUE(has(broken.err, "note: continue from ")) << broken.err;
  EXPECT_TRUE(has(command_in(broken.err), "--resume results/pendulum/pendulum.checkpoint"))
      << broken.err;
}

TEST_F(Resume, RefusesAnotherModelOrOtherOptions) {
  holon("new pendulum");
  const Outcome broken = interrupted();
  const std::string command = command_in(broken.out);
  ASSERT_FALSE(command.empty()) << broken.out;
  const std::string table = read("results/pendulum/pendulum.csv");
  const Outcome other = holon(command + " --set m=\"3 kg\" --set simulate.tolerance=1e-6");
  EXPECT_EQ(other.status, 2);
  EXPECT_TRUE(has(other.err,
                  "is a checkpoint of another run: tolerance was not given and is 1e-06; "
                  "--set m was not given and is 3 kg"))
      << other.err;
  holon("set pendulum.yaml \"L=2 m\"");
  const Outcome changed = holon(command);
  EXPECT_EQ(changed.status, 2);
  EXPECT_TRUE(has(changed.err, "the model's text has changed since")) << changed.err;
  EXPECT_TRUE(read("results/pendulum/pendulum.csv") == table) << "it stays as it is";
  const Outcome none = holon("run pendulum.yaml --resume nothing.checkpoint");
  EXPECT_EQ(none.status, 2);
  EXPECT_TRUE(has(none.err, "there is no checkpoint 'nothing.checkpoint'")) << none.err;
  const Outcome wrong = holon("run pendulum.yaml --resume pendulum.yaml");
  EXPECT_EQ(wrong.status, 2);
  EXPECT_TRUE(has(wrong.err, "is no checkpoint of a run")) << wrong.err;
}

TEST_F(Resume, AFailedRunNamesItsCheckpoint) {
  write("fails.yaml", R"yaml(holon: 1
parts:
  e: {type: Equations, states: {x: {initial: 1, der: "sqrt(3 - time)"}}}
simulate: {until: 5 s, checkpoint: 1 s}
)yaml");
  const Outcome run = holon("run fails.yaml");
  EXPECT_EQ(run.status, 3);
  EXPECT_TRUE(
      has(run.out,
          "continue from 1 s with: holon run fails.yaml --resume results/fails/fails.checkpoint"))
      << run.out;
  // Its rows are in one file, to which those to come belong.
  const Outcome other =
      holon("run fails.yaml --resume results/fails/fails.checkpoint -o other.csv");
  EXPECT_EQ(other.status, 2);
  EXPECT_TRUE(has(other.err,
                  "--resume: error: there is no 'other.csv' to continue: the run has written its "
                  "rows to 'results/fails/fails.csv'; give '-o results/fails/fails.csv'"))
      << other.err;
  EXPECT_FALSE(fs::exists(at("other.csv")));
  fs::remove(at("results/fails/fails.csv"));
  const Outcome gone = holon("run fails.yaml --resume results/fails/fails.checkpoint");
  EXPECT_EQ(gone.status, 2);
  EXPECT_TRUE(has(gone.err, "there is no 'results/fails/fails.csv' to continue; run from"))
      << gone.err;
}

}  // namespace
}  // namespace holon::test
