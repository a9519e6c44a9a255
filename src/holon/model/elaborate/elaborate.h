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
#include "holon/model/describe/model_loader.h"
#include "holon/model/describe/source.h"

namespace holon {

/// `--set name=value`: a parameter ("m"), a part's value ("pin.damping", "link[3].mass",
/// "link.mass" for all of a repeated part), a composite part's parameter ("blade.width") or a
/// setting ("simulate.until", "world.gravity", "outputs", "plots", "scene.cameras.front.at").
/// "parameters.title" is the parameter if "title" is the setting.
struct Override {
  std::string name;
  SourceNode value;  ///< its locations are "--set"
};

/// A segment of a dotted name in a model ("tip" of "link[i].tip") that refers to a parameter, part
/// or frame declared in the model.
struct NameUse {
  const SourceNode* node = nullptr;    ///< the text that contains it
  std::size_t offset = 0, length = 0;  ///< in bytes of the node's text
  Place declared;                      ///< location of the key that declares it
};

/// A value that is to be an input of the equations: see ElaborateOptions::opened.
struct ValueToOpen {
  std::string name;                ///< the name used by `--set`: "m", "pin.torque", "drive.supply"
  std::optional<double> at;        ///< [SI unit] if given, the written value has no effect
  bool stands_still = false;       ///< its symbol has no rate: it only names a number
  std::string option = "--input";  ///< the option that requested it, for messages
};

struct ElaborateOptions {
  std::vector<Override> overrides;
  /// Values to which a symbol of their name is introduced: it replaces a number, with its value; it
  /// is added to a varying formula, with the value 0. With `at` it replaces a formula as well, with
  /// that value, so that loops through it are open.
  std::vector<ValueToOpen> opened{};
  /// Opens the time series of `inputs:` in the same way.
  bool opens_series = false;
  /// Reads the file of a composite part: the path as written, and the node that refers to it (to
  /// whose file the path is relative). In case of an error reports it and returns nullptr. Without
  /// this function such parts are an error.
  std::function<std::shared_ptr<const SourceNode>(
      const std::string& path, const SourceNode& request, Diagnostics& diagnostics)>
      load_file;
  /// Parameters of the file that remain symbols as if they were `tunable`, if they are single
  /// numbers: for printing and exporting equations.
  std::function<bool(const std::string& parameter)> keeps_parameter{};
  /// Makes the models inside parts (filters); default: of this source, with these options.
  std::shared_ptr<ModelLoader> loader{};
  /// The source is such a model: a part of another one, in which some values are not used.
  bool is_inner = false;
  /// Names that begin with one of these parts' are numbers that are given from outside.
  std::vector<std::string> known_parts{};
  /// Called for each such segment of a name that is read, also for each member of an array.
  std::function<void(const NameUse& use)> on_name{};
};

/// Converts the source into a Model: names, units, formulas, composite and repeated parts are
/// resolved. Errors are added to `diagnostics`, with location and suggestion; the model then
/// contains the valid parts.
Model elaborate(std::shared_ptr<const SourceNode> root, const Catalogue& catalogue,
                const ElaborateOptions& options, Diagnostics& diagnostics);

}  // namespace holon
