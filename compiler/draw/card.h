#ifndef HPDL_COMPILER_DRAW_CARD_H_
#define HPDL_COMPILER_DRAW_CARD_H_

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "compiler/draw/layout.h"

namespace hpdl::draw {

/// A box with the sign of a kind and some lines beside it.
struct Card {
  enum class Face { kName, kSmall, kCode };
  struct Line {
    Face face = Face::kSmall;
    std::string text;
    bool apart = false;  ///< some room above it
  };

  std::string_view kind;
  std::vector<Line> lines;
  std::string tooltip;
  bool broken = false;  ///< its border: what is not there, or not yet
  bool open = false;    ///< no box around it
  double least_width = 0;

  double width() const;
  double height() const;
};

std::string DrawCard(const Card& card, Point middle);

/// An arrow from the right side of something to the left side of something else, that bends where
/// they are not side by side.
std::string DrawLink(Point from, Point to, bool broken);

/// The text with its middle left out if it is longer than `most` code points: the end of a URI
/// stays, which says the time, and its scheme and authority, if they are short.
std::string ShortUri(std::string_view uri, std::size_t most);

/// "… 22 more …", for what is left out.
std::string MoreText(std::size_t count);

/// A few URIs as they are; of more the first, how many are left out, and the last. `left_out`: so
/// many are missing before the last one.
std::vector<std::string> FewOf(const std::vector<std::string>& uris, std::size_t left_out = 0);

}  // namespace hpdl::draw

#endif  // HPDL_COMPILER_DRAW_CARD_H_
