#ifndef HPDL_RUNTIME_GROUND_VALUE_ARENA_H_
#define HPDL_RUNTIME_GROUND_VALUE_ARENA_H_

#include <cstddef>
#include <cstring>
#include <memory>
#include <string_view>
#include <vector>

namespace hpdl::rt {

/// Memory that is allocated in pieces and freed as a whole. A new arena uses no memory.
class Arena {
 public:
  Arena() = default;
  Arena(const Arena&) = delete;
  Arena& operator=(const Arena&) = delete;
  Arena(Arena&&) = default;
  Arena& operator=(Arena&&) = default;

  /// Returns `size` bytes that are aligned for any type.
  void* Allocate(std::size_t size) {
    size = (size + kAlign - 1) & ~(kAlign - 1);
    if (size > left_) {
      const std::size_t block = size > kBlock ? size : kBlock;
      blocks_.push_back(std::make_unique<std::byte[]>(block));
      next_ = blocks_.back().get();
      left_ = block;
    }
    void* result = next_;
    next_ += size;
    left_ -= size;
    return result;
  }

  /// Returns a copy of `text` that lives as long as the arena.
  std::string_view Copy(std::string_view text) {
    if (text.empty()) {
      return {};
    }
    char* copy = static_cast<char*>(Allocate(text.size()));
    std::memcpy(copy, text.data(), text.size());
    return {copy, text.size()};
  }

 private:
  static constexpr std::size_t kAlign = alignof(std::max_align_t);
  static constexpr std::size_t kBlock = 1024;
  std::vector<std::unique_ptr<std::byte[]>> blocks_;
  std::byte* next_ = nullptr;
  std::size_t left_ = 0;
};

}  // namespace hpdl::rt

#endif  // HPDL_RUNTIME_GROUND_VALUE_ARENA_H_
