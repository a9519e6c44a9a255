// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#include "holon/mechanics/tree/tree.h"

#include <algorithm>
#include <queue>
#include <tuple>

#include "holon/base/matrices.h"
#include "holon/mechanics/tree/checks.h"
#include "holon/mechanics/tree/line_body.h"
#include "holon/mechanics/tree/link_axes.h"
#include "holon/mechanics/tree/rigid_groups.h"
#include "holon/mechanics/tree/rotors.h"
#include "holon/mechanics/tree/tidy.h"

namespace holon {

namespace {

using detail::JointEnd;
using detail::RigidGroup;
using detail::RigidGroups;

class TreeMaker {
 public:
  TreeMaker(const Mechanism& mechanism, std::vector<std::string>& errors, TreeForm form)
      : mechanism_(mechanism),
        errors_(errors),
        groups_(mechanism, form, errors),
        is_flat_(form == TreeForm::flat || form == TreeForm::parts),
        has_rotors_(form == TreeForm::flat),
        is_start_(form == TreeForm::start) {}

  Tree run() {
    const std::size_t before = errors_.size();
    detail::check_bodies(mechanism_, errors_);
    groups_.find();
    if (errors_.size() > before) return {};
    rotors_.assign(mechanism_.joints.size(), detail::kNoRotor);
    if (has_rotors_) rotors_ = detail::find_rotors(mechanism_, groups_);
    span();
    if (errors_.size() > before) return {};
    for (std::size_t k = 0; k < tree_.links.size(); ++k) orient(static_cast<int>(k));
    place_bodies();
    place_cuts();
    if (is_flat_ || is_start_)
      return std::move(tree_);  // what follows is for the spanning tree to find
    check_starts();
    // What is cut off here may have its inertia through joints that no tree has.
    if (errors_.size() == before && !has_joints_on_connections())
      detail::check_freedoms(mechanism_, tree_, errors_);
    return std::move(tree_);
  }

 private:
  bool has_joints_on_connections() const {
    for (std::size_t j = 0; j < mechanism_.joints.size(); ++j)
      if (groups_.is_always_cut(static_cast<int>(j)) &&
          (is_connection(groups_.parent_of(static_cast<int>(j)).body) ||
           is_connection(groups_.child_of(static_cast<int>(j)).body)))
        return true;
    return false;
  }
  bool is_connection(int body) const {
    return body != kWorld && mechanism_.bodies[static_cast<std::size_t>(body)].is_connection;
  }

  // --- the tree ----------------------------------------------------------------------------------

  void span() {
    used_joint_.assign(mechanism_.joints.size(), false);
    groups_.all().front().link = kWorld;
    grow_from(groups_.all().front());
    for (RigidGroup& c : groups_.all()) {
      if (c.link != RigidGroup::kNoLink || is_rotor(c)) continue;
      RigidGroup& root = is_flat_ ? c : choose_root(c);
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
      if (is_open || groups_.is_always_cut(static_cast<int>(j))) {
        cut_joints_.push_back(static_cast<int>(j));
      }
    }
    by_level();
  }

  void add_free(RigidGroup& c, Link link) {
    c.link = static_cast<int>(tree_.links.size());
    group_of_link_.push_back(index_of(c));
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
    const JointEnd& parent = groups_.parent_of(static_cast<int>(j));
    const JointEnd& child = groups_.child_of(static_cast<int>(j));
    return mechanism_.joints[j].type == JointType::free && groups_.of(parent.body).link == kWorld &&
           is_at_origin(parent.place) && is_at_origin(child.place);
  }

  /// Adds what joints connect to `root`: always the joint that matters most among those that lead
  /// on, of equal ones that nearest to the root (so the tree stays flat), then in their order.
  void grow_from(RigidGroup& root) {
    using Way = std::tuple<int, int, int>;  // importance, -depth, -joint
    std::priority_queue<Way> ways;
    std::vector<int> depth(groups_.all().size(), 0);
    const auto depth_of = [&](const RigidGroup& c) -> int& {
      return depth[static_cast<std::size_t>(index_of(c))];
    };
    const auto add_paths = [&](const RigidGroup& c) {
      for (int j : c.joints) {
        const bool stays = !is_flat_ || mechanism_.joints[static_cast<std::size_t>(j)].drive ||
                           rotors_[static_cast<std::size_t>(j)] != detail::kNoRotor ||
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
      RigidGroup& parent = groups_.of(groups_.parent_of(j).body);
      RigidGroup& child = groups_.of(groups_.child_of(j).body);
      if (parent.link != RigidGroup::kNoLink && child.link != RigidGroup::kNoLink) {
        cut_joints_.push_back(j);
        continue;
      }
      RigidGroup& near = parent.link != RigidGroup::kNoLink ? parent : child;
      RigidGroup& far = &near == &parent ? child : parent;
      depth_of(far) = depth_of(near) + 1;
      add_joint(near, far, j);
      add_paths(far);
    }
  }

  /// The links that a joint makes on the way from `near` to `far`.
  void add_joint(const RigidGroup& near, RigidGroup& far, int j) {
    const Mechanism::Joint& joint = mechanism_.joints[static_cast<std::size_t>(j)];
    const bool reversed = &far == &groups_.of(groups_.parent_of(j).body);
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
      group_of_link_.push_back(link.massless ? RigidGroup::kNoLink : index_of(far));
      tree_.links.push_back(std::move(link));
    }
  }

  bool is_rotor(const RigidGroup& c) const {
    return std::find(rotors_.begin(), rotors_.end(), index_of(c)) != rotors_.end();
  }

  int index_of(const RigidGroup& c) const { return static_cast<int>(&c - groups_.all().data()); }

  /// Of a group of bodies that nothing connects to the world, the one that moves freely: it has a
  /// start, or is no joint's child and no mere point, or comes first.
  RigidGroup& choose_root(RigidGroup& first) {
    std::vector<RigidGroup*> component{&first};
    std::vector<bool> seen(groups_.all().size(), false);
    seen[static_cast<std::size_t>(&first - groups_.all().data())] = true;
    for (std::size_t at = 0; at < component.size(); ++at) {
      for (int j : component[at]->joints) {
        for (int body : {groups_.parent_of(j).body, groups_.child_of(j).body}) {
          const auto index = static_cast<std::size_t>(groups_.index_of(body));
          if (seen[index]) continue;
          seen[index] = true;
          component.push_back(&groups_.all()[index]);
        }
      }
    }
    const auto rank = [&](const RigidGroup* c) {
      const Mechanism::Body& body = mechanism_.bodies[static_cast<std::size_t>(name_body(*c))];
      return (body.start ? 4 : 0) + (c->is_child ? 0 : 2) +
             (body.is_point || body.is_frame ? 0 : 1);
    };
    std::stable_sort(
        component.begin(), component.end(), [&](const RigidGroup* a, const RigidGroup* b) {
          return rank(a) != rank(b) ? rank(a) > rank(b) : a->bodies.front() < b->bodies.front();
        });
    return *component.front();
  }

  int name_body(const RigidGroup& c) const {
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
    std::vector<int> groups;
    std::vector<Vector3<double>> axes;
    for (std::size_t k = 0; k < order.size(); ++k) {
      const auto from = static_cast<std::size_t>(order[k]);
      place[from] = static_cast<int>(k);
      links.push_back(std::move(tree_.links[from]));
      groups.push_back(group_of_link_[from]);
      axes.push_back(motion_axes_[from]);
      Link& link = links.back();
      if (!link.massless) {
        groups_.all()[static_cast<std::size_t>(groups.back())].link = static_cast<int>(k);
      }
      if (link.parent != kWorld) {
        link.parent = place[static_cast<std::size_t>(link.parent)];
        links[static_cast<std::size_t>(link.parent)].children.push_back(static_cast<int>(k));
      }
    }
    tree_.links = std::move(links);
    group_of_link_ = std::move(groups);
    motion_axes_ = std::move(axes);
    link_in_group_.resize(tree_.links.size());
  }

  // --- link axes ---------------------------------------------------------------------------------

  void orient(int index) {
    Link& link = tree_.links[static_cast<std::size_t>(index)];
    FramePlace& place = link_in_group_[static_cast<std::size_t>(index)];
    if (link.joint < 0) {
      place = groups_.place_of(link.body);
      return;
    }
    const JointEnd& near =
        link.reversed ? groups_.child_of(link.joint) : groups_.parent_of(link.joint);
    const JointEnd& far =
        link.reversed ? groups_.parent_of(link.joint) : groups_.child_of(link.joint);
    FramePlace inboard, outboard;  // a massless link has the joint's axes at rest
    if (link.parent == kWorld || !link_of(link.parent).massless) {
      inboard = compose(groups_.place_of(near.body), near.place);
    }
    if (!link.massless) outboard = compose(groups_.place_of(far.body), far.place);
    if (link.parent != kWorld) {
      inboard = compose(inverse(link_in_group_[static_cast<std::size_t>(link.parent)]), inboard);
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
      const RigidGroup& c = groups_.of(static_cast<int>(b));
      Tree::BodyPlace& place = tree_.bodies[b];
      place.link = c.link;
      place.place = groups_.place_of(static_cast<int>(b));
      if (c.link == kWorld) continue;
      const auto l = static_cast<std::size_t>(c.link);
      place.place = compose(inverse(link_in_group_[l]), place.place);
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
    for (int j : cut_joints_)
      tree_.cuts.push_back({j, place(groups_.parent_of(j)), place(groups_.child_of(j))});
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
  RigidGroups groups_;
  const bool is_flat_, has_rotors_, is_start_;
  Tree tree_;
  std::vector<int> rotors_;  // by joint, see find_rotors
  std::vector<bool> used_joint_;
  std::vector<int> cut_joints_;
  std::vector<int> group_of_link_;            // RigidGroup::kNoLink for massless links
  std::vector<Vector3<double>> motion_axes_;  // by link
  std::vector<FramePlace> link_in_group_;     // by link
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
  const Eigen::Vector3d principal = calc_symmetric_eigenvalues3(moments);
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
