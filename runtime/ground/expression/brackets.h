#ifndef HPDL_RUNTIME_GROUND_EXPRESSION_BRACKETS_H_
#define HPDL_RUNTIME_GROUND_EXPRESSION_BRACKETS_H_

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <vector>

/// Functions that read the brackets in the tokens of an expression. They find the colons in the
/// names of functions, and they compute the depth of nesting. The compiler's lexer and the
/// programs' lexer use them. `Types` is the enumeration of the token types of a lexer.
namespace hpdl::rt {
namespace internal {

/// The tokens between two brackets or commas, without the tokens in inner brackets.
struct Section {
  std::size_t questions = 0;
  std::size_t colons = 0;
  std::vector<std::size_t> candidates;  ///< positions of the colons in `name:name(`
};

template <class Types, class Token>
void CloseSection(Section* section, std::vector<Token>* tokens) {
  std::size_t spare =
      section->colons > section->questions ? section->colons - section->questions : 0;
  for (const std::size_t colon : section->candidates) {
    if (spare == 0) {
      break;
    }
    (*tokens)[colon].type = Types::kQualifier;
    --spare;
  }
  *section = Section{};
}

template <class Types, class Type>
bool Opens(Type type) {
  return type == Types::kLeftParenthesis || type == Types::kLeftBracket;
}
template <class Types, class Type>
bool Closes(Type type) {
  return type == Types::kRightParenthesis || type == Types::kRightBracket;
}

}  // namespace internal

/// Gives the type kQualifier to the colons between the prefix and the name of a function. A colon
/// that belongs to a `?` of the same section keeps its type (grammar/README.md).
template <class Types, class Token>
void MarkQualifiers(std::vector<Token>* tokens) {
  std::vector<internal::Section> open(1);
  for (std::size_t i = 0; i < tokens->size(); ++i) {
    const auto type = (*tokens)[i].type;
    if (internal::Opens<Types>(type)) {
      open.emplace_back();
    } else if (internal::Closes<Types>(type) || type == Types::kComma) {
      internal::CloseSection<Types>(&open.back(), tokens);
      if (internal::Closes<Types>(type) && open.size() > 1) {
        open.pop_back();
      }
    } else if (type == Types::kQuestion) {
      ++open.back().questions;
    } else if (type == Types::kColon) {
      ++open.back().colons;
      if (i > 0 && i + 2 < tokens->size() && (*tokens)[i - 1].type == Types::kIdentifier &&
          (*tokens)[i + 1].type == Types::kIdentifier &&
          (*tokens)[i + 2].type == Types::kLeftParenthesis) {
        open.back().candidates.push_back(i);
      }
    }
  }
  for (internal::Section& section : open) {
    internal::CloseSection<Types>(&section, tokens);
  }
}

/// Returns the depth to which brackets and conditionals are nested.
template <class Types, class Token>
std::uint32_t NestingDepth(const std::vector<Token>& tokens) {
  std::vector<std::uint32_t> questions(1, 0);
  std::uint32_t depth = 0;
  std::uint32_t deepest = 0;
  for (const Token& token : tokens) {
    if (internal::Opens<Types>(token.type)) {
      questions.push_back(0);
      ++depth;
    } else if (token.type == Types::kQuestion) {
      ++questions.back();
      ++depth;
    } else if (internal::Closes<Types>(token.type) && questions.size() > 1) {
      depth -= questions.back() + 1;
      questions.pop_back();
    } else if (token.type == Types::kComma) {
      depth -= questions.back();
      questions.back() = 0;
    }
    deepest = std::max(deepest, depth);
  }
  return deepest;
}

}  // namespace hpdl::rt

#endif  // HPDL_RUNTIME_GROUND_EXPRESSION_BRACKETS_H_
