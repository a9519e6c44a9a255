// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0

// Composite parts and arrays: interfaces, overrides, dependences.

#include <gtest/gtest.h>

#include <ctime>

#include "elaborate_helper.h"
#include "holon/base/test/slowdown.h"

namespace holon::test {
namespace {

const Wheel& find_wheel(const Model& model, const std::string& name) {
  for (const PartInstance& part : model.parts()) {
    if (part.name == name) return *static_cast<const Wheel*>(part.part.get());
  }
  throw std::out_of_range(name);
}

TEST(Interface, TakesIndexFormulas) {
  const std::string text = R"yaml(holon: 1
parts:
  arm:
    parameters: {n: 3}
    interface: {frames: {tip: "link[n-1].tip"}, outputs: ["link[n-2].angle", {}]}
    parts:
      link: {type: Wheel, mass: 1, repeat: n, frames: {tip: {at: [i, 0, 0]}}}
  held: {type: Wheel, mass: 1, on: arm.tip}
  s: {type: Signal, value: "arm.tip.position.x/1 [m] + arm.link[1].angle"}
)yaml";
  std::string whole = text;
  whole.erase(whole.find(", {}"), 4);
  const Model model = read(whole);
  EXPECT_EQ(find_wheel(model, "held").on.path, "arm.link[2].tip");
  const System system = make_system(model);
  EXPECT_EQ(output_at_start(system, "s.y"), std::vector<double>{2.0});
  EXPECT_EQ(output_at_start(system, "arm.tip.position.x"), std::vector<double>{2.0});
  // Invalid names are reported.
  EXPECT_EQ(errors_in(text),
            "m.yaml:5:78: error: parts/arm: expected a single value, found an "
            "empty map\n");
}

TEST(Interface, RefusesANameThatAnInnerPartHas) {
  EXPECT_EQ(
      errors_in(R"yaml(holon: 1
parts:
  arm:
    interface: {frames: {link: boom.tip, boom: boom}, outputs: {link: boom.angle, x: boom.angle}}
    parts:
      link: {type: Wheel, mass: 1}
      boom: {type: Wheel, mass: 1, frames: {tip: {}}}
)yaml"),
      R"yaml(m.yaml:4:26: error: parts/arm: 'link' is a part inside and cannot be an alias for 'boom.tip'; choose another name
m.yaml:6:7: note: the other one is here
m.yaml:4:65: error: parts/arm: 'link' is a part inside and cannot be an alias for 'boom.angle'; choose another name
m.yaml:6:7: note: the other one is here
)yaml");
}

TEST(Interface, RefusesOneNameTwice) {
  EXPECT_EQ(
      errors_in(R"yaml(holon: 1
parts:
  arm:
    interface: {frames: {tip: boom.tip}, outputs: {tip: boom.angle}}
    parts:
      boom: {type: Wheel, mass: 1, frames: {tip: {}}}
  s: {type: Signal, value: arm.tip}
)yaml"),
      R"yaml(m.yaml:4:52: error: parts/arm: the interface names 'tip' twice; choose another name
m.yaml:4:26: note: the other one is here
m.yaml:7:28: error: parts/s (Signal): 'arm.tip' is a frame, not a value; name one of its outputs, such as 'arm.tip.position'
)yaml");
}

TEST(Override, MergesMapsAndReplacesListsAndScalars) {
  const Model model = read(R"yaml(holon: 1
parts:
  a:
    type: Wheel
    repeat: 4
    mass: 1
    initial: {angle: 1, rate: 2}
    inertia: {rod: {length: 2, axis: y}}
    tilt: {axis: z, angle: 0.5}
    frames: {tip: {at: [1, 0, 0]}}
    gains: [1, 2, 3]
    override:
      0: {initial: {rate: 5}, gains: [7]}
      1: {inertia: {rod: {length: 3}}, frames: {tip: {rotate: {rpy: [0, 0, 1]}}, end: {}}}
      2: {inertia: {ball: 4}, tilt: {rpy: [1, 0, 0]}}
)yaml",
                           {}, {{"a[3].inertia.ball", "6"}, {"a[3].initial.rate", "8"}});
  EXPECT_EQ(find_wheel(model, "a[0]").initial.angle, Expr(1.0));
  EXPECT_EQ(find_wheel(model, "a[0]").initial.rate, Expr(5.0));
  EXPECT_EQ(find_wheel(model, "a[0]").gains, std::vector<Expr>{7.0});
  const auto& rod = std::get<Rod>(find_wheel(model, "a[1]").inertia);
  EXPECT_EQ(rod.length, Expr(3.0));
  EXPECT_EQ(rod.axis, Axis("y"));
  EXPECT_EQ(find_wheel(model, "a[1]").frames.size(), 2U);
  EXPECT_EQ(find_wheel(model, "a[1]").frames.find("tip")->at[0], Expr(1.0));
  // Another form replaces the existing one.
  EXPECT_EQ(std::get<Ball>(find_wheel(model, "a[2]").inertia).radius, Expr(4.0));
  EXPECT_EQ(find_wheel(model, "a[2]").tilt.quaternion, Orientation::rpy(1.0, 0.0, 0.0).quaternion);
  EXPECT_EQ(std::get<Ball>(find_wheel(model, "a[3]").inertia).radius, Expr(6.0));
  EXPECT_EQ(find_wheel(model, "a[3]").initial.angle, Expr(1.0));
  EXPECT_EQ(find_wheel(model, "a[3]").initial.rate, Expr(8.0));
}

TEST(Override, ChangesPartsWithinAMember) {
  const Model model = read(R"yaml(holon: 1
parts:
  a:
    repeat: 2
    parts: {w: {type: Wheel, mass: 1, damping: 2, initial: {angle: 1, rate: 2}}}
    override: {1: {parts: {w: {initial: {rate: 3}}}}}
)yaml");
  EXPECT_EQ(find_wheel(model, "a[1].w").initial.angle, Expr(1.0));
  EXPECT_EQ(find_wheel(model, "a[1].w").initial.rate, Expr(3.0));
  EXPECT_EQ(find_wheel(model, "a[0].w").initial.rate, Expr(2.0));
}

TEST(Override, CannotChangeHowManyThereAre) {
  EXPECT_EQ(errors_in(R"yaml(holon: 1
parts:
  a: {type: Wheel, mass: 1, repeat: 2, override: {1: {repeat: 3}}}
)yaml"),
            "m.yaml:3:55: error: parts/a: 'repeat' cannot be changed for one member\n");
}

/// Parts whose masses are Fibonacci's numbers, each from the two before it.
std::string fibonacci(int count) {
  return "holon: 1\nparts:\n  b: {type: Wheel, repeat: " + std::to_string(count) +
         ", mass: \"b[i-1].mass + b[i-2].mass\", override: {0: {mass: 1}, 1: {mass: 1}}}\n";
}

TEST(Chains, OfValuesAreWorkedOutOnce) {
  EXPECT_EQ(find_wheel(read(fibonacci(60)), "b[59]").mass, Expr(1548008755920.0));  // F(60)
}

TEST(Chains, MayBeOfAnyLength) {
  // Evaluated from the far end, so that each depends on the next before that is known.
  const Model parts = read(R"yaml(holon: 1
parts:
  b: {type: Wheel, repeat: 20000, mass: "1 + b[i+1].mass", override: {19999: {mass: 1}}}
)yaml");
  EXPECT_EQ(find_wheel(parts, "b[0]").mass, Expr(20000.0));
  std::string text = "holon: 1\nparameters:\n";
  constexpr int kCount = 20000;
  for (int k = 0; k < kCount; ++k) {
    text += "  p" + std::to_string(k) + ": 1 + p" + std::to_string(k + 1) + "\n";
  }
  text += "  p20000: 0\nparts: {a: {type: Wheel, mass: p0}}\n";
  EXPECT_EQ(find_wheel(read(text), "a").mass, Expr(20000.0));
}

TEST(Chains, ThatEndInThemselvesAreNamed) {
  const std::string errors = errors_in(R"yaml(holon: 1
parts:
  b: {type: Wheel, repeat: 1000, mass: "1 + b[mod(i+1, 1000)].mass"}
)yaml");
  EXPECT_NE(errors.find("m.yaml:3:41: error: parts/b (Wheel): values depend on each other: b["),
            std::string::npos)
      << errors;
  EXPECT_EQ(errors_in("holon: 1\nparameters: {a: w.mass}\nparts: {w: {type: Wheel, mass: 2*a}}\n"),
            "m.yaml:2:17: error: values depend on each other: a → w.mass → a; give one of them an "
            "independent value\n");
}

TEST(Arrays, AWrongLineIsReportedOnceWithTheNumberOfItsMembers) {
  const std::clock_t begin = std::clock();
  EXPECT_EQ(errors_in(R"yaml(holon: 1
parts:
  b: {type: Wheel, repeat: 2000, mass: "b[i].masss", on: "b[i].tip", dampin: 3}
)yaml"),
            "m.yaml:3:41: error: parts/b (Wheel): 'b[0]' (Wheel) has no 'masss' (in 2000 parts); "
            "did you mean 'b[0].mass'?\n"
            "m.yaml:3:59: error: parts/b (Wheel): 'b[0]' (Wheel) has no 'tip' (in 2000 parts); "
            "its frames are 'b[0]' and 'b[0].com'\n"
            "m.yaml:3:70: error: parts/b (Wheel): 'dampin' is not a parameter; "
            "did you mean 'damping'?\n");
  const double took = static_cast<double>(std::clock() - begin) / CLOCKS_PER_SEC;
  // Some 0.1 s; minutes if each searched for suggestions.
  EXPECT_LT(took, 5.0 * kSlowdown);
}

TEST(Arrays, ALineOfAFileThatManyPartsUseIsReportedOnce) {
  const Files files{{"w.yaml", "holon: 1\nparts: {w: {type: Wheel, mas: 1}}\nsweep: {}\n"}};
  EXPECT_EQ(errors_in("holon: 1\nparts:\n  a: {type: w.yaml}\n  b: {type: w.yaml}\n", files),
            "w.yaml:2:9: error: parts/a.w (Wheel): 'mass' is missing: its mass (kg) (in 2 parts)\n"
            "w.yaml:2:26: error: parts/a.w (Wheel): 'mas' is not a parameter; did you "
            "mean 'mass'?\n"
            "w.yaml:3:1: error: parts/a (w.yaml): 'sweep' is not in this version yet (in 2 "
            "parts)\n");
}

TEST(Arrays, AFirstMemberThatNamesItsPredecessorIsReferredToOverride) {
  EXPECT_EQ(errors_in(R"yaml(holon: 1
parts:
  b: {type: Wheel, repeat: 3, mass: 1, on: "b[i-1]", damping: "1 [N m s/rad/kg]*b[i-1].mass"}
)yaml"),
            "m.yaml:3:47: error: parts/b (Wheel): the index is -1; indices begin at 0; the first "
            "member has no predecessor: 'override: {0: {…}}' gives it a value of its "
            "own\nm.yaml:3:83: error: parts/b (Wheel): the index is -1; indices begin at 0; the "
            "first member has no predecessor: 'override: {0: {…}}' gives it a value of its own\n");
  EXPECT_EQ(errors_in(R"yaml(holon: 1
parts:
  b: {repeat: 3, parts: {w: {type: Wheel, mass: 1, on: "b[i-1].w"}}}
)yaml"),
            "m.yaml:3:59: error: parts/b.w (Wheel): the index is -1; indices begin at 0; the first "
            "member has no predecessor: 'override: {0: {parts: {…}}}' beside 'repeat' gives "
            "its parts values of their own\n");
}

}  // namespace
}  // namespace holon::test
