// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0

// A model's file from loading to its results, with what is wrong on the way.
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>

#include "holon/record/open_results.h"
#include "holon/study/examples.h"
#include "holon/study/model_view.h"
#include "holon/study/run_provenance.h"
#include "holon/study/run_table.h"
#include "holon/study/users.h"

namespace holon {
namespace {

namespace fs = std::filesystem;

// A mass on a spring: x = cos(sqrt(k / m) t) m, with sqrt(k / m) = 2 rad/s.
const char* const kSpringAndMass = R"yaml(holon: 1
title: A mass on a spring
parameters: {k: 4 N/m}
parts:
  block: {type: RigidBody, mass: 1 kg, inertia: {sphere: 0.1 m}}
  rail: {type: Prismatic, between: [world, block], axis: x, stiffness: k, initial: {position: 1 m}}
simulate: {until: 1 s, interval: 0.1 s, tolerance: 1e-10, engine: tape}
outputs: [rail.position]
)yaml";

/// Files in a folder of the test's own.
class Study : public ::testing::Test {
 protected:
  Study() {
    const auto* info = ::testing::UnitTest::GetInstance()->current_test_info();
    folder_ = fs::path(::testing::TempDir()) / "study" / info->name();
    fs::remove_all(folder_);
    fs::create_directories(folder_);
  }
  std::string write(const std::string& name, const std::string& text) const {
    std::ofstream(folder_ / name) << text;
    return (folder_ / name).string();
  }
  fs::path folder_;
};

/// Stores the reported findings in their order.
class Listener final : public FindingsObserver {
 public:
  void report(const Diagnostics& found) override {
    for (const Diagnostic& d : found.all()) heard.push_back(d.message);
  }
  void report(Severity, const std::string& sentence) override { heard.push_back(sentence); }
  std::vector<std::string> heard;
};

TEST_F(Study, ModelIsLoadedWithSettingsAndRecordsItsTable) {
  const std::string path = write("spring.yaml", kSpringAndMass);
  const LoadedModel loaded =
      load_or_throw(path, {.settings = {{"k", "9 N/m"}, {"simulate.until", "0.5 s", "--until"}}});
  EXPECT_EQ(loaded.name, "spring");
  EXPECT_EQ(loaded.outputs, std::vector<std::string>{"rail.position"});
  ASSERT_EQ(loaded.files.size(), 1u);
  EXPECT_EQ(loaded.files[0].text, kSpringAndMass);

  Simulation simulation(loaded.system, loaded.model.simulate);
  const fs::path file = folder_ / "spring.h5";
  RunTable table(loaded, file);
  ASSERT_EQ(table.record(simulation).size(), 2u);
  const RunSummary& summary = simulation.run();
  table.conclude(summary);
  EXPECT_EQ(describe_method(summary), summary.solver + ", tolerance 1e-10");

  const std::unique_ptr<ResultsReader> reader = open_results(file);
  const Results rows = read_results(file);
  ASSERT_EQ(rows.row_count(), 6u);
  // 1000 times the tolerance of a step.
  for (std::size_t k = 0; k < rows.row_count(); ++k)
    EXPECT_NEAR(rows.values("rail.position")[k], std::cos(3 * rows.values("time")[k]), 1e-7);
  EXPECT_EQ(table.provenance().status, "done");
  EXPECT_EQ(table.provenance().settings,
            (std::vector<std::string>{"k=9 N/m", "simulate.until=0.5 s"}));
  ASSERT_EQ(table.provenance().parameters.size(), 1u);
  EXPECT_EQ(table.provenance().parameters[0].name, "k");
  EXPECT_EQ(table.provenance().parameters[0].value, 9.0);
  EXPECT_TRUE(table.describe_faults().empty());
}

TEST_F(Study, TableOfARunThatCannotBeginSaysWhy) {
  const LoadedModel loaded = load_or_throw(write("spring.yaml", kSpringAndMass));
  Simulation simulation(loaded.system, loaded.model.simulate);
  RunTable table(loaded, folder_ / "spring.h5");
  table.record(simulation);
  table.conclude_unstarted("there is no start");
  EXPECT_EQ(table.provenance().status, "failed");
  EXPECT_EQ(table.provenance().error, "there is no start");
}

TEST_F(Study, FaultSaysWhatIsToBeCorrected) {
  const std::string path = write("spring.yaml", kSpringAndMass);
  const auto fault = [&](const std::string& file, const std::vector<Setting>& settings) {
    Findings findings(file, settings);
    EXPECT_FALSE(load(file, {settings}, findings).has_value());
    EXPECT_TRUE(findings.all().has_errors());
    return findings.fault();
  };
  EXPECT_EQ(fault(path, {{"rail.stiffnes", "1 N/m"}}), Fault::request);
  EXPECT_EQ(fault(path, {{"simulate.until", "-1 s", "--until"}}), Fault::request);
  EXPECT_EQ(fault((folder_ / "none.yaml").string(), {}), Fault::request);
  EXPECT_EQ(fault(folder_.string(), {}), Fault::request);
  EXPECT_EQ(fault(write("wrong.yaml", "holon: 1\nparts: {a: {type: Nothing}}\n"), {}),
            Fault::model);

  Findings findings(path);
  EXPECT_TRUE(load(path, {}, findings).has_value());
  EXPECT_EQ(findings.fault(), Fault::none);
}

TEST_F(Study, FindingsHaveTheOptionAsTheirSource) {
  const std::vector<Setting> settings{{"simulate.until", "1 kg", "--until"}};
  const std::string path = write("spring.yaml", kSpringAndMass);
  Listener listener;
  Findings findings(path, settings, &listener);
  EXPECT_FALSE(load(path, {settings}, findings).has_value());
  ASSERT_EQ(findings.all().all().size(), 1u);
  const Diagnostic& found = findings.all().all()[0];
  EXPECT_EQ(found.place.file(), "--until");
  EXPECT_EQ(found.place.source->text, "1 kg");
  EXPECT_EQ(listener.heard, std::vector<std::string>{found.message});
}

TEST_F(Study, ModelErrorsHaveTheModelsFileAsTheirSource) {
  Listener listener;
  Findings findings("arm.yaml", {}, &listener);
  findings.report(ModelError("the equations are singular", "fix a joint", "arm"));
  findings.report_warning("the table will be long");
  EXPECT_EQ(findings.fault(), Fault::model);
  ASSERT_EQ(findings.all().all().size(), 2u);
  EXPECT_EQ(findings.all().all()[0].place.file(), "arm.yaml");
  EXPECT_EQ(findings.all().all()[0].part_path, "arm");
  ASSERT_EQ(listener.heard.size(), 2u);
  EXPECT_TRUE(listener.heard[0].starts_with("arm.yaml: "));
  EXPECT_NE(listener.heard[0].find("fix a joint"), std::string::npos);
}

TEST_F(Study, MissingFileIsAnErrorWithASuggestion) {
  write("spring.yaml", kSpringAndMass);
  try {
    load_or_throw((folder_ / "sprin.yaml").string());
    ADD_FAILURE() << "loaded a file that is not there";
  } catch (const InputError& e) {
    const std::string text = e.diagnostics().to_string();
    EXPECT_NE(text.find("there is no file"), std::string::npos) << text;
    EXPECT_NE(text.find("did you mean '" + (folder_ / "spring.yaml").string() + "'?"),
              std::string::npos)
        << text;
  }
}

TEST_F(Study, ParametersBecomeSymbols) {
  const LoadedModel loaded = load_or_throw(write("spring.yaml", kSpringAndMass));
  EXPECT_TRUE(loaded.system.parameters.empty());
  const LoadedModel named = load_with_parameters(loaded);
  ASSERT_EQ(named.system.parameters.size(), 1u);
  EXPECT_EQ(named.system.parameters[0].name, "k");
  EXPECT_EQ(named.system.parameters[0].value, 4.0);
  EXPECT_EQ(list_parameters(loaded).size(), 1u);
}

TEST_F(Study, OutputsThatAreRequestedAreThere) {
  const std::string path = write("spring.yaml", kSpringAndMass);
  EXPECT_FALSE(load_or_throw(path).system.find_output("system.energy.supplied"));
  const LoadedModel loaded = load_or_throw(path, {.outputs = {"system.energy.supplied"}});
  EXPECT_TRUE(loaded.system.find_output("system.energy.supplied"));
}

TEST_F(Study, ViewRefusesMeshesThatCannotBeRead) {
  const LoadedModel right = load_or_throw(
      write("right.yaml", std::string(kSpringAndMass) + "plots: [{y: [rail.position]}]\n"));
  EXPECT_EQ(make_view(right).panels.size(), 1u);
  EXPECT_EQ(make_view(right).scene.bodies.size(), 1u);
  write("block.glb", "no mesh");
  const LoadedModel wrong = load_or_throw(write(
      "wrong.yaml",
      "holon: 1\nparts: {block: {type: PointMass, mass: 1 kg, shapes: [{mesh: block.glb}]}}\n"));
  Findings findings(wrong.path);
  EXPECT_FALSE(make_view(wrong, findings).has_value());
  EXPECT_EQ(findings.fault(), Fault::model);
  EXPECT_THROW(make_view(wrong), InputError);
}

TEST_F(Study, UsersOfAModelAreFound) {
  const std::string part = write("spring.yaml", kSpringAndMass);
  const std::string user = write("two.yaml", "holon: 1\nparts: {a: {type: spring.yaml}}\n");
  write("other.yaml", "holon: 1\nparts: {a: {type: Gravity}}\n");
  EXPECT_EQ(find_users(part), std::vector<std::string>{user});
}

TEST(Examples, AreModelsByName) {
  const fs::path before = fs::current_path();
  fs::current_path(HOLON_SOURCE_DIR);
  const std::vector<std::string> names = list_examples();
  EXPECT_NE(std::find(names.begin(), names.end(), "four_bar"), names.end());
  EXPECT_EQ(fs::path(find_model("four_bar")).filename(), "four_bar.yaml");
  EXPECT_TRUE(find_model("no_such_model").empty());
  EXPECT_EQ(suggest_model("four_ba"), "did you mean 'four_bar'?");
  const std::vector<std::string> variants = list_variants();
  EXPECT_NE(std::find(variants.begin(), variants.end(), "gps_bulldozer/outage"), variants.end());
  EXPECT_EQ(suggest_model("gps_bulldozer/outge"), "did you mean 'gps_bulldozer/outage'?");
  EXPECT_EQ(suggest_model("outge"), "did you mean 'gps_bulldozer/outage'?");
  fs::current_path(before);
}

}  // namespace
}  // namespace holon
