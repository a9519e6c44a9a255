// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdio>
#include <filesystem>
#include <string>
#include <vector>

#include "holon/batch/sweep.h"

namespace holon::detail {

/// Finished samples in a file, one frame each: length, hash, bytes. Every frame is handed to the
/// system at once, so that all of them survive the end of the process; a frame that was cut off is
/// left out, and what follows it is written over it.
class SweepJournal {
 public:
  /// Reads the samples of a journal with this digest; another journal is begun anew.
  SweepJournal(const std::filesystem::path& path, const std::string& digest);
  ~SweepJournal();
  SweepJournal(const SweepJournal&) = delete;
  SweepJournal& operator=(const SweepJournal&) = delete;

  std::vector<SampleResult> take_samples() { return std::move(samples_); }
  /// Throws std::runtime_error where it cannot be written.
  void add(const SampleResult& sample);

 private:
  void append(const std::string& bytes);

  std::filesystem::path path_;
  std::FILE* file_ = nullptr;
  std::vector<SampleResult> samples_;
};

/// The samples of a journal, and where its last whole frame ends; nothing where it is no journal of
/// this digest.
struct JournalContents {
  bool is_this = false;
  std::vector<SampleResult> samples;
  long end = 0;
};
JournalContents read_journal(const std::filesystem::path& path, const std::string& digest);

}  // namespace holon::detail
