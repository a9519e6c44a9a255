// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#include "holon/mechanics/tree/tree.h"

#include <fmt/format.h>

#include <Eigen/Eigenvalues>
#include <algorithm>
#include <cmath>
#include <numbers>
#include <queue>
#include <set>
#include <tuple>

#include "holon/base/errors.h"
#include "holon/base/names.h"
#include "holon/mechanics/mechanism/joint_model.h"
#include "holon/mechanics/tree/checks.h"
#include "holon/mechanics/tree/line_body.h"
#include "holon/mechanics/tree/link_axes.h"
#include "holon/mechanics/tree/tidy.h"

namespace holon {

namespace {

constexpr int kUnknown = -2;  ///< where a body or link has no place yet

/// One end of a joint: a body (or the world) and the frame's place in it.
struct JointEnd {
  int body = kWorld;
  FramePlace place;
};

class TreeMaker {
 public:
  TreeMaker(const Mechanism& mechanism, std::vector<std::string>& errors, TreeForm form)
      : mechanism_(mechanism),
        errors_(errors),
        is_flat_(form == TreeForm::flat || form == TreeForm::parts),
        is_by_parts_(form == TreeForm::parts),
        is_start_(form == TreeForm::start) {}

  Tree run() {
    const std::size_t before = errors_.size();
    detail::check_bodies(mechanism_, errors_);
    find_ends();
    if (errors_.size() > before) return {};
    find_always_cut();
    join_fixed();
    span();
    if (errors_.size() > before) return {};
    for (std::size_t k = 0; k < tree_.links.size(); ++k) orient(static_cast<int>(k));
    place_bodies();
    place_cuts();
    if (is_flat_ || is_start_)
      return std::move(tree_);  // what follows is for the spanning tree to find
    check_starts();
    if (errors_.size() == before) detail::check_freedoms(mechanism_, tree_, errors_);
    return std::move(tree_);
  }

 private:
  /// A rigid group of bodies; its frame is that of its first body.
  struct Cluster {
    std::vector<int> bodies;
    std::vector<int> joints;  ///< that move it
    int link = kUnknown;      ///< kWorld: the world
    bool is_child = false;    ///< of a joint, as the user wrote it
    bool is_turned = false;   ///< a joint that is always cut acts on its orientation
  };

  void find_ends() {
    for (const Mechanism::Joint& joint : mechanism_.joints) {
      parents_.push_back(find_end(joint, joint.parent));
      parents_.back().place = compose(parents_.back().place, joint.origin);
      children_.push_back(find_end(joint, joint.child));
    }
  }

  JointEnd find_end(const Mechanism::Joint& joint, const std::string& frame) {
    const int index = mechanism_.find_frame(frame);
    if (index == kWorld) return {};
    if (index == Mechanism::kNoFrame) {
      std::vector<std::string> names{"world"};
      for (const Mechanism::Frame& f : mechanism_.frames) names.push_back(f.name);
      detail::say(joint.report, joint.name, "between", "there is no frame '" + frame + "'",
                  did_you_mean(frame, names), errors_);
      return {};
    }
    const Mechanism::Frame& f = mechanism_.frames[static_cast<std::size_t>(index)];
    return {f.body, f.place};
  }

  /// Joints on connections of parts with inner states, those that no links can stand for, and Fixed
  /// joints between parts.
  void find_always_cut() {
    always_cut_.assign(mechanism_.joints.size(), false);
    for (std::size_t j = 0; j < always_cut_.size(); ++j) {
      if (is_start_ || mechanism_.joints[j].type == JointType::driven) continue;
      if (parents_[j].body == children_[j].body) continue;  // refused later
      always_cut_[j] = joint_model(mechanism_.joints[j].type).is_always_cut;
      for (const JointEnd* end : {&parents_[j], &children_[j]}) {
        always_cut_[j] = always_cut_[j] ||
                         (end->body != kWorld &&
                          mechanism_.bodies[static_cast<std::size_t>(end->body)].is_connection);
      }
    }
    if (is_by_parts_) part_fixed();
  }

  void part_fixed() {
    // Rigid groups by union of their bodies; 0: the world.
    std::vector<std::size_t> group(mechanism_.bodies.size() + 1);
    for (std::size_t b = 0; b < group.size(); ++b) group[b] = b;
    const auto find = [&](std::size_t b) {
      while (group[b] != b) b = group[b];
      return b;
    };
    std::set<std::size_t> whole;  // groups with more joints than hold them together
    std::vector<std::size_t> repeated;
    const auto is_fixed = [&](std::size_t j) {
      return mechanism_.joints[j].type == JointType::fixed && !always_cut_[j];
    };
    for (std::size_t j = 0; j < always_cut_.size(); ++j) {
      if (!is_fixed(j)) continue;
      const std::size_t a = find(node(parents_[j].body)), b = find(node(children_[j].body));
      if (a == b) repeated.push_back(a);
      group[std::max(a, b)] = std::min(a, b);
    }
    for (const std::size_t b : repeated) whole.insert(find(b));
    whole.insert(find(0));
    const auto is_part = [&](int body) {
      return body != kWorld &&
             detail::has_full_inertia(mechanism_.bodies[static_cast<std::size_t>(body)]);
    };
    for (std::size_t j = 0; j < always_cut_.size(); ++j) {
      if (!is_fixed(j) || whole.contains(find(node(parents_[j].body)))) continue;
      always_cut_[j] = is_part(parents_[j].body) && is_part(children_[j].body);
    }
  }

  // --- rigid groups ------------------------------------------------------------------------------

  std::size_t node(int body) const { return static_cast<std::size_t>(body + 1); }  // 0: the world

  void join_fixed() {
    const std::size_t count = mechanism_.bodies.size() + 1;
    cluster_of_.assign(count, kUnknown);
    weld_to_.assign(count, kUnknown);
    place_in_cluster_.assign(count, {});
    std::vector<std::vector<int>> fixed(count);
    for (std::size_t j = 0; j < mechanism_.joints.size(); ++j) {
      if (mechanism_.joints[j].type != JointType::fixed || always_cut_[j]) continue;
      fixed[node(parents_[j].body)].push_back(static_cast<int>(j));
      fixed[node(children_[j].body)].push_back(static_cast<int>(j));
    }
    std::vector<bool> used(mechanism_.joints.size(), false);
    for (std::size_t first = 0; first < count; ++first) {
      if (cluster_of_[first] != kUnknown) continue;
      const int cluster = static_cast<int>(clusters_.size());
      clusters_.emplace_back();
      std::vector<std::size_t> queue{first};
      cluster_of_[first] = cluster;
      for (std::size_t at = 0; at < queue.size(); ++at) {
        const std::size_t here = queue[at];
        if (here > 0) clusters_.back().bodies.push_back(static_cast<int>(here) - 1);
        for (int j : fixed[here]) {
          if (used[static_cast<std::size_t>(j)]) continue;
          used[static_cast<std::size_t>(j)] = true;
          const JointEnd& parent = parents_[static_cast<std::size_t>(j)];
          const JointEnd& child = children_[static_cast<std::size_t>(j)];
          const bool forward = node(parent.body) == here;
          const JointEnd& near = forward ? parent : child;
          const JointEnd& far = forward ? child : parent;
          const std::size_t there = node(far.body);
          if (cluster_of_[there] != kUnknown) {
            check_second_weld(
                j, compose(compose(inverse(near.place), inverse(place_in_cluster_[here])),
                           compose(place_in_cluster_[there], far.place)));
            continue;
          }
          cluster_of_[there] = cluster;
          weld_to_[there] = j;
          place_in_cluster_[there] =
              compose(place_in_cluster_[here], compose(near.place, inverse(far.place)));
          queue.push_back(there);
        }
      }
    }
    for (std::size_t j = 0; j < mechanism_.joints.size(); ++j) {
      if (mechanism_.joints[j].type == JointType::fixed && !always_cut_[j]) continue;
      Cluster& parent = cluster(parents_[j].body);
      Cluster& child = cluster(children_[j].body);
      if (&parent == &child) {
        const Mechanism::Joint& joint = mechanism_.joints[j];
        const std::vector<std::string> welds = list_welds(parents_[j].body, children_[j].body);
        detail::say(joint.report, joint.name, "between",
                    "'" + joint.parent + "' and '" + joint.child + "' are " +
                        (welds.empty() ? "on the same body"
                                       : "fixed to each other by " + quote_list(welds, "and", 6)),
                    "a joint connects two bodies that move relative to each other", errors_);
        continue;
      }
      if (always_cut_[j]) {
        const bool is_ball = mechanism_.joints[j].type == JointType::spherical;
        parent.is_turned = parent.is_turned || !is_ball;
        child.is_turned = child.is_turned || !is_ball;
        continue;
      }
      parent.joints.push_back(static_cast<int>(j));
      child.joints.push_back(static_cast<int>(j));
      child.is_child = true;
    }
  }

  /// The names of the Fixed joints between two bodies of one cluster.
  std::vector<std::string> list_welds(int a, int b) const {
    const auto welds_to_first = [&](int body) {
      std::vector<int> welds;
      for (std::size_t at = node(body); weld_to_[at] != kUnknown;) {
        const int j = weld_to_[at];
        welds.push_back(j);
        const std::size_t parent = node(parents_[static_cast<std::size_t>(j)].body);
        at = at == parent ? node(children_[static_cast<std::size_t>(j)].body) : parent;
      }
      return welds;
    };
    std::vector<int> from = welds_to_first(a), to = welds_to_first(b);
    while (!from.empty() && !to.empty() && from.back() == to.back()) from.pop_back(), to.pop_back();
    from.insert(from.end(), to.rbegin(), to.rend());
    std::vector<std::string> names;
    for (const int j : from) names.push_back(mechanism_.joints[static_cast<std::size_t>(j)].name);
    return names;
  }

  Cluster& cluster(int body) {
    return clusters_[static_cast<std::size_t>(cluster_of_[node(body)])];
  }

  /// A Fixed joint between bodies that others hold together already is right where its frames
  /// meet, and then carries what redundancy leaves it.
  void check_second_weld(int j, const FramePlace& gap) {
    const Mechanism::Joint& joint = mechanism_.joints[static_cast<std::size_t>(j)];
    double distance = 0, turn = 0;
    for (int k = 0; k < 3; ++k) {
      if (!gap.position[k].is_constant()) return;
      distance = std::hypot(distance, gap.position[k].value());
    }
    const std::array<Expr, 3> vector{gap.rotation.x(), gap.rotation.y(), gap.rotation.z()};
    for (const Expr& e : vector) {
      if (!e.is_constant()) return;
      turn = std::hypot(turn, e.value());
    }
    constexpr double kSamePlace = 1e-9;  // drawings are not more precise, rounding is far below
    if (distance <= kSamePlace && turn <= kSamePlace) return;
    detail::say(joint.report, joint.name, "between",
                fmt::format("'{}' and '{}' are already connected rigidly by {}, with a gap of "
                            "{:.6g} m and a rotation of {:.6g} deg between them",
                            joint.parent, joint.child,
                            quote_list(list_welds(parents_[static_cast<std::size_t>(j)].body,
                                                  children_[static_cast<std::size_t>(j)].body),
                                       "and", 6),
                            distance, 2 * std::asin(std::min(1.0, turn)) * 180 / std::numbers::pi),
                "move one of the frames, or leave out a Fixed joint", errors_);
  }

  // --- the tree ----------------------------------------------------------------------------------

  void span() {
    used_joint_.assign(mechanism_.joints.size(), false);
    clusters_.front().link = kWorld;
    grow_from(clusters_.front());
    for (Cluster& c : clusters_) {
      if (c.link != kUnknown) continue;
      Cluster& root = is_flat_ ? c : choose_root(c);
      Link link;
      link.body = name_body(root);
      const Mechanism::Body& body = mechanism_.bodies[static_cast<std::size_t>(link.body)];
      // A point that only balls hold needs no orientation; hinges on either side of it share one.
      const bool turns = std::any_of(root.joints.begin(), root.joints.end(), [&](int j) {
        return !is_flat_ ||
               mechanism_.joints[static_cast<std::size_t>(j)].type != JointType::spherical;
      });
      const bool point = root.bodies.size() == 1 && body.is_point && !turns && !root.is_turned;
      link.type = point ? JointType::translation : JointType::free;
      add_free(root, std::move(link));
      grow_from(root);
    }
    for (std::size_t j = 0; j < mechanism_.joints.size(); ++j) {
      const bool is_open =
          is_flat_ && !used_joint_[j] && mechanism_.joints[j].type != JointType::fixed;
      if (is_open || always_cut_[j]) {
        cut_joints_.push_back(static_cast<int>(j));
      }
    }
    by_level();
  }

  void add_free(Cluster& c, Link link) {
    c.link = static_cast<int>(tree_.links.size());
    cluster_of_link_.push_back(index_of(c));
    motion_axes_.emplace_back(Vector3<double>::UnitZ());
    tree_.links.push_back(std::move(link));
  }

  /// How much it matters that a joint stays in the tree: values of its freedoms are at hand there,
  /// and a joint with few freedoms needs many constraints when it is cut.
  int importance(int j) const {
    const Mechanism::Joint& joint = mechanism_.joints[static_cast<std::size_t>(j)];
    bool moves = joint.drive.has_value(), acts = false;
    for (const Mechanism::Freedom& f : joint.freedoms) {
      moves = moves || f.motion.has_value();
      acts = acts || !f.effort.is_constant(0.0) || !f.stiffness.is_constant(0.0) ||
             !f.damping.is_constant(0.0);
    }
    constexpr int kMotion = 100, kActs = 40, kStart = 20;
    return (moves ? kMotion : 0) + (acts ? kActs : 0) + (joint.has_start ? kStart : 0) -
           joint_info(joint.type).v;
  }

  /// A Free joint from the origin of the world to that of a body: its coordinates are those that a
  /// flat tree has for this body.
  bool is_free_from_world(std::size_t j) {
    const auto is_at_origin = [](const FramePlace& place) {
      const auto is_zero = [](const Expr& x) { return x.is_constant(0.0); };
      const Rotation<Expr>& R = place.rotation;
      return is_zero(R.x()) && is_zero(R.y()) && is_zero(R.z()) &&
             std::all_of(place.position.begin(), place.position.end(), is_zero);
    };
    return mechanism_.joints[j].type == JointType::free &&
           cluster(parents_[j].body).link == kWorld && is_at_origin(parents_[j].place) &&
           is_at_origin(children_[j].place);
  }

  /// Adds what joints connect to `root`: always the joint that matters most among those that lead
  /// on, of equal ones that nearest to the root (so the tree stays flat), then in their order.
  void grow_from(Cluster& root) {
    using Way = std::tuple<int, int, int>;  // importance, -depth, -joint
    std::priority_queue<Way> ways;
    std::vector<int> depth(clusters_.size(), 0);
    const auto depth_of = [&](const Cluster& c) -> int& {
      return depth[static_cast<std::size_t>(index_of(c))];
    };
    const auto add_paths = [&](const Cluster& c) {
      for (int j : c.joints) {
        const bool stays = !is_flat_ || mechanism_.joints[static_cast<std::size_t>(j)].drive ||
                           is_free_from_world(static_cast<std::size_t>(j));
        if (stays && !used_joint_[static_cast<std::size_t>(j)]) {
          ways.emplace(importance(j), -depth_of(c), -j);
        }
      }
    };
    add_paths(root);
    while (!ways.empty()) {
      const int j = -std::get<2>(ways.top());
      ways.pop();
      const auto index = static_cast<std::size_t>(j);
      if (used_joint_[index]) continue;
      used_joint_[index] = true;
      Cluster& parent = cluster(parents_[index].body);
      Cluster& child = cluster(children_[index].body);
      if (parent.link != kUnknown && child.link != kUnknown) {
        cut_joints_.push_back(j);
        continue;
      }
      Cluster& near = parent.link != kUnknown ? parent : child;
      Cluster& far = &near == &parent ? child : parent;
      depth_of(far) = depth_of(near) + 1;
      add_joint(near, far, j);
      add_paths(far);
    }
  }

  /// The links that a joint makes on the way from `near` to `far`.
  void add_joint(const Cluster& near, Cluster& far, int j) {
    const Mechanism::Joint& joint = mechanism_.joints[static_cast<std::size_t>(j)];
    const bool reversed = &far == &cluster(parents_[static_cast<std::size_t>(j)].body);
    std::vector<JointMotion> motions = joint_motions(joint);
    if (reversed) std::reverse(motions.begin(), motions.end());
    int parent = near.link;
    for (std::size_t k = 0; k < motions.size(); ++k) {
      Link link;
      link.parent = parent;
      link.body = name_body(far);
      link.joint = j;
      link.type = motions[k].type;
      link.freedom = motions[k].freedom;
      link.massless = k + 1 < motions.size();
      link.reversed = reversed;
      link.sign = reversed && is_straight(link.type) ? -1 : 1;
      link.pitch = joint.pitch;
      parent = static_cast<int>(tree_.links.size());
      motion_axes_.push_back(motions[k].axis);
      if (!link.massless) far.link = parent;
      cluster_of_link_.push_back(link.massless ? kUnknown : index_of(far));
      tree_.links.push_back(std::move(link));
    }
  }

  int index_of(const Cluster& c) const { return static_cast<int>(&c - clusters_.data()); }

  /// Of a group of bodies that nothing connects to the world, the one that moves freely: it has a
  /// start, or is no joint's child and no mere point, or comes first.
  Cluster& choose_root(Cluster& first) {
    std::vector<Cluster*> component{&first};
    std::vector<bool> seen(clusters_.size(), false);
    seen[static_cast<std::size_t>(&first - clusters_.data())] = true;
    for (std::size_t at = 0; at < component.size(); ++at) {
      for (int j : component[at]->joints) {
        for (int body : {parents_[static_cast<std::size_t>(j)].body,
                         children_[static_cast<std::size_t>(j)].body}) {
          const auto index = static_cast<std::size_t>(cluster_of_[node(body)]);
          if (seen[index]) continue;
          seen[index] = true;
          component.push_back(&clusters_[index]);
        }
      }
    }
    const auto rank = [&](const Cluster* c) {
      const Mechanism::Body& body = mechanism_.bodies[static_cast<std::size_t>(name_body(*c))];
      return (body.start ? 4 : 0) + (c->is_child ? 0 : 2) +
             (body.is_point || body.is_frame ? 0 : 1);
    };
    std::stable_sort(component.begin(), component.end(), [&](const Cluster* a, const Cluster* b) {
      return rank(a) != rank(b) ? rank(a) > rank(b) : a->bodies.front() < b->bodies.front();
    });
    return *component.front();
  }

  int name_body(const Cluster& c) const {
    for (int b : c.bodies) {
      if (mechanism_.bodies[static_cast<std::size_t>(b)].start) return b;
    }
    for (int b : c.bodies) {
      const Mechanism::Body& body = mechanism_.bodies[static_cast<std::size_t>(b)];
      if (!body.is_point && !body.is_frame) return b;
    }
    return c.bodies.front();
  }

  /// Sorts the links by their distance from the world, so that links that can be computed side by
  /// side stand together.
  void by_level() {
    std::vector<int> level(tree_.links.size()), order(tree_.links.size()), place(order.size());
    for (std::size_t k = 0; k < level.size(); ++k) {
      const int parent = tree_.links[k].parent;
      level[k] = parent == kWorld ? 0 : level[static_cast<std::size_t>(parent)] + 1;
      order[k] = static_cast<int>(k);
    }
    std::stable_sort(order.begin(), order.end(), [&](int a, int b) {
      return level[static_cast<std::size_t>(a)] < level[static_cast<std::size_t>(b)];
    });
    std::vector<Link> links;
    std::vector<int> clusters;
    std::vector<Vector3<double>> axes;
    for (std::size_t k = 0; k < order.size(); ++k) {
      const auto from = static_cast<std::size_t>(order[k]);
      place[from] = static_cast<int>(k);
      links.push_back(std::move(tree_.links[from]));
      clusters.push_back(cluster_of_link_[from]);
      axes.push_back(motion_axes_[from]);
      Link& link = links.back();
      if (!link.massless) {
        clusters_[static_cast<std::size_t>(clusters.back())].link = static_cast<int>(k);
      }
      if (link.parent != kWorld) {
        link.parent = place[static_cast<std::size_t>(link.parent)];
        links[static_cast<std::size_t>(link.parent)].children.push_back(static_cast<int>(k));
      }
    }
    tree_.links = std::move(links);
    cluster_of_link_ = std::move(clusters);
    motion_axes_ = std::move(axes);
    link_in_cluster_.resize(tree_.links.size());
  }

  // --- link axes ---------------------------------------------------------------------------------

  void orient(int index) {
    Link& link = tree_.links[static_cast<std::size_t>(index)];
    FramePlace& place = link_in_cluster_[static_cast<std::size_t>(index)];
    if (link.joint < 0) {
      place = place_in_cluster_[node(link.body)];
      return;
    }
    const auto j = static_cast<std::size_t>(link.joint);
    const JointEnd& near = link.reversed ? children_[j] : parents_[j];
    const JointEnd& far = link.reversed ? parents_[j] : children_[j];
    FramePlace inboard, outboard;  // a massless link has the joint's axes at rest
    if (link.parent == kWorld || !link_of(link.parent).massless) {
      inboard = compose(place_in_cluster_[node(near.body)], near.place);
    }
    if (!link.massless) outboard = compose(place_in_cluster_[node(far.body)], far.place);
    if (link.parent != kWorld) {
      inboard = compose(inverse(link_in_cluster_[static_cast<std::size_t>(link.parent)]), inboard);
    }
    link.position = inboard.position;
    place.position = outboard.position;
    if (!is_straight(link.type)) {  // the state is in the child frame's axes
      place.rotation = outboard.rotation;
      const Matrix3<Expr> R = detail::tidy(inboard.rotation.to_matrix());
      if (R != identity3<Expr>()) link.rotation.factored = FactoredRotation<Expr>(R);
      link.rotation.quaternion = inboard.rotation;
      return;
    }
    const Vector3<double>& axis = motion_axes_[static_cast<std::size_t>(index)];
    Vector3<Expr> a = inboard.rotation * Vector3<Expr>(axis[0], axis[1], axis[2]);
    for (int k = 0; k < 3; ++k) a[k] = detail::tidy(a[k]);
    link.rotation.quaternion = detail::align(link, a);
    place.rotation =
        detail::tidy(outboard.rotation * inboard.rotation.inverse() * link.rotation.quaternion);
  }

  const Link& link_of(int index) const { return tree_.links[static_cast<std::size_t>(index)]; }

  // --- masses ------------------------------------------------------------------------------------

  void place_bodies() {
    tree_.bodies.resize(mechanism_.bodies.size());
    for (std::size_t b = 0; b < tree_.bodies.size(); ++b) {
      const Cluster& c = cluster(static_cast<int>(b));
      Tree::BodyPlace& place = tree_.bodies[b];
      place.link = c.link;
      place.place = place_in_cluster_[b + 1];
      if (c.link == kWorld) continue;
      const auto l = static_cast<std::size_t>(c.link);
      place.place = compose(inverse(link_in_cluster_[l]), place.place);
      detail::add_mass(tree_.links[l], mechanism_.bodies[b], place.place);
      detail::add_pin_masses(tree_.links[l], mechanism_, static_cast<int>(b), place.place);
    }
    for (Link& link : tree_.links) link.inertia = detail::tidy(link.inertia);
  }

  void place_cuts() {
    std::sort(cut_joints_.begin(), cut_joints_.end());
    const auto place = [&](const JointEnd& end) -> Tree::BodyPlace {
      if (end.body == kWorld) return {kWorld, end.place};
      const Tree::BodyPlace& body = tree_.bodies[static_cast<std::size_t>(end.body)];
      return {body.link, compose(body.place, end.place)};
    };
    for (int j : cut_joints_) {
      const auto index = static_cast<std::size_t>(j);
      tree_.cuts.push_back({j, place(parents_[index]), place(children_[index])});
    }
  }

  void check_starts() {
    for (std::size_t b = 0; b < mechanism_.bodies.size(); ++b) {
      const Mechanism::Body& body = mechanism_.bodies[b];
      const int l = tree_.bodies[b].link;
      if (!body.start) continue;
      std::string why = "it is fixed to the world";
      if (l != kWorld) {
        const Link& link = tree_.links[static_cast<std::size_t>(l)];
        if (link.joint < 0 && link.body == static_cast<int>(b)) continue;
        why = link.joint >= 0
                  ? "joint '" + mechanism_.joints[static_cast<std::size_t>(link.joint)].name +
                        "' holds it"
                  : "it is fixed to '" +
                        mechanism_.bodies[static_cast<std::size_t>(link.body)].name +
                        "', which has initial values of its own";
      }
      const Mechanism::FreeStart& start = *body.start;
      const bool is_held = start.holds_position || start.holds_orientation ||
                           start.holds_velocity || start.holds_angular_velocity;
      const char* const what = is_held ? "initial" : "guess";
      detail::say(body.report, body.name, what, "the body does not move freely: " + why,
                  std::string("give the ") + (is_held ? "start" : "guess") + " to the joint",
                  errors_);
    }
  }

  const Mechanism& mechanism_;
  std::vector<std::string>& errors_;
  const bool is_flat_, is_by_parts_, is_start_;
  Tree tree_;
  std::vector<bool> always_cut_;              // by joint
  std::vector<JointEnd> parents_, children_;  // by joint
  std::vector<int> cluster_of_;               // by body + 1
  std::vector<int> weld_to_;                  // the Fixed joint towards its cluster's first body
  std::vector<FramePlace> place_in_cluster_;  // by body + 1
  std::vector<Cluster> clusters_;
  std::vector<bool> used_joint_;
  std::vector<int> cut_joints_;
  std::vector<int> cluster_of_link_;          // kUnknown for massless links
  std::vector<Vector3<double>> motion_axes_;  // by link
  std::vector<FramePlace> link_in_cluster_;   // by link
};

}  // namespace

bool detail::has_full_inertia(const Mechanism::Body& body) {
  constexpr double kNone = 1e-12;  // of the largest moment of inertia
  if (body.mass.is_constant(0.0)) return false;
  const auto& e = body.inertia;
  if (!std::all_of(e.begin(), e.end(), [](const Expr& x) { return x.is_constant(); }))
    return !e[0].is_constant(0.0) && !e[1].is_constant(0.0) && !e[2].is_constant(0.0);
  Eigen::Matrix3d moments;
  moments << e[0].value(), e[3].value(), e[4].value(), e[3].value(), e[1].value(), e[5].value(),
      e[4].value(), e[5].value(), e[2].value();
  const Eigen::Vector3d principal =
      Eigen::SelfAdjointEigenSolver<Eigen::Matrix3d>(moments, Eigen::EigenvaluesOnly).eigenvalues();
  return principal[0] > kNone * principal[2];
}

Tree::BodyPlace Tree::place_of(const Mechanism& mechanism, int frame) const {
  if (frame == kWorld) return {};
  const Mechanism::Frame& f = mechanism.frames[static_cast<std::size_t>(frame)];
  if (f.body == kWorld) return {kWorld, f.place};
  const BodyPlace& body = bodies[static_cast<std::size_t>(f.body)];
  return {body.link, compose(body.place, f.place)};
}

Tree make_tree(const Mechanism& mechanism, std::vector<std::string>& errors, TreeForm form) {
  return TreeMaker(mechanism, errors, form).run();
}

}  // namespace holon
