// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>

#include "holon/solve/multistep.h"

namespace holon::detail {

/// IDA of SUNDIALS: backward differences of orders 1 to 5 for equations that are not solved for the
/// derivatives, here for states x, the unknowns z of algebraic loops and multipliers μ of the
/// invariants together:
///
///   x' = f(t, x, z) - Hᵀ μ,   0 = r(t, x, z),   0 = h(t, x),   H = ∂h/∂x
///
/// This is the stabilised form of index 2 (C. W. Gear, G. K. Gupta, B. Leimkuhler, J. Comput. Appl.
/// Math. 12&13 (1985) 77–90) for equations whose accelerations are known (C. W. Gear, SIAM J. Sci.
/// Stat. Comput. 7 (1986) 734–743): μ is zero for the exact solution, so that H may be that of the
/// last Newton matrix. At each beginning invariants are chosen whose slopes are independent; the
/// others (redundant constraints) follow from them.
///
/// The error is estimated from x alone; z and μ are what the equations make of it.
class Ida final : public Multistep {
 public:
  Ida(Rhs& rhs, const IntegratorOptions& options);
  ~Ida() override;

  std::string_view method() const override { return "ida"; }
  double operation_count() const override;

 private:
  struct Memory;
  struct Callbacks;

  void reinitialise(double t, double first_step) override;
  std::pair<int, double> advance(double limit) override;
  void read_state(double* x) override;
  void read_state(double t, double* x) override;
  Counts read_counts() override;
  Trouble classify(int flag) override;
  double read_failed_step() override;
  const double* read_errors() override;
  void check(int flag) const override;

  void make_pattern();
  bool calc_residual(double t, const double* y, const double* slope, double* residual);
  bool calc_entries(double t, const double* y);
  void find_unknown_errors(double t, const double* y);
  void choose_invariants(double t, const double* y);
  bool calc_jacobian(double t, double per_step, const double* y);
  void calc_all_weights(const double* y, double* weights);

  const ImplicitShape shape_;
  const std::size_t unknowns_, invariants_;
  std::unique_ptr<Memory> memory_;
  std::vector<double> values_;          // f, r, h
  std::vector<double> entries_;         // of the shape's pattern
  std::vector<double> magnitude_;       // of each unknown, the largest so far
  std::vector<double> unknown_errors_;  // what its equations leave of each at the last start

  /// An entry of H, in the shape's pattern.
  struct Slope {
    std::size_t entry = 0, row = 0, column = 0;
  };
  std::vector<Slope> slopes_;
  std::vector<double> held_;   // the slopes of the last Newton matrix
  std::vector<bool> is_kept_;  // of each invariant
  // The matrix's pattern, and where what stands in it.
  Sparsity pattern_;
  std::vector<double> matrix_;
  std::vector<std::size_t> place_of_entry_, place_of_slope_, place_of_diagonal_;
};

}  // namespace holon::detail
