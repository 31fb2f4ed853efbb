/// Headers of others that most unit tests read, parsed once for all of them (CMakeLists.txt). No
/// test may rely on it: the presets `dev` and `tidy` compile without it.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>
#include <regex>
#include <sstream>

#include "runtime/precompiled.h"
