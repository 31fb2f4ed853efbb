#include "runtime/engines/workflow/args_codec.h"

namespace hpdl::rt {
namespace {

constexpr char kPlain = 1;
constexpr char kWithRetries = 2;
constexpr char kUntold = 3;
constexpr int kMaxDepth = 200;

void PutNumber(std::uint64_t number, std::string* out) {
  while (number >= 0x80) {
    out->push_back(static_cast<char>(number | 0x80));
    number >>= 7;
  }
  out->push_back(static_cast<char>(number));
}

void PutNode(const ArgNode& node, std::string* out) {
  PutNumber(node.field, out);
  PutNumber(node.line, out);
  PutNumber(node.text.size(), out);
  out->append(node.text);
  PutNumber(node.children.size(), out);
  for (const ArgNode& child : node.children) {
    PutNode(child, out);
  }
}

/// Reads the bytes that PutNode() has written. Checks each length against the bytes that are left.
class Reader {
 public:
  explicit Reader(std::string_view bytes) : left_(bytes) {}
  bool done() const { return left_.empty(); }

  bool Number(std::uint64_t* number) {
    *number = 0;
    for (int shift = 0; shift < 64 && !left_.empty(); shift += 7) {
      const auto byte = static_cast<unsigned char>(left_.front());
      left_.remove_prefix(1);
      *number |= static_cast<std::uint64_t>(byte & 0x7f) << shift;
      if (byte < 0x80) {
        return true;
      }
    }
    return false;
  }

  bool Node(ArgNode* node, int depth = 0) {
    std::uint64_t field = 0;
    std::uint64_t line = 0;
    std::uint64_t size = 0;
    std::uint64_t children = 0;
    if (depth > kMaxDepth || !Number(&field) || !Number(&line) || !Number(&size) ||
        size > left_.size()) {
      return false;
    }
    node->field = static_cast<std::uint32_t>(field);
    node->line = static_cast<std::uint32_t>(line);
    node->text.assign(left_.substr(0, size));
    left_.remove_prefix(size);
    // A child has at least four bytes, so a wrong count is detected before memory is allocated.
    if (!Number(&children) || children > left_.size() / 4) {
      return false;
    }
    node->children.resize(children);
    for (ArgNode& child : node->children) {
      if (!Node(&child, depth + 1)) {
        return false;
      }
    }
    return true;
  }

 private:
  std::string_view left_;
};

void PutRetry(const RetryState& retry, std::string* out) {
  PutNumber(retry.user_max, out);
  PutNumber(static_cast<std::uint64_t>(retry.user_interval_ms), out);
  PutNumber(retry.user_exponential ? 1 : 0, out);
  PutNumber(retry.user_tries, out);
  PutNumber(retry.transient_tries, out);
}

bool ReadRetry(Reader* reader, RetryState* retry) {
  std::uint64_t numbers[5];
  for (std::uint64_t& number : numbers) {
    if (!reader->Number(&number) || number > INT64_MAX) {
      return false;
    }
  }
  *retry = {static_cast<std::uint32_t>(numbers[0]), static_cast<std::int64_t>(numbers[1]),
            numbers[2] != 0, static_cast<std::uint32_t>(numbers[3]),
            static_cast<std::uint32_t>(numbers[4])};
  return true;
}

}  // namespace

std::string EncodeArguments(const ActionArguments& arguments) {
  const RetryState& retry = arguments.retry;
  const bool plain = retry.user_max == 0 && retry.transient_tries == 0;
  std::string out(1, plain ? kPlain : kWithRetries);
  if (!plain) {
    PutRetry(retry, &out);
  }
  PutNode(arguments.root, &out);
  if (arguments.global) {
    PutNode(*arguments.global, &out);
  }
  return out;
}

Result<ActionArguments> DecodeArguments(std::string_view bytes) {
  if (IsUntold(bytes)) {
    bytes.remove_prefix(1);
  }
  const Error damaged{ErrorClass::kCorruptStore, "E0713", "the arguments of an action are damaged"};
  if (bytes.empty() || (bytes.front() != kPlain && bytes.front() != kWithRetries)) {
    return damaged;
  }
  Reader reader(bytes.substr(1));
  ActionArguments arguments;
  if (bytes.front() == kWithRetries && !ReadRetry(&reader, &arguments.retry)) {
    return damaged;
  }
  if (!reader.Node(&arguments.root) ||
      (!reader.done() && !reader.Node(&arguments.global.emplace())) || !reader.done()) {
    return damaged;
  }
  return arguments;
}

void MarkUntold(std::string* arguments) {
  if (!IsUntold(*arguments)) {
    arguments->insert(arguments->begin(), kUntold);
  }
}

bool IsUntold(std::string_view arguments) {
  return arguments.starts_with(kUntold);
}

bool MarkTold(std::string* arguments) {
  const bool marked = IsUntold(*arguments);
  if (marked) {
    arguments->erase(arguments->begin());
  }
  return marked;
}

}  // namespace hpdl::rt
