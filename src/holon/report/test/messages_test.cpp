// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#include "holon/report/page/messages.h"

#include <gtest/gtest.h>
#include <zlib.h>

#include <bit>
#include <cmath>
#include <cstdint>
#include <limits>
#include <nlohmann/json.hpp>

namespace holon {
namespace {

std::vector<unsigned char> decode_base64(const std::string& text) {
  std::vector<unsigned char> bytes;
  std::uint32_t word = 0;
  int digits = 0;
  const std::string alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
  for (const char c : text) {
    if (c == '=') break;
    word = word << 6 | static_cast<std::uint32_t>(alphabet.find(c));
    if (++digits == 4) {
      for (int k = 2; k >= 0; --k) bytes.push_back(word >> (8 * k) & 255);
      word = 0, digits = 0;
    }
  }
  if (digits == 3) bytes.push_back(word >> 10 & 255), bytes.push_back(word >> 2 & 255);
  if (digits == 2) bytes.push_back(word >> 4 & 255);
  return bytes;
}

std::vector<unsigned char> inflate_bytes(const std::vector<unsigned char>& packed,
                                         std::size_t size) {
  std::vector<unsigned char> bytes(size);
  uLongf length = size;
  EXPECT_EQ(uncompress(bytes.data(), &length, packed.data(), packed.size()), Z_OK);
  EXPECT_EQ(length, size);
  return bytes;
}

template <class Bits, class Number>
Number unshuffled(const std::vector<unsigned char>& bytes, std::size_t first, std::size_t count,
                  std::size_t i) {
  Bits bits = 0;
  for (std::size_t k = 0; k < sizeof(Bits); ++k) {
    bits |= static_cast<Bits>(bytes[first + k * count + i]) << (8 * k);
  }
  return std::bit_cast<Number>(bits);
}

Stream make_example() {
  Stream stream;
  stream.name = "curves";
  stream.columns = {{"time", "s", "", 64}, {"pin.angle", "rad", "its angle", 32}};
  stream.values = {{0, 0.1, 0.2, 0.30000000000000004},
                   {1.5, -2.25, std::numeric_limits<double>::quiet_NaN(), 1e-3}};
  return stream;
}

TEST(Messages, PackedColumnsUnpackToTheSameNumbers) {
  const Stream stream = make_example();
  const std::vector<unsigned char> bytes =
      inflate_bytes(decode_base64(pack_columns(stream)), 4 * 8 + 4 * 4);
  for (std::size_t i = 0; i < 4; ++i) {
    EXPECT_EQ((unshuffled<std::uint64_t, double>(bytes, 0, 4, i)), stream.values[0][i]);
    const float value = unshuffled<std::uint32_t, float>(bytes, 32, 4, i);
    if (std::isnan(stream.values[1][i])) {
      EXPECT_TRUE(std::isnan(value));
    } else {
      EXPECT_EQ(value, static_cast<float>(stream.values[1][i]));
    }
  }
}

TEST(Messages, AStreamTellsItsColumnsItsRowsAndItsEnd) {
  Stream stream = make_example();
  stream.reduced_from = 1000;
  const std::vector<std::string> messages = write_messages(stream);
  ASSERT_EQ(messages.size(), 3u);
  const auto head = nlohmann::json::parse(messages[0]);
  EXPECT_EQ(head["type"], "stream");
  EXPECT_EQ(head["columns"][1]["name"], "pin.angle");
  EXPECT_EQ(head["columns"][1]["unit"], "rad");
  EXPECT_EQ(head["columns"][0]["bits"], 64);
  EXPECT_EQ(head["reduced"]["rows"], 1000);
  EXPECT_EQ(head["reduced"]["kept"], 4);
  const auto rows = nlohmann::json::parse(messages[1]);
  EXPECT_EQ(rows["type"], "rows");
  EXPECT_EQ(rows["count"], 4);
  EXPECT_EQ(rows["encoding"], "columns-shuffled-deflate");
  EXPECT_EQ(nlohmann::json::parse(messages[2])["type"], "end");
}

TEST(Messages, NothingInAMessageEndsItsScriptElement) {
  const std::string element = embed_message(R"({"text":"</script><script>alert(1)</script>"})");
  const std::size_t end = element.find("</script>");
  EXPECT_EQ(end, element.size() - std::string("</script>\n").size());
  const std::size_t begin = element.find('>') + 1;
  EXPECT_EQ(nlohmann::json::parse(element.substr(begin, end - begin))["text"],
            "</script><script>alert(1)</script>");
}

TEST(Messages, ThinnedRowsKeepTheFirstAndTheLast) {
  for (const std::size_t rows : {2u, 3u, 10u, 11u, 12u}) {
    Stream stream;
    stream.columns = {{"time", "s", "", 64}};
    stream.values.emplace_back();
    for (std::size_t i = 0; i < rows; ++i) stream.values[0].push_back(static_cast<double>(i));
    keep_every(stream, 5);
    EXPECT_EQ(stream.values[0].front(), 0.0);
    EXPECT_EQ(stream.values[0].back(), static_cast<double>(rows - 1));
    EXPECT_LE(stream.row_count(), rows / 5 + 2);
  }
}

TEST(Messages, RoundedColumnsStayWithinThePartOfTheirRangeThatWasAsked) {
  std::vector<double> values, before;
  for (int i = 0; i < 500; ++i) values.push_back(3 + 2 * std::sin(0.1 * i));
  values.push_back(std::numeric_limits<double>::infinity());
  before = values;
  const double part = 0x1p-10;
  round_column(values, part);
  for (std::size_t i = 0; i + 1 < values.size(); ++i) {
    EXPECT_LE(std::abs(values[i] - before[i]), 0.5 * part * 4);  // half a step, of the range 4
  }
  EXPECT_TRUE(std::isinf(values.back()));
}

}  // namespace
}  // namespace holon
