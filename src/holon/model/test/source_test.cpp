// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#include "holon/model/describe/source.h"

#include <gtest/gtest.h>

#include <string>
#include <utility>

#include "holon/expr/formula/formula.h"

namespace holon {
namespace {

Place at(int line, int column) {
  static const auto file = std::make_shared<const SourceFile>(SourceFile{"m.yaml", ""});
  return {file, line, column};
}

SourceNode text(std::string value, int line = 1, int column = 1) {
  return SourceNode::make_scalar(std::move(value), at(line, column));
}

/// parts: {lift: {bore: 0.1, borre: 2, frames: {tip: {att: [1, 2]}}}}
SourceNode make_model() {
  SourceNode root = SourceNode::make_map(at(1, 1));
  SourceNode& parts = root.add("parts", SourceNode::make_map(at(2, 3)), at(1, 1));
  SourceNode& lift = parts.add("lift", SourceNode::make_map(at(3, 5)), at(2, 3));
  lift.add("bore", text("0.1", 3, 11), at(3, 5));
  lift.add("borre", text("2", 4, 12), at(4, 5));
  SourceNode& frames = lift.add("frames", SourceNode::make_map(at(6, 7)), at(5, 5));
  SourceNode& tip = frames.add("tip", SourceNode::make_map(at(6, 12)), at(6, 7));
  SourceNode& list = tip.add("att", SourceNode::make_list(at(6, 18)), at(6, 13));
  list.append(text("1", 6, 19));
  list.append(text("2", 6, 22));
  return root;
}

std::string messages(const Diagnostics& diagnostics) {
  std::string all;
  for (const Diagnostic& d : diagnostics.all()) all += d.to_string() + '\n';
  return all;
}

TEST(SourceNode, PrintsPaths) {
  const SourceNode root = make_model();
  const SourceNode& tip = *root.peek("parts")->peek("lift")->peek("frames")->peek("tip");
  EXPECT_EQ(root.path(), "");
  EXPECT_EQ(tip.path(), "parts/lift/frames/tip");
  EXPECT_EQ(tip.peek("att")->peek_entries()[1].value.path(), "parts/lift/frames/tip/att[1]");
}

TEST(SourceNode, StaysATreeWhenCopiedMovedAndGrown) {
  SourceNode model = make_model();
  SourceNode copy = model;
  SourceNode moved = std::move(model);
  copy.peek_entries();
  SourceNode& parts = const_cast<SourceNode&>(*copy.peek("parts"));
  for (int i = 0; i < 100; ++i) {
    parts.add("p" + std::to_string(i), SourceNode::make_map()).add("x", text("1"));
  }
  EXPECT_EQ(parts.peek("lift")->peek("frames")->peek("tip")->path(), "parts/lift/frames/tip");
  EXPECT_EQ(parts.peek("p42")->peek("x")->path(), "parts/p42/x");
  EXPECT_EQ(moved.peek("parts")->size(), 1u);
  EXPECT_EQ(moved.peek("parts")->peek("lift")->parent()->parent(), &moved);
}

TEST(SourceNode, TakesAPartOfItselfInItsPlace) {
  SourceNode root = make_model();
  root = SourceNode(*root.peek("parts")->peek("lift"));
  EXPECT_EQ(root.peek("bore")->path(), "bore");
  EXPECT_EQ(root.parent(), nullptr);
  SourceNode other = make_model();
  const SourceNode& lift = *other.peek("parts")->peek("lift");
  other = lift;
  EXPECT_EQ(other.peek("bore")->text(), "0.1");
}

TEST(SourceNode, SetsAndErasesKeys) {
  SourceNode map = SourceNode::make_map();
  map.set("a", text("1"));
  map.set("b", text("2"));
  map.set("a", text("3"));
  EXPECT_EQ(map.size(), 2u);
  EXPECT_EQ(map.peek("a")->text(), "3");
  map.erase("a");
  EXPECT_EQ(map.peek("a"), nullptr);
  EXPECT_EQ(map.size(), 1u);
}

TEST(SourceNode, ReportsKeysThatNobodyRead) {
  const SourceNode root = make_model();
  const SourceNode& lift = *root.find("parts")->find("lift");
  lift.find("bore");
  lift.find("rod");
  for (const auto& [key, place, frame] : lift.find("frames")->entries()) frame.find("at");
  Diagnostics diagnostics;
  lift.report_unread(diagnostics, {"parts/lift", "HydraulicCylinder"}, "parameter");
  EXPECT_EQ(messages(diagnostics),
            "m.yaml:4:5: error: parts/lift (HydraulicCylinder): 'borre' is not a parameter; did "
            "you mean 'bore'?\n"
            "m.yaml:6:13: error: parts/lift (HydraulicCylinder): 'att' is not a key of "
            "'frames/tip'; it may be 'at'\n");
  EXPECT_EQ(diagnostics.all()[0].length, 5);
  // Once is enough.
  root.report_unread(diagnostics, {}, "key");
  EXPECT_EQ(diagnostics.error_count(), 2u);
}

TEST(SourceNode, NamesWhatMayStandThereWhereNothingIsNear) {
  SourceNode map = SourceNode::make_map(at(1, 1));
  map.add("colour_of_the_sky", text("blue"), at(1, 1));
  map.find("at");
  map.find("rotate");
  Diagnostics diagnostics;
  map.report_unread(diagnostics, {});
  EXPECT_EQ(messages(diagnostics),
            "m.yaml:1:1: error: 'colour_of_the_sky' is not a key; it may be 'at' or 'rotate'\n");
}

TEST(SourceNode, ReportsListItemsThatNobodyRead) {
  SourceNode list = SourceNode::make_list(at(1, 1));
  list.append(text("1", 1, 2));
  list.append(text("2", 1, 5));
  list.item(0);
  Diagnostics diagnostics;
  list.report_unread(diagnostics, {});
  EXPECT_EQ(messages(diagnostics), "m.yaml:1:5: error: item is not used: 1 here\n");
}

TEST(SourceNode, StaysSilentAboutWhatWasReadOrMarkedAsRead) {
  const SourceNode root = make_model();
  root.find("parts")->find("lift")->mark_read();
  Diagnostics diagnostics;
  root.report_unread(diagnostics, {});
  EXPECT_TRUE(diagnostics.empty());
  // A copy has no marks.
  const SourceNode copy = root;
  copy.report_unread(diagnostics, {});
  EXPECT_EQ(diagnostics.error_count(), 1u);
}

TEST(SourceNode, CountsCharactersToThePlaceOfAFormulasError) {
  SourceNode root = SourceNode::make_map(at(1, 1));
  const SourceNode& value = root.add("länge", text("größe + xy", 3, 12), at(3, 5));
  EXPECT_EQ(value.place_at(std::string("größe + ").size()).column, 20);
  Diagnostics diagnostics;
  value.text_error(diagnostics, {"parts/p", "Part"},
                   TextError{std::string("größe + ").size(), 2, "'xy' is not known here", ""});
  EXPECT_EQ(messages(diagnostics), "m.yaml:3:20: error: parts/p (Part): 'xy' is not known here\n");
  EXPECT_EQ(diagnostics.all()[0].length, 2);
  value.key_error(diagnostics, {}, "at the key");
  EXPECT_EQ(diagnostics.all()[1].place.column, 5);
  EXPECT_EQ(diagnostics.all()[1].length, 5);
}

TEST(SourceNode, ExplainsWhatWasExpected) {
  const auto message = [](const SourceNode& node, SourceNode::Kind kind) {
    Diagnostics diagnostics;
    EXPECT_FALSE(node.expect(kind, diagnostics, {}));
    const Diagnostic& d = diagnostics.all()[0];
    return d.message + (d.suggestion.empty() ? "" : "; " + d.suggestion);
  };
  using Kind = SourceNode::Kind;
  EXPECT_EQ(message(text("abc"), Kind::map), "expected a map (key: value), found the text 'abc'");
  EXPECT_EQ(message(text("a:1"), Kind::map),
            "expected a map (key: value), found the text 'a:1'; a space is missing after ':'");
  EXPECT_EQ(message(text("abc"), Kind::list), "expected a list, found the text 'abc'");
  EXPECT_EQ(message(SourceNode(), Kind::list), "expected a list, found nothing");
  EXPECT_EQ(message(make_model(), Kind::scalar),
            "expected a single value, found a map with 'parts'");
  SourceNode list = SourceNode::make_list();
  EXPECT_EQ(message(list, Kind::map), "expected a map (key: value), found an empty list");
  list.append(text("1"));
  EXPECT_EQ(message(list, Kind::map), "expected a map (key: value), found a list of 1");
  Diagnostics diagnostics;
  EXPECT_TRUE(list.expect(Kind::list, diagnostics, {}));
  EXPECT_TRUE(diagnostics.empty());
}

TEST(SourceNode, ShortensLongTextsBetweenCharacters) {
  const std::string description = text(std::string(39, 'a') + "äääää").description();
  EXPECT_EQ(description, "the text '" + std::string(39, 'a') + "…'");
}

}  // namespace
}  // namespace holon
