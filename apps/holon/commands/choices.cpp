// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#include "holon/commands/commands.h"

namespace holon::app {

const std::vector<std::string>& csv_forms() {
  static const std::vector<std::string> names{"names", "units"};
  return names;
}
const std::vector<std::string>& mat_forms() {
  static const std::vector<std::string> names{"dymola", "plain"};
  return names;
}
const std::vector<std::string>& equation_formats() {
  static const std::vector<std::string> names{"text", "latex", "mathml", "matlab", "c"};
  return names;
}
const std::vector<std::string>& linear_formats() {
  static const std::vector<std::string> names{"text", "latex", "mathml", "matlab"};
  return names;
}
const std::vector<std::string>& export_formats() {
  static const std::vector<std::string> names{"gltf", "svg",     "matlab", "c",
                                              "kml",  "geojson", "nmea"};
  return names;
}
bool is_track_format(const std::string& format) {
  return format == "kml" || format == "geojson" || format == "nmea";
}
const std::vector<std::string>& export_drawings() {
  static const std::vector<std::string> names{"diagram", "bonds", "blocks", "sparsity"};
  return names;
}

}  // namespace holon::app
