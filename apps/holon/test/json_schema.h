// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <nlohmann/json.hpp>
#include <string>

/// JSON Schema as far as docs/schema uses it: type, enum, const, properties, required,
/// additionalProperties, items, $ref into $defs. Another keyword is an error, so that none is
/// believed to be checked.
namespace holon::test {

class JsonSchema {
 public:
  using Json = nlohmann::json;

  explicit JsonSchema(Json schema) : root_(std::move(schema)) {}

  /// What is wrong with a value, a line for each; empty where nothing is.
  std::string check(const Json& value) const { return check(value, root_, "$"); }

 private:
  static bool has_type(const Json& value, const std::string& type) {
    if (type == "integer") return value.is_number_integer();
    if (type == "number") return value.is_number();
    if (type == "string") return value.is_string();
    if (type == "boolean") return value.is_boolean();
    if (type == "array") return value.is_array();
    if (type == "object") return value.is_object();
    return type == "null" && value.is_null();
  }

  std::string check(const Json& value, const Json& schema, const std::string& at) const {
    std::string wrong;
    const auto say = [&](const std::string& what) { wrong += at + ": " + what + "\n"; };
    for (const auto& [keyword, rule] : schema.items()) {
      if (keyword == "$ref") {
        wrong += check(value, root_.at(Json::json_pointer(rule.get<std::string>().substr(1))), at);
      } else if (keyword == "type") {
        const Json types = rule.is_array() ? rule : Json::array({rule});
        if (std::none_of(types.begin(), types.end(),
                         [&](const Json& type) { return has_type(value, type); }))
          say("is " + value.dump() + ", not of type " + rule.dump());
      } else if (keyword == "enum") {
        if (std::find(rule.begin(), rule.end(), value) == rule.end())
          say("is " + value.dump() + ", none of " + rule.dump());
      } else if (keyword == "const") {
        if (value != rule) say("is " + value.dump() + ", not " + rule.dump());
      } else if (keyword == "items") {
        for (std::size_t k = 0; value.is_array() && k < value.size(); ++k)
          wrong += check(value[k], rule, at + "[" + std::to_string(k) + "]");
      } else if (keyword == "properties") {
        for (const auto& [name, inner] : rule.items())
          if (value.is_object() && value.contains(name))
            wrong += check(value[name], inner, at + "." + name);
      } else if (keyword == "required") {
        for (const Json& name : rule)
          if (!value.is_object() || !value.contains(name.get<std::string>()))
            say("lacks " + name.dump());
      } else if (keyword == "additionalProperties") {
        for (const auto& [name, inner] : value.items())
          if (rule == false && value.is_object() && !schema.at("properties").contains(name))
            say("has '" + name + "', which the schema does not know");
      } else if (keyword != "title" && keyword != "description" && keyword != "$schema" &&
                 keyword != "$defs") {
        say("the schema's '" + keyword + "' is not checked");
      }
    }
    return wrong;
  }

  Json root_;
};

}  // namespace holon::test
