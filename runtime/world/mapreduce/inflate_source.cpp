#include <zlib.h>

#include <vector>

#include "runtime/world/mapreduce/input.h"

namespace hpdl::rt::mapreduce {

namespace {

constexpr std::size_t kInputBytes = 64 << 10;

class InflateSource final : public ByteSource {
 public:
  InflateSource(std::unique_ptr<ByteSource> source, std::string path)
      : source_(std::move(source)), path_(std::move(path)), input_(kInputBytes) {
    // The added 32 makes zlib detect from the first bytes whether the format is gzip or zlib.
    ready_ = inflateInit2(&stream_, MAX_WBITS + 32) == Z_OK;
  }
  ~InflateSource() override { inflateEnd(&stream_); }
  InflateSource(const InflateSource&) = delete;
  InflateSource& operator=(const InflateSource&) = delete;

  Result<std::size_t> Read(char* to, std::size_t size) override {
    if (!ready_) {
      return Broken("no memory");
    }
    stream_.next_out = reinterpret_cast<Bytef*>(to);
    stream_.avail_out = static_cast<uInt>(size);
    while (stream_.avail_out == size) {
      if (stream_.avail_in == 0) {
        auto filled = Fill();
        HPDL_TRY(filled);
        if (*filled == 0) {
          if (within_) {
            return Broken("it ends within the compressed data");
          }
          return std::size_t{0};
        }
      }
      if (auto step = Step(); !step) {
        return step.error();
      }
    }
    return size - stream_.avail_out;
  }

 private:
  Error Broken(const char* reason) const {
    return ActionError("cannot decompress " + path_ + ": " + reason);
  }

  Result<std::size_t> Fill() {
    auto got = source_->Read(input_.data(), input_.size());
    if (got) {
      stream_.next_in = reinterpret_cast<Bytef*>(input_.data());
      stream_.avail_in = static_cast<uInt>(*got);
    }
    return got;
  }

  Result<void> Step() {
    within_ = true;
    const int done = inflate(&stream_, Z_NO_FLUSH);
    if (done == Z_STREAM_END) {
      within_ = false;
      inflateReset(&stream_);
    } else if (done != Z_OK && done != Z_BUF_ERROR) {
      return Broken(stream_.msg == nullptr ? "it is damaged" : stream_.msg);
    }
    return {};
  }

  std::unique_ptr<ByteSource> source_;
  std::string path_;
  std::vector<char> input_;
  z_stream stream_{};
  bool ready_ = false;
  bool within_ = false;  ///< a compressed stream has begun and has not ended
};

}  // namespace

std::unique_ptr<ByteSource> MakeInflateSource(std::unique_ptr<ByteSource> source,
                                              std::string path) {
  return std::make_unique<InflateSource>(std::move(source), std::move(path));
}

}  // namespace hpdl::rt::mapreduce
