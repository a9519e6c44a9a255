// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#include "holon/terrain/parts/terrain.h"

#include <fmt/format.h>

#include <cmath>
#include <filesystem>
#include <limits>
#include <numbers>

#include "holon/terrain/formula_ground.h"
#include "holon/terrain/grid_ground.h"

namespace holon {

using detail::HeightField;
using detail::SurfaceFormula;

namespace {

constexpr double kMostTerrainCells = 4e6;

/// The cells of a Terrain, with everything that makes their heights.
class TerrainCells {
 public:
  TerrainCells(PartBuilder& b, const Terrain& part, const SurfaceFormula& formula)
      : b_(b), part_(part), formula_(formula) {}

  /// Nothing if an error was reported.
  std::optional<HeightField> make() {
    std::optional<HeightField> raster;
    if (part_.raster && !(raster = read())) return {};
    std::optional<HeightField> field = part_.grid ? make_grid() : raster;
    if (!field) return {};
    if (raster && part_.grid && !resample(*raster, *field)) return {};
    if (const std::string varied = formula_.find_varied(); !varied.empty()) {
      b_.error("height", "the heights of cells cannot depend on '" + varied + "', which may vary",
               "remove '" + varied + "' from 'tunable' and from studies");
      return {};
    }
    add_formula(*field);
    if (part_.roughness) {
      const Terrain::Roughness& rough = *part_.roughness;
      const std::vector<double> more = detail::make_roughness(
          *field, rough.rms, rough.correlation_length, static_cast<std::uint64_t>(rough.seed));
      for (std::size_t k = 0; k < more.size(); ++k) field->z[k] += more[k];
    }
    return field;
  }

 private:
  std::optional<HeightField> read() {
    std::filesystem::path path = part_.raster->file;
    if (path.is_relative()) path = std::filesystem::path(b_.folder()) / path;
    std::string error;
    std::optional<HeightField> raster = detail::read_raster(path.string(), error);
    if (!raster) {
      b_.error("raster.file", error);
      return {};
    }
    const Vector3<Expr>& origin = part_.raster->origin;
    for (int k = 0; k < 3; ++k) {
      if (origin[k].is_constant()) continue;
      b_.error("raster.origin", "the origin of a raster must be constant");
      return {};
    }
    raster->x0 -= origin[0].value();
    raster->y0 -= origin[1].value();
    for (double& z : raster->z) z -= origin[2].value();
    return raster;
  }

  std::optional<HeightField> make_grid() {
    const Terrain::Grid& grid = *part_.grid;
    const double x[2] = {grid.x[0].value(), grid.x[1].value()};
    const double y[2] = {grid.y[0].value(), grid.y[1].value()};
    const double count = (x[1] - x[0]) * (y[1] - y[0]) / (grid.cell * grid.cell);
    if (!(count <= kMostTerrainCells)) {
      b_.error("grid.cell",
               fmt::format("a terrain may have {:g} cells, not {:.3g}", kMostTerrainCells, count),
               "choose larger cells");
      return {};
    }
    return detail::make_cells(x, y, grid.cell);
  }

  bool resample(const HeightField& raster, HeightField& field) {
    for (int j = 0; j < field.ny; ++j) {
      for (int i = 0; i < field.nx; ++i) {
        const auto z = raster.interpolate(field.x(i), field.y(j));
        if (!z) {
          b_.error(
              "grid",
              fmt::format("the raster does not reach ({:g} m, {:g} m), the centre of a cell: it "
                          "has x from {:g} m to {:g} m, y from {:g} m to {:g} m",
                          field.x(i), field.y(j), raster.x0, raster.x(raster.nx - 1), raster.y0,
                          raster.y(raster.ny - 1)),
              "choose a smaller grid, or another 'origin' of the raster");
          return false;
        }
        field.z[field.index(i, j)] = *z;
      }
    }
    return true;
  }

  void add_formula(HeightField& field) {
    std::vector<double> x, y;
    for (int j = 0; j < field.ny; ++j) {
      for (int i = 0; i < field.nx; ++i) {
        x.push_back(field.x(i));
        y.push_back(field.y(j));
      }
    }
    const std::vector<double> more = formula_.calc_heights(x, y);
    for (std::size_t k = 0; k < more.size(); ++k) field.z[k] += more[k];
  }

  PartBuilder& b_;
  const Terrain& part_;
  const SurfaceFormula& formula_;
};

}  // namespace

void Terrain::Grid::describe(Fields<Grid>& f) {
  f.numbers("x", &Grid::x, "m", "from and to, in world axes").sizes({2}).structural().required();
  f.numbers("y", &Grid::y, "m", "from and to, in world axes").sizes({2}).structural().required();
  f.value("cell", &Grid::cell, "m", "size of a cell").positive();
}

void Terrain::Raster::describe(Fields<Raster>& f) {
  f.text("file", &Raster::file, "ESRI ASCII grid (.asc), or CSV with the columns x, y, z")
      .file()
      .required();
  f.bare();
  f.vector("origin", &Raster::origin, "m", "the world's origin in the coordinates of the file");
}

void Terrain::Roughness::describe(Fields<Roughness>& f) {
  f.value("rms", &Roughness::rms, "m", "root mean square of the heights").required().non_negative();
  f.value("correlation_length", &Roughness::correlation_length, "m",
          "distance at which the autocorrelation is 1/e")
      .required()
      .positive();
  f.integer("seed", &Roughness::seed, "of the random numbers").at_least(0);
}

void Terrain::Survey::describe(Fields<Survey>& f) {
  f.numbers("x", &Survey::x, "m", "from and to, in world axes").sizes({2}).structural();
  f.numbers("y", &Survey::y, "m", "from and to, in world axes").sizes({2}).structural();
}

std::vector<MadeName> Terrain::list_names(const SourceNode& part) {
  return detail::list_position_names(part, SurfaceFormula::kHeight);
}

void Terrain::describe(Descriptor<Terrain>& d) {
  d.type("Terrain", "The ground on which machines drive and work.");
  d.role(PartRole::field);
  d.value("height", &Terrain::height, "m",
          "height of the surface, a formula of x and y in world axes")
      .varying();
  d.object("raster", &Terrain::raster, "a file of heights, to which 'height' is added");
  d.object("roughness", &Terrain::roughness, "random heights, which are added to 'height'");
  d.object("grid", &Terrain::grid, "cells; without them, those of the raster");
  d.object("soil", &Terrain::soil, "a soil by name, and values that replace those of the soil");
  d.period("sample", &Terrain::sample, "rate or period at which blades change the cells");
  d.text("design", &Terrain::design, "a surface with which worked cells are compared")
      .names_parts();
  d.object("survey", &Terrain::survey, "area of this comparison");
  for (const SoilOutput& output : soil_outputs())
    d.output(std::string("soil.") + output.name, output.unit, output.description);
  d.output("reach", "m", "distance ahead of a blade beyond which the surface is undisturbed");
  d.output("balance", "m^3",
           "undisturbed volume of the soil in cells, in front of blades and beyond the cells, less "
           "that at the start");
  d.output("worked_area", "m^2", "area over which a blade has passed");
  d.output("error.mean", "m", "mean height of the worked area above the design");
  d.output("error.rms", "m", "root mean square error of the worked area");
  d.output("error.p95", "m", "magnitude of the error that 95 % of the worked area do not exceed");
  d.output("error.max", "m", "largest magnitude of the error of the worked area");
}

namespace {

/// Outputs that only cells that are worked have.
void refuse_outputs_of_cells(PartBuilder& b) {
  for (const char* name :
       {"balance", "worked_area", "error.mean", "error.rms", "error.p95", "error.max"}) {
    b.define_output(name, [full = b.member(name)] {
      throw ModelError("'" + full + "' has no value: the ground has no cells that blades change",
                       "give it a 'grid' and a 'sample'");
      return std::vector<Expr>{};
    });
  }
}

std::array<double, 2> read_interval(PartBuilder& b, const char* parameter,
                                    const std::vector<Expr>& numbers) {
  constexpr double kFar = std::numeric_limits<double>::infinity();
  if (numbers.empty()) return {-kFar, kFar};
  const std::array<double, 2> interval{numbers[0].value(), numbers[1].value()};
  if (!(interval[0] < interval[1]))
    b.error(parameter,
            fmt::format("the interval from {:g} m to {:g} m is empty", interval[0], interval[1]),
            "write the smaller number first");
  return interval;
}

}  // namespace

void Terrain::build(PartBuilder& b) const {
  if (!b.written("height").empty()) detail::define_position_names(b, SurfaceFormula::kHeight);
  const Soil values = soil.make_soil();
  if (values.external_friction_angle.is_constant() && values.friction_angle.is_constant() &&
      values.external_friction_angle.value() > values.friction_angle.value()) {
    b.warning("soil", fmt::format("soil slides on soil before it slides on steel: "
                                  "'external_friction_angle', {:.4g} deg, is above "
                                  "'friction_angle', {:.4g} deg",
                                  values.external_friction_angle.value() * 180 / std::numbers::pi,
                                  values.friction_angle.value() * 180 / std::numbers::pi));
  }
  for (const SoilOutput& output : soil_outputs())
    b.define_output(std::string("soil.") + output.name, values.*output.member);
  SurfaceFormula formula(b, height);
  if (!formula.is_sound()) return;
  GroundSurfaces& surfaces = GroundSurfaces::of(b.assembly());
  if (!grid && !raster) {
    for (const auto& [key, is_given] :
         {std::pair{"roughness", roughness.has_value()}, std::pair{"sample", sample.has_value()},
          std::pair{"design", !design.empty()}, std::pair{"survey", survey.has_value()}}) {
      if (is_given)
        b.error(key, std::string("'") + key + "' has no effect without cells", "give a 'grid'");
    }
    refuse_outputs_of_cells(b);
    b.define_output("reach", Expr(0.0));
    surfaces.offer(b,
                   std::make_shared<detail::FormulaGround>(b.name(), std::move(formula), values));
    return;
  }
  for (const auto& [key, is_given] :
       {std::pair{"design", !design.empty()}, std::pair{"survey", survey.has_value()}}) {
    if (is_given && !sample)
      b.error(key, std::string("'") + key + "' has no effect without 'sample'",
              "write 'sample: 20 Hz'");
  }
  if (grid) {
    read_interval(b, "grid.x", grid->x);
    read_interval(b, "grid.y", grid->y);
  }
  detail::GridGroundValues ground;
  ground.name = b.name();
  ground.soil = values;
  ground.period = sample;
  ground.design = design;
  if (survey && design.empty())
    b.error("survey", "'survey' has no effect without a 'design'", "name a DesignSurface");
  ground.survey_x = read_interval(b, "survey.x", survey ? survey->x : std::vector<Expr>{});
  ground.survey_y = read_interval(b, "survey.y", survey ? survey->y : std::vector<Expr>{});
  ground.report = b.error_reporter();
  if (b.assembly().diagnostics().has_errors()) return;
  std::optional<HeightField> field = TerrainCells(b, *this, formula).make();
  if (!field) return;
  if (!design.empty()) surfaces.announce(b, "design", design);
  if (!sample) refuse_outputs_of_cells(b);
  b.define_output("reach", Expr(sample ? 2 * field->cell : 0.0));
  ground.field = std::move(*field);
  surfaces.offer(b, std::make_shared<detail::GridGround>(std::move(ground)));
}

}  // namespace holon
