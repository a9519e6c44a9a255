// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#include "holon/output/markdown_text.h"

#include <algorithm>
#include <vector>

#include "holon/base/text_layout.h"
#include "holon/output/terminal.h"

namespace holon::app {
namespace {

using Cells = std::vector<std::string>;

constexpr int kGap = 2;           // between the columns of a table
constexpr int kLeastColumn = 24;  // of text that is wrapped beside other columns

std::string blanks(int count) { return std::string(static_cast<std::size_t>(count), ' '); }

std::string_view trim_blanks(std::string_view text) {
  const std::size_t begin = text.find_first_not_of(' ');
  if (begin == std::string_view::npos) return {};
  return text.substr(begin, text.find_last_not_of(' ') - begin + 1);
}

/// `code`, **bold** and [text](address) within a line.
std::string render_inline(std::string_view text) {
  std::string result;
  for (std::size_t at = 0; at < text.size();) {
    const char c = text[at];
    if (c == '\\' && at + 1 < text.size() && text[at + 1] == '|') {
      result += '|';
      at += 2;
      continue;
    }
    const std::string_view rest = text.substr(at);
    const std::string_view mark = rest.starts_with("**") ? "**" : rest.starts_with('`') ? "`" : "";
    const std::size_t close = mark.empty() ? mark.npos : rest.find(mark, mark.size());
    if (close != std::string_view::npos) {
      const std::string_view inner = rest.substr(mark.size(), close - mark.size());
      result += bold(mark == "`" ? std::string(inner) : render_inline(inner));
      at += close + mark.size();
      continue;
    }
    const std::size_t middle = c == '[' ? rest.find("](") : rest.npos;
    const std::size_t end = middle == rest.npos ? rest.npos : rest.find(')', middle);
    if (end != rest.npos && rest.substr(1, middle - 1).find(']') == rest.npos) {
      result += render_inline(rest.substr(1, middle - 1));
      at += end + 1;
      continue;
    }
    result += c;
    ++at;
  }
  return result;
}

Cells split_cells(std::string_view line) {
  Cells cells(1);
  bool is_code = false;
  line = trim_blanks(line);
  line.remove_prefix(1);
  if (line.ends_with('|')) line.remove_suffix(1);
  for (std::size_t k = 0; k < line.size(); ++k) {
    if (line[k] == '`') is_code = !is_code;
    if (line[k] == '|' && !is_code && (k == 0 || line[k - 1] != '\\'))
      cells.emplace_back();
    else
      cells.back() += line[k];
  }
  for (std::string& cell : cells) cell = render_inline(trim_blanks(cell));
  return cells;
}

/// Columns beside each other, of which the widest is wrapped; where even that has no room, each
/// cell on lines of its own.
std::string render_cells(std::vector<Cells> rows, int width) {
  std::size_t columns = 0;
  for (const Cells& row : rows) columns = std::max(columns, row.size());
  std::vector<int> widths(columns, 0);
  for (Cells& row : rows) {
    row.resize(columns);
    for (std::size_t k = 0; k < columns; ++k)
      widths[k] = std::max(widths[k], display_width(row[k]));
  }
  int total = kGap * static_cast<int>(columns);
  for (const int w : widths) total += w;
  // The widest columns lose what is too much, down to a width that still reads well.
  while (total > width) {
    const auto widest = std::ranges::max_element(widths);
    if (*widest <= kLeastColumn) break;
    --*widest;
    --total;
  }
  std::string text;
  for (std::size_t r = 0; r < rows.size(); ++r) {
    const Cells& row = rows[r];
    if (std::ranges::all_of(row, [](const std::string& cell) { return cell.empty(); })) continue;
    std::vector<Cells> lines(columns);
    std::size_t height = 1;
    for (std::size_t k = 0; k < columns; ++k) {
      const std::string cell = wrap(row[k], widths[k], 0);
      for (std::size_t begin = 0; begin <= cell.size();) {
        const std::size_t end = std::min(cell.find('\n', begin), cell.size());
        lines[k].push_back(cell.substr(begin, end - begin));
        begin = end + 1;
      }
      height = std::max(height, lines[k].size());
    }
    for (std::size_t line = 0; line < height; ++line) {
      std::string whole;
      for (std::size_t k = 0; k < columns; ++k)
        whole += blanks(kGap) + pad(line < lines[k].size() ? lines[k][line] : "", widths[k]);
      text += whole.substr(0, whole.find_last_not_of(' ') + 1) + "\n";
    }
    if (r == 0) {
      std::string rule;
      for (const int w : widths) {
        rule += blanks(kGap);
        for (int k = 0; k < w; ++k) rule += "─";
      }
      text += rule + "\n";
    }
  }
  return text;
}

/// Takes the lines of a page one by one.
class Renderer {
 public:
  explicit Renderer(int width) : width_(width) {}

  void add(std::string_view line) {
    if (line.starts_with("```")) {
      finish();
      in_code_ = !in_code_;
    } else if (in_code_) {
      text_ += line.empty() ? "\n" : "    " + std::string(line) + "\n";
    } else if (trim_blanks(line).empty()) {
      finish();
      if (!text_.empty() && !text_.ends_with("\n\n")) text_ += "\n";
    } else if (line.starts_with('#')) {
      finish();
      text_ += bold(trim_blanks(line.substr(line.find_first_not_of('#')))) + "\n";
    } else if (line.starts_with('|')) {
      if (rows_.empty()) finish();
      if (line.find_first_not_of("|-: ") != line.npos || rows_.empty())
        rows_.push_back(split_cells(line));
    } else {
      add_words(line);
    }
  }

  std::string finish_page() {
    finish();
    return std::move(text_);
  }

 private:
  void add_words(std::string_view line) {
    const std::string_view words = trim_blanks(line);
    const std::size_t number = words.find_first_not_of("0123456789");
    const bool is_bullet = words.starts_with("- ");
    const bool is_number = number > 0 && words.substr(number).starts_with(". ");
    if (is_bullet || is_number) {
      finish();
      const std::size_t mark = is_bullet ? 2 : number + 2;
      const auto before = static_cast<int>(line.find_first_not_of(' '));
      indent_ = before + static_cast<int>(mark) + kGap;
      text_ += blanks(before + kGap) + (is_bullet ? "• " : std::string(words.substr(0, mark)));
      paragraph_ = words.substr(mark);
      return;
    }
    if (!rows_.empty()) finish();
    if (!paragraph_.empty()) paragraph_ += ' ';
    paragraph_ += words;
  }

  void finish() {
    if (!rows_.empty()) text_ += render_cells(std::move(rows_), width_);
    if (!paragraph_.empty()) text_ += wrap(render_inline(paragraph_), width_, indent_) + "\n";
    rows_.clear();
    paragraph_.clear();
    indent_ = 0;
  }

  int width_;
  int indent_ = 0;
  bool in_code_ = false;
  std::vector<Cells> rows_;
  std::string paragraph_, text_;
};

}  // namespace

std::string render_markdown(std::string_view page, int width) {
  Renderer renderer(width);
  while (!page.empty()) {
    const std::size_t end = std::min(page.find('\n'), page.size());
    renderer.add(page.substr(0, end));
    page.remove_prefix(std::min(end + 1, page.size()));
  }
  return renderer.finish_page();
}

}  // namespace holon::app
