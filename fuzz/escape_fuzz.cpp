// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0

// A text as a comment, a string and an identifier of every language that Holon writes, and on a
// terminal: it stays within them, and reads back as the same.
#include "fuzz.h"
#include "holon/base/test/escape_checks.h"

namespace holon::fuzz {

void try_text(std::string_view text) {
  const std::string fault = test::find_escape_fault(text);
  require(fault.empty(), "a text stays within what it is written as", fault);
}

}  // namespace holon::fuzz
