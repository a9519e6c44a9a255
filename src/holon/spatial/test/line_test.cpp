// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#include "holon/spatial/line.h"

#include <cmath>
#include <numbers>
#include <stdexcept>
#include <string>

#include "holon/spatial/test/random_values.h"

namespace holon::test {
namespace {

using Vec = Vector3<double>;
using L = Line<double>;
using std::numbers::pi;
/// Sums of a few products of coordinates: 32 ε of their size.
template <class T>
constexpr double kLineRounding = 32 * kEps<T>;

template <class T = double>
Line<T> any_line() {
  const Vector3<T> p = any_vector<T>();
  return Line<T>::through(p, any_direction<T>());
}

TEST(LineTest, keeps_its_point_nearest_the_origin_and_a_unit_direction) {
  const L line = L::through({5, 3, 4}, {10, 0, 0});
  EXPECT_EQ(line.point(), Vec(0, 3, 4));
  EXPECT_EQ(line.direction(), Vec(1, 0, 0));
  EXPECT_EQ(line.point_at(2), Vec(2, 3, 4));
  EXPECT_EQ(line.calc_nearest_point({7, 0, 0}), Vec(7, 3, 4));
  EXPECT_EQ(line.calc_distance({7, 0, 0}), 5.0);
  EXPECT_EQ(line.moment(), Vec(0, 4, -3));
  EXPECT_EQ(L::through_points({1, 1, 0}, {1, 4, 0}).direction(), Vec(0, 1, 0));
  EXPECT_EQ(line.reversed().direction(), Vec(-1, 0, 0));
}

TEST(LineTest, has_a_direction_however_short_it_was_given) {
  EXPECT_EQ(L::through({0, 0, 0}, {0, 1e-300, 0}).direction(), Vec(0, 1, 0));
  EXPECT_EQ(L::through({0, 0, 0}, {0, 1e300, 0}).direction(), Vec(0, 1, 0));
}

TEST(LineTest, without_a_direction_is_refused) {
  EXPECT_THROW(L::through({1, 2, 3}, {0, 0, 0}), std::invalid_argument);
  EXPECT_THROW(L::through_points({1, 2, 3}, {1, 2, 3}), std::invalid_argument);
  EXPECT_THROW(Plane<double>::through({1, 2, 3}, {0, NAN, 1}), std::invalid_argument);
  try {
    L::through({1, 2, 3}, {0, 0, 0});
  } catch (const std::invalid_argument& e) {
    EXPECT_NE(std::string(e.what()).find("the direction of a line must be finite and not zero"),
              std::string::npos)
        << e.what();
  }
}

TEST(LineTest, meets_a_plane_or_is_parallel_to_it) {
  const auto plane = Plane<double>::through({0, 0, 2}, {0, 0, 5});
  EXPECT_EQ(plane.offset, 2.0);
  EXPECT_EQ(plane.calc_signed_distance({9, 9, 3}), 1.0);
  const auto p = find_intersection(L::through({1, 1, 0}, {1, 0, 1}), plane);
  ASSERT_TRUE(p);
  EXPECT_LE(error(*p, Vec(3, 1, 2)), kLineRounding<double> * 4);
  EXPECT_FALSE(find_intersection(L::through({1, 1, 0}, {1, 2, 0}), plane));
}

TEST(LineTest, lies_to_another_as_denavit_and_hartenberg_say) {
  // The x axis, and a line 3 above it in z, rotated by 30° about z.
  const L a = L::through({0, 0, 0}, {1, 0, 0});
  const L b = L::through({2, 0, 3}, {std::cos(pi / 6), std::sin(pi / 6), 0});
  const auto normal = calc_common_normal(a, b);
  EXPECT_FALSE(normal.parallel);
  EXPECT_NEAR(normal.distance, 3, kLineRounding<double>);
  EXPECT_NEAR(normal.angle, pi / 6, kLineRounding<double>);
  EXPECT_LE(error(normal.foot_a, Vec(2, 0, 0)), kLineRounding<double> * 8);
  EXPECT_LE(error(normal.foot_b, Vec(2, 0, 3)), kLineRounding<double> * 8);
  EXPECT_LE(error(normal.direction, Vec(0, 0, 1)), kLineRounding<double>);
  // From b to a the normal points down, and the angle about it is the same.
  const auto back = calc_common_normal(b, a);
  EXPECT_LE(error(back.direction, Vec(0, 0, -1)), kLineRounding<double>);
  EXPECT_NEAR(back.angle, pi / 6, kLineRounding<double>);
}

TEST(LineTest, may_be_parallel_opposite_or_the_same) {
  const L a = L::through({0, 0, 0}, {1, 0, 0}), b = L::through({7, 0, 2}, {1, 0, 0});
  const auto normal = calc_common_normal(a, b);
  EXPECT_TRUE(normal.parallel);
  EXPECT_EQ(normal.distance, 2.0);
  EXPECT_EQ(normal.angle, 0.0);
  EXPECT_EQ(normal.foot_b, Vec(0, 0, 2));
  EXPECT_EQ(calc_common_normal(a, b.reversed()).angle, pi);
  const auto same = calc_common_normal(a, a);
  EXPECT_TRUE(same.parallel);
  EXPECT_EQ(same.distance, 0.0);
  EXPECT_NEAR(same.direction.dot(a.direction()), 0, kLineRounding<double>);
}

TEST(LineTest, meeting_another_makes_an_angle_that_is_not_negative) {
  const L a = L::through({1, 1, 0}, {1, 0, 0}), b = L::through({1, 1, 0}, {0, -1, 0});
  const auto normal = calc_common_normal(a, b);
  EXPECT_EQ(normal.distance, 0.0);
  EXPECT_EQ(normal.angle, pi / 2);
  EXPECT_EQ(normal.direction, Vec(0, 0, -1));
}

template <class T>
void check_common_normal() {
  const Line<T> a = any_line<T>(), b = any_line<T>();
  const auto normal = calc_common_normal(a, b);
  // The feet tend to infinity as the lines become parallel: errors grow with 1/sin².
  const double sine = std::abs(std::sin(normal.angle));
  RC_PRE(sine > 1e-2);
  const double scale = (1 + a.point().norm() + b.point().norm()) / (sine * sine);
  const double bound = kLineRounding<T> * scale;
  check_near(Vector3<T>(normal.foot_b - normal.foot_a),
             Vector3<T>(normal.distance * normal.direction), bound);
  RC_ASSERT(a.calc_distance(normal.foot_a) <= bound);
  RC_ASSERT(b.calc_distance(normal.foot_b) <= bound);
  RC_ASSERT(std::abs(dot(normal.direction, a.direction())) <= bound);
  RC_ASSERT(std::abs(dot(normal.direction, b.direction())) <= bound);
  RC_ASSERT(normal.distance >= 0);
  // No two points are closer.
  const T s(any_number()), t(any_number());
  RC_ASSERT((a.point_at(s) - b.point_at(t)).norm() >= normal.distance - bound);
  // And back.
  const Line<T> c = make_line(a, normal);
  check_near(c.direction(), b.direction(), bound);
  check_near(c.point(), b.point(), bound * (1 + normal.foot_b.norm()));
}
RC_GTEST_PROP(LineLaws, the_common_normal_is_the_shortest_way_and_leads_back, ()) {
  check_common_normal<double>();
  check_common_normal<float>();
}

RC_GTEST_PROP(LineLaws, an_intersection_lies_on_line_and_plane, ()) {
  const L line = any_line();
  const Vec p = any_vector();
  const auto plane = Plane<double>::through(p, any_direction());
  const double sine = std::abs(plane.normal.dot(line.direction()));
  RC_PRE(sine > 1e-3);
  const auto point = find_intersection(line, plane);
  RC_ASSERT(point.has_value());
  const double bound = kLineRounding<double> * (1 + line.point().norm() + p.norm()) / sine;
  RC_ASSERT(line.calc_distance(*point) <= bound);
  RC_ASSERT(std::abs(plane.calc_signed_distance(*point)) <= bound);
}

}  // namespace
}  // namespace holon::test
