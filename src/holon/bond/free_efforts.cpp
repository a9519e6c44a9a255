// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0

// A change of efforts that leaves all flows and all laws as they are, by bond:
//
//   sources of effort, storage, resistances, ports   δe = 0
//   sources of flow                                  δe free
//   0-junctions                                      δe equal
//   1-junctions                                      Σ ± δe = 0
//   transformers                                     δe₁ = n δe₂
//   gyrators, since flows do not change              δe = 0
//
// Bonds that are zero one after the other are left out; what remains is looked at by its rank.
#include "holon/bond/free_efforts.h"

#include <Eigen/Core>
#include <algorithm>

#include "holon/base/matrices.h"
#include "holon/base/names.h"
#include "holon/bond/causality.h"

namespace holon::detail {

namespace {

using Kind = PowerGraph::Kind;
using Element = PowerGraph::Element;

constexpr Eigen::Index kMostBonds = 400;  // beyond them the rank takes too long
constexpr double kNothing = 1e-9;         // of a change of 1
constexpr std::size_t kMostNodes = 6;

class FreeEfforts {
 public:
  explicit FreeEfforts(const PowerGraph& graph)
      : graph_(graph), ends_(find_ends(graph)), is_zero_(graph.bonds().size(), false) {}

  /// The 0-junctions.
  std::vector<int> find() {
    while (pass()) {
    }
    std::vector<std::size_t> open;
    for (std::size_t b = 0; b < is_zero_.size(); ++b)
      if (!is_zero_[b]) open.push_back(b);
    const auto n = static_cast<Eigen::Index>(open.size());
    if (n == 0 || n > kMostBonds) return {};
    std::vector<Eigen::Index> column(is_zero_.size(), -1);
    for (Eigen::Index k = 0; k < n; ++k) column[open[static_cast<std::size_t>(k)]] = k;
    const Eigen::MatrixXd rows = make_rows(column, n);
    // In space of columns: the rows' left null space of the transpose.
    const PivotedQr qr(rows.transpose());
    const Eigen::Index rank = rows.rows() == 0 ? 0 : qr.rank(kNothing);
    if (rank == n) return {};
    const Eigen::MatrixXd changes = qr.Q().rightCols(n - rank);
    std::vector<int> nodes;
    for (std::size_t k = 0; k < graph_.elements().size(); ++k) {
      const bool is_free = std::any_of(ends_[k].begin(), ends_[k].end(), [&](const BondEnd& end) {
        const Eigen::Index at = column[static_cast<std::size_t>(end.bond)];
        return at >= 0 && changes.row(at).cwiseAbs().maxCoeff() > kNothing;
      });
      if (graph_.elements()[k].kind == Kind::zero && is_free) nodes.push_back(static_cast<int>(k));
    }
    return nodes;
  }

 private:
  bool is_fixed(const Element& e, std::size_t ends) const {
    if (e.is_junction() || e.kind == Kind::Sf) return false;
    return e.kind != Kind::TF || ends != 2 || e.values.size() != 1;
  }

  /// Marks what is zero by one element; true where something was new.
  bool pass() {
    bool any = false;
    for (std::size_t k = 0; k < ends_.size(); ++k) {
      const Element& e = graph_.elements()[k];
      const auto zeros = std::count_if(ends_[k].begin(), ends_[k].end(), [&](const BondEnd& end) {
        return end.bond < 0 || is_zero_[static_cast<std::size_t>(end.bond)];
      });
      const auto count = static_cast<std::ptrdiff_t>(ends_[k].size());
      const bool all_follow = is_fixed(e, ends_[k].size()) ||
                              ((e.kind == Kind::zero || e.kind == Kind::TF) && zeros > 0) ||
                              (e.kind == Kind::one && zeros >= count - 1);
      if (!all_follow || zeros == count) continue;
      any = true;
      for (const BondEnd& end : ends_[k])
        if (end.bond >= 0) is_zero_[static_cast<std::size_t>(end.bond)] = true;
    }
    return any;
  }

  /// Of what junctions and transformers say of the open bonds.
  Eigen::MatrixXd make_rows(const std::vector<Eigen::Index>& column, Eigen::Index n) const {
    std::vector<Eigen::VectorXd> rows;
    const auto at = [&](const BondEnd& end) {
      return end.bond < 0 ? -1 : column[static_cast<std::size_t>(end.bond)];
    };
    for (std::size_t k = 0; k < ends_.size(); ++k) {
      const Element& e = graph_.elements()[k];
      std::vector<BondEnd> open;
      for (const BondEnd& end : ends_[k])
        if (at(end) >= 0) open.push_back(end);
      if (open.empty()) continue;
      if (e.kind == Kind::one) {
        Eigen::VectorXd& row = rows.emplace_back(Eigen::VectorXd::Zero(n));
        for (const BondEnd& end : open) row[at(end)] += end.sign();
      } else if (e.kind == Kind::zero) {
        for (std::size_t i = 1; i < open.size(); ++i) {
          Eigen::VectorXd& row = rows.emplace_back(Eigen::VectorXd::Zero(n));
          row[at(open[0])] += 1;
          row[at(open[i])] -= 1;
        }
      } else if (e.kind == Kind::TF && open.size() == 2) {
        const Expr ratio = e.values[0];
        Eigen::VectorXd& row = rows.emplace_back(Eigen::VectorXd::Zero(n));
        row[at(open[0])] += 1;
        row[at(open[1])] -=
            ratio.is_constant() ? ratio.value() : 1 / (2.0 + static_cast<double>(k));
      }
    }
    Eigen::MatrixXd all(static_cast<Eigen::Index>(rows.size()), n);
    for (std::size_t k = 0; k < rows.size(); ++k)
      all.row(static_cast<Eigen::Index>(k)) = rows[k].transpose();
    return all;
  }

  const PowerGraph& graph_;
  const std::vector<std::vector<BondEnd>> ends_;
  std::vector<bool> is_zero_;
};

}  // namespace

bool check_efforts(const PowerGraph& graph) {
  const std::vector<int> nodes = FreeEfforts(graph).find();
  if (nodes.empty()) return true;
  std::vector<std::string> names;
  for (const int k : nodes) names.push_back(graph.elements()[static_cast<std::size_t>(k)].name);
  const auto first = std::find_if(nodes.begin(), nodes.end(), [&](int k) {
    return static_cast<bool>(graph.elements()[static_cast<std::size_t>(k)].report);
  });
  if (first == nodes.end()) return true;
  const Element& e = graph.elements()[static_cast<std::size_t>(*first)];
  e.report(e.path,
           "nothing determines the reference of the effort" +
               std::string(names.size() == 1 ? "" : "s") + " at " +
               quote_list(names, "and", kMostNodes) + ": the circuit has no ground",
           "bond a source {Se: 0} to one of these junctions, or leave one out: its effort is zero "
           "then");
  return false;
}

}  // namespace holon::detail
