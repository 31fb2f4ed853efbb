#ifndef HPDL_RUNTIME_GROUND_BASE_FRAMES_H_
#define HPDL_RUNTIME_GROUND_BASE_FRAMES_H_

#include <cstdint>
#include <cstring>
#include <string>
#include <string_view>
#include <vector>

/// Messages that two processes on this machine send each other over a stream socket. A message is a
/// frame: the length of the whole frame in 4 bytes, a letter for its type, and its fields in host
/// byte order. Strings and lists have their length before them.
namespace hpdl::rt {

inline constexpr std::size_t kFrameHeader = 4;

/// Appends one frame to `out`. The destructor completes the frame.
class FrameWriter {
 public:
  FrameWriter(char type, std::string* out) : out_(out), start_(out->size()) {
    out->append(kFrameHeader, '\0');
    out->push_back(type);
  }
  ~FrameWriter() {
    const auto size = static_cast<std::uint32_t>(out_->size() - start_);
    std::memcpy(out_->data() + start_, &size, kFrameHeader);
  }
  FrameWriter(const FrameWriter&) = delete;
  FrameWriter& operator=(const FrameWriter&) = delete;

  template <class T>
  void Number(T value) {
    out_->append(reinterpret_cast<const char*>(&value), sizeof value);
  }
  void String(std::string_view text) {
    Number(static_cast<std::uint32_t>(text.size()));
    out_->append(text);
  }
  void Strings(const std::vector<std::string>& list) {
    Number(static_cast<std::uint32_t>(list.size()));
    for (const std::string& text : list) {
      String(text);
    }
  }
  template <class T>
  void Numbers(const std::vector<T>& list) {
    Number(static_cast<std::uint32_t>(list.size()));
    for (const T value : list) {
      Number(value);
    }
  }

 private:
  std::string* out_;
  std::size_t start_;
};

/// Reads the fields of a complete frame in the order in which they were written. A field that is
/// missing reads as 0 or "", and ok() is false afterwards.
class FrameReader {
 public:
  explicit FrameReader(std::string_view frame) : rest_(frame.substr(kFrameHeader + 1)) {}
  bool ok() const { return ok_; }
  template <class T>
  void Number(T* value) {
    if (rest_.size() < sizeof *value) {
      ok_ = false;
      *value = 0;
      return;
    }
    std::memcpy(value, rest_.data(), sizeof *value);
    rest_.remove_prefix(sizeof *value);
  }
  /// Reads a flag. Each byte except 0 is true, because a sender may write bytes other than 0 and 1.
  void Flag(bool* value) {
    std::uint8_t byte = 0;
    Number(&byte);
    *value = byte != 0;
  }
  void String(std::string* text) {
    std::uint32_t size = 0;
    Number(&size);
    if (size > rest_.size()) {
      ok_ = false;
      return;
    }
    text->assign(rest_.substr(0, size));
    rest_.remove_prefix(size);
  }
  void Strings(std::vector<std::string>* list) {
    std::uint32_t count = 0;
    Number(&count);
    for (std::uint32_t i = 0; ok_ && i < count; ++i) {
      String(&list->emplace_back());
    }
  }
  template <class T>
  void Numbers(std::vector<T>* list) {
    std::uint32_t count = 0;
    Number(&count);
    for (std::uint32_t i = 0; ok_ && i < count; ++i) {
      Number(&list->emplace_back());
    }
  }

 private:
  std::string_view rest_;
  bool ok_ = true;
};

/// Returns the length of the frame at the start of `buffer`, including its header; 0 if the frame
/// is not complete.
inline std::size_t FrameSize(std::string_view buffer) {
  std::uint32_t size = 0;
  if (buffer.size() < kFrameHeader) {
    return 0;
  }
  std::memcpy(&size, buffer.data(), kFrameHeader);
  return size <= buffer.size() && size > kFrameHeader ? size : 0;
}

/// Returns the length in the header of the frame at the start of `buffer`, even if the frame is not
/// complete; 0 if the header is not complete.
inline std::size_t AnnouncedSize(std::string_view buffer) {
  std::uint32_t size = 0;
  if (buffer.size() >= kFrameHeader) {
    std::memcpy(&size, buffer.data(), kFrameHeader);
  }
  return size;
}

/// Returns the type letter of a complete frame.
inline char FrameType(std::string_view frame) {
  return frame[kFrameHeader];
}

}  // namespace hpdl::rt

#endif  // HPDL_RUNTIME_GROUND_BASE_FRAMES_H_
