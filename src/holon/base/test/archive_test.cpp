// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#include "holon/base/archive.h"

#include <gtest/gtest.h>

#include <bit>
#include <cmath>
#include <limits>

#include "holon/base/errors.h"

namespace holon {
namespace {

enum class Kind : std::uint8_t { one, two };

struct Things {
  double number = 0;
  std::int64_t whole = 0;
  bool truth = false;
  Kind kind = Kind::one;
  std::string text;
  std::vector<double> numbers;
  std::vector<std::string> texts;
  std::vector<int> wholes;

  void archive(Archive& a) {
    a.item("number", number);
    a.item("whole", whole);
    a.item("truth", truth);
    a.item("kind", kind);
    a.item("text", text);
    a.item("numbers", numbers);
    a.item("texts", texts);
    a.item("wholes", wholes);
  }
};

Things make_things() {
  return {-0.0,
          std::numeric_limits<std::int64_t>::min(),
          true,
          Kind::two,
          std::string("a\0b", 3),
          {1e-310, HUGE_VAL, std::nan("")},
          {"", "x"},
          {-1, 7}};
}

std::string bytes_of(Things things) {
  Archive a;
  things.archive(a);
  return a.bytes();
}

TEST(Archive, ReadsBackEveryBit) {
  Archive a(bytes_of(make_things()), "it");
  Things read;
  read.archive(a);
  EXPECT_TRUE(a.is_at_end());
  EXPECT_TRUE(std::signbit(read.number));
  const Things made = make_things();
  EXPECT_EQ(read.whole, made.whole);
  EXPECT_TRUE(read.truth);
  EXPECT_EQ(read.kind, Kind::two);
  EXPECT_EQ(read.text, made.text);
  ASSERT_EQ(read.numbers.size(), 3u);
  for (std::size_t k = 0; k < 3; ++k)
    EXPECT_EQ(std::bit_cast<std::uint64_t>(read.numbers[k]),
              std::bit_cast<std::uint64_t>(made.numbers[k]));
  EXPECT_EQ(read.texts, made.texts);
  EXPECT_EQ(read.wholes, made.wholes);
}

TEST(Archive, WhateverIsCutShortIsAnError) {
  const std::string bytes = bytes_of(make_things());
  for (std::size_t size = 0; size < bytes.size(); ++size) {
    Archive a(bytes.substr(0, size), "it");
    Things read;
    EXPECT_THROW(read.archive(a), InputError) << size;
  }
}

TEST(Archive, OtherNamesKindsAndSizesAreReportedWithTheExpectedOnes) {
  const auto message = [](auto&& write, auto&& read) {
    Archive to;
    write(to);
    Archive from(to.bytes(), "run.checkpoint");
    try {
      read(from);
    } catch (const InputError& e) {
      return std::string(e.what());
    }
    return std::string("none");
  };
  double x = 1;
  std::vector<double> two{1, 2}, three(3);
  EXPECT_NE(
      message([&](Archive& a) { a.item("speed", x); }, [&](Archive& a) { a.item("angle", x); })
          .find("'run.checkpoint' contains 'speed' where 'angle' was expected"),
      std::string::npos);
  EXPECT_NE(message([&](Archive& a) { a.item("states", two); },
                    [&](Archive& a) { a.fixed("states", three); })
                .find("holds 2 of 'states' where there are 3"),
            std::string::npos);
}

TEST(Archive, NumbersOfBytesThatAreNotThereAreNoMemory) {
  std::vector<double> values{1, 2, 3};
  Archive to;
  to.item("v", values);
  std::string bytes = to.bytes();
  // The count follows length, name and kind.
  for (std::size_t k = 0; k < 8; ++k) bytes[3 + k] = '\x7f';
  Archive from(bytes, "it");
  EXPECT_THROW(from.item("v", values), InputError);
}

}  // namespace
}  // namespace holon
