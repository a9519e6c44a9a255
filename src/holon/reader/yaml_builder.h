// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "holon/base/errors.h"
#include "holon/model/describe/source.h"
#include "holon/reader/text_index.h"
#include "holon/reader/yaml_parser.h"
#include "holon/reader/yaml_problem.h"

namespace holon::detail {

/// Builds a tree from libyaml's events.
class YamlBuilder {
 public:
  YamlBuilder(const TextIndex& index, std::string_view text, Diagnostics& diagnostics);

  SourceNode build();
  /// The reason if the text could not be parsed to its end.
  const std::optional<YamlProblem>& problem() const { return problem_; }
  /// Its location.
  const YamlSurroundings& surroundings() const { return surroundings_; }
  /// False if the tree is incomplete.
  bool is_complete() const { return is_complete_; }

 private:
  /// A key with its value, or an item, before the pieces of split formulas are joined.
  struct Piece {
    std::string key;
    Place key_place;
    SourceNode value;
    std::size_t key_begin = 0, key_end = 0;  ///< bytes; of the value if there is no key
    std::size_t begin = 0, end = 0;          ///< bytes of the value
    bool is_plain_key = false;
    bool is_plain = false;  ///< the value is a scalar without quotes
    bool is_merge = false;
  };
  struct Anchor {
    SourceNode node;
    std::size_t size = 0;
    Place place;
    bool is_used = false;
  };

  bool advance();
  SourceNode take_node(int depth, Piece& piece);
  SourceNode take_scalar(Piece& piece);
  SourceNode take_alias();
  SourceNode take_list(int depth);
  SourceNode take_map(int depth);
  bool take_key(Piece& piece);
  Mark mark_of_bracket() const;
  void skip_node();
  void check_tag(const yaml_char_t* tag);
  void begin_anchor(const yaml_char_t* name, std::string& held);
  void end_anchor(const std::string& name, const SourceNode& node, const Place& place);

  void join_cut_formulas(std::vector<Piece>& pieces, bool is_map);
  void explain_missing_space(const Piece& piece);
  SourceNode make_map(std::vector<Piece> pieces, const Place& place);
  void merge(SourceNode& map, const Piece& piece);
  void merge_entries(SourceNode& map, const SourceNode& from, const Place& place);
  void note_comment(const Piece& piece);

  std::size_t byte(const yaml_mark_t& mark) const { return index_.byte(mark.line, mark.column); }
  Place place(const yaml_mark_t& mark) const { return index_.place(mark.line, mark.column); }

  const TextIndex& index_;
  Diagnostics& diagnostics_;
  YamlEvents events_;
  std::map<std::string, Anchor, std::less<>> anchors_;
  std::vector<std::string> open_anchors_;  // whose values are being built
  std::optional<YamlProblem> problem_;
  YamlSurroundings surroundings_;
  std::size_t copied_ = 0;
  std::size_t values_ = 0;
  bool is_complete_ = true;
  bool gave_up_ = false;
};

}  // namespace holon::detail
