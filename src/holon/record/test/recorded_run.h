// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <gtest/gtest.h>

#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <string>
#include <vector>

#include "holon/record/provenance.h"
#include "holon/record/results.h"

namespace holon {

/// Tests with a folder of their own.
class FileTest : public testing::Test {
 protected:
  void SetUp() override {
    const auto* test = testing::UnitTest::GetInstance()->current_test_info();
    std::string name = std::string("holon_") + test->test_suite_name() + "_" + test->name();
    for (char& c : name)
      if (c == '/') c = '_';
    folder_ = std::filesystem::path(testing::TempDir()) / name;
    std::filesystem::remove_all(folder_);
    std::filesystem::create_directories(folder_);
  }
  void TearDown() override { std::filesystem::remove_all(folder_); }
  std::filesystem::path at(const std::string& name) const { return folder_ / name; }

  static bool has_command(const std::string& command) {
    return std::system(("command -v " + command + " >/dev/null 2>&1").c_str()) == 0;
  }
  /// What a shell command prints.
  static std::string output_of(const std::string& command) {
    std::string text;
    FILE* pipe = ::popen(command.c_str(), "r");
    char buffer[4096];
    while (const std::size_t count = std::fread(buffer, 1, sizeof buffer, pipe))
      text.append(buffer, count);
    ::pclose(pipe);
    return text;
  }
  static bool has(const std::string& text, const std::string& part) {
    return text.find(part) != std::string::npos;
  }

  std::filesystem::path folder_;
};

/// A pendulum's columns: a number, a vector with another name, a quaternion of an array's member, a
/// name that is also the group of another.
inline std::vector<Column> pendulum_columns() {
  using namespace dimensions;
  std::vector<Column> columns{{"time", kTime, "simulated time"},
                              {"pin.angle", kAngle, "of the child about the axis", {"swing"}}};
  for (const char* c : {".x", ".y", ".z"})
    columns.push_back({std::string("link.position") + c,
                       kLength,
                       "of the frame, in world axes",
                       {std::string("link.com.position") + c}});
  for (const char* c : {".w", ".x", ".y", ".z"})
    columns.push_back({std::string("link[3].tip.orientation") + c, kNumber, "as a quaternion"});
  columns.push_back({"pin.reaction", kTorque, "about the axis"});
  columns.push_back({"pin.reaction.force", kForce, "at the joint"});
  return columns;
}

/// A number that identifies row and column: smooth over time, with all digits in use.
inline double recorded(std::size_t row, std::size_t column) {
  const double t = static_cast<double>(row) / 100;
  return column == 0 ? t : static_cast<double>(column) * std::sin(t + static_cast<double>(column));
}

inline void write_rows(RowSink& sink, std::size_t columns, std::size_t first, std::size_t count) {
  std::vector<double> row(columns);
  for (std::size_t r = first; r < first + count; ++r) {
    for (std::size_t c = 0; c < columns; ++c) row[c] = recorded(r, c);
    sink.row(row.data());
  }
}

inline Provenance pendulum_provenance() {
  Provenance p;
  p.title = "Pendulum";
  p.model = "models/pendulum.yaml";
  p.model_text = "holon: 1\ntitle: Pendulum  \nparameters:\n  m: 2 kg   # größer\n";
  p.settings = {"m=2 kg", "simulate.until=5"};
  p.parameters = {{"m", 2, dimensions::kMass}, {"arm.L", 0.75, dimensions::kLength}};
  p.version = "0.1.0";
  p.solver = "dopri5";
  p.formulation = "recursive";
  p.stabilisation = "projection";
  p.until = 5;
  p.tolerance = 1e-8;
  p.seed = 42;
  p.engine = "auto";
  return p;
}

}  // namespace holon
