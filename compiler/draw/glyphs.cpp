#include "compiler/draw/glyphs.h"

namespace hpdl::draw {
namespace {

constexpr std::string_view kTerminal =
    "M3.5 2.5h9a2 2 0 0 1 2 2v7a2 2 0 0 1-2 2h-9a2 2 0 0 1-2-2v-7a2 2 0 0 1 2-2zM4.5 6l2.2 2-2.2 "
    "2M8.5 10.5h3";
constexpr std::string_view kDoor = "M1.5 8h8M6.5 5l3 3-3 3M9 2.5h4.5v11H9";
constexpr std::string_view kCup =
    "M3 6.5h8v4a3 3 0 0 1-3 3H6a3 3 0 0 1-3-3zM11 7.5h1a1.8 1.8 0 0 1 0 3.6h-1M5.5 2v2.2M8.5 2v2.2";
constexpr std::string_view kFunnel =
    "M1.5 3h2.5l4 5h6.5M1.5 8H8M1.5 13h2.5l4-5M12 5.5L14.5 8 12 10.5";
constexpr std::string_view kScript = "M3.5 1.5h6.5l3 3v10h-9.5zM6 6.5h4M6 9h4M6 11.5h2.5";
constexpr std::string_view kComb =
    "M8 1.5l5.6 3.25v6.5L8 14.5l-5.6-3.25v-6.5zM8 5l2.6 1.5v3L8 11 5.4 9.5v-3z";
constexpr std::string_view kBarrel =
    "M1.5 4c0-1.1 2-2 4.5-2s4.5.9 4.5 2-2 2-4.5 2-4.5-.9-4.5-2zM1.5 4v8c0 1.1 2 2 4.5 2M10.5 4v3M9 "
    "11h5.5M12.3 8.8l2.2 2.2-2.2 2.2";
constexpr std::string_view kBolt = "M9 1.5L3.5 9H8l-1 5.5L12.5 7H8z";
constexpr std::string_view kFolder =
    "M2.5 3h3.3l1.6 2h6.1a1 1 0 0 1 1 1v6a1 1 0 0 1-1 1h-11a1 1 0 0 1-1-1V4a1 1 0 0 1 1-1z";
constexpr std::string_view kExchange =
    "M2 5h11M10.3 2.3L13 5l-2.7 2.7M14 11H3M5.7 8.3L3 11l2.7 2.7";
constexpr std::string_view kEnvelope = "M1.5 3.5h13v9h-13zM1.5 4.5L8 9l6.5-4.5";
constexpr std::string_view kGlobe =
    "M14.5 8a6.5 6.5 0 1 1-13 0 6.5 6.5 0 0 1 13 0zM1.5 8h13M8 1.5c3.6 3.8 3.6 9.2 0 13M8 "
    "1.5c-3.6 3.8-3.6 9.2 0 13";
constexpr std::string_view kTree =
    "M5.5 1.5h5v4h-5zM1.5 10.5h4.5v4H1.5zM10 10.5h4.5v4H10zM8 5.5V8M3.75 10.5V8h8.5v2.5";
constexpr std::string_view kBranch =
    "M6 3.5a1.7 1.7 0 1 1-3.4 0 1.7 1.7 0 0 1 3.4 0zM6 12.5a1.7 1.7 0 1 1-3.4 0 1.7 1.7 0 0 1 3.4 "
    "0zM13.4 4.5a1.7 1.7 0 1 1-3.4 0 1.7 1.7 0 0 1 3.4 0zM4.3 5.2v5.6M4.3 9.8c0-2.4 7.4-.6 7.4-3.6";
constexpr std::string_view kCube = "M8 1.5l5.6 3v7L8 14.5l-5.6-3v-7zM2.4 4.5L8 7.5l5.6-3M8 7.5v7";

constexpr std::string_view kClock =
    "M14.5 8a6.5 6.5 0 1 1-13 0 6.5 6.5 0 0 1 13 0zM8 4.2V8l2.6 1.8";
constexpr std::string_view kLayers =
    "M8 1.8l6.2 3.1L8 8 1.8 4.9zM1.8 8L8 11.1 14.2 8M1.8 11.1L8 14.2l6.2-3.1";

constexpr Glyph kGlyphs[] = {
    {"shell", "command", kTerminal},
    {"ssh", "command", kDoor},
    {"java", "compute", kCup},
    {"map-reduce", "compute", kFunnel},
    {"hadoop", "compute", kFunnel},
    {"pig", "compute", kScript},
    {"spark", "compute", kBolt},
    {"hive", "table", kComb},
    {"hive2", "table", kComb},
    {"sqoop", "table", kBarrel},
    {"fs", "file", kFolder},
    {"hdfs", "file", kFolder},
    {"distcp", "file", kExchange},
    {"email", "message", kEnvelope},
    {"http", "message", kGlobe},
    {"git", "command", kBranch},
    {"sub-workflow", "flow", kTree},
    {"workflow", "flow", kTree},
    {"coordinator", "compute", kClock},
    {"bundle", "table", kLayers},
    {"dataset", "file", kFolder},
};

constexpr Glyph kOther{"", "flow", kCube};

}  // namespace

const Glyph& GlyphOf(std::string_view kind) {
  for (const Glyph& glyph : kGlyphs) {
    if (glyph.kind == kind) {
      return glyph;
    }
  }
  return kOther;
}

}  // namespace hpdl::draw
