// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#include "holon/batch/sweep_journal.h"

#include <cstring>
#include <fstream>
#include <stdexcept>

#include "holon/base/errors.h"

namespace holon::detail {
namespace {

struct FrameHead {
  std::uint64_t length = 0, hash = 0;
};

std::uint64_t hash_bytes(const std::string& bytes) {
  std::uint64_t h = 14695981039346656037U;  // FNV-1a
  for (const char c : bytes) h = (h ^ static_cast<unsigned char>(c)) * 1099511628211U;
  return h;
}

/// The next whole frame; false at the end.
bool read_frame(std::istream& in, std::string& bytes) {
  constexpr std::uint64_t kMost = 1U << 30U;
  FrameHead head;
  if (!in.read(reinterpret_cast<char*>(&head), sizeof head) || head.length > kMost) return false;
  bytes.resize(head.length);
  return in.read(bytes.data(), static_cast<std::streamsize>(head.length)) &&
         hash_bytes(bytes) == head.hash;
}

std::string make_head(const std::string& digest) { return "holon sweep 1 " + digest; }

}  // namespace

JournalContents read_journal(const std::filesystem::path& path, const std::string& digest) {
  JournalContents contents;
  std::ifstream in(path, std::ios::binary);
  std::string bytes;
  if (!in || !read_frame(in, bytes) || bytes != make_head(digest)) return contents;
  contents.is_this = true;
  contents.end = in.tellg();
  while (read_frame(in, bytes)) {
    SampleResult sample;
    try {
      Archive a(std::move(bytes), path.string());
      sample.archive(a);
    } catch (const InputError&) {
      break;
    }
    contents.samples.push_back(std::move(sample));
    contents.end = in.tellg();
    bytes.clear();
  }
  return contents;
}

SweepJournal::SweepJournal(const std::filesystem::path& path, const std::string& digest)
    : path_(path) {
  JournalContents contents = read_journal(path, digest);
  samples_ = std::move(contents.samples);
  if (contents.is_this) {
    std::error_code error;
    std::filesystem::resize_file(path, static_cast<std::uintmax_t>(contents.end), error);
    file_ = error ? nullptr : std::fopen(path.c_str(), "ab");
  } else {
    file_ = std::fopen(path.c_str(), "wb");
  }
  if (!file_)
    throw std::runtime_error("cannot write '" + path.string() + "': " + std::strerror(errno));
  if (!contents.is_this) append(make_head(digest));
}

SweepJournal::~SweepJournal() {
  if (file_) std::fclose(file_);
}

void SweepJournal::append(const std::string& bytes) {
  const FrameHead head{bytes.size(), hash_bytes(bytes)};
  if (std::fwrite(&head, sizeof head, 1, file_) != 1 ||
      std::fwrite(bytes.data(), 1, bytes.size(), file_) != bytes.size() || std::fflush(file_) != 0)
    throw std::runtime_error("cannot write '" + path_.string() + "': " + std::strerror(errno));
}

void SweepJournal::add(const SampleResult& sample) {
  Archive a;
  SampleResult copy = sample;
  copy.archive(a);
  append(a.take());
}

}  // namespace holon::detail
