// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0

// Khronos Group, glTF 2.0 specification (ISO/IEC 12113:2022): chapter 3 for the properties, 4 for
// the container .glb. Reads the triangles of all nodes of the scene, in their poses, with their
// base colours; no textures, skins or animations.
#include <Eigen/LU>
#include <algorithm>
#include <bit>
#include <cmath>
#include <cstring>
#include <map>
#include <nlohmann/json.hpp>
#include <set>
#include <stdexcept>

#include "holon/spatial/transform.h"
#include "holon/view/scene/mesh.h"

namespace holon {
namespace {

using JsonValue = nlohmann::json;
using Matrix = Eigen::Matrix4d;

static_assert(std::endian::native == std::endian::little, "numbers of glTF are little-endian");

constexpr int kByte = 5121, kShort = 5123, kInt = 5125, kFloat = 5126;  // component types
constexpr int kTriangles = 4;                                           // mode of a primitive

/// Colours of materials are linear; they are converted to sRGB.
int to_screen(double c) {
  c = std::clamp(c, 0.0, 1.0);
  return static_cast<int>(
      std::lround(255 * (c <= 0.0031308 ? 12.92 * c : 1.055 * std::pow(c, 1 / 2.4) - 0.055)));
}

class Reader {
 public:
  Reader(JsonValue file, std::string_view buffer) : file_(std::move(file)), buffer_(buffer) {}

  std::vector<Surface> read() {
    if (file_.contains("extensionsRequired") && !file_["extensionsRequired"].empty()) {
      throw std::runtime_error("it needs the extension " +
                               file_["extensionsRequired"][0].get<std::string>() +
                               " of glTF, which is not supported");
    }
    // y is up in glTF, z here.
    Matrix upright;
    upright << 1, 0, 0, 0, 0, 0, -1, 0, 0, 1, 0, 0, 0, 0, 0, 1;
    const JsonValue& scene = file_.at("scenes").at(file_.value("scene", std::size_t{0}));
    for (const JsonValue& node : scene.value("nodes", JsonValue::array()))
      add_node(node, upright, 0);
    std::vector<Surface> surfaces;
    for (auto& [color, surface] : surfaces_) {
      surface.color = color;
      surfaces.push_back(std::move(surface));
    }
    return surfaces;
  }

 private:
  static Matrix pose_of(const JsonValue& node) {
    Matrix M = Matrix::Identity();
    if (node.contains("matrix")) {
      for (int k = 0; k < 16; ++k) M(k % 4, k / 4) = node["matrix"].at(static_cast<std::size_t>(k));
      return M;
    }
    if (node.contains("rotation")) {
      const JsonValue& q = node["rotation"];  // x, y, z, w
      M.topLeftCorner<3, 3>() =
          Rotation<double>(q.at(3), q.at(0), q.at(1), q.at(2)).normalized().to_matrix();
    }
    if (node.contains("scale")) {
      for (int k = 0; k < 3; ++k)
        M.col(k) *= node["scale"].at(static_cast<std::size_t>(k)).get<double>();
    }
    if (node.contains("translation")) {
      for (int k = 0; k < 3; ++k) M(k, 3) = node["translation"].at(static_cast<std::size_t>(k));
    }
    return M;
  }

  void add_node(const JsonValue& index, const Matrix& parent, int depth) {
    constexpr int kDeepest = 200;
    const auto number = index.get<std::size_t>();
    const JsonValue& node = file_.at("nodes").at(number);
    // Nodes are trees (3.5.3); otherwise their number could be infinite, or exponential in their
    // depth.
    if (depth > kDeepest || !nodes_.insert(number).second) {
      throw std::runtime_error("its node " + std::to_string(number) +
                               " has several parents, or is nested too deeply");
    }
    const Matrix pose = parent * pose_of(node);
    if (node.contains("mesh")) {
      for (const JsonValue& p :
           file_.at("meshes").at(node["mesh"].get<std::size_t>()).at("primitives")) {
        if (p.value("mode", kTriangles) == kTriangles) add_primitive(p, pose);
      }
    }
    for (const JsonValue& child : node.value("children", JsonValue::array()))
      add_node(child, pose, depth + 1);
  }

  void add_primitive(const JsonValue& primitive, const Matrix& pose) {
    Surface& surface = surfaces_[color_of(primitive)];
    const auto first = static_cast<std::uint32_t>(surface.points.size());
    const std::vector<double> points =
        numbers(primitive.at("attributes").at("POSITION").get<std::size_t>(), 3);
    for (std::size_t k = 0; k + 2 < points.size(); k += 3) {
      const Eigen::Vector4d p = pose * Eigen::Vector4d(points[k], points[k + 1], points[k + 2], 1);
      surface.points.push_back(
          {static_cast<float>(p[0]), static_cast<float>(p[1]), static_cast<float>(p[2])});
    }
    const auto count = static_cast<std::uint32_t>(surface.points.size()) - first;
    std::vector<std::uint32_t> corners;
    if (primitive.contains("indices")) {
      for (const double i : numbers(primitive["indices"].get<std::size_t>(), 1)) {
        if (!(i >= 0 && i < count))
          throw std::runtime_error("a triangle in it refers to a missing vertex");
        corners.push_back(static_cast<std::uint32_t>(i));
      }
    } else {
      for (std::uint32_t i = 0; i < count; ++i) corners.push_back(i);
    }
    const bool is_mirrored = pose.topLeftCorner<3, 3>().determinant() < 0;
    for (std::size_t k = 0; k + 2 < corners.size(); k += 3) {
      std::array<std::uint32_t, 3> t{first + corners[k], first + corners[k + 1],
                                     first + corners[k + 2]};
      if (is_mirrored) std::swap(t[1], t[2]);
      surface.triangles.push_back(t);
    }
  }

  std::string color_of(const JsonValue& primitive) const {
    if (!primitive.contains("material")) return {};
    const JsonValue& material = file_.at("materials").at(primitive["material"].get<std::size_t>());
    const JsonValue pbr = material.value("pbrMetallicRoughness", JsonValue::object());
    if (!pbr.contains("baseColorFactor")) return {};
    std::string color = "#";
    for (std::size_t k = 0; k < 3; ++k) {
      constexpr const char* kDigits = "0123456789abcdef";
      const int c = to_screen(pbr["baseColorFactor"].at(k));
      color += kDigits[c / 16];
      color += kDigits[c % 16];
    }
    return color;
  }

  /// The numbers of an accessor, row by row.
  std::vector<double> numbers(std::size_t index, std::size_t width) const {
    const JsonValue& accessor = file_.at("accessors").at(index);
    const std::size_t count = accessor.at("count");
    const int type = accessor.at("componentType");
    const std::size_t bytes = type == kByte ? 1 : type == kShort ? 2 : 4;
    if (type != kByte && type != kShort && type != kInt && type != kFloat) {
      throw std::runtime_error("its numbers of component type " + std::to_string(type) +
                               " are not supported");
    }
    if (!accessor.contains("bufferView")) {
      throw std::runtime_error("it stores numbers in sparse form, which is not supported");
    }
    const JsonValue& view = file_.at("bufferViews").at(accessor["bufferView"].get<std::size_t>());
    const std::size_t stride = view.value("byteStride", bytes * width);
    const std::size_t begin =
        view.value("byteOffset", std::size_t{0}) + accessor.value("byteOffset", std::size_t{0});
    if (view.value("buffer", std::size_t{0}) != 0 || file_.at("buffers").at(0).contains("uri")) {
      throw std::runtime_error("its numbers are in another file, which is not read");
    }
    if (count > buffer_.size() || stride > buffer_.size() || begin > buffer_.size() ||
        (count > 0 && begin + (count - 1) * stride + bytes * width > buffer_.size())) {
      throw std::runtime_error("it is truncated");
    }
    std::vector<double> values;
    values.reserve(count * width);
    for (std::size_t row = 0; row < count; ++row) {
      const char* at = buffer_.data() + begin + row * stride;
      for (std::size_t k = 0; k < width; ++k, at += bytes) values.push_back(number(at, type));
    }
    return values;
  }

  static double number(const char* at, int type) {
    const auto as = [at](auto value) {
      std::memcpy(&value, at, sizeof value);
      return static_cast<double>(value);
    };
    switch (type) {
      case kByte: return as(std::uint8_t{});
      case kShort: return as(std::uint16_t{});
      case kInt: return as(std::uint32_t{});
      default: return as(float{});
    }
  }

  JsonValue file_;
  std::string_view buffer_;
  std::map<std::string, Surface> surfaces_;  // by colour
  std::set<std::size_t> nodes_;              // visited so far
};

std::size_t word_at(std::string_view bytes, std::size_t at) {
  std::uint32_t word = 0;
  if (at + sizeof word > bytes.size()) throw std::runtime_error("it is truncated");
  std::memcpy(&word, bytes.data() + at, sizeof word);
  return word;
}

}  // namespace

std::vector<Surface> read_glb(std::string_view bytes) {
  constexpr std::size_t kHeader = 12, kVersion = 2;
  if (!bytes.starts_with("glTF")) throw std::runtime_error("it is not a GLB file");
  if (word_at(bytes, 4) != kVersion) {
    throw std::runtime_error("it is glTF " + std::to_string(word_at(bytes, 4)) +
                             "; only version 2 is read");
  }
  std::string_view text, buffer;
  for (std::size_t at = kHeader; at < bytes.size();) {
    const std::size_t length = word_at(bytes, at);
    if (at + 8 > bytes.size() || length > bytes.size() - at - 8) {
      throw std::runtime_error("it is truncated");
    }
    const std::string_view type = bytes.substr(at + 4, 4), chunk = bytes.substr(at + 8, length);
    if (type == "JSON") text = chunk;
    if (type == std::string_view("BIN\0", 4) && buffer.empty()) buffer = chunk;
    at += 8 + length;
  }
  try {
    return Reader(JsonValue::parse(text), buffer).read();
  } catch (const JsonValue::exception& e) {
    throw std::runtime_error(std::string("its description is wrong: ") + e.what());
  }
}

}  // namespace holon
