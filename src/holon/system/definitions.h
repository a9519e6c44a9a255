// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

#include "holon/system/process.h"
#include "holon/system/symbols.h"
#include "holon/system/system.h"

namespace holon::detail {

/// The definitions collected by a SystemBuilder, and those that a System's select_outputs needs
/// later. Outputs are stored in groups, a prefix with a table that many groups share, so that a
/// machine of ten thousand bodies with eight outputs each costs ten thousand entries.
class SystemDefinitions {
 public:
  using CalcOutput = std::function<std::vector<Expr>(int index)>;
  struct Group {
    std::string prefix;
    const std::vector<OutputDeclaration>* table = nullptr;
    CalcOutput calc;
    std::unique_ptr<std::vector<OutputDeclaration>> own_table{};  // if nothing else keeps it
  };
  /// An output, or one component of it.
  struct OutputId {
    std::uint32_t group = 0;
    std::uint32_t index = 0;  ///< in the group's table
    int component = -1;       ///< -1: the whole output
  };

  explicit SystemDefinitions(std::shared_ptr<Symbols> of) : symbols(std::move(of)) {}

  void add_group(Group group);
  /// Another name for an output, or for the beginning of the names of several.
  void add_alias(std::string name, std::string means) {
    aliases_.emplace(std::move(name), std::move(means));
  }
  const OutputDeclaration& declaration(const OutputId& id) const {
    return (*groups[id.group].table)[id.index];
  }
  SystemOutput output(const OutputId& id) const;
  /// The output with the complete name, or else the component, by its own name or an alias; false
  /// if there is neither.
  bool find(std::string_view name, OutputId& id) const;
  bool find_whole(std::string_view name, OutputId& id) const;
  /// The value of a component (of a scalar: 0), computed on first use.
  Expr value(const OutputId& id) const;
  /// "did you mean 'pin.angle'?", or "".
  std::string suggest(std::string_view name) const;

  std::shared_ptr<Symbols> symbols;
  std::vector<StateBlock> states;
  std::vector<Expr> state_symbols, initial, derivative;  ///< by component
  std::vector<bool> has_derivative;
  /// As SystemBuilder::Constraints.
  struct Constraints {
    std::vector<std::string> names, start_names;
    std::vector<ConstraintLabel> labels, start_labels;
    std::vector<Expr> position, velocity;  ///< by name
    std::vector<Expr> conditional_position, conditional_velocity;
    std::vector<Expr> start_position, start_velocity;
    std::vector<Expr> position_step, velocity_step;  ///< by component of the state
    std::vector<SystemConstraints::Carrier> carriers;
    std::vector<Expr> wrenches, points;
    bool empty() const { return names.empty() && conditional_position.empty(); }
  } constraints;
  std::unordered_map<std::uint32_t, int> state_of_symbol;  ///< node -> component

  std::vector<DiscreteBlock> discrete;
  std::vector<Expr> discrete_symbols, discrete_initial;       ///< by component
  std::unordered_map<std::uint32_t, int> discrete_of_symbol;  ///< node -> component
  /// The value of a component of a discrete state after a tick.
  struct Tick {
    int clock = 0;
    Expr next;
    bool is_output = false;   ///< other parts that tick at the same instant use `next`
    bool is_process = false;  ///< `next` is set by a process, whether or not `clock` ticks
  };
  std::unordered_map<std::uint32_t, Tick> tick_of_symbol;
  std::vector<SystemClock> clocks;
  std::vector<SystemDraw> draws;
  std::vector<Expr> draw_symbols;  ///< by draw
  /// See SystemProcess.
  struct ProcessPart {
    std::string name;
    std::vector<int> clocks;
    std::vector<Expr> inputs;
    std::vector<Expr> outputs;  ///< discrete symbols
    std::vector<Expr> made;     ///< symbols of their values at the instant
    std::shared_ptr<const ProcessModel> model;
  };
  std::vector<ProcessPart> processes;
  /// The unknowns of an equation.
  struct Unknown {
    std::string name;
    Expr guess, residual;
  };
  std::unordered_map<std::uint32_t, Unknown> unknown_of_symbol;
  std::vector<Expr> unknowns;     ///< their symbols, in the order of creation
  std::vector<Expr> always_held;  ///< comparisons
  std::vector<std::pair<std::string, Expr>> loop_checks;
  /// Symbols whose roots are continued from step to step (see SystemRoots), and the index of the
  /// flag of each in d; its last root follows.
  std::vector<Expr> root_symbols;
  std::unordered_map<std::uint32_t, int> guess_of_symbol;
  struct Delay {
    std::string name;
    double time = 0;  ///< [s]
    Expr signal;
    std::optional<Expr> before;  ///< up to the start
    Expr symbol;
  };
  std::vector<Delay> delays;
  std::unordered_map<std::uint32_t, std::string> relation_texts;  ///< by node
  struct Event {
    SystemEvent declaration;
    Expr condition;
    std::vector<std::pair<Expr, Expr>> resets;  ///< symbol of a state or discrete state, value
  };
  std::vector<Event> events;
  std::vector<Group> groups;
  std::vector<std::shared_ptr<void>> kept;  ///< what the groups' functions use

  /// Relations of the model's graph that are modes of the System.
  std::vector<std::pair<std::uint32_t, int>> modes;
  int mode_count = 0;

 private:
  struct TextHash {
    using is_transparent = void;
    std::size_t operator()(std::string_view text) const {
      return std::hash<std::string_view>{}(text);
    }
  };
  bool find_component(std::string_view name, OutputId& id) const;

  std::unordered_map<std::string, std::string, TextHash, std::equal_to<>> aliases_;
  std::unordered_multimap<std::string, std::uint32_t, TextHash, std::equal_to<>> by_prefix_;
  mutable std::unordered_map<std::uint64_t, std::vector<Expr>> values_;  // (group, index)
};

}  // namespace holon::detail
