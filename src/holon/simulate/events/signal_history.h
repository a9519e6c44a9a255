// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <deque>
#include <map>
#include <vector>

#include "holon/base/archive.h"
#include "holon/simulate/rhs/system_rhs.h"
#include "holon/solve/integrator.h"
#include "holon/system/delays.h"

namespace holon {

/// What the delayed signals of a System have been in a run: polynomials, one for each step. And the
/// instants at which steps must end, because a jump or a corner of a signal comes out of a delay
/// there. docs/design/signals.md.
class SignalHistory : public InputSource {
 public:
  /// The system must outlive this.
  SignalHistory(const System& system, const SystemPrograms& programs,
                const std::vector<double>& parameters);
  /// From now on; what is kept of the past stays.
  void set_parameters(const std::vector<double>& values);

  bool is_empty() const { return delays_.empty(); }
  /// Begins at t and x (nx), d (nd) and modes (nm); nullptr where they are not known yet.
  void start(double t, const double* x, const double* d, const double* modes);
  /// How far a step from t may go [s].
  double limit(double t) const;
  /// The next step goes from t, at most to `limit`: which side of a jump it sees.
  void begin_step(double t, double limit);
  /// Whether a delayed signal jumps at t, where a step has ended.
  bool jumps_at(double t) const;
  /// Keeps the integrator's last step up to `to`, where signals may have a corner of their own.
  /// True where delayed signals have one there, which a method that remembers its steps must not
  /// look across.
  bool keep_step(Integrator& integrator, double to, bool has_corner);
  /// Discrete states (nd) from now on, which have changed without a jump: guesses of roots.
  void set_discrete(const double* d);
  /// At t something has happened, which may have set x, d and modes.
  void pass(double t, const double* x, const double* d, const double* modes);

  /// All that it knows, for a checkpoint; after reading it goes on with these discrete states and
  /// modes.
  void archive(Archive& a);
  void go_on(const double* d, const double* modes);
  /// Refuses what has been read where it is not the history of a run up to t.
  void check(const Archive& a, double t) const;

  /// The delayed signals at t (nu).
  void read(double t, double* u) const override;

 private:
  static constexpr int kNodes = 8;  // of a polynomial, Chebyshev's
  struct Piece {
    double from = 0, to = 0;     ///< [s]
    std::vector<double> values;  ///< (nu x kNodes) by signal
  };
  struct Data {
    double start = 0;             ///< [s]
    std::vector<double> x, d, m;  ///< states, discrete states and modes there
    std::vector<double> signals;  ///< (nu) there
    std::vector<double> delayed;  ///< (nu) there
    std::deque<Piece> pieces;
    /// Instants to come -> how often signals may be differentiated there: 0 is a jump, 1 a corner.
    std::map<double, int> breaks;
  };

  double read(std::size_t k, double s, double from, double to) const;
  double read_before(std::size_t k, double s) const;
  const double* calc(double t, const double* x) const;
  void add_break(double t, int order);
  void forget(double t);

  const System& system_;
  const std::vector<SystemDelay> delays_;
  Program program_;
  mutable SystemInputs inputs_, before_;
  mutable Workspace workspace_;
  mutable std::vector<double> out_;
  std::vector<double> x_;
  std::array<double, kNodes> nodes_{};  // from 0 to 1
  double from_ = 0, to_ = 0;            // of the step
  double longest_ = 0;                  // [s] of the delays
  Data data_;
};

}  // namespace holon
