// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0

// One battery over the descriptions of all parts.
#include "holon/catalogue/builtin.h"

#include <gtest/gtest.h>

#include <cctype>
#include <set>

namespace holon {
namespace {

void check_schema(const Schema& schema, const std::string& where) {
  for (const Field& field : schema.fields) {
    SCOPED_TRACE(where + "." + field.name);
    EXPECT_FALSE(field.description.empty());
    EXPECT_FALSE(field.is_required && field.is_optional) << "required and optional";
    EXPECT_LE(field.minimum, field.maximum);
    if (field.kind == FieldKind::choice) {
      EXPECT_GE(field.choices.size(), 1u);
    }
    if (field.schema) check_schema(*field.schema, where + "." + field.name);
    for (const Alternative& form : field.alternatives) {
      EXPECT_FALSE(form.description.empty()) << form.key;
      check_schema(*form.schema, where + "." + field.name + "." + form.key);
    }
  }
}

TEST(Builtin, EveryTypeIsDescribedInFull) {
  ASSERT_FALSE(builtin_catalogue().types().empty());
  for (const PartType* type : builtin_catalogue().types()) {
    SCOPED_TRACE(type->name);
    EXPECT_TRUE(std::isupper(static_cast<unsigned char>(type->name[0])));
    EXPECT_TRUE(type->description.ends_with('.')) << type->description;
    check_schema(type->schema, type->name);
    for (const OutputType& output : type->outputs) {
      EXPECT_FALSE(output.description.empty()) << output.name;
    }
  }
}

TEST(Builtin, NamesBelowAPartAreUnique) {
  for (const PartType* type : builtin_catalogue().types()) {
    SCOPED_TRACE(type->name);
    std::set<std::string> names;
    const auto add = [&](const std::string& name) {
      EXPECT_TRUE(names.insert(name).second) << name << " appears twice";
    };
    // These are read for every part.
    for (const char* name : {"type", "parts", "parameters", "interface", "repeat", "override"}) {
      add(name);
    }
    for (const Field& field : type->schema.fields) add(field.name);
    for (const FrameType& frame : type->frames) add(frame.name);
    // An output may have the name of the value that prescribes it.
    std::set<std::string> outputs;
    for (const OutputType& output : type->outputs) {
      EXPECT_TRUE(outputs.insert(output.name).second) << output.name;
    }
    if (!type->is_frame) continue;
    for (const OutputType& output : frame_outputs()) {
      EXPECT_TRUE(outputs.insert(output.name).second) << output.name;
    }
  }
}

TEST(Builtin, DefaultObjectsAreWithinTheirOwnRanges) {
  for (const PartType* type : builtin_catalogue().types()) {
    const std::shared_ptr<void> part = type->create();
    for (const Field& field : type->schema.fields) {
      if (field.is_required || field.kind != FieldKind::number) continue;
      const void* value = field.value_in(static_cast<const void*>(part.get()));
      if (!value) continue;
      const Expr e = *static_cast<const Expr*>(value);
      EXPECT_TRUE(e.is_constant()) << type->name << "." << field.name;
      EXPECT_GE(e.value(), field.minimum) << type->name << "." << field.name;
      EXPECT_LE(e.value(), field.maximum) << type->name << "." << field.name;
    }
  }
}

}  // namespace
}  // namespace holon
