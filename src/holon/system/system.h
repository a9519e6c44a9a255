// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "holon/base/dimension.h"
#include "holon/expr/graph/function.h"

namespace holon {

class ProcessModel;

/// A block of continuous states that belong together.
struct StateBlock {
  enum class Kind : std::uint8_t {
    euclidean,   ///< plain numbers
    quaternion,  ///< w, x, y, z with unit norm; a tangent of three
  };
  std::string name;                     ///< "pin.angle", "body.orientation"
  std::vector<std::string> components;  ///< "" for a scalar; "x", "y", "z"; "w", "x", "y", "z"
  Kind kind = Kind::euclidean;
  Dimension dimension;  ///< of every component
  int offset = 0;       ///< of the first component in x
  int size = 1;
  /// The components that the start must keep if the state has constraints; the others are guesses.
  /// Empty: none.
  std::vector<bool> held{};
  /// Which states a consistent start changes to satisfy position conditions, and which velocity
  /// conditions.
  enum class Role : std::uint8_t { other, coordinate, rate } role = Role::other;
  /// Magnitude below which the tolerance is absolute, in the components' SI unit: a small pressure
  /// in Pa is a large position in m.
  double nominal = 1;
};

/// A block of discrete states: numbers that events and ticks set and that are constant between
/// them.
struct DiscreteBlock {
  std::string name;                     ///< "controller.output"
  std::vector<std::string> components;  ///< "" for a scalar
  Dimension dimension;                  ///< of every component
  int offset = 0;                       ///< of the first component in d
  int size = 1;
  /// An initial guess of Newton's method (see System::roots): set by accepted steps, not by events.
  bool is_guess = false;
};

/// The roots that Newton's method continues from step to step. Each has two discrete states: a
/// flag, 1 if the root of the last accepted step is known, and that root, at which the iteration
/// then starts; else it starts at the model's guess.
struct SystemRoots {
  std::vector<std::string> names;  ///< of the unknowns: "node.x"
  std::vector<int> flags;          ///< index of the flag in d; the root follows it
  FunctionRef values;              ///< -> the roots (count), NaN if none is found
  int count() const { return static_cast<int>(names.size()); }
};

/// Numbers that are within [-1, 1] unless the ideal elements of circuits (bond/power_graph.h)
/// contradict the other elements.
struct SystemLoopChecks {
  std::vector<std::string> names;  ///< of the elements: "bridge.D1"
  FunctionRef values;              ///< -> by name
};

/// An event, which occurs when a condition becomes true.
struct SystemEvent {
  enum class Kind : std::uint8_t {
    reset,  ///< sets states, continuous and discrete
    stop,   ///< ends the run
    fail,   ///< ends it as failed
  };
  /// Whether a condition that is true at the start counts as one that has become true.
  enum class Start : std::uint8_t { ignored, counts, only_there };
  Kind kind = Kind::reset;
  std::string name;  ///< "ball: x < 0"; for `fail` the violated assertion
  Start start = Start::ignored;
  /// Occurs again in every round of an instant in which the condition (still) holds; else only if
  /// it has become true.
  bool repeats = false;
  /// Outputs whose values a message about the event shows.
  std::vector<std::string> shows{};
  /// If earlier events of the same instant set the same state, their value prevails; else the
  /// values must be equal.
  bool yields = false;
};

/// Ticks at offset + k period, k = 0, 1, …; a run treats a period that is the nearest double to a
/// fraction as that fraction, so that clocks of 50 Hz and 100 Hz coincide exactly.
struct SystemClock {
  std::string name;   ///< "controller.sample"
  double period = 1;  ///< [s]
  double offset = 0;  ///< [s] of the first tick, not negative
};

/// A random number, drawn anew at each tick of a clock. It depends only on the run's seed, the name
/// and the number of the tick.
struct SystemDraw {
  enum class Distribution : std::uint8_t {
    uniform,  ///< from 0 to 1
    normal,   ///< of mean 0 and variance 1
  };
  std::string name;
  int clock = 0;
  Distribution distribution = Distribution::normal;
};

/// An element that runs code of its own when its clocks tick (process.h). Its outputs are discrete
/// states. Processes are in the order in which they run at one instant.
struct SystemProcess {
  std::string name;          ///< "nav"
  std::vector<int> clocks;   ///< any of which makes it tick
  std::vector<int> outputs;  ///< indices in d
  FunctionRef inputs;        ///< takes what `ticks` takes -> its inputs
  std::shared_ptr<const ProcessModel> model;
};

/// What an output is of the part that it belongs to.
enum class OutputRole : std::uint8_t {
  other,
  coordinate,        ///< of a joint's freedom
  rate,              ///< of such a coordinate
  position,          ///< of a frame, in world axes
  velocity,          ///< of a frame, in world axes
  angular_velocity,  ///< of a frame, in world axes; its owner has the other two as well
};

/// The declaration of an output that many parts share: "position" of every frame.
struct OutputDeclaration {
  std::string name;                     ///< "angle", "reaction.force"; may be empty
  std::vector<std::string> components;  ///< empty for a scalar
  Dimension dimension;
  std::string description;
  bool is_main = false;  ///< recorded if the model names no outputs
  OutputRole role = OutputRole::other;
  int size() const { return components.empty() ? 1 : static_cast<int>(components.size()); }
};

/// A quantity that can be recorded, plotted or named in a formula.
struct SystemOutput {
  std::string name;                     ///< "link.position"
  std::vector<std::string> components;  ///< empty for a scalar
  Dimension dimension;
  std::string description;
  bool is_main = false;  ///< recorded if the model names no outputs
  OutputRole role = OutputRole::other;
  int size() const { return components.empty() ? 1 : static_cast<int>(components.size()); }
};

/// A free parameter of the equations: `tunable`, swept or estimated.
struct SystemParameter {
  std::string name;
  Dimension dimension;
  double value = 0;  ///< the model's own value
};

/// What a row of constraints belongs to, and what its residual measures.
struct ConstraintLabel {
  enum class Kind : std::uint8_t {
    equation,  ///< of the model's author, in any unit
    joint,     ///< a joint that closes a loop, a rolling contact
    length,    ///< the distance of two points
    motion     ///< of a joint, prescribed by a formula
  };
  std::string owner;  ///< name of the part: "pin3"
  Kind kind = Kind::equation;
  Dimension dimension{};  ///< of the residual of the position, except of an equation
};

/// Constraints g(t, x) = 0 that hold at the start and that the derivative preserves: closed loops.
/// n position constraints, each with its time derivative as a velocity constraint; all functions
/// take the inputs of a System's functions.
struct SystemConstraints {
  std::vector<std::string> names;       ///< n: "pin3: translation along [1, 0, 0]"
  std::vector<ConstraintLabel> labels;  ///< by name
  FunctionRef residual;                 ///< -> position (n), velocity (n)
  /// Constraints that are active only in certain discrete states (sticking, joint limits), as rows
  /// of the projection steps only: 0 while inactive.
  int conditional_count = 0;
  /// -> position (n + conditional), dx (nx): one step of Newton's method that projects the
  /// positions …
  FunctionRef position_step;
  /// … -> velocity (n + conditional), dx (nx): and the exact projection of the velocities.
  FunctionRef velocity_step;
  /// Conditions on the start only: given values of quantities that are not states.
  std::vector<std::string> start_names;
  std::vector<ConstraintLabel> start_labels;  ///< by start name
  FunctionRef
      start_residual;  ///< -> position (of start_names, 0 for a velocity condition), velocity

  /// A part that carries the loads due to multipliers of constraints, by statics; used by
  /// `find_undetermined` to find the reactions that redundancy leaves undetermined.
  struct Carrier {
    /// The load due to the multiplier of a row: that multiplier times a wrench of `carried`.
    struct Load {
      int row = 0;     ///< of `names`
      int wrench = 0;  ///< of `carried`
    };
    std::string name;     ///< of the part
    bool is_rod = false;  ///< has a tension, else a reaction
    std::vector<Load> loads;
  };
  std::vector<Carrier> carriers;
  /// -> wrenches (6 each: force, moment about the world's origin, in world axes), points (3 of each
  /// carrier: the point of its reaction).
  FunctionRef carried;
};

namespace detail {
class SystemDefinitions;
}  // namespace detail

/// The contract between physics and numerics: an explicit initial value problem
///   x' = f(t, x, u, p, d, m),  y = h(t, x, u, p, d, m),  x(t0) = start(t0, p)
/// with discrete states d, modes m = [indicator > 0] and invariants of the state (unit
/// quaternions). A run holds d and m constant between events; at an event, modes are set by their
/// indicators, and the events whose condition has become true set x and d, iterated until nothing
/// changes. Everything is SI and radians. Immutable; shared by threads.
///
/// All functions except `start` have the same inputs in this order: t (1), x (nx), u (nu), p (np),
/// d (nd), m (nm); `resets` and `ticks` have further groups after them.
struct System {
  std::string title;
  std::vector<StateBlock> states;
  std::vector<std::string> inputs;
  std::vector<SystemParameter> parameters;
  std::vector<std::string> modes;  ///< a description of each relation
  std::vector<DiscreteBlock> discrete;
  std::vector<SystemEvent> events;
  std::vector<SystemClock> clocks;
  std::vector<SystemDraw> draws;
  std::vector<SystemProcess> processes;

  FunctionRef derivative;      ///< -> x' (nx)
  FunctionRef start;           ///< inputs t, p -> x (nx)
  FunctionRef indicators;      ///< -> one number per mode; > 0 means the mode is 1
  FunctionRef discrete_start;  ///< -> d (nd) at the start; empty if there are no discrete states
  FunctionRef conditions;      ///< -> one number per event; not 0 if its condition holds
  FunctionRef resets;  ///< and which events occur (1 or 0) -> x (nx), d (nd) after them; or empty
  /// and which clocks tick (1 or 0), the draws, the outputs of the processes (of all in their
  /// order, after those that have run) -> d (nd) after them
  FunctionRef ticks;
  /// The constraints of closed loops. `start` then gives held values and guesses (see
  /// StateBlock::held); `find_start` computes a consistent state.
  std::optional<SystemConstraints> constraints;
  std::optional<SystemRoots> roots;
  std::optional<SystemLoopChecks> loop_checks;

  int state_count() const;
  int input_count() const { return static_cast<int>(inputs.size()); }
  int parameter_count() const { return static_cast<int>(parameters.size()); }
  int mode_count() const { return static_cast<int>(modes.size()); }
  int discrete_count() const;
  /// Number of inputs of the functions: 1 + nx + nu + np + nd + nm.
  int function_input_count() const;

  /// "pin.angle", "body.orientation.w": the name of one component of the state.
  std::string state_name(int index) const;
  std::string discrete_name(int index) const;
  /// Number of outputs of all processes.
  int process_output_count() const;
  /// All outputs that can be requested, in the order of the parts (there may be many).
  std::vector<SystemOutput> list_outputs() const;
  /// The main outputs, recorded if the model names none.
  std::vector<SystemOutput> list_main_outputs() const;
  /// The output of that name: complete ("link.position"), or one component ("link.position.x"),
  /// which is returned as a scalar. Nothing if there is none.
  std::optional<SystemOutput> find_output(std::string_view name) const;

  /// h for a selection of outputs: complete ones ("link.position") or components
  /// ("link.position.x"), in the given order, one output group of the function each. Other outputs
  /// are neither computed nor traced. Throws InputError with the most similar name for an unknown
  /// one, ModelError if an output depends on itself. Adds nodes to the graph that the functions
  /// share: call it before other threads compile programs of this system (the calls themselves are
  /// mutually exclusive).
  FunctionRef select_outputs(const std::vector<std::string>& names) const;

  /// Restores the invariants of the state in place: unit quaternions. Returns the largest
  /// violation found (dimensionless); 0 means that x was not touched.
  double project(double* x) const;

  /// Equal for systems with the same states (names, kinds), parameters and functions.
  std::uint64_t fingerprint() const;

  std::shared_ptr<const detail::SystemDefinitions> definitions;  ///< used by select_outputs
};

/// "link.position", 1 of x, y, z -> "link.position.y"; a scalar's name is unchanged.
std::string component_name(const std::string& name, const std::vector<std::string>& components,
                           int index);

}  // namespace holon
