// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#include "holon/base/escape.h"

#include <gtest/gtest.h>

#include <random>

#include "holon/base/test/escape_checks.h"

namespace holon {
namespace {

/// Texts with a meaning in one of the languages, and unexpected bytes.
const std::vector<std::string> kPieces = {"\n",
                                          "\r",
                                          "\r\n",
                                          "\v",
                                          "\f",
                                          "\t",
                                          std::string(1, '\0'),
                                          "\x1b[2J",
                                          "\x1b]52;c;x\a",
                                          "\x7f",
                                          "\u0085",
                                          "\u009b31m",
                                          "\u2028",
                                          "\u2029",
                                          "\u202e",
                                          "\u2066",
                                          "\u200f",
                                          "\u061c",
                                          "\ufeff",
                                          "\ufffe",
                                          "\U000e0041",
                                          "\xff",
                                          "\xc3",
                                          "\xe2\x80",
                                          "\xed\xa0\x80",
                                          "\xc0\xaf",
                                          "\xf4\x90\x80\x80",
                                          "*/",
                                          "/*",
                                          "*",
                                          "/",
                                          "//",
                                          "?\?/",
                                          "\\",
                                          "'",
                                          "''",
                                          "\"",
                                          "`",
                                          "$(id)",
                                          "${HOME}",
                                          "%",
                                          "%{",
                                          "%}",
                                          "#",
                                          "{",
                                          "}",
                                          "^^5c",
                                          "^",
                                          "~",
                                          "_",
                                          "&",
                                          "&lt;",
                                          "<",
                                          ">",
                                          "<!--",
                                          "-->",
                                          "--!>",
                                          "]]>",
                                          "--",
                                          "-",
                                          "\\input{/etc/passwd}",
                                          "\\write18{id}",
                                          "\\end{align*}",
                                          "<script>",
                                          "</script>",
                                          "=",
                                          "=1+1",
                                          ",",
                                          ";",
                                          "!id",
                                          "|",
                                          "@",
                                          " ",
                                          "...",
                                          "system('id')",
                                          "a",
                                          "end",
                                          "1",
                                          "ä",
                                          "θ",
                                          "漢",
                                          "😀",
                                          "._"};

TEST(Escape, StaysWithinEveryLanguageWhateverTheTextIs) {
  for (const std::string& piece : kPieces) EXPECT_EQ(test::find_escape_fault(piece), "") << piece;
  std::mt19937 random(20260);
  for (int k = 0; k < 20'000; ++k) {
    std::string text;
    for (unsigned n = random() % 8; n-- > 0;) text += kPieces[random() % kPieces.size()];
    ASSERT_EQ(test::find_escape_fault(text), "") << testing::PrintToString(text);
  }
  for (int k = 0; k < 20'000; ++k) {
    std::string text;
    for (unsigned n = random() % 12; n-- > 0;) text += static_cast<char>(random());
    ASSERT_EQ(test::find_escape_fault(text), "") << testing::PrintToString(text);
  }
}

TEST(Escape, LeavesReadableTextAsItIs) {
  const std::string text = "Crane, 3 m/s² (Müller & Söhne), θ₀ 漢字";
  EXPECT_EQ(matlab_comment(text), text);
  EXPECT_EQ(c_comment(text), text);
  EXPECT_EQ(latex_comment(text), text);
  EXPECT_EQ(xml_comment(text), text);
  EXPECT_EQ(show_text(text), text);
  EXPECT_EQ(show_line(text), text);
}

TEST(Escape, WritesWhatALanguageHasForACharacter) {
  EXPECT_EQ(matlab_string("it's"), "'it''s'");
  EXPECT_EQ(c_comment("*/ int evil; /*"), "* / int evil; / *");
  EXPECT_EQ(c_comment("/*/"), "/ * /");
  EXPECT_EQ(latex_text("\\input{a}"), "\\textbackslash{}input\\{a\\}");
  EXPECT_EQ(latex_math("m_1%"), "m\\_1\\%");
  EXPECT_EQ(xml_text("<a href=\"x\">&'"), "&lt;a href=&quot;x&quot;&gt;&amp;'");
  EXPECT_EQ(xml_comment("a --> b\n---"), "a - -> b\n- - -");
  EXPECT_EQ(embed_json("\"</script>\""), "\"\\u003c/script>\"");
  EXPECT_EQ(visible_json("{\n\"a\": \"\u202e\x7f\U000e0041ä\"}"),
            "{\n\"a\": \"\\u202e\\u007f\\udb40\\udc41ä\"}");
  EXPECT_EQ(csv_field("a,\"b\""), "\"a,\"\"b\"\"\"");
  EXPECT_EQ(csv_field("arm.angle"), "arm.angle");
}

TEST(Escape, PutsASpaceForBreaksAndASignForWhatNobodySees) {
  EXPECT_EQ(plain_text("a\r\nb\u2028c"), "a  b c");
  EXPECT_EQ(plain_text("a\u202eb\xff"), "a\uFFFDb\uFFFD");
  EXPECT_EQ(plain_text("\xed\xa0\x80"), "\uFFFD\uFFFD\uFFFD") << "a surrogate is no UTF-8";
}

TEST(Escape, MakesNamesThatMatlabCanCall) {
  EXPECT_EQ(matlab_identifier("pendulum (1)"), "pendulum_1");
  EXPECT_EQ(matlab_identifier("a__b"), "a_b");
  EXPECT_EQ(matlab_identifier("end"), "end_2");
  EXPECT_EQ(matlab_identifier("ode45"), "ode45_2");
  EXPECT_EQ(matlab_identifier("3bar"), "x_3bar");
  EXPECT_EQ(matlab_identifier(""), "x_1");
  EXPECT_EQ(matlab_identifier("ä"), "x_1");
  EXPECT_EQ(matlab_identifier(std::string(200, 'a')).size(), 50U);
}

TEST(Escape, QuotesWordsForAShell) {
  EXPECT_EQ(shell_word("models/arm.yaml"), "models/arm.yaml");
  EXPECT_EQ(shell_word("my arm.yaml"), "\"my arm.yaml\"");
  EXPECT_EQ(shell_word("it's"), "\"it's\"");
  EXPECT_EQ(shell_word("$(id)"), "'$(id)'");
  EXPECT_EQ(shell_word("a\nb"), "$'a\\x0ab'");
  EXPECT_EQ(shell_word("it's $1"), "'it'\\''s $1'");
  EXPECT_EQ(shell_path("-o.yaml"), "./-o.yaml");
  EXPECT_EQ(shell_word(""), "''");
}

TEST(ShownText, SpellsOutWhatATerminalWouldObey) {
  EXPECT_EQ(show_text("a\x1b[31mb\tc\n"), "a\\u001b[31mb\tc\n");
  EXPECT_EQ(show_text("\r\nx\ry"), "\r\nx\\u000dy");
  EXPECT_EQ(show_text("\u009b\u202e\xff"), "\\u009b\\u202e\\xff");
  EXPECT_EQ(show_text(std::string(1, '\0')), "\\u0000");
  EXPECT_EQ(show_line("a\nb\tc\r"), "a\\nb\\tc\\r");
  EXPECT_EQ(show_columns("a\x1b\tä\u202e"), "a\uFFFD\tä\uFFFD");
}

TEST(ShownText, CutsLongWordsInTheMiddle) {
  const std::string name = "first" + std::string(1 << 20, 'x') + "last";
  const std::string shown = show_message("'" + name + "' is not known");
  EXPECT_LT(shown.size(), 400U);
  EXPECT_TRUE(shown.starts_with("'firstx"));
  EXPECT_TRUE(shown.ends_with("xlast' is not known"));
  EXPECT_TRUE(test::contains(shown, "x…x"));
  std::string words;
  for (int k = 0; k < 100'000; ++k) words += "word ";
  EXPECT_LT(show_message(words).size(), 4100U);
  EXPECT_EQ(show_message("a short\nmessage\n"), "a short\nmessage\n");
  std::string umlauts;
  for (int k = 0; k < 1000; ++k) umlauts += "ä";
  EXPECT_TRUE(test::is_visible(show_message(umlauts))) << "cut between characters";
}

}  // namespace
}  // namespace holon
