// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0

// What --json prints is what docs/schema says, for all examples and for what fails.
#include "json_schema.h"

#include "command_line_fixture.h"

namespace holon::test {
namespace {

using Json = nlohmann::json;

const fs::path kSource = HOLON_SOURCE_DIR;

Json check(const std::string& kind, const std::string& text) {
  std::ifstream file(kSource / "docs/schema" / (kind + ".json"));
  const Json value = Json::parse(text, nullptr, false);
  EXPECT_FALSE(value.is_discarded()) << text;
  EXPECT_EQ(JsonSchema(Json::parse(file)).check(value), "") << text;
  return value;
}

class JsonOutput : public CommandLine {};

TEST_F(JsonOutput, OfAllExamplesIsWhatTheSchemaSays) {
  for (const fs::directory_entry& entry : fs::directory_iterator(kSource / "examples")) {
    if (entry.path().extension() != ".yaml") continue;
    const std::string model = "'" + entry.path().string() + "'";
    const Outcome run = holon("run " + model + " --until 0.05 --json -o out.csv");
    EXPECT_EQ(check("run", run.out)["runs"][0]["status"], "done") << model << run.err;
    check("run", read("out.csv.json"));
    const Outcome checked = holon("check " + model + " --json");
    EXPECT_EQ(check("check", checked.out)["models"][0]["status"], "right") << model << checked.err;
  }
}

TEST_F(JsonOutput, OfValidationIsWhatTheSchemaSays) {
  const Outcome validated = holon("validate simple_pendulum bouncing_ball --json");
  EXPECT_EQ(check("validate", validated.out)["cases"].size(), 2u) << validated.err;
}

TEST_F(JsonOutput, OfErrorsHasPlaceMessageAndSuggestion) {
  write("a.yaml", "holon: 1\nparts:\n  a: {type: PointMas, mass: 1 kg}\nsimulate: {until: 1 s}\n");
  for (const char* command : {"run a.yaml --json", "check a.yaml --json"}) {
    const Outcome outcome = holon(command);
    EXPECT_EQ(outcome.status, 1);
    const bool is_run = has(command, "run");
    const Json reported = check(is_run ? "run" : "check", outcome.out);
    const Json& model = reported[is_run ? "runs" : "models"][0];
    EXPECT_EQ(model["status"], "wrong");
    const Json& error = model["diagnostics"][0];
    EXPECT_EQ(error["severity"], "error");
    EXPECT_EQ(error["file"], "a.yaml");
    EXPECT_EQ(error["line"], 3);
    EXPECT_EQ(error["part"], "parts/a");
    EXPECT_EQ(error["suggestion"], "did you mean 'PointMass'?");
  }
}

TEST_F(JsonOutput, OfAWrongCommandIsAnErrorOfItsOwn) {
  const std::pair<const char*, const char*> cases[] = {
      {"run a.yaml --json --unti 3", "'holon run' has no option '--unti'; did you mean '--until'?"},
      {"chekc a.yaml --json", "'chekc' is not a command; did you mean 'check'?"},
      {"run --json", "'holon run' needs the file of a model"},
      {"run a.yaml a.yaml --json", "'a.yaml' is named twice"},
      {"parts Revolut --json", "there is no part type 'Revolut'; did you mean 'Revolute'?"},
      {"compare a.csv b.csv --json", "there is no file 'a.csv'"}};
  for (const auto& [command, message] : cases) {
    const Outcome outcome = holon(command);
    EXPECT_EQ(outcome.status, 2) << command;
    const std::string reported = check("error", outcome.out)["error"];
    EXPECT_TRUE(has(reported, message)) << reported;
    EXPECT_TRUE(has(outcome.err, message)) << outcome.err;
    EXPECT_EQ(holon(std::string(command).substr(0, std::string(command).find(" --json"))).out, "");
  }
}

TEST_F(JsonOutput, OfAFailedRunSaysWhy) {
  write("a.yaml",
        "holon: 1\nparts:\n  a: {type: Equations, states: {x: {initial: 1, der: x^2}}}\n"
        "simulate: {until: 2 s}\n");
  const Outcome outcome = holon("run a.yaml --json -o a.csv");
  EXPECT_EQ(outcome.status, 3);
  const Json run = check("run", outcome.out)["runs"][0];
  EXPECT_EQ(run["status"], "failed");
  EXPECT_TRUE(has(run["error"], "a.x"));
  EXPECT_EQ(run["failure"]["state"], "a.x");
  EXPECT_NEAR(run["failure"]["time"].get<double>(), 1, 1e-6);  // x = 1/(1 - t), and a step's error
}

TEST_F(JsonOutput, OfPartsAndComparisonsIsWhatTheSchemaSays) {
  EXPECT_GT(check("parts", holon("parts --json").out)["parts"].size(), 30u);
  const Json one = check("parts", holon("parts Revolute --json").out);
  EXPECT_EQ(one["parts"][0]["name"], "Revolute");
  write("a.csv", "time,x\n0,1\n1,2\n");
  write("b.csv", "time,x\n0,1\n1,3\n");
  write("c.csv", "time,x\n0,one\n");
  EXPECT_EQ(check("compare", holon("compare a.csv b.csv --json").out)["agrees"], false);
  const Json broken = check("compare", holon("compare a.csv c.csv --json").out);
  EXPECT_EQ(broken["diagnostics"][0]["line"], 2);
}

TEST_F(JsonOutput, OfVerifyIsWhatTheSchemaSays) {
  write("a.yaml",
        "holon: 1\nparts:\n  a: {type: Equations, states: {x: {initial: 1, der: -x}}}\n"
        "simulate: {until: 2 s}\n");
  const Json json = check("verify", holon("verify a.yaml --json").out);
  EXPECT_EQ(json["models"][0]["status"], "agrees");
  EXPECT_GT(json["models"][0]["checks"].size(), 8u);
  write("b.yaml", "holon: 1\nparts: {a: {type: Equation}}\n");
  EXPECT_EQ(check("verify", holon("verify b.yaml --json").out)["models"][0]["status"], "wrong");
}

}  // namespace
}  // namespace holon::test
