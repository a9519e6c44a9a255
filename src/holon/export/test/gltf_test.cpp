// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#include "holon/export/gltf.h"

#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <cstring>
#include <map>
#include <nlohmann/json.hpp>

#include "holon/export/arrow_lengths.h"
#include "holon/export/tessellation.h"

namespace holon {
namespace {

using Json = nlohmann::json;
using Vec = Vector3<double>;
using Turn = Rotation<double>;

// Numbers of a file are floats; a rotation of several of them has a few rounding errors.
constexpr double kFloat = 4 * 0x1p-23;

std::uint32_t word_at(const std::string& bytes, std::size_t at) {
  std::uint32_t word = 0;
  for (std::size_t i = 0; i < 4; ++i)
    word |= static_cast<std::uint32_t>(static_cast<unsigned char>(bytes[at + i])) << (8 * i);
  return word;
}

struct Parsed {
  Json json;
  std::string binary;

  /// An accessor's numbers, row by row.
  std::vector<std::vector<double>> rows(int accessor) const {
    const Json& a = json["accessors"][static_cast<std::size_t>(accessor)];
    const Json& view = json["bufferViews"][a["bufferView"].get<std::size_t>()];
    const std::map<std::string, std::size_t> widths{{"SCALAR", 1}, {"VEC3", 3}, {"VEC4", 4}};
    const std::size_t width = widths.at(a["type"]), count = a["count"];
    const bool is_float = a["componentType"] == 5126;
    const std::size_t size = is_float ? 4 : 2;
    EXPECT_EQ(view["byteLength"].get<std::size_t>(), count * width * size);
    std::size_t at = view["byteOffset"];
    EXPECT_EQ(at % size, 0u);
    std::vector<std::vector<double>> rows(count, std::vector<double>(width));
    for (auto& row : rows)
      for (double& value : row) {
        if (is_float) {
          float number;
          std::memcpy(&number, &binary.at(at), 4);
          value = number;
        } else {
          std::uint16_t number;
          std::memcpy(&number, &binary.at(at), 2);
          value = number;
        }
        at += size;
      }
    return rows;
  }
  const Json& node(const std::string& name) const {
    for (const Json& node : json["nodes"])
      if (node.value("name", "") == name) return node;
    throw std::runtime_error("no node " + name);
  }
  std::size_t index_of(const std::string& name) const {
    return static_cast<std::size_t>(&node(name) - &json["nodes"][0]);
  }
  /// The values of an animated channel; empty where there is none.
  std::vector<std::vector<double>> channel(const std::string& name, const char* path) const {
    if (!json.contains("animations")) return {};
    const Json& animation = json["animations"][0];
    for (const Json& channel : animation["channels"])
      if (channel["target"]["node"] == index_of(name) && channel["target"]["path"] == path)
        return rows(animation["samplers"][channel["sampler"].get<std::size_t>()]["output"]);
    return {};
  }
};

Parsed parse_glb(const std::string& bytes) {
  EXPECT_EQ(bytes.substr(0, 4), "glTF");
  EXPECT_EQ(word_at(bytes, 4), 2u);
  EXPECT_EQ(word_at(bytes, 8), bytes.size());
  const std::size_t length = word_at(bytes, 12);
  EXPECT_EQ(length % 4, 0u);
  EXPECT_EQ(bytes.substr(16, 4), "JSON");
  Parsed parsed;
  parsed.json = Json::parse(bytes.substr(20, length));
  const std::size_t second = 20 + length;
  EXPECT_EQ(word_at(bytes, second) % 4, 0u);
  EXPECT_EQ(bytes.substr(second + 4, 4), std::string("BIN\0", 4));
  parsed.binary = bytes.substr(second + 8);
  EXPECT_EQ(parsed.binary.size(), word_at(bytes, second));
  return parsed;
}

Turn turn_of(const Json& q) {
  const auto c = q.get<std::array<double, 4>>();
  return Turn(c[3], c[0], c[1], c[2]);
}
Vec vector_of(const Json& v) {
  const auto c = v.get<std::array<double, 3>>();
  return Vec(c[0], c[1], c[2]);
}

/// A body that moves along y and rotates about z by two and a half revolutions, with one solid of
/// each kind; one camera is fixed in the world and one moves with the body.
struct Machine {
  Scene scene;
  Motion motion;
  static constexpr int kMoments = 101;

  Machine() {
    BodyView body;
    body.name = "wheel";
    for (const auto kind : {Solid::Kind::box, Solid::Kind::cylinder, Solid::Kind::sphere,
                            Solid::Kind::capsule, Solid::Kind::sphere}) {
      Solid solid;
      solid.kind = kind;
      solid.size = {0.2, 0.6, 0.3};
      solid.X_BS = Pose(Turn::about_x(0.3), Vec(0.1, 0.2, 0.3));
      solid.color = "#808080";
      body.solids.push_back(solid);
    }
    body.solids.back().opacity = 0.5;
    body.frames.emplace_back("rim", Pose(Vec(0, 0, 0.5)));
    scene.bodies = {body, BodyView{}};
    scene.bodies[1].name = "still";
    scene.cameras.push_back({"front", "world", "wheel", {0, -4, 0}, {0, 0, 1}, 0.6});
    scene.cameras.push_back({"rider", "wheel.rim", "still", {0, 0, 1}, {0, 0, 1}, 0});
    for (int k = 0; k < kMoments; ++k) {
      const double t = 0.02 * k;
      motion.times.push_back(t);
      motion.poses.push_back({Pose(Turn::about_z(2.5 * M_PI * t), Vec(1, 2 + t, 3)), Pose()});
    }
  }
};

TEST(Gltf, MeshesComeBackAsTheyWere) {
  Surface wedge;
  wedge.points = {
      {-0.5F, -0.5F, -0.5F}, {0.5F, -0.5F, -0.5F}, {-0.5F, 0.5F, -0.5F}, {-0.5F, -0.5F, 0.5F}};
  wedge.triangles = {{0, 2, 1}, {0, 1, 3}, {0, 3, 2}, {1, 2, 3}};
  Solid solid;
  solid.kind = Solid::Kind::mesh;
  solid.size = {2, 2, 2};
  solid.scale = 2;
  solid.surface = solid.silhouette = std::make_shared<Surface>(wedge);
  solid.X_BS = Pose(Turn::about_x(0.3), Vec(0.1, 0.2, 0.3));
  solid.color = "#336699";
  Scene scene;
  scene.bodies.emplace_back();
  scene.bodies[0].name = "wedge";
  scene.bodies[0].solids = {solid};
  const Pose X_WB(Turn::about_z(1), Vec(1, 2, 3));
  Motion motion;
  motion.times = {0};
  motion.poses = {{X_WB}};
  const std::vector<Surface> back = read_glb(write_gltf(scene, motion, {"Wedge", "Holon", ""}));
  ASSERT_EQ(back.size(), 1u);
  EXPECT_EQ(back[0].color, "#336699");
  const Surface welded = weld(back[0]);
  ASSERT_EQ(welded.triangles.size(), 4u);
  ASSERT_EQ(welded.points.size(), 4u);
  const Pose X_WS = X_WB * solid.X_BS;
  for (const auto& p : wedge.points) {
    const Vec wanted = X_WS.apply_to_point(2.0 * Vec(p[0], p[1], p[2]));
    double nearest = 1;
    for (const auto& q : welded.points)
      nearest = std::min(nearest, (Vec(q[0], q[1], q[2]) - wanted).norm());
    EXPECT_LT(nearest, 1e-6);  // single precision
  }
}

TEST(Gltf, LinksGoFromEndToEnd) {
  Machine machine;
  machine.scene.links.push_back({SceneLink::Kind::cable,
                                 "rope",
                                 {BodyPoint{0, Vec(0, 0, 0.5)}, BodyPoint{-1, Vec(4, 0, 0)}}});
  machine.scene.links.push_back({SceneLink::Kind::spring,
                                 "coil",
                                 {BodyPoint{0, Vec(0, 0, 0.5)}, BodyPoint{-1, Vec(4, 0, 0)}}});
  const Parsed file = parse_glb(write_gltf(machine.scene, machine.motion, {"Wheel", "Holon", ""}));
  for (const Json& node : file.json["nodes"]) {
    const std::string name = node.value("name", "");
    if (name != "rope" && name != "coil") continue;
    const Vec at = vector_of(node["translation"]), scale = vector_of(node["scale"]);
    const Vec from = machine.motion.poses[0][0].apply_to_point(Vec(0, 0, 0.5)), to(4, 0, 0);
    const Turn turn = turn_of(node["rotation"]);
    // The bar's mesh is of length 1 about its centre, the coil's 1/0.06 long from its end.
    const bool is_bar = name == "rope";
    const double length = is_bar ? scale[2] : scale[2] / 0.06;
    const Vec along = turn.apply(Vec(0, 0, length));
    EXPECT_NEAR((at + (is_bar ? 0.5 : 1.0) * along - to).norm(), 0, 1e-5) << name;
    EXPECT_NEAR((at - (is_bar ? 0.5 : 0.0) * along - from).norm(), 0, 1e-5) << name;
  }
  int scaled = 0;
  for (const Json& channel : file.json["animations"][0]["channels"])
    scaled += channel["target"]["path"] == "scale";
  EXPECT_EQ(scaled, 2);
}

TEST(Gltf, EveryAccessorIsWhatItSays) {
  const Machine machine;
  const Parsed file = parse_glb(write_gltf(machine.scene, machine.motion, {"Wheel", "Holon", ""}));
  EXPECT_EQ(file.json["asset"]["version"], "2.0");
  EXPECT_EQ(file.json["asset"]["generator"], "Holon");
  EXPECT_LE(file.json["buffers"][0]["byteLength"].get<std::size_t>(), file.binary.size());
  for (const Json& view : file.json["bufferViews"]) {
    EXPECT_EQ(view["byteOffset"].get<std::size_t>() % 4, 0u);
    EXPECT_LE(view["byteOffset"].get<std::size_t>() + view["byteLength"].get<std::size_t>(),
              file.json["buffers"][0]["byteLength"].get<std::size_t>());
  }
  for (std::size_t a = 0; a < file.json["accessors"].size(); ++a) {
    const auto rows = file.rows(static_cast<int>(a));
    const Json& accessor = file.json["accessors"][a];
    for (const auto& row : rows)
      for (const double value : row) EXPECT_TRUE(std::isfinite(value));
    if (!accessor.contains("min")) continue;
    for (std::size_t i = 0; i < rows[0].size(); ++i) {
      double low = rows[0][i], high = low;
      for (const auto& row : rows) low = std::min(low, row[i]), high = std::max(high, row[i]);
      EXPECT_EQ(accessor["min"][i].get<double>(), low);
      EXPECT_EQ(accessor["max"][i].get<double>(), high);
    }
  }
  for (const Json& mesh : file.json["meshes"]) {
    const Json& primitive = mesh["primitives"][0];
    const Json& positions = file.json["accessors"][primitive["attributes"]["POSITION"].get<int>()];
    const Json& normals = file.json["accessors"][primitive["attributes"]["NORMAL"].get<int>()];
    EXPECT_EQ(positions["count"], normals["count"]);
    EXPECT_TRUE(positions.contains("min"));
    for (const auto& row : file.rows(primitive["indices"]))
      EXPECT_LT(row[0], positions["count"].get<double>());
  }
  // Two materials; the half-transparent sphere shares its shape with the other one.
  EXPECT_EQ(file.json["materials"].size(), 2u);
  EXPECT_EQ(file.json["meshes"].size(), 5u);
  EXPECT_EQ(file.json["meshes"][2]["primitives"][0]["attributes"],
            file.json["meshes"][4]["primitives"][0]["attributes"]);
  EXPECT_EQ(file.json["materials"][1]["alphaMode"], "BLEND");
}

TEST(Gltf, MovesTheBodyThroughItsPosesWithYUp) {
  const Machine machine;
  const Parsed file = parse_glb(write_gltf(machine.scene, machine.motion, {"Wheel", "Holon", ""}));
  const Json& root = file.json["nodes"][file.json["scenes"][0]["nodes"][0].get<std::size_t>()];
  // z is up: (1, 2, 3) in Holon is (1, 3, -2) in glTF.
  const Vec up = turn_of(root["rotation"]) * vector_of(file.node("wheel")["translation"]);
  EXPECT_NEAR(up[0], 1, kFloat * 4);
  EXPECT_NEAR(up[1], 3, kFloat * 4);
  EXPECT_NEAR(up[2], -2, kFloat * 4);

  const Json& sampler = file.json["animations"][0]["samplers"][0];
  const auto times = file.rows(sampler["input"]);
  ASSERT_EQ(times.size(), std::size_t(Machine::kMoments));
  EXPECT_EQ(times[0][0], 0);
  for (std::size_t k = 1; k < times.size(); ++k) EXPECT_GT(times[k][0], times[k - 1][0]);
  const auto places = file.channel("wheel", "translation"),
             turns = file.channel("wheel", "rotation");
  ASSERT_EQ(places.size(), times.size());
  ASSERT_EQ(turns.size(), times.size());
  for (std::size_t k = 0; k < times.size(); ++k) {
    const double t = 0.02 * static_cast<double>(k);
    EXPECT_NEAR(times[k][0], t, kFloat * 2);
    EXPECT_NEAR(places[k][1], 2 + t, kFloat * 4);
    double square = 0, product = 0;
    for (std::size_t i = 0; i < 4; ++i) {
      square += turns[k][i] * turns[k][i];
      product += turns[k][i] * turns[k > 0 ? k - 1 : k][i];
    }
    EXPECT_NEAR(square, 1, kFloat);
    EXPECT_GT(product, 0.9);  // cos of half a step, 0.05 π / 2: never the other sign
    const Vec x = Turn(turns[k][3], turns[k][0], turns[k][1], turns[k][2]) * Vec(1, 0, 0);
    EXPECT_NEAR(x[0], std::cos(2.5 * M_PI * t), kFloat);
    EXPECT_NEAR(x[1], std::sin(2.5 * M_PI * t), kFloat);
  }
  EXPECT_TRUE(file.channel("still", "translation").empty());
  EXPECT_TRUE(file.channel("still", "rotation").empty());
  EXPECT_EQ(file.node("wheel.rim")["translation"], Json({0.0, 0.0, 0.5}));
}

TEST(Gltf, CamerasLookAtTheirTargets) {
  const Machine machine;
  const Parsed file = parse_glb(write_gltf(machine.scene, machine.motion, {"Wheel", "Holon", ""}));
  EXPECT_NEAR(file.json["cameras"][0]["perspective"]["yfov"].get<double>(), 0.6, 1e-15);
  const auto turns = file.channel("front", "rotation");
  EXPECT_TRUE(file.channel("front", "translation").empty());
  ASSERT_EQ(turns.size(), machine.motion.times.size());
  for (std::size_t k = 0; k < turns.size(); ++k) {
    const Turn q(turns[k][3], turns[k][0], turns[k][1], turns[k][2]);
    const Vec to = machine.motion.poses[k][0].translation() - Vec(0, -4, 0);
    const Vec forward = q * Vec(0, 0, -1), right = q * Vec(1, 0, 0), up = q * Vec(0, 1, 0);
    for (int i = 0; i < 3; ++i) EXPECT_NEAR(forward[i], to[i] / norm(to), kFloat);
    EXPECT_NEAR(right[2], 0, kFloat);  // the horizon is level
    EXPECT_GT(up[2], 0);
  }
  // The rider is 1.5 m above the wheel's centre.
  const auto places = file.channel("rider", "translation");
  ASSERT_FALSE(places.empty());
  EXPECT_NEAR(places.back()[2], 4.5, kFloat * 8);
}

TEST(Gltf, ColoursAreLinearInLight) {
  const Machine machine;
  const Parsed file = parse_glb(write_gltf(machine.scene, machine.motion, {"Wheel", "Holon", ""}));
  // 0x80 of sRGB (IEC 61966-2-1): ((128/255 + 0.055) / 1.055)^2.4.
  constexpr double kGrey = 0.21586050011389926;
  const Json& color = file.json["materials"][0]["pbrMetallicRoughness"]["baseColorFactor"];
  for (std::size_t i = 0; i < 3; ++i) EXPECT_NEAR(color[i].get<double>(), kGrey, 1e-15);
  EXPECT_EQ(color[3], 1);
}

TEST(Gltf, TheTextFormHoldsTheSameNumbers) {
  const Machine machine;
  const GltfText text{"Wheel", "Holon", ""};
  const Parsed binary = parse_glb(write_gltf(machine.scene, machine.motion, text));
  Json json = Json::parse(write_gltf(machine.scene, machine.motion, text, GltfForm::text));
  const std::string uri = json["buffers"][0]["uri"], head = "data:application/octet-stream;base64,";
  ASSERT_EQ(uri.substr(0, head.size()), head);
  std::string bytes;
  std::uint32_t group = 0;
  int bits = 0;
  for (const char c : uri.substr(head.size())) {
    if (c == '=') break;
    const auto digit =
        std::string("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/").find(c);
    group = group << 6 | static_cast<std::uint32_t>(digit);
    if ((bits += 6) >= 8) bytes += static_cast<char>(group >> (bits -= 8) & 0xFF);
  }
  EXPECT_EQ(bytes, binary.binary.substr(0, bytes.size()));
  EXPECT_EQ(bytes.size(), json["buffers"][0]["byteLength"].get<std::size_t>());
  json["buffers"][0].erase("uri");
  EXPECT_EQ(json, binary.json);
}

TEST(Gltf, OneMomentIsNotAnimated) {
  Machine machine;
  machine.motion.times.resize(1);
  machine.motion.poses.resize(1);
  const Parsed file = parse_glb(write_gltf(machine.scene, machine.motion, {"Wheel", "Holon", ""}));
  EXPECT_FALSE(file.json.contains("animations"));
  EXPECT_EQ(file.json["cameras"].size(), 2u);
}

// By the divergence theorem; positive where the triangles face outwards.
double calc_volume(const TriangleMesh& mesh) {
  double volume = 0;
  const auto at = [&](std::size_t k) {
    const auto& p = mesh.positions[mesh.indices[k]];
    return Vec(p[0], p[1], p[2]);
  };
  for (std::size_t k = 0; k < mesh.indices.size(); k += 3)
    volume += dot(at(k), cross(at(k + 1), at(k + 2))) / 6;
  return volume;
}

TEST(Tessellation, IsClosedFacesOutwardsAndHasTheVolumeOfItsFacets) {
  // A prism over a regular polygon: n/2 sin(2 pi/n) on a circle of radius 1.
  const double polygon = kRoundFacets / 2.0 * std::sin(2 * M_PI / kRoundFacets);
  constexpr double kSum =
      64 * 0x1p-24;  // positions are floats, whose rounding errors mostly cancel
  EXPECT_NEAR(calc_volume(make_box_mesh()), 1, kSum);
  EXPECT_NEAR(calc_volume(make_cylinder_mesh()), polygon, kSum);
  const double sphere = calc_volume(make_capsule_mesh(0));
  EXPECT_NEAR(calc_volume(make_capsule_mesh(3)) - sphere, 3 * polygon, 4 * kSum);
  // Between the ball and its inscribed ball.
  const double inner = std::cos(M_PI / kRoundFacets) * std::cos(M_PI / (2 * kPoleFacets));
  EXPECT_LT(sphere, 4 * M_PI / 3);
  EXPECT_GT(sphere, 4 * M_PI / 3 * inner * inner * inner);
  for (const TriangleMesh& mesh :
       {make_box_mesh(), make_cylinder_mesh(), make_capsule_mesh(0), make_capsule_mesh(3)}) {
    for (const auto& n : mesh.normals) EXPECT_NEAR(std::hypot(n[0], n[1], n[2]), 1, kFloat);
    // Every edge between two points is used once in each direction.
    std::map<std::pair<std::array<float, 3>, std::array<float, 3>>, int> edges;
    for (std::size_t k = 0; k < mesh.indices.size(); k += 3)
      for (std::size_t i = 0; i < 3; ++i) {
        const auto &a = mesh.positions[mesh.indices[k + i]],
                   &b = mesh.positions[mesh.indices[k + (i + 1) % 3]];
        ASSERT_NE(a, b);
        a < b ? ++edges[{a, b}] : --edges[{b, a}];
      }
    for (const auto& [edge, balance] : edges) EXPECT_EQ(balance, 0);
  }
}

TEST(Gltf, ForcesAreArrowsThatTurnAndGrow) {
  Machine machine;
  machine.scene.arrows = {
      {SceneArrow::Kind::force, "push.world_force", {0, {0, 0, 0.5}}},
      {SceneArrow::Kind::reaction_torque, "pin.reaction.torque", {0, {0, 0, 0}}},
      {SceneArrow::Kind::force, "nothing.world_force", {0, {0, 0, 0}}}};
  // Increases from 1 N to 3 N and rotates from x to y; 95 of 100 are below 2.9 N.
  for (int k = 0; k < Machine::kMoments; ++k) {
    const double share = k / 100.0, angle = 0.5 * M_PI * share;
    const double size = 1 + 2 * share;
    machine.motion.arrows.push_back(
        {Vec(size * std::cos(angle), size * std::sin(angle), 0), Vec(1, 0, 0), Vec(0, 0, 0)});
  }
  const Parsed file = parse_glb(write_gltf(machine.scene, machine.motion, {"M", "Holon", ""}));
  EXPECT_THROW(file.node("pin.reaction.torque"), std::runtime_error);
  EXPECT_THROW(file.node("nothing.world_force"), std::runtime_error);
  const auto scales = file.channel("push.world_force", "scale");
  const auto turns = file.channel("push.world_force", "rotation");
  const auto places = file.channel("push.world_force", "translation");
  ASSERT_EQ(scales.size(), 101u);
  ASSERT_EQ(turns.size(), 101u);
  ASSERT_EQ(places.size(), 101u);
  const double newtons = file.node("push.world_force")["extras"]["N_per_metre"];
  for (std::size_t k = 0; k < 101; ++k) {
    const Vec force = machine.motion.arrows[k][0];
    EXPECT_NEAR(scales[k][0] * newtons / force.norm(), 1, kFloat);
    EXPECT_EQ(scales[k][0], scales[k][2]);
    const Turn R(turns[k][3], turns[k][0], turns[k][1], turns[k][2]);
    EXPECT_NEAR((R * Vec(0, 0, 1) - force / force.norm()).norm(), 0, kFloat);
    const Vec at = machine.motion.poses[k][0].apply_to_point(Vec(0, 0, 0.5));
    EXPECT_NEAR((Vec(places[k][0], places[k][1], places[k][2]) - at).norm(), 0, 4 * kFloat);
  }
  // The 95 % quantile has 0.3 of the machine's size.
  const ArrowScales by_size = find_arrow_scales(machine.scene, machine.motion);
  EXPECT_NEAR(by_size.force * newtons, 1, kFloat);
  EXPECT_NEAR(by_size.most / by_size.force, 1.5 * 2.9, 1e-12);
}

TEST(Gltf, AContactPushesWhereItTouches) {
  Machine machine;
  machine.scene.contacts = {{"foot", {-1, {5, 5, 1}}, {0, {0, 0, 0}}, {0, 0, 1}, 0.1}};
  machine.scene.arrows = {{SceneArrow::Kind::force, "foot.world_force", {0, {0, 0, 0}}, 0}};
  for (int k = 0; k < Machine::kMoments; ++k) machine.motion.arrows.push_back({Vec(0, 0, 1)});
  const ArrowScales scales = find_arrow_scales(machine.scene, machine.motion);
  const PlacedArrow arrow = place_arrow(machine.scene, machine.motion, scales, 0, 50);
  EXPECT_NEAR((arrow.from - Vec(1, 3, 1)).norm(), 0, 1e-12);
  EXPECT_EQ(arrow.along[2], 1);
}

}  // namespace
}  // namespace holon
