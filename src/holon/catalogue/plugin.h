// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "holon/base/version.h"
#include "holon/model/describe/catalogue.h"

namespace holon {

/// Part types from outside: a shared library that adds its types to the catalogue. It is compiled
/// against the headers of the Holon that loads it, and links nothing of it; in one of its sources
///
///   #include "holon/catalogue/plugin.h"
///   HOLON_PLUGIN(catalogue) { catalogue.add<Cart>(); }
///
/// docs/plugins.md.
inline constexpr int kPluginInterface = 1;

/// What `holon_plugin` is in such a library. `interface` stays first for ever.
struct PluginHeader {
  int interface = 0;
  const char* version = nullptr;  ///< of the Holon whose headers it was compiled with
  void (*add_parts)(Catalogue& catalogue) = nullptr;
};

#define HOLON_PLUGIN(catalogue)                                                           \
  static void holon_add_parts_of_plugin(::holon::Catalogue& catalogue);                   \
  extern "C" {                                                                            \
  extern __attribute__((visibility("default"))) const ::holon::PluginHeader holon_plugin; \
  const ::holon::PluginHeader holon_plugin{::holon::kPluginInterface, ::holon::kVersion,  \
                                           &holon_add_parts_of_plugin};                   \
  }                                                                                       \
  static void holon_add_parts_of_plugin(::holon::Catalogue& catalogue)

/// Loads a library and adds its part types to builtin_catalogue(), for the rest of the program;
/// returns their names (none where it is loaded already). Before models are loaded, by one thread.
/// Throws ModelError where there is no such library, it is not a plugin or is one of another
/// version, it throws, or a type of that name exists.
std::vector<std::string> load_plugin(const std::string& path);

}  // namespace holon
