// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#include "holon/base/archive.h"

#include <bit>
#include <cmath>
#include <cstring>

#include "holon/base/errors.h"

namespace holon {
namespace {

static_assert(std::endian::native == std::endian::little, "archives are little-endian");

// Kinds of values, one letter each.
constexpr char kNumber = 'd', kInteger = 'i', kText = 't', kNumbers = 'D', kTexts = 'T';

}  // namespace

void Archive::refuse(const std::string& reason) const {
  throw InputError({}, "'" + source_ + "' " + reason);
}

void Archive::raw(void* data, std::size_t size) {
  if (size == 0) return;
  if (!is_reading_) {
    bytes_.append(static_cast<const char*>(data), size);
    return;
  }
  if (bytes_.size() - at_ < size) refuse("ends in the middle of a value");
  std::memcpy(data, bytes_.data() + at_, size);
  at_ += size;
}

// A name of up to 255 bytes, and a kind.
void Archive::head(std::string_view name, char kind) {
  auto length = static_cast<unsigned char>(name.size());
  HOLON_CHECK(length == name.size(), "names in an archive are short");
  raw(&length, 1);
  std::string found(is_reading_ ? std::string(length, '\0') : std::string(name));
  raw(found.data(), length);
  char found_kind = kind;
  raw(&found_kind, 1);
  if (found == name && found_kind == kind) return;
  refuse("contains '" + found + "' where '" + std::string(name) + "' was expected");
}

void Archive::check_count(std::string_view name, std::uint64_t count,
                          std::size_t bytes_each) const {
  if (count > (bytes_.size() - at_) / bytes_each)
    refuse("declares " + std::to_string(count) + " values of '" + std::string(name) +
           "', but is too short for them");
}

void Archive::size(std::uint64_t& size, std::size_t bytes_each) {
  raw(&size, sizeof size);
  if (is_reading_) check_count("a value", size, bytes_each);
}

void Archive::whole_number(std::string_view name, std::int64_t& value) {
  head(name, kInteger);
  raw(&value, sizeof value);
}

void Archive::item(std::string_view name, double& value) {
  head(name, kNumber);
  raw(&value, sizeof value);
}

void Archive::item(std::string_view name, std::string& text) {
  head(name, kText);
  std::uint64_t length = text.size();
  size(length, 1);
  if (is_reading_) text.resize(length);
  raw(text.data(), length);
}

void Archive::item(std::string_view name, std::vector<double>& values) {
  head(name, kNumbers);
  std::uint64_t count = values.size();
  size(count, sizeof(double));
  if (is_reading_) values.resize(count);
  raw(values.data(), count * sizeof(double));
}

void Archive::item(std::string_view name, std::vector<std::string>& texts) {
  head(name, kTexts);
  std::uint64_t count = texts.size();
  size(count, 1);
  if (is_reading_) texts.resize(count);
  for (std::string& text : texts) item("", text);
}

void Archive::fixed(std::string_view name, std::vector<double>& values) {
  const std::size_t count = values.size();
  item(name, values);
  if (values.size() != count)
    refuse("holds " + std::to_string(values.size()) + " of '" + std::string(name) +
           "' where there are " + std::to_string(count));
}

void Archive::check_finite(std::string_view name, const std::vector<double>& values) const {
  for (const double value : values)
    if (!std::isfinite(value))
      refuse("holds " + std::to_string(value) + " among '" + std::string(name) + "'");
}

void Archive::check_at_least(std::string_view name, double value, double least) const {
  if (!(value >= least) || std::isinf(value))
    refuse("holds " + std::to_string(value) + " for '" + std::string(name) + "'");
}

void Archive::count(std::string_view name, std::size_t& number) {
  item(name, number);
  if (is_reading_) check_count(name, number, 1);
}

}  // namespace holon
