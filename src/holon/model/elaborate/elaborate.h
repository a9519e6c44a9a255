// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "holon/model/assembly/model.h"
#include "holon/model/describe/catalogue.h"
#include "holon/model/describe/source.h"

namespace holon {

/// `--set name=value`: a parameter ("m"), a part's value ("pin.damping", "link[3].mass",
/// "link.mass" for all of a repeated part), a composite part's parameter ("blade.width") or a
/// setting ("simulate.until", "world.gravity", "outputs", "plots", "scene.cameras.front.at").
/// "parameters.title" is the parameter where "title" is the setting.
struct Override {
  std::string name;
  SourceNode value;  ///< its places say "--set"
};

/// A piece of a dotted name in a model ("tip" of "link[i].tip") that stands for a parameter, part
/// or frame which the model declares.
struct NameUse {
  const SourceNode* node = nullptr;    ///< the text in which it stands
  std::size_t offset = 0, length = 0;  ///< in bytes of the node's text
  Place declared;                      ///< of the key that declares it
};

/// A value that is to be an input of the equations: see ElaborateOptions::opened.
struct ValueToOpen {
  std::string name;           ///< as `--set` names it: "m", "pin.torque", "drive.supply"
  std::optional<double> at;   ///< [SI unit] given: what is written there has no effect any more
  bool stands_still = false;  ///< its symbol has no rate: it only names a number
  std::string option = "--input";  ///< by which it was asked for, for messages
};

struct ElaborateOptions {
  std::vector<Override> overrides;
  /// Values in which a symbol of their name stands: for a number instead of it, with its value; to
  /// a formula that varies it is added, with the value 0. With `at` it stands instead of a formula
  /// too, with that value, so that loops through it are open.
  std::vector<ValueToOpen> opened{};
  /// Opens the time series of `inputs:` likewise.
  bool opens_series = false;
  /// Reads the file of a composite part: the path as written, and who asks (whose file the path is
  /// relative to). Reports what is wrong with it and returns nullptr then. Without it such parts
  /// are an error.
  std::function<std::shared_ptr<const SourceNode>(
      const std::string& path, const SourceNode& request, Diagnostics& diagnostics)>
      load_file;
  /// Parameters of the file that stay symbols as if they were `tunable`, where they are single
  /// numbers: for reading and exporting equations.
  std::function<bool(const std::string& parameter)> keeps_parameter{};
  /// Called for each such piece of a name that is read; members of arrays tell theirs each.
  std::function<void(const NameUse& use)> on_name{};
};

/// Turns what was written into a Model: names, units, formulas, composite and repeated parts
/// resolved. Everything wrong goes to `diagnostics`, with place and suggestion; then the model is
/// what could be understood.
Model elaborate(std::shared_ptr<const SourceNode> root, const Catalogue& catalogue,
                const ElaborateOptions& options, Diagnostics& diagnostics);

}  // namespace holon
