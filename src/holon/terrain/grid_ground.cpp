// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#include "holon/terrain/grid_ground.h"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <utility>

#include "holon/model/describe/validate.h"
#include "holon/terrain/cutter.h"
#include "holon/terrain/surface_patch.h"
#include "holon/terrain/terrain_process.h"

namespace holon::detail {

namespace {

constexpr double kMostFrames = 600;  // of the film of a run

/// Adds the clock, the inputs and the outputs of the process.
class WorkedGround {
 public:
  WorkedGround(const GridGroundValues& values, Assembly& assembly)
      : values_(values), assembly_(assembly) {
    plan_.name = values.name;
    plan_.start = values.field;
    plan_.period = *values.period;
    plan_.film_interval = std::max(plan_.period, assembly.simulate().until / kMostFrames);
    plan_.survey_x = values.survey_x;
    plan_.survey_y = values.survey_y;
    plan_.swell = constant("soil.swell", values.soil.swell);
    plan_.repose_slope = std::tan(constant("soil.repose_angle", values.soil.repose_angle));
    heights_ = make_height_table(values.name, values.field);
  }

  GroundPoint add_query(const GroundQuery& query) {
    const std::string name = values_.name + ".patch[" + std::to_string(plan_.queries++) + "]";
    plan_.firm.push_back(is_firm_query(query.name));
    inputs_.insert(inputs_.end(), {query.x, query.y});
    // Until the first tick, the plane that touches the surface there.
    const GroundPoint start = calc_static_surface(heights_, values_.field, query.x, query.y);
    const std::vector<Expr> place =
        add(name + ".place", {"x", "y"}, dimensions::kLength, {query.x, query.y});
    const std::vector<Expr> along =
        add(name + ".along", {"x", "y"}, Requirement::from_unit("1/m").dimension, {1.0, 0.0});
    const std::vector<Expr> c =
        add(name + ".height", {"c0", "c1", "c2", "c3", "b0", "b1"}, dimensions::kLength,
            {start.height, start.slope_x, 0.0, 0.0, start.slope_y, 0.0});
    return calc_path_patch(
        {place[0], place[1], along[0], along[1], c[0], c[1], c[2], c[3], c[4], c[5]}, query.x,
        query.y);
  }

  void add_blade(const Cutter& cutter) {
    const double pile = std::accumulate(
        cutter.pile_start.begin(), cutter.pile_start.end(), 0.0,
        [&](double sum, Expr e) { return sum + constant("a blade's initial pile", e); });
    plan_.blades.push_back({cutter.name, cutter.strips(), pile});
    for (const Vector3<Expr>* end : {&cutter.left, &cutter.right})
      inputs_.insert(inputs_.end(), end->data(), end->data() + 3);
    inputs_.insert(inputs_.end(), {cutter.ahead_x, cutter.ahead_y, cutter.height});
    const Dimension volume = Requirement::from_unit("m^3").dimension;
    const auto add_scalar = [&](const std::string& name, const Dimension& dimension, double start) {
      const Expr symbol = assembly_.add_discrete({name, {}, dimension}, {Expr(start)})[0];
      outputs_.push_back(symbol);
      return symbol;
    };
    std::vector<Expr> piles, loose, volumes;
    for (int i = 0; i < cutter.strips(); ++i)
      piles.push_back(add_scalar(cutter.pile(i), volume, pile / cutter.strips()));
    for (int i = 0; i < cutter.strips(); ++i)
      loose.push_back(add_scalar(cutter.loose(i), dimensions::kLength, 0.0));
    for (const char* name : {".cut_volume", ".collected_volume", ".left_volume"})
      volumes.push_back(add_scalar(cutter.name + name, volume, 0.0));
    define_cutter_outputs(assembly_, cutter, piles, loose, volumes);
  }

  void finish() {
    struct Shown {
      const char* name;
      const char* unit;
    };
    for (const auto& [name, unit] :
         {Shown{"balance", "m^3"}, Shown{"worked_area", "m^2"}, Shown{"error.mean", "m"},
          Shown{"error.rms", "m"}, Shown{"error.p95", "m"}, Shown{"error.max", "m"}})
      add(values_.name + "." + name, {}, Requirement::from_unit(unit).dimension, {0.0});
    if (!values_.design.empty()) plan_.design = find_design();
    if (!is_sound_) return;
    const int clock = assembly_.add_clock({values_.name, plan_.period});
    assembly_.add_process(values_.name, {clock}, std::move(inputs_), std::move(outputs_),
                          std::make_shared<TerrainModel>(std::move(plan_)));
  }

 private:
  double constant(const std::string& what, Expr e) {
    if (e.is_constant()) return e.value();
    values_.report("", what + " cannot vary where a Terrain has cells that blades change",
                   "remove the values on which it depends from 'tunable' and from studies");
    is_sound_ = false;
    return value_at_parameters(e, *assembly_.symbols());
  }

  /// What blades measure their depth below.
  bool is_firm_query(const std::string& name) const {
    for (const Cutter& cutter : Cutters::of(assembly_).of_ground(values_.name))
      for (int i = 0; i < cutter.strips(); ++i)
        if (name == cutter.name + "." + Cutter::query(i)) return true;
    return false;
  }

  /// Discrete states that the process sets, which are outputs, too.
  std::vector<Expr> add(const std::string& name, const std::vector<std::string>& components,
                        const Dimension& dimension, const std::vector<Expr>& start) {
    DiscreteBlock block{name, components, dimension};
    block.size = static_cast<int>(start.size());
    std::vector<Expr> symbols = assembly_.add_discrete(std::move(block), start);
    outputs_.insert(outputs_.end(), symbols.begin(), symbols.end());
    assembly_.define_output({name, components, dimension, "of the ground", false},
                            std::vector<Expr>(symbols));
    return symbols;
  }

  std::vector<double> find_design() {
    const GroundSurfaces& surfaces = GroundSurfaces::of(assembly_);
    if (const std::string varied = surfaces.find_varied(values_.design); !varied.empty()) {
      values_.report("design",
                     "the errors of cells would be relative to '" + values_.design +
                         "' with the value of '" + varied + "' in the model file, which may vary",
                     "remove '" + varied +
                         "' from 'tunable' and from studies, or leave out 'design' and record "
                         "the errors of the surface's 'edge'");
      is_sound_ = false;
      return {};
    }
    const HeightField& field = values_.field;
    std::vector<double> x, y;
    for (int j = 0; j < field.ny; ++j) {
      for (int i = 0; i < field.nx; ++i) {
        x.push_back(field.x(i));
        y.push_back(field.y(j));
      }
    }
    return surfaces.calc_heights(values_.design, x, y);
  }

  const GridGroundValues& values_;
  Assembly& assembly_;
  TerrainPlan plan_;
  TableRef heights_;
  std::vector<Expr> inputs_, outputs_;
  bool is_sound_ = true;
};

}  // namespace

std::vector<GroundPoint> GridGround::survey(Assembly& assembly,
                                            const std::vector<GroundQuery>& queries) {
  if (values_.period) return survey_worked(assembly, queries);
  const std::vector<Cutter> cutters = Cutters::of(assembly).of_ground(values_.name);
  if (!cutters.empty()) {
    values_.report(
        "", "the Blade '" + cutters[0].name + "' changes the cells, which requires a 'sample'",
        "write 'sample: 20 Hz'");
  }
  return survey_resting(queries);
}

std::vector<GroundPoint> GridGround::survey_resting(const std::vector<GroundQuery>& queries) const {
  const TableRef heights = make_height_table(values_.name, values_.field);
  std::vector<GroundPoint> points;
  for (const GroundQuery& query : queries)
    points.push_back(calc_static_surface(heights, values_.field, query.x, query.y));
  return points;
}

std::vector<GroundPoint> GridGround::survey_worked(Assembly& assembly,
                                                   const std::vector<GroundQuery>& queries) {
  WorkedGround ground(values_, assembly);
  std::vector<GroundPoint> points;
  for (const GroundQuery& query : queries) points.push_back(ground.add_query(query));
  for (const Cutter& cutter : Cutters::of(assembly).of_ground(values_.name))
    ground.add_blade(cutter);
  ground.finish();
  return points;
}

std::vector<double> GridGround::calc_heights(const std::vector<double>& x,
                                             const std::vector<double>& y) const {
  std::vector<double> heights;
  for (std::size_t k = 0; k < x.size(); ++k)
    heights.push_back(values_.field.smooth(values_.field.z, x[k], y[k]));
  return heights;
}

}  // namespace holon::detail
