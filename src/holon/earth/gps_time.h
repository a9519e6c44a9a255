// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace holon {

/// Calendar date and time of day.
struct CalendarTime {
  int year = 1980, month = 1, day = 6, hour = 0, minute = 0;
  double second = 0;
};

/// GPS time: whole seconds since 1980-01-06T00:00:00 UTC, counted without leap seconds, and the
/// fraction.
struct GpsTime {
  static constexpr double kWeek = 604800;  ///< [s]
  std::int64_t seconds = 0;
  double fraction = 0;  ///< [s] in [0, 1)

  int week() const { return static_cast<int>(seconds / static_cast<std::int64_t>(kWeek)); }
  double second_of_week() const {
    return static_cast<double>(seconds % static_cast<std::int64_t>(kWeek)) + fraction;
  }
  /// [s]
  double since(const GpsTime& other) const {
    return static_cast<double>(seconds - other.seconds) + (fraction - other.fraction);
  }
  GpsTime after(double duration) const;  ///< [s]
};

/// Of a date that is counted in GPS time, as in navigation files.
GpsTime gps_time_of(const CalendarTime& in_gps_time);
/// GPS minus UTC [s] at a UTC date: 18 since 2017. No leap second has been announced after that.
int leap_seconds_at(const CalendarTime& utc);
GpsTime gps_time_of_utc(const CalendarTime& utc);
CalendarTime utc_of(const GpsTime& time);

/// "2026-06-01T10:00:00Z" or without the Z, with or without a fraction of the second, or the date
/// alone: UTC. Nothing if it is something else, or no date of the calendar.
std::optional<CalendarTime> parse_utc(std::string_view text);

}  // namespace holon
