// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#include <sys/stat.h>

#include <iterator>

#include "command_line_fixture.h"
#include "holon/record/csv.h"

namespace holon::test {
namespace {

std::string with(std::string text, const std::string& old, const std::string& now) {
  const std::size_t at = text.find(old);
  EXPECT_NE(at, std::string::npos) << old;
  return at == std::string::npos ? text : text.replace(at, old.size(), now);
}

TEST_F(CommandLine, SetChangesAValueAndNothingElse) {
  holon("new pendulum");
  const std::string before = read("pendulum.yaml");
  const Outcome set =
      holon("set pendulum.yaml m='12.5 kg' simulate.until=20 pin.origin.at='[0, 0, 1]'");
  EXPECT_EQ(set.status, 0) << set.err;
  EXPECT_EQ(read("pendulum.yaml"),
            with(with(with(before, "1 kg     ", "12.5 kg  "), "until: 6 s", "until: 20"),
                 "    axis:", "    origin: {at: [0, 0, 1]}\n    axis:"));
  EXPECT_TRUE(has(set.out, "pendulum.yaml:6:   m: 12.5 kg")) << set.out;
}

TEST_F(CommandLine, SetMakesTheUnitsOfAModelStrict) {
  const auto model = [](const std::string& torque) {
    return "holon: 1\ntitle: A\nparts:\n"
           "  a: {type: RigidBody, mass: 1 kg, inertia: [1, 1, 1]}\n"
           "  pin: {type: Revolute, between: [world, a], torque: \"" +
           torque + "\"}\n";
  };
  write("a.yaml", model("2 [N m]*sin(2 [rad/s]*time)"));
  EXPECT_EQ(holon("set a.yaml units=strict").status, 0);
  EXPECT_EQ(read("a.yaml"),
            with(model("2 [N m]*sin(2 [rad/s]*time)"), "title: A\n", "title: A\nunits: strict\n"));
  write("a.yaml", model("2 [N m]*sin(2*time)"));
  const Outcome refused = holon("set a.yaml units=strict");
  EXPECT_EQ(refused.status, 1);
  EXPECT_TRUE(has(refused.err, "sin takes an angle or a pure number, not a time (s)"))
      << refused.err;
  EXPECT_EQ(read("a.yaml"), model("2 [N m]*sin(2*time)"));
  EXPECT_EQ(holon("check a.yaml").status, 0);
  EXPECT_EQ(holon("check a.yaml --set units=strict").status, 1);
}

TEST_F(CommandLine, ASetModelGivesWhatTheSameSettingsGiveARun) {
  holon("new pendulum");
  EXPECT_EQ(
      holon("run pendulum.yaml --set link.mass='3 kg' --set pin.damping=0.2 --until 1 -o a.csv")
          .status,
      0);
  EXPECT_EQ(holon("set pendulum.yaml link.mass='3 kg' pin.damping=0.2 simulate.until=1").status, 0);
  EXPECT_EQ(holon("run pendulum.yaml -o b.csv").status, 0);
  EXPECT_EQ(read("a.csv"), read("b.csv"));
}

TEST_F(CommandLine, SetLeavesAModelThatWouldBeWrongAsItIs) {
  holon("new pendulum");
  const std::string before = read("pendulum.yaml");
  const std::pair<const char*, const char*> cases[] = {
      {"pin.dampng=3", "'dampng' is not a parameter; did you mean 'damping'?"},
      {"link.mass='3 m'", "a mass (kg) is needed, not a length (m)"},
      {"link.mass='[1, 2'", "set:1:11: error: this '[' is never closed"},
      {"lnk.mass=1", "there is no 'lnk' in this model; did you mean 'link'?"},
      {"link.mass=mm", "'mm' is not known here"},
      {"simulate.solver=rk5", "did you mean 'rk4'?"},
      {"outputs[7]=pin.angle", "has 3 items"},
      {"--remove pin.type", "a part needs a 'type'"},
      {"--remove pin.dampng", "did you mean 'damping'?"},
      {"--rename link=time", "'time'"},
  };
  for (const auto& [words, message] : cases) {
    const Outcome outcome = holon(std::string("set pendulum.yaml ") + words);
    EXPECT_EQ(outcome.status, 1) << words;
    EXPECT_TRUE(has(outcome.err, message)) << words << ": " << outcome.err;
    EXPECT_EQ(read("pendulum.yaml"), before) << words;
  }
  for (const char* words : {"", "m", "=3", "m=", "--rename m"}) {
    EXPECT_EQ(holon(std::string("set pendulum.yaml ") + words).status, 2) << words;
  }
  EXPECT_EQ(holon("set nosuch.yaml m=1").status, 2);
}

TEST_F(CommandLine, SetMendsOneErrorOfSeveral) {
  holon("new pendulum");
  write("bad.yaml", with(with(read("pendulum.yaml"), "mass: m", "mass: 3 m"), "damping: 0.05",
                         "damping: 1 kg"));
  const Outcome set = holon("set bad.yaml link.mass='2 kg'");
  EXPECT_EQ(set.status, 0) << set.err;
  EXPECT_TRUE(has(set.err, "still is")) << set.err;
  EXPECT_TRUE(has(read("bad.yaml"), "mass: 2 kg"));
}

TEST_F(CommandLine, SetRenamesWhateverTheMachineComputes) {
  holon("new pendulum");
  EXPECT_EQ(holon("run pendulum.yaml --until 1 -o a.csv").status, 0);
  const Outcome set =
      holon("set pendulum.yaml --rename link=rod --rename pin=hinge --rename L=length");
  EXPECT_EQ(set.status, 0) << set.err;
  EXPECT_EQ(holon("run pendulum.yaml --until 1 -o b.csv").status, 0);
  const Results a = read_csv(at("a.csv")), b = read_csv(at("b.csv"));
  // Terms may be summed in another order: some rounding errors of values about 1.
  constexpr double kRounding = 1e-13;
  const std::pair<const char*, const char*> names[] = {
      {"pin.angle", "hinge.angle"}, {"link.tip.position.x", "rod.tip.position.x"}};
  for (const auto& [old_name, new_name] : names) {
    const auto old_values = a.values(old_name), new_values = b.values(new_name);
    ASSERT_EQ(old_values.size(), new_values.size());
    for (std::size_t k = 0; k < old_values.size(); ++k) {
      EXPECT_NEAR(old_values[k], new_values[k], kRounding) << new_name;
    }
  }
}

TEST_F(CommandLine, SetWritesNothingWhereItIsTried) {
  holon("new pendulum");
  const std::string before = read("pendulum.yaml");
  const Outcome set = holon("set pendulum.yaml L='2 m' --remove pin.damping --dry-run");
  EXPECT_EQ(read("pendulum.yaml"), before);
  EXPECT_TRUE(has(
      set.out,
      "-  L: 1 m                      # its length\n+  L: 2 m                      # its length\n"))
      << set.out;
  if (std::system("command -v patch >/dev/null 2>&1") != 0) return;
  EXPECT_EQ(
      std::system(("cd '" + folder_.string() + "' && patch -s pendulum.yaml out.txt").c_str()), 0);
  EXPECT_EQ(read("pendulum.yaml"),
            with(with(before, "L: 1 m", "L: 2 m"), "    damping: 0.05 N m s/rad\n", ""));
}

TEST_F(CommandLine, SetKeepsPermissionsAndFollowsLinks) {
  holon("new pendulum");
  fs::create_directories(at("deep"));
  fs::rename(at("pendulum.yaml"), at("deep/real.yaml"));
  fs::create_symlink("deep/real.yaml", at("link.yaml"));
  ASSERT_EQ(chmod(at("deep/real.yaml").c_str(), 0640), 0);
  EXPECT_EQ(holon("set link.yaml m=2").status, 0);
  EXPECT_TRUE(fs::is_symlink(at("link.yaml")));
  struct stat now {};
  ASSERT_EQ(stat(at("deep/real.yaml").c_str(), &now), 0);
  EXPECT_EQ(now.st_mode & 07777, 0640U);
  EXPECT_TRUE(has(read("deep/real.yaml"), "m: 2 "));
  EXPECT_EQ(std::distance(fs::directory_iterator(at("deep")), fs::directory_iterator()), 1);
}

TEST_F(CommandLine, TheDiffHasAHunkForEachPlace) {
  write("m.yaml",
        "holon: 1\nparts:\n  a: {type: PointMass, mass: 1}\n  # 1\n  # 2\n  # 3\n  # 4\n  # 5\n"
        "  # 6\n  # 7\n  b: {type: PointMass, mass: 1}");
  EXPECT_EQ(
      holon("set m.yaml a.mass=2 b.mass=3 --dry-run").out,
      "--- m.yaml\n+++ m.yaml\n@@ -1,6 +1,6 @@\n holon: 1\n parts:\n"
      "-  a: {type: PointMass, mass: 1}\n+  a: {type: PointMass, mass: 2}\n   # 1\n   # 2\n   # 3\n"
      "@@ -8,4 +8,4 @@\n   # 5\n   # 6\n   # 7\n-  b: {type: PointMass, mass: 1}\n"
      "\\ No newline at end of file\n+  b: {type: PointMass, mass: 3}\n"
      "\\ No newline at end of file\n");
}

TEST_F(CommandLine, RenamingNamesModelsThatUseTheFile) {
  write("arm.yaml", "holon: 1\nparameters: {m: 1 kg}\nparts:\n  tip: {type: PointMass, mass: m}\n");
  write("robot.yaml",
        "holon: 1\nparts:\n  arm: {type: ./arm.yaml, parameters: {m: 2 kg}}\n"
        "outputs: [arm.tip.position]\n");
  write("other.yaml", "holon: 1\nparts:\n  a: {type: PointMass, mass: 1 kg}\n");
  const Outcome right = holon("set arm.yaml tip.mass=2*m");
  EXPECT_EQ(right.status, 0) << right.err;
  EXPECT_EQ(right.err, "");
  const Outcome wrong = holon("set arm.yaml --rename tip=hand");
  EXPECT_EQ(wrong.status, 0) << wrong.err;
  EXPECT_TRUE(has(wrong.err, "robot.yaml:4:")) << wrong.err;
  EXPECT_TRUE(has(wrong.err, "'robot.yaml' uses this model as a part and is invalid now"))
      << wrong.err;
  EXPECT_FALSE(has(wrong.err, "other.yaml")) << wrong.err;
}

}  // namespace
}  // namespace holon::test
