// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#include <cstdlib>
#include <set>

#include "command_line_fixture.h"

namespace holon::test {
namespace {

class Completion : public CommandLine {
 protected:
  void SetUp() override {
    CommandLine::SetUp();
    holon("new pendulum");
    fs::create_directories(at("models"));
    fs::copy_file(at("pendulum.yaml"), at("models/a b.yaml"));
    write("notes.txt", "");
  }

  static std::set<std::string> lines_of(const std::string& text) {
    std::set<std::string> lines;
    std::istringstream stream(text);
    for (std::string line; std::getline(stream, line);)
      lines.insert(line.substr(0, line.find('\t')));
    return lines;
  }
  /// What the program proposes.
  std::set<std::string> complete(const std::string& words) const {
    return lines_of(holon("complete " + words).out);
  }
  /// What a shell with the script proposes; the script asks for `holon`.
  std::string in_shell(const std::string& shell, const std::string& script) const {
    write("script", script);
    const std::string command = "cd '" + folder_.string() +
                                "' && ln -sf '" HOLON_EXECUTABLE
                                "' holon && PATH=\"$PWD:$PATH\" HOME=\"$PWD\" " +
                                shell + " script >out.txt 2>err.txt </dev/null";
    EXPECT_EQ(std::system(command.c_str()), 0) << read("err.txt");
    return read("out.txt");
  }
  static bool is_there(const char* shell) {
    return std::system((std::string("command -v ") + shell + " >/dev/null 2>&1").c_str()) == 0;
  }
};

using Words = std::set<std::string>;

TEST_F(Completion, KnowsCommandsOptionsAndTheirValues) {
  EXPECT_EQ(complete("ex"), (Words{"examples", "export"}));
  EXPECT_TRUE(complete("''").contains("run"));
  EXPECT_EQ(complete("run --s"), (Words{"--seed", "--set", "--solver"}));
  EXPECT_EQ(complete("run pendulum.yaml --solver rk"), (Words{"rk4"}));
  EXPECT_EQ(complete("run pendulum.yaml --engine ''"), (Words{"auto", "jit", "native", "tape"}));
  EXPECT_EQ(complete("run pendulum.yaml --solver = d"), (Words{"dopri5"}));
  EXPECT_EQ(complete("equations pendulum.yaml --format m"), (Words{"mathml", "matlab"}));
  EXPECT_EQ(complete("export s"), (Words{"svg"}));
  EXPECT_EQ(complete("completion ''"), (Words{"bash", "fish", "zsh"}));
  EXPECT_EQ(complete("nosuch ''"), Words{});
}

TEST_F(Completion, KnowsOutputsOfTheModel) {
  write("arm.yaml", "parts: {arm: {type: RigidBody}, pin: {type: Revolute}}\n");
  EXPECT_EQ(complete("sensitivity arm.yaml --of pin.an"), (Words{"pin.angle"}));
  EXPECT_EQ(complete("observability arm.yaml --output pin.an"), (Words{"pin.angle"}));
  EXPECT_EQ(complete("lqr arm.yaml --weight pin.ra"), (Words{"pin.rate="}));
  EXPECT_EQ(complete("equations arm.yaml --of p"), (Words{"pin"}));
}

TEST_F(Completion, KnowsFilesExamplesAndTypes) {
  EXPECT_EQ(complete("run ''"), (Words{"models/", "pendulum.yaml"}));
  EXPECT_EQ(complete("check models/"), (Words{"models/a b.yaml"}));
  EXPECT_EQ(complete("export svg p"), (Words{"pendulum.yaml"}));
  EXPECT_EQ(complete("examples four_"), (Words{"four_bar", "four_bar_observer"}));
  EXPECT_EQ(complete("parts Rev"), (Words{"Revolute"}));
}

TEST_F(Completion, KnowsTheNamesOfTheModel) {
  EXPECT_EQ(complete("set pendulum.yaml pin.da"), (Words{"pin.damping="}));
  EXPECT_EQ(complete("run pendulum.yaml --set simulate.to"), (Words{"simulate.tolerance="}));
  EXPECT_TRUE(complete("set pendulum.yaml ''").contains("m="));
  EXPECT_EQ(complete("set pendulum.yaml --remove link.ma"), (Words{"link.mass"}));
  EXPECT_EQ(complete("equations pendulum.yaml --of l"), (Words{"link"}));
}

TEST_F(Completion, WorksInBash) {
  const std::string script =
      "source <(holon completion bash)\n"
      "ask() { COMP_WORDS=(holon \"$@\"); COMP_CWORD=$#; _holon holon; printf '%s\\n' "
      "\"${COMPREPLY[@]}\"; }\n";
  EXPECT_EQ(lines_of(in_shell("bash --norc", script + "ask run --so")), (Words{"--solver"}));
  EXPECT_EQ(lines_of(in_shell("bash --norc", script + "ask check models/")),
            (Words{"models/a\\ b.yaml"}));
  EXPECT_EQ(lines_of(in_shell("bash --norc", script + "ask set pendulum.yaml pin.da")),
            (Words{"pin.damping="}));
}

TEST_F(Completion, WorksInFish) {
  if (!is_there("fish")) GTEST_SKIP() << "fish is not installed";
  const std::string script = "holon completion fish | source\ncomplete -C ";
  EXPECT_EQ(lines_of(in_shell("fish", script + "'holon run --so'")), (Words{"--solver"}));
  EXPECT_EQ(lines_of(in_shell("fish", script + "'holon parts Rev'")), (Words{"Revolute"}));
}

TEST_F(Completion, IsReadByZsh) {
  if (!is_there("zsh")) GTEST_SKIP() << "zsh is not installed";
  // Outside its line editor zsh lets nobody complete: `compadd` is what would be shown.
  const std::string script =
      "autoload -U compinit && compinit -u -D\nsource <(holon completion zsh)\n"
      "compadd() { print -l -- ${(P)@[-1]} }\nwords=(holon run --so)\nCURRENT=3\n_holon\n";
  EXPECT_EQ(lines_of(in_shell("zsh -f", script)), (Words{"--solver"}));
}

}  // namespace
}  // namespace holon::test
