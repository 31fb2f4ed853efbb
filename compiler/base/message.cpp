#include "compiler/base/message.h"

#include <algorithm>
#include <cstdint>
#include <utility>

namespace hpdl {
namespace {

Range Whole(const std::string& text) {
  return {0, static_cast<std::uint32_t>(text.size())};
}

}  // namespace

Message::Message(std::string value) : text_(std::move(value)) {
  if (!text_.empty()) {
    values_.push_back(Whole(text_));
  }
}

Message::Message(std::string_view value) : Message(std::string(value)) {}

Message Message::Words(std::string_view words) {
  Message message;
  message.text_ = words;
  return message;
}

Message& Message::operator+=(const Message& other) {
  const auto offset = static_cast<std::uint32_t>(text_.size());
  const std::size_t count = other.values_.size();  // `other` may be `*this`
  for (std::size_t i = 0; i < count; ++i) {
    const Range value = other.values_[i];
    values_.push_back({offset + value.begin, offset + value.end});
  }
  text_ += other.text_;
  return *this;
}

Message Message::Part(std::size_t begin, std::size_t end) const {
  Message part;
  part.text_ = text_.substr(begin, end - begin);
  for (const Range value : values_) {
    const std::size_t from = std::max<std::size_t>(value.begin, begin);
    const std::size_t to = std::min<std::size_t>(value.end, end);
    if (from < to) {
      part.values_.push_back(
          {static_cast<std::uint32_t>(from - begin), static_cast<std::uint32_t>(to - begin)});
    }
  }
  return part;
}

}  // namespace hpdl
