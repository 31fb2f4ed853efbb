#include "runtime/programs/client/view.h"

#include "runtime/ground/base/utf8.h"

namespace hpdl::client {

std::string Ruler() {
  return std::string(132, '-') + "\n";
}

std::string ShownDate(const Json& object, const char* name, const NamedZone& zone, bool seconds) {
  const std::optional<std::string> text = TextOf(object, name);
  const std::optional<std::int64_t> date = text ? ReadHttpDate(*text) : std::nullopt;
  return date ? zone.Format(*date, seconds) : "-";
}

std::string Padded(std::string_view text, std::size_t width) {
  std::string column(text);
  std::size_t units = 0;  // UTF-16 code units, which Java counts
  while (!text.empty()) {
    const auto [code, size] = DecodeUtf8(text);
    units += code > 0xFFFF ? 2 : 1;
    text.remove_prefix(size == 0 ? 1 : size);
  }
  return units < width ? column.append(width - units, ' ') : column;
}

std::string FieldText(const Field& field, const Json& object, const NamedZone& zone, bool seconds) {
  switch (field.shape) {
    case Shape::kText:
      return Shown(object, field.member);
    case Shape::kRaw:
      return JavaText(object, field.member);
    case Shape::kInteger:
      return IntegerOf(object, field.member);
    case Shape::kDate:
      return ShownDate(object, field.member, zone, seconds);
  }
  return "";
}

std::string TableText(std::span<const Field> fields, const Json& rows, const NamedZone& zone,
                      TableStyle style) {
  std::string text;
  for (const Field& field : fields) {
    text += Padded(field.title, field.width);
  }
  text += "\n" + (style.ruler ? Ruler() : "");
  for (const Json& row : rows) {
    for (const Field& field : fields) {
      text += Padded(FieldText(field, row, zone, style.seconds), field.width);
    }
    text += "\n" + Ruler();
  }
  return text;
}

std::string TabbedText(std::span<const Field> fields, const Json& rows, const NamedZone& zone) {
  std::string text;
  for (const Field& field : fields) {
    text += (text.empty() ? "" : "\t") + std::string(field.title);
  }
  text += "\n" + Ruler();
  for (const Json& row : rows) {
    std::string line;
    for (const Field& field : fields) {
      line += (&field == fields.data() ? "" : "\t") + FieldText(field, row, zone, true);
    }
    text += line + "\n" + Ruler();
  }
  return text;
}

std::string PageText(std::span<const Field> fields, const Json& object, const NamedZone& zone,
                     bool seconds) {
  std::string text;
  for (const Field& field : fields) {
    text += field.title + FieldText(field, object, zone, seconds) + "\n";
  }
  return text;
}

}  // namespace hpdl::client
