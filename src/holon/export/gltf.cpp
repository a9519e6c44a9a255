// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0

// Khronos Group, glTF 2.0 specification (ISO/IEC 12113:2022): chapter 3 for the properties, 4 for
// the container .glb.
#include "holon/export/gltf.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <map>
#include <nlohmann/json.hpp>
#include <tuple>

#include "holon/base/base64.h"
#include "holon/export/arrow_lengths.h"
#include "holon/export/tessellation.h"
#include "holon/model/describe/color.h"
#include "holon/view/machine/arrows.h"
#include "holon/view/machine/link_glyphs.h"
#include "holon/view/scene/joint_links.h"
#include "holon/view/svg/palette.h"

namespace holon {
namespace {

using Json = nlohmann::ordered_json;

static_assert(std::endian::native == std::endian::little, "glTF's numbers are little-endian");

constexpr int kFloat = 5126, kUnsignedShort = 5123;         // component types
constexpr int kArrayBuffer = 34962, kElementArray = 34963;  // targets of buffer views

/// The numbers of a file, and the views and accessors that describe them.
class Store {
 public:
  /// Rows of `width` floats; `bounds` adds the least and largest of each column.
  template <class Row>
  int add_floats(const std::vector<Row>& rows, const char* type, bool bounds, int target = 0) {
    Json accessor{{"componentType", kFloat}, {"count", rows.size()}, {"type", type}};
    if (bounds) {
      Row low = rows[0], high = rows[0];
      for (const Row& row : rows)
        for (std::size_t i = 0; i < row.size(); ++i) {
          low[i] = std::min(low[i], row[i]);
          high[i] = std::max(high[i], row[i]);
        }
      accessor["min"] = low;
      accessor["max"] = high;
    }
    return add(rows.data(), rows.size() * sizeof(Row), std::move(accessor), target);
  }
  int add_indices(const std::vector<std::uint16_t>& indices) {
    return add(indices.data(), indices.size() * sizeof(std::uint16_t),
               {{"componentType", kUnsignedShort}, {"count", indices.size()}, {"type", "SCALAR"}},
               kElementArray);
  }

  std::string bytes;
  Json views = Json::array(), accessors = Json::array();

 private:
  int add(const void* data, std::size_t size, Json accessor, int target) {
    bytes.resize((bytes.size() + 3) / 4 * 4, '\0');
    Json view{{"buffer", 0}, {"byteOffset", bytes.size()}, {"byteLength", size}};
    if (target != 0) view["target"] = target;
    accessor["bufferView"] = views.size();
    views.push_back(std::move(view));
    accessors.push_back(std::move(accessor));
    bytes.append(static_cast<const char*>(data), size);
    return static_cast<int>(accessors.size()) - 1;
  }
};

/// A pose in the scene at one instant.
struct Key {
  std::array<float, 3> translation;
  std::array<float, 4> rotation;  // x, y, z, w
  std::array<float, 3> scale{1, 1, 1};
};

Key make_key(const Pose& pose) {
  const Rotation<double> q = pose.calc_rotation().normalized();
  const Vector3<double>& p = pose.translation();
  const auto f = [](double value) { return static_cast<float>(value) + 0.0F; };
  return {{f(p[0]), f(p[1]), f(p[2])}, {f(q.x()), f(q.y()), f(q.z()), f(q.w())}};
}

// Viewers interpolate between quaternions along the shorter arc, but some along the longer one if
// the signs differ.
void keep_sign(const Key& before, Key& key) {
  float product = 0;
  for (std::size_t i = 0; i < 4; ++i) product += before.rotation[i] * key.rotation[i];
  if (product < 0)
    for (float& component : key.rotation) component = 0.0F - component;
}

// Colours are given in sRGB; those of materials are linear.
double to_linear(double c) { return c <= 0.04045 ? c / 12.92 : std::pow((c + 0.055) / 1.055, 2.4); }

class Writer {
 public:
  Writer(const Scene& scene, const Motion& motion, const GltfText& text)
      : scene_(scene), motion_(motion), text_(text) {}
  std::string write(GltfForm form);

 private:
  int add_node(Json node, int parent = -1);
  void add_body(std::size_t index);
  void add_solid(const Solid& solid, const std::string& color, int parent);
  void add_links();
  int bar_or_coil(double coil);
  void add_arrows();
  int arrow_mesh(SceneArrow::Kind kind);
  int add_mesh(const char* name, const TriangleMesh& shape, int material);
  void add_camera(const CameraView& camera);
  void animate(int node, const std::vector<Key>& keys);
  static void place(Json& node, const Key& key);
  int mesh_of(const Solid& solid, const std::string& color);
  int material_of(const std::string& color, double opacity);
  void choose_times();

  const Scene& scene_;
  const Motion& motion_;
  const GltfText& text_;
  Store store_;
  Json nodes_ = Json::array(), meshes_ = Json::array(), materials_ = Json::array(),
       cameras_ = Json::array(), samplers_ = Json::array(), channels_ = Json::array();
  std::vector<std::size_t> moments_;  // of the motion
  int times_ = -1;                    // accessor
  int root_ = 0;
  std::array<int, 2> link_meshes_{-1, -1};           // bar, coil
  std::array<int, 4> arrow_meshes_{-1, -1, -1, -1};  // by kind
  using Shape = std::tuple<Solid::Kind, float, const Surface*>;
  std::map<Shape, std::array<int, 3>> shapes_;  // accessors
  std::map<std::pair<Shape, int>, int> mesh_index_;
  std::map<std::pair<std::string, double>, int> material_index_;
};

int Writer::add_node(Json node, int parent) {
  const int index = static_cast<int>(nodes_.size());
  nodes_.push_back(std::move(node));
  if (parent >= 0) nodes_[static_cast<std::size_t>(parent)]["children"].push_back(index);
  return index;
}

void Writer::place(Json& node, const Key& key) {
  if (key.translation != std::array<float, 3>{0, 0, 0}) node["translation"] = key.translation;
  if (key.rotation != std::array<float, 4>{0, 0, 0, 1}) node["rotation"] = key.rotation;
  if (key.scale != std::array<float, 3>{1, 1, 1}) node["scale"] = key.scale;
}

// Instants whose times differ as floats, beginning at 0.
void Writer::choose_times() {
  std::vector<std::array<float, 1>> times;
  for (std::size_t k = 0; k < motion_.times.size(); ++k) {
    const auto t = static_cast<float>(motion_.times[k] - motion_.times[0]);
    if (!times.empty() && t <= times.back()[0]) continue;
    times.push_back({t});
    moments_.push_back(k);
  }
  if (times.size() > 1) times_ = store_.add_floats(times, "SCALAR", true);
}

// Channels of nodes at rest are omitted.
void Writer::animate(int node, const std::vector<Key>& keys) {
  if (times_ < 0) return;
  const auto add = [&](const char* path, int output) {
    channels_.push_back(
        {{"sampler", samplers_.size()}, {"target", {{"node", node}, {"path", path}}}});
    samplers_.push_back({{"input", times_}, {"interpolation", "LINEAR"}, {"output", output}});
  };
  std::vector<std::array<float, 3>> translations, scales;
  std::vector<std::array<float, 4>> rotations;
  bool moves = false, turns = false, stretches = false;
  for (const Key& key : keys) {
    translations.push_back(key.translation);
    rotations.push_back(key.rotation);
    moves |= key.translation != keys[0].translation;
    turns |= key.rotation != keys[0].rotation;
    scales.push_back(key.scale);
    stretches |= key.scale != keys[0].scale;
  }
  if (moves) add("translation", store_.add_floats(translations, "VEC3", false));
  if (turns) add("rotation", store_.add_floats(rotations, "VEC4", false));
  if (stretches) add("scale", store_.add_floats(scales, "VEC3", false));
}

int Writer::material_of(const std::string& color, double opacity) {
  const auto [it, is_new] =
      material_index_.try_emplace({color, opacity}, static_cast<int>(materials_.size()));
  if (!is_new) return it->second;
  constexpr double kMetallic = 0, kRoughness = 0.55;
  Rgb rgb{0.5, 0.5, 0.5};
  parse_color(color, rgb);
  Json material{
      {"name", color},
      {"pbrMetallicRoughness",
       {{"baseColorFactor", {to_linear(rgb.r), to_linear(rgb.g), to_linear(rgb.b), opacity}},
        {"metallicFactor", kMetallic},
        {"roughnessFactor", kRoughness}}}};
  if (opacity < 1) material["alphaMode"] = "BLEND";
  materials_.push_back(std::move(material));
  return it->second;
}

// Boxes, cylinders and spheres have one shape each, scaled by their nodes; capsules have one for
// each ratio of length to radius.
int Writer::mesh_of(const Solid& solid, const std::string& color) {
  const bool is_capsule = solid.kind == Solid::Kind::capsule;
  const auto ratio = is_capsule ? static_cast<float>(solid.size[1] / solid.size[0]) : 0.0F;
  const int material = material_of(color, solid.opacity);
  const Shape key{solid.kind, ratio, solid.surface.get()};
  const auto [it, is_new] =
      mesh_index_.try_emplace({key, material}, static_cast<int>(meshes_.size()));
  if (!is_new) return it->second;
  const auto [shape, is_new_shape] = shapes_.try_emplace(key);
  if (is_new_shape) {
    const TriangleMesh mesh = solid.kind == Solid::Kind::mesh  ? make_surface_mesh(*solid.surface)
                              : solid.kind == Solid::Kind::box ? make_box_mesh()
                              : solid.kind == Solid::Kind::cylinder ? make_cylinder_mesh()
                                                                    : make_capsule_mesh(ratio);
    shape->second = {store_.add_floats(mesh.positions, "VEC3", true, kArrayBuffer),
                     store_.add_floats(mesh.normals, "VEC3", false, kArrayBuffer),
                     store_.add_indices(mesh.indices)};
  }
  const auto& [positions, normals, indices] = shape->second;
  static constexpr const char* kNames[] = {"box", "cylinder", "sphere", "capsule", "mesh"};
  meshes_.push_back({{"name", kNames[static_cast<int>(solid.kind)]},
                     {"primitives",
                      {{{"attributes", {{"POSITION", positions}, {"NORMAL", normals}}},
                        {"indices", indices},
                        {"material", material}}}}});
  return it->second;
}

void Writer::add_solid(const Solid& solid, const std::string& color, int parent) {
  // A sheet without thickness would have no normals.
  constexpr double kThinnest = 1e-6;
  const double r = solid.size[0];
  std::array<double, 3> scale{r, r, r};
  if (solid.kind == Solid::Kind::mesh) scale = {solid.scale, solid.scale, solid.scale};
  if (solid.kind == Solid::Kind::box)
    for (int i = 0; i < 3; ++i) scale[static_cast<std::size_t>(i)] = solid.size[i];
  if (solid.kind == Solid::Kind::cylinder) scale[2] = solid.size[1];
  const double largest = *std::max_element(scale.begin(), scale.end());
  if (!(largest > 0)) return;
  for (double& s : scale) s = std::max(s, kThinnest * largest);
  Json node{{"mesh", mesh_of(solid, color)}};
  place(node, make_key(solid.X_BS));
  node["scale"] = scale;
  add_node(std::move(node), parent);
}

void Writer::add_body(std::size_t index) {
  const BodyView& body = scene_.bodies[index];
  std::vector<Key> keys;
  for (const std::size_t k : moments_) {
    keys.push_back(make_key(motion_.poses[k][index]));
    if (keys.size() > 1) keep_sign(keys[keys.size() - 2], keys.back());
  }
  Json node{{"name", body.name}};
  place(node, keys[0]);
  const Vector3<double>& c = body.center_of_mass;
  node["extras"] = {{"part", body.name},
                    {"center_of_mass", {c[0], c[1], c[2]}},
                    {"has_own_shapes", body.has_own_shapes}};
  const int at = add_node(std::move(node), root_);
  animate(at, keys);
  for (const Solid& solid : body.solids)
    add_solid(solid, solid.color.empty() ? curve_color(index) : solid.color, at);
  for (const auto& [name, pose] : body.frames) {
    Json frame{{"name", body.name + "." + name}};
    place(frame, make_key(pose));
    frame["extras"] = {{"frame", body.name + "." + name}};
    add_node(std::move(frame), at);
  }
}

// Springs are coils, all other links bars: their nodes extend from end to end, scaled in length.
void Writer::add_links() {
  constexpr double kShortest = 1e-9, kSpringWidth = 0.06, kBarWidth = 0.015;  // of the length
  for (const LinkView& link : list_links(scene_, motion_)) {
    const bool is_coil =
        link.kind == SceneLink::Kind::spring || link.kind == SceneLink::Kind::spring_damper;
    double rest = 0;
    std::vector<Key> keys;
    for (const std::size_t k : moments_) {
      const Vector3<double> from = find_place(link.ends[0], motion_, k);
      const Vector3<double> way = find_place(link.ends[1], motion_, k) - from;
      const double length = std::max(way.norm(), kShortest);
      if (rest == 0) rest = length;
      const auto turn = way.norm() > kShortest ? Rotation<double>::from_to({0, 0, 1}, way / length)
                                               : Rotation<double>();
      // A bar's mesh is centred and of length 1, a coil's begins at its end.
      Key key = make_key(Pose(turn, is_coil ? from : Vector3<double>(from + 0.5 * way)));
      const auto width = static_cast<float>((is_coil ? kSpringWidth : kBarWidth) * rest);
      key.scale = {width, width, static_cast<float>(is_coil ? length * kSpringWidth : length)};
      keys.push_back(key);
      if (keys.size() > 1) keep_sign(keys[keys.size() - 2], keys.back());
    }
    Json node{{"name", link.name}, {"mesh", bar_or_coil(is_coil ? 1 / kSpringWidth : 0)}};
    place(node, keys[0]);
    animate(add_node(std::move(node), root_), keys);
  }
}

/// The mesh of links: a bar, or a coil of this length.
int Writer::bar_or_coil(double coil) {
  int& mesh = link_meshes_[coil > 0 ? 1 : 0];
  if (mesh >= 0) return mesh;
  mesh = coil > 0 ? add_mesh("spring", make_coil_mesh(coil), material_of("#8b939b", 1))
                  : add_mesh("bar", make_cylinder_mesh(), material_of("#8b939b", 1));
  return mesh;
}

int Writer::add_mesh(const char* name, const TriangleMesh& shape, int material) {
  meshes_.push_back(
      {{"name", name},
       {"primitives",
        {{{"attributes",
           {{"POSITION", store_.add_floats(shape.positions, "VEC3", true, kArrayBuffer)},
            {"NORMAL", store_.add_floats(shape.normals, "VEC3", false, kArrayBuffer)}}},
          {"indices", store_.add_indices(shape.indices)},
          {"material", material}}}}});
  return static_cast<int>(meshes_.size()) - 1;
}

int Writer::arrow_mesh(SceneArrow::Kind kind) {
  int& mesh = arrow_meshes_[static_cast<std::size_t>(kind)];
  if (mesh < 0) mesh = add_mesh("arrow", make_arrow_mesh(), material_of(arrow_color(kind), 1));
  return mesh;
}

// Vectors are arrows of one shape: their nodes move with the point of application, rotate, and
// scale.
void Writer::add_arrows() {
  if (motion_.arrows.empty()) return;
  const ArrowScales scales = find_arrow_scales(scene_, motion_);
  const double shortest = 1e-6 * scales.most;  // a node of zero size would have no axes
  for (const std::size_t a : find_drawn_arrows(scene_, motion_)) {
    std::vector<Key> keys;
    for (const std::size_t k : moments_) {
      const PlacedArrow arrow = place_arrow(scene_, motion_, scales, a, k);
      Key key = make_key(Pose(Rotation<double>::from_to({0, 0, 1}, arrow.along), arrow.from));
      const auto length = static_cast<float>(std::max(arrow.length, shortest));
      key.scale = {length, length, length};
      keys.push_back(key);
      if (keys.size() > 1) keep_sign(keys[keys.size() - 2], keys.back());
    }
    const ArrowView& view = scene_.arrows[a];
    Json node{{"name", view.output}, {"mesh", arrow_mesh(view.kind)}};
    place(node, keys[0]);
    const bool is_torque = view.kind == SceneArrow::Kind::torque;
    node["extras"] = {{"output", view.output},
                      {is_torque ? "N_m_per_metre" : "N_per_metre",
                       1 / (is_torque ? scales.torque : scales.force)}};
    animate(add_node(std::move(node), root_), keys);
  }
}

// A camera of glTF looks along its -z, with y up in the image.
void Writer::add_camera(const CameraView& camera) {
  constexpr double kUsual = 0.6981317007977318;  // [rad] 40 degrees
  constexpr double kNear = 1e-3, kShortest = 1e-9;
  const auto on = scene_.find_frame(camera.on), target = scene_.find_frame(camera.look_at);
  std::vector<Key> keys;
  double nearest = HUGE_VAL;
  Vector3<double> back(0, -1, 0), right(1, 0, 0);
  for (const std::size_t k : moments_) {
    const Pose X_WF = motion_.pose(k, on);
    const Vector3<double> eye = X_WF.apply_to_point(camera.at);
    const Vector3<double> away = eye - motion_.pose(k, target).translation();
    nearest = std::min(nearest, away.norm());
    if (away.norm() > kShortest) back = away / away.norm();
    const Vector3<double> across = cross(Vector3<double>(X_WF.apply_to_vector(camera.up)), back);
    // If it points along its own up direction it keeps its right direction.
    if (across.norm() > kShortest) right = across / across.norm();
    right = right - dot(right, back) * back;
    if (right.norm() < kShortest)
      right = cross(std::abs(back[2]) < 0.9 ? Vector3<double>(0, 0, 1) : Vector3<double>(0, 1, 0),
                    back);
    right = right / right.norm();
    const Vector3<double> up = cross(back, right);
    Matrix3<double> R;
    for (int i = 0; i < 3; ++i) {
      R(i, 0) = right[i];
      R(i, 1) = up[i];
      R(i, 2) = back[i];
    }
    keys.push_back(make_key(Pose(R, eye)));
    if (keys.size() > 1) keep_sign(keys[keys.size() - 2], keys.back());
  }
  const double scale = nearest > kShortest ? nearest : 1;
  cameras_.push_back({{"name", camera.name},
                      {"type", "perspective"},
                      {"perspective",
                       {{"yfov", camera.field_of_view > 0 ? camera.field_of_view : kUsual},
                        {"znear", kNear * scale}}}});
  Json node{{"name", camera.name}, {"camera", cameras_.size() - 1}};
  place(node, keys[0]);
  animate(add_node(std::move(node), root_), keys);
}

void append_word(std::string& bytes, std::size_t word) {
  for (int shift = 0; shift < 32; shift += 8) bytes += static_cast<char>(word >> shift & 0xFF);
}

void append_chunk(std::string& file, const char* type, std::string content, char padding) {
  content.resize((content.size() + 3) / 4 * 4, padding);
  append_word(file, content.size());
  file.append(type, 4);
  file += content;
}

/// Names may contain any bytes of a model's text.
std::string dump(const Json& json, int indent) {
  return json.dump(indent, ' ', false, Json::error_handler_t::replace);
}

std::string Writer::write(GltfForm form) {
  constexpr double kHalf = 0.7071067811865476;  // a quarter turn about -x: z up becomes y up
  choose_times();
  root_ = add_node({{"name", text_.title.empty() ? "model" : text_.title},
                    {"rotation", {-kHalf, 0.0, 0.0, kHalf}}});
  for (std::size_t b = 0; b < scene_.bodies.size(); ++b) add_body(b);
  add_links();
  add_arrows();
  for (const CameraView& camera : scene_.cameras) add_camera(camera);

  Json file;
  file["asset"] = {{"version", "2.0"}, {"generator", text_.generator}};
  if (!text_.copyright.empty()) file["asset"]["copyright"] = text_.copyright;
  file["asset"]["extras"] = {{"length", "m"}, {"time", "s"}, {"angle", "rad"}};
  file["scene"] = 0;
  file["scenes"] = {{{"name", text_.title}, {"nodes", {root_}}}};
  file["nodes"] = std::move(nodes_);
  const auto add = [&](const char* name, Json& list) {
    if (!list.empty()) file[name] = std::move(list);
  };
  add("cameras", cameras_);
  add("meshes", meshes_);
  add("materials", materials_);
  if (!channels_.empty())
    file["animations"] = {{{"name", text_.title.empty() ? "motion" : text_.title},
                           {"channels", std::move(channels_)},
                           {"samplers", std::move(samplers_)}}};
  add("accessors", store_.accessors);
  add("bufferViews", store_.views);
  if (!store_.bytes.empty()) {
    file["buffers"] = {{{"byteLength", store_.bytes.size()}}};
    if (form == GltfForm::text)
      file["buffers"][0]["uri"] =
          "data:application/octet-stream;base64," +
          encode_base64(
              {reinterpret_cast<const unsigned char*>(store_.bytes.data()), store_.bytes.size()});
  }
  if (form == GltfForm::text) return dump(file, 1) + "\n";

  std::string chunks, glb = "glTF";
  append_chunk(chunks, "JSON", dump(file, -1), ' ');
  if (!store_.bytes.empty()) append_chunk(chunks, "BIN\0", std::move(store_.bytes), '\0');
  append_word(glb, 2);
  append_word(glb, chunks.size() + 12);
  return glb + chunks;
}

}  // namespace

std::string write_gltf(const Scene& scene, const Motion& motion, const GltfText& text,
                       GltfForm form) {
  return Writer(scene, motion, text).write(form);
}

}  // namespace holon
