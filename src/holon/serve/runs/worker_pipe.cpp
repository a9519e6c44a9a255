// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#include "holon/serve/runs/worker_pipe.h"

#include <poll.h>
#include <unistd.h>

#include <cerrno>

#include "holon/base/interrupt.h"

namespace holon::serve {

void WorkerPipe::send(char kind, std::string_view payload) {
  std::string bytes;
  bytes.reserve(payload.size() + 5);
  const auto length = static_cast<std::uint32_t>(payload.size() + 1);
  for (int k = 0; k < 4; ++k) bytes += static_cast<char>((length >> (8 * k)) & 0xFF);
  bytes += kind;
  bytes += payload;
  std::string_view left = bytes;
  while (!left.empty()) {
    const ssize_t count = write(file_, left.data(), left.size());
    if (count < 0 && errno == EINTR) continue;
    if (count < 0) throw Interrupted{};  // the server has gone
    left.remove_prefix(static_cast<std::size_t>(count));
  }
}

void PipeSink::row(const double* values) {
  waiting_.insert(waiting_.end(), values, values + width_);
  if (waiting_.size() >= kSentNumbers) flush();
}

void PipeSink::flush() {
  if (waiting_.empty()) return;
  std::string bytes(1, static_cast<char>(stream_));
  bytes.append(reinterpret_cast<const char*>(waiting_.data()), waiting_.size() * sizeof(double));
  waiting_.clear();
  pipe_.send('R', bytes);
}

}  // namespace holon::serve
