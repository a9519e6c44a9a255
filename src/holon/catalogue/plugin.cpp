// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#include "holon/catalogue/plugin.h"

#include <dlfcn.h>

#include <exception>
#include <filesystem>
#include <memory>
#include <set>

#include "holon/base/errors.h"
#include "holon/catalogue/catalogue_of_program.h"

namespace holon {

namespace {

/// Plugins stay loaded as long as the program: their types are used until its end.
struct LoadedPlugins {
  std::set<std::string> paths;
  std::vector<std::unique_ptr<PartType>> types;
};

LoadedPlugins& loaded_plugins() {
  static LoadedPlugins* const plugins = new LoadedPlugins;
  return *plugins;
}

const PluginHeader& open_plugin(const std::string& path, const std::string& file) {
  void* const library = dlopen(file.c_str(), RTLD_NOW | RTLD_LOCAL);
  if (library == nullptr) {
    const char* const why = dlerror();
    throw ModelError("the plugin '" + path + "' cannot be loaded: " + (why ? why : "unknown error"),
                     "compile it as a shared library against the headers of this Holon (" +
                         std::string(kVersion) + "); docs/plugins.md shows how");
  }
  const auto* const header = static_cast<const PluginHeader*>(dlsym(library, "holon_plugin"));
  if (header == nullptr) {
    dlclose(library);
    throw ModelError("'" + path + "' is not a plugin: it has no symbol 'holon_plugin'",
                     "write HOLON_PLUGIN(catalogue) { catalogue.add<MyPart>(); } in one of its "
                     "sources");
  }
  if (header->interface != kPluginInterface) {
    const int interface = header->interface;
    dlclose(library);
    throw ModelError("the plugin '" + path + "' was compiled for version " +
                         std::to_string(interface) + " of the interface of plugins, not " +
                         std::to_string(kPluginInterface),
                     "compile it against the headers of this Holon");
  }
  if (header->version == nullptr || header->version != std::string(kVersion)) {
    const std::string version = header->version == nullptr ? "unknown" : header->version;
    dlclose(library);
    throw ModelError("the plugin '" + path + "' was compiled against Holon " + version +
                         ", and this is Holon " + kVersion,
                     "compile it against the headers of this Holon");
  }
  return *header;
}

Catalogue collect_types(const PluginHeader& header, const std::string& path) {
  Catalogue own;
  const auto fail = [&](const std::string& why) {
    throw ModelError("the plugin '" + path + "' throws while it adds its part types: " + why,
                     "correct describe() of its parts");
  };
  try {
    header.add_parts(own);
  } catch (const std::exception& e) {
    fail(e.what());
  } catch (...) {
    fail("an object that is not a std::exception");
  }
  return own;
}

}  // namespace

std::vector<std::string> load_plugin(const std::string& path) {
  std::error_code error;
  if (!std::filesystem::is_regular_file(path, error))
    throw ModelError("there is no plugin '" + path + "'", "name a shared library, a .so file");
  // With its folder, so that it is not searched for among the system's libraries.
  const std::string file = std::filesystem::canonical(path).string();
  LoadedPlugins& plugins = loaded_plugins();
  if (plugins.paths.contains(file)) return {};
  const Catalogue own = collect_types(open_plugin(path, file), path);
  if (own.types().empty())
    throw ModelError("the plugin '" + path + "' adds no part type",
                     "call catalogue.add<MyPart>() in HOLON_PLUGIN");
  Catalogue& all = catalogue_of_program();
  for (const PartType* type : own.types()) {
    if (const PartType* known = all.find(type->name))
      throw ModelError("the plugin '" + path + "' adds a part type '" + type->name +
                           "', which exists already" +
                           (known->plugin.empty() ? "" : " in '" + known->plugin + "'"),
                       "give it another name in describe()");
  }
  std::vector<std::string> names;
  for (const PartType* type : own.types()) {
    auto& copy = plugins.types.emplace_back(std::make_unique<PartType>(*type));
    copy->plugin = path;
    all.add(*copy);
    names.push_back(copy->name);
  }
  plugins.paths.insert(file);
  return names;
}

}  // namespace holon
