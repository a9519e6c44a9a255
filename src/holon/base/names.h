// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <initializer_list>
#include <string>
#include <string_view>
#include <vector>

namespace holon {

/// Number of insertions, deletions, substitutions and swaps of neighbours that turn `a` into `b`
/// (optimal string alignment), on bytes.
int edit_distance(std::string_view a, std::string_view b);

/// The dissimilarity of two names, for suggestions: the edit distance, reduced for differences in
/// case, `_`, `-` and space, for abbreviations ("com" for "center_of_mass", "vel" for "velocity")
/// and for a missing prefix ("angle" for "boom.angle"); dotted names are compared segment by
/// segment. Negative if the names are too different.
double name_distance(std::string_view name, std::string_view candidate);

/// The candidate that is most similar to `name`, or "" if none is similar. The first of equally
/// similar ones.
std::string find_nearest(std::string_view name, const std::vector<std::string>& candidates);
std::string find_nearest(std::string_view name, const std::vector<std::string_view>& candidates);
std::string find_nearest(std::string_view name, std::initializer_list<std::string_view> candidates);

/// "did you mean 'bore'?", or "" if no candidate is similar.
std::string did_you_mean(std::string_view name, const std::vector<std::string>& candidates);
std::string did_you_mean(std::string_view name, const std::vector<std::string_view>& candidates);
std::string did_you_mean(std::string_view name, std::initializer_list<std::string_view> candidates);

/// "'a'", "'a' or 'b'", "'a', 'b' or 'c'"; after `limit` names "… (N more)".
std::string quote_list(const std::vector<std::string>& names, std::string_view conjunction = "or",
                       std::size_t limit = 12);

/// "1 part", "3 parts".
std::string counted(std::size_t number, std::string_view noun);

}  // namespace holon
