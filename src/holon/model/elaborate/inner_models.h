// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <map>
#include <memory>
#include <string>
#include <vector>

#include "holon/model/elaborate/elaborate.h"

namespace holon::detail {

/// The models inside the parts of a source, made from that source itself or from other files.
///
/// Of the source, a model inside has no outputs, plots, cameras and conditions of the run, none of
/// the parts with models inside, and none of the sampled parts that name those: a controller that
/// acts on an estimate. What formulas of other parts say of them are numbers that the outer model
/// supplies (InnerModel::known_parameters), as are the outputs of the sampled parts that remain.
class InnerModels final : public ModelLoader {
 public:
  InnerModels(std::shared_ptr<const SourceNode> root, const Catalogue& catalogue,
              ElaborateOptions options);

  std::shared_ptr<const InnerModel> load(const ModelRequest& request,
                                         Diagnostics& diagnostics) override;
  /// Forgets how to read files: whoever knows it has done its work.
  void finish() { options_.load_file = {}; }

 private:
  std::shared_ptr<SourceNode> make_source(const ModelRequest& request,
                                          std::vector<std::string>& known, std::string& driving,
                                          Diagnostics& diagnostics) const;
  std::shared_ptr<const InnerModel> make(const ModelRequest& request, Diagnostics& diagnostics);

  std::shared_ptr<const SourceNode> root_;
  const Catalogue& catalogue_;
  ElaborateOptions options_;
  std::map<std::string, std::shared_ptr<const InnerModel>> made_;  // by request
};

}  // namespace holon::detail
