// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0

// Tables whose names other programs can use: headings with units, MAT files with a variable for
// each column.
#include <limits>

#include "holon/base/heading.h"
#include "holon/base/units.h"
#include "holon/record/csv.h"
#include "holon/record/open_results.h"
#include "holon/record/test/recorded_run.h"

namespace holon {
namespace {

class TableForms : public FileTest {
 protected:
  static std::vector<Column> columns() {
    return {{"time", parse_unit("s").unit->dimension, ""},
            {"link[3].angle", parse_unit("rad").unit->dimension, "angle"},
            {"ratio", {}, ""},
            {"system.energy.total", parse_unit("J").unit->dimension, ""},
            {"end", {}, ""},
            {"link.3.angle", {}, ""}};
  }
  void write(const std::string& name, TableForm form, const char* status = "done") const {
    Provenance provenance;
    provenance.solver = "dopri5";
    provenance.model_text = "holon: 1\ntitle: A\n";
    provenance.parameters = {{"m", 2.5, parse_unit("kg").unit->dimension}};
    const auto sink = open_sink(at(name), provenance, OutputFile::Mode::create, form);
    sink->begin(columns());
    for (int row = 0; row < 3; ++row) {
      const double values[] = {0.1 * row, -1.0 * row, 1e300, 1.0 / 3, 7, 8};
      sink->row(values);
    }
    sink->end();
    provenance.status = status;
    sink->conclude(provenance);
  }
  std::string text(const std::string& name) const {
    return output_of("cat '" + at(name).string() + "'");
  }
};

TEST_F(TableForms, HeadingsHaveTheUnitInTheirLastBrackets) {
  EXPECT_EQ(split_heading("force [kN]").unit, "kN");
  EXPECT_EQ(split_heading("force[kN]").name, "force");
  EXPECT_EQ(split_heading(" link[3].angle [rad] ").name, "link[3].angle");
  EXPECT_EQ(split_heading("link[3].angle [rad]").unit, "rad");
  EXPECT_EQ(split_heading("link[3]").name, "link[3]");
  EXPECT_EQ(split_heading("link[3]").unit, "");
}

TEST_F(TableForms, CsvHasPlainNamesUnlessUnitsAreRequested) {
  write("a.csv", {});
  EXPECT_TRUE(
      text("a.csv").starts_with("time,link[3].angle,ratio,system.energy.total,end,link.3.angle\n"));
  write("b.csv", {.has_units = true});
  EXPECT_TRUE(text("b.csv").starts_with(
      "time [s],link[3].angle [rad],ratio,system.energy.total [J],end,link.3.angle\n"))
      << text("b.csv");
}

TEST_F(TableForms, ATableWithUnitsReadsBackWithItsDimensions) {
  write("b.csv", {.has_units = true});
  const Results results = read_csv(at("b.csv"));
  EXPECT_EQ(results.columns()[1].name, "link[3].angle");
  EXPECT_EQ(results.columns()[1].dimension, columns()[1].dimension);
  EXPECT_EQ(results.values(1), (std::vector<double>{0, -1, -2}));
  EXPECT_EQ(results.values("system.energy.total")[0], 1.0 / 3);
}

TEST_F(TableForms, NumbersUnderAnotherUnitBecomeSi) {
  const Results results = parse_csv("a.csv", "time [ms],force [kN],x [furlong]\n500,2,1\n");
  EXPECT_EQ(results.values("time")[0], 0.5);
  EXPECT_EQ(results.values("force")[0], 2000);
  EXPECT_EQ(results.values("x [furlong]")[0], 1);  // no unit: a name as any other
}

TEST_F(TableForms, PlainMatHasAVariableForEachColumnAndAMap) {
  write("a.mat", {.has_plain_variables = true});
  const auto reader = open_results(at("a.mat"));
  ASSERT_EQ(reader->columns().size(), columns().size());
  for (std::size_t i = 0; i < columns().size(); ++i) {
    EXPECT_EQ(reader->columns()[i].name, columns()[i].name);
    EXPECT_EQ(reader->columns()[i].dimension, columns()[i].dimension) << columns()[i].name;
  }
  EXPECT_EQ(reader->read(0), (std::vector<double>{0, 0.1, 0.2}));
  EXPECT_EQ(reader->read(1), (std::vector<double>{0, -1, -2}));
  EXPECT_EQ(reader->provenance().at("solver"), "dopri5");
  EXPECT_EQ(reader->provenance().at("model_text"), "holon: 1\ntitle: A\n");
}

TEST_F(TableForms, ScipyAndOctaveShowTheVariablesByName) {
  write("a.mat", {.has_plain_variables = true});
  const std::string path = at("a.mat").string();
  const std::string expected = "3 -2 7 8 2.5 link[3].angle rad\n";
  bool was_read = false;
  if (output_of("python3 -c 'import scipy.io; print(1)' 2>/dev/null") == "1\n") {
    was_read = true;
    EXPECT_EQ(output_of("python3 -c \"from scipy.io import loadmat; m = loadmat('" + path +
                        "'); print(len(m['time']), int(m['link_3_angle'][2, 0]), "
                        "int(m['end_'][0, 0]), int(m['link_3_angle_2'][0, 0]), m['m'][0, 0], "
                        "m['holon_names'][1].strip(), m['holon_units'][1].strip())\" 2>&1"),
              expected);
  }
  if (has_command("octave-cli")) {
    was_read = true;
    EXPECT_EQ(output_of("octave-cli --no-gui -q --eval \"s = load('" + path +
                        "'); printf('%d %g %g %g %g %s %s\\n', numel(s.time), s.link_3_angle(3), "
                        "s.end_(1), s.link_3_angle_2(1), s.m, strtrim(s.holon_names(2, :)), "
                        "strtrim(s.holon_units(2, :)))\" 2>/dev/null"),
              expected);
  }
  if (!was_read) GTEST_SKIP() << "neither SciPy nor Octave is installed";
}

TEST_F(TableForms, AnInterruptedPlainMatKeepsTheLayoutThatCanBeContinued) {
  write("a.mat", {.has_plain_variables = true}, "interrupted");
  EXPECT_TRUE(text("a.mat").find("Aclass") != std::string::npos);
  EXPECT_EQ(open_results(at("a.mat"))->read(1), (std::vector<double>{0, -1, -2}));
  EXPECT_FALSE(std::filesystem::exists(at("a.mat.part")));
}

}  // namespace
}  // namespace holon
