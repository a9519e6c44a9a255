// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#include "holon/reader/editor.h"

#include <gtest/gtest.h>

#include "holon/catalogue/builtin.h"

namespace holon {
namespace {

const char* const kPendulum = R"(# A pendulum.
holon: 1
title: Pendulum
parameters:
  m: 1 kg                     # mass of the link
  L: 1 m                      # its length

parts:
  link:
    type: RigidBody
    mass: m
    inertia: {rod: {length: L, axis: x}}
    frames: {pin: {}, tip: {at: [L, 0, 0]}}   # where others hold on
    shapes: [{box: [L, 0.05, 0.05], at: [L/2, 0, 0], color: "#0072b2"}]

  # It swings.
  pin:
    type: Revolute
    between: [world, link.pin]
    axis: [0, 1, 0]
    initial: {angle: 20 deg}

simulate: {until: 6 s, interval: 0.02 s}

outputs:
  - pin.angle
  - pin.rate   # of turn
)";

/// The text after an edit, whose inverse must give the same bytes.
template <class F>
std::string after(const std::string& text, const F& edit) {
  Editor editor(text, "m.yaml", &builtin_catalogue());
  const TextChange change = edit(editor);
  const std::string result = editor.text();
  EXPECT_EQ(apply_change(text, change), result);
  EXPECT_EQ(apply_change(result, invert_change(change)), text);
  return result;
}

std::string set(const std::string& text, std::string_view path, std::string_view value) {
  return after(text, [&](Editor& e) { return e.set(path, value); });
}
std::string add(const std::string& text, std::string_view parent, std::string_view key,
                std::string_view value, const Position& position = Position::fitting()) {
  return after(text, [&](Editor& e) { return e.add(parent, key, value, position); });
}
std::string remove(const std::string& text, std::string_view path) {
  return after(text, [&](Editor& e) { return e.remove(path); });
}
std::string rename(const std::string& text, std::string_view path, std::string_view key) {
  return after(text, [&](Editor& e) { return e.rename(path, key); });
}
std::string move(const std::string& text, std::string_view path, std::string_view parent,
                 const Position& position) {
  return after(text, [&](Editor& e) { return e.move(path, parent, position); });
}

/// The text with one range replaced.
std::string with(std::string text, const std::string& old, const std::string& now) {
  const std::size_t at = text.find(old);
  EXPECT_NE(at, std::string::npos) << old;
  return text.replace(at, old.size(), now);
}

/// The error of a refused edit, "" if it is accepted.
template <class F>
std::string refusal(const std::string& text, const F& edit) {
  Editor editor(text, "m.yaml", &builtin_catalogue());
  try {
    edit(editor);
  } catch (const InputError& e) {
    EXPECT_EQ(editor.text(), text);
    return e.diagnostics().to_string({.source_line = false});
  }
  return "";
}

TEST(Editor, SetsByTheNamesOfTheCommandLine) {
  EXPECT_EQ(set(kPendulum, "link.mass", "2 kg"), with(kPendulum, "mass: m\n", "mass: 2 kg\n"));
  EXPECT_EQ(set(kPendulum, "parts.link.mass", "2 kg"), set(kPendulum, "link.mass", "2 kg"));
  EXPECT_EQ(set(kPendulum, "simulate.until", "2 min"), with(kPendulum, "6 s", "2 min"));
  EXPECT_EQ(set(kPendulum, "link.shapes[0].box[1]", "0.1"), with(kPendulum, "0.05", "0.1"));
  EXPECT_EQ(set(kPendulum, "outputs[1]", "link.tip.position"),
            with(kPendulum, "pin.rate   #", "link.tip.position  #"));
  EXPECT_EQ(set(kPendulum, "pin.initial.angle", "5 deg"), with(kPendulum, "20 deg", "5 deg"));
  EXPECT_EQ(set(kPendulum, "title", "Clock: one"),
            with(kPendulum, "Pendulum\n", "\"Clock: one\"\n"));
  EXPECT_EQ(set(kPendulum, "link.shapes[0].color", "red"), with(kPendulum, "\"#0072b2\"", "red"));
}

TEST(Editor, KeepsTheColumnOfCommentsThatStandBelowEachOther) {
  EXPECT_EQ(set(kPendulum, "m", "12.5 kg"), with(kPendulum, "1 kg     ", "12.5 kg  "));
  EXPECT_EQ(set(kPendulum, "m", "1"), with(kPendulum, "1 kg", "1   "));
  // No space: two blanks remain.
  EXPECT_EQ(set(kPendulum, "m", "0.1234567890123 kg + 12 kg"),
            with(kPendulum, "1 kg                     #", "0.1234567890123 kg + 12 kg  #"));
}

TEST(Editor, AddsBehindABlockThatTheFileEndsWith) {
  EXPECT_EQ(set("holon: 1\ntitle: |", "simulate.until", "3"),
            "holon: 1\ntitle: |\nsimulate: {until: 3}");
  EXPECT_EQ(set("holon: 1\ntitle: |\n  x", "simulate.until", "3"),
            "holon: 1\ntitle: |-\n  x\nsimulate: {until: 3}");
}

TEST(Editor, QuotesWhereThePlaceAsksForIt) {
  EXPECT_EQ(set(kPendulum, "link.mass", "max(m, 2 [kg])"),
            with(kPendulum, "mass: m\n", "mass: max(m, 2 [kg])\n"));
  EXPECT_EQ(set(kPendulum, "simulate.until", "max(1, 2)"), with(kPendulum, "6 s", "\"max(1, 2)\""));
  EXPECT_EQ(set(kPendulum, "link.mass", "*m"), with(kPendulum, "mass: m", "mass: \"*m\""));
  EXPECT_EQ(set("holon: 1\na: 'x, y'\n", "a", "say \"# now\""), "holon: 1\na: say \"# now\"\n");
  EXPECT_EQ(set("holon: 1\na: ['x, y']\n", "a[0]", "it's, so"), "holon: 1\na: ['it''s, so']\n");
  EXPECT_EQ(set("holon: 1\na: 1\n", "a", "null"), "holon: 1\na: \"null\"\n");
  EXPECT_EQ(set("holon: 1\na: 1\n", "a", "- 1"), "holon: 1\na: \"- 1\"\n");
}

TEST(Editor, AddsWhatIsMissingWhereTheCatalogueHasIt) {
  EXPECT_EQ(set(kPendulum, "pin.damping", "0.1"),
            with(kPendulum, "axis: [0, 1, 0]\n", "axis: [0, 1, 0]\n    damping: 0.1\n"));
  EXPECT_EQ(set(kPendulum, "simulate.tolerance", "1e-9"),
            with(kPendulum, "0.02 s}", "0.02 s, tolerance: 1e-9}"));
  EXPECT_EQ(set(kPendulum, "pin.initial.rate", "1"),
            with(kPendulum, "20 deg}", "20 deg, rate: 1}"));
  EXPECT_EQ(set(kPendulum, "pin.origin.at", "[0, 0, 1]"),
            with(kPendulum, "link.pin]\n", "link.pin]\n    origin: {at: [0, 0, 1]}\n"));
  EXPECT_EQ(set(kPendulum, "world.gravity", "[0, 0, -1]"),
            with(kPendulum, "parts:\n", "world: {gravity: [0, 0, -1]}\n\nparts:\n"));
}

TEST(Editor, WritesValuesBelowEachOtherWhereTheNeighboursAre) {
  const std::string text = "holon: 1\nparts:\n  left:  {type: A}\n  right: {type: A}\n";
  EXPECT_EQ(add(text, "parts", "up", "{type: B}"), text + "  up:    {type: B}\n");
  EXPECT_EQ(rename(text, "left", "a"), with(text, "left: ", "a:    "));
  EXPECT_EQ(rename(text, "right", "middle"), with(text, "right:", "middle:"));
}

TEST(Editor, AddsBlocksAndItems) {
  EXPECT_EQ(add(kPendulum, "parts", "stop", "type: Spring\nbetween: [world, link.tip]\n"),
            with(kPendulum, "20 deg}\n",
                 "20 deg}\n\n  stop:\n    type: Spring\n    between: [world, link.tip]\n"));
  EXPECT_EQ(add(kPendulum, "outputs", "", "link.position"),
            std::string(kPendulum) + "  - link.position\n");
  EXPECT_EQ(add(kPendulum, "outputs", "", "link.position", Position::at(0)),
            with(kPendulum, "  - pin.angle", "  - link.position\n  - pin.angle"));
  EXPECT_EQ(add(kPendulum, "link.frames", "mid", "{at: [L/2, 0, 0]}", Position::after("pin")),
            with(kPendulum, "pin: {}, ", "pin: {}, mid: {at: [L/2, 0, 0]}, "));
  EXPECT_EQ(add(kPendulum, "link.frames.pin", "at", "[0, 0, 0]"),
            with(kPendulum, "pin: {}", "pin: {at: [0, 0, 0]}"));
  EXPECT_EQ(add(kPendulum, "link.frames", "mid", "at: [0, 0, 0]\n\n", Position::before("pin")),
            with(kPendulum, "{pin: {}", "{mid: \"at: [0, 0, 0]\", pin: {}"));
}

TEST(Editor, RemovesEntriesWithTheirComments) {
  EXPECT_EQ(remove(kPendulum, "link.frames"),
            with(kPendulum,
                 "    frames: {pin: {}, tip: {at: [L, 0, 0]}}   # where others hold on\n", ""));
  EXPECT_EQ(remove(kPendulum, "outputs[0]"), with(kPendulum, "  - pin.angle\n", ""));
  EXPECT_EQ(remove(kPendulum, "link.frames.pin"), with(kPendulum, "pin: {}, ", ""));
  EXPECT_EQ(remove(kPendulum, "link.frames.tip"), with(kPendulum, ", tip: {at: [L, 0, 0]}", ""));
  EXPECT_EQ(remove(kPendulum, "pin.initial.angle"), with(kPendulum, "angle: 20 deg", ""));
  EXPECT_EQ(remove(kPendulum, "pin"),
            with(kPendulum,
                 "\n  # It swings.\n  pin:\n    type: Revolute\n    between: [world, link.pin]\n"
                 "    axis: [0, 1, 0]\n    initial: {angle: 20 deg}\n",
                 ""));
}

TEST(Editor, LeavesAnEmptyMapOrListWhereTheLastEntryGoes) {
  EXPECT_EQ(remove("holon: 1\nparts:  # all\n  # one\n  a: 1  # this\nx: 1\n", "a"),
            "holon: 1\nparts: {}  # all\n  # one\nx: 1\n");
  EXPECT_EQ(remove("holon: 1\nx:\n- a\n", "x[0]"), "holon: 1\nx: []\n");
  EXPECT_EQ(remove("holon: 1\nx: [a]", "x[0]"), "holon: 1\nx: []");
  EXPECT_EQ(remove("holon: 1\nx:\n  - a: 1", "x[0].a"), "holon: 1\nx:\n  - {}");
  EXPECT_EQ(refusal("holon: 1\n", [](Editor& e) { return e.remove("holon"); }),
            "m.yaml:1:1: error: the entry would be empty; remove the entry that contains it\n");
}

TEST(Editor, MovesEntriesWithTheirComments) {
  const std::string text =
      "holon: 1\nparts:\n  a:\n    x: 1  # one\n\n  # The second.\n  b:\n    y: 2\n      # deep\n"
      "\n  c: {z: 3}\n";
  EXPECT_EQ(
      move(text, "b", "parts", Position::at(0)),
      "holon: 1\nparts:\n  # The second.\n  b:\n    y: 2\n      # deep\n\n  a:\n    x: 1  # one\n"
      "\n  c: {z: 3}\n");
  EXPECT_EQ(
      move(text, "a", "parts", Position::after("b")),
      "holon: 1\nparts:\n  # The second.\n  b:\n    y: 2\n      # deep\n\n  a:\n    x: 1  # one\n"
      "\n  c: {z: 3}\n");
  EXPECT_EQ(move(text, "b.y", "a", Position::before("x")),
            "holon: 1\nparts:\n  a:\n    y: 2\n      # deep\n    x: 1  # one\n\n  # The second.\n"
            "  b: {}\n\n  c: {z: 3}\n");
  EXPECT_EQ(move(text, "c.z", "a", Position::fitting()),
            with(with(text, "# one\n", "# one\n    z: 3\n"), "{z: 3}", "{}"));
  EXPECT_EQ(move(text, "a", "parts", Position::at(0)), text);
  EXPECT_NE(refusal(text, [](Editor& e) { return e.move("a", "parts.a", Position::at(0)); }), "");
}

TEST(Editor, KeepsHowLinesEndAndWhereTheTextDoes) {
  EXPECT_EQ(set("\xEF\xBB\xBFholon: 1\r\nä: ö  # ü\r\nb: 1", "ä", "öö"),
            "\xEF\xBB\xBFholon: 1\r\nä: öö  # ü\r\nb: 1");
  EXPECT_EQ(add("holon: 1\r\nb: 1", "", "c", "x: 1\ny: 2"),
            "holon: 1\r\nb: 1\r\nc:\r\n  x: 1\r\n  y: 2");
  EXPECT_EQ(remove("holon: 1\r\nb: 1\r\nc: 2", "c"), "holon: 1\r\nb: 1");
  EXPECT_EQ(remove("holon: 1\nb: 1\nc: 2\n", "c"), "holon: 1\nb: 1\n");
  EXPECT_EQ(set("---\nholon: 1\nb:\t1\t# x\n...\n", "b", "2"), "---\nholon: 1\nb:\t2\t# x\n...\n");
  EXPECT_EQ(add("---\nholon: 1\n...\n", "", "b", "2"), "---\nholon: 1\nb: 2\n...\n");
}

TEST(Editor, ReplacesTextsOfSeveralLines) {
  const std::string text =
      "holon: 1\na: |  # why\n  one\n  two\n\nb: >-\n  three\nc: \"x\n  y\"\nd: 1\n";
  EXPECT_EQ(set(text, "a", "1"), with(text, "|  # why\n  one\n  two", "1  # why"));
  EXPECT_EQ(set(text, "b", "1"), with(text, ">-\n  three", "1"));
  EXPECT_EQ(set(text, "c", "1"), with(text, "\"x\n  y\"", "1"));
  EXPECT_EQ(remove(text, "a"), with(text, "a: |  # why\n  one\n  two\n", ""));
  EXPECT_EQ(add(text, "", "z", "1", Position::after("a")), with(text, "two\n", "two\n\nz: 1\n"));
}

TEST(Editor, GivesWhatWasSharedAValueOfItsOwn) {
  const std::string text =
      "holon: 1\nparts:\n  a: &p  # first\n    type: X\n    frames: {tip: {at: [1, 0]}}\n"
      "  b: *p\n  c:\n    <<: *p\n    mass: 1\n";
  EXPECT_EQ(set(text, "b.mass", "3"), with(text, "b: *p", "b: {<<: *p, mass: 3}"));
  EXPECT_EQ(set(text, "b.frames.tip.at[1]", "7"),
            with(text, "b: *p", "b: {<<: *p, frames: {tip: {at: [1, 7]}}}"));
  EXPECT_EQ(set(text, "c.type", "Y"), text + "    type: Y\n");
  EXPECT_EQ(set(text, "b", "{type: Z}"), with(text, "*p", "{type: Z}"));
  // At the anchor all change, and are reported.
  Editor editor(text, "m.yaml");
  editor.set("a.type", "Y");
  EXPECT_EQ(editor.text(), with(text, "type: X", "type: Y"));
  ASSERT_EQ(editor.notes().all().size(), 2u);
  EXPECT_EQ(editor.notes().all()[0].to_string(),
            "m.yaml:6:6: note: '*p' shares the changed text, and changes with it");
  const auto needs = refusal(text, [](Editor& e) { return e.remove("a"); });
  EXPECT_NE(needs.find("m.yaml:3:6: error: the alias '*p' in line 6 refers to"), std::string::npos)
      << needs;
  const auto shared = refusal(text, [](Editor& e) { return e.remove("b.frames"); });
  EXPECT_NE(shared.find("comes from the anchor '&p' in line 3"), std::string::npos) << shared;
}

TEST(Editor, ExplainsWhatItCannotDo) {
  const auto says = [](const std::string& text, const std::string& path, const std::string& value,
                       const std::string& message) {
    const std::string reported = refusal(text, [&](Editor& e) { return e.set(path, value); });
    EXPECT_NE(reported.find(message), std::string::npos) << path << ": " << reported;
  };
  says(kPendulum, "lnk.mass", "1", "there is no 'lnk' in this model; did you mean 'link'?");
  says(kPendulum, "link.mass.x", "1", "'parts.link.mass' is not a map");
  says(kPendulum, "outputs[7]", "1", "'outputs' has 2 items");
  says(kPendulum, "outputs[x]", "1", "the number of an item");
  says(kPendulum, "link..mass", "1", "a name is missing");
  says(kPendulum, "link.mass", "[1, 2", "never closed");
  says(kPendulum, "link.mass", "[1] 2", "");
  says(kPendulum, "link.mass", "\"a\" \"b\"", "");
  says("holon: 1\nparts:\n  arm: {type: ./arm.yaml}\n", "arm.link.mass", "1",
       "'link.mass' of 'arm' is in another file, './arm.yaml'");
  says("holon: 1\nparts:\n  arm: {parts: {link: {type: RigidBody}}}\n", "arm.lnk.mass", "1",
       "'arm' has no part or parameter 'lnk'; did you mean 'link'?");
  says("holon: 1\n? a\n: 1\n", "a", "2", "a key after '?'");
  EXPECT_THROW(Editor("holon: 1\nholon: 2\n"), InputError);
  EXPECT_THROW(Editor("holon: 1\n---\nb: 2\n"), InputError);
  EXPECT_THROW(Editor("holon: 1\rb: 2\r"), InputError);
  EXPECT_THROW(Editor("[1, 2]"), InputError);
}

TEST(Editor, FollowsNamesIntoCompositesAndArrays) {
  const std::string text =
      "holon: 1\nparts:\n  arm:\n    parameters: {L: 1}\n    parts: {link: {type: RigidBody, mass: "
      "L}}\n"
      "  blade: {type: ./blade.yaml}\n  chain: {type: RigidBody, repeat: 3, mass: 1}\n"
      "  p: {type: Constrained, where: {p1.x: 0}}\n";
  EXPECT_EQ(set(text, "arm.L", "2"), with(text, "L: 1", "L: 2"));
  EXPECT_EQ(set(text, "arm.link.mass", "2"), with(text, "mass: L", "mass: 2"));
  EXPECT_EQ(set(text, "blade.width", "2 m"),
            with(text, "./blade.yaml}", "./blade.yaml, parameters: {width: 2 m}}"));
  EXPECT_EQ(set(text, "chain[1].mass", "5"),
            with(text, "mass: 1}", "mass: 1, override: {1: {mass: 5}}}"));
  EXPECT_EQ(set(text, "chain.mass", "5"), with(text, "mass: 1}", "mass: 5}"));
  EXPECT_EQ(set(text, "p.where.p1.x", "a"), with(text, "p1.x: 0", "p1.x: a"));
}

TEST(Editor, EditsListsAndMapsInBracketsOverSeveralLines) {
  const std::string text = "holon: 1\na: {\n  x: 1,  # one\n  y: 2   # two\n}\nb: [p,\n    q]\n";
  EXPECT_EQ(add(text, "a", "z", "3"), with(text, "y: 2   # two\n", "y: 2,   # two\n  z: 3\n"));
  EXPECT_EQ(remove(text, "a.y"), "holon: 1\na: {\n  x: 1  # one\n}\nb: [p,\n    q]\n");
  EXPECT_EQ(remove(text, "a.x"), with(text, "  x: 1,  # one\n", ""));
  EXPECT_EQ(add(text, "b", "", "r"), with(text, "q]", "q,\n    r]"));
  EXPECT_EQ(remove(text, "b[0]"), with(text, "[p,\n    q]", "[q]"));
  EXPECT_EQ(remove(text, "b[1]"), with(text, "[p,\n    q]", "[p]"));
  EXPECT_EQ(set("holon: 1\na: {b, c: }\n", "a.b", "1"), "holon: 1\na: {b: 1, c: }\n");
}

TEST(Editor, RenamesThroughout) {
  const auto everywhere = [](const std::string& text, const char* path, const char* key) {
    return after(text, [&](Editor& e) { return e.rename_throughout(path, key); });
  };
  std::string requested =
      with(with(kPendulum, "  m: 1 kg        ", "  mass: 1 kg     "), "mass: m\n", "mass: mass\n");
  EXPECT_EQ(everywhere(kPendulum, "m", "mass"), requested);
  requested = with(with(kPendulum, "  link:", "  rod:"), "link.pin", "rod.pin");
  EXPECT_EQ(everywhere(kPendulum, "link", "rod"), requested);
  requested = with(with(kPendulum, "{pin: {}", "{hole: {}"), "link.pin]", "link.hole]");
  requested = with(requested, "}}   # where", "}}  # where");
  EXPECT_EQ(everywhere(kPendulum, "link.frames.pin", "hole"), requested);
  requested = with(with(kPendulum, "  pin:\n", "  joint:\n"), "- pin.angle", "- joint.angle");
  // The frame `pin` is different.
  EXPECT_EQ(everywhere(kPendulum, "pin", "joint"), with(requested, "- pin.rate", "- joint.rate"));

  const std::string chain =
      "holon: 1\nparameters: {n: 3, é: 1}\nparts:\n  arm:\n    parameters: {L: é}\n    parts:\n"
      "      link: {type: RigidBody, repeat: n, mass: 1 + 0*i, inertia: [1, 1, 1], frames: {tip: "
      "{at: [L, 0, 0]}}}\n"
      "      joint: {type: Revolute, repeat: n, between: [\"link[i-1].tip\", \"link[i]\"], axis: "
      "y,\n"
      "              override: {0: {between: [world, \"link[0]\"]}}}\n"
      "outputs: [\"arm.link[n-1].tip.position.x\", 'arm.joint[0].angle']\n"
      "scene: {cameras: {side: {look_at: \"arm.link[0]\", hides: [arm]}}}\n";
  EXPECT_EQ(
      everywhere(chain, "arm.link", "rod"),
      with(with(with(with(with(with(chain, "      link:", "      rod:"), "link[i-1]", "rod[i-1]"),
                          "link[i]", "rod[i]"),
                     "\"link[0]", "\"rod[0]"),
                "arm.link[n", "arm.rod[n"),
           "arm.link[0]", "arm.rod[0]"));
  EXPECT_EQ(everywhere(chain, "arm", "leg"),
            with(with(with(with(with(chain, "  arm:", "  leg:"), "arm.link[n", "leg.link[n"),
                           "arm.joint", "leg.joint"),
                      "arm.link[0]", "leg.link[0]"),
                 "[arm]", "[leg]"));
  EXPECT_EQ(everywhere(chain, "n", "count"),
            with(with(with(with(chain, "{n:", "{count:"), "repeat: n", "repeat: count"),
                      "repeat: n", "repeat: count"),
                 "link[n-1]", "link[count-1]"));
  EXPECT_EQ(everywhere(chain, "arm.link.frames.tip", "end"),
            with(with(with(chain, "{tip:", "{end:"), "].tip", "].end"), "].tip", "].end"));
  // An inner name would hide the outer one.
  const auto captured = refusal(chain, [](Editor& e) { return e.rename_throughout("é", "L"); });
  EXPECT_NE(captured, "");
  EXPECT_NE(refusal(chain, [](Editor& e) { return e.rename_throughout("n", "time"); }), "");
  EXPECT_NE(refusal(chain, [](Editor& e) { return e.rename_throughout("n", "a b"); }), "");
}

// Names of the model inside a filter: in its keys, its values, and behind its own name.
TEST(Editor, RenamesThroughoutAFilter) {
  const std::string filter = R"M(holon: 1
parts:
  link: {type: RigidBody, mass: 1 kg, inertia: {rod: {length: 1 m, axis: x}}, frames: {pin: {at: [0.5, 0, 0]}}}
  pin: {type: Revolute, between: [world, link.pin], axis: y, damping: 0.1, initial: {angle: 20 deg}}
  encoder: {type: Encoder, angle: pin.angle, sigma: 0.1 deg, sample: 50 Hz}
  nav:
    type: KalmanFilter
    sample: 50 Hz
    measurements:
      encoder: {gate: 99.9 %}
      rate: {measured: pin.rate, predicted: pin.rate, sigma: 0.1 rad/s}
    estimate: [pin.damping, rate.bias]
    process_noise: {pin.rate: 0.01 rad/s^1.5}
    initial:
      pin.angle: {sigma: 2 deg}
      rate.bias: {sigma: 0.1 rad/s}
      "pin.damping": {sigma: 0.1 N m s/rad}
outputs: [nav.estimate.pin.angle, nav.nis.encoder, nav.innovation.rate, "nav.covariance[0][0]"]
simulate: {until: 1 s}
)M";
  const auto everywhere = [&](const char* path, const char* key) {
    Editor editor(filter, "m.yaml", &builtin_catalogue());
    editor.rename_throughout(path, key);
    return editor.text();
  };
  const auto replaced = [](std::string text, const std::string& from, const std::string& to) {
    for (std::size_t at = 0; (at = text.find(from, at)) != std::string::npos; at += to.size())
      text.replace(at, from.size(), to);
    return text;
  };
  // The frame `pin` of the link is another one.
  std::string hinge =
      replaced(replaced(filter, "pin.", "hinge."), "  pin: {type", "  hinge: {type");
  EXPECT_EQ(everywhere("pin", "hinge"), hinge);
  std::string counter =
      replaced(replaced(filter, "  encoder:", "  counter:"), ".encoder", ".counter");
  EXPECT_EQ(everywhere("encoder", "counter"), counter);
}

TEST(Editor, KnowsWhatIsThere) {
  const Editor editor(kPendulum, "m.yaml");
  for (const char* path : {"m", "link.mass", "link.frames.tip.at[2]", "outputs[1]", "simulate"}) {
    EXPECT_TRUE(editor.has(path)) << path;
  }
  for (const char* path :
       {"k", "pin.damping", "link.frames.tip.at[3]", "link.mass.x", "outputs[", ""}) {
    EXPECT_EQ(editor.has(path), path[0] == '\0') << path;
  }
}

TEST(Editor, UndoesARowOfEditsInReverse) {
  Editor editor(kPendulum, "m.yaml", &builtin_catalogue());
  std::vector<TextChange> done;
  done.push_back(editor.set("link.mass", "3 kg"));
  done.push_back(editor.rename("link", "rod"));
  done.push_back(editor.add("parts", "body", "{type: RigidBody, mass: 1}"));
  done.push_back(editor.move("body", "parts", Position::at(0)));
  done.push_back(editor.remove("rod.frames.tip"));
  for (auto change = done.rbegin(); change != done.rend(); ++change)
    editor.apply(invert_change(*change));
  EXPECT_EQ(editor.text(), kPendulum);
  EXPECT_THROW(editor.apply({{0, "no such text", ""}}), std::invalid_argument);
}

}  // namespace
}  // namespace holon
