// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <concepts>
#include <cstdint>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

namespace holon {

/// Named values as bytes, one after the other: what a checkpoint consists of. The same calls in the
/// same order write them and read them back, bit for bit, so one function does for both:
///
///   void Counter::archive(Archive& a) { a.item("count", count_); }
///
/// Each value is stored with its name and kind, so that bytes of any other origin are detected. All
/// reading functions throw InputError with the expected and the actual contents.
class Archive {
 public:
  /// An archive for writing.
  Archive() = default;
  /// An archive for reading. `source` is its name in messages: "run.checkpoint".
  Archive(std::string bytes, std::string source)
      : is_reading_(true), bytes_(std::move(bytes)), source_(std::move(source)) {}

  bool is_reading() const { return is_reading_; }
  /// The bytes written, or to be read.
  const std::string& bytes() const { return bytes_; }
  std::string take() { return std::move(bytes_); }
  const std::string& source() const { return source_; }
  /// When reading: whether everything has been read.
  bool is_at_end() const { return at_ == bytes_.size(); }

  void item(std::string_view name, double& value);
  void item(std::string_view name, std::string& text);
  void item(std::string_view name, std::vector<double>& values);
  void item(std::string_view name, std::vector<std::string>& texts);
  /// Integers, truth values and enumerations.
  template <class T>
  requires std::integral<T> || std::is_enum_v<T>
  void item(std::string_view name, T& value) {
    auto whole = static_cast<std::int64_t>(value);
    whole_number(name, whole);
    if (!is_reading_) return;
    if constexpr (std::integral<T>) {
      constexpr bool is_wide = sizeof(T) == sizeof whole && std::is_unsigned_v<T>;
      if (is_wide ? whole < 0 : static_cast<std::int64_t>(static_cast<T>(whole)) != whole)
        refuse("holds " + std::to_string(whole) + " for '" + std::string(name) + "'");
    }
    value = static_cast<T>(whole);
  }
  template <class T>
  requires std::integral<T>
  void item(std::string_view name, std::vector<T>& values) {
    std::uint64_t count = values.size();
    item(name, count);
    if (is_reading_) check_count(name, count, 1), values.resize(count);
    for (std::size_t k = 0; k < values.size(); ++k) {
      T value = values[k];
      item("", value);
      values[k] = value;
    }
  }
  /// Exactly as many values as `values` already has; any other number is an error.
  void fixed(std::string_view name, std::vector<double>& values);
  /// The number of items that follow, each of which takes at least one byte.
  void count(std::string_view name, std::size_t& number);

  /// Throw InputError if the value read is not finite, or less than the limit.
  void check_finite(std::string_view name, const std::vector<double>& values) const;
  void check_at_least(std::string_view name, double value, double least) const;

  /// Throws InputError: the bytes are well formed, but this reader cannot use them.
  [[noreturn]] void refuse(const std::string& reason) const;

 private:
  void whole_number(std::string_view name, std::int64_t& value);
  void head(std::string_view name, char kind);
  void raw(void* data, std::size_t size);
  void size(std::uint64_t& size, std::size_t bytes_each);
  void check_count(std::string_view name, std::uint64_t count, std::size_t bytes_each) const;

  bool is_reading_ = false;
  std::string bytes_, source_;
  std::size_t at_ = 0;
};

}  // namespace holon
