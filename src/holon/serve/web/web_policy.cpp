// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#include "holon/serve/web/web_policy.h"

#include <algorithm>

namespace holon::serve {
namespace {

constexpr std::string_view kOwnNames[] = {"127.0.0.1", "localhost", "[::1]"};

int digit_of(char c) {
  if (c >= '0' && c <= '9') return c - '0';
  if (c >= 'a' && c <= 'f') return c - 'a' + 10;
  if (c >= 'A' && c <= 'F') return c - 'A' + 10;
  return -1;
}

std::string_view trimmed(std::string_view text) {
  while (!text.empty() && (text.front() == ' ' || text.front() == '\t')) text.remove_prefix(1);
  while (!text.empty() && (text.back() == ' ' || text.back() == '\t')) text.remove_suffix(1);
  return text;
}

}  // namespace

bool is_own_host(std::string_view host, unsigned short port) {
  const std::string ending = ":" + std::to_string(port);
  return std::ranges::any_of(kOwnNames, [&](std::string_view name) {
    return host == std::string(name) + ending || (port == 80 && host == name);
  });
}

bool is_own_origin(std::string_view origin, unsigned short port) {
  constexpr std::string_view kScheme = "http://";
  return origin.starts_with(kScheme) && is_own_host(origin.substr(kScheme.size()), port);
}

std::string find_cookie(std::string_view header, std::string_view name) {
  while (!header.empty()) {
    const std::size_t end = std::min(header.find(';'), header.size());
    const std::string_view pair = trimmed(header.substr(0, end));
    const std::size_t equals = pair.find('=');
    if (equals != std::string_view::npos && pair.substr(0, equals) == name)
      return std::string(pair.substr(equals + 1));
    header.remove_prefix(std::min(end + 1, header.size()));
  }
  return {};
}

std::string decode_path(std::string_view target) {
  std::string path;
  for (std::size_t k = 0; k < target.size(); ++k) {
    char c = target[k];
    if (c == '%') {
      const int high = k + 2 < target.size() ? digit_of(target[k + 1]) : -1;
      const int low = k + 2 < target.size() ? digit_of(target[k + 2]) : -1;
      if (high < 0 || low < 0) return {};
      c = static_cast<char>(high * 16 + low);
      k += 2;
    }
    if (c == '\0' || c == '\\') return {};
    path += c;
  }
  if (!path.starts_with('/')) return {};
  for (std::size_t begin = 1; begin <= path.size();) {
    const std::size_t end = std::min(path.find('/', begin), path.size());
    if (path.compare(begin, end - begin, "..") == 0) return {};
    begin = end + 1;
  }
  return path;
}

}  // namespace holon::serve
