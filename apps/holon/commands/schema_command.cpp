// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#include "holon/catalogue/builtin.h"
#include "holon/commands/commands.h"
#include "holon/output/terminal.h"
#include "holon/reader/schema.h"

namespace holon::app {

int schema_command() {
  print(write_json_schema(builtin_catalogue()));
  return kDone;
}

}  // namespace holon::app
