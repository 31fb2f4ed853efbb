#include "compiler/raster/raster.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <png.h>

#include <array>
#include <cstdint>
#include <vector>

#include "compiler/raster/fonts.h"
#include "compiler/raster/style_sheet.h"

namespace hpdl::raster {
namespace {

using ::testing::HasSubstr;

using Pixel = std::array<std::uint8_t, 3>;
constexpr Pixel kWhite{255, 255, 255}, kRed{255, 0, 0}, kBlue{0, 0, 255};

/// The pixels of a PNG file, read with libpng.
struct Pixels {
  explicit Pixels(const std::string& file) {
    image.version = PNG_IMAGE_VERSION;
    read = png_image_begin_read_from_memory(&image, file.data(), file.size()) != 0;
    image.format = PNG_FORMAT_RGB;
    bytes.resize(PNG_IMAGE_SIZE(image));
    read = read && png_image_finish_read(&image, nullptr, bytes.data(), 0, nullptr) != 0;
  }

  Pixel At(std::size_t x, std::size_t y) const {
    const std::uint8_t* const first = &bytes.at((y * image.width + x) * 3);
    return {first[0], first[1], first[2]};
  }

  png_image image{};
  bool read = false;
  std::vector<std::uint8_t> bytes;
};

/// Returns a document of 20 by 10 pixels with its corner at (-10, -5).
std::string Document(const std::string& content) {
  return "<svg viewBox=\"-10 -5 20 10\"><desc>&lt;x&gt;</desc><style>\n.red{fill:#f00}\n"
         ".line{fill:none;stroke:#00f;stroke-width:2}.broken{stroke-dasharray:4 4}\n"
         ".out .red{fill:#00f}@media (x){.red{fill:#0f0}.out .red{fill:#0f0}}</style>" +
         content + "</svg>";
}

Pixels Draw(const std::string& content, double scale = 1) {
  const Result<std::string> png = WritePng(Document(content), scale);
  EXPECT_TRUE(png) << png.error().message;
  return Pixels(png ? *png : "");
}

TEST(Raster, PaintsShapesWhereTheDocumentHasThem) {
  const Pixels box = Draw("<rect class=\"red\" x=\"-4\" y=\"-4\" width=\"6\" height=\"3\"/>", 2);
  ASSERT_TRUE(box.read);
  EXPECT_EQ(box.image.width, 40u);
  EXPECT_EQ(box.image.height, 20u);
  EXPECT_EQ(box.At(11, 3), kWhite);
  EXPECT_EQ(box.At(12, 3), kRed);
  EXPECT_EQ(box.At(23, 7), kRed);
  EXPECT_EQ(box.At(24, 7), kWhite);
  const Pixels circle = Draw("<circle class=\"red\" cx=\"0\" cy=\"0\" r=\"4\"/>");
  EXPECT_EQ(circle.At(10, 5), kRed);
  EXPECT_EQ(circle.At(6, 1), kWhite);
}

TEST(Raster, DrawsLinesOfPaths) {
  const Pixels line = Draw("<path class=\"line\" d=\"M-10 0h8V-5\"/>");
  EXPECT_EQ(line.At(1, 4), kBlue);
  EXPECT_EQ(line.At(1, 5), kBlue);
  EXPECT_EQ(line.At(1, 6), kWhite);
  EXPECT_EQ(line.At(7, 1), kBlue);
  const Pixels broken = Draw("<path class=\"line broken\" d=\"M-10 0L10 0\"/>");
  EXPECT_EQ(broken.At(1, 5), kBlue);
  EXPECT_EQ(broken.At(5, 5), kWhite);
  EXPECT_EQ(broken.At(9, 5), kBlue);
}

TEST(Raster, PathsAreRelativeOrNotAndNumbersStandWithoutBlanks) {
  for (const char* path : {"M-4-4L4-4L4 4L-4 4z", "m-4-4h8v8h-8z", "M-4-4 4-4 4 4-4 4Z",
                           "M-4 0a.0.0 0 0 1 0-4H4V4h-8z", "M-4-4c0 0 8.0.0 8 0l0 8-8 0",
                           "M-4-4s8 0 8 0 0 8 0 8-8 0-8 0z"}) {
    const Pixels pixels = Draw("<path class=\"red\" d=\"" + std::string(path) + "\"/>");
    EXPECT_EQ(pixels.At(7, 2), kRed) << path;
    EXPECT_EQ(pixels.At(13, 8), kRed) << path;
    EXPECT_EQ(pixels.At(14, 9), kWhite) << path;
  }
}

TEST(Raster, GroupsMoveAndTurnWhatIsInside) {
  const std::string box = "<rect class=\"red\" x=\"0\" y=\"0\" width=\"4\" height=\"1\"/></g>";
  EXPECT_EQ(Draw("<g transform=\"translate(3 -5)\">" + box).At(16, 0), kRed);
  EXPECT_EQ(Draw("<g transform=\"rotate(-90 0 0)\">" + box).At(10, 1), kRed);
  EXPECT_EQ(Draw("<g transform=\"rotate(-90 2 0)\">" + box).At(12, 6), kRed);
  EXPECT_EQ(Draw("<g class=\"out\"><g transform=\"translate(3 0)\">" + box + "</g>").At(14, 5),
            kBlue);
}

TEST(Raster, TextHasLettersOfTheFont) {
  const Pixels text = Draw("<text class=\"red\" x=\"-8\" y=\"5\">I</text>", 8);
  bool stem = false;
  for (std::size_t x = 0; x < 80; ++x) {
    stem = stem || text.At(x, 16) == kRed;
  }
  EXPECT_TRUE(stem);
  EXPECT_EQ(text.At(120, 16), kWhite);
}

// The layout computes with the widths of Helvetica, so the fonts must have these widths.
TEST(Raster, FontsHaveTheWidthsOfHelvetica) {
  EXPECT_NEAR(LineWidth("abc", FontFace::kSans, 1000), 556 + 556 + 500, 1);
  EXPECT_NEAR(LineWidth("abc", FontFace::kBold, 1000), 556 + 611 + 556, 1);
  EXPECT_NEAR(LineWidth("abc", FontFace::kMono, 1000), 1800, 3);
  EXPECT_NEAR(LineWidth("\u2715", FontFace::kSans, 1000), 584, 1);
  EXPECT_GT(LineWidth("\u0416\u03A9\u00E9\u4E2D", FontFace::kSans, 10), 10);
}

TEST(Raster, LargePicturesAreDrawnSmaller) {
  const Result<std::string> png = WritePng("<svg viewBox=\"0 0 100000 1000\"/>", 1.5);
  ASSERT_TRUE(png);
  const Pixels pixels(*png);
  ASSERT_TRUE(pixels.read);
  EXPECT_NEAR(pixels.image.width, 48990, 1);
  EXPECT_NEAR(pixels.image.height, 489, 1);
  EXPECT_FALSE(WritePng("<svg viewBox=\"0 0 1e300 1\"/>", 1));
  EXPECT_FALSE(WritePng("<svg viewBox=\"0 0 0 0\"/>", 1));
}

TEST(Raster, WhatItDoesNotKnowIsAnError) {
  for (const auto& [content, word] : {std::pair{"<ellipse/>", "`ellipse`"},
                                      {"<g transform=\"scale(2)\"></g>", "`scale(2)`"},
                                      {"<path d=\"M0 0Q1 1 2 2\"/>", "`Q1 1 2 2`"},
                                      {"<path d=\"M0 x\"/>", "`M0 x`"},
                                      {"<path d=\"0 1\"/>", "`0 1`"},
                                      {"<path d=\"M0 0z 1\"/>", "`1`"}}) {
    const Result<std::string> png = WritePng(Document(content), 1);
    ASSERT_FALSE(png) << content;
    EXPECT_THAT(png.error().message, HasSubstr(word));
  }
  EXPECT_FALSE(WritePng("<svg", 1));
  for (const char* style :
       {"a{filter:none}", "a{fill:red}", "a{fill:#12345}", "a{stroke-width:2em}",
        "a{stroke-dasharray:1}", "a{font-weight:bold}", "a{fill}"}) {
    EXPECT_FALSE(StyleSheet::Read(style)) << style;
  }
}

TEST(StyleSheet, WhatNamesMoreCountsMore) {
  const Result<StyleSheet> sheet = StyleSheet::Read(
      ".a.b{stroke-width:4}.a{stroke-width:3}text{stroke-width:2}.o .a{stroke-width:5}"
      ".o text.a{stroke-width:6;fill:none}.x,.y{font-size:9px}.y{font-size:11px}");
  ASSERT_TRUE(sheet);
  EXPECT_EQ(sheet->StyleOf({{"text", ""}}).stroke_width, 2);
  EXPECT_EQ(sheet->StyleOf({{"text", "a"}}).stroke_width, 3);
  EXPECT_EQ(sheet->StyleOf({{"rect", "b a"}}).stroke_width, 4);
  EXPECT_EQ(sheet->StyleOf({{"g", "o"}, {"g", ""}, {"rect", "a"}}).stroke_width, 5);
  EXPECT_EQ(sheet->StyleOf({{"g", "o"}, {"text", "a"}}).stroke_width, 6);
  EXPECT_FALSE(sheet->StyleOf({{"g", "o"}, {"text", "a"}}).fill);
  EXPECT_EQ(sheet->StyleOf({{"rect", ""}}).stroke_width, 1);
  EXPECT_EQ(sheet->StyleOf({{"rect", "x"}}).font_size, 9);
  EXPECT_EQ(sheet->StyleOf({{"rect", "y x"}}).font_size, 11);
}

}  // namespace
}  // namespace hpdl::raster
