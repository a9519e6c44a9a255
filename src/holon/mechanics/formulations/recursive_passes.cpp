// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#include "holon/mechanics/formulations/recursive_passes.h"

#include <algorithm>

#include "holon/mechanics/kernels/traced.h"

namespace holon::detail {

RecursivePasses::RecursivePasses(const Mechanism& mechanism, const Tree& tree,
                                 const std::vector<LinkState>& states,
                                 std::vector<Interest> interests)
    : mechanism_(mechanism),
      tree_(tree),
      states_(states),
      interests_(std::move(interests)),
      count_(tree.links.size()) {
  describe();
  for (std::size_t k = 0; k < count_; ++k) {
    attitude_.push_back(calc_attitude(shapes_[k], states_[k]));
  }
  outward_.resize(count_);
  for (std::size_t k = 0; k < count_; ++k) go_outward(k);
  inward_.resize(count_);
  pivots_.resize(count_);
  for (std::size_t k = count_; k-- > 0;) go_inward(k);
}

void RecursivePasses::describe() {
  for (std::size_t k = 0; k < count_; ++k) {
    shapes_.push_back(make_shape(mechanism_, tree_.links[k], states_[k]));
    if (!interests_.empty()) shapes_.back().has_inverses = interests_[k].inverses;
  }
  find_idle_links(tree_, shapes_);
  for (const LinkShape& shape : shapes_) patterns_.emplace_back(shape);
  child_index_.assign(count_, 0);
  for (std::size_t k = 0; k < count_; ++k) {
    const Link& link = tree_.links[k];
    std::string children;
    for (std::size_t c = 0; c < link.children.size(); ++c) {
      const auto child = static_cast<std::size_t>(link.children[c]);
      child_index_[child] = static_cast<int>(c);
      children += patterns_[child].text() + ' ';
    }
    const std::string text = shapes_[k].text();
    const std::string number = ' ' + std::to_string(link.children.size());
    const std::span<const Vector3<Expr>> own =
        interests_.empty() ? std::span<const Vector3<Expr>>() : interests_[k].points;
    outward_kinds_.add(text + ' ' + std::to_string(points(k)),
                       outward_constants(tree_, link, own, mechanism_.gravity));
    inward_kinds_.add(text + ' ' + children,
                      inward_constants(tree_, link, freedom_of(mechanism_, link)));
    return_kinds_.add(text + number, return_constants(tree_, link));
  }
  outward_kinds_.classify();
  inward_kinds_.classify();
  return_kinds_.classify();
}

// What the parent hands to its child: `shared` numbers for all, then three for each.
void RecursivePasses::append_from_parent(std::size_t k,
                                         const std::vector<std::vector<Expr>>& results,
                                         std::size_t first, std::size_t shared,
                                         std::vector<Expr>& arguments) const {
  const std::vector<Expr>& parent = results[static_cast<std::size_t>(tree_.links[k].parent)];
  const std::span<const Expr> handed = std::span(parent).subspan(first);
  append(arguments, handed.first(shared));
  append(arguments, handed.subspan(shared + 3 * static_cast<std::size_t>(child_index_[k]), 3));
}

void RecursivePasses::go_outward(std::size_t k) {
  std::vector<Expr> arguments;
  if (!shapes_[k].at_rest) append_from_parent(k, outward_, 0, 6, arguments);
  append_joint(arguments, shapes_[k], states_[k], attitude_[k]);
  append(arguments, states_[k].v);
  if (shapes_[k].prescribed) append(arguments, states_[k].vdot);
  FunctionRef& function = outward_kinds_.function(k);
  if (!function) function = make_outward(shapes_[k], points(k), outward_kinds_, k);
  outward_kinds_.append_arguments(k, arguments);
  outward_[k] = call(function, arguments);
}

std::vector<Expr> RecursivePasses::bias_acceleration(std::size_t link, std::size_t point) const {
  const std::span<const Expr> all = outward_[link];
  const std::size_t at = 6 + 3 * (static_cast<std::size_t>(children(link)) + point);
  std::vector<Expr> result(all.begin() + 3, all.begin() + 6);
  append(result, all.subspan(at, 3));
  return result;
}

void RecursivePasses::go_inward(std::size_t k) {
  if (shapes_[k].is_idle) return;
  std::vector<Expr> arguments;
  append(arguments, std::span(outward_[k]).last(6));
  std::vector<BlockPattern> patterns;
  for (int c : tree_.links[k].children) {
    const auto child = static_cast<std::size_t>(c);
    const BlockPattern& pattern = patterns_[child];
    patterns.push_back(pattern);
    const auto filled =
        static_cast<std::size_t>(std::count(pattern.filled.begin(), pattern.filled.end(), true));
    if (filled == 0) continue;
    const std::size_t own = pattern.effort >= 0 ? 1 : 0;
    append(arguments, std::span(inward_[child]).first(filled - own));
    if (own) arguments.push_back(inward_[child].back());
  }
  append_joint(arguments, shapes_[k], states_[k], attitude_[k]);
  if (shapes_[k].is_straight()) append(arguments, states_[k].v);
  if (shapes_[k].has_drive) arguments.push_back(states_[k].effort);
  if (shapes_[k].has_load) append(arguments, *states_[k].load);
  FunctionRef& function = inward_kinds_.function(k);
  if (!function) function = make_inward(shapes_[k], patterns, inward_kinds_, k);
  inward_kinds_.append_arguments(k, arguments);
  inward_[k] = call(function, arguments);

  // The results end with the pivots, the inverses (where they are asked for) and the effort.
  const std::vector<std::vector<int>> kept = shapes_[k].kept_coordinates();
  const std::size_t inverses = shapes_[k].has_inverses ? kept.size() : 0;
  std::size_t size = 0;
  for (const std::vector<int>& coordinates : kept) size += 1 + coordinates.size();
  std::span<const Expr> tail = std::span(inward_[k]).last(size + inverses + 1);
  for (const std::vector<int>& coordinates : kept) {
    FreedomPivot& pivot = pivots_[k].emplace_back();
    pivot.rate = tail[0];
    pivot.weights.assign(tail.begin() + 1,
                         tail.begin() + 1 + static_cast<std::ptrdiff_t>(coordinates.size()));
    tail = tail.subspan(1 + coordinates.size());
  }
  for (std::size_t f = 0; f < inverses; ++f) pivots_[k][f].inverse = tail[f];
}

std::vector<Expr> RecursivePasses::handed_force(std::size_t link) const {
  const BlockPattern& pattern = patterns_[link];
  ArticulatedBody<Expr> block;
  const std::array<Expr*, 27> all = block.entries();
  std::size_t at = 0;
  for (std::size_t e = 0; e < all.size(); ++e) {
    if (static_cast<int>(e) == pattern.effort) {
      *all[e] = inward_[link].back();
    } else if (pattern.filled[e]) {
      *all[e] = inward_[link][at++];
    }
  }
  return list_of(block.bias.shift_back(tree_.links[link].position));
}

std::vector<Expr> RecursivePasses::run_return(std::size_t link, const std::vector<Expr>& rates,
                                              std::vector<Expr> change) {
  std::vector<Expr> results = go_back(link, rates, std::move(change));
  results.resize(rates.size());
  return results;
}

std::vector<Expr> RecursivePasses::go_back(std::size_t k, const std::vector<Expr>& rates,
                                           std::vector<Expr> arguments) {
  const LinkShape& shape = shapes_[k];
  append_joint(arguments, shape, states_[k], attitude_[k]);
  for (std::size_t f = 0; f < pivots_[k].size(); ++f) {
    arguments.push_back(rates[f]);
    append(arguments, pivots_[k][f].weights);
  }
  FunctionRef& function = return_kinds_.function(k);
  if (!function) function = make_return(shape, children(k), return_kinds_, k);
  return_kinds_.append_arguments(k, arguments);
  return call(function, arguments);
}

std::vector<std::vector<Expr>> RecursivePasses::rates() const {
  std::vector<std::vector<Expr>> all(count_);
  for (std::size_t k = 0; k < count_; ++k) {
    for (const FreedomPivot& pivot : pivots_[k]) all[k].push_back(pivot.rate);
  }
  return all;
}

std::vector<Expr> RecursivePasses::results() const {
  std::vector<Expr> all;
  for (const auto* values : {&attitude_, &outward_, &inward_}) {
    for (const std::vector<Expr>& of_link : *values) append(all, of_link);
  }
  return all;
}

std::vector<std::vector<Expr>> RecursivePasses::run_return(
    const std::vector<std::vector<Expr>>& rates) {
  std::vector<std::vector<Expr>> results(count_), vdot(count_);
  for (std::size_t k = 0; k < count_; ++k) {
    std::vector<Expr> from_parent;
    if (!shapes_[k].at_rest) {
      const auto parent = static_cast<std::size_t>(tree_.links[k].parent);
      append_from_parent(k, results, shapes_[parent].freedoms().size(), 3, from_parent);
    }
    results[k] = go_back(k, rates[k], std::move(from_parent));
    const auto freedoms = static_cast<std::ptrdiff_t>(shapes_[k].freedoms().size());
    vdot[k].assign(results[k].begin(), results[k].begin() + freedoms);
  }
  return vdot;
}

}  // namespace holon::detail
