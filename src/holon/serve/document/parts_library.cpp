// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#include "holon/serve/document/parts_library.h"

#include <algorithm>
#include <mutex>

#include "holon/base/read_file.h"
#include "holon/catalogue/builtin.h"
#include "holon/expr/formula/formula.h"
#include "holon/reader/load.h"
#include "holon/reader/new_value.h"
#include "holon/reader/text_tree.h"
#include "holon/serve/document/model_edits.h"
#include "holon/serve/document/used_files.h"
#include "holon/serve/wire/file_lock.h"
#include "holon/serve/wire/user_folders.h"
#include "holon/serve/wire/wire_json.h"

namespace holon::serve {
namespace {

namespace fs = std::filesystem;
using detail::TextEntry;
using detail::TextNode;

std::string text_of_library_file(const fs::path& file) {
  std::string reason;
  auto text = read_file(file.string(), file_limits::kModel, FileSource::regular, reason);
  if (!text) throw RequestFault("missing", "cannot read '" + file.string() + "': " + reason);
  return *std::move(text);
}

const TextNode* find_entry(const TextNode& map, std::string_view key) {
  if (!map.is_map()) return nullptr;
  const auto found = std::ranges::find_if(
      map.entries, [&](const TextEntry& entry) { return entry.key.text == key; });
  return found == map.entries.end() ? nullptr : &found->value;
}

bool is_model_file(const TextNode* type) {
  return type && (type->text.ends_with(".yaml") || type->text.ends_with(".yml"));
}

std::string write_entry(const Editor& source, const TextEntry& entry) {
  const detail::NewValue value = detail::copy_value(source.tree(), entry.value);
  if (!value.is_block()) return entry.key.text + ": " + value.in_line(false) + "\n";
  return entry.key.text + ":\n" + detail::indent_lines(value.text, 2, "\n") + "\n";
}

/// An inline composite part as a model.
std::string write_model(const Editor& outer, const Editor& source, const TextNode& part,
                        const std::string& name) {
  std::string text = "holon: 1\ntitle: " + name + "\n";
  if (const TextNode* units = find_entry(outer.tree().root(), "units"))
    text += "units: " + units->text + "\n";
  for (const TextEntry& entry : part.entries) {
    if (entry.key.text == "repeat" || entry.key.text == "override")
      throw RequestFault("refused", "'" + name + "' is an array",
                         "keep one element: a model that uses it may give it 'repeat' again");
    text += write_entry(source, entry);
  }
  return text;
}

/// Nothing of the library is overwritten.
void refuse_known(const fs::path& file) {
  std::error_code error;
  if (fs::exists(fs::symlink_status(file, error)))
    throw RequestFault("refused", "the library has a part '" + file.stem().string() + "' already",
                       "choose another name, or remove '" + file.string() + "' first");
}

/// What a file cannot know: parameters and parts around the part. Whether it moves by itself does
/// not matter: what holds it is in the models that use it.
void refuse_outer_names(const std::string& text, const fs::path& file) {
  Diagnostics found;
  load_model_text(text, builtin_catalogue(), {}, found, file.string());
  if (found.has_errors())
    throw RequestFault("refused", "the part refers to names outside it",
                       "declare them as its own 'parameters', or include the parts that they name",
                       list_findings(found, file.string()));
}

}  // namespace

fs::path library_folder() {
  const fs::path folder = data_folder() / "parts";
  std::error_code error;
  fs::create_directories(folder, error);
  if (error)
    throw RequestFault("failed",
                       "cannot make the folder '" + folder.string() + "': " + error.message());
  return folder;
}

std::string take_from_library(const std::string& name, const fs::path& model,
                              const fs::path& root) {
  const fs::path source = resolve_within(library_folder(), name);
  const std::string text = text_of_library_file(source);
  const fs::path beside = model.parent_path() / source.filename();
  const fs::path copy =
      resolve_within(root, beside.lexically_relative(fs::canonical(root)).string());
  std::error_code error;
  if (fs::exists(copy, error)) {
    if (text_of_library_file(copy) == text) return copy.filename().string();
    throw RequestFault(
        "refused", "there is another '" + copy.filename().string() + "' in the folder of the model",
        "rename that file, or use it: it is in the palette under 'This folder'");
  }
  copy_used_files(source, text, copy, root);
  write_whole_file(copy, text);
  return copy.filename().string();
}

LibraryPart make_library_part(const Editor& editor, const fs::path& model, const std::string& id,
                              const std::string& name) {
  if (!is_name(name) || is_reserved_word(name))
    throw RequestFault("refused", "'" + name + "' is not a name for a part",
                       "a name begins with a letter and has letters, digits and _");
  LibraryPart made{library_folder() / (name + ".yaml"), {}, model};
  refuse_known(made.file);
  const Editor source("parts:\n" + detail::indent_lines(copy_parts(editor, {id}), 2, "\n") + "\n",
                      "<part>");
  const TextNode* parts = find_entry(source.tree().root(), "parts");
  if (!parts || !parts->is_map() || parts->entries.empty())
    throw RequestFault("missing", "there is no part '" + id + "'");
  const TextNode& part = parts->entries.front().value;
  const TextNode* type = find_entry(part, "type");
  if (is_model_file(type)) {
    made.source = resolve_within(model.parent_path(), type->text);
    made.text = text_of_library_file(made.source);
    return made;
  }
  if (type || !find_entry(part, "parts"))
    throw RequestFault("refused", "'" + id + "' is a single part",
                       "make a composite part of it first (Ctrl G): the library has those");
  made.text = write_model(editor, source, part, name);
  made.is_inline = true;
  return made;
}

void keep_in_library(const LibraryPart& part) {
  static std::mutex mutex;
  const std::lock_guard guard(mutex);
  const fs::path folder = library_folder();
  int holder = 0;
  const std::shared_ptr<void> lock = lock_file(folder / ".lock", holder);
  if (!lock)
    throw RequestFault("busy", "another server keeps a part in the library", "try it again");
  refuse_known(part.file);
  // Files are named from where the part stands.
  if (part.is_inline) refuse_outer_names(part.text, part.source);
  if (const std::string file = find_outside_file(part.source, part.text); !file.empty())
    throw RequestFault("refused", "the part uses '" + file + "', which lies outside its folder",
                       "move that file beside '" + part.source.filename().string() +
                           "' or below: the library copies files from there");
  copy_used_files(part.source, part.text, part.file, folder);
  write_whole_file(part.file, part.text);
}

}  // namespace holon::serve
