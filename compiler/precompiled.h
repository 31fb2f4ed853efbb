/// Headers of the standard library and of other projects that most rooms (CMake targets) of the
/// compiler include. They are parsed once for all rooms (CMakeLists.txt). No source may rely on
/// this header: the presets `dev` and `tidy` compile without it.
#include <algorithm>
#include <array>
#include <charconv>
#include <filesystem>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <unordered_set>
#include <variant>
#include <vector>
