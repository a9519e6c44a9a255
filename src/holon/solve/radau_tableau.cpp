// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#include "holon/solve/radau_tableau.h"

#include <cstddef>

#include "holon/expr/graph/scalar.h"

namespace holon::detail {
namespace {

constexpr double kSqrt6 = 2.449489742783178098197;

// c_i are the roots of the derivative of order s - 1 of x^(s-1) (x - 1)^s. The column of T for an
// eigenvalue μ of A⁻¹ holds the values at c_i of the polynomial v with v' - μ v = const Π (x - c_i)
// and v(0) = 0.
constexpr RadauTableau kThreeStages{
    3,
    {(4 - kSqrt6) / 10, (4 + kSqrt6) / 10, 1},
    3.63783425274449573220842,
    {{{2.68108287362775213389579, 3.05043019924741056942638}, {}}},
    {{9.1232394870892942792e-02, -0.14125529502095420843, -3.0029194105147424492e-02},
     {0.24171793270710701896, 0.20412935229379993199, 0.38294211275726193779},
     {0.96604818261509293619, 1, 0}},
    {{4.3255798900631553510, 0.33919925181580986954, 0.54177053993587487119},
     {-4.1787185915519047273, -0.32768282076106238708, 0.47662355450055045196},
     {-0.50287263494578687595, 2.5719269498556054292, -0.59603920482822492497}},
    {-(13 + 7 * kSqrt6) / 3, (-13 + 7 * kSqrt6) / 3, -1.0 / 3},
    0.55722718562955,
    {-0.1, 0.45, -0.6, 0.25}};

constexpr RadauTableau kFiveStages{
    5,
    {0.0571041961145176821931, 0.276843013638123827680, 0.583590432368916820057,
     0.860240135656219447848, 1},
    6.28670475172927664517,
    {{{5.70095329867178941917, 3.21026560030854988843},
      {3.65569432546357225824, 6.54373689936007729402}}},
    {{0.0135768673449479432477, -0.0114785152552295147079, -0.0140198588928754102811,
      -0.0102420478179088270701, 0.0476738772902957238632},
     {0.00161790040171908747644, -0.00766883074918016288516, 0.0247085784265185268125,
      0.0501728645173710581630, -0.0943318191816114369807},
     {0.0791578533474472076449, 0.0193984639988289509112, 0.0818003537037511708364,
      -0.230539534043417946721, 0.102703045380125899792},
     {0.412256082680461451979, 0.407601171280199066622, 0.199682427886802525937,
      0.377893902248861249544, 0.466744130332494359290},
     {1, 1, 0, 1, 0}},
    {{27.6976937756840884092, 12.7833379113044060150, 3.20848938671342985980,
      -0.951490412248916221272, 0.741550496025989603354},
     {-33.0418802135190000081, -17.3769534790635670195, -0.172129063254005561152,
      -0.0991697779825426425882, 0.531228115838306667185},
     {-8.61144397987529197770, 9.69999140952880823134, 1.91472863969687428485,
      2.41869200608494002643, -1.04746348793533741869},
     {5.34418643783491159890, 4.59361556775916100445, -3.03636032345942429865,
      1.05066019023145886386, -0.272778611864296270539},
     {3.74805980743980486005, -3.98496573634388466725, -1.04441564160801879294,
      1.18409856813794848723, -0.449917770156780368899}},
    {-27.7809339440646373048, 3.64147849804921315271, -1.25254772116911872049,
     0.592003167184542872566, -0.2},
    0.232665752890240616478,
    {-1.0 / 126, 25.0 / 252, -25.0 / 63, 25.0 / 36, -5.0 / 9, 1.0 / 6}};

}  // namespace

const RadauTableau& radau_tableau(int stages) { return stages == 3 ? kThreeStages : kFiveStages; }

double RadauTableau::middle_share() const {
  double above = 1, below = 1;
  for (std::size_t i = 0; i < static_cast<std::size_t>(stages); ++i) {
    above *= c[i];
    below *= theta - c[i];
  }
  return above / below;
}

RadauTableau::Weights RadauTableau::calc_weights(double x) const {
  const auto s = static_cast<std::size_t>(stages);
  Weights weights{};
  for (std::size_t i = 0; i < s; ++i) {
    double above = x, below = c[i];
    for (std::size_t k = 1; k < s; ++k) {
      const double other = c[(i + k) % s];
      above *= x - other;
      below *= c[i] - other;
    }
    weights[i] = above / below;
  }
  return weights;
}

RadauTableau::Weights RadauTableau::calc_slope_weights(double x) const {
  const auto s = static_cast<std::size_t>(stages);
  Weights weights{};
  for (std::size_t i = 0; i < s; ++i) {
    double below = c[i], sum = 0;
    for (std::size_t k = 1; k < s; ++k) below *= c[i] - c[(i + k) % s];
    for (std::size_t m = 0; m < s; ++m) {
      const std::size_t left_out = (s - m) % s;
      double product = left_out > 0 ? x : 1;
      for (std::size_t k = 1; k < s; ++k)
        if (k != left_out) product *= x - c[(i + k) % s];
      sum += product;
    }
    weights[i] = sum / below;
  }
  return weights;
}

double RadauTableau::calc_integral(double x) const {
  double sum = 0;
  for (int k = stages; k >= 0; --k) sum = x * (sum + integral[static_cast<std::size_t>(k)]);
  return sum;
}

double RadauTableau::calc_middle_slope(double x) const {
  double product = 1;
  for (std::size_t i = 0; i < static_cast<std::size_t>(stages); ++i) product *= x - c[i];
  return product / calc_integral(theta);
}

double RadauTableau::lower_order(double error) const {
  return runtime_pow(error, (stages + 1.0) / (stages + 2.0));
}

LowerOrder compare_orders(const RadauTableau& step, const RadauTableau& lower) {
  const auto s = static_cast<std::size_t>(lower.stages);
  std::array<double, RadauTableau::kMostStages + 2> nodes{0, lower.theta};
  for (std::size_t i = 0; i < s; ++i) nodes[i + 2] = lower.c[i];
  // The leading coefficient of K is 1 / ((s + 1) ∫₀^θ Π (σ - c_i) dσ).
  const double of_middle = (lower.stages + 1) * lower.calc_integral(lower.theta);
  double of_error = lower.theta;
  for (std::size_t i = 0; i < s; ++i) of_error *= lower.c[i];
  LowerOrder result{};
  for (std::size_t j = 0; j < s + 2; ++j) {
    double product = 1;
    for (std::size_t k = 0; k < s + 2; ++k)
      if (k != j) product *= nodes[j] - nodes[k];
    const RadauTableau::Weights values = step.calc_weights(nodes[j]);
    const RadauTableau::Weights slopes = step.calc_slope_weights(nodes[j]);
    for (std::size_t i = 0; i < static_cast<std::size_t>(step.stages); ++i) {
      result.middle[i] += of_middle / product * values[i];
      result.error[i] += of_error / product * slopes[i];
    }
    result.middle_share += of_middle / product * step.calc_middle_weight(nodes[j]);
    result.error_share += of_error / product * step.calc_middle_slope(nodes[j]);
  }
  return result;
}

}  // namespace holon::detail
