// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <Eigen/Core>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "holon/base/sparse_rows.h"
#include "holon/expr/derive/jacobian.h"
#include "holon/simulate/rhs/system_rhs.h"

namespace holon {

/// Number of independent rows, pivots below `threshold` of the largest taken for zero; redundant
/// rows behind it, in order.
struct RowRank {
  int rank = 0;
  std::vector<std::size_t> redundant;
};

/// The conditions that a System's closed loops put on a state, with their derivatives: first the
/// rows of the constraints, then those that hold at the start alone. Equations of any dimension are
/// brought to slopes near one, so that a tolerance is a length and a rank does not depend on units.
class LoopConditions {
 public:
  enum class Level : std::uint8_t { places, speeds };

  /// The system, which has constraints, and the programs must outlive this.
  LoopConditions(const System& system, const SystemPrograms& programs, double t,
                 const std::vector<double>& parameters);

  Eigen::Index rows() const { return rows_; }
  Eigen::Index start_rows() const { return start_rows_; }
  void set_time(double t) { t_ = t; }
  double time() const { return t_; }

  /// By which rows of the constraints are multiplied, here and below (rows): powers of two.
  const Eigen::VectorXd& row_scales() const { return scales_; }
  /// (rows + start_rows)
  Eigen::VectorXd calc_residual(const std::vector<double>& x, Level level);
  /// Its derivative by some of the states (rows + start_rows x states).
  Eigen::MatrixXd calc_jacobian(const std::vector<double>& x, const std::vector<int>& states,
                                Level level);
  /// The same as far as it may differ from zero, by few directions: those of states that share no
  /// row at once. `count`: of the rows, from the first on.
  SparseRows calc_sparse_jacobian(const std::vector<double>& x, const std::vector<int>& states,
                                  Level level, Eigen::Index count);
  /// Of the constraints alone by speeds, where the rows are many: their rank, if it is beyond
  /// doubt, so that with every threshold from 1e-11 to `threshold` it is the same.
  std::optional<RowRank> find_certain_rank(const std::vector<double>& x, double threshold);
  /// Moves some of the places onto the conditions, those of the start included or not:
  /// Gauss–Newton's method with steps of least length. False where it does not get there; x is then
  /// as near as it came.
  bool close_places(std::vector<double>& x, const std::vector<int>& moved, bool with_start);
  /// Likewise the speeds, by least squares, which is exact: the conditions are linear in them.
  bool close_speeds(std::vector<double>& x, const std::vector<int>& moved, bool with_start);
  /// Moves all places a little and back onto the constraints: to where the rank is the usual one,
  /// mostly. False where it does not get there.
  bool move_beside(std::vector<double>& x);
  /// The same by those rows alone that are independent at x, where all loops are closed: beside it
  /// the others still depend on them, but for the gaps on the way. False, and x as it was, where
  /// that does not get there.
  bool move_beside(std::vector<double>& x, const std::vector<std::size_t>& redundant);
  /// What g'' would be (rows) if the speeds stayed what they are.
  Eigen::VectorXd calc_bias(const std::vector<double>& x);
  /// x' (nx) as the equations of motion have it; that of places is known where forces are not.
  std::vector<double> calc_derivative(const std::vector<double>& x);

  /// Components of the state that are places, or speeds.
  const std::vector<int>& states(Level level) const {
    return level == Level::places ? places_ : speeds_;
  }

  /// "pin: translation along [1, 0, 0]"; of the start: "pin.angle".
  const std::string& row_name(Eigen::Index row) const;
  const ConstraintLabel& row_label(Eigen::Index row) const;
  /// "a gap of 0.02 m at pin, a gap of 0.1 rad at b.angle": all rows of a joint taken together, the
  /// largest first; what is negligible beside it left out. `included`: rows to examine.
  std::string list_gaps(const Eigen::VectorXd& residual, Level level, Eigen::Index included) const;

 private:
  Eigen::VectorXd pick(const Eigen::VectorXd& all, Level level) const;
  void displace(std::vector<double>& x) const;
  void find_equation_scales();
  Eigen::VectorXd calc_step(const std::vector<double>& x, const std::vector<int>& moved,
                            Level level, const Eigen::VectorXd& r);

  /// Of some states' columns: the pattern, and the directions that find them.
  struct Colors {
    Sparsity pattern;
    std::vector<std::vector<int>> columns;  ///< by colour
  };
  const Colors& find_colors(const std::vector<int>& states, Level level);

  const System& system_;
  const SystemPrograms& programs_;
  SystemInputs inputs_;
  double t_;
  const Eigen::Index rows_, start_rows_;
  const Program residual_, start_residual_, residual_jvp_, start_jvp_;
  Workspace workspace_;
  std::vector<int> places_, speeds_;
  Eigen::VectorXd scales_;
  std::map<std::pair<Level, std::vector<int>>, Colors> colors_;
};

/// The solution of least length of J dx = r, or of the least error, with the rank that its pivots
/// show.
Eigen::VectorXd solve_least(const Eigen::MatrixXd& J, const Eigen::VectorXd& r);
RowRank find_row_rank(const Eigen::MatrixXd& J, double threshold);
/// The same for several thresholds, at the cost of one.
std::vector<RowRank> find_row_ranks(const Eigen::MatrixXd& J,
                                    const std::vector<double>& thresholds);
constexpr double kRank = 1e-9;        ///< of the largest pivot: rows below it depend on others
constexpr double kPlacesMet = 1e-11;  ///< [m, 1] a condition on places that holds
/// Beyond these many rows a rank takes longer than the run.
constexpr Eigen::Index kMostRowsForRank = 1500;

}  // namespace holon
