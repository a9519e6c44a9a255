// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#include "holon/view/scene/scene.h"

#include <algorithm>
#include <cmath>
#include <set>
#include <stdexcept>
#include <unordered_map>

#include "holon/base/errors.h"
#include "holon/base/names.h"
#include "holon/model/assembly/part_plots.h"
#include "holon/view/scene/mesh_solids.h"
#include "holon/view/svg/palette.h"

namespace holon {
namespace {

/// Of a body with many frames only those two leave paths that are farthest from each other: a
/// bundle of parallel lines shows no more.
void keep_farthest_tips(std::vector<Vector3<double>>& tips) {
  constexpr std::size_t kMostTips = 3;
  if (tips.size() <= kMostTips) return;
  std::size_t first = 0, second = 1;
  for (std::size_t a = 0; a < tips.size(); ++a)
    for (std::size_t b = a + 1; b < tips.size(); ++b)
      if ((tips[b] - tips[a]).norm() > (tips[second] - tips[first]).norm()) first = a, second = b;
  tips = {tips[first], tips[second]};
}

/// Numbers of expressions in constants and parameters.
class Evaluator {
 public:
  explicit Evaluator(const Symbols& symbols) : symbols_(symbols) {}

  double number(Expr e) const {
    if (e.is_constant()) return e.value();
    Variable parameters{"p", {}};
    std::vector<double> values;
    for (const Symbols::Parameter& p : symbols_.parameters()) {
      parameters.elements.push_back(p.symbol);
      values.push_back(p.value);
    }
    const FunctionRef f = Function::make("shape", symbols_.graph(), {parameters}, {{"value", {e}}});
    return f->evaluate(values)[0];
  }
  Vector3<double> vector(const Vector3<Expr>& v) const {
    return {number(v[0]), number(v[1]), number(v[2])};
  }
  Rotation<double> rotation(const Orientation& o) const {
    const auto& q = o.quaternion;
    return Rotation<double>(number(q[0]), number(q[1]), number(q[2]), number(q[3])).normalized();
  }
  Pose pose(const Placement& p) const { return {rotation(p.rotate), vector(p.at)}; }

 private:
  const Symbols& symbols_;
};

Rotation<double> z_onto(const Axis& axis) {
  const auto& d = axis.direction;
  return Rotation<double>::from_to({0, 0, 1}, {d[0], d[1], d[2]});
}

Solid make_solid(const Shape& shape, const Evaluator& evaluate) {
  Solid solid;
  Rotation<double> turn = evaluate.rotation(shape.rotate);
  solid.color = shape.color;
  solid.opacity = std::clamp(evaluate.number(shape.opacity), 0.0, 1.0);
  if (const auto* box = std::get_if<Box>(&shape.geometry)) {
    solid.kind = Solid::Kind::box;
    solid.size = evaluate.vector(box->size);
  } else if (const auto* cylinder = std::get_if<Cylinder>(&shape.geometry)) {
    solid.kind = Solid::Kind::cylinder;
    solid.size = {evaluate.number(cylinder->radius), evaluate.number(cylinder->length), 0};
    turn = turn * z_onto(cylinder->axis);
  } else if (const auto* sphere = std::get_if<Sphere>(&shape.geometry)) {
    solid.kind = Solid::Kind::sphere;
    solid.size = {evaluate.number(sphere->radius), 0, 0};
  } else if (const auto* capsule = std::get_if<Capsule>(&shape.geometry)) {
    solid.kind = Solid::Kind::capsule;
    solid.size = {evaluate.number(capsule->radius), evaluate.number(capsule->length), 0};
    turn = turn * z_onto(capsule->axis);
  }
  solid.X_BS = Pose(turn, evaluate.vector(shape.at));
  return solid;
}

void add_mesh(const Mesh& mesh, const Shape& shape, const Evaluator& evaluate, MeshSolids& meshes,
              BodyView& body, std::vector<std::string>& notes) {
  const Pose place(evaluate.rotation(shape.rotate), evaluate.vector(shape.at));
  for (Solid& solid :
       meshes.make(mesh.file, evaluate.number(mesh.scale), shape.color,
                   std::clamp(evaluate.number(shape.opacity), 0.0, 1.0), place, notes)) {
    body.solids.push_back(std::move(solid));
  }
}

double distance(const Vector3<double>& a, const Vector3<double>& b) { return (a - b).norm(); }

// Points on a body that determine its form: joints first, then its frames, then its centre of mass.
struct Skeleton {
  std::vector<Vector3<double>> joints, others;
};

Solid make_bar(const Vector3<double>& a, const Vector3<double>& b, double radius) {
  Solid bar;
  bar.kind = Solid::Kind::capsule;
  bar.size = {radius, distance(a, b), 0};
  const Vector3<double> along = b - a;
  bar.X_BS = Pose(Rotation<double>::from_to({0, 0, 1}, along / along.norm()), 0.5 * (a + b));
  return bar;
}

// Bodies without shapes become bars between their joints and frames, or a ball at the centre of
// mass; all bars of a machine are equally thick.
void make_up_solids(Scene& scene, const std::vector<Skeleton>& skeletons) {
  constexpr double kSame = 1e-6, kThickness = 0.04;
  double length = 0;
  int count = 0;
  std::vector<std::vector<std::pair<Vector3<double>, Vector3<double>>>> bars(scene.bodies.size());
  for (std::size_t b = 0; b < scene.bodies.size(); ++b) {
    if (scene.bodies[b].has_own_shapes) continue;
    const Skeleton& s = skeletons[b];
    std::vector<Vector3<double>> points = s.joints;
    points.insert(points.end(), s.others.begin(), s.others.end());
    points.push_back(scene.bodies[b].center_of_mass);
    const Vector3<double> root = points[0];
    // The centre of mass is used for the form only if there is nothing else.
    const std::size_t used = points.size() > 2 ? points.size() - 1 : points.size();
    for (std::size_t i = 1; i < used; ++i) {
      if (distance(root, points[i]) < kSame) continue;
      bars[b].push_back({root, points[i]});
      length += distance(root, points[i]);
      ++count;
    }
  }
  const double radius = kThickness * (count > 0 ? length / count : 1.0);
  for (std::size_t b = 0; b < scene.bodies.size(); ++b) {
    BodyView& body = scene.bodies[b];
    if (body.has_own_shapes) continue;
    for (const auto& [from, to] : bars[b]) body.solids.push_back(make_bar(from, to, radius));
    const bool ends_in_mass = skeletons[b].others.empty() && skeletons[b].joints.size() <= 1;
    const bool is_touched =
        std::any_of(scene.contacts.begin(), scene.contacts.end(), [&](const ContactView& contact) {
          return contact.sphere.body == static_cast<int>(b) && contact.radius > 0;
        });
    if ((bars[b].empty() || ends_in_mass) && !is_touched) {
      Solid ball;
      ball.kind = Solid::Kind::sphere;
      ball.size = {2.2 * radius, 0, 0};
      ball.X_BS = Pose(body.center_of_mass);
      body.solids.push_back(ball);
    }
  }
}

/// All frames by name; the scene's bodies must not change.
class FrameIndex {
 public:
  explicit FrameIndex(const Scene& scene) {
    add("world", -1, Pose());
    for (std::size_t b = 0; b < scene.bodies.size(); ++b) {
      const BodyView& body = scene.bodies[b];
      const int index = static_cast<int>(b);
      add(body.name, index, Pose());
      if (!body.is_frame) add(body.name + ".com", index, Pose(body.center_of_mass));
      for (const auto& [local, pose] : body.frames) add(body.name + "." + local, index, pose);
    }
  }
  const std::pair<int, Pose>& find(const std::string& name) const {
    const auto found = frames_.find(name);
    if (found == frames_.end())
      throw InputError({}, "there is no frame '" + name + "' to draw", did_you_mean(name, names_));
    return found->second;
  }

 private:
  void add(std::string name, int body, const Pose& pose) {
    if (frames_.try_emplace(name, body, pose).second) names_.push_back(std::move(name));
  }

  std::unordered_map<std::string, std::pair<int, Pose>> frames_;
  std::vector<std::string> names_;
};

/// Names of drawn objects; a name represents all below it: the parts of a composite part, the
/// members of an array.
std::vector<std::string> find_hidden(const Scene& scene, const std::vector<std::string>& names,
                                     const FrameIndex& frames) {
  std::vector<std::string> hidden;
  for (const std::string& name : names) {
    bool is_any = false;
    const auto hide = [&](const auto& list) {
      for (const auto& one : list) {
        const bool is_meant = one.name == name || one.name.starts_with(name + ".") ||
                              one.name.starts_with(name + "[");
        if (!is_meant) continue;
        is_any = true;
        if (std::find(hidden.begin(), hidden.end(), one.name) == hidden.end())
          hidden.push_back(one.name);
      }
    };
    hide(scene.bodies);
    hide(scene.joints);
    hide(scene.links);
    hide(scene.contacts);
    hide(scene.axes);
    // Forces without a shape are their arrows.
    const bool pushes =
        std::any_of(scene.arrows.begin(), scene.arrows.end(),
                    [&](const ArrowView& arrow) { return arrow.output.starts_with(name + "."); });
    if (pushes && !is_any) hidden.push_back(name);
    is_any = is_any || pushes;
    if (!is_any) frames.find(name);
  }
  return hidden;
}

/// The sphere of a contact: the shape of its body if that has none, else translucent over its
/// shapes.
void add_contact_sphere(const ContactView& contact, Scene& scene) {
  constexpr double kVeil = 0.35;
  if (contact.sphere.body < 0) return;
  BodyView& body = scene.bodies[static_cast<std::size_t>(contact.sphere.body)];
  Solid sphere;
  sphere.kind = Solid::Kind::sphere;
  sphere.size = {contact.radius, 0, 0};
  sphere.X_BS = Pose(contact.sphere.at);
  const bool is_shown =
      std::any_of(body.solids.begin(), body.solids.end(), [&](const Solid& solid) {
        return solid.kind == Solid::Kind::sphere &&
               distance(solid.X_BS.translation(), contact.sphere.at) < 1e-3 * contact.radius &&
               std::abs(solid.size[0] - contact.radius) < 1e-3 * contact.radius;
      });
  if (is_shown || !(contact.radius > 0)) return;
  if (body.has_own_shapes) {
    sphere.opacity = kVeil;
    if (!body.solids.empty()) sphere.color = body.solids[0].color;
  }
  body.solids.push_back(sphere);
}

}  // namespace

bool Scene::has_solids() const {
  return std::any_of(bodies.begin(), bodies.end(),
                     [](const BodyView& body) { return !body.solids.empty(); });
}

std::string LinkView::pull() const {
  switch (kind) {
    case SceneLink::Kind::cable:
    case SceneLink::Kind::rod: return name + ".tension";
    case SceneLink::Kind::bushing:
    case SceneLink::Kind::cylinder: return {};
    default: return name + ".force";
  }
}

std::vector<std::string> Scene::outputs() const {
  std::vector<std::string> names;
  for (const BodyView& body : bodies) {
    names.push_back(body.name + ".position");
    names.push_back(body.name + ".orientation");
  }
  return names;
}

std::pair<int, Pose> Scene::find_frame(const std::string& name) const {
  return FrameIndex(*this).find(name);
}

Scene make_scene(Assembly& assembly, const SceneSettings& settings,
                 std::vector<SceneFault>* faults) {
  const SceneGraph& graph = assembly.scene();
  const Evaluator evaluate(*assembly.symbols());
  Scene scene;
  MeshSolids meshes;
  for (const SceneBody& from : graph.bodies) {
    BodyView body;
    body.name = from.name;
    body.center_of_mass = evaluate.vector(from.center_of_mass);
    for (const auto& [name, placement] : from.frames)
      body.frames.emplace_back(name, evaluate.pose(placement));
    for (std::size_t k = 0; k < from.shapes.size(); ++k) {
      const Shape& shape = from.shapes[k];
      const auto* mesh = std::get_if<Mesh>(&shape.geometry);
      if (!mesh) {
        body.solids.push_back(make_solid(shape, evaluate));
        continue;
      }
      try {
        add_mesh(*mesh, shape, evaluate, meshes, body, scene.notes);
      } catch (const std::runtime_error& e) {
        const std::string message = "'" + mesh->file + "' cannot be drawn: " + e.what();
        if (!faults) throw InputError({}, from.name + ": " + message);
        faults->push_back({from.name, "shapes[" + std::to_string(k) + "].mesh", message});
      }
    }
    body.is_frame = from.is_frame;
    body.has_own_shapes = body.is_frame || !body.solids.empty();
    scene.bodies.push_back(std::move(body));
  }

  const FrameIndex frames(scene);
  std::vector<Skeleton> skeletons(scene.bodies.size());
  std::vector<std::set<std::string>> joined(scene.bodies.size());
  const JointDrawings& drawings = assembly.domain<JointDrawings>();
  for (const SceneJoint& from : graph.joints) {
    JointView joint;
    joint.name = from.name;
    joint.type = from.type;
    joint.axis = {from.axis.direction[0], from.axis.direction[1], from.axis.direction[2]};
    auto child = frames.find(from.child.path);
    const auto parent = frames.find(from.parent.path);
    joint.on_world = parent.first < 0 || child.first < 0;
    // The child's frame is the joint's.
    joint.axis_in_world = child.first < 0;
    joint.axis = child.second.apply_to_vector(joint.axis);
    joint.parent = child.first < 0 ? -1 : parent.first;
    if (child.first < 0) child = parent;
    if (child.first < 0) continue;
    joint.body = child.first;
    if (const auto own = drawings.by_joint.find(from.name); own != drawings.by_joint.end()) {
      joint.symbol = own->second.symbol;
      joint.along = own->second.along, joint.about = own->second.about;
      // With the child on the world their lines would move with the other body: they are left out.
      for (const auto& [elements, direction] : own->second.in_plane)
        if (!joint.axis_in_world)
          joint.in_plane.emplace_back(elements, parent.second.apply_to_vector(evaluate.vector(
                                                    {direction[0], direction[1], direction[2]})));
    }
    joint.at = child.second.translation();
    for (const auto& [side, frame] :
         {std::pair{from.parent.path, parent}, {from.child.path, child}})
      if (frame.first >= 0) {
        const auto body = static_cast<std::size_t>(frame.first);
        joined[body].insert(side);
        // The joint on the side of the world is first: bars start there.
        auto& joints = skeletons[body].joints;
        joints.insert(side == from.child.path ? joints.begin() : joints.end(),
                      frame.second.translation());
      }
    scene.joints.push_back(std::move(joint));
  }
  for (std::size_t b = 0; b < scene.bodies.size(); ++b) {
    BodyView& body = scene.bodies[b];
    if (body.is_frame && body.solids.empty()) continue;
    for (const auto& [name, pose] : body.frames) {
      if (joined[b].count(body.name + "." + name) || name == "com") continue;
      skeletons[b].others.push_back(pose.translation());
      body.tips.push_back(pose.translation());
    }
    keep_farthest_tips(body.tips);
    // The end of a chain is worth a trace even if no frame marks it.
    if (body.tips.empty() && skeletons[b].joints.size() <= 1)
      body.tips.push_back(body.center_of_mass);
  }
  const auto point = [&](const FrameName& name) {
    const auto& [body, pose] = frames.find(name.path);
    return BodyPoint{body, pose.translation()};
  };
  for (const SceneContact& from : graph.contacts) {
    const auto& n = from.normal.direction;
    const Pose& X_BG = frames.find(from.ground.path).second;
    scene.contacts.push_back({from.name, point(from.ground), point(from.sphere),
                              X_BG.apply_to_vector({n[0], n[1], n[2]}),
                              evaluate.number(from.radius)});
    scene.arrows.push_back({SceneArrow::Kind::force, from.force, point(from.sphere),
                            static_cast<int>(scene.contacts.size()) - 1});
  }
  make_up_solids(scene, skeletons);
  for (const ContactView& contact : scene.contacts) add_contact_sphere(contact, scene);
  for (const SceneLink& link : graph.links) {
    scene.links.push_back({link.kind,
                           link.name,
                           {point(link.between[0]), point(link.between[1])},
                           evaluate.number(link.barrel),
                           evaluate.number(link.bore),
                           evaluate.number(link.rod)});
  }
  for (const SceneArrow& arrow : graph.arrows) {
    scene.arrows.push_back({arrow.kind, arrow.output, point(arrow.at)});
  }

  for (const PartPlots::MotorAxis& axis : assembly.domain<PartPlots>().axes)
    scene.axes.push_back({axis.part, axis.is_wrench});
  const double usual = CameraSettings().field_of_view.value();
  for (const auto& [name, from] : settings.cameras) {
    CameraView camera{name,
                      from.on.path,
                      from.look_at.path,
                      evaluate.vector(from.at),
                      evaluate.vector(from.up),
                      evaluate.number(from.field_of_view),
                      from.hides};
    if (camera.field_of_view == usual) camera.field_of_view = 0;
    frames.find(camera.on);
    frames.find(camera.look_at);
    camera.hides = find_hidden(scene, camera.hides, frames);
    scene.cameras.push_back(std::move(camera));
  }
  return scene;
}

Vector3<double> find_axis(const JointView& joint, const Motion& motion, std::size_t time) {
  if (joint.axis_in_world) return joint.axis;
  return motion.poses[time][static_cast<std::size_t>(joint.body)].apply_to_vector(joint.axis);
}

Motion make_motion(const Scene& scene, const Results& results) {
  Motion motion;
  std::vector<std::vector<std::size_t>> columns;
  for (const std::string& name : scene.outputs()) columns.push_back(results.find_quantity(name));
  std::vector<std::vector<std::size_t>> arrows;
  bool has_arrows = false;
  for (const ArrowView& arrow : scene.arrows) {
    arrows.push_back(results.find_quantity(arrow.output));
    has_arrows = has_arrows || arrows.back().size() == 3;
  }
  struct AxisColumns {
    std::vector<std::size_t> point, direction, pitch;
    bool is_whole() const {
      return point.size() == 3 && direction.size() == 3 && pitch.size() == 1;
    }
  };
  std::vector<AxisColumns> axes;
  bool has_axes = false;
  for (const AxisView& axis : scene.axes) {
    axes.push_back({results.find_quantity(axis.name + ".point"),
                    results.find_quantity(axis.name + ".direction"),
                    results.find_quantity(axis.name + ".pitch")});
    has_axes = has_axes || axes.back().is_whole();
  }
  for (std::size_t row = 0; row < results.row_count(); ++row) {
    std::vector<Pose> poses;
    bool finite = true;
    for (std::size_t b = 0; b < scene.bodies.size(); ++b) {
      const auto number = [&](std::size_t quantity, std::size_t i) {
        const double value = results.values(columns[2 * b + quantity][i])[row];
        finite &= std::isfinite(value);
        return value;
      };
      const Vector3<double> p(number(0, 0), number(0, 1), number(0, 2));
      poses.emplace_back(Rotation<double>(number(1, 0), number(1, 1), number(1, 2), number(1, 3)),
                         p);
    }
    if (!finite) continue;
    motion.times.push_back(results.values("time")[row]);
    motion.poses.push_back(std::move(poses));
    const auto read = [&](const std::vector<std::size_t>& of) {
      const auto number = [&](std::size_t i) { return results.values(of[i])[row]; };
      const Vector3<double> vector(number(0), number(1), number(2));
      return vector.allFinite() ? vector : Vector3<double>(0, 0, 0);
    };
    if (has_axes) {
      std::vector<AxisPose>& now = motion.axes.emplace_back();
      for (const AxisColumns& of : axes) {
        AxisPose& axis = now.emplace_back();
        if (of.is_whole())
          axis = {read(of.point), read(of.direction), results.values(of.pitch[0])[row]};
      }
    }
    if (!has_arrows) continue;
    std::vector<Vector3<double>>& vectors = motion.arrows.emplace_back();
    for (const std::vector<std::size_t>& of : arrows)
      vectors.push_back(of.size() == 3 ? read(of) : Vector3<double>(0, 0, 0));
  }
  return motion;
}

}  // namespace holon
