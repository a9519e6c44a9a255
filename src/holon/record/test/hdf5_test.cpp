// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include "holon/base/errors.h"
#include "holon/record/hdf5_support.h"
#include "holon/record/hdf5_writer.h"
#include "holon/record/open_results.h"
#include "holon/record/test/recorded_run.h"

namespace holon {
namespace {

class Hdf5 : public FileTest {
 protected:
  void write_pendulum() const {
    Hdf5Writer writer(at("a.h5"), pendulum_provenance());
    writer.begin(pendulum_columns());
    write_rows(writer, pendulum_columns().size(), 0, 3);
    writer.end();
  }
  std::string dump(const std::string& options) const {
    return output_of("h5dump " + options + " '" + at("a.h5").string() + "' 2>&1");
  }
};

TEST_F(Hdf5, HasAGroupForEachPieceOfAPathAndVectorsAsRows) {
  write_pendulum();
  const hdf5::Session session;
  const hdf5::Id file(H5Fopen(at("a.h5").c_str(), H5F_ACC_RDONLY, H5P_DEFAULT), H5Fclose);
  for (const auto& [path, width] : std::initializer_list<std::pair<const char*, hsize_t>>{
           {"/time", 0},
           {"/pin/angle", 0},
           {"/link/position", 3},
           {"/link[3]/tip/orientation", 4},
           {"/pin/reaction/value", 0},  // because pin.reaction.force exists as well
           {"/pin/reaction/force", 0},
           {"/link/com/position", 3},  // a link to /link/position
           {"/swing", 0}}) {
    const hdf5::Id dataset(H5Dopen2(file, path, H5P_DEFAULT), H5Dclose);
    const hdf5::Id space(H5Dget_space(dataset), H5Sclose);
    hsize_t extent[2] = {0, 0};
    EXPECT_EQ(H5Sget_simple_extent_dims(space, extent, nullptr), width == 0 ? 1 : 2) << path;
    EXPECT_EQ(extent[0], 3u) << path;
    EXPECT_EQ(extent[1], width) << path;
  }
}

TEST_F(Hdf5, ShowsUnitsLinksAndParametersToOtherPrograms) {
  if (!has_command("h5dump")) GTEST_SKIP() << "there is no h5dump";
  write_pendulum();
  const std::string angle = dump("-d /pin/angle");
  EXPECT_TRUE(has(angle, "\"rad\"")) << angle;
  EXPECT_TRUE(has(angle, "of the child about the axis")) << angle;
  const std::string alias = dump("-l /link/com/position");
  EXPECT_TRUE(has(alias, "LINKTARGET \"/link/position\"")) << alias;
  const std::string parameter = dump("-d /parameters/arm.L");
  EXPECT_TRUE(has(parameter, "0.75")) << parameter;
  EXPECT_TRUE(has(parameter, "\"m\"")) << parameter;
  const std::string seed = dump("-a /seed");
  EXPECT_TRUE(has(seed, "42")) << seed;
}

TEST_F(Hdf5, IsReadByOctave) {
  if (!has_command("octave-cli")) GTEST_SKIP() << "there is no octave-cli";
  write_pendulum();
  const std::string text =
      output_of("octave-cli --no-gui -q --eval \"s = load('" + at("a.h5").string() +
                "'); printf('%.17g %.17g', s.pin.angle(3), s.time(2))\" 2>/dev/null");
  char expected[80];
  std::snprintf(expected, sizeof expected, "%.17g %.17g", recorded(2, 1), recorded(1, 0));
  EXPECT_EQ(text, expected);
}

TEST_F(Hdf5, OfAnotherProgramIsReadByItsPaths) {
  {
    const hdf5::Session session;
    const hdf5::Id file(H5Fcreate(at("b.h5").c_str(), H5F_ACC_TRUNC, H5P_DEFAULT, H5P_DEFAULT),
                        H5Fclose);
    const hdf5::Id group(H5Gcreate2(file, "a", H5P_DEFAULT, H5P_DEFAULT, H5P_DEFAULT), H5Gclose);
    const hsize_t extent = 2;
    const hdf5::Id space(H5Screate_simple(1, &extent, nullptr), H5Sclose);
    const auto write = [&](const char* path, const double* values) {
      const hdf5::Id dataset(
          H5Dcreate2(file, path, H5T_NATIVE_DOUBLE, space, H5P_DEFAULT, H5P_DEFAULT, H5P_DEFAULT),
          H5Dclose);
      hdf5::check(H5Dwrite(dataset, H5T_NATIVE_DOUBLE, H5S_ALL, H5S_ALL, H5P_DEFAULT, values));
    };
    const double times[] = {0, 1}, values[] = {5, 6};
    write("/a/x", values);
    write("/time", times);
  }
  const Results results = read_results(at("b.h5"));
  ASSERT_EQ(results.columns().size(), 2u);
  EXPECT_EQ(results.columns()[0].name, "time");
  EXPECT_EQ(results.values("a.x"), (std::vector<double>{5, 6}));
}

TEST_F(Hdf5, ThatIsNoneIsRefused) {
  std::ofstream(at("c.h5")) << "time,x\n0,1\n";
  try {
    open_results(at("c.h5"));
    FAIL();
  } catch (const InputError& e) {
    EXPECT_TRUE(has(e.what(), "file signature not found")) << e.what();
  }
}

TEST_F(Hdf5, HoldsThousandsOfColumnsAndALongModel) {
  std::vector<Column> columns{{"time", dimensions::kTime, ""}};
  for (int i = 0; i < 3000; ++i)
    columns.push_back({"part[" + std::to_string(i) + "].value", dimensions::kLength, ""});
  Provenance provenance;
  provenance.model_text = std::string(500'000, '#');
  {
    Hdf5Writer writer(at("a.h5"), provenance);
    writer.begin(columns);
    write_rows(writer, columns.size(), 0, 20);
    writer.flush();
    write_rows(writer, columns.size(), 20, 5);
    writer.end();
  }
  const auto reader = open_results(at("a.h5"));
  EXPECT_EQ(reader->provenance().at("model_text").size(), provenance.model_text.size());
  ASSERT_EQ(reader->columns().size(), columns.size());
  EXPECT_EQ(reader->columns()[2000].name, columns[2000].name);
  EXPECT_EQ(reader->read(2000)[24], recorded(24, 2000));
}

}  // namespace
}  // namespace holon
