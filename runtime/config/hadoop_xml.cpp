#include <expat.h>

#include <climits>

#include "runtime/config/config.h"

namespace hpdl::rt {
namespace {

std::string Trimmed(std::string_view text) {
  constexpr std::string_view kSpace = " \t\r\n";
  const std::size_t first = text.find_first_not_of(kSpace);
  if (first == std::string_view::npos) {
    return {};
  }
  return std::string(text.substr(first, text.find_last_not_of(kSpace) - first + 1));
}

/// One run of Expat. Depth 1 is the root, 2 a property, 3 its fields.
class XmlReader {
 public:
  XmlReader(std::string_view text, std::string_view file_name)
      : text_(text), file_name_(file_name) {}

  Result<ConfigProperties> Read() {
    if (text_.size() > INT_MAX) {
      return Error{ErrorClass::kError, "", std::string(file_name_) + ":1: more than 2 GiB"};
    }
    parser_ = XML_ParserCreate(nullptr);
    XML_SetUserData(parser_, this);
    XML_SetElementHandler(parser_, &XmlReader::OnStart, &XmlReader::OnEnd);
    XML_SetCharacterDataHandler(parser_, &XmlReader::OnText);
    XML_SetStartDoctypeDeclHandler(parser_, &XmlReader::OnDoctype);
    const XML_Status status =
        XML_Parse(parser_, text_.data(), static_cast<int>(text_.size()), XML_TRUE);
    if (status != XML_STATUS_OK && error_.empty()) {
      Fail(std::string("not well-formed XML: ") + XML_ErrorString(XML_GetErrorCode(parser_)));
    }
    XML_ParserFree(parser_);
    if (!error_.empty()) {
      return Error{ErrorClass::kError, "", std::move(error_)};
    }
    return std::move(properties_);
  }

 private:
  static void OnStart(void* self, const char* name, const char** attributes) {
    static_cast<XmlReader*>(self)->Start(name, attributes);
  }
  static void OnEnd(void* self, const char* name) { static_cast<XmlReader*>(self)->End(name); }
  static void OnText(void* self, const char* text, int size) {
    static_cast<XmlReader*>(self)->Text({text, static_cast<std::size_t>(size)});
  }
  static void OnDoctype(void* self, const char*, const char*, const char*, int) {
    static_cast<XmlReader*>(self)->Fail(
        "a document type declaration is refused: nothing is expanded or fetched");
  }

  std::uint32_t Line() const {
    return static_cast<std::uint32_t>(XML_GetCurrentLineNumber(parser_));
  }

  void Fail(const std::string& message) {
    if (error_.empty()) {
      error_ = std::string(file_name_) + ":" + std::to_string(Line()) + ": " + message;
      XML_StopParser(parser_, XML_FALSE);
    }
  }

  void Start(std::string_view name, const char** attributes) {
    ++depth_;
    if (name.ends_with(":include") || name == "include") {
      return Fail("includes are not followed; put the properties into this file");
    }
    if (depth_ == 1 && name != "configuration") {
      return Fail("the root element is `<" + std::string(name) +
                  ">`; it must be `<configuration>`");
    }
    if (depth_ == 2) {
      if (name != "property") {
        return Fail("`<" + std::string(name) +
                    ">` in `<configuration>`, where `<property>` must be");
      }
      StartProperty(attributes);
    } else if (depth_ == 3) {
      field_.clear();
    } else if (depth_ > 3) {
      Fail("`<" + std::string(name) + ">` inside a field of a property");
    }
  }

  void StartProperty(const char** attributes) {
    property_ = {};
    property_.line = Line();
    has_value_ = false;
    for (const char** a = attributes; *a != nullptr; a += 2) {
      Set(a[0], a[1]);
    }
  }

  void Set(std::string_view field, std::string_view text) {
    if (field == "name") {
      property_.name = Trimmed(text);
    } else if (field == "value") {
      property_.value = Trimmed(text);
      has_value_ = true;
    } else if (field == "final") {
      property_.final = Trimmed(text) == "true";
    }
  }

  void Text(std::string_view text) {
    if (depth_ == 3) {
      field_.append(text);
    } else if (!Trimmed(text).empty()) {
      Fail("text '" + Trimmed(text).substr(0, 40) + "' outside of name and value");
    }
  }

  void End(std::string_view name) {
    if (depth_ == 3) {
      Set(name, field_);
    } else if (depth_ == 2) {
      if (property_.name.empty()) {
        return Fail("a property without a name");
      }
      if (has_value_) {
        properties_.push_back(std::move(property_));
      }
    }
    --depth_;
  }

  std::string_view text_;
  std::string_view file_name_;
  XML_Parser parser_ = nullptr;
  int depth_ = 0;
  std::string field_;
  ConfigProperty property_;
  bool has_value_ = false;
  ConfigProperties properties_;
  std::string error_;
};

}  // namespace

Result<ConfigProperties> ReadHadoopXml(std::string_view text, std::string_view file_name) {
  return XmlReader(text, file_name).Read();
}

}  // namespace hpdl::rt
