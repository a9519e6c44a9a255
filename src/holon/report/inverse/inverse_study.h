// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "holon/analyse/inverse/inverse_dynamics.h"
#include "holon/expr/program/program.h"
#include "holon/record/results.h"
#include "holon/study/findings.h"
#include "holon/study/loading.h"

namespace holon {

/// Which motion is to be made, by which efforts.
struct InverseRequest {
  std::string model;  ///< path of its file
  std::vector<Setting> settings{};
  std::vector<std::string> motions{};  ///< "pin.angle=0.3 [rad]*sin(2 [rad/s]*time)"
  std::string file{};                  ///< a recorded motion instead
  std::vector<std::string> efforts{};  ///< empty: those of the joints
};

struct InverseReport {
  std::string title;
  std::vector<std::string> coordinates, efforts;  ///< by name, in one order
  Results rows;  ///< time, coordinates, their rates and accelerations, efforts
  InverseDynamics dynamics;
  std::vector<std::string> notes;
};

/// A model's file on its way to the efforts of a motion. Throws RequestError, InputError,
/// ModelError.
class InverseStudy {
 public:
  InverseStudy(const InverseRequest& request, Findings& findings)
      : request_(request), findings_(findings) {}
  /// Nothing where the model cannot be used; the findings say why.
  std::optional<InverseReport> run();
  const LoadedModel& model() const { return *loaded_; }

 private:
  // inverse_motion.cpp
  /// "pin.angle" and the formula behind '='.
  static std::pair<std::string, std::string> split_motion(const std::string& motion);
  CoordinateMotion read_formulas(const std::vector<int>& coordinates, InverseReport& report) const;
  /// Notes jumps of speeds; throws RequestError for those of positions. `motion`: time -> position,
  /// speed and acceleration of each coordinate.
  void note_kinks(const Program& motion, InverseReport& report) const;
  CoordinateMotion read_file(const std::vector<int>& coordinates, InverseReport& report) const;

  std::vector<int> find_coordinates(InverseReport& report) const;
  std::vector<std::string> choose_efforts(const std::vector<std::string>& coordinates) const;

  const InverseRequest& request_;
  Findings& findings_;
  std::optional<LoadedModel> loaded_;
};

/// Motion and efforts over time as an SVG sheet.
std::string draw_inverse(const InverseReport& report);

/// The same with the moving machine as a page for the browser.
std::string write_inverse_page(const InverseReport& report, const LoadedModel& loaded,
                               const std::vector<std::pair<std::string, std::string>>& options,
                               const std::vector<std::string>& warnings);

}  // namespace holon
