// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <string_view>
#include <vector>

#include "holon/model/describe/source.h"
#include "holon/reader/text_index.h"

namespace holon::detail {

enum class ScalarStyle { plain, single_quoted, double_quoted, block };

/// The location in the file of each byte of a scalar's text, and of its end: for texts that are not
/// verbatim, because of escapes, several lines or a block. The scalar occupies bytes [begin, end)
/// of the file, including quotation marks.
std::shared_ptr<const std::vector<SourceNode::Position>> find_positions(const TextIndex& index,
                                                                        std::size_t begin,
                                                                        std::size_t end,
                                                                        ScalarStyle style,
                                                                        std::string_view text);

}  // namespace holon::detail
