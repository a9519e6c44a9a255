// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <map>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "holon/mechanics/lagrange/energies.h"
#include "holon/mechanics/lagrange/energy_formulas.h"
#include "holon/mechanics/mechanism/mechanism.h"
#include "holon/model/assembly/part.h"

namespace holon {

class Machine;

/// A part that is described by its energies, in formulas of the model.
struct LagrangeDefinition {
  struct Coordinate {
    std::string name;  ///< local: "phi"
    Expr initial = 0.0, initial_rate = 0.0;
    bool holds_initial = false, holds_rate = false;  ///< else they are guesses
    bool has_start = false;                          ///< one of them is given
    Expr force = 0.0;                                ///< generalized, [J] over the coordinate
    Dimension dimension;
  };
  /// A frame that moves with the coordinates.
  struct Frame {
    std::string name;  ///< full
    FramePlace place;  ///< in the world
    /// The body that a composition takes as a member: it is fixed to this frame. Empty: none.
    std::string body{};
  };
  std::string name;
  ReportError report, warn;
  std::vector<Coordinate> coordinates;
  Expr kinetic = 0.0, potential = 0.0, dissipation = 0.0;
  std::vector<Expr> mass_matrix;  ///< by rows, in the place of `kinetic`; or empty
  std::vector<Expr> positions, speeds;
  std::vector<Dimension> dimensions{};  ///< of `positions`, and of `speeds` times a time
  std::vector<Frame> frames;
  /// What a composition is made of, and the coordinates of these ("p1.x") in its own.
  std::vector<std::string> of;
  std::vector<std::pair<std::string, Expr>> where;
};

/// The systems of an assembly that are described by their energies (energies.h). Compositions take
/// their members' coordinates; what no other system takes has states of its own.
class LagrangeSystems : public std::enable_shared_from_this<LagrangeSystems> {
 public:
  /// A system, and what composes it.
  struct Member {
    LagrangeDefinition definition;
    int outer = -1;          ///< the composition that it belongs to
    std::vector<int> inner;  ///< its own members
    detail::Energies own;    ///< with those of its members, in its own symbols
    /// The share of bodies in `own`: to the energy account these are the mechanism's.
    detail::Energies bodies;
    std::vector<std::pair<std::string, Expr>> where;  ///< what its members' coordinates are
    Expr dissipation = 0.0;  ///< [W] Rayleigh's function without those of its members
    std::vector<Expr> p;     ///< its coordinates in those of `outer`
    std::size_t first_position = 0, first_speed = 0;  ///< its constraints among those of its root
    std::vector<Dimension> position_dimensions, speed_dimensions;  ///< of all in `own`, as above
    std::vector<Expr> q, v;  ///< its coordinates and rates by the root's states
    /// Of a root.
    detail::LagrangeEquations equations;
    detail::LagrangeEquations body_equations;  ///< of `bodies`, where there are some
    std::vector<Expr> frame_forces;            ///< by what its frames carry
    Expr frame_power = 0.0;                    ///< [W] that frames which move with time bring in
    std::vector<Expr> vdot, lambda;
    bool is_coupled = false;  ///< accelerations are unknowns that bodies on its frames share
    int part = -1;            ///< of Machine::inner_parts, where its frames close loops
    int first_equation = -1;  ///< of the mechanism: its constraints, where it is such a part
    std::vector<std::string> conserved;  ///< outputs
  };

  /// Those of a part's assembly; made by the first part.
  static std::shared_ptr<LagrangeSystems> of(PartBuilder& builder);
  /// A body by the name of its part; nullptr: there is none.
  static const Mechanism::Body* find_body(const Mechanism& mechanism, const std::string& part);
  /// Those of an assembly; nullptr where it has none.
  static std::shared_ptr<LagrangeSystems> find(Assembly& assembly);

  /// Adds a frame of a system that is described next, with its outputs; its place in the world is
  /// a formula of the coordinates.
  static void add_frame(PartBuilder& builder, LagrangeDefinition& definition,
                        const std::string& local, const FramePlace& place);
  /// Fixes a body to a frame of a composition: its place in the world is a formula of the
  /// coordinates.
  static void add_body(PartBuilder& builder, LagrangeDefinition& definition,
                       const std::string& body, const FramePlace& place);
  /// Adds a system, with the outputs of its coordinates, energies and multipliers.
  void add(PartBuilder& builder, LagrangeDefinition definition);
  const std::vector<Member>& members() const { return members_; }
  /// What `member` is called in its root's equations: the root.
  const Member& root_of(const Member& member) const;

 private:
  void connect(Assembly& assembly);
  void formulate(Assembly& assembly);
  bool compose(Assembly& assembly);
  bool compose_member(Assembly& assembly, std::size_t outer, const std::string& name);
  bool check_bodies(Assembly& assembly) const;
  void make_symbols(Assembly& assembly, Member& member);
  void make_energies(Assembly& assembly, std::size_t index);
  void put_members_in(Assembly& assembly, Member& member);
  void warn_of_jumps(Assembly& assembly, const Member& member) const;
  void make_own_energies(const Symbols& symbols, const detail::EnergyFormulas& formulas,
                         Member& member);
  void place_by_root(std::size_t index);
  std::vector<Expr> write_place(Assembly& assembly, const Member& member,
                                const LagrangeDefinition::Frame& frame) const;
  void add_body_energies(Assembly& assembly, Member& member,
                         const LagrangeDefinition::Frame& frame);
  void add_frame_forces(Assembly& assembly, Member& root);
  void add_frame_force(Assembly& assembly, Machine& machine, const Member& member,
                       const LagrangeDefinition::Frame& frame, Member& root);
  void make_parts(Assembly& assembly);
  std::string why_no_part(Assembly& assembly, const Machine& machine, const Member& root) const;
  void make_part(Assembly& assembly, Machine& machine, Member& root);
  static void add_rows(Machine& machine, Member& root);
  std::vector<const LagrangeDefinition::Frame*> list_frames(const Member& root) const;
  void check_loops(Assembly& assembly, Machine& machine, const std::string& frame,
                   const Member& root) const;
  void set_constraints(Assembly& assembly) const;
  void define_outputs(PartBuilder& builder, std::size_t index);
  Expr write(const Member& member, const detail::EnergyFormulas& formulas,
             const std::string& parameter, Expr formula) const;
  std::vector<Expr> by_states(const Member& member, std::vector<Expr> expressions) const;
  std::vector<Expr> calc_accelerations(std::size_t index) const;
  Expr calc_lambda(std::size_t index, std::size_t row) const;
  Expr calc_power(const Member& root) const;
  Expr calc_drift_loss(const Member& root) const;
  void add_to_account(Assembly& assembly);

  std::vector<Member> members_;
  std::map<std::string, std::size_t, std::less<>> index_;
  bool is_sound_ = false, is_formulated_ = false;
};

namespace detail {
/// "pendulum: constraint 1", of the constraints of a root and its members.
std::string name_row(const LagrangeSystems::Member& root, std::size_t row);
}  // namespace detail

}  // namespace holon
