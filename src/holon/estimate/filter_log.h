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
  /// Likewise its standard deviations, and how long it was valid before its row [s]; empty for a
  /// measurement of which the log has no columns for them.
  std::vector<std::vector<std::vector<double>>> sigma;
  std::vector<std::vector<double>> delay;
  std::vector<std::string> missing;        ///< measurements of which the log has no columns
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
    /// Of an installed sensor: it may be missing. Columns that the log may have: its standard
    /// deviations, whether it is valid, and its time of validity.
    bool is_optional = false;
    std::string sigma{}, valid{}, time{};
    /// [s] between its measurements: a value that repeats the one above sooner is the same one,
    /// held. 0: each row is one.
    double period = 0;
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
