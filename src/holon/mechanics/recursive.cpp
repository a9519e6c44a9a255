// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#include "holon/mechanics/recursive.h"

#include <algorithm>

#include "holon/base/errors.h"
#include "holon/mechanics/kinds.h"
#include "holon/mechanics/recursive_kernels.h"
#include "holon/mechanics/traced.h"

namespace holon {

namespace {

using detail::BlockPattern;
using detail::freedom_of;
using detail::Kinds;
using detail::LinkShape;

class Recursive {
 public:
  Recursive(const Mechanism& mechanism, const Tree& tree, const std::vector<LinkState>& states)
      : mechanism_(mechanism), tree_(tree), states_(states), count_(tree.links.size()) {}

  std::vector<std::vector<Expr>> run() {
    describe();
    for (std::size_t k = 0; k < count_; ++k) {
      attitude_.push_back(detail::calc_attitude(shapes_[k], states_[k]));
    }
    outward_.resize(count_);
    for (std::size_t k = 0; k < count_; ++k) go_outward(k);
    inward_.resize(count_);
    for (std::size_t k = count_; k-- > 0;) go_inward(k);
    return_.resize(count_);
    std::vector<std::vector<Expr>> vdot(count_);
    for (std::size_t k = 0; k < count_; ++k) {
      return_[k] = go_back(k);
      const auto freedoms = static_cast<std::ptrdiff_t>(shapes_[k].freedoms().size());
      vdot[k].assign(return_[k].begin(), return_[k].begin() + freedoms);
    }
    return vdot;
  }

 private:
  void describe() {
    for (std::size_t k = 0; k < count_; ++k) {
      shapes_.push_back(detail::make_shape(mechanism_, tree_.links[k], states_[k]));
      patterns_.emplace_back(shapes_.back());
    }
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
      outward_kinds_.add(text + number, detail::outward_constants(tree_, link, mechanism_.gravity));
      inward_kinds_.add(text + ' ' + children,
                        detail::inward_constants(tree_, link, freedom_of(mechanism_, link)));
      return_kinds_.add(text + number, detail::return_constants(tree_, link));
    }
    outward_kinds_.classify();
    inward_kinds_.classify();
    return_kinds_.classify();
  }

  int children(std::size_t k) const { return static_cast<int>(tree_.links[k].children.size()); }

  static void append(std::vector<Expr>& arguments, std::span<const Expr> more) {
    arguments.insert(arguments.end(), more.begin(), more.end());
  }

  /// What the parent hands to its child: `shared` numbers for all, then three for each.
  void append_from_parent(std::size_t k, const std::vector<std::vector<Expr>>& results,
                          std::size_t first, std::size_t shared,
                          std::vector<Expr>& arguments) const {
    const std::vector<Expr>& parent = results[static_cast<std::size_t>(tree_.links[k].parent)];
    const std::span<const Expr> handed = std::span(parent).subspan(first);
    append(arguments, handed.first(shared));
    append(arguments, handed.subspan(shared + 3 * static_cast<std::size_t>(child_index_[k]), 3));
  }

  void go_outward(std::size_t k) {
    std::vector<Expr> arguments;
    if (!shapes_[k].at_rest) append_from_parent(k, outward_, 0, 6, arguments);
    detail::append_joint(arguments, shapes_[k], states_[k], attitude_[k]);
    append(arguments, states_[k].v);
    if (shapes_[k].prescribed) arguments.push_back(states_[k].vdot);
    FunctionRef& function = outward_kinds_.function(k);
    if (!function) function = make_outward(shapes_[k], children(k), outward_kinds_, k);
    outward_kinds_.append_arguments(k, arguments);
    outward_[k] = call(function, arguments);
  }

  void go_inward(std::size_t k) {
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
    detail::append_joint(arguments, shapes_[k], states_[k], attitude_[k]);
    if (shapes_[k].is_straight()) append(arguments, states_[k].v);
    if (shapes_[k].has_drive) arguments.push_back(states_[k].effort);
    if (shapes_[k].has_load) append(arguments, *states_[k].load);
    FunctionRef& function = inward_kinds_.function(k);
    if (!function) function = make_inward(shapes_[k], patterns, inward_kinds_, k);
    inward_kinds_.append_arguments(k, arguments);
    inward_[k] = call(function, arguments);
  }

  std::vector<Expr> go_back(std::size_t k) {
    std::vector<Expr> arguments;
    const LinkShape& shape = shapes_[k];
    if (!shape.at_rest) {
      const auto parent = static_cast<std::size_t>(tree_.links[k].parent);
      append_from_parent(k, return_, shapes_[parent].freedoms().size(), 3, arguments);
    }
    detail::append_joint(arguments, shapes_[k], states_[k], attitude_[k]);
    std::size_t pivots = 0;
    for (std::size_t f = shape.freedoms().size(); f > 0; --f) pivots += shape.is_straight() ? 6 : f;
    if (shape.type == JointType::translation) pivots = 6 + 5 + 4;
    append(arguments, std::span(inward_[k]).last(pivots + 1).first(pivots));
    FunctionRef& function = return_kinds_.function(k);
    if (!function) function = make_return(shape, children(k), return_kinds_, k);
    return_kinds_.append_arguments(k, arguments);
    return call(function, arguments);
  }

  const Mechanism& mechanism_;
  const Tree& tree_;
  const std::vector<LinkState>& states_;
  std::size_t count_;
  std::vector<LinkShape> shapes_;
  std::vector<BlockPattern> patterns_;
  std::vector<int> child_index_;
  Kinds outward_kinds_, inward_kinds_, return_kinds_;
  std::vector<std::vector<Expr>> attitude_, outward_, inward_, return_;
};

}  // namespace

std::vector<std::vector<Expr>> calc_recursive(const Mechanism& mechanism, const Tree& tree,
                                              const std::vector<LinkState>& links) {
  return Recursive(mechanism, tree, links).run();
}

FunctionRef make_forward_dynamics(const Mechanism& mechanism) {
  std::vector<std::string> errors;
  const Tree tree = make_tree(mechanism, errors);
  if (!errors.empty()) throw ModelError(errors.front());
  if (!mechanism.wrenches.empty()) {
    throw ModelError("make_forward_dynamics: '" + mechanism.wrenches.front().name +
                     "' is a force on a frame, which q, v and tau do not give");
  }
  if (!tree.cuts.empty()) {
    const auto joint = static_cast<std::size_t>(tree.cuts.front().joint);
    throw ModelError("make_forward_dynamics: joint '" + mechanism.joints[joint].name +
                     "' closes a loop, so that q and v are not independent");
  }
  auto graph = std::make_shared<Graph>();
  int nq = 0, nv = 0;
  for (const Link& link : tree.links) {
    const JointInfo& info = joint_info(link.type);
    if (freedom_of(mechanism, link).motion) {
      throw ModelError("make_forward_dynamics: a joint's motion is prescribed");
    }
    nq += info.q;
    nv += info.v;
  }
  const std::vector<Expr> q = graph->symbols("q", nq), v = graph->symbols("v", nv),
                          tau = graph->symbols("tau", nv);
  std::vector<LinkState> states(tree.links.size());
  std::size_t at_q = 0, at_v = 0;
  for (std::size_t k = 0; k < states.size(); ++k) {
    const JointInfo& info = joint_info(tree.links[k].type);
    const auto count_q = static_cast<std::size_t>(info.q),
               count_v = static_cast<std::size_t>(info.v);
    const std::span<const Expr> own_q = std::span(q).subspan(at_q, count_q);
    const std::span<const Expr> own_v = std::span(v).subspan(at_v, count_v);
    states[k].q.assign(own_q.begin(), own_q.end());
    states[k].v.assign(own_v.begin(), own_v.end());
    if (info.v == 1) states[k].effort = freedom_of(mechanism, tree.links[k]).effort + tau[at_v];
    at_q += count_q;
    at_v += count_v;
  }
  std::vector<Expr> vdot;
  for (const std::vector<Expr>& part : calc_recursive(mechanism, tree, states)) {
    vdot.insert(vdot.end(), part.begin(), part.end());
  }
  return Function::make("forward dynamics", graph, {{"q", q}, {"v", v}, {"tau", tau}},
                        {{"vdot", vdot}});
}

}  // namespace holon
