#include "runtime/process/wire.h"

#include <cstring>

namespace hpdl::rt::wire {

namespace {

constexpr std::size_t kHeader = 4;

class Writer {
 public:
  Writer(Type type, std::string* out) : out_(out), start_(out->size()) {
    out->append(kHeader, '\0');
    out->push_back(static_cast<char>(type));
  }
  ~Writer() {
    const auto size = static_cast<std::uint32_t>(out_->size() - start_);
    std::memcpy(out_->data() + start_, &size, kHeader);
  }
  template <class T>
  void Number(T value) {
    out_->append(reinterpret_cast<const char*>(&value), sizeof value);
  }
  void String(const std::string& text) {
    Number(static_cast<std::uint32_t>(text.size()));
    out_->append(text);
  }
  void Strings(const std::vector<std::string>& list) {
    Number(static_cast<std::uint32_t>(list.size()));
    for (const std::string& text : list) {
      String(text);
    }
  }

 private:
  std::string* out_;
  std::size_t start_;
};

class Reader {
 public:
  explicit Reader(std::string_view frame) : rest_(frame.substr(kHeader + 1)) {}
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

 private:
  std::string_view rest_;
  bool ok_ = true;
};

}  // namespace

void Append(const RunMessage& message, std::string* out) {
  Writer writer(Type::kRun, out);
  writer.Number(message.sequence);
  writer.String(message.directory);
  writer.Strings(message.argv);
  writer.Strings(message.added);
  writer.Number(static_cast<std::uint32_t>(message.removed.size()));
  for (const std::uint32_t place : message.removed) {
    writer.Number(place);
  }
  writer.Number(message.tell_start);
}

void Append(const KillMessage& message, std::string* out) {
  Writer writer(Type::kKill, out);
  writer.Number(message.sequence);
  writer.Number(message.signal);
}

void Append(const StartMessage& message, std::string* out) {
  Writer writer(Type::kStart, out);
  writer.Number(message.sequence);
  writer.Number(message.pid);
}

void Append(const EndMessage& message, std::string* out) {
  Writer writer(Type::kEnd, out);
  writer.Number(message.sequence);
  writer.Number(message.pid);
  writer.Number(message.code);
  writer.Number(message.signal);
  writer.String(message.start_error);
  writer.Number(message.unstarted);
  writer.Number(message.output_cut);
}

std::size_t FrameSize(std::string_view buffer) {
  std::uint32_t size = 0;
  if (buffer.size() < kHeader) {
    return 0;
  }
  std::memcpy(&size, buffer.data(), kHeader);
  return size <= buffer.size() && size > kHeader ? size : 0;
}

Type FrameType(std::string_view frame) {
  return static_cast<Type>(frame[kHeader]);
}

bool Read(std::string_view frame, RunMessage* message) {
  Reader reader(frame);
  reader.Number(&message->sequence);
  reader.String(&message->directory);
  reader.Strings(&message->argv);
  reader.Strings(&message->added);
  std::uint32_t count = 0;
  reader.Number(&count);
  for (std::uint32_t i = 0; reader.ok() && i < count; ++i) {
    reader.Number(&message->removed.emplace_back());
  }
  reader.Number(&message->tell_start);
  return reader.ok() && !message->argv.empty();
}

bool Read(std::string_view frame, KillMessage* message) {
  Reader reader(frame);
  reader.Number(&message->sequence);
  reader.Number(&message->signal);
  return reader.ok();
}

bool Read(std::string_view frame, StartMessage* message) {
  Reader reader(frame);
  reader.Number(&message->sequence);
  reader.Number(&message->pid);
  return reader.ok();
}

bool Read(std::string_view frame, EndMessage* message) {
  Reader reader(frame);
  reader.Number(&message->sequence);
  reader.Number(&message->pid);
  reader.Number(&message->code);
  reader.Number(&message->signal);
  reader.String(&message->start_error);
  reader.Number(&message->unstarted);
  reader.Number(&message->output_cut);
  return reader.ok();
}

}  // namespace hpdl::rt::wire
