// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#include "holon/reader/yaml.h"

#include <gtest/gtest.h>
#include <rapidcheck.h>

#include <cstdio>
#include <fstream>
#include <string>
#include <utility>
#include <vector>

namespace holon {
namespace {

SourceNode read(const std::string& text) {
  Diagnostics diagnostics;
  YamlDocument document = read_yaml_text("m.yaml", text, diagnostics);
  EXPECT_TRUE(diagnostics.empty()) << diagnostics.to_string();
  EXPECT_TRUE(document.is_complete);
  return std::move(document.root);
}

/// All errors, sorted, as "line:column+length: message; suggestion".
std::string errors_of(const std::string& text) {
  Diagnostics diagnostics;
  (void)read_yaml_text("m.yaml", text, diagnostics);
  std::string all;
  for (const Diagnostic& d : diagnostics.sorted()) {
    if (!all.empty()) all += " | ";
    if (d.severity == Severity::warning) all += "warning ";
    if (d.severity == Severity::note) all += "note ";
    all += std::to_string(d.place.line) + ':' + std::to_string(d.place.column) + '+' +
           std::to_string(d.length) + ": " + d.message;
    if (!d.suggestion.empty()) all += "; " + d.suggestion;
  }
  return all;
}

using Table = std::vector<std::pair<std::string, std::string>>;

void expect_errors(const Table& table) {
  for (const auto& [text, expected] : table) EXPECT_EQ(errors_of(text), expected) << text;
}

TEST(Yaml, KnowsThePlaceOfEveryKeyAndValue) {
  const SourceNode root = read("a: 1\nb:\n  - x\n  - {c: d, e: [f]}\n");
  EXPECT_EQ(root.peek("a")->key_place().to_string(), "m.yaml:1:1");
  EXPECT_EQ(root.peek("a")->place().to_string(), "m.yaml:1:4");
  const SourceNode& map = root.peek("b")->item(1);
  EXPECT_EQ(map.place().to_string(), "m.yaml:4:5");
  EXPECT_EQ(map.peek("c")->place().to_string(), "m.yaml:4:9");
  EXPECT_EQ(map.peek("e")->item(0).place().to_string(), "m.yaml:4:16");
  EXPECT_EQ(map.peek("e")->item(0).path(), "b[1]/e[0]");
}

TEST(Yaml, CountsCharactersBehindByteOrderMarkAndWindowsLineEnds) {
  const SourceNode root = read("\xEF\xBB\xBFtitle: Größe\r\nα: {β: γδ + ε}\r\n");
  EXPECT_EQ(root.peek("title")->place().to_string(), "m.yaml:1:8");
  const SourceNode* value = root.peek("α")->peek("β");
  EXPECT_EQ(value->text(), "γδ + ε");
  EXPECT_EQ(value->place().to_string(), "m.yaml:2:8");
  EXPECT_EQ(value->place_at(std::string("γδ + ").size()).to_string(), "m.yaml:2:13");
}

TEST(Yaml, LeavesScalarsAsText) {
  const SourceNode root = read("a: yes\nb: 0x10\nc: 350 bar\nd: -k*x\ne: \"7\"\n1: one\n");
  EXPECT_EQ(root.peek("a")->text(), "yes");
  EXPECT_EQ(root.peek("b")->text(), "0x10");
  EXPECT_EQ(root.peek("c")->text(), "350 bar");
  EXPECT_EQ(root.peek("d")->text(), "-k*x");
  EXPECT_FALSE(root.peek("d")->is_quoted());
  EXPECT_TRUE(root.peek("e")->is_quoted());
  EXPECT_EQ(root.peek("1")->text(), "one");
}

TEST(Yaml, ReadsNothingFromAnEmptyText) {
  const SourceNode root = read("a:\nb: \"\"\nc: ~\nd: null\ne: {f}\n");
  EXPECT_TRUE(root.peek("a")->is_empty());
  EXPECT_EQ(root.peek("a")->place().to_string(), "m.yaml:1:3");
  EXPECT_TRUE(root.peek("b")->is_scalar());
  EXPECT_TRUE(root.peek("c")->is_empty());
  EXPECT_TRUE(root.peek("d")->is_empty());
  EXPECT_TRUE(root.peek("e")->peek("f")->is_empty());
}

TEST(Yaml, FollowsEscapesAndFoldingToEveryCharacter) {
  const SourceNode root = read(
      "a: \"x\\ty + z\"\nb: 'it''s q'\nc: one\n  two\n\n  three\nd: |\n  p\n  q + r\n"
      "e: >-  # why\n  s\n  t\nf: \"\\u00e4\\x41 b\\\n   c\"\n");
  const SourceNode& a = *root.peek("a");
  EXPECT_EQ(a.text(), "x\ty + z");
  EXPECT_EQ(a.place().to_string(), "m.yaml:1:5");
  EXPECT_EQ(a.place_at(2).column, 8) << "y stands behind an escape of two characters";
  EXPECT_EQ(a.place_at(a.text().size()).column, 13) << "the closing mark";
  EXPECT_EQ(root.peek("b")->text(), "it's q");
  EXPECT_EQ(root.peek("b")->place_at(5).column, 11) << "q";
  const SourceNode& c = *root.peek("c");
  EXPECT_EQ(c.text(), "one two\nthree");
  EXPECT_EQ(c.place_at(4).to_string(), "m.yaml:4:3");
  EXPECT_EQ(c.place_at(8).to_string(), "m.yaml:6:3");
  const SourceNode& d = *root.peek("d");
  EXPECT_EQ(d.place().to_string(), "m.yaml:8:3");
  EXPECT_TRUE(d.is_quoted());
  EXPECT_EQ(d.place_at(2).to_string(), "m.yaml:9:3");
  EXPECT_EQ(d.place_at(6).to_string(), "m.yaml:9:7");
  EXPECT_EQ(root.peek("e")->text(), "s t");
  EXPECT_EQ(root.peek("e")->place_at(2).to_string(), "m.yaml:12:3");
  const SourceNode& f = *root.peek("f");
  EXPECT_EQ(f.text(), "äA bc");
  EXPECT_EQ(f.place_at(2).to_string(), "m.yaml:13:11") << "A, written \\x41";
  EXPECT_EQ(f.place_at(5).to_string(), "m.yaml:14:4") << "c";
}

TEST(Yaml, PutsInAliasesAndMerges) {
  const SourceNode root = read(
      "a: &one {x: 1, y: 2}\nb: *one\nc: {<<: *one, y: 3}\n"
      "d: {<<: [*one, {x: 5, z: 4}]}\ne: &text 3\nf: *text\n");
  EXPECT_EQ(root.peek("b")->peek("x")->place().to_string(), "m.yaml:1:13");
  EXPECT_EQ(root.peek("c")->peek("y")->text(), "3") << "what the map has itself stays";
  EXPECT_EQ(root.peek("c")->peek("x")->text(), "1");
  EXPECT_EQ(root.peek("c")->size(), 2u);
  EXPECT_EQ(root.peek("d")->peek("x")->text(), "1") << "the first of a list comes first";
  EXPECT_EQ(root.peek("d")->peek("z")->text(), "4");
  EXPECT_EQ(root.peek("f")->text(), "3");
  EXPECT_EQ(root.peek("e")->place().to_string(), "m.yaml:5:10") << "behind the anchor";
}

TEST(Yaml, SaysWhereAWrongValueIsUsed) {
  const SourceNode root = read("a: &one {x: 1}\nb: *one\nc: {<<: *one}\n");
  Diagnostics diagnostics;
  root.peek("b")->peek("x")->error(diagnostics, {}, "it is wrong");
  root.peek("c")->peek("x")->error(diagnostics, {}, "this too");
  ASSERT_EQ(diagnostics.all().size(), 4u);
  EXPECT_EQ(diagnostics.all()[0].place.to_string(), "m.yaml:1:13");
  EXPECT_EQ(diagnostics.all()[1].place.to_string(), "m.yaml:2:4");
  EXPECT_EQ(diagnostics.all()[1].message, "used here");
  EXPECT_EQ(diagnostics.all()[3].place.to_string(), "m.yaml:3:9");
}

TEST(Yaml, RefusesDuplicateKeysAndNamesBothPlaces) {
  expect_errors({
      {"a: 1\nbb: 2\na: 3\nbb: 4\n",
       "3:1+1: the key 'a' is here already, in line 1 | note 1:1+1: the first one | "
       "4:1+2: the key 'bb' is here already, in line 2 | note 2:1+2: the first one"},
      {"p: {k: 1, k: 2}\n",
       "1:11+1: the key 'k' is here already, in line 1 | note 1:5+1: the first one"},
  });
  Diagnostics diagnostics;
  const YamlDocument document = read_yaml_text("m.yaml", "a: 1\na: 3\n", diagnostics);
  EXPECT_TRUE(document.is_complete);
  EXPECT_EQ(document.root.peek("a")->text(), "1");
}

TEST(Yaml, JoinsFormulasThatACommaHasCut) {
  expect_errors({
      {"p: {torque: if(a, b, c), k: 2}\n",
       "1:13+11: quote this formula: in {…} a ',' ends a text; write \"if(a, b, c)\""},
      {"p: [atan2(y, x), max(1, (2)), 0]\n",
       "1:5+11: quote this formula: in […] a ',' ends a text; write \"atan2(y, x)\" | "
       "1:18+11: quote this formula: in […] a ',' ends a text; write \"max(1, (2))\""},
      {"p: {torque: if(a, b}\n",
       "1:13+4: the parentheses of this text are not balanced; a formula with ',' is quoted in "
       "{…}"},
      {"p: [f(a, [1], b)]\n",
       "1:5+3: the parentheses of this text are not balanced; a formula with ',' is quoted in "
       "[…]"},
  });
  Diagnostics diagnostics;
  const YamlDocument document =
      read_yaml_text("m.yaml", "p: {torque: if(a, b, b), k: 2, l: [min(a, b), 3]}\n", diagnostics);
  EXPECT_EQ(diagnostics.error_count(), 2u) << "and no duplicate key 'b'";
  EXPECT_TRUE(document.is_complete);
  const SourceNode& map = *document.root.peek("p");
  EXPECT_EQ(map.size(), 3u);
  EXPECT_EQ(map.peek("torque")->text(), "if(a, b, b)");
  EXPECT_EQ(map.peek("l")->item(0).text(), "min(a, b)");
  EXPECT_EQ(map.peek("l")->item(1).text(), "3");
}

TEST(Yaml, AsksForQuotesAroundBracketsInFlowStyle) {
  expect_errors({
      {"a: {b: link[0].tip}\n",
       "1:8+11: quote this formula: in {…} a '[' ends a text; write \"link[0].tip\""},
      {"a: [world, link[i-1].tip]\n",
       "1:12+13: quote this formula: in […] a '[' ends a text; write \"link[i-1].tip\""},
      {"a: {b: 2 [m] * x, c: 1}\n",
       "1:8+9: quote this formula: in {…} a '[' ends a text; write \"2 [m] * x\""},
      {"a: [atan2(v[0], v[1]), 0]\n",
       "1:5+17: quote this formula: in […] a '[' ends a text; write \"atan2(v[0], v[1])\""},
      // A YAML indicator after a unit.
      {"a: [0, 0, 5 [N]*sin(time)]\n",
       "1:11+15: quote this formula: in […] a '[' ends a text; write \"5 [N]*sin(time)\""},
      {"a: {b: 5 [N] *x, c: 1}\n",
       "1:8+8: quote this formula: in {…} a '[' ends a text; write \"5 [N] *x\""},
  });
}

TEST(Yaml, AsksForQuotesAroundTextsThatBeginWithYamlSigns) {
  const auto quote = [](const std::string& place, char sign, const std::string& text) {
    return place + ": quote this text: one that begins with '" + sign +
           "' means something else in YAML; write \"" + text + '"';
  };
  expect_errors({
      {"a: *x + 2\n", quote("1:4+6", '*', "*x + 2")},
      {"a: *x*y\n", quote("1:4+4", '*', "*x*y")},
      {"a: &x*y\n", quote("1:4+4", '&', "&x*y")},
      {"a: %x\n", quote("1:4+2", '%', "%x")},
      {"- @x\n", quote("1:3+2", '@', "@x")},
      {"a: `x\n", quote("1:4+2", '`', "`x")},
      {"a: > 3\n", quote("1:4+3", '>', "> 3")},
      {"a: | x\n", quote("1:4+3", '|', "| x")},
      {"a: !e!b x\n", quote("1:4+6", '!', "!e!b x")},
      {"a: {b: *x*2, c: 1}\n", quote("1:8+4", '*', "*x*2")},
      {"a: [*x + 2, 1]\n", quote("1:5+6", '*', "*x + 2")},
      {"a: *x\n",
       "1:4+2: no anchor '&x' is defined before this alias; quote the text if it is a formula: "
       "\"*x\""},
      {"a: &x + y\n",
       "warning 1:4+1: no alias uses the anchor 'x'; quote the text if '&' belongs to it"},
      {"a: !x + 2\n",
       "1:4+6: a text that begins with '!' is a tag in YAML, and tags have no "
       "meaning here; quote the text if it is meant: \"!x + 2\""},
      {"a: #ff0000\n",
       "warning 1:4+7: '#' begins a comment, so 'a' has no value; quote the text "
       "if it is meant: \"#ff0000\""},
  });
  EXPECT_EQ(errors_of("a: # a remark\n  b: 1\nc: #an anchorless remark\n  d: 1\n"), "");
}

TEST(Yaml, ExplainsAnchorsThatAreWrong) {
  expect_errors({
      {"a: &pendulum {x: 1}\nb: *pendulm\nc: *pendulum\n",
       "2:4+8: no anchor '&pendulm' is defined before this alias; did you mean 'pendulum'?"},
      {"a: &a [*a]\nb: *a\n",
       "1:8+2: the alias '*a' is inside its own anchor; its content would contain itself without "
       "end; remove it, or set the anchor at an inner part"},
      {"*x: 1\n", "1:1+1: a key is a single text; an alias is not allowed here"},
      {"a: {<<: 3}\n",
       "1:9+1: '<<' merges the keys of a map, not the text '3'; write '<<: *anchor' of a map"},
      {"a: &one {x: 1}\n", "warning 1:4+1: no alias uses the anchor 'one'"},
  });
}

TEST(Yaml, ExplainsBrokenLines) {
  expect_errors({
      {"a:\n\tb: 1\n", "2:1+1: there is a tab in the indentation; YAML is indented with spaces"},
      {"a: 1\n\tb: 2\n", "2:1+1: there is a tab in the indentation; YAML is indented with spaces"},
      {"title: A: B\n", "1:8+4: a ': ' within a text has to be quoted; write \"A: B\""},
      {"a:\n  b: 1\n c: 2\n",
       "3:2+1: the indentation of this line fits none of the lines above; keys of one map start in "
       "one column"},
      {"a:\n  b: 1\n   cd: 2\n",
       "3:4+2: this key is where the text of the line above continues; keys of one map start in "
       "one column"},
      {"a: 1\n  b: 2\n",
       "2:3+1: this key is where the text of the line above continues; keys of one map start in "
       "one column"},
      {"ab\nb: 2\n",
       "2:1+1: this key is where the text of the line above continues; is a ':' missing in line "
       "1?"},
      {"a: 1\nbc\nc: 2\n", "2:1+2: a ':' is missing after the key 'bc'"},
      {"a: 1\nb:3\nc: 2\n", "2:2+1: a space is missing after ':'; write 'b: 3'"},
      {"a: {b:1, c: 2}\n", "1:6+1: a space is missing after ':'; write 'b: 1'"},
      {"- 1\nb: 2\n",
       "2:1+1: this line belongs to a list, whose items begin with '- '; or is its "
       "indentation wrong?"},
      {"a: 1\n- 2\n",
       "2:1+1: there is a list item where a key is expected; keys are written 'key: value'"},
      {"a: - b\n",
       "1:4+1: a list begins on a line of its own; quote a formula that begins with '- ', or write "
       "a list as [a, b]"},
      {"a: ? b\n", "1:4+2: a value cannot begin with '? '; quote it if it is a text"},
      {"a: }\n", "1:4+1: a value cannot begin with '}'; quote it if it is a text"},
      {"? [a]\n: b\n", "1:3+1: a key is a single text"},
      {": 1\n", "1:1+1: a key is missing before ':'"},
      {"a: [1 2, 3]]\n", "1:12+1: text follows the end of a value"},
  });
}

TEST(Yaml, ExplainsBracketsAndQuotationMarksThatAreNotClosed) {
  expect_errors({
      {"a: [1, 2\nb: 3\n", "1:4+1: this '[' is never closed"},
      {"a: {x: 1\nb: 3\n", "1:4+1: this '{' is never closed"},
      {"a: [1,\n  2\n", "1:4+1: this '[' is never closed"},
      {"a: [\n", "1:4+1: this '[' is never closed"},
      {"a: {b: #ff0}\nc: 3\n",
       "1:4+1: this '{' is never closed; '#' begins a comment; quote the "
       "text if it is meant: \"#ff0\""},
      {"a: [1, 2  # both\nb: 3\n", "1:4+1: this '[' is never closed"},
      {"a: {b:\n", "1:4+1: this '{' is never closed"},
      {"a: [1, 2}\n", "1:9+1: expected ',' or ']' here; the '[' in column 4 is closed by ']'"},
      {"a: {\"b\": 1 c: 2}\n", "1:13+1: expected ',' or '}' here"},
      {"a: [,b]\n", "1:5+1: a value is missing before ','"},
      {"a: \"abc\nb: 2\n", "1:4+1: this quotation mark is never closed"},
      {"a: 'abc\nb: 2\n", "1:4+1: this quotation mark is never closed"},
      {"a: \"abc\nb: \"def\"\nc: 2\n",
       "1:4+1: this quotation mark opens a text that only ends in "
       "line 2; is its closing mark missing?"},
      {"a: 'it's'\n",
       "1:8+1: text follows the closing quotation mark; within '…' the character ' is written ''"},
      {"a: \"x\" y\n",
       "1:8+1: text follows the closing quotation mark; within \"…\" the character \" is written "
       "\\\""},
      {"a: \"\\q\"\n",
       "1:5+2: '\\' begins an escape sequence within \"…\", and this is not one; write '\\\\', or "
       "put the text between ' and '"},
  });
}

TEST(Yaml, ExplainsFilesThatAreNoModel) {
  expect_errors({
      {"", "1:1+1: it is empty; 'holon new pendulum' writes a model to start from"},
      {"# only a remark\n",
       "1:1+1: it is empty; 'holon new pendulum' writes a model to start from"},
      {"a: 1\n---\nb: 2\n", "2:1+1: a second document begins here; a file holds one model"},
      {"%YAML 1.3\n---\na: 1\n",
       "1:1+1: this version of YAML is not known; write '%YAML 1.2', or leave the line out"},
      {"a: \xFF\n", "1:4+1: this byte is not valid UTF-8; save the file with the encoding UTF-8"},
      {"a: 1\nb: \x01\n", "2:4+1: there is a control character here; remove it"},
      {"a: x\u2028\n",
       "1:5+1: there is an unusual line separator here; replace it by an ordinary end of line"},
  });
  EXPECT_EQ(errors_of("%YAML 1.2\n---\na: 1\n...\n"), "");
}

TEST(Yaml, FindsTheErrorsBehindTheFirst) {
  EXPECT_EQ(
      errors_of("title: A: B\nx: [1, 2\ny: 3\nz: 'it's'\nw: 1\n\tq: 2\nm: {k: 2 [m]}\n"),
      "1:8+4: a ': ' within a text has to be quoted; write \"A: B\" | 2:4+1: this '[' is never "
      "closed | 4:8+1: text follows the closing quotation mark; within '…' the character ' is "
      "written '' | 6:1+1: there is a tab in the indentation; YAML is indented with spaces | "
      "7:8+5: quote this formula: in {…} a '[' ends a text; write \"2 [m]\"");
  EXPECT_EQ(errors_of("parts:\n  pin:\n  type: X\n   between: [a, b]\n  axis: 1\nmore: @x\n"),
            "4:4+7: this key is where the text of the line above continues; keys of one map start "
            "in one column | 6:7+2: quote this text: one that begins with '@' means something else "
            "in YAML; write \"@x\"");
  Diagnostics diagnostics;
  EXPECT_FALSE(read_yaml_text("m.yaml", "a: [1\nb: 2\n", diagnostics).is_complete);
}

TEST(Yaml, BoundsDepthAndAliases) {
  EXPECT_NE(errors_of("a: " + std::string(300, '[') + std::string(300, ']'))
                .find("the file is nested too deeply"),
            std::string::npos);
  std::string bomb = "a0: &a0 [x, x, x, x, x, x, x, x, x, x]\n";
  for (int i = 1; i < 9; ++i) {
    const std::string before = std::to_string(i - 1), now = std::to_string(i);
    bomb += "a" + now + ": &a" + now + " [";
    for (int k = 0; k < 10; ++k) bomb += std::string(k ? ", " : "") + "*a" + before;
    bomb += "]\n";
  }
  EXPECT_NE(errors_of(bomb).find("expand to more than 500000 values"), std::string::npos);
}

TEST(Yaml, ReadsFilesAndNamesTheNearestOfThoseThatAreNotThere) {
  const std::string folder = testing::TempDir();
  const std::string path = folder + "holon_yaml_test_pendulum.yaml";
  std::ofstream(path) << "a: 1\n";
  Diagnostics diagnostics;
  EXPECT_EQ(read_yaml_file(path, diagnostics).root.peek("a")->place().to_string(), path + ":1:4");
  EXPECT_TRUE(diagnostics.empty());
  const YamlDocument document =
      read_yaml_file(folder + "holon_yaml_test_pendulm.yaml", diagnostics);
  EXPECT_FALSE(document.is_complete);
  ASSERT_EQ(diagnostics.all().size(), 1u);
  EXPECT_NE(diagnostics.all()[0].message.find("No such file"), std::string::npos);
  EXPECT_EQ(diagnostics.all()[0].suggestion, "did you mean '" + path + "'?");
  std::remove(path.c_str());
}

TEST(Yaml, SurvivesAnyText) {
  EXPECT_TRUE(rc::check("no text makes the reader crash, hang or point outside", [] {
    const auto piece = rc::gen::oneOf(
        rc::gen::element<std::string>("a", ": ", "\n", "  ", "- ", "[", "]", "{", "}", ", ", "\"",
                                      "'", "&x ", "*x", "!t ", "|", ">", "#", "\t", "(", ")", "<<",
                                      "\r\n", "---\n", "\xC3", "ä", "\\", "%", "@", "? ", "b: 1\n"),
        rc::gen::string<std::string>());
    const auto pieces = *rc::gen::container<std::vector<std::string>>(piece);
    std::string text;
    for (const std::string& each : pieces) text += each;
    Diagnostics diagnostics;
    const YamlDocument document = read_yaml_text("m.yaml", text, diagnostics);
    RC_ASSERT(document.is_complete || diagnostics.has_errors());
    for (const Diagnostic& d : diagnostics.all()) {
      RC_ASSERT(d.place.line >= 1 && d.place.column >= 1 && d.length >= 1);
      RC_ASSERT(!d.message.empty());
    }
    (void)diagnostics.to_string();
  }));
}

}  // namespace
}  // namespace holon
