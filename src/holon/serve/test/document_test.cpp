// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <sstream>

#include "holon/catalogue/builtin.h"
#include "holon/serve/document/completion.h"
#include "holon/serve/document/formula_mathml.h"
#include "holon/serve/document/model_check.h"
#include "holon/serve/document/model_document.h"
#include "holon/serve/document/text_diff_lines.h"
#include "holon/study/templates.h"

namespace holon::serve {
namespace {

namespace fs = std::filesystem;

constexpr const char* kTwoLinks = R"(holon: 1
title: Two links
parameters: {L: 1 m}
parts:
  # the first one
  upper:
    type: RigidBody
    mass: 1 kg
    inertia: {rod: {length: L, axis: x}}
    frames: {tip: {at: [L, 0, 0]}}
  lower: {type: RigidBody, mass: 2 kg, inertia: {rod: {length: L, axis: x}}}
  shoulder: {type: Revolute, between: [world, upper], axis: y}
  elbow: {type: Revolute, between: [upper.tip, lower], axis: y, torque: "-5 [N m/rad]*shoulder.angle"}
outputs: [elbow.angle]
)";

class DocumentTest : public testing::Test {
 protected:
  void SetUp() override {
    folder_ = fs::path(testing::TempDir()) /
              (std::string("holon_document_") +
               testing::UnitTest::GetInstance()->current_test_info()->name());
    fs::remove_all(folder_);
    fs::create_directories(folder_);
    ::setenv("XDG_STATE_HOME", (folder_ / "state").c_str(), 1);
    write(kTwoLinks);
  }
  void TearDown() override { fs::remove_all(folder_); }

  void write(const std::string& text) const { std::ofstream(folder_ / "m.yaml") << text; }
  std::string read() const {
    std::ostringstream text;
    text << std::ifstream(folder_ / "m.yaml").rdbuf();
    return text.str();
  }
  ModelDocument open() const { return {folder_ / "m.yaml", "m.yaml", builtin_catalogue(), 1}; }
  ModelCheck check() const { return check_model((folder_ / "m.yaml").string(), read(), 1); }

  fs::path folder_;
};

TEST_F(DocumentTest, PartsAreAddedToAnEmptyMapAsOneTypesThem) {
  write("holon: 1\nparts: {}   # none yet\nsimulate: {until: 1 s}\n");
  ModelDocument document = open();
  document.edit(Json::parse(R"([{"addPart": "rail", "type": "Prismatic",
                                 "values": {"between": "[world, load]"}}])"),
                "x");
  document.edit(Json::parse(R"([{"addPart": "load", "type": "PointMass"}])"), "x");
  const std::string text = document.text();
  EXPECT_NE(text.find("\n  rail:\n    type: Prismatic\n    between: [world, load]\n  load:"),
            std::string::npos)
      << text;
  EXPECT_NE(text.find("# none yet"), std::string::npos) << text;
}

TEST_F(DocumentTest, PartsAreGroupedInLinesOfTheirOwnInTheOrderOfTheFile) {
  ModelDocument document = open();
  document.edit(Json::parse(R"([{"group": ["lower", "upper"], "to": "arm"}])"), "x");
  const std::string& text = document.text();
  const std::size_t arm = text.find("\n  arm:\n    parts:\n");
  const std::size_t upper = text.find("\n      upper:\n        type: RigidBody\n");
  const std::size_t lower = text.find("\n      lower: {type: RigidBody");
  ASSERT_NE(arm, std::string::npos) << text;
  ASSERT_NE(upper, std::string::npos) << text;
  ASSERT_NE(lower, std::string::npos) << text;
  EXPECT_LT(arm, upper);
  EXPECT_LT(upper, lower);
  EXPECT_NE(text.find("between: [arm.upper.tip, arm.lower]"), std::string::npos) << text;
  EXPECT_NE(text.find("# the first one"), std::string::npos) << text;
  EXPECT_EQ(text.find("held_place"), std::string::npos) << text;
  document.undo();
  EXPECT_EQ(document.text(), kTwoLinks);
}

TEST_F(DocumentTest, AllEditsOfARequestOrNone) {
  ModelDocument document = open();
  EXPECT_THROW(document.edit(Json::parse(R"([{"set": "parts.upper.mass", "value": "3 kg"},
                                             {"remove": "parts.nothing"}])"),
                             "x"),
               RequestFault);
  EXPECT_EQ(document.text(), kTwoLinks);
  EXPECT_EQ(read(), kTwoLinks);
  EXPECT_FALSE(document.journal().can_undo());
  document.edit(Json::parse(R"([{"set": "parts.upper.mass", "value": "3 kg"},
                                {"set": "parts.lower.mass", "value": "4 kg"}])"),
                "Masses");
  EXPECT_EQ(document.journal().steps().size(), 1U);
  document.undo();
  EXPECT_EQ(read(), kTwoLinks);
}

TEST_F(DocumentTest, PartsAreAddedRenamedDuplicatedMovedAndRemoved) {
  ModelDocument document = open();
  const auto edit = [&](const char* json) { document.edit(Json::parse(json), "x"); };
  edit(R"([{"addPart": "spring", "type": "Spring",
            "values": {"between": "[world, lower]", "stiffness": "10 N/m"}}])");
  EXPECT_NE(
      read().find(
          "  spring:\n    type: Spring\n    between: [world, lower]\n    stiffness: 10 N/m\n"),
      std::string::npos)
      << read();
  edit(R"([{"rename": "parts.upper", "to": "arm"}])");
  EXPECT_NE(read().find("between: [arm.tip, lower]"), std::string::npos) << read();
  edit(R"([{"duplicate": "parts.arm", "to": "arm2"}])");
  EXPECT_EQ(document.outline().parts[1].name(), "arm2");
  edit(R"([{"move": "parts.arm2", "after": "elbow"}])");
  edit(R"([{"remove": "parts.arm2"}])");
  while (document.journal().can_undo()) document.undo();
  EXPECT_EQ(read(), kTwoLinks);
  EXPECT_THROW(edit(R"([{"addPart": "elbow", "type": "Revolute"}])"), RequestFault);
  EXPECT_THROW(edit(R"([{"addPart": "9x", "type": "Revolute"}])"), RequestFault);
  EXPECT_THROW(edit(R"([{"addPart": "x", "type": "Revolut"}])"), RequestFault);
}

TEST_F(DocumentTest, GroupedPartsKeepWhatNamesMean) {
  ModelDocument document = open();
  document.edit(Json::parse(R"([{"group": ["upper", "shoulder"], "to": "arm"}])"), "Group");
  EXPECT_NE(read().find("arm.upper.tip"), std::string::npos) << read();
  EXPECT_NE(read().find("*arm.shoulder.angle"), std::string::npos) << read();
  const ModelCheck found = check();
  EXPECT_TRUE(found.model) << found.findings;
  document.undo();
  EXPECT_EQ(read(), kTwoLinks);
}

TEST_F(DocumentTest, CopiedPartsAreParts) {
  ModelDocument document = open();
  const std::string text =
      "upper: {type: PointMass, mass: 1 kg}\nnew:\n  type: PointMass\n  mass: 2 kg\n";
  std::vector<std::string> names;
  document.paste(text, "Paste", names);
  EXPECT_EQ(names, (std::vector<std::string>{"upper_2", "new"}));
  EXPECT_TRUE(check().model);
}

TEST_F(DocumentTest, ALongJournalForgetsItsOldestSteps) {
  // 60 changes of 100 kB each: 16 MB in base 64.
  constexpr int kChanges = 60;
  const auto text = [](int k) {
    return "# " + std::string(100'000, static_cast<char>('a' + k % 26));
  };
  const auto change = [&](int k) { return find_difference(text(k), text(k + 1)); };
  {
    Journal journal(folder_ / "long.yaml");
    journal.begin(text(0));
    for (int k = 0; k < kChanges; ++k) journal.add("step", change(k));
    journal.undo();
  }
  const fs::path file = *fs::directory_iterator(folder_ / "state" / "holon" / "journals");
  const auto size = [&] {
    std::uintmax_t sum = 0;
    for (const auto& entry : fs::directory_iterator(file.parent_path())) sum += entry.file_size();
    return sum;
  };
  const std::uintmax_t before = size();
  Journal journal(folder_ / "long.yaml");
  journal.begin(text(kChanges - 1));
  EXPECT_LT(size(), before / 2);
  // What can be undone and done again leads to the same texts.
  EXPECT_EQ(journal.steps().size(), 20U);
  EXPECT_TRUE(journal.can_redo());
  std::string now = text(kChanges - 1);
  EXPECT_EQ(journal.text_after(journal.position()), now);
  now = apply_change(now, journal.redo());
  EXPECT_EQ(now, text(kChanges));
  for (int k = kChanges - 1; journal.can_undo(); --k) {
    now = apply_change(now, journal.undo());
    EXPECT_EQ(now, text(k));
  }
}

TEST_F(DocumentTest, OnlyChangedPartsAreMadeAnew) {
  ModelDocument document = open();
  const ModelOutline before = document.outline();
  document.edit(
      Json::parse(R"([{"add": "parts.upper", "key": "center_of_mass", "value": "[L/2, 0, 0]"}])"),
      "x");
  const ModelOutline& after = document.outline();
  EXPECT_EQ(after.parts[0].node()["range"]["line"], before.parts[0].node()["range"]["line"]);
  EXPECT_EQ(after.parts[1].node()["range"]["line"].get<int>(),
            before.parts[1].node()["range"]["line"].get<int>() + 1);
}

TEST_F(DocumentTest, LinksSayWhatValuesMakeThem) {
  const ModelCheck found = check();
  ASSERT_TRUE(found.model) << found.findings;
  std::vector<std::string> seen;
  for (const Json& link : found.links)
    seen.push_back(link["kind"].get<std::string>() + " " + link["from"]["part"].get<std::string>() +
                   " " + link["to"]["part"].get<std::string>() + " " + link.value("path", ""));
  EXPECT_EQ(seen, (std::vector<std::string>{"joint shoulder world parts.shoulder.between[0]",
                                            "joint shoulder upper parts.shoulder.between[1]",
                                            "joint elbow upper parts.elbow.between[0]",
                                            "joint elbow lower parts.elbow.between[1]",
                                            "signal shoulder elbow parts.elbow.torque"}));
  EXPECT_EQ(found.info["elbow"]["torque"]["varies"], "varies");
  EXPECT_EQ(found.info["upper"]["mass"]["value"], 1.0);
}

TEST_F(DocumentTest, CompletionKnowsNamesTypesAndKeys) {
  const ModelCheck found = check();
  const auto labels = [](const Json& completion) {
    std::vector<std::string> list;
    for (const Json& item : completion["items"]) list.push_back(item["insert"]);
    return list;
  };
  const auto has = [](const std::vector<std::string>& list, const char* name) {
    return std::find(list.begin(), list.end(), name) != list.end();
  };
  const Json outputs = complete_value(found, "parts.elbow.torque", "-5*shoulder.an", 14);
  EXPECT_EQ(outputs["from"], 3);
  EXPECT_TRUE(has(labels(outputs), "shoulder.angle")) << outputs;
  EXPECT_TRUE(has(labels(complete_value(found, "parts.elbow.between[0]", "up", 2)), "upper.tip"));
  EXPECT_TRUE(has(labels(complete_value(found, "parts.elbow.type", "Rev", 3)), "Revolute"));
  EXPECT_TRUE(has(labels(complete_value(found, "parts.elbow.torque", "5 [N", 4)), "N"));
  const std::string text = "holon: 1\nparts:\n  pin:\n    type: Revolute\n    da\n";
  EXPECT_TRUE(has(labels(complete_text(found, text, 5, 7)), "damping"));
  EXPECT_TRUE(has(labels(complete_text(found, "holon: 1\nsim", 2, 4)), "simulate"));
}

TEST_F(DocumentTest, ArrowsKnowWhereTheyMayLeadAndWhyNot) {
  const ModelCheck found = check();
  std::string reason;
  bool joint = false;
  const Json of_frame = list_legal_links(found, "upper", "tip");
  const Json of_output = list_legal_links(found, "shoulder", "rate");
  for (const Json& target : of_frame["targets"]) {
    if (target["path"] == "parts.shoulder.between[1]") joint = target["legal"];
    if (target["path"] == "parts.elbow.torque") reason = target.value("reason", "");
  }
  EXPECT_TRUE(joint);
  EXPECT_EQ(reason, "torque needs a number, and 'upper.tip' is a frame");
  for (const Json& target : of_output["targets"])
    if (target["path"] == "parts.elbow.torque") {
      EXPECT_EQ(target["legal"], false);
      EXPECT_EQ(target["reason"],
                "a torque or energy (N m) is needed, not an angular rate (rad/s)");
    }
}

TEST(FormulaMathml, WritesFractionsRootsPowersAndBracketsWhereNeeded) {
  const auto write = [](const char* text) {
    std::vector<TextError> errors;
    std::string mathml = write_formula_mathml(parse_value(text, errors));
    const std::size_t begin = mathml.find('>') + 1;
    return mathml.empty() ? mathml : mathml.substr(begin, mathml.size() - begin - 7);
  };
  EXPECT_EQ(write("a/b"), "<mfrac><mi>a</mi><mi>b</mi></mfrac>");
  EXPECT_EQ(write("(a + b)*c"),
            "<mrow><mrow><mo>(</mo><mrow><mi>a</mi><mo>+</mo><mi>b</mi></mrow><mo>)</mo></mrow>"
            "<mo>·</mo><mi>c</mi></mrow>");
  EXPECT_EQ(write("a - (b - c)"),
            "<mrow><mi>a</mi><mo>−</mo><mrow><mo>(</mo><mrow><mi>b</mi><mo>−</mo><mi>c</mi></mrow>"
            "<mo>)</mo></mrow></mrow>");
  EXPECT_EQ(write("sqrt(x)^2"),
            "<msup><mrow><mo>(</mo><msqrt><mi>x</mi></msqrt><mo>)</mo></mrow>"
            "<mn>2</mn></msup>");
  EXPECT_EQ(write("pin.angle"), "<msub><mi>angle</mi><mtext>pin</mtext></msub>");
  EXPECT_EQ(write("a +"), "");
}

TEST(DiffLines, ListsWhatWasRemovedAndAdded) {
  std::string seen;
  for (const Json& line : list_diff_lines("a\nb\nc\nd\n", "a\nx\nc\ny\nd\n"))
    seen += line["kind"].get<std::string>()[0] + line["text"].get<std::string>() + " ";
  EXPECT_EQ(seen, "sa rb ax sc ay sd ");
}

TEST(Templates, AreModelsWithoutFindings) {
  for (const ModelTemplate& each : model_templates()) {
    const ModelCheck found = check_model("t.yaml", fill_template(each, "my_model"), 1);
    EXPECT_TRUE(found.findings.empty()) << each.name << found.findings;
    EXPECT_TRUE(found.model);
  }
}

// What a person may drive: numbers that vary by a formula.
TEST(ModelCheck, InputsAreNumbersThatVary) {
  const ModelCheck check = check_model("driven.yaml", R"(holon: 1
parts:
  wheel: {type: RigidBody, mass: 1 kg, inertia: {rod: {length: 1 m, axis: x}}}
  pin: {type: Revolute, between: [world, wheel], axis: y, torque: "-5 [N m/rad]*pin.angle", damping: 1 N m s/rad}
simulate: {until: 1 s}
)",
                                       1);
  ASSERT_GE(check.inputs.size(), 1U) << check.findings;
  bool has_torque = false;
  for (const Json& input : check.inputs) {
    EXPECT_NE(input["name"], "pin.damping");
    if (input["name"] == "pin.torque") has_torque = input["unit"] == "N m";
  }
  EXPECT_TRUE(has_torque) << check.inputs;
}

}  // namespace
}  // namespace holon::serve
