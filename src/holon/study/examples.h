// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <string>
#include <vector>

/// Models by name: files, and the examples that come with Holon.
namespace holon {

/// Where the examples lie: beside the installation or the build folder of the program that runs,
/// else ./examples; empty where there are none.
std::string find_examples_folder();

/// Their files, in order of their names.
std::vector<std::filesystem::path> list_example_files();
/// Their names.
std::vector<std::string> list_examples();

/// Of an example of several files the others, which run by the name "machine/variant".
std::vector<std::filesystem::path> list_variant_files(const std::filesystem::path& example);
/// "machine/variant" of all examples.
std::vector<std::string> list_variants();

/// The file that a word names as a model: the word itself, or, where there is no such file and it
/// has neither folder nor ending, NAME.yaml here, else the example NAME. Empty where there is none.
std::string find_model(const std::string& word);

/// What could have been meant by a file that is not there, "did you mean 'pendulum'?": a model of
/// nearly the same name in its folder, here or among the examples.
std::string suggest_model(const std::filesystem::path& path);

}  // namespace holon
