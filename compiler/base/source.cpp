#include "compiler/base/source.h"

#include <algorithm>
#include <iterator>

namespace hpdl {
namespace {

/// True if the byte is the first byte of a character in UTF-8.
bool IsCharacter(char c) {
  return (static_cast<unsigned char>(c) & 0xC0) != 0x80;
}

}  // namespace

SourceBuffer::SourceBuffer(std::string name, std::string text)
    : name_(std::move(name)), text_(std::move(text)) {
  line_starts_.push_back(0);
  std::uint32_t characters = 0;
  for (std::size_t i = 0; i < text_.size(); ++i) {
    if (i % kBlock == 0) {
      characters_before_.push_back(characters);
    }
    characters += IsCharacter(text_[i]) ? 1 : 0;
    if (text_[i] == '\n') {
      line_starts_.push_back(static_cast<std::uint32_t>(i + 1));
    }
  }
  characters_before_.push_back(characters);
}

std::uint32_t SourceBuffer::CharactersBefore(std::uint32_t offset) const {
  std::uint32_t count = characters_before_[offset / kBlock];
  if (offset == text_.size()) {
    return characters_before_.back();
  }
  for (std::uint32_t i = offset / kBlock * kBlock; i < offset; ++i) {
    count += IsCharacter(text_[i]) ? 1 : 0;
  }
  return count;
}

LineColumn SourceBuffer::Locate(std::uint32_t offset) const {
  offset = std::min<std::uint32_t>(offset, static_cast<std::uint32_t>(text_.size()));
  const auto next = std::upper_bound(line_starts_.begin(), line_starts_.end(), offset);
  const auto line = static_cast<std::uint32_t>(next - line_starts_.begin());
  return {line, 1 + CharactersBefore(offset) - CharactersBefore(line_starts_[line - 1])};
}

std::uint32_t SourceBuffer::LineStart(std::uint32_t offset) const {
  return *std::prev(std::upper_bound(line_starts_.begin(), line_starts_.end(), offset));
}

std::string_view SourceBuffer::Line(std::uint32_t line) const {
  const std::uint32_t begin = line_starts_[line - 1];
  std::uint32_t end = line < line_starts_.size() ? line_starts_[line] - 1
                                                 : static_cast<std::uint32_t>(text_.size());
  if (end > begin && text_[end - 1] == '\r') {
    --end;
  }
  return std::string_view(text_).substr(begin, end - begin);
}

}  // namespace hpdl
