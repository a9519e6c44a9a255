// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0

// The pages that are installed for man(1).
#include <tuple>

#include "command_line_fixture.h"

namespace holon::test {
namespace {

class Man : public CommandLine {
 protected:
  void SetUp() override {
    CommandLine::SetUp();
    ASSERT_EQ(holon("pages share").status, 0);
  }
  /// Runs a command in the folder; what it prints, stderr included.
  std::string shell(const std::string& command) const {
    std::ignore =
        std::system(("cd '" + folder_.string() + "' && " + command + " >sh.txt 2>&1").c_str());
    return read("sh.txt");
  }
  static bool is_installed(const std::string& command) {
    return std::system(("command -v " + command + " >/dev/null").c_str()) == 0;
  }
};

TEST_F(Man, EveryCommandHasAPageWithAllOfItsOptions) {
  const std::string list = holon("--help").out;
  for (const fs::directory_entry& page : fs::directory_iterator(at("share/man/man1"))) {
    const std::string name = page.path().stem().string();
    if (name == "holon") continue;
    const std::string command = name.substr(name.find('-') + 1);
    EXPECT_TRUE(has(list, "\n  " + command + " ")) << list;
    const std::string help = holon(command + " --help").out;
    const std::string text = read("share/man/man1/" + name + ".1");
    for (std::size_t begin = help.find(" --"); begin != std::string::npos;
         begin = help.find(" --", begin + 1)) {
      const std::size_t end = help.find_first_of(" ,;:=\n", begin + 3);
      std::string option = help.substr(begin + 1, end - begin - 1);
      for (std::size_t k = 0; (k = option.find('-', k)) != std::string::npos; k += 2)
        option.insert(k, "\\");
      EXPECT_TRUE(has(text, option)) << name << ": " << option;
    }
  }
}

TEST_F(Man, PagesAreWellFormed) {
  if (is_installed("groff")) {
    for (const char* section : {"man1", "man5"})
      for (const fs::directory_entry& page : fs::directory_iterator(at("share/man") / section))
        EXPECT_EQ(shell("groff -ww -man -Tutf8 -z '" + page.path().string() + "'"), "")
            << page.path();
  } else if (is_installed("mandoc")) {
    EXPECT_EQ(shell("mandoc -T lint -W warning share/man/man*/*"), "");
  } else {
    GTEST_SKIP() << "neither groff nor mandoc is installed";
  }
}

TEST_F(Man, ThePageOfModelsNamesAllParts) {
  const std::string page = read("share/man/man5/holon-model.5");
  for (const char* word : {".SS \"Revolute\"", ".SS \"PID\"", "\\fBtolerance\\fR", "kg m^2"})
    EXPECT_TRUE(has(page, word)) << word;
}

TEST_F(Man, HelpIsWhatTheOptionPrints) {
  EXPECT_EQ(holon("help run").out, holon("run --help").out);
  EXPECT_EQ(holon("help").out, holon("--help").out);
  const Outcome wrong = holon("help rum");
  EXPECT_EQ(wrong.status, 2);
  EXPECT_TRUE(has(wrong.err, "did you mean 'run'?")) << wrong.err;
}

}  // namespace
}  // namespace holon::test
