// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0

// A tree of which a few entries were parsed anew is that of the whole text, with all locations and
// comments.
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <random>
#include <sstream>

#include "holon/base/errors.h"
#include "holon/reader/editor.h"
#include "holon/reader/text_tree.h"

namespace holon {
namespace {

using detail::TextEntry;
using detail::TextNode;
using detail::TextPatch;
using detail::TextTree;

std::string place_of(const TextNode& node) {
  return std::to_string(node.begin) + ".." + std::to_string(node.content) + ".." +
         std::to_string(node.end) + " '" + node.text + "'";
}

void expect_identical(const TextNode& a, const TextNode& b) {
  EXPECT_EQ(a.kind, b.kind);
  EXPECT_EQ(a.style, b.style);
  EXPECT_EQ(a.is_flow, b.is_flow);
  EXPECT_EQ(a.is_pair, b.is_pair);
  EXPECT_EQ(a.anchor, b.anchor);
  EXPECT_EQ(place_of(a), place_of(b));
  ASSERT_EQ(a.entries.size(), b.entries.size());
  for (std::size_t k = 0; k < a.entries.size(); ++k) {
    const TextEntry &p = a.entries[k], &q = b.entries[k];
    EXPECT_EQ(std::tie(p.begin, p.head, p.end, p.has_colon, p.is_explicit),
              std::tie(q.begin, q.head, q.end, q.has_colon, q.is_explicit))
        << p.key.text;
    expect_identical(p.key, q.key);
    expect_identical(p.value, q.value);
  }
}

void expect_as_read_anew(const TextTree& tree) {
  const TextTree fresh(tree.text());
  expect_identical(tree.root(), fresh.root());
  for (std::size_t at = 0; at < tree.text().size(); ++at)
    ASSERT_EQ(tree.has_comment(at, at + 1), fresh.has_comment(at, at + 1)) << at;
}

constexpr const char* kText = R"(holon: 1
title: "A machine: 'one'"   # said
parameters: {m: 2 kg, k: 3}
parts:
  # of the first
  link:
    type: RigidBody
    mass: m * 2   # heavy
    frames: {tip: {at: [1, 0, 0]}}

  note: |
    several lines
      # none of them a comment

  pin: {type: Revolute, between: [world, link]}
# at the margin
  größe: "a # b"
layout:
  link: [4, 8]
  pin: [12, 16]
)";

bool is_any(const std::string&) { return true; }

TEST(TextPatch, ParsesOnlyTheEntriesAroundAChange) {
  TextTree tree(kText);
  std::string text = kText;
  const std::size_t at = text.find("m * 2");
  text.replace(at, 5, "m*2 + 1 kg");
  std::string parsed;
  const auto patch = tree.patch(text, at, at + 5, [&](const std::string& part) {
    parsed = part;
    return true;
  });
  ASSERT_TRUE(patch);
  EXPECT_EQ(patch->section, 3U);
  EXPECT_EQ(patch->first, 0U);
  EXPECT_EQ(patch->removed, 1U);
  EXPECT_EQ(patch->inserted, 1U);
  EXPECT_EQ(parsed.find("pin"), std::string::npos);
  expect_as_read_anew(tree);
}

TEST(TextPatch, ReplacesAnyCharactersAsIfTheWholeTextWereParsed) {
  const std::string pieces[] = {"",     " ",   "\n",  "x",       "# c",  "\n  z: 1\n", "\n  ",
                                "a: b", "[",   "]",   "\"",      "'",    ":",          "- ",
                                "\n\n", "&a ", "*a",  "|",       "? ",   "---",        "\n---\n",
                                "<<: ", "{",   "}",   "\t",      "\r\n", "link",       "\n...\n",
                                "m",    "ä",   "!t ", "\n# d\n", "%",    ", "};
  std::mt19937 random(20261128);
  int patched = 0;
  for (int round = 0; round < 4000; ++round) {
    const std::string before = kText;
    const std::size_t begin = random() % before.size();
    const std::size_t end = std::min(before.size(), begin + random() % 12);
    std::string text = before;
    text.replace(begin, end - begin, pieces[random() % std::size(pieces)]);
    TextTree tree(before);
    if (!tree.patch(text, begin, end, is_any)) {
      EXPECT_EQ(tree.text(), before);
      continue;
    }
    ++patched;
    SCOPED_TRACE(text);
    try {
      expect_as_read_anew(tree);
    } catch (const std::invalid_argument& e) {
      ADD_FAILURE() << "the whole is no YAML: " << e.what();
    }
    if (testing::Test::HasFailure()) return;
  }
  EXPECT_GT(patched, 400);  // of random cuts one in ten at least leaves whole entries
}

TEST(TextPatch, LeavesWhatRefersElsewhereToTheWhole) {
  for (const char* value : {"&a 1", "*a", "{<<: *a}", "[1, *a]"}) {
    std::string text = kText;
    TextTree tree(text);
    const std::size_t at = text.find("m * 2");
    text.replace(at, 5, value);
    EXPECT_FALSE(tree.patch(text, at, at + 5, is_any)) << value;
    EXPECT_EQ(tree.text(), kText);
  }
}

TEST(TextPatch, KeysThatStandTwiceAreLeftToTheWhole) {
  TextTree tree(kText);
  std::string text = kText;
  const std::size_t at = text.find("  pin: {");
  text.replace(at + 2, 3, "link");
  EXPECT_FALSE(tree.patch(text, at + 2, at + 5, is_any));
}

TEST(TextPatch, EditorsFollowEditsAndTheirInverse) {
  Editor editor(kText);
  std::vector<TextChange> made;
  made.push_back(editor.set("link.mass", "3 kg"));
  made.push_back(editor.set("layout.pin", "[0, 0]"));
  made.push_back(editor.add("parts", "spring", "type: Spring\nstiffness: 1"));
  made.push_back(editor.remove("parts.note"));
  made.push_back(editor.set("parts.link.inertia.rod.length", "1 m"));
  made.push_back(editor.rename("parts.pin", "hinge"));
  made.push_back(editor.set("simulate.until", "3 s"));
  const std::string last = editor.text();
  for (auto change = made.rbegin(); change != made.rend(); ++change) {
    expect_as_read_anew(editor.tree());
    editor.apply(invert_change(*change));
  }
  EXPECT_EQ(editor.text(), kText);
  TextChange all;
  for (const TextChange& change : made) all.insert(all.end(), change.begin(), change.end());
  editor.apply(all);
  EXPECT_EQ(editor.text(), last);
  expect_as_read_anew(editor.tree());
  EXPECT_NO_THROW(editor.set("link.mass", "4 kg"));
}

TEST(TextPatch, AnErrorInAPartIsReportedWithItsLineInTheFile) {
  Editor editor(kText, "m.yaml");
  const std::size_t at = editor.text().find("m * 2");
  try {
    editor.apply({{at, "m * 2", "[1"}});
    FAIL() << "it was read";
  } catch (const InputError& e) {
    EXPECT_GE(e.diagnostics().all().front().place.line, 8);
  }
  EXPECT_EQ(editor.text(), kText);
}

TEST(TextPatch, LeavesAnchorsOfKeysToTheWholeText) {
  Editor editor(R"(parts:
  b: {mass: 2}
  &x link: {mass: 1}
  c: {mass: 3}
title: *x
)");
  EXPECT_THROW(editor.remove("parts.link"), InputError);
  EXPECT_NE(editor.text().find("&x link"), std::string::npos);
}

}  // namespace
}  // namespace holon
