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
#include "holon/model/describe/model_loader.h"
#include "holon/model/describe/settings.h"
#include "holon/model/describe/study_settings.h"

namespace holon {

class SourceNode;

/// `simulate: {stop: …, assert: […]}`.
struct RunCondition {
  bool is_stop = false;  ///< ends the run when it becomes true; else the run fails when it is false
  Expr condition;        ///< 1 or 0
  std::string text;      ///< as written
  std::string place;     ///< "ball.yaml:12:9"; may be empty
  std::vector<std::string> names{};  ///< of outputs in it, whose values a message shows
};

/// A time series of `inputs:`, which is also an output.
struct InputSeries {
  std::string name;                    ///< "u", or with its column "u.force" if there are several
  std::string full_name;               ///< "u.force" in any case
  std::optional<Dimension> dimension;  ///< nothing for bare numbers
  Expr value;                          ///< a function of time, or the opened input that replaces it
};

/// A part of a model: its name, its type, its values, and their locations.
struct PartInstance {
  std::string name;  ///< full: "boom", "arm.link[2]"
  const PartType* type = nullptr;
  std::shared_ptr<const void> part;          ///< the aggregate; of type->create's type
  std::shared_ptr<const SourceNode> source;  ///< the map that described it; may be null
  bool is_sound = true;  ///< false if an error was reported for it: it will not be built
  /// Outputs of this part whose dimensions depend on its values: those of its own names, and those
  /// of its type that follow its parameters.
  std::vector<OutputType> own_outputs{};
};

/// A value that contains a symbol of its name, a parameter of the system: see
/// ElaborateOptions::opened.
struct OpenedValue {
  std::string name;
  std::optional<Dimension> dimension;  ///< nothing for a bare number
  Expr written;                        ///< the value given in the model
  bool is_added = false;  ///< the symbol is added to the written value; else it replaces the value
  /// Of the output of the written value, independent of the symbol.
  std::string written_output() const { return name + ".written"; }
};

/// A port that the interface of a composite part exposes: whether it exists is known when all parts
/// are built.
struct ShownPort {
  std::string name;   ///< full, inside: "axle.shaft.flange"
  std::string inner;  ///< as written in the interface
  Diagnostic where;   ///< location and part
};

/// A model: parts with their values, and the settings of the run and the output.
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
  /// Names that composite parts expose for inner ones: "blade.tip" for "blade.edge.tip".
  std::vector<std::pair<std::string, std::string>> aliases;
  std::vector<ShownPort> shown_ports;
  std::vector<OpenedValue> opened;
  std::shared_ptr<ModelLoader> loader;  ///< of models inside parts; may be null
  bool is_inner = false;                ///< a model inside a part
  std::string driving{};                ///< with is_inner: PartModels::driving
  std::vector<std::string> biases{};    ///< with is_inner: PartModels::biases
  std::optional<StudySettings> study;   ///< `study:`; a single run ignores it
  std::string text;                     ///< of all files the model was read from; for its hash

  /// Adds a part under a new name. Its values are checked when the model is assembled.
  template <class P>
  void add(std::string name, P part = {}) {
    add(PartInstance{std::move(name), &part_type_of<P>(), std::make_shared<P>(std::move(part)),
                     nullptr, true});
  }
  void add(PartInstance part) { parts_.push_back(std::move(part)); }
  const std::vector<PartInstance>& parts() const { return parts_; }

  Expr time() const { return symbols_->time(); }
  /// A free parameter of the equations: a symbol. Throws ModelError if there is one of this name
  /// with another value or unit.
  Expr parameter(const std::string& name, double value, std::string_view unit = {});
  /// An output of any part, including parts that are added later: "pin.angle", "link.position.x".
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
/// formulate. Errors are added to `diagnostics`; then the assembly is incomplete. `diagnostics`
/// must exist until the system is built.
std::shared_ptr<Assembly> assemble(const Model& model, Diagnostics& diagnostics);

/// Assembles the model and builds the system: throws InputError with all errors, or ModelError.
System make_system(const Model& model);

}  // namespace holon
