// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <condition_variable>
#include <exception>
#include <memory>
#include <mutex>
#include <thread>
#include <utility>
#include <vector>

#include "holon/record/results.h"

namespace holon {

/// Passes rows and flushes on to another sink in a thread of its own, so that a run in step with
/// the clock does not wait for a file. Everything else waits until they are written, and is done by
/// the caller. What goes wrong in the thread is thrown by the next call.
class BackgroundSink final : public RowSink {
 public:
  explicit BackgroundSink(std::unique_ptr<RowSink> to) : to_(std::move(to)) {}
  BackgroundSink(const BackgroundSink&) = delete;
  BackgroundSink& operator=(const BackgroundSink&) = delete;
  ~BackgroundSink() override { stop(); }

  void begin(const std::vector<Column>& columns) override {
    to_->begin(columns);
    width_ = columns.size();
    gathered_.reserve(kRoom * width_);
    waiting_.reserve(kRoom * width_);
    thread_ = std::thread([this] { work(); });
  }
  void row(const double* values) override {
    gathered_.insert(gathered_.end(), values, values + width_);
    hand_over(false);
  }
  void flush() override { hand_over(true); }
  void archive(Archive& a) override {
    drain();
    to_->archive(a);
  }
  std::optional<TableEnd> find_end() const override {
    const_cast<BackgroundSink*>(this)->drain();
    return to_->find_end();
  }
  void end() override {
    try {
      drain();
    } catch (...) {
      stop();
      to_->end();
      throw;
    }
    stop();
    to_->end();
  }
  void conclude(const Provenance& provenance) override {
    drain();
    to_->conclude(provenance);
  }

 private:
  static constexpr std::size_t kRoom = 256;  // rows

  /// Never waits: where the thread holds the lock, rows stay here until the next call.
  void hand_over(bool flushes) {
    must_flush_ = must_flush_ || flushes;
    std::unique_lock lock(mutex_, std::try_to_lock);
    if (lock) hand_over_locked();
  }
  void hand_over_locked() {
    if (error_) std::rethrow_exception(std::exchange(error_, nullptr));
    waiting_.insert(waiting_.end(), gathered_.begin(), gathered_.end());
    gathered_.clear();
    flush_is_due_ = flush_is_due_ || std::exchange(must_flush_, false);
    changed_.notify_one();
  }
  void drain() {
    if (!thread_.joinable()) return;
    std::unique_lock lock(mutex_);
    hand_over_locked();
    done_.wait(lock,
               [this] { return error_ || (waiting_.empty() && !flush_is_due_ && !is_busy_); });
    if (error_) std::rethrow_exception(std::exchange(error_, nullptr));
  }
  void stop() {
    if (!thread_.joinable()) return;
    {
      const std::lock_guard lock(mutex_);
      is_stopped_ = true;
      changed_.notify_one();
    }
    thread_.join();
  }

  void work() {
    std::vector<double> rows;
    rows.reserve(kRoom * width_);
    std::unique_lock lock(mutex_);
    for (;;) {
      changed_.wait(lock, [this] { return is_stopped_ || !waiting_.empty() || flush_is_due_; });
      if (waiting_.empty() && !flush_is_due_) return;
      rows.clear();
      rows.swap(waiting_);
      const bool flushes = std::exchange(flush_is_due_, false);
      is_busy_ = true;
      lock.unlock();
      std::exception_ptr error;
      try {
        for (std::size_t at = 0; at < rows.size(); at += width_) to_->row(rows.data() + at);
        if (flushes) to_->flush();
      } catch (...) {
        error = std::current_exception();
      }
      lock.lock();
      is_busy_ = false;
      if (error && !error_) error_ = error;
      done_.notify_all();
    }
  }

  std::unique_ptr<RowSink> to_;
  std::size_t width_ = 0;
  std::vector<double> gathered_;  // of the caller
  bool must_flush_ = false;       // likewise
  std::mutex mutex_;              // guards what follows
  std::condition_variable changed_, done_;
  std::vector<double> waiting_;
  bool flush_is_due_ = false, is_busy_ = false, is_stopped_ = false;
  std::exception_ptr error_;
  std::thread thread_;
};

}  // namespace holon
