// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <atomic>
#include <condition_variable>
#include <filesystem>
#include <memory>
#include <mutex>
#include <stop_token>
#include <string>
#include <thread>

#include "holon/expr/program/plan.h"

namespace holon::detail {

/// Native code of a plan, compiled by the system's C compiler in a separate thread and stored on
/// disk by the hash of text, compiler and flags (in $XDG_CACHE_HOME/holon or ~/.cache/holon).
/// Terminates the compiler if it is destroyed earlier.
class Native {
 public:
  using Entry = void (*)(const double* in, double* out, double* work, const double* pool,
                         const std::int32_t* table);

  Native(std::shared_ptr<const Plan> plan, int lanes);
  ~Native();

  /// The entry point, or nullptr while there is none.
  Entry entry() const { return entry_.load(std::memory_order_acquire); }
  /// Waits until the compiler is done; false if it failed. Throws Interrupted.
  bool wait() const;
  /// The provenance of the code, or the reason why there is none.
  std::string provenance() const;
  /// Done, without code.
  bool has_failed() const;

 private:
  std::string make(const std::stop_token& stop);  // returns the provenance
  std::string compile(const std::filesystem::path& kept, const std::string& compiler,
                      const std::string& source, const std::string& about,
                      const std::stop_token& stop);
  bool load(const std::string& file);
  void finish(std::string provenance);

  std::shared_ptr<const Plan> plan_;
  int lanes_;
  std::atomic<Entry> entry_{nullptr};
  mutable std::mutex mutex_;
  mutable std::condition_variable done_signal_;
  bool done_ = false;
  std::string provenance_ = "native code is being compiled";
  void* library_ = nullptr;
  Entry loaded_ = nullptr;  // becomes entry_ at the end
  std::string trouble_;
  std::jthread thread_;
};

/// The table as read by native code: first the begin and end of each list of copies and of each
/// rolled stage's rows, as offsets in the table, in the order of their use; then the lists and
/// rows.
std::vector<std::int32_t> make_native_table(const Plan& plan);

}  // namespace holon::detail
