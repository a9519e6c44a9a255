// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "holon/expr/program/program.h"
#include "holon/system/system.h"

namespace holon {

/// Modes that agree with their indicators where these depend on the modes themselves, as in
/// algebraic loops with diodes: the indicators are then piecewise functions of which each set of
/// modes is one piece.
///
/// The piece of the solution is found by, in this order,
/// - fixed-point iteration, in which indicators within rounding error of zero agree with either
///   mode: at the kink of a continuous law both pieces hold, and rounding may refute both;
/// - where a point is known at which the held modes agree (before a jump), the path of the solution
///   from there: inputs are led along a straight line, and where an indicator first changes its
///   sign its mode switches (J. Katzenelson, Bell Syst. Tech. J. 44 (1965) 1605);
/// - pivoting on the mode of least index that disagrees, which ends for piecewise-linear circuits
/// of
///   passive elements (K. G. Murty, Linear Algebra Appl. 8 (1974) 209);
/// - all sets of modes in the order of their distance from the held ones, a bounded number.
class ModeSearch {
 public:
  /// Both must outlive this.
  ModeSearch(const System& system, const Program& indicators);

  /// Whether the ideal elements of circuits have a solution at these inputs (t, x, u, p, d, m).
  bool is_solvable(const double* in);
  /// `held`: the modes (nm) so far. `from`: inputs with other values at which they agree, or null.
  /// Puts the modes in place at the end of `in`; false where none are found, which leaves `in` as
  /// it is. The held ones do not agree, if only by rounding error just behind a switch, and are
  /// never what is found.
  bool run(double* in, const std::vector<double>& held, const double* from);
  /// Of the last inputs that were not solvable: the elements, "'a.S1' and 'a.S2'"; else empty.
  const std::string& contradiction() const { return contradiction_; }

 private:
  using Modes = std::vector<double>;
  void find_involved();
  void calc_indicators(const Modes& modes);
  void add_tolerances(const Modes& modes, double relative_change);
  void find_tolerances(const Modes& held, double relative_change);
  bool agrees(std::size_t k, const Modes& modes) const;
  bool agrees(const Modes& modes);
  bool settle_others(Modes& modes);
  bool accept(Modes& modes);
  bool iterate(Modes& modes);
  bool follow_path(Modes& modes, const double* from);
  bool pivot(Modes& modes);
  bool search(Modes& modes, int most_changes, int most_tries);
  bool search_changes(Modes& modes, std::size_t from, int changes, int& tries);

  const System& system_;
  const Program& indicators_;
  std::unique_ptr<Program> checks_;
  Workspace workspace_;
  const std::size_t count_, modes_at_;
  std::vector<std::size_t> involved_;  // modes that depend on themselves, perhaps through others
  bool knows_involved_ = false;
  std::vector<double> in_, target_, values_, tolerances_, check_values_;
  std::string contradiction_;
};

}  // namespace holon
