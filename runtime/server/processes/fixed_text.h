#ifndef HPDL_RUNTIME_SERVER_PROCESSES_FIXED_TEXT_H_
#define HPDL_RUNTIME_SERVER_PROCESSES_FIXED_TEXT_H_

#include <algorithm>
#include <cstdint>
#include <cstring>
#include <string>
#include <string_view>
#include <type_traits>

/// Messages of fixed size. The supervisor runs as root, and the processes that send it messages may
/// have been taken over. So each message to the supervisor is a struct of a fixed size without
/// pointers, and reading it is one copy and one check.
namespace hpdl::rt {

/// A text of at most `Most` bytes in a message of fixed size.
template <std::size_t Most>
struct FixedText {
  std::uint16_t size = 0;
  char bytes[Most] = {};

  /// Returns false, and stays empty, if the text is too long.
  bool Set(std::string_view text) {
    if (text.size() > Most) {
      return false;
    }
    size = static_cast<std::uint16_t>(text.size());
    std::memcpy(bytes, text.data(), text.size());
    return true;
  }
  /// Cuts a text that is too long.
  void SetBegin(std::string_view text) { (void)Set(text.substr(0, Most)); }
  bool IsGood() const { return size <= Most; }
  std::string_view view() const { return {bytes, std::min<std::size_t>(size, Most)}; }
  std::string text() const { return std::string(view()); }
};

/// Returns the bytes of a message of fixed size: the letter of its type, then the struct.
template <class Message>
std::string FixedMessage(const Message& message) {
  static_assert(std::is_trivially_copyable_v<Message>);
  std::string bytes(1 + sizeof message, Message::kType);
  std::memcpy(bytes.data() + 1, &message, sizeof message);
  return bytes;
}

/// Returns false if the bytes are no message of this type, or the message is damaged.
template <class Message>
bool ReadFixed(std::string_view bytes, Message* message) {
  static_assert(std::is_trivially_copyable_v<Message>);
  if (bytes.size() != 1 + sizeof *message || bytes[0] != Message::kType) {
    return false;
  }
  std::memcpy(message, bytes.data() + 1, sizeof *message);
  return message->IsGood();
}

/// Returns the size of the messages of the types `Messages` that begin with a letter; 0: none does.
template <class... Messages>
std::size_t SizeOfFixed(char type) {
  static_assert(((1 + sizeof(Messages) <= 4096) && ...), "a pipe takes no more at once");
  std::size_t size = 0;
  ((size = type == Messages::kType ? 1 + sizeof(Messages) : size), ...);
  return size;
}

}  // namespace hpdl::rt

#endif  // HPDL_RUNTIME_SERVER_PROCESSES_FIXED_TEXT_H_
