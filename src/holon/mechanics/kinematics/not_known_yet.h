// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "holon/base/errors.h"

namespace holon {

/// What follows from accelerations or reactions is requested before these are known: a formula of a
/// constraint names it, which is the user's error and is caught there. Elsewhere it is a bug.
class NotKnownYet : public InternalError {
 public:
  using InternalError::InternalError;
};

}  // namespace holon
