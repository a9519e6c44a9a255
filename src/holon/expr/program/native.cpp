// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#include "holon/expr/program/native.h"

#include <dlfcn.h>
#include <fcntl.h>
#include <signal.h>
#include <spawn.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <stdexcept>
#include <string_view>
#include <vector>

#include "holon/base/interrupt.h"
#include "holon/expr/program/block_functions.h"
#include "holon/expr/program/c_writer.h"
#include "holon/expr/program/code_cache.h"

extern char** environ;

namespace holon::detail {

namespace fs = std::filesystem;

namespace {

/// Search order; clang gave the faster code.
constexpr std::array kCompilers = {"clang",    "clang-19", "clang-18", "clang-17", "clang-16",
                                   "clang-15", "clang-14", "gcc",      "cc"};

bool is_program(const std::string& path) {
  struct stat info {};
  return stat(path.c_str(), &info) == 0 && S_ISREG(info.st_mode) && access(path.c_str(), X_OK) == 0;
}

std::string find_in_path(const std::string& name) {
  if (name.find('/') != std::string::npos) return is_program(name) ? name : "";
  std::stringstream path(environment("PATH"));
  for (std::string folder; std::getline(path, folder, ':');) {
    if (folder.empty()) continue;
    const std::string full = folder + "/" + name;
    if (is_program(full)) return full;
  }
  return "";
}

/// The compiler's full path; HOLON_CC overrides the search. Throws if there is none.
std::string find_compiler() {
  const std::string requested = environment("HOLON_CC");
  if (!requested.empty()) {
    const std::string found = find_in_path(requested);
    if (!found.empty()) return found;
    throw std::runtime_error("HOLON_CC is '" + requested + "', which is not an executable program");
  }
  for (const char* name : kCompilers) {
    const std::string found = find_in_path(name);
    if (!found.empty()) return found;
  }
  throw std::runtime_error(
      "no C compiler in PATH, and HOLON_CC is not set; install clang or gcc (Debian: apt-get "
      "install "
      "clang)");
}

/// The instruction set of the code, with the same name for gcc and clang.
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

std::uint64_t hash(std::uint64_t h, std::string_view text) {
  for (unsigned char c : text) h = (h ^ c) * 0x100000001B3ull;
  return h;
}

/// A 128-bit hash of everything that determines the code.
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

std::string first_lines(const fs::path& file, int count) {
  std::ifstream in(file);
  std::string text;
  for (std::string line; count > 0 && std::getline(in, line); --count) text += line + "\n";
  return text;
}

// Compiled code ends with a checksum, which loaders ignore: loading a truncated file can kill the
// process.
constexpr std::size_t kSealLength = 25;

std::string seal_of(std::string_view text) {
  std::array<char, kSealLength + 1> seal{};
  std::snprintf(seal.data(), seal.size(), "\nholon:%016llx.\n",
                static_cast<unsigned long long>(hash(0xCBF29CE484222325ull, text)));
  return seal.data();
}

bool is_sealed(const fs::path& library) {
  const std::string bytes = read_own_file(library);
  if (bytes.size() <= kSealLength) return false;
  const std::string_view body = std::string_view(bytes).substr(0, bytes.size() - kSealLength);
  return bytes.compare(body.size(), kSealLength, seal_of(body)) == 0;
}

bool add_seal(const fs::path& library) {
  // Independent of the umask.
  if (chmod(library.c_str(), S_IRWXU) != 0) return false;
  const std::string seal = seal_of(read_own_file(library));
  std::ofstream out(library, std::ios::binary | std::ios::app);
  return static_cast<bool>(out << seal << std::flush);
}

/// Runs the compiler in a folder, with its messages in the file "log"; returns an empty text on
/// success, else the reason of the failure. It and its children are killed when a stop is
/// requested.
std::string run_compiler(const std::string& compiler, const std::vector<std::string>& flags,
                         const fs::path& folder, const std::stop_token& stop) {
  const std::string source = (folder / "code.c").string(), target = (folder / "code.so").string();
  const std::string log = (folder / "log").string();
  std::vector<std::string> words = {compiler};
  words.insert(words.end(), flags.begin(), flags.end());
  words.insert(words.end(), {source, "-o", target});
  std::vector<char*> argv;
  for (std::string& w : words) argv.push_back(w.data());
  argv.push_back(nullptr);
  // Files that it leaves when it is killed are removed with the folder.
  std::string temporary = "TMPDIR=" + folder.string();
  std::vector<char*> variables;
  for (char** v = environ; *v; ++v) {
    if (std::strncmp(*v, "TMPDIR=", 7) != 0) variables.push_back(*v);
  }
  variables.insert(variables.end(), {temporary.data(), nullptr});
  posix_spawn_file_actions_t actions;
  posix_spawn_file_actions_init(&actions);
  posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0);
  posix_spawn_file_actions_addopen(&actions, 1, "/dev/null", O_WRONLY, 0);
  posix_spawn_file_actions_addopen(&actions, 2, log.c_str(), O_WRONLY | O_CREAT | O_TRUNC, 0600);
  posix_spawnattr_t attributes;
  posix_spawnattr_init(&attributes);
  posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETPGROUP);  // ctrl-C is handled here
  pid_t pid = 0;
  const int failed =
      posix_spawn(&pid, compiler.c_str(), &actions, &attributes, argv.data(), variables.data());
  posix_spawnattr_destroy(&attributes);
  posix_spawn_file_actions_destroy(&actions);
  if (failed) return std::strerror(failed);
  {
    // The process is waited for without being reaped while its id may be signalled.
    const std::stop_callback kill_it(stop, [pid] { kill(-pid, SIGKILL); });
    siginfo_t info{};
    while (waitid(P_PID, static_cast<id_t>(pid), &info, WEXITED | WNOWAIT) < 0 && errno == EINTR) {
    }
  }
  int status = 0;
  while (waitpid(pid, &status, 0) < 0) {
    if (errno == EINTR) continue;
    status =
        0;  // another caller waits for all children: the existence of the library shows the result
    break;
  }
  if (WIFEXITED(status) && WEXITSTATUS(status) == 0) return "";
  if (stop.stop_requested()) return "it was stopped";
  const std::string messages = first_lines(log, 5);
  return messages.empty() ? "it ended without an error message" : messages;
}

std::string describe(const std::string& compiler, const std::vector<std::string>& flags,
                     const std::string& key) {
  std::string text = fs::canonical(compiler).filename().string();
  for (const std::string& f : flags) text += " " + f;
  return text + ", key " + key;
}

std::string in_brackets(const std::string& remark) {
  return remark.empty() ? "" : " (" + remark + ")";
}

}  // namespace

Native::Native(std::shared_ptr<const Plan> plan, int lanes)
    : plan_(std::move(plan)), lanes_(lanes) {
  thread_ = std::jthread([this](const std::stop_token& stop) {
    try {
      finish(make(stop));
    } catch (const std::exception& e) {
      finish(e.what());
    }
  });
}

Native::~Native() {
  thread_.request_stop();
  thread_.join();
  if (library_) dlclose(library_);
}

bool Native::wait() const {
  constexpr std::chrono::milliseconds kBetweenChecks{20};
  std::unique_lock lock(mutex_);
  while (!done_signal_.wait_for(lock, kBetweenChecks, [this] { return done_; }))
    throw_if_interrupted();
  return entry() != nullptr;
}

std::string Native::provenance() const {
  const std::lock_guard lock(mutex_);
  return provenance_;
}

bool Native::has_failed() const {
  const std::lock_guard lock(mutex_);
  return done_ && loaded_ == nullptr;
}

void Native::finish(std::string provenance) {
  const std::lock_guard lock(mutex_);
  provenance_ = std::move(provenance);
  entry_.store(loaded_, std::memory_order_release);
  done_ = true;
  done_signal_.notify_all();
}

std::string Native::make(const std::stop_token& stop) {
  const std::string compiler = find_compiler();
  const std::string source = write_c(*plan_, lanes_, true);
  const std::vector<std::string> flags = compiler_flags(lanes_);
  const std::string key = cache_key(source, compiler, flags);
  const CodeCache cache = find_code_cache();
  const std::string about = describe(compiler, flags, key) + in_brackets(cache.reason);
  if (cache.folder.empty()) return compile({}, compiler, source, about, stop);
  const fs::path kept = cache.folder / (key + ".so");
  if (is_sealed(kept) && load(kept)) return about;
  // Of all processes that need this code at the same time one compiles it.
  const KeyLock lock(cache.folder, key, stop);
  if (is_sealed(kept) && load(kept)) return about;
  if (stop.stop_requested()) return "it was stopped";
  remove_leftovers(cache.folder);
  return compile(kept, compiler, source, about, stop);
}

std::string Native::compile(const fs::path& kept, const std::string& compiler,
                            const std::string& source, const std::string& about,
                            const std::stop_token& stop) {
  // A private folder, and an atomic rename at the end. Without a cache the code is loaded from that
  // folder and exists as long as this object.
  const PrivateFolder folder(kept.empty() ? fs::temp_directory_path() : kept.parent_path());
  if (folder.path().empty()) return "no folder for compiled code can be written";
  std::ofstream(folder.path() / "code.c") << source;
  const std::string trouble = run_compiler(compiler, compiler_flags(lanes_), folder.path(), stop);
  const fs::path made = folder.path() / "code.so";
  if (!trouble.empty()) return compiler + " failed: " + trouble;
  if (!add_seal(made)) return "compiled code cannot be written to " + made.string();
  std::error_code error;
  if (!kept.empty()) fs::rename(made, kept, error);
  const bool is_kept = !kept.empty() && !error;
  if (!load(is_kept ? kept : made)) return "compiled code cannot be loaded: " + trouble_;
  return about + (is_kept ? "" : ", not kept");
}

bool Native::load(const std::string& file) {
  library_ = dlopen(file.c_str(), RTLD_NOW | RTLD_LOCAL);
  void* symbol = library_ ? dlsym(library_, "holon_run") : nullptr;
  if (!symbol) {
    const char* why = dlerror();
    trouble_ = why ? why : "it does not define holon_run";
    if (library_) dlclose(library_);
    library_ = nullptr;
  }
  using SetSolvers = void (*)(const void*);
  void* const set_solvers = symbol ? dlsym(library_, "holon_set_solvers") : nullptr;
  if (set_solvers) reinterpret_cast<SetSolvers>(set_solvers)(&find_block_functions());
  loaded_ = reinterpret_cast<Entry>(symbol);
  return symbol != nullptr;
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
