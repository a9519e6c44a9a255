// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#include "holon/serve/web/bundle.h"

#include <charconv>
#include <stdexcept>
#include <utility>

#include "holon/base/read_file.h"
#include "holon/serve/wire/user_folders.h"
#include "holon/serve/wire/wire_json.h"

namespace holon::serve {
namespace {

constexpr std::size_t kLargestBundleFile = std::size_t{64} << 20;

constexpr std::pair<std::string_view, std::string_view> kTypes[] = {
    {".html", "text/html; charset=utf-8"},
    {".js", "text/javascript; charset=utf-8"},
    {".mjs", "text/javascript; charset=utf-8"},
    {".css", "text/css; charset=utf-8"},
    {".json", "application/json"},
    {".map", "application/json"},
    {".svg", "image/svg+xml"},
    {".png", "image/png"},
    {".ico", "image/x-icon"},
    {".woff2", "font/woff2"},
    {".wasm", "application/wasm"},
    {".webmanifest", "application/manifest+json"},
    {".txt", "text/plain; charset=utf-8"},
};

}  // namespace

std::string media_type(std::string_view path) {
  for (const auto& [ending, type] : kTypes)
    if (path.ends_with(ending)) return std::string(type);
  return "application/octet-stream";
}

Bundle Bundle::embedded() { return of_pack(embedded::desktop_pack()); }

Bundle Bundle::of_folder(const std::filesystem::path& folder) {
  Bundle bundle;
  bundle.folder_ = folder;
  return bundle;
}

Bundle Bundle::of_pack(std::string_view pack) {
  Bundle bundle;
  if (pack.empty()) return bundle;
  const auto malformed = [] { return std::runtime_error("the pack of the front end is damaged"); };
  std::size_t at = 0;
  std::vector<std::pair<std::string, std::size_t>> listed;
  for (;;) {
    const std::size_t end = pack.find('\n', at);
    if (end == std::string_view::npos) throw malformed();
    const std::string_view line = pack.substr(at, end - at);
    at = end + 1;
    if (line.empty()) break;
    std::size_t size = 0;
    const auto [stop, error] = std::from_chars(line.data(), line.data() + line.size(), size);
    const auto digits = static_cast<std::size_t>(stop - line.data());
    if (error != std::errc() || digits + 1 >= line.size() || line[digits] != ' ') throw malformed();
    listed.emplace_back("/" + std::string(line.substr(digits + 1)), size);
  }
  for (const auto& [path, size] : listed) {
    if (size > pack.size() - at) throw malformed();
    bundle.files_.emplace(path, pack.substr(at, size));
    at += size;
  }
  return bundle;
}

std::optional<Bundle::File> Bundle::find(const std::string& path) const {
  const std::string name = path == "/" ? "/index.html" : path;
  // Vite puts a digest of the contents into the names of what it places there.
  const bool is_versioned = name.starts_with("/assets/");
  if (folder_.empty()) {
    const auto found = files_.find(name);
    if (found == files_.end()) return {};
    return File{media_type(name), found->second, {}, is_versioned};
  }
  try {
    const std::filesystem::path file = resolve_within(folder_, name.substr(1));
    std::string reason;
    auto bytes = read_file(file.string(), kLargestBundleFile, FileSource::regular, reason);
    if (!bytes) return {};
    return File{media_type(name), {}, *std::move(bytes), false};
  } catch (const RequestFault&) {
    return {};
  }
}

}  // namespace holon::serve
