// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#include "holon/reader/load.h"

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <string>

#include "holon/catalogue/builtin.h"

namespace holon {
namespace {

namespace fs = std::filesystem;

/// A folder of its own for every test, with its files.
class Load : public testing::Test {
 protected:
  Load()
      : folder_(fs::path(testing::TempDir()) /
                (std::string("holon_load_") +
                 testing::UnitTest::GetInstance()->current_test_info()->name())) {
    fs::remove_all(folder_);
    fs::create_directories(folder_ / "parts");
  }
  ~Load() override { fs::remove_all(folder_); }

  void write(const std::string& name, const std::string& text) {
    std::ofstream(folder_ / name) << text;
  }
  Model load(const std::string& name, std::vector<std::string> overrides = {}) {
    diagnostics_ = {};
    return load_model((folder_ / name).string(), builtin_catalogue(), {std::move(overrides)},
                      diagnostics_);
  }
  /// All messages, without the folder.
  std::string messages() const {
    std::string text;
    for (const Diagnostic& d : diagnostics_.sorted()) text += d.to_string() + '\n';
    const std::string folder = folder_.string() + '/';
    for (std::size_t at = text.find(folder); at != std::string::npos; at = text.find(folder, at)) {
      text.erase(at, folder.size());
    }
    return text;
  }

  fs::path folder_;
  Diagnostics diagnostics_;
};

constexpr const char* kLink = R"(holon: 1
parameters: {L: 1 m, m: 1 kg}
parts:
  rod: {type: RigidBody, mass: m, inertia: {rod: {length: L, axis: x}}, frames: {tip: {at: [L, 0, 0]}}}
interface: {frames: [rod.tip]}
)";

TEST_F(Load, ReadsAModelWithThePartsOfItsFiles) {
  write("parts/link.yaml", kLink);
  write("model.yaml", R"(holon: 1
title: Two links
parts:
  a: {type: parts/link.yaml, parameters: {L: 2 m}}
  b: {type: ./parts/link.yaml}
)");
  const Model model = load("model.yaml");
  EXPECT_EQ(messages(), "");
  EXPECT_EQ(model.title, "Two links");
  ASSERT_EQ(model.parts().size(), 2u);
  EXPECT_EQ(model.parts()[0].name, "a.rod");
  EXPECT_NE(model.text.find("Two links"), std::string::npos);
  EXPECT_NE(model.text.find("RigidBody"), std::string::npos) << "the part's file counts too";
}

TEST_F(Load, FindsErrorsInEveryFileAtTheirPlaces) {
  write("parts/link.yaml", std::string(kLink) + "outputs: []\ntile: x\n");
  write("model.yaml", R"(holon: 1
titel: Two links
parts:
  a: {type: parts/link.yaml, parameters: {l: 2 m}}
)");
  load("model.yaml");
  const std::string all = messages();
  EXPECT_NE(all.find("model.yaml:2:1: error: 'titel' is not a key; did you mean 'title'?"),
            std::string::npos)
      << all;
  EXPECT_NE(all.find("model.yaml:4:43: error: parts/a (parts/link.yaml): 'l' is not a parameter"),
            std::string::npos)
      << all;
  EXPECT_NE(all.find("parts/link.yaml:7:1: error: parts/a (parts/link.yaml): 'tile' is not a key"),
            std::string::npos)
      << all;
}

TEST_F(Load, PointsAtTheCharacterOfAFormulaThatIsWrong) {
  write("model.yaml",
        "holon: 1\r\nparameters: {größe: 1 m, y: größe}\r\nparts:\r\n"
        "  k: {type: PointMass, mass: \"2*\\u0067röße + größee\"}\r\n"
        "  p:\r\n    type: PointMass\r\n    mass: 2 [kg] *\r\n      (1 + sine(y))\r\n");
  load("model.yaml");
  EXPECT_EQ(messages(),
            "model.yaml:4:46: error: parts/k (PointMass): 'größee' is not known here; did you mean "
            "'größe'?\n"
            "model.yaml:8:12: error: parts/p (PointMass): 'sine' is not a function; did you mean "
            "'sin'?\n");
}

TEST_F(Load, SaysWhichFileOfAPartCannotBeRead) {
  write("parts/link.yaml", kLink);
  write("model.yaml",
        "holon: 1\nparts:\n  a: {type: parts/lnk.yaml}\n  b: {type: parts/lnk.yaml}\n");
  load("model.yaml");
  const std::string all = messages();
  EXPECT_NE(all.find("model.yaml:3:13: error: cannot read 'parts/lnk.yaml': No such file"),
            std::string::npos)
      << all;
  EXPECT_NE(all.find("did you mean 'parts/link.yaml'?"), std::string::npos) << all;
  EXPECT_EQ(all.find("contains no model"), std::string::npos) << all;
}

TEST_F(Load, AFolderIsNoFile) {
  write("parts/link.yaml", kLink);
  write("model.yaml", "holon: 1\nparts:\n  a: {type: ./parts}\n");
  load("model.yaml");
  EXPECT_EQ(messages(),
            "model.yaml:3:13: error: cannot read 'parts': it is a folder, not a file\n");
}

TEST_F(Load, StopsAtAPartsFileThatIsNoYaml) {
  write("parts/link.yaml", "holon: 1\nparts: [\n");
  write("model.yaml",
        "holon: 1\nparts:\n  a: {type: parts/link.yaml}\n  b: {type: parts/link.yaml}\n");
  load("model.yaml");
  EXPECT_EQ(messages(),
            "parts/link.yaml:2:8: error: this '[' is never closed\n"
            "model.yaml:4:13: error: 'parts/link.yaml' has errors\n");
}

TEST_F(Load, SetsValuesFromTheCommandLine) {
  write("model.yaml", "holon: 1\nparameters: {m: 1 kg}\nparts:\n  p: {type: PointMass, mass: m}\n");
  const Model model = load("model.yaml", {"simulate.until=3 s", "m=if(1 > 2, 3, 5 [g])",
                                          "title=A: B", "world.gravity=[0, 0, -1]"});
  EXPECT_EQ(messages(), "");
  EXPECT_EQ(model.simulate.until, 3);
  EXPECT_EQ(model.title, "A: B");
  EXPECT_EQ(model.world.gravity[2], Expr(-1.0));
}

TEST_F(Load, ExplainsSettingsThatAreWrong) {
  write("model.yaml", "holon: 1\nparts:\n  p: {type: PointMass, mass: 1}\n");
  load("model.yaml",
       {"nothing", "=3", "p.mas=3", "title=", "simulate.until=if(1 > 2, 3", "world.gravity=[0, 0"});
  EXPECT_EQ(messages(),
            "--set:1:1: error: 'nothing' sets nothing; write --set name=value\n--set:1:1: error: "
            "'=3' sets nothing; write --set name=value\n--set:1:6: error: a value is missing after "
            "'title='\n--set:1:7: error: parts/p (PointMass): 'mas' is not a parameter; did you "
            "mean 'mass'?\n--set:1:15: error: this '[' is never closed\n--set:1:18: error: "
            "simulate: this '(' is never closed\n");
}

TEST_F(Load, NamesTheNearestFile) {
  write("pendulum.yaml", kLink);
  load("pendulm.yaml");
  EXPECT_EQ(messages(),
            "pendulm.yaml: error: cannot read 'pendulm.yaml': No such file or "
            "directory; did you mean 'pendulum.yaml'?\n");
}

TEST_F(Load, ReadsATextToo) {
  Diagnostics diagnostics;
  const Model model = load_model_text("holon: 1\nparts:\n  p: {type: PointMass, mass: 1 kg}\n",
                                      builtin_catalogue(), {}, diagnostics);
  EXPECT_TRUE(diagnostics.empty()) << diagnostics.to_string();
  EXPECT_EQ(model.parts().size(), 1u);
}

constexpr const char* kPendulumBase = R"(holon: 1
title: Base
parameters: {L: 1 m, unused_here: 2 m}
parts:
  rod: {type: RigidBody, mass: 2 kg, inertia: {rod: {length: L, axis: x}}, center_of_mass: [L/2, 0, 0]}
  pin: {type: Revolute, between: [world, rod], axis: y, damping: 0.1 N m s/rad, initial: {angle: 20 deg, rate: "unused_here/L*1 [rad/s]"}}
simulate: {until: 2 s, interval: 1 s}
outputs: [pin.angle]
)";

TEST_F(Load, ExtendsAnotherModel) {
  write("base.yaml", kPendulumBase);
  write("parts/variant.yaml", R"(holon: 1
extends: ../base.yaml
title: Variant
parameters: {L: 2 m}
parts:
  rod: {inertia: {box: [2, 0.1, 0.1]}}
  pin: {damping: null, initial: {angle: 30 deg}}
outputs: [pin.rate]
)");
  const Model model = load("parts/variant.yaml");
  EXPECT_EQ(messages(), "");
  EXPECT_EQ(model.title, "Variant");
  EXPECT_EQ(model.outputs, std::vector<std::string>{"pin.rate"});
  EXPECT_EQ(model.simulate.until, 2.0);
  const System system = make_system(model);
  const std::vector<double> start = system.start->evaluate(std::vector<double>{0.0});
  EXPECT_NEAR(start[0], 30 * 3.14159265358979 / 180, 1e-12);
  EXPECT_NEAR(start[1], 1.0, 1e-12);  // of the base, with this model's L
}

TEST_F(Load, ReplacesAPartOfAnotherTypeAndAddsParts) {
  write("base.yaml", kPendulumBase);
  write("variant.yaml", R"(holon: 1
extends: base.yaml
parts:
  pin: {type: Prismatic, between: [world, rod], axis: x}
  push: {type: Force, on: rod, force: ["unused_here/L*1 [N]", 0, 0]}
outputs: [pin.position]
)");
  load("variant.yaml");
  EXPECT_EQ(messages(), "");
}

TEST_F(Load, FilesOfAVariantStandBesideTheVariant) {
  // A table of the base and one whose file the variant names; both files exist in both folders.
  write("base.yaml", R"(holon: 1
title: Base
parts:
  own: {type: Table, file: own.csv, input: "time*1 [1/s]"}
  other: {type: Table, file: other.csv, input: "time*1 [1/s]"}
outputs: [own.output, other.output]
)");
  for (const char* folder : {"", "parts/"}) {
    const std::string far = folder[0] == 0 ? "1" : "3";
    for (const char* file : {"own.csv", "other.csv"})
      write(folder + std::string(file), "x,y\n0," + far + "\n1," + far + "\n");
  }
  write("parts/variant.yaml",
        "holon: 1\nextends: ../base.yaml\nparts: {other: {file: other.csv}}\n");
  const Model model = load("parts/variant.yaml");
  EXPECT_EQ(messages(), "");
  const System system = make_system(model);
  std::vector<double> in(static_cast<std::size_t>(system.function_input_count()));
  EXPECT_EQ(system.select_outputs({"own.output"})->evaluate(in)[0], 1);
  EXPECT_EQ(system.select_outputs({"other.output"})->evaluate(in)[0], 3);
}

TEST_F(Load, NamesPlacesInTheFileThatHoldsThem) {
  write("base.yaml", kPendulumBase);
  write("variant.yaml", "holon: 1\nextends: base.yaml\nparts: {pin: {dampng: 1, spring: null}}\n");
  load("variant.yaml");
  EXPECT_NE(messages().find("variant.yaml:3:15: "), std::string::npos) << messages();
  EXPECT_NE(messages().find("has none of this name to remove"), std::string::npos) << messages();
  write("circle.yaml", "holon: 1\nextends: circle.yaml\n");
  load("circle.yaml");
  EXPECT_NE(messages().find("'circle.yaml' extends itself"), std::string::npos) << messages();
  write("missing.yaml", "holon: 1\nextends: bse.yaml\n");
  load("missing.yaml");
  EXPECT_NE(messages().find("missing.yaml:2:10"), std::string::npos) << messages();
}

// By the names that outputs and derivatives have: "top.u.initial" is that of `coordinates`.
TEST_F(Load, ElementsOfAPartAreSetByTheirNames) {
  write("m.yaml", R"(holon: 1
parts:
  p:
    type: Lagrangian
    coordinates: {u: {unit: rad, initial: 0.1 rad}}
    kinetic: "1 [kg m^2]/2*der(u)^2"
    potential: "0 [J]*u"
)");
  for (const char* name : {"p.u.initial=0.7 rad", "p.coordinates.u.initial=0.7 rad"}) {
    const System system = make_system(load("m.yaml", {name}));
    EXPECT_EQ(messages(), "") << name;
    const std::vector<double> time{0};
    EXPECT_EQ(system.start->evaluate(time).at(0), 0.7) << name;
  }
  load("m.yaml", {"p.w.initial=0.7 rad"});
  EXPECT_NE(messages().find("'w'"), std::string::npos) << messages();
}

}  // namespace
}  // namespace holon
