#include "compiler/pipeline/global_section.h"

#include <zlib.h>

#include <cstdint>
#include <utility>

#include "compiler/base/failure.h"
#include "runtime/ground/base/base64.h"
#include "runtime/ground/base/utf8.h"
#include "runtime/ground/config/config.h"
#include "runtime/ground/config/configuration_xml.h"

namespace hpdl::pipeline {
namespace {

/// The text that stands for a missing field.
constexpr std::string_view kNullField = "||";
/// The most bytes of a field: DataOutput.writeUTF() writes the length in two bytes.
constexpr std::size_t kMostFieldBytes = 65535;
constexpr std::size_t kMostSectionBytes = std::size_t{16} << 20;
constexpr std::size_t kMostJobXml = 1000;
/// A character above this code is two surrogates in Java's UTF-8.
constexpr char32_t kLastOfOneUnit = 0xFFFF;
constexpr std::size_t kSurrogateBytes = 3;

void AppendUnit(char32_t unit, std::string* out) {
  *out += static_cast<char>(0xE0 | unit >> 12);
  *out += static_cast<char>(0x80 | (unit >> 6 & 0x3F));
  *out += static_cast<char>(0x80 | (unit & 0x3F));
}

/// Returns the text in the UTF-8 of DataOutput.writeUTF().
std::string ToJavaUtf8(std::string_view text) {
  std::string out;
  while (!text.empty()) {
    const Utf8Character next = DecodeUtf8(text);
    const std::size_t size = next.size == 0 ? 1 : next.size;
    if (next.size != 0 && next.code > kLastOfOneUnit) {
      const char32_t rest = next.code - 0x10000;
      AppendUnit(0xD800 | rest >> 10, &out);
      AppendUnit(0xDC00 | (rest & 0x3FF), &out);
    } else if (next.size == 1 && next.code == 0) {
      out += "\xC0\x80";
    } else {
      out += text.substr(0, size);
    }
    text.remove_prefix(size);
  }
  return out;
}

/// Returns the code unit of the three bytes at the beginning of `text` if it is between `first` and
/// `last`, and 0 otherwise.
char32_t UnitAt(std::string_view text, char32_t first, char32_t last) {
  if (text.size() < kSurrogateBytes || static_cast<unsigned char>(text[0]) != 0xED ||
      !ContinuesUtf8(text[1]) || !ContinuesUtf8(text[2])) {
    return 0;
  }
  const auto bits = [&](std::size_t at) { return static_cast<unsigned char>(text[at]) & 0x3FU; };
  const char32_t unit = 0xD000 | bits(1) << 6 | bits(2);
  return unit >= first && unit <= last ? unit : 0;
}

/// Returns the text of bytes in the UTF-8 of DataInput.readUTF(). Bytes that are not UTF-8 become
/// U+FFFD.
std::string FromJavaUtf8(std::string_view bytes) {
  std::string out;
  while (!bytes.empty()) {
    const char32_t high = UnitAt(bytes, 0xD800, 0xDBFF);
    const char32_t low = high == 0 ? 0 : UnitAt(bytes.substr(kSurrogateBytes), 0xDC00, 0xDFFF);
    if (low != 0) {
      AppendUtf8(&out, 0x10000 + ((high & 0x3FF) << 10 | (low & 0x3FF)));
      bytes.remove_prefix(2 * kSurrogateBytes);
    } else if (bytes.starts_with("\xC0\x80")) {
      out += '\0';
      bytes.remove_prefix(2);
    } else {
      out += bytes.front();
      bytes.remove_prefix(1);
    }
  }
  return ValidUtf8(out);
}

/// Appends a field: its length in two bytes, and its text. Returns false if the text is too long.
bool AppendField(std::string_view text, std::string* out) {
  const std::string bytes = ToJavaUtf8(text);
  if (bytes.size() > kMostFieldBytes) {
    return false;
  }
  *out += static_cast<char>(bytes.size() >> 8);
  *out += static_cast<char>(bytes.size());
  *out += bytes;
  return true;
}

/// Reads the fields of a section. Every length is compared with the bytes that are left.
class FieldReader {
 public:
  explicit FieldReader(std::string_view bytes) : left_(bytes) {}

  /// Reads an unsigned number of `size` bytes, the highest byte first.
  bool Number(std::size_t size, std::uint32_t* number) {
    if (left_.size() < size) {
      return false;
    }
    *number = 0;
    for (const char byte : left_.substr(0, size)) {
      *number = *number << 8U | static_cast<unsigned char>(byte);
    }
    left_.remove_prefix(size);
    return true;
  }

  bool Text(std::optional<std::string>* text) {
    std::uint32_t size = 0;
    if (!Number(2, &size) || left_.size() < size) {
      return false;
    }
    std::string read = FromJavaUtf8(left_.substr(0, size));
    left_.remove_prefix(size);
    text->reset();
    if (read != kNullField) {
      *text = std::move(read);
    }
    return true;
  }

 private:
  std::string_view left_;
};

std::optional<std::string> Inflated(std::string_view compressed) {
  z_stream stream{};
  if (inflateInit(&stream) != Z_OK) {
    return std::nullopt;
  }
  std::string bytes;
  char buffer[16384];
  // inflate() does not change its input, but zlib declares it without const.
  stream.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(compressed.data()));
  stream.avail_in = static_cast<uInt>(compressed.size());
  int state = Z_OK;
  while (state == Z_OK && bytes.size() <= kMostSectionBytes) {
    stream.next_out = reinterpret_cast<Bytef*>(buffer);
    stream.avail_out = sizeof(buffer);
    state = inflate(&stream, Z_NO_FLUSH);
    bytes.append(buffer, sizeof(buffer) - stream.avail_out);
  }
  inflateEnd(&stream);
  return state == Z_STREAM_END && bytes.size() <= kMostSectionBytes ? std::optional(bytes)
                                                                    : std::nullopt;
}

rt::Result<std::string> Deflated(const std::string& bytes) {
  uLongf size = compressBound(bytes.size());
  std::string compressed(size, '\0');
  if (compress(reinterpret_cast<Bytef*>(compressed.data()), &size,
               reinterpret_cast<const Bytef*>(bytes.data()), bytes.size()) != Z_OK) {
    return Failure("<global> cannot be compressed");
  }
  compressed.resize(size);
  return compressed;
}

}  // namespace

rt::Result<std::string> WriteGlobalSection(const GlobalSection& section) {
  std::string bytes;
  bool fits = AppendField(section.resource_manager.value_or(std::string(kNullField)), &bytes) &&
              AppendField(section.name_node.value_or(std::string(kNullField)), &bytes);
  for (int shift = 24; shift >= 0; shift -= 8) {
    bytes += static_cast<char>(section.job_xml.size() >> static_cast<unsigned>(shift));
  }
  for (const std::string& path : section.job_xml) {
    fits = fits && AppendField(path, &bytes);
  }
  fits = fits && AppendField(rt::ConfigurationXml(section.properties, false), &bytes);
  if (!fits || section.job_xml.size() > kMostJobXml || bytes.size() > kMostSectionBytes) {
    return Failure("<global> is too large to be handed to a sub-workflow");
  }
  const rt::Result<std::string> compressed = Deflated(bytes);
  HPDL_TRY(compressed);
  return Base64(*compressed);
}

rt::Result<GlobalSection> ReadGlobalSection(std::string_view value) {
  const rt::Error wrong =
      Failure("the property oozie.wf.globalconf is not the <global> of a workflow");
  const std::optional<std::string> compressed = FromBase64(value);
  const std::optional<std::string> bytes = compressed ? Inflated(*compressed) : std::nullopt;
  if (!bytes) {
    return wrong;
  }
  FieldReader reader(*bytes);
  GlobalSection section;
  std::uint32_t count = 0;
  if (!reader.Text(&section.resource_manager) || !reader.Text(&section.name_node) ||
      !reader.Number(4, &count)) {
    return wrong;
  }
  // Java reads the count as a signed number, and reads no file if the number is negative.
  count = count > INT32_MAX ? 0 : count;
  if (count > kMostJobXml) {
    return wrong;
  }
  for (std::optional<std::string> path; count > 0; --count) {
    if (!reader.Text(&path)) {
      return wrong;
    }
    if (path && !path->empty()) {
      std::erase(section.job_xml, *path);  // the last occurrence of a file decides
      section.job_xml.push_back(std::move(*path));
    }
  }
  std::optional<std::string> configuration;
  if (!reader.Text(&configuration)) {
    return wrong;
  }
  if (configuration) {
    rt::ConfigReading read = rt::ScanHadoopXmlText(*configuration);
    if (read.problem) {
      return wrong;
    }
    for (rt::ConfigProperty& property : read.properties) {
      if (!property.value.empty()) {
        section.properties[property.name] = std::move(property.value);
      }
    }
  }
  return section;
}

}  // namespace hpdl::pipeline
