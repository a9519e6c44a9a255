// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#include "holon/serve/desktop/gallery.h"

#include <sys/stat.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <map>
#include <set>

#include "holon/base/read_file.h"
#include "holon/catalogue/builtin.h"
#include "holon/serve/document/part_tree.h"
#include "holon/serve/document/parts_library.h"
#include "holon/serve/wire/user_folders.h"
#include "holon/study/examples.h"
#include "holon/study/templates.h"

namespace holon::serve {
namespace {

namespace fs = std::filesystem;

constexpr std::size_t kMostRecent = 20;
constexpr std::size_t kMostFiles = 2000;
constexpr int kDeepestFolder = 3;

std::string read_text_of(const fs::path& path) {
  std::string reason;
  return read_file(path.string(), file_limits::kModel, FileSource::regular, reason).value_or("");
}

/// The rest of a line "key: value" at the left margin, without quotes and comment.
std::string find_line_value(const std::string& text, const std::string& key) {
  const std::string head = "\n" + key + ":";
  const std::string with_start = "\n" + text;
  const std::size_t at = with_start.find(head);
  if (at == std::string::npos) return {};
  const std::size_t begin = with_start.find_first_not_of(" ", at + head.size());
  if (begin == std::string::npos) return {};
  std::string value = with_start.substr(begin, with_start.find('\n', begin) - begin);
  if (const std::size_t comment = value.find(" #"); comment != std::string::npos)
    value.resize(comment);
  while (!value.empty() && (value.back() == ' ' || value.back() == '\r')) value.pop_back();
  if (value.size() > 1 && (value.front() == '"' || value.front() == '\'') &&
      value.back() == value.front())
    value = value.substr(1, value.size() - 2);
  return value;
}

/// Where a sentence ends, behind its full stop; npos where it goes on. Initials ("J. Meijaard") and
/// what stands in brackets end none.
std::size_t find_sentence_end(const std::string& text) {
  int depth = 0;
  for (std::size_t k = 0; k + 1 < text.size(); ++k) {
    if (text[k] == '(') ++depth;
    if (text[k] == ')') --depth;
    if (text[k] != '.' || text[k + 1] != ' ' || depth > 0) continue;
    const bool is_initial = k > 0 && std::isupper(static_cast<unsigned char>(text[k - 1])) != 0 &&
                            (k == 1 || text[k - 2] == ' ' || text[k - 2] == '.');
    if (!is_initial) return k + 1;
  }
  return std::string::npos;
}

/// The first sentence of the comment at the top.
std::string find_first_sentence(const std::string& text) {
  std::string sentence;
  for (std::size_t at = 0; at < text.size() && text[at] == '#';) {
    const std::size_t end = std::min(text.find('\n', at), text.size());
    std::string line = text.substr(at + 1, end - at - 1);
    line.erase(0, line.find_first_not_of(' ') == std::string::npos ? line.size()
                                                                   : line.find_first_not_of(' '));
    at = end + 1;
    if (line.starts_with("SPDX")) continue;
    if (line.empty() && !sentence.empty()) break;
    if (!line.empty()) sentence += (sentence.empty() ? "" : " ") + line;
    if (const std::size_t end_of = find_sentence_end(sentence); end_of != std::string::npos)
      return sentence.substr(0, end_of);
  }
  return sentence;
}

/// The domains of the part types that a text names.
Json find_topics(const std::string& text) {
  static const std::map<std::string, std::string> topic_of = [] {
    std::map<std::string, std::string> result;
    for (const PartType* type : builtin_catalogue().types()) {
      const std::string group = palette_group(*type);
      result[type->name] = group == "Hydraulics"                      ? "hydraulics"
                           : group == "Signals and control"           ? "control"
                           : group == "Bond graphs"                   ? "bond graphs"
                           : group == "Sensors and navigation"        ? "navigation"
                           : group == "Estimation and control design" ? "estimation"
                           : group == "Energies"                      ? "energies"
                                                                      : "mechanics";
    }
    return result;
  }();
  std::set<std::string> found;
  constexpr std::string_view kKey = "type:";
  for (std::size_t at = text.find(kKey); at != std::string::npos; at = text.find(kKey, at + 1)) {
    const std::size_t begin = text.find_first_not_of(' ', at + kKey.size());
    if (begin == std::string::npos) break;
    const auto topic =
        topic_of.find(text.substr(begin, text.find_first_of(" ,}\n#", begin) - begin));
    if (topic != topic_of.end()) found.insert(topic->second);
  }
  return Json(found);
}

Json list_example_items() {
  Json list = Json::array();
  for (const fs::path& path : list_example_files()) {
    const std::string text = read_text_of(path), name = path.stem().string();
    list.push_back({{"name", name},
                    {"title", find_line_value(text, "title")},
                    {"line", find_first_sentence(text)},
                    {"image", "/images/example/" + name + ".svg"},
                    {"topics", find_topics(text)}});
  }
  return list;
}

Json list_template_items() {
  Json list = Json::array();
  for (const ModelTemplate& each : model_templates())
    list.push_back({{"name", each.name},
                    {"title", each.title},
                    {"line", each.line},
                    {"topics", find_topics(each.text)}});
  return list;
}

std::int64_t change_time(const fs::path& path) {
  struct stat found {};
  return stat(path.c_str(), &found) == 0 ? found.st_mtim.tv_sec : 0;
}

class FolderList {
 public:
  explicit FolderList(fs::path folder) : folder_(std::move(folder)) {}
  Json list() {
    walk(folder_, 0);
    return std::move(list_);
  }

 private:
  void walk(const fs::path& folder, int depth) {
    std::error_code error;
    std::vector<fs::directory_entry> entries;
    for (fs::directory_iterator entry(folder, error), end; !error && entry != end;
         entry.increment(error))
      if (!entry->path().filename().string().starts_with(".")) entries.push_back(*entry);
    std::ranges::sort(entries, {}, [](const auto& entry) { return entry.path(); });
    for (const fs::directory_entry& entry : entries) {
      if (list_.size() >= kMostFiles) return;
      std::error_code unknown;
      if (entry.is_symlink(unknown)) continue;
      if (entry.is_directory(unknown)) {
        const std::string name = entry.path().filename().string();
        if (depth >= kDeepestFolder || name == "build" || name == "node_modules") continue;
        add(entry.path(), "folder", {});
        walk(entry.path(), depth + 1);
      } else if (entry.is_regular_file(unknown)) {
        add_file(entry.path());
      }
    }
  }
  void add_file(const fs::path& path) {
    const std::string ending = path.extension().string();
    if (ending == ".yaml" || ending == ".yml") {
      const std::string text = read_text_of(path);
      if (!find_line_value(text, "holon").empty())
        add(path, "model", find_line_value(text, "title"));
    } else if (ending == ".csv" || ending == ".h5" || ending == ".mat") {
      add(path, "data", {});
    }
  }
  void add(const fs::path& path, const char* kind, const std::string& title) {
    Json item = {{"path", path.lexically_relative(folder_).string()},
                 {"kind", kind},
                 {"changed", change_time(path)}};
    if (!title.empty()) item["title"] = title;
    list_.push_back(std::move(item));
  }

  fs::path folder_;
  Json list_ = Json::array();
};

/// Files that are models; folders that cannot be read have none.
Json list_library() {
  Json list = Json::array();
  try {
    for (const Json& item : FolderList(library_folder()).list())
      if (item["kind"] == "model") list.push_back(item);
  } catch (const std::exception&) {
    // Neither home nor a place of its own: there is no library.
  }
  return list;
}

fs::path recent_file() { return state_folder() / "recent.json"; }

Json read_recent() {
  const Json list = Json::parse(read_text_of(recent_file()), nullptr, false);
  return list.is_array() ? list : Json::array();
}

/// Empty for anything else: the file may have been written by hand.
std::string text_in(const Json& item, const char* key) {
  return item.contains(key) && item[key].is_string() ? item[key].get<std::string>() : "";
}

Json list_recent(const fs::path& folder) {
  Json list = Json::array();
  std::error_code error;
  for (const Json& item : read_recent()) {
    if (!item.is_object() || !item.contains("path") || !item["path"].is_string()) continue;
    const fs::path path = item["path"].get<std::string>();
    const fs::path within = path.lexically_relative(folder);
    const bool is_within = !within.empty() && *within.begin() != "..";
    list.push_back({{"path", is_within ? within.string() : path.string()},
                    {"title", text_in(item, "title")},
                    {"available", is_within && fs::is_regular_file(path, error)}});
  }
  return list;
}

}  // namespace

Json write_gallery(const fs::path& folder) {
  return {{"folder", folder.filename().string()},
          {"examples", list_example_items()},
          {"templates", list_template_items()},
          {"recent", list_recent(folder)},
          {"library", list_library()},
          {"files", FolderList(folder).list()}};
}

void remember_recent(const fs::path& file, const std::string& title) {
  Json list = Json::array({{{"path", file.string()}, {"title", title}}});
  for (const Json& item : read_recent())
    if (item.is_object() && text_in(item, "path") != file.string() && list.size() < kMostRecent)
      list.push_back(item);
  try {
    write_whole_file(recent_file(), dump(list), true);
  } catch (const std::runtime_error&) {
    // The list of recent models is a convenience: a full disk does not keep a model from opening.
  }
}

fs::path find_example(const std::string& name) {
  for (const fs::path& path : list_example_files())
    if (path.stem().string() == name) return path;
  return {};
}

}  // namespace holon::serve
