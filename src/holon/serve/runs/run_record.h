// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <functional>
#include <memory>
#include <mutex>
#include <string>
#include <vector>

#include "holon/serve/runs/child_process.h"
#include "holon/serve/runs/stream_log.h"
#include "holon/serve/wire/wire_json.h"

namespace holon::serve {

/// A run, while its process lives and afterwards: what is known of it, and its rows on disk.
class RunRecord {
 public:
  /// Starts one in an empty folder. `changed` is called in another thread, whenever something is
  /// new. `info`: first part of RunInfo of messages.ts; `request`: run_worker.h.
  RunRecord(std::filesystem::path folder, Json info, const Json& request,
            const std::filesystem::path& program, std::function<void()> changed);
  /// One that lies in a folder; throws std::runtime_error where it is damaged, and where it goes on
  /// in another server.
  explicit RunRecord(std::filesystem::path folder);
  ~RunRecord();

  /// RunInfo.
  Json info() const;
  const std::filesystem::path& folder() const { return folder_; }
  bool is_over() const;
  /// With which it was started, and the changes that were made while it ran.
  Json request() const;
  /// {time, states, discrete} at its end, with which another run may begin; null where the end has
  /// not come, or was a failure.
  Json final_state() const;

  void command(const Json& command);

  /// The answer to `run.rows`, or a frame for a follower: rows [first, last) in at most `points`
  /// rows or blocks. Throws RequestFault for an unknown stream or signal.
  std::string make_rows_frame(Json header, const std::string& stream,
                              const std::vector<std::string>& signals, std::size_t first,
                              std::size_t last, std::size_t points) const;
  /// Of a stream: rows so far, and the rows within [from, to] with one on each side.
  std::size_t row_count(const std::string& stream) const;
  std::pair<std::size_t, std::size_t> find_rows(const std::string& stream, double from,
                                                double to) const;
  /// All rows of a column.
  std::vector<double> read_column(const std::string& stream, std::size_t column) const;
  /// `run.values`.
  Json read_values(double time, const std::vector<std::string>& signals) const;

 private:
  struct StreamState {
    std::string name;
    std::vector<std::string> columns;
    std::unique_ptr<StreamLog> log;
  };

  void receive(char kind, std::string_view payload);
  void take_info(const Json& news);
  void take_rows(std::string_view payload);
  void end(int status);
  void keep_rows();
  void save(bool is_final) const;
  void open_streams(const Json& streams, bool is_new);
  const StreamState& find_stream(const std::string& name) const;
  static std::size_t find_column(const StreamState& stream, const std::string& signal);

  std::filesystem::path folder_;
  std::shared_ptr<void> lock_;  ///< while this server has the run: another one does not show it
  mutable std::mutex mutex_;
  Json info_, request_, final_;
  std::vector<StreamState> streams_;
  bool is_over_ = false;
  std::size_t bytes_ = 0;  ///< of rows so far
  std::function<void()> changed_;
  std::unique_ptr<ChildProcess> child_;  // last: its thread uses everything else
};

}  // namespace holon::serve
