// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#include "holon/expr/program/executable.h"

#include <sys/mman.h>

#include <cstring>
#include <utility>

namespace holon::detail {

Executable Executable::make(std::span<const std::uint8_t> code) {
  Executable made;
  void* memory =
      mmap(nullptr, code.size(), PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (memory == MAP_FAILED) return made;
  made.data_ = static_cast<std::uint8_t*>(memory);
  made.size_ = code.size();
  std::memcpy(memory, code.data(), code.size());
  if (mprotect(memory, code.size(), PROT_READ | PROT_EXEC) != 0) return {};
  return made;
}

Executable::Executable(Executable&& other) noexcept
    : data_(std::exchange(other.data_, nullptr)), size_(std::exchange(other.size_, 0)) {}

Executable& Executable::operator=(Executable&& other) noexcept {
  std::swap(data_, other.data_);
  std::swap(size_, other.size_);
  return *this;
}

Executable::~Executable() {
  if (data_) munmap(data_, size_);
}

}  // namespace holon::detail
