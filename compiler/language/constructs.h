#ifndef HPDL_COMPILER_LANGUAGE_CONSTRUCTS_H_
#define HPDL_COMPILER_LANGUAGE_CONSTRUCTS_H_

#include <string>
#include <string_view>
#include <vector>

namespace hpdl::language {

/// A part of the page under a heading of its own. Level 2 is a chapter, 3 a section of the chapter
/// before it.
struct Part {
  int level;
  std::string title;
  std::string text;
};

/// What follows `#` in a link to a heading, as GitHub makes it.
std::string Anchor(std::string_view title);
/// `[title](#anchor)`
std::string Link(std::string_view title);

/// Roots, nodes, and what stands beside them; by dialect.
std::vector<Part> OozieParts();
std::vector<Part> CoordinatorParts();
std::vector<Part> HwsParts();
/// Structures that several constructs have.
std::vector<Part> SharedParts();
/// The kinds of actions.
std::vector<Part> KindParts();
/// Functions and constants of expressions.
std::vector<Part> FunctionParts();

}  // namespace hpdl::language

#endif  // HPDL_COMPILER_LANGUAGE_CONSTRUCTS_H_
