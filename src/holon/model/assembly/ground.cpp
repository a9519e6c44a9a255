// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#include "holon/model/assembly/ground.h"

#include <algorithm>
#include <utility>

#include "holon/base/names.h"

namespace holon {

GroundSurfaces& GroundSurfaces::of(Assembly& assembly) {
  auto& surfaces = assembly.domain<GroundSurfaces>();
  assembly.on_connect("ground surfaces",
                      [&surfaces](Assembly& complete) { surfaces.resolve(complete); });
  return surfaces;
}

void GroundSurfaces::offer(PartBuilder& b, std::shared_ptr<Ground> ground) {
  grounds_.emplace_back(b.name(), std::move(ground));
}

GroundPoint GroundSurfaces::ask(PartBuilder& b, const std::string& parameter,
                                const std::string& ground, const std::string& local, Expr x,
                                Expr y) {
  const std::string name = b.member(local);
  requests_.push_back({ground, b.error_reporter(), parameter, Request::Kind::point, {name, x, y}});
  Assembly& assembly = b.assembly();
  return {assembly.output(name + ".height"), assembly.output(name + ".slope_x"),
          assembly.output(name + ".slope_y")};
}

Soil GroundSurfaces::soil_of(PartBuilder& b, const std::string& parameter,
                             const std::string& ground) {
  requests_.push_back({ground, b.error_reporter(), parameter, Request::Kind::soil});
  Soil soil;
  for (const SoilOutput& output : soil_outputs())
    soil.*output.member = b.assembly().output(ground + ".soil." + output.name);
  return soil;
}

void GroundSurfaces::announce(PartBuilder& b, const std::string& parameter,
                              const std::string& ground) {
  requests_.push_back({ground, b.error_reporter(), parameter, Request::Kind::heights});
}

std::vector<double> GroundSurfaces::calc_heights(const std::string& ground,
                                                 const std::vector<double>& x,
                                                 const std::vector<double>& y) const {
  for (const auto& [name, surface] : grounds_) {
    if (name == ground) return surface->calc_heights(x, y);
  }
  return {};  // has been reported
}

bool GroundSurfaces::check(const Request& request) const {
  std::vector<std::string> names, with_soil;
  for (const auto& [name, ground] : grounds_) {
    names.push_back(name);
    if (ground->has_soil()) with_soil.push_back(name);
  }
  const auto& valid = request.kind == Request::Kind::soil ? with_soil : names;
  if (std::find(valid.begin(), valid.end(), request.ground) != valid.end()) return true;
  const bool is_bare = std::find(names.begin(), names.end(), request.ground) != names.end();
  std::string suggestion = did_you_mean(request.ground, valid);
  if (suggestion.empty())
    suggestion = valid.empty() ? "add a part of type Terrain" : "it may be " + quote_list(valid);
  request.report(request.parameter,
                 is_bare ? "'" + request.ground + "' is a surface without soil"
                         : "'" + request.ground + "' is not a ground: no part of this name is one",
                 suggestion);
  return false;
}

void GroundSurfaces::resolve(Assembly& assembly) {
  bool is_sound = true;
  for (const Request& request : requests_) is_sound = check(request) && is_sound;
  if (!is_sound) return;
  for (const auto& [name, ground] : grounds_) {
    std::vector<GroundQuery> queries;
    for (const Request& request : requests_) {
      if (request.ground == name && request.kind == Request::Kind::point)
        queries.push_back(request.query);
    }
    const std::vector<GroundPoint> points = ground->survey(assembly, queries);
    for (std::size_t k = 0; k < queries.size(); ++k) {
      const auto define = [&](const char* what, const Dimension& dimension, Expr value) {
        assembly.define_output(
            {queries[k].name + what, {}, dimension, "of the ground there", false},
            std::vector<Expr>{value});
      };
      define(".height", dimensions::kLength, points[k].height);
      define(".slope_x", {}, points[k].slope_x);
      define(".slope_y", {}, points[k].slope_y);
    }
  }
}

const std::vector<SoilOutput>& soil_outputs() {
  static const std::vector<SoilOutput> outputs{
      {"density", "kg/m^3", "of undisturbed soil", &Soil::density},
      {"cohesion", "Pa", "of undisturbed soil", &Soil::cohesion},
      {"friction_angle", "rad", "of internal friction", &Soil::friction_angle},
      {"adhesion", "Pa", "of soil to steel", &Soil::adhesion},
      {"external_friction_angle", "rad", "between soil and steel", &Soil::external_friction_angle},
      {"swell", "", "volume of loose soil per volume of undisturbed soil", &Soil::swell},
      {"repose_angle", "rad", "of loose soil", &Soil::repose_angle},
      {"sinkage_exponent", "", "Bekker's n", &Soil::sinkage_exponent},
      {"cohesive_modulus", "N/m", "Bekker's kc, with the sinkage in metres",
       &Soil::cohesive_modulus},
      {"frictional_modulus", "Pa", "Bekker's kphi, with the sinkage in metres",
       &Soil::frictional_modulus},
      {"shear_modulus", "m", "K of Janosi and Hanamoto", &Soil::shear_modulus}};
  return outputs;
}

}  // namespace holon
