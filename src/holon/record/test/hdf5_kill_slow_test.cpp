// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#include <fcntl.h>
#include <gtest/gtest.h>
#include <signal.h>
#include <sys/ptrace.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <fstream>
#include <iterator>

#include "holon/record/hdf5_library.h"
#include "holon/record/open_results.h"
#include "holon/record/test/recorded_run.h"

namespace holon {
namespace {

std::string bytes_of(const std::filesystem::path& path) {
  std::ifstream file(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), {}};
}

// In place: the writer has the file open.
void restore(const std::filesystem::path& path, const std::string& bytes) {
  const int file = ::open(path.c_str(), O_WRONLY | O_TRUNC);
  ASSERT_EQ(::pwrite(file, bytes.data(), bytes.size(), 0), static_cast<ssize_t>(bytes.size()));
  ::close(file);
}

// Lets a stopped child go on to its n-th call of pwrite and kills it there. False if it ends
// before.
bool kill_at_write(pid_t child, int n) {
  int status = 0;
  ::ptrace(PTRACE_SETOPTIONS, child, nullptr, PTRACE_O_TRACESYSGOOD);
  for (int writes = 0; ::ptrace(PTRACE_SYSCALL, child, nullptr, nullptr) == 0;) {
    if (::waitpid(child, &status, 0) != child || WIFEXITED(status)) return false;
    __ptrace_syscall_info call{};
    if (::ptrace(PTRACE_GET_SYSCALL_INFO, child, sizeof call, &call) <= 0) continue;
    if (call.op != PTRACE_SYSCALL_INFO_ENTRY || call.entry.nr != SYS_pwrite64) continue;
    if (++writes < n) continue;
    ::kill(child, SIGKILL);
    ::waitpid(child, &status, 0);
    return true;
  }
  return false;
}

class KilledHdf5Writer : public FileTest {};

// The index of a dataset has room for 64 chunks of 2048 rows in one node. The flush behind row
// 131 072 splits it: each node keeps its address and refers to new ones. The order of the writes is
// ours with HDF5 before 1.14.
TEST_F(KilledHdf5Writer, LeavesAReadableFileBeforeEachWriteOfAFlushThatSplitsTheIndex) {
  if constexpr (H5_VERSION_GE(1, 14, 0)) GTEST_SKIP() << "the library orders the writes itself";
  constexpr std::size_t kFlushed = 131'000, kMore = 1000;
  const std::filesystem::path path = at("run.h5"), copy = at("copy.h5");
  const std::size_t width = pendulum_columns().size();
  const auto sink = open_sink(path, pendulum_provenance());
  sink->begin(pendulum_columns());
  write_rows(*sink, width, 0, kFlushed);
  sink->flush();
  const std::string before = bytes_of(path);
  std::vector<std::vector<double>> expected(width);
  for (std::size_t c = 0; c < width; ++c)
    for (std::size_t r = 0; r < kFlushed + kMore; ++r) expected[c].push_back(recorded(r, c));
  int kills = 0;
  for (bool is_killed = true; is_killed; ++kills) {
    restore(path, before);
    const pid_t child = ::fork();
    if (child == 0) {
      if (::ptrace(PTRACE_TRACEME, 0, nullptr, nullptr) != 0) ::_exit(1);
      ::raise(SIGSTOP);
      write_rows(*sink, width, kFlushed, kMore);
      sink->flush();
      ::_exit(0);
    }
    int status = 0;
    ::waitpid(child, &status, 0);
    if (!WIFSTOPPED(status)) GTEST_SKIP() << "this system does not let a process trace its child";
    is_killed = kill_at_write(child, kills + 1);
    std::filesystem::copy_file(path, copy, std::filesystem::copy_options::overwrite_existing);
    const Results results = read_results(copy);
    ASSERT_GE(results.row_count(), kFlushed);
    if (!is_killed) {
      ASSERT_EQ(results.row_count(), kFlushed + kMore);
    }
    for (std::size_t c = 0; c < width; ++c)
      ASSERT_TRUE(
          std::equal(results.values(c).begin(), results.values(c).end(), expected[c].begin()))
          << "kill " << kills << ", column " << c;
  }
  // Raw rows, new nodes, nodes in place, headers and the number of rows.
  constexpr int kFewest = 30;
  EXPECT_GT(kills, kFewest);
  restore(path, before);
}

}  // namespace
}  // namespace holon
