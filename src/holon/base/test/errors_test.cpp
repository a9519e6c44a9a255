// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#include "holon/base/errors.h"

#include <gtest/gtest.h>

namespace holon {
namespace {

std::shared_ptr<const SourceFile> make_file(std::string name, std::string text) {
  return std::make_shared<const SourceFile>(SourceFile{std::move(name), std::move(text)});
}

TEST(SourceFile, GivesLinesByNumberWithoutTheirEnds) {
  const SourceFile file{"a.yaml", "one\r\ntwo\n\nfour"};
  EXPECT_EQ(file.line(1), "one");
  EXPECT_EQ(file.line(2), "two");
  EXPECT_EQ(file.line(3), "");
  EXPECT_EQ(file.line(4), "four");
  EXPECT_EQ(file.line(5), "");
  EXPECT_EQ(file.line(0), "");
}

TEST(SourceFile, LeavesOutAByteOrderMark) {
  EXPECT_EQ((SourceFile{"a", "\xEF\xBB\xBFholon: 1"}.line(1)), "holon: 1");
}

TEST(Place, PrintsAsMuchAsIsKnown) {
  const auto file = make_file("bulldozer.yaml", "");
  EXPECT_EQ((Place{file, 41, 12}.to_string()), "bulldozer.yaml:41:12");
  EXPECT_EQ((Place{file, 41, 0}.to_string()), "bulldozer.yaml:41");
  EXPECT_EQ((Place{file, 0, 0}.to_string()), "bulldozer.yaml");
  EXPECT_EQ(Place{}.to_string(), "");
  EXPECT_FALSE(Place{}.known());
  EXPECT_EQ((Place{file, 41, 12}.shifted(3).column), 15);
}

TEST(Diagnostic, NamesPlacePartMessageAndSuggestionInOneLine) {
  Diagnostic d;
  d.place = {make_file("bulldozer.yaml", ""), 41, 12};
  d.part_path = "parts/lift";
  d.part_type = "HydraulicCylinder";
  d.message = "'borre' is not a parameter";
  d.suggestion = "did you mean 'bore'?";
  EXPECT_EQ(d.to_string(),
            "bulldozer.yaml:41:12: error: parts/lift (HydraulicCylinder): 'borre' is not a "
            "parameter; did you mean 'bore'?");
}

TEST(Diagnostics, ShowTheSourceLineWithACaretBelow) {
  Diagnostics diagnostics;
  diagnostics.add_error({make_file("m.yaml", "parts:\n  lift: {borre: 110 mm}\n"), 2, 10},
                        "'borre' is not a parameter", "did you mean 'bore'?", 5);
  EXPECT_EQ(diagnostics.to_string(),
            "m.yaml:2:10: error: 'borre' is not a parameter; did you mean 'bore'?\n"
            "      lift: {borre: 110 mm}\n"
            "             ^~~~~\n");
}

TEST(Diagnostics, PutTheCaretBelowTheRightCharacterBehindUtf8AndTabs) {
  Diagnostics diagnostics;
  diagnostics.add_error({make_file("m.yaml", "\tφ: größe + x"), 1, 13}, "no x");
  EXPECT_EQ(diagnostics.to_string(),
            "m.yaml:1:13: error: no x\n"
            "    \tφ: größe + x\n"
            "    \t           ^\n");
}

TEST(Diagnostics, NeverUnderlineBeyondTheEndOfTheLine) {
  Diagnostics diagnostics;
  diagnostics.add_error({make_file("m.yaml", "abc"), 1, 2}, "wrong", {}, 40);
  EXPECT_EQ(diagnostics.to_string(), "m.yaml:1:2: error: wrong\n    abc\n     ^~\n");
}

TEST(Diagnostics, ShowAWindowOfAVeryLongLine) {
  Diagnostics diagnostics;
  const std::string text = std::string(400, 'a') + "X" + std::string(400, 'b');
  diagnostics.add_error({make_file("m.yaml", text), 1, 401}, "wrong");
  const std::string shown = diagnostics.to_string();
  const std::string line = shown.substr(shown.find('\n') + 1);
  const std::string source = line.substr(0, line.find('\n'));
  const std::string caret = line.substr(line.find('\n') + 1);
  EXPECT_LT(source.size(), 140u);
  EXPECT_TRUE(source.starts_with("    …")) << source;
  EXPECT_TRUE(source.ends_with("…")) << source;
  // The ellipsis takes three bytes and one column.
  EXPECT_EQ(source.find('X') - 2, caret.find('^'));
}

TEST(Diagnostics, ComeSortedByPlaceWithNotesBehindWhatTheyExplain) {
  const auto main = make_file("z_main.yaml", "");
  const auto part = make_file("a_part.yaml", "");
  Diagnostics diagnostics;
  diagnostics.add_error({main, 9, 1}, "late");
  diagnostics.add_note({main, 1, 1}, "first written here");
  diagnostics.add_error({part, 1, 1}, "in the part");
  diagnostics.add_warning({main, 2, 5}, "early");
  diagnostics.add_error({}, "nowhere");
  std::vector<std::string> messages;
  for (const Diagnostic& d : diagnostics.sorted()) messages.push_back(d.message);
  EXPECT_EQ(messages, (std::vector<std::string>{"nowhere", "early", "late", "first written here",
                                                "in the part"}));
  EXPECT_EQ(diagnostics.error_count(), 3u);
  EXPECT_EQ(diagnostics.warning_count(), 1u);
}

TEST(Diagnostics, DropWhatWasSaidBeforeTogetherWithItsNotes) {
  const auto file = make_file("m.yaml", "");
  Diagnostics diagnostics;
  for (int k = 0; k < 3; ++k) {
    diagnostics.add_error({file, 1, 1}, "wrong");
    diagnostics.add_note({file, 2, 1}, "because");
  }
  EXPECT_EQ(diagnostics.all().size(), 2u);
  EXPECT_EQ(diagnostics.error_count(), 1u);
}

TEST(Diagnostics, StopShowingAtTheLimitAndCountTheRest) {
  const auto file = make_file("m.yaml", "");
  Diagnostics diagnostics;
  for (int k = 1; k <= 5; ++k) {
    diagnostics.add_error({file, k, 0}, "wrong");
    diagnostics.add_note({file, k, 0}, "because");
  }
  Diagnostics::Style style;
  style.limit = 2;
  EXPECT_EQ(diagnostics.to_string(style),
            "m.yaml:1: error: wrong\nm.yaml:1: note: because\n"
            "m.yaml:2: error: wrong\nm.yaml:2: note: because\n… and 3 more\n");
}

TEST(Diagnostics, ColourOnlyOnRequest) {
  Diagnostics diagnostics;
  diagnostics.add_error({}, "wrong");
  EXPECT_EQ(diagnostics.to_string(), "error: wrong\n");
  Diagnostics::Style style;
  style.color = true;
  EXPECT_EQ(diagnostics.to_string(style), "\033[1;31merror:\033[0m wrong\n");
}

TEST(Diagnostics, ThrowOnlyForErrors) {
  Diagnostics diagnostics;
  diagnostics.add_warning({}, "odd");
  EXPECT_NO_THROW(diagnostics.throw_if_errors());
  diagnostics.add_error({}, "wrong");
  try {
    diagnostics.throw_if_errors();
    FAIL() << "must throw";
  } catch (const InputError& error) {
    EXPECT_EQ(error.diagnostics().all().size(), 2u);
    EXPECT_STREQ(error.what(), "warning: odd\nerror: wrong\n");
  }
}

TEST(ModelError, SaysPartMessageAndAdvice) {
  const ModelError error("the freedom about x has no inertia", "give the body an inertia", "wheel");
  EXPECT_STREQ(error.what(), "wheel: the freedom about x has no inertia; give the body an inertia");
  EXPECT_EQ(error.part_path(), "wheel");
}

Diagnostic error_at(const Place& place, const std::string& subject, const std::string& message) {
  Diagnostic d;
  d.place = place;
  d.part_path = "parts/link";
  d.subject = subject;
  d.message = message;
  return d;
}

TEST(Diagnostics, OneLineThatManyPartsReadIsReportedOnceWithTheirNumber) {
  const auto source = std::make_shared<const SourceFile>(SourceFile{"m.yaml", "a: link[i-1].x\n"});
  Diagnostics d;
  for (int k = 0; k < 1000; ++k) {
    const std::string name = "link[" + std::to_string(k) + "]";
    d.add(error_at({source, 1, 4}, name, "'" + name + "' has no 'x'"));
    d.add(error_at({source, 1, 1}, name, "another"));
  }
  d.add(error_at({source, 1, 4}, "link[7]", "something else"));
  EXPECT_EQ(d.error_count(), 3U);
  EXPECT_EQ(d.reported_error_count(), 2001U);
  EXPECT_EQ(d.all()[0].to_string(),
            "m.yaml:1:4: error: parts/link: 'link[0]' has no 'x' (in 1000 parts)");
}

TEST(Diagnostics, WhatDiffersInNumbersOnlyStaysApartWithinOnePart) {
  const auto source = std::make_shared<const SourceFile>(SourceFile{"m.yaml", "a: [1, 2]\n"});
  Diagnostics d;
  for (const char* message : {"gains[0] is wrong", "gains[1] is wrong"}) {
    d.add(error_at({source, 1, 4}, "a", message));
    d.add(error_at({source, 1, 4}, "a", message));
    d.add(error_at({}, "b", message));
  }
  EXPECT_EQ(d.error_count(), 4U);
}

TEST(RunError, SaysWhenWhichStateWhyAndWhatToTry) {
  RunError::Data data;
  data.time = 1.25;
  data.step = 1.2e-13;
  data.state = "pin.rate";
  data.cause = "the step fell below its minimum";
  data.advice = "try solver: cvode";
  EXPECT_STREQ(RunError(data).what(),
               "at t = 1.25 s with a step of 1.2e-13 s: state 'pin.rate': the step fell below its "
               "minimum; try solver: cvode");
}

TEST(Check, ThrowsInternalErrorWithThePlaceInTheCode) {
  EXPECT_NO_THROW(HOLON_CHECK(1 + 1 == 2, "unused"));
  try {
    HOLON_CHECK(1 + 1 == 3, std::string("sums are wrong"));
    FAIL() << "must throw";
  } catch (const InternalError& error) {
    const std::string text = error.what();
    EXPECT_NE(text.find("sums are wrong"), std::string::npos);
    EXPECT_NE(text.find("1 + 1 == 3"), std::string::npos);
    EXPECT_NE(text.find("errors_test.cpp"), std::string::npos);
  }
}

TEST(Check, BuildsItsMessageOnlyWhenItFails) {
  int built = 0;
  const auto message = [&] { return ++built, std::string("x"); };
  HOLON_CHECK(true, message());
  EXPECT_EQ(built, 0);
}

}  // namespace
}  // namespace holon
