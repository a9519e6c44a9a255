// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#include "holon/analyse/linear/modes.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <map>
#include <numbers>
#include <set>

#include "holon/system/tangent.h"

namespace holon {
namespace {

using Complex = std::complex<double>;

constexpr std::size_t kMostSpinning = 40;  // bodies and frames whose orbits are computed
constexpr double kLeastSpin = 1e-9;        // [rad/s]
constexpr double kInPlace = 1e-9;          // [m] distance from the axis about which it spins
constexpr double kNoise = 1e-10;           // of the largest component: rounding error
constexpr double kCircling = 1e-3;         // circularity of a whirl, below it motion along a line

/// Frames that spin in place at the operating point, by name with the direction of the spin.
struct SpinningFrame {
  std::string name;
  std::array<double, 3> axis;
};

std::vector<SpinningFrame> find_spinning(const System& system, const OperatingPoint& point) {
  std::vector<std::string> names;
  std::set<std::string> bodies;
  for (const SystemOutput& output : system.list_outputs()) {
    if (output.role != OutputRole::angular_velocity) continue;
    const std::string name = output.name.substr(0, output.name.rfind('.'));
    // Other frames of a body rotate as it does.
    const bool is_of_body = bodies.contains(name.substr(0, name.rfind('.')));
    if (is_of_body || names.size() == kMostSpinning) continue;
    bodies.insert(name);
    names.push_back(name);
  }
  std::vector<SpinningFrame> spinning;
  if (names.empty()) return spinning;
  std::vector<std::string> outputs;
  for (const std::string& name : names) outputs.push_back(name + ".angular_velocity");
  for (const std::string& name : names) outputs.push_back(name + ".velocity");
  const std::vector<double> w = system.select_outputs(outputs)->evaluate(point.in);
  for (std::size_t k = 0; k < names.size(); ++k) {
    const double x = w[3 * k], y = w[3 * k + 1], z = w[3 * k + 2];
    const double size = std::sqrt(x * x + y * y + z * z);
    double speed = 0;
    for (std::size_t i = 0; i < 3; ++i) speed += std::abs(w[3 * (names.size() + k) + i]);
    if (size > kLeastSpin && speed <= kInPlace * size)
      spinning.push_back({names[k], {x / size, y / size, z / size}});
  }
  return spinning;
}

/// The area of an orbit Re(d exp(iωt)) about an axis over that of a circle of the same size: the
/// vector Im(d × d*)/2, d without its part along the axis. Adds to both sums.
void add_orbit(const std::array<Complex, 3>& d, const std::array<double, 3>& n, double& area,
               double& size) {
  Complex along = 0;
  for (std::size_t i = 0; i < 3; ++i) along += d[i] * n[i];
  std::array<Complex, 3> across;
  for (std::size_t i = 0; i < 3; ++i) across[i] = d[i] - along * n[i];
  for (std::size_t i = 0; i < 3; ++i) {
    const std::size_t j = (i + 1) % 3, k = (i + 2) % 3;
    area += std::imag(across[j] * std::conj(across[k]) - across[k] * std::conj(across[j])) * n[i];
    size += std::norm(across[i]);
  }
}

/// Of the positions of spinning frames, or where those stand still of their axes.
double calc_circularity(const LinearModel& model, const Pole& pole,
                        const std::vector<SpinningFrame>& spinning, Eigen::Index first) {
  std::array<double, 2> area{}, size{};
  for (std::size_t k = 0; k < spinning.size(); ++k)
    for (std::size_t kind = 0; kind < 2; ++kind) {
      std::array<Complex, 3> d;
      for (std::size_t i = 0; i < 3; ++i) {
        const auto row = first + static_cast<Eigen::Index>(6 * k + 3 * kind + i);
        d[i] = 0;
        for (Eigen::Index j = 0; j < model.order(); ++j)
          d[i] += model.C(row, j) * pole.shape[static_cast<std::size_t>(j)];
      }
      add_orbit(d, spinning[k].axis, area[kind], size[kind]);
    }
  const auto part = [&](std::size_t kind) {
    return size[kind] > 1e-20 ? area[kind] / size[kind] : 0.0;
  };
  return std::abs(part(0)) >= std::abs(part(1)) ? part(0) : part(1);
}

void normalise(Eigenmode& mode, const std::vector<double>& nominal) {
  double most = 0;
  for (std::size_t k = 0; k < mode.shape.size(); ++k)
    most = std::max(most, std::abs(mode.shape[k]) / nominal[k]);
  if (most == 0) return;
  constexpr double kEqual = 1 - 1e-9;  // the first of equal ones
  while (std::abs(mode.shape[mode.largest]) / nominal[mode.largest] < kEqual * most) ++mode.largest;
  const Complex unit = mode.shape[mode.largest];
  for (std::size_t k = 0; k < mode.shape.size(); ++k) {
    Complex& c = mode.shape[k];
    const bool is_noise = std::abs(c) / nominal[k] < kNoise * most;
    c = is_noise ? 0.0 : c / unit;
    // In phase or in opposition up to rounding error.
    if (std::abs(c.imag()) < kNoise * std::abs(c)) c = c.real();
  }
}

}  // namespace

double Eigenmode::damped_frequency() const {
  return std::abs(pole.continuous().imag()) / (2 * std::numbers::pi);
}

Whirl Eigenmode::whirl() const {
  if (!oscillates() || std::abs(circularity) < kCircling) return Whirl::none;
  return circularity > 0 ? Whirl::forward : Whirl::backward;
}

ModalModel find_modes(const System& system, const OperatingPoint& point) {
  ModalModel result;
  std::map<std::string, std::pair<StateBlock::Role, double>> kinds;  // by name of the coordinate
  for (int j = 0; j < tangent_count(system); ++j) {
    const StateBlock& block = tangent_block(system, j);
    const bool turns = block.kind == StateBlock::Kind::quaternion;
    kinds[tangent_name(system, j)] = {turns ? StateBlock::Role::coordinate : block.role,
                                      turns ? 1.0 : std::abs(block.nominal)};
  }
  // Coordinates of closed loops that may be dependent ones; rotation vectors are no outputs.
  LinearRequest request;
  if (system.constraints && !system.constraints->names.empty())
    for (int j = 0; j < tangent_count(system); ++j) {
      const StateBlock& block = tangent_block(system, j);
      const std::string name = tangent_name(system, j);
      const bool is_coordinate = block.role != StateBlock::Role::rate &&
                                 block.kind == StateBlock::Kind::euclidean &&
                                 !name.starts_with("system.");
      if (is_coordinate && system.find_output(name)) request.outputs.push_back(name);
    }
  const std::vector<std::string> candidates = request.outputs;
  const std::vector<SpinningFrame> spinning = find_spinning(system, point);
  for (const SpinningFrame& frame : spinning)
    for (const char* output : {".position", ".angular_velocity"})
      request.outputs.push_back(frame.name + output);
  result.model = linearize(system, point, request);
  LinearModel& model = result.model;
  std::vector<std::size_t> dependent;  // rows of C
  for (std::size_t k = 0; k < candidates.size(); ++k)
    if (std::find(model.dependent.begin(), model.dependent.end(), candidates[k]) !=
        model.dependent.end())
      dependent.push_back(k);

  std::vector<std::size_t> shown;  // states that are no speeds
  for (std::size_t k = 0; k < model.x.size(); ++k) {
    const auto kind = kinds.find(model.x[k].name);
    if (kind != kinds.end() && kind->second.first == StateBlock::Role::rate) continue;
    shown.push_back(k);
    result.coordinates.push_back(model.x[k]);
    result.nominal.push_back(kind == kinds.end() ? 1.0 : kind->second.second);
  }
  if (shown.empty())
    for (std::size_t k = 0; k < model.x.size(); ++k) {
      shown.push_back(k);
      result.coordinates.push_back(model.x[k]);
      result.nominal.push_back(1);
    }
  for (const std::size_t row : dependent) {
    result.coordinates.push_back(model.y[row]);
    result.nominal.push_back(kinds[candidates[row]].second);
  }
  for (double& nominal : result.nominal)
    if (!(nominal > 0)) nominal = 1;

  for (const Pole& pole : find_poles(model.A, model.plane())) {
    if (pole.value.imag() < 0) continue;
    Eigenmode mode;
    mode.pole = pole;
    for (const std::size_t k : shown) mode.shape.push_back(pole.shape[k]);
    for (const std::size_t row : dependent) {
      Complex value = 0;
      for (Eigen::Index j = 0; j < model.order(); ++j)
        value +=
            model.C(static_cast<Eigen::Index>(row), j) * pole.shape[static_cast<std::size_t>(j)];
      mode.shape.push_back(value);
    }
    if (mode.oscillates())
      mode.circularity =
          calc_circularity(model, pole, spinning, static_cast<Eigen::Index>(candidates.size()));
    normalise(mode, result.nominal);
    result.modes.push_back(std::move(mode));
  }
  // What was needed for shapes and orbits is no output of the modes.
  model.y.clear();
  model.C.resize(0, model.order());
  model.D.resize(0, model.inputs());
  return result;
}

double calc_mac(const std::vector<Complex>& a, const std::vector<Complex>& b,
                const std::vector<double>& nominal) {
  Complex product = 0;
  double size_a = 0, size_b = 0;
  for (std::size_t k = 0; k < std::min(a.size(), b.size()); ++k) {
    const double weight = 1 / (nominal[k] * nominal[k]);
    product += std::conj(a[k]) * b[k] * weight;
    size_a += std::norm(a[k]) * weight, size_b += std::norm(b[k]) * weight;
  }
  return size_a > 0 && size_b > 0 ? std::norm(product) / (size_a * size_b) : 0.0;
}

namespace {

/// A shape over the coordinates of `from` in the order of those of `to`, which may be another one
/// where a value is 0. Components without a counterpart are 0.
std::vector<Complex> order_shape(const std::vector<Complex>& shape, const ModalModel& from,
                                 const ModalModel& to) {
  std::vector<Complex> result(to.coordinates.size(), 0.0);
  for (std::size_t k = 0; k < result.size(); ++k)
    for (std::size_t j = 0; j < std::min(shape.size(), from.coordinates.size()); ++j)
      if (from.coordinates[j].name == to.coordinates[k].name) result[k] = shape[j];
  return result;
}

}  // namespace

std::vector<ModeBranch> track_modes(const std::vector<ModalModel>& points) {
  std::vector<ModeBranch> branches;
  for (std::size_t p = 0; p < points.size(); ++p) {
    const std::vector<Eigenmode>& modes = points[p].modes;
    std::vector<bool> is_taken(modes.size(), false);
    for (ModeBranch& branch : branches) branch.at.push_back(-1);
    struct Match {
      double distance, mac;
      std::size_t branch, mode;
    };
    std::vector<Match> matches;
    for (std::size_t b = 0; p > 0 && b < branches.size(); ++b) {
      const int before = branches[b].at[p - 1];
      if (before < 0) continue;
      const Eigenmode& last = points[p - 1].modes[static_cast<std::size_t>(before)];
      const std::vector<Complex> last_shape = order_shape(last.shape, points[p - 1], points[p]);
      const Complex s = last.pole.continuous();
      for (std::size_t m = 0; m < modes.size(); ++m) {
        if (modes[m].oscillates() != last.oscillates()) continue;
        const Complex next = modes[m].pole.continuous();
        const double size = std::abs(s) + std::abs(next);
        const double away = size > 0 ? 2 * std::abs(next - s) / size : 0;
        const double mac = calc_mac(last_shape, modes[m].shape, points[p].nominal);
        matches.push_back({1 - mac + away, mac, b, m});
      }
    }
    std::stable_sort(matches.begin(), matches.end(),
                     [](const Match& a, const Match& b) { return a.distance < b.distance; });
    for (const Match& match : matches) {
      ModeBranch& branch = branches[match.branch];
      if (branch.at[p] >= 0 || is_taken[match.mode]) continue;
      branch.at[p] = static_cast<int>(match.mode);
      is_taken[match.mode] = true;
      if (match.mac < branch.least_mac) branch.least_mac = match.mac, branch.least_at = p;
    }
    for (std::size_t m = 0; m < modes.size(); ++m) {
      if (is_taken[m]) continue;
      ModeBranch branch;
      branch.at.assign(p + 1, -1);
      branch.at[p] = static_cast<int>(m);
      branches.push_back(std::move(branch));
    }
  }
  return branches;
}

}  // namespace holon
