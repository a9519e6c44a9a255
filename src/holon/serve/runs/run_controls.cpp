// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#include "holon/serve/runs/run_controls.h"

#include <unistd.h>

#include <cerrno>
#include <stdexcept>

#include "holon/base/interrupt.h"

namespace holon::serve {

void LiveInputs::set(const std::string& name, double value) {
  const std::lock_guard lock(mutex_);
  pending_.emplace_back(name, value);
}

std::vector<LiveChange> LiveInputs::take_changes() {
  const std::lock_guard lock(mutex_);
  return std::exchange(changes_, {});
}

bool LiveInputs::apply(double t, const std::string& name, double value,
                       std::vector<double>& values) {
  const auto found = index_.find(name);
  if (found == index_.end() || values[found->second] == value) return false;
  values[found->second] = value;
  changes_.push_back({t, name, value});
  return true;
}

bool LiveInputs::update(double t, std::vector<double>& values) {
  const std::lock_guard lock(mutex_);
  bool has_changed = false;
  for (; next_ < replayed_.size() && replayed_[next_].time <= t; ++next_)
    has_changed |= apply(t, replayed_[next_].name, replayed_[next_].value, values);
  for (const auto& [name, value] : std::exchange(pending_, {}))
    has_changed |= apply(t, name, value, values);
  return has_changed;
}

RunControls::~RunControls() {
  if (thread_.joinable()) thread_.detach();  // it waits for a line that may never come
}

bool RunControls::read_line(std::string& line) {
  for (;;) {
    const std::size_t end = read_.find('\n');
    if (end != std::string::npos) {
      line = read_.substr(0, end);
      read_.erase(0, end + 1);
      return true;
    }
    char buffer[65536];
    const ssize_t count = read(file_, buffer, sizeof buffer);
    if (count < 0 && errno == EINTR) continue;
    if (count <= 0) return false;
    read_.append(buffer, static_cast<std::size_t>(count));
  }
}

Json RunControls::read_request() {
  std::string line;
  if (!read_line(line)) throw std::runtime_error("a run needs a request on its input");
  return parse_message(line);
}

bool RunControls::read_command(Json& command) {
  std::string line;
  if (!read_line(line)) return false;
  command = parse_message(line);
  return true;
}

void RunControls::start(LiveInputs* inputs) {
  inputs_ = inputs;
  thread_ = std::thread([this] { listen(); });
}

void RunControls::obey(const Json& command) {
  const std::string what = command.value("command", "");
  if (what == "pause") pace_.pause();
  if (what == "resume") pace_.resume();
  if (what == "speed") pace_.set_speed(command.value("speed", 0.0));
  if (what == "set" && inputs_ && command.contains("values"))
    for (const auto& [name, value] : command["values"].items())
      if (value.is_number()) inputs_->set(name, value.get<double>());
  if (what == "stop") {
    pace_.stop();
    request_interrupt();
  }
}

void RunControls::listen() {
  std::string line;
  while (read_line(line)) {
    const Json command = Json::parse(line, nullptr, false);
    if (command.is_object()) obey(command);
  }
  pace_.stop();  // the server has gone
  request_interrupt();
}

}  // namespace holon::serve
