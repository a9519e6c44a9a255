// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#include <mujoco/mujoco.h>

#include <algorithm>
#include <cstdio>
#include <cstring>

#include "peers.h"

namespace holon::bench {

namespace {

void write_body(const Tree& tree, const std::vector<std::vector<int>>& children, int body,
                std::string& xml) {
  static const char* const axes[] = {"1 0 0", "0 1 0", "0 0 1"};
  xml += tree.parent[static_cast<std::size_t>(body)] < 0 ? "<body>" : "<body pos='1 0 0'>";
  xml += "<inertial pos='0.5 0 0' mass='1' diaginertia='" + std::to_string(kInertiaLong) + " " +
         std::to_string(kInertiaAcross) + " " + std::to_string(kInertiaAcross) +
         "'/><joint type='hinge' axis='" + axes[body % 3] + "'/>";
  for (int child : children[static_cast<std::size_t>(body)]) write_body(tree, children, child, xml);
  xml += "</body>";
}

std::string write_xml(const Tree& tree) {
  std::vector<std::vector<int>> children(tree.parent.size());
  for (int i = 1; i < tree.size(); ++i) {
    children[static_cast<std::size_t>(tree.parent[static_cast<std::size_t>(i)])].push_back(i);
  }
  // Joints keep the order of the file, which is depth first; names give them back.
  std::string xml =
      "<mujoco><compiler angle='radian'/>"
      "<option gravity='0 0 -9.80665'><flag constraint='disable' equality='disable'"
      " frictionloss='disable' limit='disable' contact='disable' passive='disable'"
      " clampctrl='disable' warmstart='disable' actuation='disable' sensor='disable'/></option>"
      "<worldbody>";
  write_body(tree, children, 0, xml);
  return xml + "</worldbody></mujoco>";
}

/// The tree's bodies in the order of the file.
void list_depth_first(const Tree& tree, int body, std::vector<int>& order) {
  order.push_back(body);
  for (int i = body + 1; i < tree.size(); ++i) {
    if (tree.parent[static_cast<std::size_t>(i)] == body) list_depth_first(tree, i, order);
  }
}

class Mujoco : public Peer {
 public:
  Mujoco(const Tree& tree, mjModel* model) : model_(model), data_(mj_makeData(model)) {
    list_depth_first(tree, 0, order_);
    // Text has few digits: the exact inertias go in behind it.
    for (int b = 1; b < model_->nbody; ++b) {
      model_->body_inertia[3 * b] = kInertiaLong;
      model_->body_inertia[3 * b + 1] = kInertiaAcross;
      model_->body_inertia[3 * b + 2] = kInertiaAcross;
    }
  }
  ~Mujoco() override {
    mj_deleteData(data_);
    mj_deleteModel(model_);
  }

  void set_state(const std::vector<double>& angle, const std::vector<double>& rate) override {
    for (std::size_t k = 0; k < order_.size(); ++k) {
      data_->qpos[k] = angle[static_cast<std::size_t>(order_[k])];
      data_->qvel[k] = rate[static_cast<std::size_t>(order_[k])];
    }
  }
  void calc() override { mj_forward(model_, data_); }
  std::vector<double> accelerations() const override {
    std::vector<double> a(order_.size());
    for (std::size_t k = 0; k < order_.size(); ++k)
      a[static_cast<std::size_t>(order_[k])] = data_->qacc[k];
    return a;
  }

 private:
  mjModel* model_;
  mjData* data_;
  std::vector<int> order_;
};

}  // namespace

std::string mujoco_version() { return "MuJoCo " + std::to_string(mj_version()); }

std::unique_ptr<Peer> make_mujoco(const Tree& tree) {
  const std::string xml = write_xml(tree);
  auto vfs = std::make_unique<mjVFS>();
  mj_defaultVFS(vfs.get());
  if (mj_makeEmptyFileVFS(vfs.get(), "tree.xml", static_cast<int>(xml.size())) != 0) return nullptr;
  std::memcpy(vfs->filedata[mj_findFileVFS(vfs.get(), "tree.xml")], xml.data(), xml.size());
  char error[1000] = "";
  mjModel* model = mj_loadXML("tree.xml", vfs.get(), error, sizeof error);
  mj_deleteVFS(vfs.get());
  if (!model) std::fprintf(stderr, "MuJoCo refuses the model: %s\n", error);
  return model ? std::make_unique<Mujoco>(tree, model) : nullptr;
}

}  // namespace holon::bench
