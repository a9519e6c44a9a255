// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace holon::app {

/// A page of the documentation that `holon help` shows.
struct HelpTopic {
  std::string name;       ///< "model", "formulas", "gears"
  std::string content;    ///< one line for lists
  std::string_view page;  ///< Markdown; empty: the list of the topics
};
const std::vector<HelpTopic>& help_topics();

/// The headings of a page below its title, in order.
std::vector<std::string> list_sections(const HelpTopic& topic);
/// The page as text for the terminal, or of its sections those whose headings hold `section` (in
/// any case of letters); empty where none does.
std::string render_topic(const HelpTopic& topic, const std::string& section);

}  // namespace holon::app
