// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#include "holon/serve/web/secrets.h"

#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <optional>

#include "holon/base/read_file.h"
#include "holon/serve/wire/user_folders.h"

namespace holon::serve {
namespace {

constexpr std::size_t kSecretBytes = 24;  // 192 bits
constexpr std::size_t kSecretDigits = 2 * kSecretBytes;

bool is_secret(const std::string& text) {
  return text.size() == kSecretDigits && std::ranges::all_of(text, [](char c) {
           return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'f');
         });
}

/// Nothing where the file is not the user's alone.
std::optional<Secrets> read_secrets(const std::string& path) {
  struct stat found {};
  if (lstat(path.c_str(), &found) != 0 || !S_ISREG(found.st_mode)) return {};
  if (found.st_uid != geteuid() || (found.st_mode & 077) != 0) return {};
  std::string reason;
  const auto text = read_file(path, 2 * kSecretDigits + 2, FileSource::regular, reason);
  if (!text || text->size() != 2 * kSecretDigits + 2) return {};
  Secrets secrets{text->substr(0, kSecretDigits), text->substr(kSecretDigits + 1, kSecretDigits)};
  if (!is_secret(secrets.token) || !is_secret(secrets.cookie)) return {};
  return secrets;
}

}  // namespace

Secrets load_secrets(bool anew) {
  const std::filesystem::path path = state_folder() / "serve.secret";
  if (!anew)
    if (auto known = read_secrets(path.string())) return *std::move(known);
  const Secrets secrets{random_digits(kSecretBytes), random_digits(kSecretBytes)};
  write_whole_file(path, secrets.token + "\n" + secrets.cookie + "\n", true);
  return secrets;
}

}  // namespace holon::serve
