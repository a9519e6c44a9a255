// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0

// Titles, headings, units and file names that try to leave the comment or string that they are
// written in: in everything that the program writes for other programs, and on the terminal.

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>
#include <regex>

#include "command_line_fixture.h"
#include "holon/base/test/escape_checks.h"
#include "holon/report/page/report.h"

namespace holon {
namespace {

namespace fs = std::filesystem;
using Json = nlohmann::json;
using test::Outcome;

/// As YAML spells them in double quotes. Each writes a file `touched` or shows a word `evil` where
/// it is obeyed.
const std::vector<std::string> kTitles = {
    R"(crane\nsystem('touch touched');)",
    R"(crane\r\nsystem('touch touched');\n%{\n)",
    R"(crane\u2028system('touch touched');\u0085system('touch touched');\vsystem('touch touched');)",
    R"('); system('touch touched'); disp(')",
    R"(*/ int evil; /*)",
    R"(*/*/ int evil; /*/ ??/)",
    R"(\\input{evil} ^^5cinput{evil} $evil$ \n\\input{evil})",
    R"(} \\end{align*} \\input{evil} %)",
    R"(--> <script>document.documentElement.id='evil'</script> --!> <!--)",
    R"(</script><script>document.documentElement.id='evil'</script>)",
    R"(<img src=x onerror=\"document.documentElement.id='evil'\"> \"><svg onload=\"evil\">)",
    R"(]]> &evil; <!ENTITY evil SYSTEM \"file:///etc/passwd\">)",
    R"(\e]0;evil\a \e[2J \x9b31m \x7f \x01)",
    R"(a\u202eb\u2066c\u200f\ufeff\U000e0041)",
    R"(=cmd|'/c evil'!A1)",
    R"($(touch touched) `touch touched`)",
    R"(nul \0 and on)"};

/// All of them in one, for what takes them character by character.
std::string join_titles() {
  std::string all;
  for (const std::string& title : kTitles) all += title + " ";
  return all;
}

const std::string kBody = R"(
parameters: {m: 2 kg, k: 200 N/m, c: 4 N s/m, length_of_rod: 1 m}
tunable: [m, k]
parts:
  slide: {type: Prismatic, between: [world, mass], axis: x, stiffness: k, damping: c}
  mass: {type: PointMass, mass: m}
  pin: {type: Revolute, between: [mass, rod], axis: z}
  rod: {type: RigidBody, mass: 1 kg, center_of_mass: [0, "-length_of_rod", 0], inertia: [1, 1, 1]}
simulate: {until: 0.1 s}
outputs: [slide.position, pin.angle]
)";

class HostileText : public test::CommandLine {
 protected:
  static bool has_program(const std::string& name) {
    return std::system(("command -v " + name + " >/dev/null 2>&1").c_str()) == 0;
  }
  int shell(const std::string& command) const {
    return std::system(
        ("cd '" + folder_.string() + "' && { " + command + "; } >shell.txt 2>&1 </dev/null")
            .c_str());
  }
  void write_model(const std::string& title) const {
    write("m.yaml", "holon: 1\ntitle: \"" + title + "\"" + kBody + "plots:\n  - {title: \"" +
                        title + "\", y: [pin.angle], unit: deg}\n");
  }
  /// What came out of a command that is to succeed, with nothing that a terminal would obey.
  std::string run(const std::string& arguments) const {
    const Outcome o = holon(arguments);
    EXPECT_EQ(o.status, 0) << arguments << "\n" << o.err;
    EXPECT_TRUE(test::is_visible(o.out, "\n\t")) << arguments << testing::PrintToString(o.out);
    EXPECT_TRUE(test::is_visible(o.err, "\n\t")) << arguments << testing::PrintToString(o.err);
    return o.out;
  }
  void expect_untouched(const std::string& title) const {
    EXPECT_FALSE(fs::exists(at("touched"))) << title;
  }
};

TEST_F(HostileText, DoesNothingInMatlabAndOctave) {
  // All of them in one session, since a start takes longer than what they do.
  std::string script;
  for (std::size_t k = 0; k < kTitles.size(); ++k) {
    write_model(kTitles[k]);
    const std::string n = std::to_string(k);
    run("export matlab m.yaml -o model_" + n + ".m");
    run("linearize m.yaml --input slide.force -o matrices_" + n + ".m");
    write("formulas_" + n + ".m", run("linearize m.yaml --input slide.force --format matlab"));
    write("right_side_" + n + ".m", run("equations m.yaml --format matlab"));
    for (const char* file : {"model_", "matrices_", "formulas_", "right_side_"})
      EXPECT_TRUE(test::is_visible(read(file + n + ".m"), "\n")) << file << kTitles[k];
    script += "clear A B C D x_names; matrices_" + n +
              "; assert(size(A), [4 4]); assert(numel(x_names), 4);\n"
              "clear A B C D; formulas_" +
              n +
              "; assert(size(A), [4 4]);\n"
              "[t, y] = model_" +
              n + "([0 0.01]); assert(columns(y), 2);\n";
  }
  if (!has_program("octave-cli")) GTEST_SKIP() << "no octave-cli";
  write("check.m", script + "printf('all %d', exist('touched', 'file'));\n");
  EXPECT_EQ(shell("octave-cli --no-gui --norc -q check.m"), 0);
  EXPECT_TRUE(has(read("shell.txt"), "all 0")) << read("shell.txt");
  expect_untouched("matlab");
}

TEST_F(HostileText, MatlabFilesDefineWhatTheyCall) {
  for (const std::string stem : {"a__b", "end", "pendulum (1)", "3bar", "ode45", "it's"}) {
    write_model("names");
    fs::rename(at("m.yaml"), at(stem + ".yaml"));
    const Outcome o = holon("export matlab \"" + stem + ".yaml\"");
    EXPECT_EQ(o.status, 0) << o.err;
    fs::path made;
    for (const auto& entry : fs::directory_iterator(at("results/" + stem))) made = entry.path();
    const std::string name = made.stem().string();
    EXPECT_EQ(made.extension(), ".m");
    EXPECT_EQ(name, matlab_identifier(name)) << "a file that can be called";
    const std::string text = read("results/" + stem + "/" + made.filename().string());
    EXPECT_TRUE(text.starts_with("function [t, y] = " + name + "(")) << text.substr(0, 200);
    const std::string script = run("equations \"" + stem + ".yaml\" --format matlab");
    std::smatch head;
    ASSERT_TRUE(std::regex_search(script, head, std::regex("^function .*= (\\w+)\\(t, x")));
    EXPECT_TRUE(has(script, "ode45(@(t, x) " + head[1].str() + "(t, x")) << script.substr(0, 900);
    if (!has_program("octave-cli")) continue;
    EXPECT_EQ(shell("cd \"results/" + stem +
                    "\" && octave-cli --no-gui --norc -q --eval \"[t, y] = " + name +
                    "([0 0.01]); assert(columns(y), 2)\""),
              0)
        << read("shell.txt");
  }
  write_model("names");
  const Outcome named = holon("export matlab m.yaml -o 'my model.m'");
  EXPECT_TRUE(has(named.err, "name the file 'my_model.m'")) << named.err;
  const Outcome legal = holon("export matlab m.yaml -o mine.m");
  EXPECT_EQ(legal.err, "");
  EXPECT_TRUE(read("mine.m").starts_with("function [t, y] = mine(")) << "as its file";
}

// Two parameters that differ in a character which MATLAB does not know, and ones that are called as
// the matrices are.
TEST_F(HostileText, ParametersInMatlabScriptsKeepApart) {
  write("m.yaml", R"(holon: 1
parameters: {A: 200 N/m, end: 3 kg, "θ": 4 N s/m, "φ": 5 N s/m}
tunable: [A, end]
parts:
  slide: {type: Prismatic, between: [world, mass], axis: x, stiffness: A, damping: "θ + φ"}
  mass: {type: PointMass, mass: end}
outputs: [slide.position]
)");
  write("f.m", run("linearize m.yaml --input slide.force --format matlab"));
  if (!has_program("octave-cli")) GTEST_SKIP() << "no octave-cli";
  // x'' = (F - 9 x' - 200 x)/3
  write("check.m", "f; assert(A, [0 1; -200/3 -3], 1e-12); assert(B, [0; 1/3], 1e-12);\n");
  EXPECT_EQ(shell("octave-cli --no-gui --norc -q check.m"), 0) << read("shell.txt") << read("f.m");
}

TEST_F(HostileText, DeclaresNothingInC) {
  for (const std::string& title : kTitles) {
    write_model(title);
    run("export c m.yaml -o m.c");
    write("e.c", run("equations m.yaml --format c"));
    for (const char* file : {"m.c", "e.c"}) {
      EXPECT_TRUE(test::is_visible(read(file), "\n\t")) << title;
      if (!has_program("cc") || title.find("/") == std::string::npos) continue;
      EXPECT_EQ(shell(std::string("cc -std=c11 -trigraphs -O0 -c -o m.o ") + file), 0)
          << title << read("shell.txt");
      EXPECT_FALSE(has(read("m.o"), "evil")) << title;
    }
  }
}

/// What LaTeX reads: without comments.
std::string strip_comments(const std::string& latex) {
  return std::regex_replace(latex, std::regex("(^|[^\\\\])%[^\n]*"), "$1");
}

TEST_F(HostileText, IsNoCommandInLatex) {
  for (const std::string& title : kTitles) {
    write_model(title);
    for (const char* command : {"equations m.yaml --format latex",
                                "linearize m.yaml --input slide.force --format latex"}) {
      const std::string text = run(command);
      EXPECT_FALSE(has(strip_comments(text), "evil")) << title << text;
      EXPECT_FALSE(has(strip_comments(text), "crane")) << title << text;
    }
  }
}

TEST_F(HostileText, IsNoMarkupInXml) {
  const std::string parser = has_program("xmllint") ? "xmllint --noout "
                             : has_program("python3")
                                 ? "python3 -c 'import sys, xml.dom.minidom as "
                                   "d; [d.parse(f) for f in sys.argv[1:]]' "
                                 : "";
  for (const std::string& title : kTitles) {
    write_model(title);
    write("e.xml", "<r>" + run("equations m.yaml --format mathml") + "</r>");
    write("l.xml", "<r>" + run("linearize m.yaml --input slide.force --format mathml") + "</r>");
    run("export svg m.yaml -o diagram.svg");
    run("export svg m.yaml --of sparsity -o sparsity.svg");
    run("run m.yaml -o m.csv --plot plot.svg");
    run("linearize m.yaml --input slide.force --plot bode.svg");
    for (const char* file :
         {"e.xml", "l.xml", "diagram.svg", "sparsity.svg", "plot.svg", "bode.svg"}) {
      const std::string text = std::regex_replace(read(file), std::regex("<!--[^]*?-->"), "");
      EXPECT_TRUE(test::is_visible(text, "\n\t")) << file << title;
      for (const char* tag : {"<script", "<img", "<svg onload", "<!ENTITY"})
        EXPECT_FALSE(has(text, tag)) << file << title;
    }
    if (parser.empty()) continue;
    EXPECT_EQ(shell(parser + "e.xml l.xml diagram.svg sparsity.svg plot.svg bode.svg"), 0)
        << title << read("shell.txt");
  }
}

TEST_F(HostileText, IsTextInPages) {
  if (!has_report_front_end()) GTEST_SKIP() << "built without npm";
  std::string title;
  for (const std::string& each : kTitles)
    if (each.find("document.") != std::string::npos) title += each;
  write_model(title + R"(\u202egnp)");
  run("run m.yaml -o m.csv --report page.html");
  run("linearize m.yaml --input slide.force --report linear.html");
  for (const char* file : {"page.html", "linear.html"}) {
    const std::string page = read(file);
    EXPECT_FALSE(has(page, "<script>document.documentElement")) << file;
    EXPECT_FALSE(has(page, "<img src=x")) << file;
    EXPECT_FALSE(has(page, "\u202e")) << file;
    if (!has_program("chromium")) continue;
    shell(std::string("HOME=\"$PWD\" timeout 120 chromium --headless --no-sandbox --disable-gpu "
                      "--virtual-time-budget=3000 --dump-dom \"file://$PWD/") +
          file + "\"");
    const std::string dom = read("shell.txt");
    EXPECT_TRUE(has(dom, "class=\"bar-title\"")) << "the page's own script has run";
    EXPECT_TRUE(has(dom, "&lt;img src=x onerror=")) << "the title is shown as it is";
    EXPECT_FALSE(has(dom, "id=\"evil\"")) << file;
  }
}

TEST_F(HostileText, IsAValueInJson) {
  write_model(join_titles());
  const Json run_record = Json::parse(run("run m.yaml -o m.csv --json"));
  EXPECT_EQ(run_record["runs"][0]["title"], Json::parse(read("m.csv.json"))["runs"][0]["title"]);
  EXPECT_FALSE(Json::parse(run("linearize m.yaml --input slide.force --json")).is_discarded());
  EXPECT_FALSE(Json::parse(run("check m.yaml --json")).is_discarded());
  run("export gltf m.yaml -o m.gltf");
  EXPECT_FALSE(Json::parse(read("m.gltf")).is_discarded());
}

TEST_F(HostileText, IsSpelledOutOnTheTerminal) {
  write_model(join_titles());
  for (const char* command :
       {"run m.yaml -o m.csv", "check m.yaml", "verify m.yaml", "linearize m.yaml",
        "equations m.yaml", "set m.yaml 'm=3 kg' --dry-run"}) {
    run(command);
  }
  expect_untouched("terminal");
}

TEST_F(HostileText, FileNamesAndArgumentsAreSpelledOut) {
  const std::vector<std::string> names = {
      "\x1b]0;evil\a", "a\nholon: error: b", "\u202egnp", "\xff\xfe",
      "\u009b2J",      "$(touch touched)",   "-o"};
  for (const std::string& name : names) {
    write_model("file");
    const std::string file = name + ".yaml";
    fs::rename(at("m.yaml"), at(file));
    setenv("HOSTILE", ("./" + file).c_str(), 1);
    setenv("HOSTILE_NAME", name.c_str(), 1);
    run("run \"$HOSTILE\" -o m.csv --set 'm=3 kg'");
    run("export c \"$HOSTILE\" -o m.c");
    run("check \"$HOSTILE\"");
    for (const char* command :
         {"run \"$HOSTILE.none\"", "run \"$HOSTILE\" --set \"$HOSTILE_NAME=3\"",
          "run \"$HOSTILE\" --set \"m=$HOSTILE_NAME\"", "\"$HOSTILE_NAME\"",
          "run \"$HOSTILE\" \"--$HOSTILE_NAME\"",
          "linearize \"$HOSTILE\" --input \"$HOSTILE_NAME\"",
          "compare \"$HOSTILE\" \"$HOSTILE_NAME\"", "parts \"$HOSTILE_NAME\"",
          "examples \"$HOSTILE_NAME\"", "new \"$HOSTILE_NAME\"",
          "set \"$HOSTILE\" \"$HOSTILE_NAME=1\"",
          "equations \"$HOSTILE\" --of \"$HOSTILE_NAME\""}) {
      const Outcome o = holon(command);
      EXPECT_TRUE(test::is_visible(o.out + o.err, "\n\t"))
          << command << testing::PrintToString(o.out + o.err);
      EXPECT_FALSE(has(o.err, "bug in Holon")) << o.err;
    }
    fs::remove(at(file));
  }
  unsetenv("HOSTILE"), unsetenv("HOSTILE_NAME");
  expect_untouched("file names");
}

TEST_F(HostileText, IsNoSecondWordOfACompletion) {
  write("m.yaml", "holon: 1\nparameters: {\"a\\nevil\": 1, \"b\\e]0;evil\": 2, good: 3}\n" +
                      kBody.substr(kBody.find("parts:")));
  EXPECT_EQ(run("complete run m.yaml --set ''").substr(0, 5), "good=");
  EXPECT_FALSE(has(run("complete run m.yaml --set ''"), "evil"));
}

TEST_F(HostileText, ARelativeCacheHomeIsNamed) {
  write_model("names");
  const Outcome o = holon("run m.yaml -o m.csv", "XDG_CACHE_HOME=holon_relative");
  EXPECT_EQ(o.status, 0);
  EXPECT_TRUE(has(o.err, "note: XDG_CACHE_HOME is ignored, since 'holon_relative' is a relative"))
      << o.err;
  EXPECT_FALSE(fs::exists(at("holon_relative")));
}

TEST_F(HostileText, ANameOfAMegabyteIsCutInMessages) {
  const std::string name = "first" + std::string(1 << 20, 'x') + "last";
  write("m.yaml", "holon: 1\ntitle: t" + kBody + "plots:\n  - {y: [" + name + "]}\n");
  const Outcome o = holon("check m.yaml");
  EXPECT_EQ(o.status, 1);
  EXPECT_LT(o.err.size(), 4000U);
  EXPECT_TRUE(has(o.err, "firstxxx")) << o.err;
  EXPECT_TRUE(has(o.err, "xxxlast")) << o.err;
  EXPECT_TRUE(has(o.err, "x…x")) << o.err;
  // Both long: as one that is near to the other.
  write("m.yaml", "holon: 1\nparameters: {" + name + ": 1, b: " + name + "y}\n" + kBody.substr(1));
  EXPECT_LT(holon("check m.yaml").err.size(), 20'000U);
}

}  // namespace
}  // namespace holon
