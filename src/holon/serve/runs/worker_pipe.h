// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "holon/record/results.h"
#include "holon/serve/wire/wire_json.h"

namespace holon::serve {

/// The end of a run's pipe in the child process.
class WorkerPipe {
 public:
  explicit WorkerPipe(int file) : file_(file) {}
  /// Waits while the pipe is full. Throws Interrupted where nobody reads it any more.
  void send(char kind, std::string_view payload);
  void send(const Json& json) { send('J', dump(json)); }

 private:
  int file_;
};

/// Hands rows to the pipe, many at once.
class PipeSink final : public RowSink {
 public:
  PipeSink(WorkerPipe& pipe, std::uint8_t stream) : pipe_(pipe), stream_(stream) {}
  void begin(const std::vector<Column>& columns) override { width_ = columns.size(); }
  void row(const double* values) override;
  void flush() override;
  void end() override { flush(); }

 private:
  static constexpr std::size_t kSentNumbers = 8192;

  WorkerPipe& pipe_;
  std::uint8_t stream_;
  std::size_t width_ = 0;
  std::vector<double> waiting_;
};

}  // namespace holon::serve
