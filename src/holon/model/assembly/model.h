// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "holon/model/assembly/part.h"
#include "holon/model/describe/fluid_settings.h"
#include "holon/model/describe/settings.h"

namespace holon {

class SourceNode;

/// `simulate: {stop: …, assert: […]}`.
struct RunCondition {
  bool is_stop = false;  ///< ends the run where it becomes true; else fails it where it is false
  Expr condition;        ///< 1 or 0
  std::string text;      ///< as written
  std::string place;     ///< "ball.yaml:12:9"; may be empty
  std::vector<std::string> names{};  ///< of outputs in it, whose values a message shows
};

/// A time series of `inputs:`, which is an output too.
struct InputSeries {
  std::string name;       ///< "u", or with its column "u.force" where there are several
  std::string full_name;  ///< "u.force" in any case
  std::optional<Dimension> dimension;  ///< nothing for bare numbers
  Expr value;                          ///< a function of time, or what was opened in its place
};

/// A part of a model: its name, its type, its values, and where they were written.
struct PartInstance {
  std::string name;  ///< full: "boom", "arm.link[2]"
  const PartType* type = nullptr;
  std::shared_ptr<const void> part;          ///< the aggregate; of type->create's type
  std::shared_ptr<const SourceNode> source;  ///< the map that described it; may be null
  bool is_sound = true;  ///< false where an error was reported for it: it will not be built
  /// Outputs of this one part with the dimensions that its model gives them: those that its own
  /// names make, and those of its type that follow its parameters.
  std::vector<OutputType> own_outputs{};
};

/// A value in which a symbol of its name stands, a parameter of the system: see
/// ElaborateOptions::opened.
struct OpenedValue {
  std::string name;
  std::optional<Dimension> dimension;  ///< nothing for a bare number
  Expr written;                        ///< the value as the model has it
  bool is_added = false;  ///< the symbol is added to what is written; else it stands instead of it
  /// Of the output that tells what is written, whatever the symbol is.
  std::string written_output() const { return name + ".written"; }
};

/// A port that the interface of a composite part shows: whether there is one is known when all
/// parts are built.
struct ShownPort {
  std::string name;   ///< full, inside: "axle.shaft.flange"
  std::string inner;  ///< as the interface has it
  Diagnostic where;   ///< place and part
};

/// What the engineer said: parts with their values, and what is to be done with them.
///
///   Model model;
///   model.add<RigidBody>("link", {.mass = 1.0, .inertia = Rod{.length = 1.0}});
///   model.add<Revolute>("pin", {.between = {"world", "link"}, .axis = "y"});
///   System system = make_system(model);
///
/// Values are SI and radians. Copies share the symbols.
class Model {
 public:
  explicit Model(std::string title = {});

  std::string title;
  WorldSettings world;
  FluidSettings fluid;
  SimulateSettings simulate;
  std::vector<std::string> outputs;  ///< to record; empty: those that parts mark as main
  std::vector<PlotSettings> plots;
  SceneSettings scene;
  std::vector<RunCondition> conditions;
  std::vector<InputSeries> inputs;
  /// Names that composite parts show for inner ones: "blade.tip" for "blade.edge.tip".
  std::vector<std::pair<std::string, std::string>> aliases;
  std::vector<ShownPort> shown_ports;
  std::vector<OpenedValue> opened;
  std::string text;  ///< of all files the model was read from; for its hash

  /// Adds a part under a new name. Its values are checked when the model is assembled.
  template <class P>
  void add(std::string name, P part = {}) {
    add(PartInstance{std::move(name), &part_type_of<P>(), std::make_shared<P>(std::move(part)),
                     nullptr, true});
  }
  void add(PartInstance part) { parts_.push_back(std::move(part)); }
  const std::vector<PartInstance>& parts() const { return parts_; }

  Expr time() const { return symbols_->time(); }
  /// A value that stays free in the equations: a symbol. Throws ModelError where there is one of
  /// this name with another value or unit.
  Expr parameter(const std::string& name, double value, std::string_view unit = {});
  /// An output of any part, also of one that is added later: "pin.angle", "link.position.x".
  Expr output(std::string_view name) const { return symbols_->output(name); }
  /// The same with components x, y, z.
  Vector3<Expr> vector_output(const std::string& name) const;
  /// dx/dt of any expression of outputs and time.
  Expr time_derivative(Expr x) const { return symbols_->time_derivative(x); }

  const std::shared_ptr<Symbols>& symbols() const { return symbols_; }

 private:
  std::shared_ptr<Symbols> symbols_;
  std::vector<PartInstance> parts_;
};

/// Checks and builds all sound parts and, if there are no errors at all, lets the domains
/// formulate. Errors go to `diagnostics`; then the assembly is not complete. `diagnostics` must
/// live until it is a system.
std::shared_ptr<Assembly> assemble(const Model& model, Diagnostics& diagnostics);

/// All the way: throws InputError with everything that was found, or ModelError.
System make_system(const Model& model);

}  // namespace holon
