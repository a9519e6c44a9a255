// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#include "holon/reader/yaml.h"

#include <gtest/gtest.h>

namespace holon {
namespace {

SourceNode read(const std::string& text, Diagnostics& diagnostics) {
  return read_yaml(std::make_shared<const SourceFile>(SourceFile{"m.yaml", text}), diagnostics);
}

SourceNode read_good(const std::string& text) {
  Diagnostics diagnostics;
  SourceNode node = read(text, diagnostics);
  EXPECT_TRUE(diagnostics.empty()) << diagnostics.to_string();
  return node;
}

/// All messages, one line each.
std::string errors_of(const std::string& text) {
  Diagnostics diagnostics;
  read(text, diagnostics);
  std::string all;
  for (const Diagnostic& d : diagnostics.all()) all += d.to_string() + "\n";
  return all;
}

TEST(Yaml, EveryKeyAndValueKnowsItsPlace) {
  const SourceNode root = read_good("a: 1\nb:\n  - x\n  - {c: d, e: [f]}\n");
  EXPECT_EQ(root.peek("a")->key_place().to_string(), "m.yaml:1:1");
  EXPECT_EQ(root.peek("a")->place().to_string(), "m.yaml:1:4");
  const SourceNode& map = root.peek("b")->item(1);
  EXPECT_EQ(map.peek("c")->place().to_string(), "m.yaml:4:9");
  EXPECT_EQ(map.peek("e")->item(0).place().to_string(), "m.yaml:4:16");
  EXPECT_EQ(map.peek("e")->item(0).path(), "b[1]/e[0]");
}

TEST(Yaml, ColumnsCountCharactersBehindByteOrderMarkAndWindowsLineEnds) {
  const SourceNode root = read_good("\xEF\xBB\xBFtitle: Größe\r\nα: {β: γδ + ε}\r\n");
  EXPECT_EQ(root.peek("title")->place().to_string(), "m.yaml:1:8");
  const SourceNode* value = root.peek("α")->peek("β");
  EXPECT_EQ(value->place().to_string(), "m.yaml:2:8");
  EXPECT_EQ(value->place_at(std::string("γδ + ").size()).column, 13);
}

TEST(Yaml, ScalarsStayText) {
  const SourceNode root = read_good("a: yes\nb: 0x10\nc: 350 bar\nd: -k*x\ne: \"7\"\n");
  EXPECT_EQ(root.peek("a")->text(), "yes");
  EXPECT_EQ(root.peek("b")->text(), "0x10");
  EXPECT_EQ(root.peek("c")->text(), "350 bar");
  EXPECT_EQ(root.peek("d")->text(), "-k*x");
  EXPECT_FALSE(root.peek("d")->is_quoted());
  EXPECT_TRUE(root.peek("e")->is_quoted());
}

TEST(Yaml, PlacesInsideTextsFollowEscapesAndFolding) {
  const SourceNode root =
      read_good("a: \"x\\ty + z\"\nb: 'it''s q'\nc: one\n  two\nd: |\n  p\n  q + r\n");
  EXPECT_EQ(root.peek("a")->text(), "x\ty + z");
  EXPECT_EQ(root.peek("a")->place_at(2).column, 8) << "y stands behind a two-character escape";
  EXPECT_EQ(root.peek("b")->place_at(5).column, 11) << "q";
  EXPECT_EQ(root.peek("c")->text(), "one two");
  EXPECT_EQ(root.peek("c")->place_at(4).to_string(), "m.yaml:4:3");
  EXPECT_EQ(root.peek("d")->place_at(2).to_string(), "m.yaml:7:3");
  EXPECT_EQ(root.peek("d")->place_at(6).to_string(), "m.yaml:7:7");
}

TEST(Yaml, AliasesAndMergesKeepTheAnchorsPlaces) {
  const SourceNode root =
      read_good("a: &one {x: 1, y: 2}\nb: *one\nc: {<<: *one, y: 3}\nd: {<<: [*one, {z: 4}]}\n");
  EXPECT_EQ(root.peek("b")->peek("x")->place().to_string(), "m.yaml:1:13");
  EXPECT_EQ(root.peek("c")->peek("y")->text(), "3");
  EXPECT_EQ(root.peek("c")->peek("x")->text(), "1");
  EXPECT_EQ(root.peek("d")->peek("z")->text(), "4");
  EXPECT_EQ(root.peek("c")->size(), 2u);
}

TEST(Yaml, ADuplicateKeyIsAnErrorThatNamesBothPlaces) {
  const std::string errors = errors_of("a: 1\nb: 2\na: 3\n");
  EXPECT_NE(errors.find("m.yaml:3:1: error: the key 'a' stands twice"), std::string::npos)
      << errors;
  EXPECT_NE(errors.find("m.yaml:1:1: note: here it is for the first time"), std::string::npos)
      << errors;
}

TEST(Yaml, AFormulaThatACommaCutsIsToBeQuoted) {
  const std::string in_map = errors_of("p: {torque: if(a, b, c), k: 2}\n");
  EXPECT_NE(in_map.find("m.yaml:1:13"), std::string::npos) << in_map;
  EXPECT_NE(in_map.find("quote this formula: \"if(a, b, c)\""), std::string::npos) << in_map;
  EXPECT_EQ(std::count(in_map.begin(), in_map.end(), '\n'), 1) << in_map;
  const std::string in_list = errors_of("p: [atan2(y, x), 0]\n");
  EXPECT_NE(in_list.find("quote this formula: \"atan2(y, x)\""), std::string::npos) << in_list;
  Diagnostics diagnostics;
  EXPECT_EQ(read("p: [atan2(y, x), 0]\n", diagnostics).peek("p")->size(), 2u);
}

TEST(Yaml, BracketsInFlowStyleAreToBeQuoted) {
  EXPECT_NE(errors_of("p: {on: link[3].tip}\n").find("quote formulas that hold ',', '[' or ']'"),
            std::string::npos)
      << errors_of("p: {on: link[3].tip}\n");
}

TEST(Yaml, PlainTextsThatBeginWithYamlSignsAreToBeQuoted) {
  for (const char* text :
       {"a: *b * 2\n", "a: %c\n", "a: @x\n", "a: `x`\n", "a: !x 3\n", "a: & b\n"}) {
    EXPECT_NE(errors_of(text).find("quote"), std::string::npos) << text << errors_of(text);
  }
}

TEST(Yaml, AnUnknownAliasNamesTheNearestAnchor) {
  const std::string errors = errors_of("a: &pendulum {x: 1}\nb: *pendulm\n");
  EXPECT_NE(errors.find("m.yaml:2:4: error: there is no anchor '&pendulm'"), std::string::npos)
      << errors;
  EXPECT_NE(errors.find("did you mean '*pendulum'?"), std::string::npos) << errors;
}

struct Broken {
  const char* text;
  const char* place;
  const char* words;
};

TEST(Yaml, BrokenTextsAreExplained) {
  for (const Broken& b : {
           Broken{"a:\n\tb: 1\n", ":2:1", "a tab cannot indent"},
           Broken{"a: 1\n  b: 2\n", ":2:4", "indentation"},
           Broken{"a:\n  b: 1\n c: 2\n", ":3:2", "indentation"},
           Broken{"a: \"x\nb: 2\n", ":1:4", "quote is never closed"},
           Broken{"a: [1, 2\nb: 3\n", ":2:", "close it with ']'"},
           Broken{"a: {b: 1\nc: 3\n", ":2:", "close it with '}'"},
           Broken{"a: 1\nb\nc: 2\n", ":3:", "there is no ':' behind the key"},
           Broken{"a: \"\\q\"\n", ":1:", "escape"},
           Broken{"a: 1\n---\nb: 2\n", ":2:1", "one YAML document"},
           Broken{"", ":1:1", "the file is empty"},
           Broken{"# only a comment\n", ":1:1", "the file is empty"},
           Broken{"a: \xFF\n", ":1:4", "not UTF-8"},
           Broken{"? [a, b]\n: 1\n", ":1:3", "a key is a name"},
           Broken{"a: {<<: 3}\n", ":1:9", "'<<' merges a map"},
       }) {
    const std::string errors = errors_of(b.text);
    EXPECT_NE(errors.find(std::string("m.yaml") + b.place), std::string::npos) << b.text << errors;
    EXPECT_NE(errors.find(b.words), std::string::npos) << b.text << errors;
  }
}

TEST(Yaml, DepthAndAliasesAreLimited) {
  EXPECT_NE(errors_of("a: " + std::string(200, '[') + std::string(200, ']')).find("nested deeper"),
            std::string::npos);
  std::string bomb = "a0: &a0 [x, x, x, x, x, x, x, x, x, x]\n";
  for (int i = 1; i < 9; ++i) {
    const std::string before = std::to_string(i - 1), now = std::to_string(i);
    bomb += "a" + now + ": &a" + now + " [";
    for (int k = 0; k < 10; ++k) bomb += std::string(k ? ", " : "") + "*a" + before;
    bomb += "]\n";
  }
  EXPECT_NE(errors_of(bomb).find("more than a million"), std::string::npos);
}

TEST(Yaml, AMissingFileNamesASimilarOne) {
  Diagnostics diagnostics;
  EXPECT_EQ(read_yaml_file("no_such_folder/model.yaml", diagnostics), nullptr);
  EXPECT_TRUE(diagnostics.has_errors());
}

}  // namespace
}  // namespace holon
