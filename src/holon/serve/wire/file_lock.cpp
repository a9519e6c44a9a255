// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#include "holon/serve/wire/file_lock.h"

#include <fcntl.h>
#include <sys/file.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <charconv>
#include <map>
#include <mutex>
#include <stdexcept>
#include <string>
#include <system_error>

namespace holon::serve {
namespace {

/// An open file that is locked.
class LockedFile {
 public:
  explicit LockedFile(int file) : file_(file) {}
  // A process that has been forked just now, and has not begun its program, has the file open, too:
  // to close it here would leave the lock to that.
  ~LockedFile() {
    flock(file_, LOCK_UN);
    close(file_);
  }
  LockedFile(const LockedFile&) = delete;
  LockedFile& operator=(const LockedFile&) = delete;

 private:
  int file_;
};

int read_holder(int file) {
  std::array<char, 32> text{};
  const ssize_t count = pread(file, text.data(), text.size(), 0);
  int holder = 0;
  if (count > 0) std::from_chars(text.data(), text.data() + count, holder);
  return holder;
}

}  // namespace

std::shared_ptr<void> lock_file(const std::filesystem::path& path, int& holder) {
  // A process that opens a file twice would be refused by itself.
  static std::mutex mutex;
  static std::map<std::string, std::weak_ptr<LockedFile>> known;
  const std::lock_guard guard(mutex);
  std::weak_ptr<LockedFile>& own = known[path.string()];
  if (auto held = own.lock()) return held;
  const int file = open(path.c_str(), O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0600);
  if (file < 0)
    throw std::runtime_error("cannot open '" + path.string() +
                             "': " + std::generic_category().message(errno));
  auto made = std::make_shared<LockedFile>(file);
  // A file system without locks (some of networks) is no reason to refuse: other errors pass.
  if (flock(file, LOCK_EX | LOCK_NB) != 0 && errno == EWOULDBLOCK) {
    holder = read_holder(file);
    return nullptr;
  }
  const std::string number = std::to_string(getpid()) + "\n";
  // The number is for the message alone; the lock holds without it.
  if (ftruncate(file, 0) != 0 || pwrite(file, number.data(), number.size(), 0) < 0) holder = 0;
  own = made;
  return made;
}

}  // namespace holon::serve
