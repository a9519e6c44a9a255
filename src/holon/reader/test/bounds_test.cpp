// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0

// The size of a model is bounded, and refused before memory or time is spent; and no line of a file
// that is not a model appears in a message.

#include <gtest/gtest.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <thread>

#include "holon/base/read_file.h"
#include "holon/catalogue/builtin.h"
#include "holon/reader/load.h"

namespace holon {
namespace {

namespace fs = std::filesystem;

/// A folder of its own, removed after the test.
class Bounds : public testing::Test {
 protected:
  Bounds() {
    folder_ = fs::temp_directory_path() / ("holon_bounds_" + std::to_string(getpid()));
    fs::create_directories(folder_);
  }
  ~Bounds() override { fs::remove_all(folder_); }

  std::string at(const std::string& name) const { return (folder_ / name).string(); }
  std::string write(const std::string& name, const std::string& text) const {
    std::ofstream(at(name), std::ios::binary) << text;
    return at(name);
  }
  /// The messages about a model, with source lines.
  static std::string messages(const std::string& path) {
    Diagnostics diagnostics;
    load_model(path, builtin_catalogue(), {}, diagnostics);
    EXPECT_TRUE(diagnostics.has_errors());
    return diagnostics.to_string();
  }
  std::string messages_of_part(const std::string& type) const {
    return messages(write("model.yaml", "holon: 1\nparts:\n  a: {type: " + type + "}\n"));
  }

 private:
  fs::path folder_;
};

#define EXPECT_HAS(text, part) EXPECT_NE((text).find(part), std::string::npos) << (text)
#define EXPECT_HAS_NOT(text, part) EXPECT_EQ((text).find(part), std::string::npos) << (text)

TEST_F(Bounds, PartsAreRegularFiles) {
  EXPECT_HAS(messages_of_part("/dev/zero"), "cannot read '/dev/zero': it is a device, not a file");
  ASSERT_EQ(mkfifo(at("fifo.yaml").c_str(), 0600), 0);
  EXPECT_HAS(messages_of_part("./fifo.yaml"), "it is a pipe, not a file");
}

TEST_F(Bounds, DataAndMeshesAreRegularFiles) {
  ASSERT_EQ(mkfifo(at("u.csv").c_str(), 0600), 0);
  const std::string text = messages(write(
      "model.yaml", "holon: 1\ninputs: {u: u.csv}\nparts: {a: {type: PointMass, mass: 1}}\n"));
  EXPECT_HAS(text, "'u.csv' is a pipe, not a file");
}

TEST_F(Bounds, TheModelOfTheCommandLineMayBeAPipe) {
  ASSERT_EQ(mkfifo(at("pipe").c_str(), 0600), 0);
  std::thread writer([&] {
    std::ofstream(at("pipe")) << "holon: 1\nparts: {a: {type: PointMass, mass: 1 kg}}\n";
  });
  Diagnostics diagnostics;
  const Model model = load_model(at("pipe"), builtin_catalogue(), {}, diagnostics);
  writer.join();
  EXPECT_EQ(diagnostics.to_string(), "");
  EXPECT_EQ(model.parts().size(), 1u);
}

TEST_F(Bounds, LinesOfAFileThatIsNoModelAreNotShown) {
  write("shadow", "root:$y$secret:19000:0:99999:7:::\ndaemon:*:19000:0:99999:7:::\n");
  const std::string part = messages_of_part("./shadow");
  EXPECT_HAS(part, "it is not a model, which begins with 'holon: 1'");
  EXPECT_HAS_NOT(part, "secret");
  EXPECT_HAS_NOT(part, "daemon");
  write("shadow.csv", "t;secret\n0;root:$y$secret:19000\n");
  const std::string data = messages(write(
      "model.yaml", "holon: 1\ninputs: {u: shadow.csv}\nparts: {a: {type: PointMass, mass: 1}}\n"));
  EXPECT_HAS(data, "shadow.csv:2: the content of column 2 is not a number");
  EXPECT_HAS_NOT(data, "root");
}

TEST_F(Bounds, FilesThatAreTooLargeAreNotRead) {
  write("part.yaml", "holon: 1\n");
  fs::resize_file(at("part.yaml"), std::uintmax_t{1} << 40);  // sparse: takes no disk space
  EXPECT_HAS(messages_of_part("./part.yaml"), "it has more than 16 MB");
  EXPECT_HAS(messages(at("part.yaml")), "it has more than 16 MB");
}

TEST_F(Bounds, ValuesOfAFileAreCountedWhileItIsRead) {
  std::string list = "holon: 1\nparameters: {a: [";
  for (int k = 0; k < 1'000'000; ++k) list += "0,";
  const std::string text = messages(write("list.yaml", list + "0]}\n"));
  EXPECT_HAS(text, "the file holds more than 1000000 values");
  EXPECT_HAS(text, "into a CSV file");
}

TEST_F(Bounds, KeysThatStandTwiceAreCounted) {
  std::string keys = "holon: 1\n";
  for (int k = 0; k < 100'000; ++k) keys += "title: x\n";
  const std::string text = messages(write("keys.yaml", keys));
  EXPECT_HAS(text, "99979 more keys of this map occur twice");
}

TEST_F(Bounds, ColumnsOfAFileAreFew) {
  std::string heading = "t", row = "0";
  for (int k = 0; k < 100'000; ++k) {
    heading += ",c" + std::to_string(k);
    row += ",0";
  }
  write("wide.csv", heading + "\n" + row + "\n");
  const std::string text = messages(write(
      "model.yaml", "holon: 1\ninputs: {u: wide.csv}\nparts: {a: {type: PointMass, mass: 1}}\n"));
  EXPECT_HAS(text, "100001 columns, of which there may be at most 10000");
}

TEST_F(Bounds, PartsAreCountedBeforeMemoryIsTaken) {
  rusage before{};
  getrusage(RUSAGE_SELF, &before);
  const std::string text = messages(write("cube.yaml", R"yaml(holon: 1
parts:
  a:
    repeat: 1000
    parts:
      b:
        repeat: 1000
        parts:
          c: {type: PointMass, repeat: 1000, mass: 1 kg}
)yaml"));
  // The first b has one part of its own and 1000 of c; a has one before it.
  EXPECT_HAS(text,
             "7:17: error: parts/a.b: there are 1001001 parts up to this one; a model can have at "
             "most 200000");
  rusage after{};
  getrusage(RUSAGE_SELF, &after);
  EXPECT_LT(after.ru_maxrss - before.ru_maxrss, 50'000) << "kB";  // a thousand parts and the reader
}

}  // namespace
}  // namespace holon
