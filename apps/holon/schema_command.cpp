// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#include "holon/catalogue/builtin.h"
#include "holon/commands.h"
#include "holon/reader/schema.h"
#include "holon/terminal.h"

namespace holon::app {

int schema_command() {
  print(write_json_schema(builtin_catalogue()));
  return kDone;
}

}  // namespace holon::app
