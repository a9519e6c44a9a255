// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <cstring>
#include <sstream>

#include "holon/base/errors.h"
#include "holon/record/mat4_writer.h"
#include "holon/record/open_results.h"
#include "holon/record/test/recorded_run.h"

namespace holon {
namespace {

class Mat4 : public FileTest {
 protected:
  void write_pendulum() const {
    Mat4Writer writer(at("a.mat"), pendulum_provenance());
    writer.begin(pendulum_columns());
    write_rows(writer, pendulum_columns().size(), 0, 3);
    writer.end();
  }
  std::string bytes() const {
    std::ostringstream text;
    text << std::ifstream(at("a.mat"), std::ios::binary).rdbuf();
    return std::move(text).str();
  }
  std::string octave(const std::string& script) const {
    return output_of("octave-cli --no-gui -q --eval \"s = load('" + at("a.mat").string() + "'); " +
                     script + "\" 2>/dev/null");
  }
};

// A header of MATLAB's level 4: type, rows, columns, 0, length of the name with its zero.
struct Header {
  std::int32_t type, rows, columns, imaginary, name_length;
};

TEST_F(Mat4, HasTheSixMatricesInTheOrderThatReadersOfModelicaResultsExpect) {
  write_pendulum();
  const std::string file = bytes();
  const std::size_t sizes[] = {8, 4, 4, 2, 2, 1};
  std::size_t at = 0;
  const std::pair<const char*, std::int32_t> expected[] = {{"Aclass", 51},      {"name", 51},
                                                           {"description", 51}, {"dataInfo", 20},
                                                           {"data_1", 0},       {"data_2", 0}};
  for (const auto& [name, type] : expected) {
    Header h;
    ASSERT_LE(at + sizeof h, file.size());
    std::memcpy(&h, file.data() + at, sizeof h);
    EXPECT_EQ(h.type, type);
    EXPECT_EQ(h.imaginary, 0);
    at += sizeof h;
    EXPECT_STREQ(file.data() + at, name);
    EXPECT_EQ(static_cast<std::size_t>(h.name_length), std::strlen(name) + 1);
    at += static_cast<std::size_t>(h.name_length);
    if (name == std::string("Aclass")) {
      EXPECT_EQ(h.rows, 4);
      EXPECT_EQ(h.columns, 11);
      // By columns; its rows are "Atrajectory", "1.1", "", "binTrans".
      EXPECT_EQ(file.substr(at, 12), "A1 bt. ir1 n");
    }
    if (name == std::string("data_1")) {
      EXPECT_EQ(h.columns, 2);
    }
    if (name == std::string("data_2")) {
      EXPECT_EQ(h.columns, 3);
    }
    at += static_cast<std::size_t>(h.rows) * static_cast<std::size_t>(h.columns) *
          sizes[static_cast<std::size_t>(h.type / 10 % 10)];
  }
  EXPECT_EQ(at, file.size());
}

TEST_F(Mat4, IsReadByOctave) {
  if (!has_command("octave-cli")) GTEST_SKIP() << "there is no octave-cli";
  write_pendulum();
  const std::string text = octave(
      "i = find(strcmp(cellstr(s.name'), 'pin.angle')); k = s.dataInfo(2, i);"
      "printf('%d %.17g %s|', s.dataInfo(1, i), s.data_2(k, 3), strtrim(s.description(:, i)'));"
      "i = find(strcmp(cellstr(s.name'), 'm')); k = s.dataInfo(2, i);"
      "printf('%d %g %g', s.dataInfo(1, i), s.data_1(k, 1), s.data_1(k, 2));");
  char number[40];
  std::snprintf(number, sizeof number, "%.17g", recorded(2, 1));
  EXPECT_TRUE(text.starts_with(std::string("2 ") + number + " of the child about the axis [rad]"))
      << text;
  EXPECT_TRUE(text.ends_with("|1 2 2")) << text;
}

TEST_F(Mat4, KeepsTheModelToTheLastBlankAndItsLongLinesInPieces) {
  const std::string start = "holon: 1  \n\n\n";
  // 241 bytes with a character of two bytes across the place of the cut.
  const std::string line = std::string(239, 'x') + "ö";
  for (const std::string& text :
       {start + "end", start + line + "\n" + std::string(1000, 'y') + "\n", line, std::string("\n"),
        std::string(240, ' ') + "\n"}) {
    Provenance provenance;
    provenance.model_text = text;
    Mat4Writer writer(at("a.mat"), provenance);
    writer.begin(pendulum_columns());
    EXPECT_EQ(open_results(at("a.mat"))->provenance().at("model_text"), text);
  }
}

TEST_F(Mat4, TimeOfTheConstantsRunsWithTheRows) {
  if (!has_command("octave-cli")) GTEST_SKIP() << "there is no octave-cli";
  write_pendulum();
  EXPECT_EQ(octave("printf('%g %g', s.data_1(1, 1), s.data_1(1, 2))"), "0 0.02");
}

void append_matrix(std::string& file, const std::string& name, std::int32_t type, std::int32_t rows,
                   std::int32_t columns, const std::string& data) {
  const Header h{type, rows, columns, 0, static_cast<std::int32_t>(name.size() + 1)};
  file.append(reinterpret_cast<const char*>(&h), sizeof h);
  file += name + '\0' + data;
}

// A matrix of text with a row for each of these, by columns.
std::string rows_of_text(std::vector<std::string> rows, std::size_t width) {
  std::string text;
  for (std::string& row : rows) row.resize(width, ' ');
  for (std::size_t column = 0; column < width; ++column)
    for (const std::string& row : rows) text += row[column];
  return text;
}

template <class T>
std::string bytes_of(const std::vector<T>& values) {
  return {reinterpret_cast<const char*>(values.data()), values.size() * sizeof(T)};
}

// As written by Dymola: names in rows, single precision, negated aliases, a display unit.
TEST_F(Mat4, InTheNormalOrderIsReadToo) {
  std::string file;
  append_matrix(file, "Aclass", 51, 4, 11,
                rows_of_text({"Atrajectory", "1.1", "", "binNormal"}, 11));
  append_matrix(file, "name", 51, 3, 4, rows_of_text({"Time", "a", "bi"}, 4));
  append_matrix(file, "description", 51, 3, 15,
                rows_of_text({"[s]", "angle [rad|deg]", "negated"}, 15));
  append_matrix(file, "dataInfo", 20, 3, 4,
                bytes_of<std::int32_t>({0, 2, 2, 1, 2, -2, 0, 0, 0, -1, -1, -1}));
  append_matrix(file, "data_1", 0, 2, 1, bytes_of<double>({0, 1}));
  append_matrix(file, "data_2", 10, 3, 2, bytes_of<float>({0, 0.5F, 1, 10, 20, 30}));
  std::ofstream(at("a.mat"), std::ios::binary) << file;
  const Results results = read_results(at("a.mat"));
  ASSERT_EQ(results.columns().size(), 3u);
  EXPECT_EQ(results.columns()[0].name, "time");
  EXPECT_EQ(results.columns()[1].name, "a");
  EXPECT_EQ(results.columns()[1].description, "angle");
  EXPECT_EQ(results.columns()[1].dimension, dimensions::kAngle);
  EXPECT_EQ(results.values("a"), (std::vector<double>{10, 20, 30}));
  EXPECT_EQ(results.values("bi"), (std::vector<double>{-10, -20, -30}));
}

TEST_F(Mat4, ThatIsNoneOrNoResultIsRefused) {
  const auto error_of = [&](const std::string& text) -> std::string {
    std::ofstream(at("a.mat"), std::ios::binary) << text;
    try {
      open_results(at("a.mat"));
    } catch (const InputError& e) {
      return e.what();
    }
    return "";
  };
  EXPECT_TRUE(has(error_of("MATLAB 5.0 MAT-file, Platform: GLNXA64" + std::string(200, ' ')),
                  "level 5; results are read at level 4"));
  EXPECT_TRUE(
      has(error_of("time,x\n0,1\n0.5,1.25\n1,1.5\n"), "not a little-endian MAT file of level 4"));
  std::string plain;
  append_matrix(plain, "x", 0, 1, 1, bytes_of<double>({1}));
  EXPECT_TRUE(has(error_of(plain), "the matrix 'Aclass' is missing"));
  EXPECT_TRUE(has(error_of(""), "the matrix 'Aclass' is missing"));
}

}  // namespace
}  // namespace holon
