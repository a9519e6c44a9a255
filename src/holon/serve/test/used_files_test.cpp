// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0

// The files that a copy of a model takes along.
#include "holon/serve/document/used_files.h"

#include <gtest/gtest.h>

#include <fstream>
#include <sstream>

#include "holon/serve/wire/wire_json.h"

namespace holon::serve {
namespace {

namespace fs = std::filesystem;

constexpr const char* kUser = R"(holon: 1
parts:
  arm: {type: "arm.yaml#boom"}
  soil: {type: Table, file: data/soil.csv}
)";

class UsedFilesTest : public testing::Test {
 protected:
  void SetUp() override {
    root_ = fs::canonical(testing::TempDir()) /
            (std::string("holon_used_") +
             testing::UnitTest::GetInstance()->current_test_info()->name());
    fs::remove_all(root_);
    for (const char* folder : {"from/data", "served", "outside"})
      fs::create_directories(root_ / folder);
    write("from/user.yaml", kUser);
    write("from/arm.yaml", "holon: 1\nparts: {boom: {parts: {}}}\n");
    write("from/data/soil.csv", "1,2\n");
  }
  void TearDown() override { fs::remove_all(root_); }
  void write(const std::string& name, const std::string& text) const {
    std::ofstream(root_ / name) << text;
  }
  std::string read(const std::string& name) const {
    std::ostringstream text;
    text << std::ifstream(root_ / name).rdbuf();
    return text.str();
  }
  void copy(const std::string& as) const {
    copy_used_files(root_ / "from/user.yaml", kUser, root_ / "served" / as, root_ / "served");
  }

  fs::path root_;
};

TEST_F(UsedFilesTest, FilesAreFoundAlsoByOneOfTheirParts) {
  EXPECT_EQ(list_used_files(root_ / "from/user.yaml", kUser),
            (std::vector<fs::path>{root_ / "from/arm.yaml", root_ / "from/data/soil.csv"}));
}

TEST_F(UsedFilesTest, TheyAreCopiedBesideTheModel) {
  copy("mine.yaml");
  EXPECT_EQ(read("served/arm.yaml"), read("from/arm.yaml"));
  EXPECT_EQ(read("served/data/soil.csv"), "1,2\n");
}

TEST_F(UsedFilesTest, FilesOutsideTheFolderAreNamed) {
  write("outside/soil.csv", "1,2\n");
  const fs::path user = root_ / "from/user.yaml";
  const auto model_with = [](const std::string& file) {
    return "holon: 1\nparts:\n  soil: {type: Table, file: " + file + "}\n";
  };
  EXPECT_EQ(find_outside_file(user, kUser), "");
  EXPECT_EQ(find_outside_file(user, model_with("../outside/soil.csv")), "../outside/soil.csv");
  const std::string whole = (root_ / "outside/soil.csv").string();
  EXPECT_EQ(find_outside_file(user, model_with(whole)), whole);
  EXPECT_EQ(find_outside_file(user, model_with("../outside/none.csv")), "");
  // Also where a model that it uses names one.
  write("from/arm.yaml", model_with("../outside/soil.csv"));
  EXPECT_EQ(find_outside_file(user, kUser), "../outside/soil.csv");
}

TEST_F(UsedFilesTest, NoneIsWrittenThroughALinkThatLeadsOut) {
  fs::create_directory_symlink(root_ / "outside", root_ / "served/data");
  EXPECT_THROW(copy("mine.yaml"), RequestFault);
  EXPECT_TRUE(fs::is_empty(root_ / "outside"));
  EXPECT_FALSE(fs::exists(root_ / "served/arm.yaml"));
}

TEST_F(UsedFilesTest, ACopyHasNotTheNameOfAFileThatItUses) {
  EXPECT_THROW(copy("arm.yaml"), RequestFault);
  EXPECT_TRUE(fs::is_empty(root_ / "served"));
}

TEST_F(UsedFilesTest, AnotherFileOfThatNameStays) {
  write("served/arm.yaml", "mine\n");
  EXPECT_THROW(copy("mine.yaml"), RequestFault);
  EXPECT_EQ(read("served/arm.yaml"), "mine\n");
}

}  // namespace
}  // namespace holon::serve
