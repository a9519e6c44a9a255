// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0

// Height fields and the soil in their cells, without a machine: volumes, roughness, piles, rasters.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <fstream>

#include "cells.h"
#include "holon/terrain/blade_pile.h"
#include "holon/terrain/height_field.h"
#include "holon/terrain/soil_cells.h"

namespace holon {
namespace {

using test::kCellsRounding;
using test::kCellsTolerance;

// Flat ground and a straight path: both windrows have the same volume, however many strips.
TEST(BladePile, SpillsToBothSidesAlike) {
  for (const int strips : {1, 2, 3, 4, 5, 8}) {
    SCOPED_TRACE(strips);
    const double x[2] = {0, 10}, y[2] = {-4, 4};
    detail::HeightField ground = detail::make_cells(x, y, 0.1);
    for (double& z : ground.z) z = 1.0;
    detail::SoilCells cells(ground, 1.2, 0.6);
    detail::BladePile pile(strips, 4.0);
    std::vector<char> worked(ground.z.size(), 0);
    for (int k = 0; k <= 100; ++k) {
      const double ahead = 1 + 0.05 * k;
      pile.work({{ahead, 1.5, 0.9}, {ahead, -1.5, 0.9}, {1, 0}, 0.8}, cells, 1.2, 0.6, worked);
      cells.settle();
    }
    double left = 0, right = 0;
    const detail::HeightField& field = cells.field();
    for (int i = 0; i < field.nx; ++i) {
      for (int j = 0; j < field.ny; ++j) {
        const double volume = (field.z[field.index(i, j)] - 1.0) * field.area();
        if (field.y(j) > 1.5) left += volume;
        if (field.y(j) < -1.5) right += volume;
      }
    }
    EXPECT_GT(left, 0.5);
    EXPECT_NEAR(left, right, kCellsTolerance);
  }
}

detail::BladePose pose_at(double x, double y, double z) {
  return {{x, y + 1.65, z}, {x, y - 1.65, z}, {1, 0}, 1.1};
}

// Ahead on one lane, back, and ahead on a fresh lane: as a blade that never reversed.
TEST(BladePile, CarriesAgainAsSoonAsItGoesAheadAgain) {
  const double x[2] = {-2, 8}, y[2] = {-3, 7};
  const detail::HeightField ground = detail::make_cells(x, y, 0.1);
  detail::SoilCells cells(ground, 1.25, 0.65), fresh(ground, 1.25, 0.65);
  detail::BladePile blade(5, 0), other(5, 0);
  std::vector<char> worked(ground.z.size(), 0), apart = worked;
  for (int k = 0; k <= 80; ++k)
    blade.work(pose_at(0.05 * k, 0.02, -0.1), cells, 1.25, 0.65, worked);
  EXPECT_GT(blade.total(), 1.5);
  for (int k = 80; k >= 0; --k) blade.work(pose_at(0.05 * k, 4.02, 0.3), cells, 1.25, 0.65, worked);
  EXPECT_EQ(blade.total(), 0);
  for (int k = 0; k <= 80; ++k) {
    blade.work(pose_at(0.05 * k, 4.02, -0.1), cells, 1.25, 0.65, worked);
    other.work(pose_at(0.05 * k, 4.02, -0.1), fresh, 1.25, 0.65, apart);
    EXPECT_NEAR(blade.total(), other.total(), kCellsRounding) << k;
  }
  EXPECT_GT(other.total(), 1.5);
}

// A heap in front of a blade that drives through it stays in front of it.
TEST(BladePile, LeavesNothingOfAHeapBehindIt) {
  const double x[2] = {-2, 12}, y[2] = {-4, 4};
  const detail::HeightField ground = detail::make_cells(x, y, 0.1);
  detail::SoilCells cells(ground, 1.25, 0.65);
  detail::BladePile blade(5, 0);
  std::vector<char> worked(ground.z.size(), 0);
  const detail::HeightField& field = cells.field();
  const double bank = cells.calc_bank_volume();
  const auto go = [&](double to) {
    const detail::BladePose pose = pose_at(to, 0.013, -0.1);
    blade.work(pose, cells, 1.25, 0.65, worked);
    cells.settle({{pose.left, pose.right}});
    EXPECT_NEAR(cells.calc_bank_volume() + blade.total() / 1.25, bank, 1e-12);
    for (int i = 0; i < field.nx && field.x(i) <= to; ++i) {
      for (int j = 0; field.x(i) > 0.1 && j < field.ny; ++j)
        if (std::abs(field.y(j)) < 1.3 && worked[field.index(i, j)] && to > 4.1)
          EXPECT_EQ(field.z[field.index(i, j)], -0.1) << field.x(i) << " " << field.y(j);
    }
  };
  for (int k = 0; k <= 80; ++k) go(0.05 * k);
  const double carried = blade.total();
  for (int k = 80; k >= 60; --k) go(0.05 * k);
  EXPECT_EQ(blade.total(), 0);
  EXPECT_NEAR(blade.left(), carried, 1e-12);
  for (int k = 60; k <= 160; ++k) go(0.05 * k);
  // All of the heap but what slid beside the lane.
  double beside = 0;
  for (std::size_t cell = 0; cell < field.size(); ++cell) beside += cells.loose()[cell];
  EXPECT_NEAR(blade.collected(), carried - beside * field.area() + blade.left() - carried, 1e-9);
  EXPECT_GT(blade.collected(), 0.9 * carried);
}

// A windrow at rest, at its angle of repose, whose foot is cut away: what hung on it slides into
// the cut, and nothing is lost.
TEST(SoilCells, ACutWakesLooseSoilBesideIt) {
  const double x[2] = {0, 4}, y[2] = {0, 0.1};
  constexpr double kSlope = 0.6, kSwell = 1.2;
  detail::SoilCells cells(detail::make_cells(x, y, 0.1), kSwell, kSlope);
  for (int k = 0; k < 40; ++k) cells.lay(20, 0, 0.002);
  const auto settle = [&] {
    for (int k = 0; k < 400; ++k) cells.settle();
  };
  const auto find_steepest = [&] {
    double steepest = 0;
    for (int i = 0; i + 1 < cells.field().nx; ++i)
      steepest = std::max(steepest, std::abs(cells.field().z[cells.field().index(i + 1, 0)] -
                                             cells.field().z[cells.field().index(i, 0)]));
    return steepest / cells.field().cell;
  };
  // What does not slide any more: an excess of 1 mm between neighbours.
  constexpr double kSettled = kSlope + 1e-3 / 0.1 + 1e-9;
  settle();
  EXPECT_LE(find_steepest(), kSettled);
  const double before = cells.calc_bank_volume();
  const detail::SoilCells::Cut cut = cells.lower(23, 0, 0.0);
  EXPECT_GT(cut.loose, 0);
  EXPECT_GT(find_steepest(), 2 * kSlope);
  settle();
  EXPECT_LE(find_steepest(), kSettled);
  EXPECT_NEAR(cells.calc_bank_volume() + cut.loose / kSwell, before, kCellsTolerance);
}

TEST(HeightField, ContainsTheVolumeOfItsCells) {
  const double x[2] = {0, 1}, y[2] = {0, 0.8};
  detail::HeightField field = detail::make_cells(x, y, 0.1);
  ASSERT_EQ(field.nx, 10);
  ASSERT_EQ(field.ny, 8);
  EXPECT_NEAR(field.x(0), 0.05, kCellsRounding);
  EXPECT_NEAR(field.y(7), 0.75, kCellsRounding);
  // A heap inside: the integral of the smooth surface is that of the cells. Quadratic splines are
  // integrated exactly by two Gauss points in each half of a cell.
  field.z[field.index(4, 3)] = 0.3;
  field.z[field.index(5, 3)] = -0.1;
  field.z[field.index(5, 5)] = 0.2;
  double integral = 0;
  const double a = 0.05 * (0.5 - 0.5 / std::sqrt(3.0)), b = 0.05 - a;
  for (int i = 0; i < 20; ++i) {
    for (int j = 0; j < 16; ++j) {
      for (const double s : {a, b}) {
        for (const double t : {a, b})
          integral += 0.025 * 0.025 * field.smooth(field.z, 0.05 * i + s, 0.05 * j + t);
      }
    }
  }
  EXPECT_NEAR(integral, 0.4 * 0.01, kCellsRounding);
}

TEST(HeightField, HasTheRequestedRoughness) {
  const double x[2] = {0, 60}, y[2] = {0, 60};
  const detail::HeightField field = detail::make_cells(x, y, 0.25);
  const std::vector<double> z = detail::make_roughness(field, 0.03, 1.5, 7);
  double mean = 0, square = 0;
  for (const double h : z) mean += h, square += h * h;
  const double n = static_cast<double>(z.size());
  EXPECT_NEAR(mean / n, 0, 1e-15);
  EXPECT_NEAR(std::sqrt(square / n), 0.03, 1e-14);
  // exp(−(r/1.5)²), estimated from (60/1.5)² independent places: three standard deviations.
  const double spread = 3 / 40.0;
  for (const int lag : {3, 6, 12}) {
    double along_x = 0, along_y = 0, count = 0;
    for (int j = 0; j + lag < field.ny; ++j) {
      for (int i = 0; i + lag < field.nx; ++i) {
        const double h = z[field.index(i, j)];
        along_x += h * z[field.index(i + lag, j)];
        along_y += h * z[field.index(i, j + lag)];
        ++count;
      }
    }
    const double expected = std::exp(-std::pow(lag * 0.25 / 1.5, 2));
    EXPECT_NEAR(along_x / count / (0.03 * 0.03), expected, spread);
    EXPECT_NEAR(along_y / count / (0.03 * 0.03), expected, spread);
  }
  EXPECT_EQ(z, detail::make_roughness(field, 0.03, 1.5, 7));
  EXPECT_NE(z, detail::make_roughness(field, 0.03, 1.5, 8));
}

std::string write_file(const std::string& name, const std::string& text) {
  const std::string path = testing::TempDir() + name;
  std::ofstream(path) << text;
  return path;
}

TEST(HeightField, IsReadFromRasters) {
  std::string error;
  const auto grid =
      detail::read_raster(write_file("a.asc",
                                     "ncols 3\nnrows 2\nxllcorner 10\nyllcorner 20\ncellsize 2\n"
                                     "NODATA_value -9999\n4 5 6\n1 2 3\n"),
                          error);
  ASSERT_TRUE(grid) << error;
  EXPECT_EQ(grid->nx, 3);
  EXPECT_EQ(grid->x0, 11);
  EXPECT_EQ(grid->y0, 21);
  EXPECT_EQ(grid->z, (std::vector<double>{1, 2, 3, 4, 5, 6}));  // south first
  EXPECT_EQ(grid->interpolate(12, 22).value(), 3);
  EXPECT_FALSE(grid->interpolate(9, 22));
  const auto points = detail::read_raster(
      write_file("a.csv", "x [m],y [m],z [mm]\n11,23,4000\n11,21,1000\n13,21,2000\n13,23,5000\n"),
      error);
  ASSERT_TRUE(points) << error;
  EXPECT_EQ(points->z, (std::vector<double>{1, 2, 4, 5}));
  const auto refuse = [&](const std::string& name, const std::string& text) {
    error.clear();
    EXPECT_FALSE(detail::read_raster(write_file(name, text), error));
    return error.substr(error.rfind('/') + 1);
  };
  EXPECT_EQ(refuse("b.asc", "ncols 2\nnrows 1\ncellsize 1\nxllcorner 0\nyllcorner 0\n1\n"),
            "b.asc:7: heights are missing at the end");
  EXPECT_EQ(refuse("b.asc", "ncols 2\nnrows 1\ncellsize 1\nxllcorner 0\nyllcorner 0\n1 high\n"),
            "b.asc:6: 'high' is not a height");
  EXPECT_EQ(refuse("b.asc", "ncols 2\nnrows 1\nxllcorner 0\nyllcorner 0\n1 2\n"),
            "b.asc:4: the header has no 'cellsize'");
  EXPECT_EQ(
      refuse("b.asc",
             "ncols 2\nnrows 1\ncellsize 1\nxllcorner 0\nyllcorner 0\nnodata -9\n"
             "1 -9\n"),
      "b.asc:6: 'nodata' is not a keyword of the header, which are 'ncols', 'nrows', 'cellsize', "
      "'xllcorner', 'yllcorner', 'xllcenter', 'yllcenter' or 'nodata_value'");
  EXPECT_EQ(refuse("b.asc", "ncols 2\nncols 3\n"), "b.asc:2: 'ncols' occurs twice");
  const std::string header = "ncols 2\nnrows 1\ncellsize 1\nxllcorner 0\nyllcorner 0\n";
  EXPECT_EQ(refuse("b.asc", header + "1 -9999\n"),
            "b.asc:6: a cell has no data: cut the raster so that all cells have heights");
  EXPECT_EQ(refuse("b.asc", header + "nodata_value -3.4028235e+38\n1 -3.40282346638529e+38\n"),
            "b.asc:7: a cell has no data: cut the raster so that all cells have heights");
  EXPECT_EQ(refuse("b.csv", "x [m],y [m],z [Pa]\n0,0,1\n1,0,1\n0,1,1\n1,1,1\n"),
            "b.csv: the column 'z' is not a length");
  // Rows that add up to one cell more than there are.
  std::string tall = "x,y,z\n";
  for (int k = 11111; k >= 0; --k) {
    const std::string y = std::to_string(1.00009 * k);
    tall += "0," + y + ",1\n1," + y + ",1\n";
  }
  EXPECT_EQ(refuse("b.csv", tall), "b.csv: its cells are not square: 1 m by 1.00009 m");
  EXPECT_EQ(refuse("b.csv", "x,y,z\n0,0,1\n1,0,1\n0,2,1\n1,2,1\n"),
            "b.csv: its cells are not square: 1 m by 2 m");
  EXPECT_EQ(refuse("b.csv", "x,y,z\n0,0,1\n1,0,1\n0,1,1\n"),
            "b.csv: a raster requires at least two columns and two rows");
}

}  // namespace
}  // namespace holon
