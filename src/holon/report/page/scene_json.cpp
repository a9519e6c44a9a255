// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#include "holon/report/page/scene_json.h"

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>

#include "holon/report/page/mesh_json.h"
#include "holon/view/svg/palette.h"

namespace holon {
namespace {

using Json = nlohmann::ordered_json;

Json numbers(const Vector3<double>& v) { return {v[0], v[1], v[2]}; }
Json numbers(const Rotation<double>& R) { return {R.w(), R.x(), R.y(), R.z()}; }

Json write_pose(const Pose& pose) {
  return {{"position", numbers(pose.translation())},
          {"orientation", numbers(pose.calc_rotation())}};
}

Json write_point(const BodyPoint& point) {
  return {{"body", point.body}, {"position", numbers(point.at)}};
}

const char* name_of(Solid::Kind kind) {
  switch (kind) {
    case Solid::Kind::box: return "box";
    case Solid::Kind::cylinder: return "cylinder";
    case Solid::Kind::sphere: return "sphere";
    case Solid::Kind::capsule: return "capsule";
    case Solid::Kind::mesh: return "mesh";
  }
  return "";
}

const char* name_of(SceneLink::Kind kind) {
  switch (kind) {
    case SceneLink::Kind::spring: return "spring";
    case SceneLink::Kind::damper: return "damper";
    case SceneLink::Kind::spring_damper: return "spring damper";
    case SceneLink::Kind::cable: return "cable";
    case SceneLink::Kind::rod: return "rod";
    case SceneLink::Kind::bushing: return "bushing";
    case SceneLink::Kind::cylinder: return "cylinder";
  }
  return "";
}

const char* name_of(JointDrawings::Symbol symbol) {
  switch (symbol) {
    case JointDrawings::Symbol::free: return "free";
    case JointDrawings::Symbol::weld: return "weld";
    case JointDrawings::Symbol::pin: return "pin";
    case JointDrawings::Symbol::plane: return "plane";
    case JointDrawings::Symbol::ball: return "ball";
    case JointDrawings::Symbol::rail: return "rail";
  }
  return "";
}

/// As links of the same kind.
const char* name_of(const JointDrawings::Elements& elements) {
  return elements.has_spring && elements.has_damper ? "spring damper"
         : elements.has_spring                      ? "spring"
                                                    : "damper";
}

const char* name_of(SceneArrow::Kind kind) {
  switch (kind) {
    case SceneArrow::Kind::force: return "force";
    case SceneArrow::Kind::torque: return "torque";
    case SceneArrow::Kind::reaction_force: return "reaction force";
    case SceneArrow::Kind::reaction_torque: return "reaction torque";
  }
  return "";
}

Json write_body(const BodyView& body, int pose, const std::string& color, SceneMeshes& meshes) {
  Json solids = Json::array();
  for (const Solid& solid : body.solids) {
    Json item{{"kind", name_of(solid.kind)}, {"size", numbers(solid.size)}};
    item.update(write_pose(solid.X_BS));
    item["color"] = solid.color.empty() ? color : solid.color;
    item["opacity"] = solid.opacity;
    if (solid.kind == Solid::Kind::mesh) item["mesh"] = meshes.index_of(solid.surface);
    solids.push_back(item);
  }
  Json frames = Json::array();
  for (const auto& [name, X_BF] : body.frames) {
    Json item{{"name", name}};
    item.update(write_pose(X_BF));
    frames.push_back(item);
  }
  Json traces = Json::array();
  for (const Vector3<double>& tip : body.tips) traces.push_back(numbers(tip));
  return {{"name", body.name},
          {"kind", body.is_frame ? "frame" : "body"},
          {"pose", pose},
          {"solids", solids},
          {"made_up", !body.has_own_shapes},
          {"center_of_mass", body.is_frame ? Json(nullptr) : numbers(body.center_of_mass)},
          {"frames", frames},
          {"traces", traces}};
}

Json write_camera(const CameraView& camera, const Scene& scene) {
  const auto [on, X_BF] = scene.find_frame(camera.on);
  const auto [target, X_BT] = scene.find_frame(camera.look_at);
  Json item{{"name", camera.name}, {"on", {{"body", on}}}, {"at", numbers(camera.at)}};
  item["on"].update(write_pose(X_BF));
  item["look_at"] = write_point({target, X_BT.translation()});
  item["up"] = numbers(camera.up);
  if (camera.field_of_view > 0) item["field_of_view"] = camera.field_of_view;
  item["hides"] = camera.hides;
  return item;
}

/// Whether the visible part of an arrow is partly undetermined: components that are zero
/// throughout, such as those normal to a planar machine, are invisible.
bool is_open(const std::string& output, std::size_t x, const Stream& poses,
             const std::vector<std::string>& undetermined) {
  constexpr double kSeen = 1e-3;  // of the arrow
  const auto is_listed = [&](const std::string& name) {
    return std::find(undetermined.begin(), undetermined.end(), name) != undetermined.end();
  };
  double whole = 0, open = 0;
  for (std::size_t k = 0; k < 3; ++k) {
    double largest = 0;
    for (const double v : poses.values[x + k]) largest = std::max(largest, std::abs(v));
    whole = std::max(whole, largest);
    if (is_listed(output) || is_listed(poses.columns[x + k].name)) open = std::max(open, largest);
  }
  return open > kSeen * whole;
}

}  // namespace

Json write_scene(const Scene& scene, const Stream& poses, const Vector3<double>& plane,
                 const std::vector<std::string>& undetermined) {
  Json bodies = Json::array(), joints = Json::array(), links = Json::array(),
       contacts = Json::array(), arrows = Json::array(), axes = Json::array(),
       cameras = Json::array();
  SceneMeshes meshes;
  std::size_t painted = 0;  // only solids without a colour in the model get one
  for (const BodyView& body : scene.bodies) {
    const int pose = poses.find(body.name + ".position.x");
    bodies.push_back(write_body(body, pose, curve_color(painted), meshes));
    const bool takes = std::any_of(body.solids.begin(), body.solids.end(),
                                   [](const Solid& solid) { return solid.color.empty(); });
    if (takes) ++painted;
  }
  for (const JointView& joint : scene.joints) {
    Json item{{"name", joint.name},
              {"type", joint.type},
              {"symbol", name_of(joint.symbol)},
              {"body", joint.body},
              {"position", numbers(joint.at)},
              {"axis", numbers(joint.axis)},
              {"axis_in_world", joint.axis_in_world},
              {"on_world", joint.on_world}};
    if (joint.along.any() || joint.about.any() || !joint.in_plane.empty())
      item["parent"] = joint.parent;
    if (joint.along.any()) item["along"] = name_of(joint.along);
    if (joint.about.any()) item["about"] = name_of(joint.about);
    for (const auto& [elements, direction] : joint.in_plane)
      item["across"].push_back(
          {{"elements", name_of(elements)}, {"direction", numbers(direction)}});
    joints.push_back(std::move(item));
  }
  for (const LinkView& link : scene.links) {
    Json item{{"name", link.name},
              {"kind", name_of(link.kind)},
              {"from", write_point(link.ends[0])},
              {"to", write_point(link.ends[1])}};
    if (link.kind == SceneLink::Kind::cylinder) {
      item["barrel"] = {{"length", link.barrel}, {"bore", link.bore}, {"rod", link.rod}};
    }
    if (const int column = poses.find(link.pull()); column >= 0) {
      item["pull"] = {{"name", link.pull()},
                      {"column", column},
                      {"unit", poses.columns[static_cast<std::size_t>(column)].unit}};
    }
    links.push_back(item);
  }
  for (const ContactView& contact : scene.contacts) {
    contacts.push_back({{"name", contact.name},
                        {"ground", write_point(contact.ground)},
                        {"normal", numbers(contact.normal)},
                        {"sphere", write_point(contact.sphere)},
                        {"radius", contact.radius}});
  }
  for (const ArrowView& arrow : scene.arrows) {
    const int x = poses.find(arrow.output + ".x");
    if (x < 0) continue;
    const auto first = static_cast<std::size_t>(x);
    Json item{{"name", arrow.output},
              {"kind", name_of(arrow.kind)},
              {"stream", poses.name},
              {"columns", {x, x + 1, x + 2}},
              {"unit", poses.columns[first].unit},
              {"at", write_point(arrow.at)}};
    if (arrow.contact >= 0) item["contact"] = arrow.contact;
    if (is_open(arrow.output, first, poses, undetermined)) item["undetermined"] = true;
    arrows.push_back(item);
  }
  for (const AxisView& axis : scene.axes) {
    const int point = poses.find(axis.name + ".point.x");
    const int direction = poses.find(axis.name + ".direction.x");
    const int pitch = poses.find(axis.name + ".pitch");
    if (point < 0 || direction < 0 || pitch < 0) continue;
    axes.push_back({{"name", axis.name},
                    {"kind", axis.is_wrench ? "wrench" : "screw"},
                    {"stream", poses.name},
                    {"point", {point, point + 1, point + 2}},
                    {"direction", {direction, direction + 1, direction + 2}},
                    {"pitch", pitch}});
  }
  for (const CameraView& camera : scene.cameras) cameras.push_back(write_camera(camera, scene));
  return {{"stream", poses.name},
          {"bodies", bodies},
          {"meshes", meshes.list},
          {"joints", joints},
          {"links", links},
          {"contacts", contacts},
          {"arrows", arrows},
          {"axes", axes},
          {"cameras", cameras},
          {"up", {0, 0, 1}},
          {"plane", plane.norm() > 0 ? numbers(plane) : Json(nullptr)}};
}

std::string dump_json(const Json& json) {
  return json.dump(-1, ' ', false, Json::error_handler_t::replace);
}

}  // namespace holon
