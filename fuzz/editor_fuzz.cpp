// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0

// Edits of a text: lines `verb<tab>path<tab>value…`, a line `---`, and the text. Every edit is
// refused and changes nothing, or its inverse gives the same bytes as before.
#include <vector>

#include "fuzz.h"
#include "holon/reader/editor.h"

namespace holon::fuzz {
namespace {

std::vector<std::string_view> split(std::string_view line) {
  std::vector<std::string_view> words;
  for (std::size_t at = 0; at <= line.size();) {
    const std::size_t end = std::min(line.find('\t', at), line.size());
    words.push_back(line.substr(at, end - at));
    at = end + 1;
  }
  words.resize(std::max<std::size_t>(words.size(), 4));
  return words;
}

Position position_of(std::string_view word) {
  if (word.empty()) return Position::fitting();
  if (word[0] == '<') return Position::before(std::string(word.substr(1)));
  if (word[0] == '>') return Position::after(std::string(word.substr(1)));
  return Position::at(static_cast<std::size_t>(word[0]) % 8);
}

TextChange edit(Editor& editor, const std::vector<std::string_view>& words) {
  if (words[0] == "set") return editor.set(words[1], words[2]);
  if (words[0] == "add") return editor.add(words[1], words[2], words[3]);
  if (words[0] == "remove") return editor.remove(words[1]);
  if (words[0] == "rename") return editor.rename(words[1], words[2]);
  if (words[0] == "move") return editor.move(words[1], words[2], position_of(words[3]));
  return {};
}

}  // namespace

void try_text(std::string_view text) {
  std::vector<std::string_view> lines;
  while (!text.empty()) {
    const std::string_view line = take_line(text);
    if (line == "---") break;
    lines.push_back(line);
    if (lines.size() > 8) return;
  }
  try {
    Editor editor{std::string(text)};
    for (const std::string_view line : lines) {
      const std::string before = editor.text();
      try {
        const TextChange change = edit(editor, split(line));
        const std::string after = editor.text();
        editor.apply(invert_change(change));
        require(editor.text() == before, "undoing an edit gives the same bytes", before);
        editor.apply(change);
        require(editor.text() == after, "redoing an edit gives the same bytes", after);
      } catch (const InputError&) {
        require(editor.text() == before, "an edit that is refused changes nothing", before);
      }
    }
  } catch (const InputError&) {
    // A text that cannot be read is not edited.
  }
}

}  // namespace holon::fuzz
