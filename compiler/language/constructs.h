#ifndef HPDL_COMPILER_LANGUAGE_CONSTRUCTS_H_
#define HPDL_COMPILER_LANGUAGE_CONSTRUCTS_H_

#include <string>
#include <string_view>
#include <vector>

namespace hpdl::language {

/// A part of the page under its own heading. Level 2 is a chapter; level 3 is a section of the
/// chapter before it.
struct Part {
  int level;
  std::string title;
  std::string text;
};

/// Returns the text after `#` in a link to a heading, in the form that GitHub uses.
std::string Anchor(std::string_view title);
/// Returns `[title](#anchor)`.
std::string Link(std::string_view title);

/// These functions return the parts of the page about roots, nodes and the other elements of a
/// dialect.
std::vector<Part> OozieParts();
std::vector<Part> CoordinatorParts();
std::vector<Part> HwsParts();
/// Returns the parts about structures that several constructs have.
std::vector<Part> SharedParts();
/// Returns the parts about the kinds of actions.
std::vector<Part> KindParts();
/// Returns the parts about functions and constants of expressions.
std::vector<Part> FunctionParts();

}  // namespace hpdl::language

#endif  // HPDL_COMPILER_LANGUAGE_CONSTRUCTS_H_
