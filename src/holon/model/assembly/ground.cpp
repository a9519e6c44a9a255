// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#include "holon/model/assembly/ground.h"

#include <algorithm>
#include <span>
#include <utility>

#include "holon/base/names.h"
#include "holon/expr/derive/jacobian.h"

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

GroundPoint GroundSurfaces::request(PartBuilder& b, const std::string& parameter,
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

bool GroundSurfaces::changes(const std::string& ground) const {
  return std::any_of(grounds_.begin(), grounds_.end(),
                     [&](const auto& one) { return one.first == ground && one.second->changes(); });
}

std::vector<std::string> GroundSurfaces::list_with_soil() const {
  std::vector<std::string> names;
  for (const auto& [name, ground] : grounds_) {
    if (ground->has_soil()) names.push_back(name);
  }
  return names;
}

std::vector<double> GroundSurfaces::calc_heights(const std::string& ground,
                                                 const std::vector<double>& x,
                                                 const std::vector<double>& y) const {
  for (const auto& [name, surface] : grounds_) {
    if (name == ground) return surface->calc_heights(x, y);
  }
  return {};  // has been reported
}

std::string GroundSurfaces::find_varied(const std::string& ground) const {
  for (const auto& [name, surface] : grounds_) {
    if (name == ground) return surface->find_varied();
  }
  return {};
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
                 is_bare
                     ? "'" + request.ground + "' is a surface without soil"
                     : "'" + request.ground +
                           "' is not a ground: there is no Terrain or DesignSurface of this name",
                 suggestion);
  return false;
}

void GroundSurfaces::resolve(Assembly& assembly) {
  bool is_sound = true;
  for (const Request& request : requests_) is_sound = check(request) && is_sound;
  if (!is_sound) return;
  for (const auto& [name, ground] : grounds_) {
    // The ground sees the coordinates as symbols, after which its surface can be differentiated.
    std::vector<GroundQuery> queries, seen;
    for (const Request& request : requests_) {
      if (request.ground != name || request.kind != Request::Kind::point) continue;
      const std::string& point = request.query.name;
      queries.push_back(request.query);
      seen.push_back({point, assembly.output(point + ".x"), assembly.output(point + ".y")});
    }
    const std::vector<GroundPoint> points = ground->survey(assembly, seen);
    for (std::size_t k = 0; k < queries.size(); ++k)
      define_point(assembly, queries[k], seen[k], points[k]);
  }
}

void GroundSurfaces::define_point(Assembly& assembly, const GroundQuery& query,
                                  const GroundQuery& seen, const GroundPoint& point) {
  const auto define = [&](const char* what, const Dimension& dimension, Expr value) {
    assembly.define_output({query.name + what, {}, dimension, "of the ground there", false},
                           std::vector<Expr>{value});
  };
  define(".x", dimensions::kLength, query.x);
  define(".y", dimensions::kLength, query.y);
  define(".height", dimensions::kLength, point.height);
  define(".slope_x", {}, point.slope_x);
  define(".slope_y", {}, point.slope_y);
  const auto define_rate = [&](const char* what, const char* unit, Expr value) {
    assembly.define_output(
        {query.name + what,
         {},
         Requirement::from_unit(unit).dimension,
         "of the ground there",
         false},
        [&assembly, query, seen, value] {
          const std::vector<Expr> along{seen.x, seen.y};
          const std::vector<Expr> rates{assembly.time_derivative(query.x),
                                        assembly.time_derivative(query.y)};
          return std::vector<Expr>{derivative(std::span(&value, 1), along, rates)[0]};
        });
  };
  define_rate(".height_rate", "m/s", point.height);
  define_rate(".slope_x_rate", "1/s", point.slope_x);
  define_rate(".slope_y_rate", "1/s", point.slope_y);
}

GroundRates GroundSurfaces::rates_of(PartBuilder& b, const std::string& local) {
  const std::string name = b.member(local);
  Assembly& assembly = b.assembly();
  return {assembly.output(name + ".height_rate"), assembly.output(name + ".slope_x_rate"),
          assembly.output(name + ".slope_y_rate")};
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
