// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#include "holon/earth/nmea.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <numbers>

namespace holon {
namespace {

constexpr double kDegree = std::numbers::pi / 180;

const std::vector<double>& column(const NmeaLog& log, const char* name) {
  const auto found = std::ranges::find(log.names, name);
  EXPECT_NE(found, log.names.end()) << name;
  return log.columns[static_cast<std::size_t>(found - log.names.begin())];
}

TEST(Nmea, reads_published_sentences) {
  // The GGA and the RMC sentence that most descriptions of NMEA 0183 show.
  std::string error;
  const auto log = read_nmea(
      "$GPGGA,123519,4807.038,N,01131.000,E,1,08,0.9,545.4,M,46.9,M,,*47\r\n"
      "$GPRMC,123519,A,4807.038,N,01131.000,E,022.4,084.4,230394,003.1,W*6A\r\n",
      error);
  ASSERT_TRUE(log) << error;
  ASSERT_EQ(log->lines.size(), 1u);
  EXPECT_NEAR(column(*log, "latitude")[0], (48 + 7.038 / 60) * kDegree, 1e-15);
  EXPECT_NEAR(column(*log, "longitude")[0], (11 + 31.0 / 60) * kDegree, 1e-15);
  EXPECT_NEAR(column(*log, "height")[0], 545.4 + 46.9, 1e-12);
  EXPECT_EQ(column(*log, "satellites")[0], 8);
  EXPECT_EQ(column(*log, "hdop")[0], 0.9);
  EXPECT_NEAR(column(*log, "speed")[0], 22.4 * 1852 / 3600, 1e-13);
  EXPECT_NEAR(column(*log, "course")[0], 84.4 * kDegree, 1e-15);
  EXPECT_EQ(log->dropped, 0);
}

TEST(Nmea, HasNoSolutionWhereRmcIsVoid) {
  std::string error;
  const auto log =
      read_nmea(nmea_sentence("GPRMC,120000.00,A,4807.038,N,01131.000,E,20.0,090.0,010126,,") +
                    "\n" + nmea_sentence("GPRMC,120001.00,V,,,,,,,010126,,") + "\n" +
                    nmea_sentence("GPRMC,120002.00,A,4807.040,N,01131.000,E,20.0,090.0,010126,,"),
                error);
  ASSERT_TRUE(log) << error;
  EXPECT_EQ(column(*log, "fix"), (std::vector<double>{1, 0, 1}));
}

TEST(Nmea, HasNoHeightWithoutTheSeparationOfTheGeoid) {
  std::string error;
  const auto log = read_nmea(
      nmea_sentence("GPGGA,123519,4807.038,N,01131.000,E,1,08,0.9,545.4,M,46.9,M,,") + "\n" +
          nmea_sentence("GPGGA,123520,4807.038,N,01131.000,E,1,08,0.9,545.4,M,,M,,"),
      error);
  ASSERT_TRUE(log) << error;
  EXPECT_NEAR(column(*log, "height")[0], 592.3, 1e-12);
  EXPECT_TRUE(std::isnan(column(*log, "height")[1]));
  EXPECT_EQ(log->heights_above_geoid, 1);
}

// Bulletin C: at each of these midnights GPS minus UTC grows by a second.
TEST(GpsTime, ComesBackFromUtcAtEveryLeapSecond) {
  const std::pair<int, int> leaps[] = {{1981, 7}, {1982, 7}, {1983, 7}, {1985, 7}, {1988, 1},
                                       {1990, 1}, {1991, 1}, {1992, 7}, {1993, 7}, {1994, 7},
                                       {1996, 1}, {1997, 7}, {1999, 1}, {2006, 1}, {2009, 1},
                                       {2012, 7}, {2015, 7}, {2017, 1}};
  int count = 0;
  for (const auto& [year, month] : leaps) {
    const CalendarTime midnight{year, month, 1, 0, 0, 0};
    const GpsTime time = gps_time_of_utc(midnight);
    EXPECT_EQ(time.seconds - gps_time_of(midnight).seconds, ++count);
    for (const double later : {0.0, 1.0, 16.0, 17.0}) {
      const CalendarTime back = utc_of(time.after(later));
      EXPECT_EQ(back.year, year);
      EXPECT_EQ(back.second, later) << year << "-" << month;
    }
    const CalendarTime before = utc_of(time.after(-2.0));  // the leap second is between them
    EXPECT_EQ(before.minute, 59) << year;
    EXPECT_EQ(before.second, 59) << year;
  }
}

NavigationFix make_fix(double second) {
  NavigationFix f;
  f.utc = {2026, 6, 1, 23, 59, second};
  f.latitude = -33.86785 * kDegree;
  f.longitude = -0.0123456789 * kDegree;
  f.height = 61.2345;
  f.separation = 22.5;
  f.quality = 4;
  f.satellites = 17;
  f.hdop = 0.71;
  f.speed = 3.25;
  f.course = -0.25;
  f.heading = 6.2831;
  f.sigma = std::array<double, 3>{0.008, 0.009, 0.015};
  return f;
}

TEST(Nmea, what_is_written_is_read_back) {
  std::string text;
  for (const double second : {58.0, 58.5, 59.0, 59.5}) text += write_nmea(make_fix(second));
  NavigationFix after = make_fix(0);
  after.utc = {2026, 6, 2, 0, 0, 0};
  after.quality = 0;
  text += write_nmea(after);
  std::string error;
  const auto log = read_nmea(text, error);
  ASSERT_TRUE(log) << error;
  EXPECT_EQ(log->dropped, 0);
  const std::vector<double> times{0, 0.5, 1, 1.5, 2};  // over midnight
  ASSERT_EQ(log->lines.size(), times.size());
  for (std::size_t k = 0; k < times.size(); ++k) {
    EXPECT_NEAR(column(*log, "time")[k], times[k], 1e-9);
    // Seven decimals of a minute: 0.1 mm; the last row keeps the place.
    EXPECT_NEAR(column(*log, "latitude")[k], -33.86785 * kDegree, 2e-11);
    EXPECT_NEAR(column(*log, "longitude")[k], -0.0123456789 * kDegree, 2e-11);
    EXPECT_NEAR(column(*log, "height")[k], 61.2345, 1e-4);
    EXPECT_NEAR(column(*log, "speed")[k], 3.25, 5e-5);
    EXPECT_NEAR(column(*log, "course")[k], 2 * std::numbers::pi - 0.25, 1e-5);
    EXPECT_NEAR(column(*log, "heading")[k], 6.2831, 1e-6);
    EXPECT_EQ(column(*log, "sigma_up")[k], 0.015);
    EXPECT_EQ(column(*log, "sigma_east")[k], 0.008);
    EXPECT_EQ(column(*log, "fix")[k], k == 4 ? 0 : 4);
  }
}

TEST(Nmea, drops_and_counts_what_is_damaged) {
  std::string text = write_gga(make_fix(10)) + "\n";
  std::string damaged = write_gga(make_fix(11)) + "\n";
  damaged[20] = damaged[20] == '1' ? '2' : '1';
  text += damaged + "$GNGSA,A,3,01*00\n" + nmea_sentence("GNGSV,1,1,00") + "\nno sentence\n" +
          "$GPGGA,12\n" + write_gga(make_fix(12)) + "\n";
  std::string error;
  const auto log = read_nmea(text, error);
  ASSERT_TRUE(log) << error;
  EXPECT_EQ(log->lines, (std::vector<int>{1, 7}));
  EXPECT_EQ(log->dropped, 3);
  EXPECT_EQ(log->others, 1);
  EXPECT_EQ(column(*log, "dropped").back(), 3);
  EXPECT_FALSE(read_nmea("time,x\n0,1\n", error));
  EXPECT_EQ(error, "no NMEA sentence has a position (GGA or RMC)");
}

TEST(Nmea, rounds_minutes_and_seconds_as_a_whole) {
  NavigationFix f = make_fix(0);
  f.latitude = (47 + 59.99999999 / 60) * kDegree;
  f.utc = {2026, 12, 31, 23, 59, 59.999};
  const std::string gga = write_gga(f), rmc = write_rmc(f);
  EXPECT_NE(gga.find("GNGGA,000000.00,4800.0000000,N"), std::string::npos) << gga;
  EXPECT_NE(rmc.find(",010127,"), std::string::npos) << rmc;
}

}  // namespace
}  // namespace holon
