// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#include "holon/mechanics/formulations/base_paths.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <set>

#include "holon/expr/graph/traverse.h"
#include "holon/mechanics/kernels/loop_kernels.h"
#include "holon/mechanics/kernels/traced.h"
#include "holon/mechanics/tree/trial.h"

namespace holon {

using detail::append;
using detail::evaluate_somewhere;

namespace {

/// [m] The longest of the lengths in links and joints; at least 1.
double find_reach(const Tree& tree, const std::vector<Closure>& closures) {
  double reach = 1;
  const auto add = [&](const Vector3<Expr>& position) {
    for (const Expr& e : position)
      if (e.is_constant()) reach = std::max(reach, std::abs(e.value()));
  };
  for (const Link& link : tree.links) add(link.position);
  for (const Closure& closure : closures)
    for (const Tree::BodyPlace& side : closure.sides) add(side.place.position);
  return reach;
}

bool has_branches(Expr e) {
  if (e.is_constant()) return false;
  const Graph& graph = *e.graph();
  for (const std::uint32_t node : detail::find_reachable(graph, std::span(&e, 1))) {
    const Op op = graph.node(node).op;
    if (op == Op::select || op == Op::relation || op == Op::min || op == Op::max || op == Op::abs)
      return true;
  }
  return false;
}

}  // namespace

double detail::find_row_scale(const std::vector<Expr>& entries) {
  constexpr int kRounds = 3;
  constexpr int kNear = 16;  // powers of two: squares of rows stay well above what counts as zero
  double largest = 0, smallest = std::numeric_limits<double>::infinity();
  for (int round = 0; round < kRounds; ++round) {
    double here = 0;
    for (const double v : evaluate_somewhere(entries, round))
      if (std::isfinite(v)) here = std::max(here, std::abs(v));
    largest = std::max(largest, here);
    smallest = std::min(smallest, here);
  }
  // Slopes that vary by orders of magnitude (an exponential) have no scale that holds everywhere.
  if (!(largest > 0) || !(smallest > std::ldexp(largest, -kNear))) return 1;
  const int exponent = std::ilogb(largest);
  return std::abs(exponent) <= kNear ? 1.0 : std::ldexp(1.0, -exponent);
}

/// A frame that is driven in a body is as much a part of it as a rotor.
bool BasePaths::ends_at(int link) const {
  const Link& own = rows_.tree().links[static_cast<std::size_t>(link)];
  return end_ == End::bodies && !is_carried(own);
}

BasePaths::BasePaths(ConstraintRows& rows, End end) : rows_(rows), end_(end) {
  const std::vector<Link>& links = rows.tree().links;
  for (std::size_t k = 0; k < links.size(); ++k)
    step_kinds_.add(rows.passes().shapes()[k].text(), detail::wrench_step_constants(links[k]));
  step_kinds_.classify();
}

BasePaths::Path BasePaths::propagate_to_base(const ConstraintPath& path) {
  const detail::RecursivePasses& passes = rows_.passes();
  const Tree& tree = rows_.tree();
  Path base;
  // By link, from the farthest on: by row.
  std::map<int, std::vector<std::vector<Expr>>, std::greater<>> lacking;
  const auto lacking_of = [&](int link) -> std::vector<std::vector<Expr>>& {
    std::vector<std::vector<Expr>>& rows = lacking[link];
    if (rows.empty()) rows.assign(path.count(), std::vector<Expr>(6, 0.0));
    return rows;
  };
  for (const ConstraintPath::Acting& acting : path.acting) {
    if (ends_at(acting.link)) continue;
    std::vector<std::vector<Expr>>& rows = lacking_of(acting.link);
    for (std::size_t k = 0; k < path.count(); ++k) {
      for (std::size_t i = 0; i < 6; ++i) rows[k][i] -= acting.wrenches[k][i];
    }
  }
  for (const auto& [link, efforts] : path.own_efforts)
    if (!ends_at(link)) lacking_of(link);
  while (!lacking.empty() && path.count() > 0) {
    const int link = lacking.begin()->first;
    const std::vector<std::vector<Expr>> rows = std::move(lacking.begin()->second);
    lacking.erase(lacking.begin());
    if (ends_at(link)) {
      base.left[link] = rows;
      continue;
    }
    const auto at = static_cast<std::size_t>(link);
    const detail::LinkShape& shape = passes.shapes()[at];
    const std::size_t freedoms = passes.pivots(at).size();
    const auto own = path.own_efforts.find(link);
    const bool has_efforts = own != path.own_efforts.end();
    const bool goes_on = !shape.at_rest && (has_efforts || detail::hands_on(shape));
    if (freedoms > 0) {
      base.links.push_back(link);
      base.efforts[link].assign(freedoms, {});
    }
    if (freedoms == 0 && !goes_on) continue;
    FunctionRef& function =
        has_efforts ? functions_with_efforts_[step_kinds_.kind_of(at)] : step_kinds_.function(at);
    if (!function) function = detail::make_wrench_step(shape, has_efforts, step_kinds_, at);
    for (std::size_t k = 0; k < rows.size(); ++k) {
      std::vector<Expr> arguments = rows[k];
      for (std::size_t f = 0; has_efforts && f < freedoms; ++f) {
        arguments.push_back(own->second[f][k]);
      }
      for (const detail::FreedomPivot& pivot : passes.pivots(at)) {
        append(arguments, pivot.weights);
      }
      detail::append_joint(arguments, shape, rows_.states()[at], passes.attitude(at));
      step_kinds_.append_arguments(at, arguments);
      const std::vector<Expr> results = call(function, arguments);
      for (std::size_t f = 0; f < freedoms; ++f) base.efforts[link][f].push_back(results[f]);
      if (!goes_on) continue;
      std::vector<Expr>& sum = lacking_of(tree.links[at].parent)[k];
      for (std::size_t i = 0; i < 6; ++i) sum[i] += results[freedoms + i];
    }
  }
  std::reverse(base.links.begin(), base.links.end());
  return base;
}

/// Each row is measured by its own wrenches and by the lengths in the machine; that of an equation,
/// whose slope may be of any size, by its own wrenches and efforts alone. A formula may be flat
/// where it is tried and steep elsewhere (branches, tables): where all of it is zero, it stays.
std::vector<std::vector<bool>> BasePaths::find_needed_rows() {
  const std::vector<Closure>& closures = rows_.closures();
  std::vector<std::vector<bool>> kept;
  std::vector<Expr> efforts, wrenches;
  using Place = std::pair<std::size_t, std::size_t>;  // closure, row
  std::vector<Place> asks, sizes;                     // of each effort and wrench
  std::set<Place> varies;                             // rows with an effort that is no constant 0
  for (std::size_t c = 0; c < closures.size(); ++c) {
    const ConstraintPath& path = rows_.all()[c];
    const Path base = propagate_to_base(path);
    const CutJoint* joint = closures[c].joint();
    const bool is_known = joint && !joint->needed.empty();
    kept.emplace_back(is_known ? joint->needed
                               : std::vector<bool>(path.count(), closures[c].is_compliant()));
    if (is_known) continue;
    if (rows_.acts_on_parts(path, c)) {
      kept.back().assign(path.count(), true);
      continue;
    }
    const EquationConstraint* equation = closures[c].equation();
    const bool branches = equation && has_branches(equation->formula());
    for (const ConstraintPath::Acting& acting : path.acting) {
      for (std::size_t k = 0; k < acting.wrenches.size(); ++k) {
        append(wrenches, acting.wrenches[k]);
        sizes.insert(sizes.end(), acting.wrenches[k].size(), {c, k});
      }
    }
    for (const auto& [link, by_freedom] : base.efforts) {
      for (const std::vector<Expr>& by_row : by_freedom) {
        for (std::size_t k = 0; k < by_row.size(); ++k) {
          if (!by_row[k].is_constant(0.0)) {
            varies.insert({c, k});
            if (branches) kept[c][k] = true;
          }
          efforts.push_back(by_row[k]);
          asks.emplace_back(c, k);
        }
      }
    }
  }
  constexpr int kRounds = 3;
  constexpr double kNothing = 1e-12;  // rounding, of what a row's wrenches make over these lengths
  const double reach = find_reach(rows_.tree(), closures);
  std::vector<Expr> all = efforts;
  append(all, wrenches);
  for (int round = 0; round < kRounds; ++round) {
    const std::vector<double> values = evaluate_somewhere(all, round);
    std::map<Place, double> largest;
    for (const Place& place : asks) largest[place] = closures[place.first].equation() ? 0.0 : 1.0;
    const auto widen = [&](const Place& place, double value) {
      const double v = std::abs(value);
      if (std::isfinite(v)) largest[place] = std::max(largest[place], v);
    };
    for (std::size_t at = 0; at < sizes.size(); ++at) widen(sizes[at], values[efforts.size() + at]);
    for (std::size_t at = 0; at < asks.size(); ++at)
      if (closures[asks[at].first].equation()) widen(asks[at], values[at]);
    for (const Place& place : varies)
      if (largest[place] == 0) kept[place.first][place.second] = true;
    // A value that is not finite says nothing, and the row stays.
    for (std::size_t at = 0; at < asks.size(); ++at) {
      const auto [c, k] = asks[at];
      if (!(std::abs(values[at]) <= kNothing * reach * largest[asks[at]])) kept[c][k] = true;
    }
  }
  return kept;
}

}  // namespace holon
