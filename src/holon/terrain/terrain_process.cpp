// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#include "holon/terrain/terrain_process.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstring>
#include <iterator>
#include <limits>

#include "holon/system/height_film.h"
#include "holon/terrain/blade_pile.h"
#include "holon/terrain/soil_cells.h"

namespace holon::detail {

int TerrainPlan::input_count() const {
  return 2 * queries + kBladeInputs * static_cast<int>(blades.size());
}

int TerrainPlan::output_count() const {
  int count = kQueryOutputs * queries + static_cast<int>(TerrainOutput::count);
  for (const BladePlan& blade : blades) count += 2 * blade.strips + 3;
  return count;
}

namespace {

constexpr double kWidestCell = 0.05 * (1 + 1e-9);  // of a blade's width, without a note

class TerrainProcess final : public Process {
 public:
  explicit TerrainProcess(const TerrainPlan& plan)
      : plan_(plan),
        cells_(plan.start, plan.swell, plan.repose_slope),
        widths_(plan.blades.size(), 0.0),
        worked_(plan.start.size(), 0),
        seen_(static_cast<std::size_t>(plan.queries)) {
    for (const TerrainPlan::BladePlan& blade : plan_.blades)
      blades_.emplace_back(blade.strips, blade.pile);
    film_.name = plan.name;
    film_.x0 = plan.start.x0;
    film_.y0 = plan.start.y0;
    film_.cell = plan.start.cell;
    film_.nx = plan.start.nx;
    film_.ny = plan.start.ny;
    film_.start = plan.start.z;
    film_.design = plan.design;
    bank_at_start_ = calc_bank();
  }

  void tick(double t, const double*, const double* in, double* out) override {
    const double* const poses = in + 2 * plan_.queries;
    for (std::size_t k = 0; k < blades_.size(); ++k) {
      const BladePose pose = read_pose(poses + k * TerrainPlan::kBladeInputs);
      blades_[k].work(pose, cells_, plan_.swell, plan_.repose_slope, worked_);
      if (blades_[k].is_outside()) first_outside_ = std::min(first_outside_, t);
      if (is_below_top(pose)) first_covered_ = std::min(first_covered_, t);
      newly_worked_.insert(newly_worked_.end(), blades_[k].newly_worked().begin(),
                           blades_[k].newly_worked().end());
    }
    take_in_worked();
    std::vector<SoilCells::Edge> edges;
    for (std::size_t k = 0; k < blades_.size(); ++k) {
      const BladePose pose = read_pose(poses + k * TerrainPlan::kBladeInputs);
      edges.push_back({pose.left, pose.right});
      widths_[k] = std::hypot(pose.right[0] - pose.left[0], pose.right[1] - pose.left[1]);
    }
    cells_.settle(edges);
    take_frame(t);
    for (int k = 0; k < plan_.queries; ++k) out = write_patch(k, in + 2 * k, out);
    for (std::size_t k = 0; k < blades_.size(); ++k)
      out = write_blade(k, read_pose(poses + k * TerrainPlan::kBladeInputs), out);
    write_terrain(out);
    has_ticked_ = true;
  }

  void archive(Archive& a) override {
    cells_.archive(a);
    for (BladePile& blade : blades_) blade.archive(a);
    archive_counts(a, "worked", worked_);
    for (Seen& seen : seen_)
      for (double* number : {&seen.x, &seen.y, &seen.along_x, &seen.along_y})
        a.item("seen", *number);
    a.item("has_ticked", has_ticked_);
    a.item("too_fast", too_fast_);
    a.item("first_outside", first_outside_);
    a.item("first_covered", first_covered_);
    a.item("next_frame", next_frame_);
    archive_counts(a, "pending", pending_);
    archive_counts(a, "drawn", drawn_);
    archive_film(a);
    if (!a.is_reading()) return;
    if (worked_.size() != cells_.field().size()) a.refuse("has a terrain of another size");
    surveyed_.clear();
    worked_count_ = 0;
    for (std::size_t cell = 0; cell < worked_.size(); ++cell)
      if (worked_[cell]) newly_worked_.push_back(cell);
    take_in_worked();
  }

  std::vector<std::string> list_notes() const override {
    std::vector<std::string> notes;
    if (too_fast_ > 0) {
      notes.push_back(
          fmt::format("{}: {} times a point of the machine moved by more than a cell of {:g} m "
                      "between two ticks, which the cubic approximation of the surface does not "
                      "cover: choose a higher 'sample' or larger cells",
                      plan_.name, too_fast_, plan_.start.cell));
    }
    for (std::size_t k = 0; k < blades_.size(); ++k) {
      const double share = plan_.start.cell / widths_[k];
      if (!(widths_[k] > 0 && share > kWidestCell)) continue;
      notes.push_back(fmt::format(
          "{}: cells of {:g} m are cut as a whole, an error of up to {:.0f} % of the width of "
          "'{}', {:g} m, and of the volume that it cuts: choose cells of {:g} m or less",
          plan_.name, plan_.start.cell, 100 * share, plan_.blades[k].name, widths_[k],
          widths_[k] / 20));
    }
    if (std::isfinite(first_outside_)) {
      notes.push_back(
          fmt::format("{}: a blade left the cells at {:g} s; it cuts nothing outside of them",
                      plan_.name, first_outside_));
    }
    if (std::isfinite(first_covered_)) {
      notes.push_back(fmt::format(
          "{}: a blade was deeper below undisturbed soil than its own height at {:g} s: "
          "soil that flows over a blade is not modelled",
          plan_.name, first_covered_));
    }
    return notes;
  }

  std::shared_ptr<const HeightFilm> film() const override {
    auto film = std::make_shared<HeightFilm>(film_);
    HeightFilm::Frame frame = make_frame(last_tick_, draw_piles());
    if (!frame.cells.empty()) film->frames.push_back(std::move(frame));
    return film;
  }

 private:
  static BladePose read_pose(const double* in) {
    return {{in[0], in[1], in[2]}, {in[3], in[4], in[5]}, {in[6], in[7]}, in[8]};
  }

  /// Undisturbed soil ahead of the middle of a blade stands higher than the blade.
  bool is_below_top(const BladePose& pose) const {
    const HeightField& firm = cells_.firm();
    const double reach = TerrainPlan::reach(firm);
    const double x = 0.5 * (pose.left[0] + pose.right[0]) + reach * pose.ahead[0];
    const double y = 0.5 * (pose.left[1] + pose.right[1]) + reach * pose.ahead[1];
    return firm.smooth(firm.z, x, y) - 0.5 * (pose.left[2] + pose.right[2]) > pose.height;
  }

  double calc_bank() {
    double bank = cells_.calc_bank_volume();
    for (const BladePile& blade : blades_) bank += blade.total() / plan_.swell;
    return bank;
  }

  /// Around the path to the position of the point at the next tick, extrapolated from the last
  /// one; a point at rest keeps its former direction.
  double* write_patch(int query, const double* at, double* out) {
    const HeightField& field =
        plan_.firm[static_cast<std::size_t>(query)] ? cells_.firm() : cells_.field();
    constexpr double kLeast = 0.125;  // of a cell: the length of a path
    Seen& seen = seen_[static_cast<std::size_t>(query)];
    double length = field.cell;  // at the first tick
    if (has_ticked_) {
      const double dx = at[0] - seen.x, dy = at[1] - seen.y;
      length = std::hypot(dx, dy);
      if (length > field.cell) ++too_fast_;
      if (length > 1e-6 * field.cell) seen.along_x = dx / length, seen.along_y = dy / length;
      length = std::max(length, kLeast * field.cell);
    }
    seen.x = at[0], seen.y = at[1];
    const PathPatch<double> p =
        make_path_patch(field, seen.x, seen.y, {length * seen.along_x, length * seen.along_y});
    for (const double number :
         {p.x0, p.y0, p.along_x, p.along_y, p.c0, p.c1, p.c2, p.c3, p.b0, p.b1})
      *out++ = number;
    return out;
  }

  double* write_blade(std::size_t k, const BladePose& pose, double* out) const {
    const BladePile& blade = blades_[k];
    const HeightField& field = cells_.field();
    const auto n = static_cast<int>(blade.piles().size());
    out = std::copy(blade.piles().begin(), blade.piles().end(), out);
    const double reach = TerrainPlan::reach(field);
    for (int i = 0; i < n; ++i) {
      const double u = (i + 0.5) / n;
      const double x = pose.left[0] + u * (pose.right[0] - pose.left[0]) + reach * pose.ahead[0];
      const double y = pose.left[1] + u * (pose.right[1] - pose.left[1]) + reach * pose.ahead[1];
      *out++ = field.smooth(cells_.loose(), x, y);
    }
    *out++ = blade.cut();
    *out++ = blade.collected();
    *out++ = blade.left();
    return out;
  }

  /// Of the cells that blades have just passed for the first time, those that are surveyed.
  void take_in_worked() {
    worked_count_ += newly_worked_.size();
    const auto is_surveyed = [&](std::size_t cell) {
      if (plan_.design.empty() || !std::isfinite(plan_.design[cell])) return false;
      const HeightField& field = cells_.field();
      const double x = field.x(static_cast<int>(cell % static_cast<std::size_t>(field.nx)));
      const double y = field.y(static_cast<int>(cell / static_cast<std::size_t>(field.nx)));
      return x >= plan_.survey_x[0] && x <= plan_.survey_x[1] && y >= plan_.survey_y[0] &&
             y <= plan_.survey_y[1];
    };
    std::erase_if(newly_worked_, [&](std::size_t cell) { return !is_surveyed(cell); });
    std::sort(newly_worked_.begin(), newly_worked_.end());
    const auto middle = static_cast<std::ptrdiff_t>(surveyed_.size());
    surveyed_.insert(surveyed_.end(), newly_worked_.begin(), newly_worked_.end());
    std::inplace_merge(surveyed_.begin(), surveyed_.begin() + middle, surveyed_.end());
    newly_worked_.clear();
  }

  void write_terrain(double* out) {
    const HeightField& field = cells_.field();
    const auto put = [out](TerrainOutput which, double value) {
      out[static_cast<int>(which)] = value;
    };
    put(TerrainOutput::balance, calc_bank() - bank_at_start_);
    double sum = 0, square = 0;
    errors_.resize(surveyed_.size());
    for (std::size_t k = 0; k < surveyed_.size(); ++k) {
      const double error = field.z[surveyed_[k]] - plan_.design[surveyed_[k]];
      sum += error;
      square += error * error;
      errors_[k] = std::abs(error);
    }
    put(TerrainOutput::worked_area, static_cast<double>(worked_count_) * field.area());
    const double n = std::max<double>(1, static_cast<double>(errors_.size()));
    put(TerrainOutput::error_mean, sum / n);
    put(TerrainOutput::error_rms, std::sqrt(square / n));
    const auto [often, most] = find_largest_errors();
    put(TerrainOutput::error_95, often);
    put(TerrainOutput::error_max, most);
  }

  /// The magnitude that 95 % of `errors_` do not exceed, and the largest one. Most are below nine
  /// tenths of what the former was at the last tick, and need no order.
  std::pair<double, double> find_largest_errors() {
    if (errors_.empty()) return {0, 0};
    const double n = static_cast<double>(errors_.size());
    const auto rank = static_cast<std::size_t>(std::min<double>(std::ceil(0.95 * n), n) - 1);
    const std::size_t needed = errors_.size() - rank;
    tail_.clear();
    for (const double error : errors_)
      if (error > 0.9 * often_) tail_.push_back(error);
    if (tail_.size() < needed) tail_ = errors_;
    const auto at = tail_.begin() + static_cast<std::ptrdiff_t>(tail_.size() - needed);
    std::nth_element(tail_.begin(), at, tail_.end());
    often_ = *at;
    return {often_, *std::max_element(at, tail_.end())};
  }

  /// What lies in front of blades: cells, ascending, and heights [m] above the ground.
  std::vector<std::pair<std::uint64_t, double>> draw_piles() const {
    std::vector<std::pair<std::uint64_t, double>> piles;
    for (const BladePile& blade : blades_) {
      for (const auto& [cell, height] : blade.draw(cells_.field(), plan_.repose_slope))
        piles.emplace_back(cell, height);
    }
    // Of one cell the highest first.
    std::sort(piles.begin(), piles.end(), [](const auto& a, const auto& b) {
      return a.first != b.first ? a.first < b.first : a.second > b.second;
    });
    const auto same = [](const auto& a, const auto& b) { return a.first == b.first; };
    piles.erase(std::unique(piles.begin(), piles.end(), same), piles.end());
    return piles;
  }

  /// Cells that have changed since the last frame, and those where a pile has come or gone.
  HeightFilm::Frame make_frame(double t,
                               const std::vector<std::pair<std::uint64_t, double>>& piles) const {
    HeightFilm::Frame frame{t, {}, {}};
    std::set_union(pending_.begin(), pending_.end(), drawn_.begin(), drawn_.end(),
                   std::back_inserter(frame.cells));
    const auto middle = static_cast<std::ptrdiff_t>(frame.cells.size());
    for (const auto& [cell, height] : piles) frame.cells.push_back(cell);
    std::inplace_merge(frame.cells.begin(), frame.cells.begin() + middle, frame.cells.end());
    frame.cells.erase(std::unique(frame.cells.begin(), frame.cells.end()), frame.cells.end());
    auto pile = piles.begin();
    for (const std::uint64_t cell : frame.cells) {
      const bool has_pile = pile != piles.end() && pile->first == cell;
      frame.heights.push_back(cells_.field().z[cell] + (has_pile ? pile->second : 0.0));
      if (has_pile) ++pile;
    }
    return frame;
  }

  void take_frame(double t) {
    const std::vector<std::size_t> changed = cells_.take_changed();
    std::vector<std::uint64_t> all;
    all.reserve(pending_.size() + changed.size());
    std::set_union(pending_.begin(), pending_.end(), changed.begin(), changed.end(),
                   std::back_inserter(all));
    pending_ = std::move(all);
    last_tick_ = t;
    if (t < next_frame_) return;
    while (next_frame_ <= t) next_frame_ += plan_.film_interval;
    const auto piles = draw_piles();
    HeightFilm::Frame frame = make_frame(t, piles);
    if (frame.cells.empty()) return;
    film_.frames.push_back(std::move(frame));
    pending_.clear();
    drawn_.clear();
    for (const auto& [cell, height] : piles) drawn_.push_back(cell);
  }

  void archive_film(Archive& a) {
    a.item("last_tick", last_tick_);
    std::size_t frames = film_.frames.size();
    a.count("frames", frames);
    film_.frames.resize(frames);
    for (HeightFilm::Frame& frame : film_.frames) {
      a.item("time", frame.time);
      archive_counts(a, "cells", frame.cells);
      a.item("heights", frame.heights);
    }
  }

  const TerrainPlan& plan_;
  SoilCells cells_;
  std::vector<BladePile> blades_;
  std::vector<double> widths_;  // [m] of the blades in the plan, at the last tick
  std::vector<char> worked_;
  /// Where a query was at the last tick, and in which direction it moved.
  struct Seen {
    double x = 0, y = 0, along_x = 1, along_y = 0;
  };
  std::vector<Seen> seen_;
  std::vector<std::size_t> newly_worked_;  // at this tick
  std::vector<std::size_t> surveyed_;      // worked cells whose errors count, ascending
  std::size_t worked_count_ = 0;
  std::vector<double> errors_, tail_;  // of write_terrain, to keep their memory
  double often_ = 0;                   // [m] that 95 % did not exceed at the last tick
  double bank_at_start_ = 0, first_outside_ = std::numeric_limits<double>::infinity();
  double first_covered_ = std::numeric_limits<double>::infinity();
  bool has_ticked_ = false;
  std::int64_t too_fast_ = 0;
  HeightFilm film_;
  std::vector<std::uint64_t> pending_;  // cells that changed since the last frame, ascending
  std::vector<std::uint64_t> drawn_;    // cells where the last frame has a pile, ascending
  double next_frame_ = 0, last_tick_ = 0;
};

/// FNV-1a over the bits of numbers.
class PlanHash {
 public:
  void add(double x) {
    std::uint64_t bits = 0;
    std::memcpy(&bits, &x, sizeof bits);
    for (int k = 0; k < 8; ++k) {
      hash_ ^= (bits >> (8 * k)) & 0xff;
      hash_ *= 0x100000001b3;
    }
  }
  void add(const std::vector<double>& list) {
    add(static_cast<double>(list.size()));
    for (const double x : list) add(x);
  }
  std::uint64_t value() const { return hash_; }

 private:
  std::uint64_t hash_ = 0xcbf29ce484222325;
};

}  // namespace

std::unique_ptr<Process> TerrainModel::make(const ProgramOptions&) const {
  return std::make_unique<TerrainProcess>(plan_);
}

// Without the interval of the film, which follows from the run's end: that may be later on resume.
std::uint64_t TerrainModel::fingerprint() const {
  PlanHash hash;
  for (const double x :
       {plan_.start.x0, plan_.start.y0, plan_.start.cell, static_cast<double>(plan_.start.nx),
        plan_.swell, plan_.repose_slope, plan_.period, plan_.survey_x[0], plan_.survey_x[1],
        plan_.survey_y[0], plan_.survey_y[1], static_cast<double>(plan_.queries)})
    hash.add(x);
  hash.add(plan_.start.z);
  hash.add(plan_.design);
  for (const char is_firm : plan_.firm) hash.add(is_firm);
  for (const TerrainPlan::BladePlan& blade : plan_.blades) {
    hash.add(blade.strips);
    hash.add(blade.pile);
  }
  return hash.value();
}

}  // namespace holon::detail
