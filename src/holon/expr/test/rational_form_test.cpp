// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#include "holon/expr/print/rational_form.h"

#include <gtest/gtest.h>

#include "holon/expr/graph/closed_form.h"
#include "holon/expr/graph/graph.h"
#include "holon/expr/print/trig_print.h"

namespace holon {
namespace {

class RationalForm : public testing::Test {
 protected:
  std::string write(Expr e) {
    TrigSums sums(graph_);
    RationalForms forms(sums);
    TrigPrinter printer(
        sums,
        {Notation::text,
         [](Expr x) { return x.op() == Op::symbol ? std::string(x.symbol_name()) : std::string(); },
         [](Expr) { return true; }});
    return print(forms.of(e), printer, Notation::text);
  }
  Graph graph_;
  Expr a_ = graph_.symbol("a"), b_ = graph_.symbol("b"), c_ = graph_.symbol("c");
};

TEST_F(RationalForm, QuotientsOfQuotientsAreOne) {
  EXPECT_EQ(write(1.0 / (1.0 / a_ + 1.0 / b_)), "a*b/(a + b)");
  EXPECT_EQ(write(1.0 - a_ / (a_ + b_)), "b/(a + b)");
  EXPECT_EQ(write(-(a_ / b_)), "-a/b");
}

TEST_F(RationalForm, FactorsThatDivideAreTakenOut) {
  EXPECT_EQ(write((a_ * a_ - b_ * b_) / (a_ - b_)), "a + b");
  EXPECT_EQ(write(a_ / (a_ + b_) + b_ / (a_ + b_)), "1");
  EXPECT_EQ(write(c_ / (a_ + b_) * (a_ * a_ + 2.0 * a_ * b_ + b_ * b_)), "(a + b)*c");
}

TEST_F(RationalForm, DivisionsWithARestStayAsTheyAre) {
  // Not the series of 1/(1 + x).
  EXPECT_EQ(write(b_ / (1.0 + a_ * a_)), "b/(1 + a^2)");
  EXPECT_EQ(write(b_ / (1.0 + a_ * a_) + b_ / (1.0 + a_ * a_)), "2*b/(1 + a^2)");
}

TEST_F(RationalForm, EliminationLeavesDeterminants) {
  // c/(a - b²/c), of [a b; b c]: c²/(a c - b²).
  EXPECT_EQ(write(1.0 / (a_ - b_ * b_ / c_)), "c/(a*c - b^2)");
}

TEST_F(RationalForm, SmallSystemsAreQuotientsOfDeterminants) {
  const std::vector<Expr> matrix{a_, b_, 1.0, c_}, right{1.0, 0.0};
  const std::vector<Expr> x = expand_solves(solve(matrix, right));
  EXPECT_EQ(write(x[0]), "c/(a*c - b)");
  EXPECT_EQ(write(x[1]), "-1/(a*c - b)");
}

}  // namespace
}  // namespace holon
