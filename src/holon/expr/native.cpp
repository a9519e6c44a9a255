// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#include "holon/expr/native.h"

#include <dlfcn.h>
#include <fcntl.h>
#include <signal.h>
#include <spawn.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <vector>

#include "holon/expr/c_writer.h"

extern char** environ;

namespace holon::detail {

namespace fs = std::filesystem;

namespace {

/// Searched for in this order; clang gave the faster code.
constexpr std::array kCompilers = {"clang",    "clang-19", "clang-18", "clang-17", "clang-16",
                                   "clang-15", "clang-14", "gcc",      "cc"};

std::string environment(const char* name) {
  const char* value = std::getenv(name);
  return value ? value : "";
}

std::string find_in_path(const std::string& name) {
  if (name.find('/') != std::string::npos) return access(name.c_str(), X_OK) == 0 ? name : "";
  std::stringstream path(environment("PATH"));
  for (std::string folder; std::getline(path, folder, ':');) {
    const std::string full = folder + "/" + name;
    if (access(full.c_str(), X_OK) == 0) return full;
  }
  return "";
}

/// The compiler's full path; HOLON_CC overrides the search. Empty where there is none.
std::string find_compiler() {
  const std::string wanted = environment("HOLON_CC");
  if (!wanted.empty()) return find_in_path(wanted);
  for (const char* name : kCompilers) {
    const std::string found = find_in_path(name);
    if (!found.empty()) return found;
  }
  return "";
}

/// The instruction set that the code may use, the same name for gcc and clang.
const char* find_architecture() {
#if defined(__x86_64__)
  if (__builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512bw") &&
      __builtin_cpu_supports("avx512cd") && __builtin_cpu_supports("avx512dq") &&
      __builtin_cpu_supports("avx512vl")) {
    return "-march=x86-64-v4";
  }
  if (__builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma") &&
      __builtin_cpu_supports("bmi2")) {
    return "-march=x86-64-v3";
  }
  return "-march=x86-64";
#else
  return "-march=native";
#endif
}

std::vector<std::string> compiler_flags(int lanes) {
  std::vector<std::string> flags = {"-x",
                                    "c",
                                    "-std=gnu11",
                                    "-O2",
                                    "-fPIC",
                                    "-shared",
                                    "-ffp-contract=off",
                                    "-fno-math-errno",
                                    "-w",
                                    find_architecture()};
  if (lanes > 1) flags.emplace_back("-mprefer-vector-width=512");
  return flags;
}

std::uint64_t hash(std::uint64_t h, const std::string& text) {
  for (unsigned char c : text) h = (h ^ c) * 0x100000001B3ull;
  return h;
}

/// 128 bits over everything that decides the code.
std::string cache_key(const std::string& source, const std::string& compiler,
                      const std::vector<std::string>& flags) {
  struct stat info {};
  stat(compiler.c_str(), &info);
  std::string about = fs::canonical(compiler).string() + " " + std::to_string(info.st_size) + " " +
                      std::to_string(info.st_mtime);
  for (const std::string& f : flags) about += " " + f;
  std::array<char, 33> text{};
  std::snprintf(text.data(), text.size(), "%016llx%016llx",
                static_cast<unsigned long long>(hash(hash(0xCBF29CE484222325ull, about), source)),
                static_cast<unsigned long long>(hash(hash(0x9E3779B97F4A7C15ull, source), about)));
  return text.data();
}

/// A folder of the user's own for compiled code; a fresh one where that cannot be written.
fs::path find_cache() {
  fs::path root = environment("XDG_CACHE_HOME");
  if (root.empty() && !environment("HOME").empty()) root = fs::path(environment("HOME")) / ".cache";
  std::error_code error;
  if (!root.empty()) {
    const fs::path folder = root / "holon" / "native";
    fs::create_directories(folder, error);
    struct stat info {};
    const bool own = stat(folder.c_str(), &info) == 0 && info.st_uid == geteuid() &&
                     (info.st_mode & (S_IWGRP | S_IWOTH)) == 0;
    if (own && access(folder.c_str(), W_OK) == 0) return folder;
  }
  std::string pattern = (fs::temp_directory_path(error) / "holon-XXXXXX").string();
  return mkdtemp(pattern.data()) ? fs::path(pattern) : fs::path();
}

/// Runs the compiler; its messages go to `log`. Ended when a stop is requested.
bool run_compiler(const std::string& compiler, const std::vector<std::string>& flags,
                  const std::string& source, const std::string& target, const std::string& log,
                  const std::stop_token& stop) {
  std::vector<std::string> words = {compiler};
  words.insert(words.end(), flags.begin(), flags.end());
  words.insert(words.end(), {source, "-o", target});
  std::vector<char*> argv;
  for (std::string& w : words) argv.push_back(w.data());
  argv.push_back(nullptr);
  posix_spawn_file_actions_t actions;
  posix_spawn_file_actions_init(&actions);
  posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0);
  posix_spawn_file_actions_addopen(&actions, 1, "/dev/null", O_WRONLY, 0);
  posix_spawn_file_actions_addopen(&actions, 2, log.c_str(), O_WRONLY | O_CREAT | O_TRUNC, 0600);
  posix_spawnattr_t attributes;
  posix_spawnattr_init(&attributes);
  posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETPGROUP);  // ctrl-C is ours to handle
  pid_t pid = 0;
  const int failed =
      posix_spawn(&pid, compiler.c_str(), &actions, &attributes, argv.data(), environ);
  posix_spawnattr_destroy(&attributes);
  posix_spawn_file_actions_destroy(&actions);
  if (failed) return false;
  const std::stop_callback kill_it(stop, [pid] { kill(-pid, SIGKILL); });
  int status = 0;
  while (waitpid(pid, &status, 0) < 0 && errno == EINTR) {
  }
  return WIFEXITED(status) && WEXITSTATUS(status) == 0;
}

std::string first_lines(const fs::path& file, int count) {
  std::ifstream in(file);
  std::string text;
  for (std::string line; count > 0 && std::getline(in, line); --count) text += line + "\n";
  return text;
}

std::string describe(const std::string& compiler, const std::vector<std::string>& flags,
                     const std::string& key) {
  std::string text = fs::canonical(compiler).filename().string();
  for (const std::string& f : flags) text += " " + f;
  return text + ", key " + key;
}

}  // namespace

Native::Native(std::shared_ptr<const Plan> plan, int lanes)
    : plan_(std::move(plan)), lanes_(lanes) {
  thread_ = std::jthread([this](std::stop_token stop) { make(std::move(stop)); });
}

Native::~Native() {
  thread_.request_stop();
  thread_.join();
  if (library_) dlclose(library_);
}

bool Native::wait() const {
  std::unique_lock lock(mutex_);
  done_signal_.wait(lock, [this] { return done_; });
  return entry() != nullptr;
}

std::string Native::provenance() const {
  const std::lock_guard lock(mutex_);
  return provenance_;
}

void Native::finish(Entry entry, std::string provenance) {
  const std::lock_guard lock(mutex_);
  provenance_ = std::move(provenance);
  entry_.store(entry, std::memory_order_release);
  done_ = true;
  done_signal_.notify_all();
}

void Native::make(std::stop_token stop) {
  try {
    const std::string compiler = find_compiler();
    if (compiler.empty()) {
      return finish(nullptr, "no C compiler was found (clang or gcc); the tape carries on");
    }
    const std::string source = write_c(*plan_, lanes_);
    const std::vector<std::string> flags = compiler_flags(lanes_);
    const std::string key = cache_key(source, compiler, flags);
    const fs::path folder = find_cache();
    if (folder.empty()) return finish(nullptr, "no folder for compiled code can be written");
    const fs::path target = folder / (key + ".so");
    if (!fs::exists(target)) {
      // Another process may be at the same work: names of our own, and an atomic rename at the end.
      const std::string mine = (folder / key).string() + "." + std::to_string(getpid()) + "." +
                               std::to_string(reinterpret_cast<std::uintptr_t>(this));
      std::ofstream(mine + ".c") << source;
      const bool good =
          run_compiler(compiler, flags, mine + ".c", mine + ".so", mine + ".log", stop);
      std::error_code error;
      if (good) fs::rename(mine + ".so", target, error);
      const std::string messages = first_lines(mine + ".log", 5);
      for (const char* ending : {".c", ".so", ".log"}) fs::remove(mine + ending, error);
      if (!good) return finish(nullptr, compiler + " failed: " + messages);
    }
    library_ = dlopen(target.c_str(), RTLD_NOW | RTLD_LOCAL);
    void* symbol = library_ ? dlsym(library_, "holon_run") : nullptr;
    if (!symbol) {
      std::error_code error;
      fs::remove(target, error);  // made anew next time
      return finish(nullptr, std::string("compiled code cannot be loaded: ") + dlerror());
    }
    finish(reinterpret_cast<Entry>(symbol), describe(compiler, flags, key));
  } catch (const std::exception& e) {
    finish(nullptr, e.what());
  }
}

std::vector<std::int32_t> make_native_table(const Plan& plan) {
  std::vector<std::int32_t> ranges, rows;
  const auto add = [&](auto begin, auto end) {
    ranges.push_back(static_cast<std::int32_t>(rows.size()));
    rows.insert(rows.end(), begin, end);
    ranges.push_back(static_cast<std::int32_t>(rows.size()));
  };
  for (const Copies& c : plan.before) add(c.pairs.begin(), c.pairs.end());
  for (const Stage& s : plan.stages) {
    if (!s.rolled) continue;
    add(plan.table.begin() + static_cast<std::ptrdiff_t>(s.first_row),
        plan.table.begin() + static_cast<std::ptrdiff_t>(s.end_row));
  }
  for (const Copies& c : plan.after) add(c.pairs.begin(), c.pairs.end());
  const auto offset = static_cast<std::int32_t>(ranges.size());
  for (std::int32_t& r : ranges) r += offset;
  ranges.insert(ranges.end(), rows.begin(), rows.end());
  return ranges;
}

}  // namespace holon::detail
