// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#include "holon/reader/schema.h"

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>
#include <string>

#include "holon/catalogue/builtin.h"
#include "holon/model/test/toys.h"

namespace holon {
namespace {

using Json = nlohmann::json;

const Json& schema() {
  static const Json json = Json::parse(write_json_schema(builtin_catalogue()));
  return json;
}

/// Calls `visit` for every object of the schema.
template <class Visit>
void walk(const Json& json, const Visit& visit) {
  if (json.is_object()) visit(json);
  if (json.is_structured()) {
    for (const Json& child : json) walk(child, visit);
  }
}

TEST(Schema, IsOneThatEditorsRead) {
  EXPECT_EQ(schema()["$schema"], "http://json-schema.org/draft-07/schema#");
  EXPECT_EQ(schema()["properties"]["holon"]["const"], 1);
  EXPECT_EQ(schema()["required"], Json::array({"holon"}));
  EXPECT_EQ(schema()["additionalProperties"], false);
}

TEST(Schema, HasEveryPartTypeWithEveryParameter) {
  for (const PartType* type : builtin_catalogue().types()) {
    ASSERT_TRUE(schema()["definitions"].contains(type->name)) << type->name;
    const Json& part = schema()["definitions"][type->name];
    EXPECT_EQ(part["properties"]["type"]["const"], type->name);
    EXPECT_EQ(part["description"], type->description);
    EXPECT_EQ(part["additionalProperties"], false) << "a key that no one reads is an error";
    for (const Field& field : type->schema.fields) {
      if (field.is_inline) continue;
      EXPECT_TRUE(part["properties"].contains(field.name)) << type->name << '.' << field.name;
      const Json& required = part["required"];
      const bool is_required =
          std::find(required.begin(), required.end(), field.name) != required.end();
      EXPECT_EQ(is_required, field.is_required) << type->name << '.' << field.name;
    }
  }
}

TEST(Schema, NamesUnitRangeAndDefault) {
  const Json& mass = schema()["definitions"]["RigidBody"]["properties"]["mass"];
  EXPECT_NE(mass["description"].get<std::string>().find("(kg, required)"), std::string::npos)
      << mass;
  EXPECT_EQ(mass["minimum"], 0.0);
  EXPECT_EQ(mass["type"], Json::array({"number", "string"}));
  const Json& solver = schema()["definitions"]["sections.simulate"]["properties"]["solver"];
  EXPECT_EQ(solver["enum"][0], "auto");
  EXPECT_EQ(solver["description"], "integration method (default auto)");
}

TEST(Schema, RefusesWhatThisVersionHasNotYet) {
  const Json toys = Json::parse(write_json_schema(test::make_catalogue()));
  EXPECT_EQ(toys["definitions"]["Wheel"]["properties"]["friction"]["not"], Json::object());
}

TEST(Schema, RefersOnlyToWhatItDefines) {
  int references = 0;
  walk(schema(), [&](const Json& object) {
    if (!object.contains("$ref") || !object["$ref"].is_string()) return;
    ++references;
    const std::string target = object["$ref"];
    const std::string prefix = "#/definitions/";
    ASSERT_EQ(target.substr(0, prefix.size()), prefix);
    EXPECT_TRUE(schema()["definitions"].contains(target.substr(prefix.size()))) << target;
    EXPECT_EQ(object.size(), 1u) << "draft 7 ignores what stands beside " << target;
  });
  EXPECT_GT(references, 10);
}

}  // namespace
}  // namespace holon
