// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

namespace holon::serve {

/// By which the server knows its user's browsers.
struct Secrets {
  std::string token;   ///< in the fragment of the URL
  std::string cookie;  ///< what a page gets for it
};

/// Those of the user's state folder, so that open pages stay valid when a server is started again;
/// made where they are missing. `anew`: replaces them.
Secrets load_secrets(bool anew);

}  // namespace holon::serve
