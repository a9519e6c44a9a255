// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <map>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "holon/mechanics/formulations/part_response.h"
#include "holon/mechanics/formulations/recursive_passes.h"
#include "holon/mechanics/kernels/cut_kernels.h"
#include "holon/mechanics/kinematics/kinematics.h"
#include "holon/mechanics/tree/line_body.h"
#include "holon/system/system_builder.h"

namespace holon {

/// What closes the loops of a tree: cut joints and rods, as constraints with multipliers, for the
/// formulation `recursive`. With S = J M⁻¹ Jᵀ, which comes out of the passes over the tree without
/// M or J ever being formed:
///
///   S λ = −(J vdot₀ + J' v …),   vdot = vdot₀ + M⁻¹ Jᵀ λ
///
/// and likewise the shortest way (in the norm of M) back onto the constraints. S is semidefinite;
/// where its rank falls, λ is the shortest that does (see MatrixKind::semidefinite), and vdot is
/// what it was.
///
/// The formulations `augmented` and `aggregate` are the same over a flat tree, where every joint is
/// a closure and M has a block for each body: there the equations are solved as they stand,
///
///   [M Jᵀ; J 0] [vdot; −λ] = [forces; −J' v …]
///
/// Which of both is the formulation's choice (formulation.h).
/// docs/design/loops.md.
class Loops {
 public:
  /// [1/s] J. Baumgarte, Comput. Methods Appl. Mech. Eng. 1 (1972) 1.
  struct Baumgarte {
    Expr alpha, beta;
  };
  /// One cut joint, rod or equation, or a line body, whose rows are no constraints: they give way
  /// as masses do.
  struct Closure {
    std::string name;                      ///< of the part
    Mechanism::Joint joint;                ///< a rod's has no more than its report
    std::array<Tree::BodyPlace, 2> sides;  ///< parent, child: joint frames in links
    std::array<int, 2> bodies{Mechanism::kWorld, Mechanism::kWorld};  ///< of the sides
    std::optional<Mechanism::Motion> length{};                        ///< of a rod
    /// An equation g = 0 in coordinates, poses of links and time, in the place of a joint: g, g',
    /// and g'' for vdot = 0.
    std::optional<Mechanism::Motion> equation{};
    std::optional<Expr> activity{};  ///< of an equation, see Mechanism::Equation
    /// An equation r = 0 of speeds: `equation` has 0, r, and r' for vdot = 0. It restricts no
    /// places.
    bool of_speeds = false;
    /// While the activity is 0, its multiplier is a factor times that of this closure.
    std::optional<std::pair<std::size_t, Expr>> dependence{};
    /// Of an equation of rates, g' = flow, whose flow depends on rates (machine_equations.cpp).
    struct Flow {
      std::vector<std::vector<Expr>> slopes;  ///< by link: ∂flow/∂rates
      Expr bias;                              ///< flow' but for accelerations
      Expr displacement, effort;              ///< see Mechanism::Equation::follows
    };
    std::optional<Flow> flow{};
    std::optional<detail::LineTerms> line{};
    std::string owner{};                   ///< of an equation: see Mechanism::Equation
    std::optional<Dimension> dimension{};  ///< likewise
    std::vector<Expr> near{};              ///< of a joint's angles, see make_cut_state
    /// Which rows are needed, where that is known (find_needed of a spanning tree); empty: unknown.
    std::vector<bool> needed{};
    /// Its coordinates, where outputs have told them: an equation may name them.
    std::vector<Expr> coordinates{};
    std::vector<Expr> rates{};  ///< likewise
    /// Efforts along its freedoms, as calc_effort_loads told them; empty: none.
    std::array<std::vector<Expr>, 2> effort_loads{};

    detail::CutShape shape(std::vector<bool> kept = {}) const;
    bool is_joint() const { return !length && !equation && !line; }
    bool is_constraint() const { return !activity && !line; }  ///< always
    bool is_conditional() const { return activity.has_value(); }
    /// What an equation's multiplier acts along the slopes of: by places or by speeds.
    const Expr& formula() const { return of_speeds ? equation->rate : equation->position; }

    static Closure of(const Mechanism& mechanism, const Tree& tree, const Mechanism::Rod& rod);
    /// Nothing where nothing moves its ends, or where all of it is at its pin.
    static std::optional<Closure> of(const Mechanism& mechanism, const Tree& tree,
                                     const Mechanism::LineBody& body);
  };
  /// Row k of a closure.
  struct Row {
    int closure = 0;
    int index = 0;
  };

  /// What multipliers do: accelerations of every link, or changes of its rates, with them.
  struct Solution {
    std::vector<std::vector<Expr>> rates;  ///< by link
    std::vector<Expr> lambda;              ///< by needed row
  };
  /// The matrix [M Jᵀ; J 0], as far as structure tells.
  struct MatrixPattern {
    int size = 0, accelerations = 0;
    std::vector<std::pair<int, int>> entries;  ///< (row, column) that are not zero
    /// What its rows and columns stand for, in order: name of a body or closure, and how many.
    std::vector<std::pair<std::string, int>> groups;
  };
  /// How a formulation solves for the multipliers of the rows that are needed.
  class Solver {
   public:
    Solver() = default;
    Solver(const Solver&) = delete;
    Solver& operator=(const Solver&) = delete;
    virtual ~Solver() = default;
    /// What `solve` takes as rows, under the forces, for g'' = 0.
    virtual std::vector<Expr> calc_right_side() = 0;
    /// `under_forces`: with all that acts on the links; else rows alone make the motion, as of
    /// steps and impulses. Rows whose activity is 0 have no part in it.
    virtual Solution solve(std::vector<Expr> rows, const std::vector<Expr>& activities,
                           bool under_forces) = 0;
    virtual std::optional<MatrixPattern> find_pattern() const { return {}; }
  };
  using MakeSolver = std::function<std::unique_ptr<Solver>(Loops&)>;
  /// S, along the passes over the tree.
  static std::unique_ptr<Solver> make_factor_solver(Loops& loops);
  /// [M Jᵀ; J 0] of a flat tree.
  static std::unique_ptr<Solver> make_body_solver(Loops& loops);

  /// As SystemBuilder::put_in_outputs.
  using PutInOutputs = std::function<std::vector<Expr>(std::vector<Expr>)>;
  /// All must live as long as this. `kinematics`: the one in whose places equations and coordinates
  /// of closures are told, and `put_in_outputs` what these are told with; nothing where there are
  /// none. `parts`: on whose connections closures may stand.
  Loops(const Mechanism& mechanism, const Tree& tree, const std::vector<LinkState>& states,
        std::vector<Closure> closures, const MakeSolver& make_solver,
        Kinematics* kinematics = nullptr, PutInOutputs put_in_outputs = {},
        std::vector<PartResponse> parts = {});
  ~Loops();

  /// Of the solver's matrix, where it has one by bodies.
  std::optional<MatrixPattern> find_pattern() const { return solver_->find_pattern(); }

  /// Which rows do not hold whatever the coordinates are, by closure: of the factor solver.
  const std::vector<std::vector<bool>>& needed() const { return kept_; }

  /// All rows, those that hold whatever the coordinates are included.
  const std::vector<Row>& rows() const { return rows_; }
  std::string row_name(std::size_t row) const;  ///< "pin: translation along [1, 0, 0]"
  ConstraintLabel row_label(std::size_t row) const;
  /// g of all rows [m, or 1 for turns], and their rates.
  std::vector<Expr> calc_positions();
  std::vector<Expr> calc_velocities();
  /// The same of rows that hold only at times (0 where they do not), which are not among `rows`.
  std::vector<Expr> calc_conditional_positions();
  std::vector<Expr> calc_conditional_velocities();

  /// vdot of every link; with Baumgarte's terms g'' = −2 α g' − β² g, else g'' = 0.
  std::vector<std::vector<Expr>> calc_accelerations(const std::optional<Baumgarte>& baumgarte);
  /// What the multipliers of these accelerations add to those of parts with inner states: by part.
  std::vector<std::vector<Expr>> calc_part_accelerations() const {
    return calc_part_changes(lambda_);
  }
  struct Step {
    std::vector<std::vector<Expr>> rates;  ///< by link
    std::vector<std::vector<Expr>> parts;  ///< of parts with inner states
  };
  /// The change of all coordinates, as rates that last for one second, that takes the positions
  /// back onto the constraints (one step of Newton's method) …
  Step calc_position_step();
  /// … and that of the rates (exact).
  Step calc_velocity_step();

  /// What an impact does: `hits`, by closure, are 1 where an equation hits, and `restitutions` how
  /// much of its rate comes back. The change of every link's rates, the energy lost [J] along
  /// `hits`, the work [J] that the impulses' rows do by changing with time, and the impulse in each
  /// of `hits` and of the rows of grips [N s, N m s].
  struct Impact {
    Step step;
    Expr loss, supply;
    std::map<std::size_t, Expr> impulses;
  };
  /// Two equations of velocities whose impulse is bounded by `friction` times that of a hit.
  struct Grip {
    std::size_t hit = 0;  ///< a closure of `hits`
    std::array<std::size_t, 2> rows{};
    Expr friction;
  };
  Impact calc_impact(const std::map<std::size_t, std::pair<Expr, Expr>>& hits,
                     const std::vector<Grip>& grips = {});
  Expr calc_multiplier(std::size_t closure);  ///< of an equation; 0 while it does not hold
  std::vector<Expr> calc_line_multipliers(std::size_t closure);  ///< of a line body (3)

  /// What line bodies have beside their masses at the pins.
  struct LineSums {
    Expr kinetic = 0.0, potential = 0.0;                   ///< [J]
    std::vector<Expr> momentum = {0.0, 0.0, 0.0};          ///< [kg m/s]
    std::vector<Expr> angular_momentum = {0.0, 0.0, 0.0};  ///< [kg m²/s] about the world's origin
  };
  LineSums calc_line_sums();

  /// What carries the multipliers of the rows, see SystemConstraints; in loops_carriers.cpp.
  void add_carriers(SystemBuilder::Constraints& c);

  // After calc_accelerations; in loops_reactions.cpp.
  /// Force and moment about the origins of the links, in link axes, of all closures: by link, empty
  /// where there is none.
  std::vector<std::vector<Expr>> calc_loads();
  /// Force and torque on the child's side at its joint frame, in world axes, efforts included.
  std::array<std::vector<Expr>, 2> calc_reaction(std::size_t closure);
  Expr calc_tension(std::size_t closure);  ///< [N] of a rod
  /// [W] that an equation gives to what it names; `rates`: of every link's coordinates. Of one of
  /// speeds, r = J v + b, it is −λ b.
  Expr calc_equation_power(std::size_t closure, const std::vector<std::vector<Expr>>& rates);
  /// [W] that an equation gives along the prescribed coordinates of cut joints that it names.
  Expr calc_power_along_motions(std::size_t closure);
  /// What an equation does to the frames that it names, by body.
  std::vector<Kinematics::BodyWrench> calc_equation_wrenches(std::size_t closure);

  /// What an answer is made of. Each level names nothing of the next, so that time derivatives of
  /// coordinates need no accelerations, nor those of rates more than these.
  enum class Level : std::uint8_t { places, speeds, accelerations };
  /// Coordinates, rates and accelerations of a cut joint with coordinates of its own; what lies
  /// beyond the level means nothing.
  static std::vector<Expr> calc_state(const Closure& closure, Kinematics& kinematics, Level level);
  /// Wrenches (force, moment about the link's origin, in link axes) of efforts along its freedoms
  /// on the links of its sides; empty where a side is at rest.
  static std::array<std::vector<Expr>, 2> calc_effort_loads(const Closure& closure,
                                                            Kinematics& kinematics,
                                                            const std::vector<Expr>& efforts);

 private:
  /// The rows that are needed of a closure, and their way to the world.
  struct ConstraintPath {
    std::vector<Expr> position, velocity, bias;
    /// Of a unit multiplier: on a link, force and moment (6) by row.
    struct Acting {
      int link = 0;
      std::vector<std::vector<Expr>> wrenches;
    };
    std::vector<Acting> acting;
    /// Likewise, along the freedoms of a link's joint: by link, by freedom and row.
    std::map<int, std::vector<std::vector<Expr>>> own_efforts;
    std::vector<int> links;  ///< with freedoms, on the way, from the world
    std::map<int, std::vector<std::vector<Expr>>> efforts;  ///< by link: u by freedom and row
    /// Of rows and freedoms on the way: S's own block, lower triangle by rows; see make_right_side.
    std::vector<Expr> own_block, right_side;
    /// What a unit multiplier is along the rates of a part with inner states, and adds to their
    /// accelerations: by row and rate.
    struct Inner {
      std::size_t part = 0;
      std::vector<std::vector<Expr>> efforts, accelerations;
    };
    std::vector<Inner> inner;
    std::size_t first_row = 0;  ///< in S
    std::size_t count() const { return position.size(); }
  };

  std::vector<detail::RecursivePasses::Interest> find_interests();
  std::vector<Expr> calc_side(std::size_t closure, int side, Level level);
  std::vector<Expr> call_rows(std::size_t closure, const detail::CutShape& shape, std::size_t part,
                              Level level, detail::Kinds& kinds);
  std::vector<Expr> collect(std::vector<Expr> ConstraintPath::*which, bool conditional) const;
  /// What rows are to change by: of line bodies by nothing.
  std::vector<Expr> calc_corrections(std::vector<Expr> ConstraintPath::*error) const;
  std::vector<Expr> calc_rates_at_rest() const;
  void add_loads(SystemBuilder::Constraints& c, const ConstraintPath& path, int first_row, int own,
                 const std::vector<int>& carrier_of_joint);
  static std::vector<Expr> calc_sides(const Closure& closure, Kinematics& kinematics, Level level);
  ConstraintPath make_path(std::size_t closure, std::vector<bool> kept, detail::Kinds& kinds);
  // loops_equations.cpp
  ConstraintPath make_equation_path(const Closure& closure, bool kept);
  void add_named_efforts(const Closure& closure, int link, std::vector<Expr>& wrench);
  std::vector<Expr> put_in(std::vector<Expr> expressions) const;
  const std::vector<std::vector<Expr>>& reported_poses();
  const std::vector<std::vector<Expr>>& reported_velocities();
  const std::vector<std::vector<Expr>>& reported(const Closure& closure) {
    return closure.of_speeds ? reported_velocities() : reported_poses();
  }
  void propagate_to_base(ConstraintPath& path);
  detail::Kinds sort_closures(const std::vector<std::vector<bool>>& kept) const;
  void make_all_rows();
  void find_needed_rows();
  /// `complete`: what else a solver needs of a path.
  void make_paths(const std::function<void(ConstraintPath& path, std::size_t closure)>& complete);
  std::vector<double> find_row_scales() const;
  double find_mean_mass() const;
  bool is_compliant(std::size_t closure) const { return closures_[closure].line.has_value(); }
  /// By unknown of S: the unknown on which it depends where it does not hold, with the factor.
  using Dependences = std::map<std::size_t, std::pair<std::size_t, Expr>>;
  Dependences find_dependences() const;
  /// λ of S λ = right side (by rows).
  static std::vector<Expr> solve_multipliers(std::vector<Expr> matrix, std::vector<Expr> right_side,
                                             const std::vector<Expr>& activities,
                                             const std::vector<double>& scale,
                                             const Dependences& dependences);
  void find_inner(ConstraintPath& path) const;
  /// What row and column have of S through parts with inner states.
  static Expr calc_inner(const ConstraintPath& a, std::size_t row, const ConstraintPath& b,
                         std::size_t column);
  static bool share_inner(const ConstraintPath& a, const ConstraintPath& b);
  std::vector<std::vector<Expr>> calc_part_changes(const std::vector<Expr>& lambda) const;
  Step calc_step(std::vector<Expr> ConstraintPath::*error, const std::vector<Expr>& activities);
  /// Of `with` and `without` friction the mixture that keeps its bound.
  Solution mix_impacts(Solution without, const Solution& with,
                       const std::map<std::size_t, std::pair<Expr, Expr>>& hits,
                       const std::vector<Grip>& grips) const;
  class FactorSolver;  // loops_multipliers.cpp
  class BodySolver;    // loops_augmented.cpp
  class BranchElimination;

  const Mechanism& mechanism_;
  const Tree& tree_;
  const std::vector<LinkState>& states_;
  const std::vector<Closure> closures_;
  std::vector<std::array<int, 2>> points_;  ///< by closure and side: point of interest of its link
  detail::RecursivePasses passes_;
  std::optional<Kinematics> own_kinematics_;
  Kinematics& kinematics_;
  PutInOutputs put_in_outputs_;
  std::vector<std::vector<Expr>>
      reported_poses_,        ///< by link: pose, orientation as equations have them
      reported_velocities_;   ///< likewise
  detail::Kinds step_kinds_;  ///< by link
  std::map<int, FunctionRef> step_functions_with_efforts_;  ///< by kind
  const std::vector<PartResponse> parts_;
  std::vector<Row> rows_;
  std::vector<ConstraintPath> all_;    ///< by closure, with all rows but without a way
  std::vector<ConstraintPath> paths_;  ///< by closure, with the rows that are needed
  std::vector<std::vector<bool>> kept_;
  std::size_t size_ = 0;  ///< of S
  std::vector<Expr> lambda_;
  std::vector<Expr> activities_;  ///< of the rows of S: 1, or what a closure says
  std::unique_ptr<Solver> solver_;
};

}  // namespace holon
