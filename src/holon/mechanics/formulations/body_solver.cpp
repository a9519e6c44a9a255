// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0

// The augmented equations of a flat tree,
//
//   [M Jᵀ; J 0] [vdot; −λ] = [forces; right sides],
//
// by accelerations of the links' origins and angular accelerations in link axes, so that M is
// constant; rows of line bodies, which are compliant, have −1 in the place of 0. W. Jerkovsky, ASME
// J. Appl. Mech. 45 (1978) 173; P. E. Nikravesh, Computer-Aided Analysis of Mechanical Systems,
// Prentice Hall 1988, ch. 8.

#include <algorithm>

#include "holon/expr/graph/nested.h"
#include "holon/mechanics/formulations/branch_elimination.h"
#include "holon/mechanics/kernels/loop_kernels.h"
#include "holon/spatial/articulated_body.h"

namespace holon {

namespace {

int unknown_count(const Link& link) {
  if (link.type == JointType::driven || is_straight(link.type)) return 0;  // rotors: see below
  return link.type == JointType::translation ? 3 : 6;
}

/// Whether a body that rotates has no inertia about some axis, as points and thin rods have, or no
/// mass: its block of M is singular.
bool has_body_without_inertia(const Mechanism& mechanism, const Tree& tree) {
  return std::any_of(tree.links.begin(), tree.links.end(), [&](const Link& link) {
    return unknown_count(link) == 6 &&
           !detail::has_full_inertia(mechanism.bodies[static_cast<std::size_t>(link.body)]);
  });
}

/// Of [M Jᵀ; J 0] as a whole. Rows that redundancy makes all but dependent have a singular value δ
/// here and δ² in S: so it is the root of the tolerance of S. With less, rows that the integrator's
/// error takes apart within a step contradict each other. Steps that take it back are judged by the
/// usual one.
constexpr double kWholeRankTolerance = 0x1p-20;
static_assert(kWholeRankTolerance * kWholeRankTolerance == kRankTolerance);

/// The whole matrix of these entries of its lower triangle, by rows.
std::vector<Expr> make_whole_matrix(const std::vector<MatrixEntry>& entries, std::size_t n) {
  std::vector<Expr> matrix(n * n, 0.0);
  for (const MatrixEntry& e : entries) {
    const auto row = static_cast<std::size_t>(e.row), column = static_cast<std::size_t>(e.column);
    matrix[row * n + column] = matrix[column * n + row] = e.value;
  }
  return matrix;
}

/// The whole matrix by bodies.
class BodySolver final : public RowSolver {
 public:
  explicit BodySolver(ConstraintRows& rows);
  std::vector<Expr> calc_right_side() override;
  RowSolution solve(std::vector<Expr> rows, const std::vector<Expr>& activities,
                    bool under_forces) override;
  std::optional<MatrixPattern> find_pattern() const override;

 private:
  RowSolution solve_bodies(std::vector<Expr> rows, const std::vector<Expr>& activities,
                           bool under_forces);
  void add(std::size_t row, std::size_t column, const Expr& e);
  void add_rows(std::size_t closure);
  void make_branches();
  bool is_branch_joint(std::size_t closure) const;
  std::vector<Expr> calc_forces() const;
  std::vector<double> find_scales(bool is_whole) const;
  std::vector<Expr> add_dependences(
      std::vector<Expr> matrix,
      const std::map<std::size_t, std::pair<std::size_t, Expr>>& dependences,
      const std::vector<Expr>& activities, const std::vector<double>& scale) const;

  CarriedRotors rotors_;
  std::vector<CarriedRotors::Effect> effects_;  ///< by closure
  std::vector<int> first_unknown_;              ///< by link
  std::size_t unknowns_ = 0;                    ///< accelerations
  /// The lower triangle of the matrix, by row and column.
  std::map<std::pair<std::size_t, std::size_t>, Expr> entries_;
  std::vector<Branch> branches_;
  /// A branch begins with a body without inertia, which cut rows alone hold: its pivots vanish.
  bool begins_without_inertia_ = false;
  std::vector<bool> is_cut_;                        ///< by closure: not a row of a branch
  std::unique_ptr<BranchElimination> elimination_;  ///< where its pivots are safe
};

}  // namespace

std::unique_ptr<RowSolver> make_body_solver(ConstraintRows& rows) {
  return std::make_unique<BodySolver>(rows);
}

BodySolver::BodySolver(ConstraintRows& rows) : RowSolver(rows), rotors_(rows) {
  std::vector<std::vector<bool>> kept;
  for (std::size_t c = 0; c < rows.closures().size(); ++c) {
    const CutJoint* joint = rows.closures()[c].joint();
    kept.push_back(joint && !joint->needed.empty()
                       ? joint->needed
                       : std::vector<bool>(rows.all()[c].count(), true));
  }
  solved_.make(std::move(kept), [&](const ConstraintPath& path, std::size_t) {
    effects_.push_back(rotors_.find_effect(path));
  });
  for (std::size_t k = 0; k < rows.tree().links.size(); ++k) {
    const Link& link = rows.tree().links[k];
    first_unknown_.push_back(static_cast<int>(unknowns_));
    unknowns_ += static_cast<std::size_t>(unknown_count(link));
  }
  for (std::size_t k = 0; k < rows.tree().links.size(); ++k) {
    const auto first = static_cast<std::size_t>(first_unknown_[k]);
    const int count = unknown_count(rows.tree().links[k]);
    ArticulatedInertia<Expr> inertia(rotors_.calc_inertia(k));
    if (rows.tree().links[k].modal) inertia += *rows.tree().links[k].modal;
    for (int i = 0; i < count; ++i) {
      for (int j = 0; j <= i; ++j) {
        add(first + static_cast<std::size_t>(i), first + static_cast<std::size_t>(j),
            inertia.at(i, j));
      }
    }
  }
  for (std::size_t c = 0; c < solved_.paths().size(); ++c) add_rows(c);
  make_branches();
}

void BodySolver::add(std::size_t row, std::size_t column, const Expr& e) {
  if (e.is_constant(0.0)) return;
  entries_.try_emplace({row, column}, 0.0).first->second += e;
}

void BodySolver::add_rows(std::size_t c) {
  const ConstraintPath& path = solved_.paths()[c];
  const std::size_t first_row = unknowns_ + path.first_row;
  for (std::size_t k = 0; k < path.count() && rows_.closures()[c].is_compliant(); ++k)
    add(first_row + k, first_row + k, -1.0);
  for (const ConstraintPath::Acting& acting : effects_[c].acting) {
    const auto at = static_cast<std::size_t>(acting.link);
    const auto count = static_cast<std::size_t>(unknown_count(rows_.tree().links[at]));
    const auto first = static_cast<std::size_t>(first_unknown_[at]);
    for (std::size_t k = 0; k < path.count(); ++k) {
      for (std::size_t i = 0; i < count; ++i) add(first_row + k, first + i, acting.wrenches[k][i]);
    }
  }
  for (std::size_t d = 0; d <= c; ++d) {
    const ConstraintPath& other = solved_.paths()[d];
    const bool by_rotors = CarriedRotors::share_rotors(effects_[c], effects_[d]);
    if (!path.shares_inner(other) && !by_rotors) continue;
    for (std::size_t k = 0; k < path.count(); ++k) {
      for (std::size_t l = 0; l < (d == c ? k + 1 : other.count()); ++l)
        add(first_row + k, unknowns_ + other.first_row + l,
            -(path.calc_inner(k, other, l) + rotors_.calc_share(effects_[c], k, effects_[d], l)));
    }
  }
  for (const auto& [link, efforts] : effects_[c].own_efforts) {
    const auto first = static_cast<std::size_t>(first_unknown_[static_cast<std::size_t>(link)]);
    for (std::size_t i = 0; i < efforts.size(); ++i) {
      for (std::size_t k = 0; k < path.count(); ++k) add(first_row + k, first + i, efforts[i][k]);
    }
  }
}

std::vector<Expr> BodySolver::calc_right_side() {
  std::vector<Expr> b;
  for (const ConstraintPath& path : solved_.paths()) {
    for (const Expr& e : path.bias) b.push_back(-e);
  }
  return b;
}

/// Whether a closure is a joint of the spanning tree, from which find_needed_rows has no rows,
/// between bodies: one on a frame that moves in a body is a row as that of a loop.
bool BodySolver::is_branch_joint(std::size_t c) const {
  const Closure& closure = rows_.closures()[c];
  if (!closure.joint() || !closure.joint()->needed.empty()) return false;
  return std::none_of(closure.sides.begin(), closure.sides.end(), [&](const Tree::BodyPlace& side) {
    const int carrier = carrier_of(rows_.tree(), side.link);
    return carrier != side.link && carrier != kWorld &&
           unknown_count(rows_.tree().links[static_cast<std::size_t>(carrier)]) > 0;
  });
}

/// Bodies as they hang on one another, from what does not move; the tips first.
void BodySolver::make_branches() {
  const std::size_t count = rows_.tree().links.size();
  const auto unknowns = [&](int link) {
    return link == kWorld ? 0 : unknown_count(rows_.tree().links[static_cast<std::size_t>(link)]);
  };
  std::vector<std::vector<std::size_t>> joints(count + 1);  // the last: of what does not move
  const auto node = [&](int link) {
    return unknowns(link) == 0 ? count : static_cast<std::size_t>(link);
  };
  is_cut_.assign(rows_.closures().size(), true);
  for (std::size_t c = 0; c < rows_.closures().size(); ++c) {
    if (!is_branch_joint(c) || solved_.paths()[c].count() == 0) continue;
    for (const Tree::BodyPlace& side : rows_.closures()[c].sides)
      joints[node(side.link)].push_back(c);
  }
  std::vector<int> position(count + 1, -1);  // in the order from the base
  std::vector<std::size_t> order;
  std::vector<int> parents, held_by;
  const auto visit = [&](std::size_t link, int parent, int closure) {
    position[link] = static_cast<int>(order.size());
    order.push_back(link);
    parents.push_back(parent);
    held_by.push_back(closure);
  };
  const auto go_on = [&](std::size_t from, int parent) {
    for (const std::size_t c : joints[from]) {
      const std::size_t a = node(rows_.closures()[c].sides[0].link),
                        b = node(rows_.closures()[c].sides[1].link);
      const std::size_t to = a == from ? b : a;
      if (to == count || position[to] >= 0) continue;
      if (static_cast<int>(solved_.paths()[c].count()) > unknowns(static_cast<int>(to))) continue;
      is_cut_[c] = false;
      visit(to, parent, static_cast<int>(c));
    }
  };
  std::size_t next = 0;
  go_on(count, -1);
  for (std::size_t root = 0; root <= count; ++root) {
    for (; next < order.size(); ++next) go_on(order[next], static_cast<int>(next));
    if (root < count && unknowns(static_cast<int>(root)) > 0 && position[root] < 0)
      visit(root, -1, -1);
  }
  std::vector<BranchTree::Body> bodies;
  for (std::size_t k = order.size(); k-- > 0;) {
    const auto link = static_cast<int>(order[k]);
    Branch& branch = branches_.emplace_back();
    branch.first = first_unknown_[order[k]];
    branch.count = unknowns(link);
    if (held_by[k] >= 0) {
      const ConstraintPath& path = solved_.paths()[static_cast<std::size_t>(held_by[k])];
      branch.first_row = static_cast<int>(unknowns_ + path.first_row);
      branch.row_count = static_cast<int>(path.count());
    }
    const int body = rows_.tree().links[order[k]].body;
    if (held_by[k] < 0 && branch.count == 6 &&
        !detail::has_full_inertia(rows_.mechanism().bodies[static_cast<std::size_t>(body)]))
      begins_without_inertia_ = true;
    if (parents[k] >= 0) branch.parent = static_cast<int>(order.size()) - 1 - parents[k];
    bodies.push_back({link, held_by[k], branch.parent});
  }
  BranchTree tree(rows_, solved_, std::move(bodies), is_cut_);
  if (tree.fits())
    elimination_ =
        std::make_unique<BranchElimination>(rows_, solved_, rotors_, effects_, std::move(tree));
}

std::vector<Expr> BodySolver::calc_forces() const {
  std::vector<Expr> forces;
  for (std::size_t k = 0; k < rows_.tree().links.size(); ++k) {
    const auto count = static_cast<std::size_t>(unknown_count(rows_.tree().links[k]));
    if (count == 0) continue;
    const std::vector<Expr> need = rotors_.calc_need(k);
    for (std::size_t i = 0; i < count; ++i) {
      const Expr load = rows_.states()[k].load ? (*rows_.states()[k].load)[i] : Expr(0.0);
      forces.push_back(load - need[i]);
    }
  }
  return forces;
}

/// What brings rows to one size. Of a matrix that is solved as a whole only equations are scaled.
std::vector<double> BodySolver::find_scales(bool is_whole) const {
  std::vector<double> scale = solved_.scales();
  const double mass = detail::find_row_scale({rows_.find_mean_mass()});
  std::size_t next = 0;
  for (std::size_t c = 0; c < solved_.paths().size(); ++c) {
    const bool is_scaled = is_whole ? rows_.closures()[c].equation() != nullptr : is_cut_[c];
    for (std::size_t k = 0; k < solved_.paths()[c].count(); ++k, ++next)
      scale[next] = (is_scaled ? scale[next] : 1.0) / mass;
  }
  return scale;
}

/// Friction that slides: λᵢ = factor λⱼ in the place of its row, whose column is as if it held.
std::vector<Expr> BodySolver::add_dependences(
    std::vector<Expr> matrix,
    const std::map<std::size_t, std::pair<std::size_t, Expr>>& dependences,
    const std::vector<Expr>& activities, const std::vector<double>& scale) const {
  const std::size_t size = unknowns_ + solved_.size();
  for (const auto& [i, on] : dependences) {
    const auto& [j, factor] = on;
    const std::size_t row = unknowns_ + i;
    for (std::size_t k = 0; k < unknowns_; ++k) {
      const auto entry = entries_.find({row, k});
      if (entry != entries_.end()) matrix[k * size + row] = entry->second * scale[i];
    }
    matrix[row * size + unknowns_ + j] += (1.0 - activities[i]) * factor * (scale[j] / scale[i]);
  }
  return matrix;
}

/// The bodies with their rotors, then the spins of these.
RowSolution BodySolver::solve(std::vector<Expr> rows, const std::vector<Expr>& activities,
                              bool under_forces) {
  for (std::size_t c = 0; c < effects_.size() && under_forces; ++c) {
    const ConstraintPath& path = solved_.paths()[c];
    for (std::size_t k = 0; k < path.count() && !effects_[c].spins.empty(); ++k)
      rows[path.first_row + k] -= rotors_.calc_work(effects_[c], k);
  }
  RowSolution solution = elimination_ ? elimination_->solve(rows, activities, under_forces)
                                      : solve_bodies(std::move(rows), activities, under_forces);
  rotors_.add_rates(solved_, effects_, under_forces, solution);
  return solution;
}

/// Rows that do not hold are cut off, and their multipliers are zero. Where masses are far from a
/// kilogram rows are brought to the size of the masses, and rows that close loops are scaled as
/// those of `recursive`: the rank is no question of units, and multipliers that are not determined
/// are the same.
RowSolution BodySolver::solve_bodies(std::vector<Expr> rows, const std::vector<Expr>& activities,
                                     bool under_forces) {
  std::vector<Expr> forces = under_forces ? calc_forces() : std::vector<Expr>(unknowns_, 0.0);
  // Bodies without inertia keep their small motions by orthogonal factors of the whole matrix.
  constexpr std::size_t kLargestFull = 64;
  const SolvedRows::Dependences dependences =
      under_forces ? solved_.find_dependences() : SolvedRows::Dependences();
  const bool is_whole = !dependences.empty() || begins_without_inertia_ ||
                        (unknowns_ + solved_.size() <= kLargestFull &&
                         has_body_without_inertia(rows_.mechanism(), rows_.tree()));
  const std::vector<double> scale = find_scales(is_whole);
  std::vector<MatrixEntry> entries;
  for (const auto& [place, value] : entries_) {
    const auto [row, column] = place;
    entries.push_back({static_cast<int>(row), static_cast<int>(column), value});
    MatrixEntry& e = entries.back();
    if (row < unknowns_) continue;
    const std::size_t k = row - unknowns_;
    // Between rows: of what is compliant, or through a part with inner states.
    const double other = column < unknowns_ ? 1.0 : scale[column - unknowns_];
    if (scale[k] * other != 1.0) e.value *= scale[k] * other;
    if (row == column) continue;
    if (!activities[k].is_constant(1.0)) e.value *= activities[k];
    if (column >= unknowns_ && !activities[column - unknowns_].is_constant(1.0))
      e.value *= activities[column - unknowns_];
  }
  for (std::size_t k = 0; k < solved_.size(); ++k) {
    const std::size_t row = unknowns_ + k;
    if (scale[k] != 1.0) rows[k] *= scale[k];
    if (activities[k].is_constant(1.0)) continue;
    rows[k] *= activities[k];
    const auto own = entries_.find({row, row});
    const Expr holds = own == entries_.end() ? Expr(0.0) : own->second * (scale[k] * scale[k]);
    std::erase_if(entries, [&](const MatrixEntry& e) {
      return e.row == static_cast<int>(row) && e.column == static_cast<int>(row);
    });
    entries.push_back(
        {static_cast<int>(row), static_cast<int>(row), select(activities[k], holds, -1.0)});
  }
  forces.insert(forces.end(), rows.begin(), rows.end());
  const double tolerance = under_forces ? kWholeRankTolerance : kRankTolerance;
  // Parts with inner states alone have no branches.
  const bool is_nothing = branches_.empty() && entries.empty();
  const std::vector<Expr> x =
      is_nothing ? std::vector<Expr>(forces.size(), 0.0)
      : is_whole || branches_.empty()
          ? holon::solve(add_dependences(make_whole_matrix(entries, forces.size()), dependences,
                                         activities, scale),
                         forces, MatrixKind::minimum_norm, nullptr, tolerance)
          : solve_nested(entries, forces, branches_);
  RowSolution solution;
  for (std::size_t k = 0; k < solved_.size(); ++k)
    solution.lambda.push_back(-scale[k] * x[unknowns_ + k]);
  std::vector<std::vector<Expr>>& vdot = solution.rates;
  vdot.resize(rows_.tree().links.size());
  for (std::size_t k = 0; k < vdot.size(); ++k) {
    const int count = unknown_count(rows_.tree().links[k]);
    const std::span<const Expr> own = std::span(x).subspan(
        static_cast<std::size_t>(first_unknown_[k]), static_cast<std::size_t>(count));
    if (count == 0) continue;
    if (count == 6) vdot[k].assign(own.begin() + 3, own.end());
    // Of the origin in world axes.
    const std::vector<Expr>& R = rows_.kinematics().pose(k);
    for (std::size_t i = 0; i < 3; ++i) {
      vdot[k].push_back((R[3 * i] * own[0] + R[3 * i + 1] * own[1]) + R[3 * i + 2] * own[2]);
    }
  }
  return solution;
}

std::optional<MatrixPattern> BodySolver::find_pattern() const {
  MatrixPattern pattern;
  pattern.accelerations = static_cast<int>(unknowns_);
  pattern.size = static_cast<int>(unknowns_ + solved_.size());
  for (const auto& [place, value] : entries_) {
    if (value.is_constant(0.0)) continue;
    const auto row = static_cast<int>(place.first), column = static_cast<int>(place.second);
    pattern.entries.emplace_back(row, column);
    if (row != column) pattern.entries.emplace_back(column, row);
  }
  std::sort(pattern.entries.begin(), pattern.entries.end());
  for (const Link& link : rows_.tree().links) {
    const int count = unknown_count(link);
    if (count == 0) continue;
    pattern.groups.emplace_back(rows_.mechanism().bodies[static_cast<std::size_t>(link.body)].name,
                                count);
  }
  for (std::size_t c = 0; c < solved_.paths().size(); ++c) {
    const int count = static_cast<int>(solved_.paths()[c].count());
    if (count > 0) pattern.groups.emplace_back(rows_.closures()[c].name, count);
  }
  return pattern;
}

}  // namespace holon
