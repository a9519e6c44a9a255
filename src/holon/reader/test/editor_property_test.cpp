// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0

// Random edits of the example models and of made-up texts in all styles: parsing the text
// afterwards gives the previous values with exactly the requested change, no comment outside the
// edited part is lost, and undoing the edits gives the same bytes.
#include <gtest/gtest.h>
#include <rapidcheck.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <map>
#include <set>
#include <sstream>

#include "holon/catalogue/builtin.h"
#include "holon/reader/editor.h"
#include "holon/reader/yaml.h"

namespace holon {
namespace {

const int kSeeded = setenv("RC_PARAMS", "seed=20261122 max_success=200", 0);

/// The values of a text.
struct Tree {
  SourceNode::Kind kind = SourceNode::Kind::empty;
  std::string text;
  std::vector<std::pair<std::string, Tree>> entries;
  bool operator==(const Tree&) const = default;

  bool is_map() const { return kind == SourceNode::Kind::map; }
  bool is_list() const { return kind == SourceNode::Kind::list; }
};

Tree tree_of(const SourceNode& node) {
  Tree tree{node.kind(), node.text(), {}};
  if (node.is_empty()) tree.text.clear();
  for (const SourceNode::Entry& entry : node.peek_entries()) {
    tree.entries.emplace_back(entry.key, tree_of(entry.value));
  }
  return tree;
}

SourceNode read_or_fail(const std::string& text) {
  Diagnostics diagnostics;
  YamlDocument document = read_yaml_text("m.yaml", text, diagnostics);
  if (diagnostics.has_errors()) RC_FAIL(diagnostics.to_string() + "\n" + text);
  return std::move(document.root);
}

using Indices = std::vector<std::size_t>;

template <class T>
T& at(T& tree, const Indices& walked) {
  T* node = &tree;
  for (const std::size_t k : walked) node = &node->entries[k].second;
  return *node;
}

/// "parts.link.shapes[0]"
std::string name_of(const Tree& tree, const Indices& walked) {
  std::string name;
  const Tree* node = &tree;
  for (const std::size_t k : walked) {
    if (node->is_list()) {
      name += '[' + std::to_string(k) + ']';
    } else {
      const std::string& key = node->entries[k].first;
      const bool is_plain = key.find_first_of("[]:. ") == std::string::npos;
      name += (name.empty() ? "" : ".") + (is_plain ? key : '"' + key + '"');
    }
    node = &node->entries[k].second;
  }
  return name;
}

void list_ways(const Tree& tree, const Indices& walked, std::vector<Indices>& ways) {
  if (!walked.empty()) ways.push_back(walked);
  for (std::size_t k = 0; k < tree.entries.size(); ++k) {
    Indices below = walked;
    below.push_back(k);
    list_ways(tree.entries[k].second, below, ways);
  }
}

std::size_t below(std::size_t count) {
  return *rc::gen::inRange<std::size_t>(0, std::max<std::size_t>(count, 1));
}
bool chance(int percent) { return *rc::gen::inRange(0, 100) < percent; }

/// Writes random texts. Every comment has a unique number.
class Writer {
 public:
  std::string write() {
    eol_ = chance(20) ? "\r\n" : "\n";
    text_ = chance(10) ? "\xEF\xBB\xBF" : "";
    if (chance(20)) text_ += "---" + eol_;
    text_ += "holon: 1" + eol_;
    write_block_map(0, 3, false);
    if (chance(30)) text_.erase(text_.rfind(eol_));
    return text_;
  }

 private:
  std::string comment() { return "# c" + std::to_string(comments_++) + " '[{"; }
  std::string key() {
    const std::string name = "k" + std::to_string(keys_++);
    return chance(10) ? '"' + name + '"' : chance(10) ? name + "ö" : name;
  }
  std::string scalar(bool is_flow) {
    switch (below(is_flow ? 6 : 8)) {
      case 0: return "2 kg";
      case 1: return "'it''s, #so'";
      case 2: return "\"a \\\" [x] # y\"";
      case 3: return "sin(2 [rad/s] * time)" + std::string(is_flow ? "" : "#a");
      case 4: return "-9.81 m/s^2";
      case 5: return "größe*2";
      case 6: return "a, b] {c}";
      default: return "";
    }
  }
  std::string flow_scalar() {
    std::string text = scalar(true);
    return text.find('[') != std::string::npos && text[0] != '"' ? '"' + text + '"' : text;
  }
  std::string flow(int depth, std::size_t column) {
    if (depth == 0 || chance(40)) return flow_scalar();
    const bool is_map = chance(50);
    const bool breaks = chance(20), has_pad = chance(20);
    std::string text(1, is_map ? '{' : '[');
    const std::size_t count = below(4);
    const std::string line = eol_ + std::string(column + 4, ' ');
    for (std::size_t k = 0; k < count; ++k) {
      if (k > 0) text += breaks && chance(30) ? ", " + comment() : ",";
      text += breaks ? line : k > 0 || has_pad ? " " : "";
      text += (is_map ? key() + ": " : "") + flow(depth - 1, column + 4);
    }
    if (count > 0 && chance(10)) text += ',';
    if (breaks && count > 0 && chance(50)) text += eol_ + std::string(column + 2, ' ');
    return text + (has_pad ? " " : "") + (is_map ? '}' : ']');
  }
  void end_line() {
    if (chance(25)) text_ += std::string(1 + below(4), ' ') + comment();
    text_ += eol_;
  }
  void write_between(std::size_t column) {
    if (chance(15)) text_ += eol_;
    if (chance(20)) text_ += std::string(column, ' ') + comment() + eol_;
  }
  void write_value(std::size_t column, int depth) {
    const std::size_t choice = below(10);
    if (depth > 0 && choice < 3) {
      end_line();
      write_block_map(column + 2, depth - 1, false);
    } else if (depth > 0 && choice < 5) {
      end_line();
      write_block_list(column + (chance(50) ? 2 : 0), depth - 1);
    } else if (choice == 5) {
      const std::string blanks(column + 2, ' ');
      text_ += std::string(chance(50) ? " |" : " >-") + (chance(30) ? "  " + comment() : "") + eol_;
      text_ += blanks + "one # two" + eol_ + (chance(30) ? eol_ : "") + blanks + " three: x" + eol_;
    } else if (choice == 6) {
      text_ += " one" + eol_ + std::string(column + 2, ' ') + "two";
      end_line();
    } else {
      const std::string value = chance(50) ? flow(2, column) : scalar(false);
      text_ += (value.empty() ? "" : " ") + value;
      end_line();
    }
  }
  void write_block_map(std::size_t column, int depth, bool is_first_in_line) {
    const std::size_t count = 1 + below(4);
    for (std::size_t k = 0; k < count; ++k) {
      if (k > 0 || !is_first_in_line) {
        write_between(column);
        text_ += std::string(column, ' ');
      }
      text_ += key() + ':' + std::string(chance(20) ? 2 : 0, ' ');
      write_value(column, depth);
    }
  }
  void write_block_list(std::size_t column, int depth) {
    const std::size_t count = 1 + below(3);
    for (std::size_t k = 0; k < count; ++k) {
      write_between(column);
      text_ += std::string(column, ' ') + '-';
      if (depth > 0 && chance(30)) {
        text_ += ' ';
        write_block_map(column + 2, depth - 1, true);
      } else {
        write_value(column, 0);
      }
    }
  }

  std::string text_, eol_;
  int comments_ = 0, keys_ = 0;
};

/// The numbered comments of a text: the line of each, and whether it is alone on its line.
struct Comment {
  int line = 0;
  std::size_t column = 0;
  bool is_alone = false;
  bool is_behind_bracket = false;  ///< in a line that begins with a closing bracket
};
std::map<std::string, Comment> find_comments(const std::string& text) {
  std::map<std::string, Comment> comments;
  std::istringstream stream(text);
  std::string line;
  for (int number = 1; std::getline(stream, line); ++number) {
    const std::size_t sign = line.find("# c");
    if (sign == std::string::npos) continue;
    const std::size_t end = line.find(' ', sign + 2);
    const std::size_t first = line.find_first_not_of(' ');
    comments[line.substr(sign, end - sign)] = {number, sign, first == sign,
                                               line[first] == '}' || line[first] == ']'};
  }
  return comments;
}

int last_line_of(const SourceNode& node) {
  int last = node.place_at(node.text().size()).line;
  for (const SourceNode::Entry& entry : node.peek_entries()) {
    last = std::max({last, entry.key_place.line, last_line_of(entry.value)});
  }
  return last;
}

/// Lines of an entry, from 1, comments within and above it included.
std::pair<int, int> lines_of(const SourceNode& root, const Indices& walked) {
  const SourceNode* holder = &root;
  for (std::size_t k = 0; k + 1 < walked.size(); ++k) {
    holder = &holder->peek_entries()[walked[k]].value;
  }
  const SourceNode::Entry& entry = holder->peek_entries()[walked.back()];
  int first = holder->is_map() ? entry.key_place.line : entry.value.place().line;
  const SourceFile& file = *root.place().source;
  const auto has_dash = [&](int line) {
    const std::string_view text = file.line(line);
    const std::size_t sign = text.find_first_not_of(" -");
    return text.substr(0, sign).find('-') != std::string_view::npos;
  };
  // A block's item may begin below its dash.
  const bool is_block = holder->is_list() && has_dash(holder->place().line);
  while (is_block && first > holder->place().line && !has_dash(first)) --first;
  return {first, std::max(first, last_line_of(entry.value))};
}

std::string new_value() {
  return *rc::gen::element<std::string>(
      "3 kg", "max(a, b)", "if(x[0] < 1, {, })", "[1, 2]", "{a: 1, b: [x, 'y, z']}", "# no comment",
      "'quoted, text'", "- 5", "a: b", "null", "", "*x", "größe", "x:", "? y", "%a",
      "a: 1  # one\nb:\n  - 2\n  - c: |\n      text\n\n      more\n", "- 1\n- {x: y}\n");
}

/// The value of a new text, read separately.
Tree tree_of_value(const std::string& value) {
  if (value.find('\n') != std::string::npos || value.find_first_of("[{'") == 0) {
    return tree_of(read_or_fail(value));
  }
  return {value.empty() ? SourceNode::Kind::empty : SourceNode::Kind::scalar, value, {}};
}

struct Outcome {
  Tree requested;
  TextChange change;
  /// Comments in these lines may be removed; 0: none.
  int first_line = 0, last_line = 0;
  bool is_refused = false;
  bool is_merge_uncovered = false;
};

/// One random edit, and its intended result.
Outcome edit_once(Editor& editor) {
  const SourceNode root = read_or_fail(editor.text());
  Tree tree = tree_of(root);
  std::vector<Indices> ways;
  list_ways(tree, {}, ways);
  const Indices walked = ways[below(ways.size())];
  const Indices above(walked.begin(), walked.end() - 1);
  const std::string path = name_of(tree, walked), parent = name_of(tree, above);
  Outcome outcome;
  outcome.requested = tree;
  std::string what;
  Tree& holder = at(outcome.requested, above);
  const auto lose_lines = [&] {
    std::tie(outcome.first_line, outcome.last_line) = lines_of(root, walked);
  };
  try {
    switch (below(5)) {
      case 0: {
        const std::string value = new_value();
        at(outcome.requested, walked) = tree_of_value(value);
        lose_lines();
        what = "set to " + value;
        outcome.change = editor.set(path, value);
        break;
      }
      case 1: {
        const std::string value = new_value();
        const std::size_t index = below(holder.entries.size() + 1);
        const std::string key =
            holder.is_list() ? "" : *rc::gen::element<std::string>("new", "a b", "x: y", "[z]");
        if (holder.is_map() && std::any_of(holder.entries.begin(), holder.entries.end(),
                                           [&](const auto& e) { return e.first == key; })) {
          outcome.is_refused = true;
          break;
        }
        holder.entries.insert(holder.entries.begin() + static_cast<std::ptrdiff_t>(index),
                              {key, tree_of_value(value)});
        what = "add at " + std::to_string(index) + ' ' + key + ": " + value;
        outcome.change = editor.add(parent, key, value, Position::at(index));
        break;
      }
      case 2:
        if (above.empty() && holder.entries.size() == 1) break;
        holder.entries.erase(holder.entries.begin() + static_cast<std::ptrdiff_t>(walked.back()));
        lose_lines();
        what = "remove";
        outcome.change = editor.remove(path);
        break;
      case 3:
        if (!holder.is_map()) break;
        holder.entries[walked.back()].first = "renamed " + std::to_string(below(1000000));
        outcome.change = editor.rename(path, holder.entries[walked.back()].first);
        break;
      default: {
        const std::size_t index = below(holder.entries.size());
        const auto entry = holder.entries[walked.back()];
        holder.entries.erase(holder.entries.begin() + static_cast<std::ptrdiff_t>(walked.back()));
        holder.entries.insert(holder.entries.begin() + static_cast<std::ptrdiff_t>(index), entry);
        what = "move to " + std::to_string(index);
        outcome.change = editor.move(path, parent, Position::at(index));
      }
    }
  } catch (const InputError& e) {
    const std::string why = e.what();
    outcome.is_refused = true;
    outcome.requested = tree;
    const auto says = [&](const char* words) { return why.find(words) != std::string::npos; };
    const bool is_fair = says("cannot be moved into brackets") || says("comes from") ||
                         says("refers to the text here") || says("is an alias") ||
                         says("is defined before this alias");
    // A block whose last line has no end cannot be moved before another line.
    const bool is_open_end = what.starts_with("move") && !editor.text().ends_with('\n') &&
                             says("without changing other lines");
    if (!is_fair && !is_open_end) RC_FAIL(why + path + ": " + what + "\n" + editor.text());
  }
  outcome.is_merge_uncovered = !what.starts_with("set") && !what.starts_with("add") &&
                               editor.text().find("<<") != std::string::npos;
  if (outcome.is_refused) outcome.requested = tree;
  return outcome;
}

void check_comments(const std::string& before, const std::string& after, const Outcome& outcome) {
  const auto left = find_comments(after), there = find_comments(before);
  std::set<int> lost_above;  // lines of comments directly above the entry
  for (int line = outcome.first_line - 1; line > 0; --line) {
    const bool is_comment = std::any_of(there.begin(), there.end(), [&](const auto& c) {
      return c.second.line == line && c.second.is_alone;
    });
    if (!is_comment) break;
    lost_above.insert(line);
  }
  for (const auto& [name, comment] : there) {
    if (left.contains(name)) continue;
    const bool is_within = comment.line >= outcome.first_line && comment.line <= outcome.last_line;
    // Comments below the entry that are indented deeper belong to it.
    const bool is_below = (comment.is_alone || comment.is_behind_bracket) &&
                          outcome.last_line > 0 && comment.line > outcome.last_line;
    if (!is_within && !lost_above.contains(comment.line) && !is_below) {
      RC_FAIL("lost: " + name + "\n" + before + "\n=>\n" + after);
    }
  }
}

void sort_keys(Tree& tree) {
  if (tree.is_map()) {
    std::sort(tree.entries.begin(), tree.entries.end(),
              [](const auto& a, const auto& b) { return a.first < b.first; });
  }
  for (auto& [key, value] : tree.entries) sort_keys(value);
}

void check_edits(const std::string& text) {
  Editor editor(text, "m.yaml", &builtin_catalogue());
  std::vector<TextChange> done;
  const std::size_t count = 1 + below(6);
  for (std::size_t k = 0; k < count; ++k) {
    const std::string before = editor.text();
    const Outcome outcome = edit_once(editor);
    // All aliases of an anchor change, too, and are reported; a removed key may reappear from a
    // merge.
    const bool is_shared = !editor.notes().empty() || outcome.is_merge_uncovered;
    Tree now = tree_of(read_or_fail(editor.text())), requested = outcome.requested;
    if ((before + editor.text()).find("<<") != std::string::npos) {
      // Merged keys follow the map's own keys; a change within an alias makes it a merge.
      sort_keys(now);
      sort_keys(requested);
    }
    if (!is_shared && now != requested) {
      RC_FAIL("not what was wanted:\n" + before + "\n=>\n" + editor.text());
    }
    RC_ASSERT(apply_change(before, outcome.change) == editor.text());
    check_comments(before, editor.text(), outcome);
    done.push_back(outcome.change);
  }
  for (auto change = done.rbegin(); change != done.rend(); ++change) {
    editor.apply(invert_change(*change));
  }
  RC_ASSERT(editor.text() == text);
}

TEST(EditorProperty, EditsOfTheExamplesChangeNothingElse) {
  std::vector<std::string> texts;
  for (const auto& entry : std::filesystem::directory_iterator(HOLON_SOURCE_DIR "/examples")) {
    if (entry.path().extension() != ".yaml") continue;
    std::ostringstream text;
    text << std::ifstream(entry.path()).rdbuf();
    texts.push_back(std::move(text).str());
  }
  ASSERT_GE(texts.size(), 10u);
  std::sort(texts.begin(), texts.end());
  EXPECT_TRUE(rc::check([&] { check_edits(texts[below(texts.size())]); }));
}

TEST(EditorProperty, EditsOfMadeUpTextsChangeNothingElse) {
  EXPECT_TRUE(rc::check([] { check_edits(Writer().write()); }));
}

}  // namespace
}  // namespace holon
