// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "holon/base/dimension.h"
#include "holon/estimate/manifold.h"

namespace holon {

/// Recorded measurements, row by row in the order of their arrival. Times count from the first row.
struct FilterLog {
  std::vector<double> time;      ///< [s] to which the row belongs
  std::vector<double> received;  ///< [s] when it arrived; without that column: its time
  /// By measurement and row: its values, NaN where there is none.
  std::vector<std::vector<std::vector<double>>> measured;
  std::vector<std::vector<double>> known;  ///< by row; empty if the model takes no known signals
  double origin = 0;                       ///< [s] the time in the file of time 0
  double sum = 0;                          ///< of all numbers, for fingerprints
};

struct LogRequest {
  struct Measured {
    std::string name;                  ///< "gps"
    std::vector<std::string> columns;  ///< as named: "gps.position" stands for its components
    Manifold manifold;
    std::vector<Dimension> dimensions;  ///< by block of the manifold
  };
  std::vector<Measured> measured;
  struct Known {
    std::string name;                    ///< its column
    std::optional<Dimension> dimension;  ///< that it must have
    bool is_linear = false;  ///< between its values: linear in time; else the last one holds
  };
  std::vector<Known> known;
};

/// Reads CSV, HDF5 or MAT; the first column is the time, a column `received` the time of arrival.
/// `nan` in CSV means that there is no measurement. Throws InputError for columns that are missing
/// or have another dimension than what they measure; a column without a unit fits any.
std::shared_ptr<const FilterLog> read_filter_log(const std::filesystem::path& path,
                                                 const LogRequest& request);

}  // namespace holon
