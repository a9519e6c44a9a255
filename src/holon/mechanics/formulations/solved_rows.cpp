// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#include "holon/mechanics/formulations/solved_rows.h"

#include <algorithm>
#include <cmath>

#include "holon/mechanics/kernels/loop_kernels.h"
#include "holon/mechanics/kernels/traced.h"

namespace holon {

using detail::append;

void SolvedRows::make(
    std::vector<std::vector<bool>> kept,
    const std::function<void(ConstraintPath& path, std::size_t closure)>& complete) {
  kept_ = std::move(kept);
  detail::Kinds kinds = rows_.sort_closures(kept_);
  for (std::size_t c = 0; c < rows_.closures().size(); ++c) {
    paths_.push_back(rows_.make_path(c, kept_[c], kinds));
    ConstraintPath& path = paths_.back();
    rows_.add_carried(path, c);
    complete(path, c);
    rows_.find_inner(path, c);
    path.first_row = size_;
    size_ += path.count();
    activities_.resize(size_, rows_.closures()[c].activity().value_or(1.0));
  }
  scales_ = find_scales();
}

std::vector<double> SolvedRows::find_scales() const {
  double length = 0;
  const std::vector<Closure>& closures = rows_.closures();
  for (const Closure& closure : closures) {
    for (const Tree::BodyPlace& side : closure.sides) {
      for (const Expr& e : side.place.position) {
        if (side.link != Mechanism::kWorld && e.is_constant())
          length = std::max(length, std::abs(e.value()));
      }
    }
  }
  if (!(length > 0)) length = 1;
  // Of contacts: lengths, too, and alike at all points, whose forces share the load then.
  std::vector<bool> is_of_contact(closures.size(), false);
  for (std::size_t c = 0; c < closures.size(); ++c) {
    const EquationConstraint* equation = closures[c].equation();
    if (equation && equation->dependence)
      is_of_contact[c] = is_of_contact[equation->dependence->first] = true;
  }
  std::vector<double> scales;
  for (std::size_t c = 0; c < closures.size(); ++c) {
    const Closure& closure = closures[c];
    for (std::size_t k = 0; k < kept_[c].size(); ++k) {
      if (!kept_[c][k]) continue;
      bool turns = false;
      if (closure.line()) {
        scales.push_back(1.0 / std::sqrt(rows_.find_mean_mass()));
        continue;
      }
      if (is_of_contact[c]) {
        scales.push_back(1.0);
        continue;
      }
      if (closure.equation()) {
        std::vector<Expr> entries;
        for (const ConstraintPath::Acting& acting : rows_.all()[c].acting)
          append(entries, acting.wrenches[k]);
        for (const auto& [link, efforts] : rows_.all()[c].own_efforts)
          for (const std::vector<Expr>& by_row : efforts) entries.push_back(by_row[k]);
        scales.push_back(detail::find_row_scale(entries));
        continue;
      }
      if (closure.joint()) {
        const JointType type = closure.joint()->joint.type;
        const auto holding = static_cast<std::size_t>(detail::cut_row_count(type));
        const std::vector<int> driven = closure.shape().driven;
        turns =
            k < holding
                ? detail::cut_row_turns(type, static_cast<int>(k))
                : joint_info(type).freedoms[static_cast<std::size_t>(driven[k - holding])].turns;
      }
      scales.push_back(turns ? length : 1.0);
    }
  }
  return scales;
}

SolvedRows::Dependences SolvedRows::find_dependences() const {
  Dependences dependences;
  for (std::size_t c = 0; c < paths_.size(); ++c) {
    const EquationConstraint* equation = rows_.closures()[c].equation();
    if (!equation || !equation->dependence || paths_[c].count() == 0) continue;
    const auto& [other, factor] = *equation->dependence;
    if (paths_[other].count() > 0)
      dependences[paths_[c].first_row] = {paths_[other].first_row, factor};
  }
  return dependences;
}

std::vector<std::vector<Expr>> SolvedRows::calc_part_changes(
    const std::vector<Expr>& lambda) const {
  std::vector<std::vector<Expr>> changes;
  for (const PartResponse& part : rows_.parts()) changes.emplace_back(part.rates.size(), 0.0);
  for (const ConstraintPath& path : paths_) {
    for (const ConstraintPath::Inner& inner : path.inner) {
      for (std::size_t k = 0; k < path.count(); ++k) {
        std::vector<Expr>& own = changes[inner.part];
        for (std::size_t a = 0; a < own.size(); ++a)
          own[a] += inner.accelerations[k][a] * lambda[path.first_row + k];
      }
    }
  }
  return changes;
}

std::vector<Expr> solve_multipliers(std::vector<Expr> matrix, std::vector<Expr> right_side,
                                    const std::vector<Expr>& activities,
                                    const std::vector<double>& scale,
                                    const SolvedRows::Dependences& dependences) {
  const std::size_t size = right_side.size();
  for (std::size_t i = 0; i < size; ++i) {
    right_side[i] *= scale[i] * activities[i];
    for (std::size_t j = 0; j < size; ++j) {
      matrix[i * size + j] *= scale[i] * scale[j];
      if (i == j) continue;
      const Expr column = dependences.contains(j) ? Expr(1.0) : activities[j];
      matrix[i * size + j] *= activities[i] * column;
    }
  }
  for (const auto& [i, on] : dependences) {
    const auto& [j, factor] = on;
    matrix[i * size + j] -=
        (1.0 - activities[i]) * matrix[i * size + i] * factor * (scale[j] / scale[i]);
  }
  std::vector<Expr> lambda =
      holon::solve(matrix, right_side,
                   dependences.empty() ? MatrixKind::semidefinite : MatrixKind::minimum_norm);
  for (std::size_t i = 0; i < size; ++i) lambda[i] *= scale[i];
  return lambda;
}

}  // namespace holon
