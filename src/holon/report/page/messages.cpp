// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#include "holon/report/page/messages.h"

#include <zlib.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdint>
#include <nlohmann/json.hpp>
#include <stdexcept>

#include "holon/base/base64.h"
#include "holon/base/escape.h"
#include "holon/report/page/scene_json.h"

namespace holon {
namespace {

using Json = nlohmann::ordered_json;

std::string unit_of(const Column& column) {
  return column.dimension.is_number() ? "" : column.dimension.to_string();
}

template <class Bits, class Number>
void append_shuffled(std::vector<unsigned char>& bytes, const std::vector<double>& values) {
  const std::size_t first = bytes.size();
  bytes.resize(first + values.size() * sizeof(Bits));
  for (std::size_t i = 0; i < values.size(); ++i) {
    const auto bits = std::bit_cast<Bits>(static_cast<Number>(values[i]));
    for (std::size_t k = 0; k < sizeof(Bits); ++k) {
      bytes[first + k * values.size() + i] = static_cast<unsigned char>(bits >> (8 * k));
    }
  }
}

std::vector<unsigned char> deflate_bytes(const std::vector<unsigned char>& bytes) {
  uLongf size = compressBound(static_cast<uLong>(bytes.size()));
  std::vector<unsigned char> packed(size);
  if (compress2(packed.data(), &size, bytes.data(), static_cast<uLong>(bytes.size()),
                Z_BEST_COMPRESSION) != Z_OK) {
    throw std::runtime_error("the report's numbers cannot be packed: out of memory");
  }
  packed.resize(size);
  return packed;
}

}  // namespace

int Stream::find(std::string_view column) const {
  const auto found = std::find_if(columns.begin(), columns.end(),
                                  [&](const StreamColumn& c) { return c.name == column; });
  return found == columns.end() ? -1 : static_cast<int>(found - columns.begin());
}

Stream make_stream(std::string name, const Results& results) {
  Stream stream;
  stream.name = std::move(name);
  for (std::size_t c = 0; c < results.columns().size(); ++c) {
    const Column& column = results.columns()[c];
    stream.columns.push_back({column.name, unit_of(column), column.description, c == 0 ? 64 : 32});
    stream.values.push_back(results.values(c));
  }
  return stream;
}

void keep_every(Stream& stream, std::size_t k) {
  const std::size_t rows = stream.row_count();
  if (k <= 1 || rows <= 2) return;
  for (std::vector<double>& column : stream.values) {
    std::size_t kept = 0;
    for (std::size_t row = 0; row < rows; row += k) column[kept++] = column[row];
    if ((rows - 1) % k != 0) column[kept++] = column[rows - 1];
    column.resize(kept);
  }
}

void round_column(std::vector<double>& values, double part) {
  double low = INFINITY, high = -INFINITY;
  for (const double v : values) {
    if (!std::isfinite(v)) continue;
    low = std::min(low, v);
    high = std::max(high, v);
  }
  if (!(high > low)) return;
  const double quantum = std::exp2(std::floor(std::log2((high - low) * part)));
  if (!(quantum > 0 && std::isfinite(quantum))) return;
  for (double& v : values) {
    if (std::isfinite(v)) v = std::round(v / quantum) * quantum;
  }
}

std::string pack_columns(const Stream& stream) {
  std::vector<unsigned char> bytes;
  for (std::size_t c = 0; c < stream.columns.size(); ++c) {
    if (stream.columns[c].bits == 64) {
      append_shuffled<std::uint64_t, double>(bytes, stream.values[c]);
    } else {
      append_shuffled<std::uint32_t, float>(bytes, stream.values[c]);
    }
  }
  return encode_base64(deflate_bytes(bytes));
}

namespace {

Json write_statistics(const std::vector<ColumnStatistics>& columns) {
  Json list = Json::array();
  for (const ColumnStatistics& s : columns) {
    if (!s.has_value()) {
      list.push_back(nullptr);
      continue;
    }
    list.push_back({{"min", s.min},
                    {"minAt", s.min_at},
                    {"max", s.max},
                    {"maxAt", s.max_at},
                    {"mean", s.mean()},
                    {"rms", s.rms()},
                    {"final", s.final}});
  }
  return list;
}

}  // namespace

std::vector<std::string> write_messages(const Stream& stream) {
  Json head{{"type", "stream"}, {"stream", stream.name}, {"columns", Json::array()}};
  for (const StreamColumn& column : stream.columns) {
    Json item{{"name", column.name}, {"unit", column.unit}};
    if (!column.description.empty()) item["description"] = column.description;
    item["bits"] = column.bits;
    head["columns"].push_back(item);
  }
  if (stream.reduced_from > 0) {
    head["reduced"] = {{"rows", stream.reduced_from}, {"kept", stream.row_count()}};
    if (!stream.statistics.empty())
      head["reduced"]["statistics"] = write_statistics(stream.statistics);
  }
  const Json rows{{"type", "rows"},
                  {"stream", stream.name},
                  {"count", stream.row_count()},
                  {"encoding", "columns-shuffled-deflate"},
                  {"payload", pack_columns(stream)}};
  return {dump_json(head), dump_json(rows), dump_json({{"type", "end"}, {"stream", stream.name}})};
}

std::string embed_message(std::string_view json) {
  return "<script type=\"application/json\" class=\"holon-message\">" + embed_json(json) +
         "</script>\n";
}

}  // namespace holon
