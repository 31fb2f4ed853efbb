#ifndef HPDL_COMPILER_DRAW_CARD_H_
#define HPDL_COMPILER_DRAW_CARD_H_

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "compiler/draw/layout.h"

namespace hpdl::draw {

/// A box with the glyph of a kind and some lines of text beside it.
struct Card {
  enum class Face { kName, kSmall, kCode };
  struct Line {
    Face face = Face::kSmall;
    std::string text;
    bool apart = false;  ///< true if there is some space above the line
  };

  std::string_view kind;
  std::vector<Line> lines;
  std::string tooltip;
  /// True if the border is dashed, for example because the definition on the card was not found.
  bool broken = false;
  bool open = false;  ///< true if the card has no box around it
  double least_width = 0;

  double width() const;
  double height() const;
};

std::string DrawCard(const Card& card, Point middle);

/// Draws an arrow from one point, on the right side of a card, to a second point, on the left side
/// of the next card. The arrow bends if the points are not at the same height.
std::string DrawLink(Point from, Point to, bool broken);

/// Returns the text without its middle if it is longer than `most` code points. The end of a URI
/// stays, because it contains the time. The scheme and authority stay if they are short.
std::string ShortUri(std::string_view uri, std::size_t most);

/// Returns "… 22 more …" for URIs that are left out.
std::string MoreText(std::size_t count);

/// Returns all URIs if they are few. Otherwise returns the first URI, the number of URIs left out,
/// and the last URI. `uris` may already lack URIs before its last URI; `left_out` is the number of
/// these URIs.
std::vector<std::string> FewOf(const std::vector<std::string>& uris, std::size_t left_out = 0);

}  // namespace hpdl::draw

#endif  // HPDL_COMPILER_DRAW_CARD_H_
