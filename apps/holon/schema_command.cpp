// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#include "holon/catalogue/builtin.h"
#include "holon/commands.h"
#if __has_include("holon/reader/schema.h")
#include "holon/reader/schema.h"
#endif
#include "holon/terminal.h"

namespace holon::app {

int schema_command() {
#if __has_include("holon/reader/schema.h")
  print(write_json_schema(builtin_catalogue()));
  return kDone;
#else
  print_error("the schema is not in this version yet");
  return kCommandIsWrong;
#endif
}

}  // namespace holon::app
