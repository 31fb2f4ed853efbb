#include <expat.h>

#include <climits>
#include <utility>

#include "runtime/ground/base/trim.h"
#include "runtime/ground/config/config.h"
#include "runtime/ground/config/decode_xml.h"

namespace hpdl::rt {
namespace {

constexpr char kNamespaceEnd = '\n';  // between the namespace and the local name; in no URI

/// Returns an element's name without its namespace, as Oozie does: only local names count.
std::string_view LocalName(std::string_view name) {
  return name.substr(name.find(kNamespaceEnd) + 1);
}

/// Reads one text in UTF-8 with Expat, whatever encoding it declares. Depth 1 is the root element,
/// 2 is a property, 3 is a field of a property.
class XmlReader {
 public:
  explicit XmlReader(std::string_view text) : text_(text) {}

  ConfigReading Read() {
    if (text_.size() > INT_MAX) {
      return {{}, ConfigProblem{1, "the file is larger than 2 GiB"}};
    }
    parser_ = XML_ParserCreateNS("UTF-8", kNamespaceEnd);
    XML_SetUserData(parser_, this);
    XML_SetElementHandler(parser_, &XmlReader::OnStart, &XmlReader::OnEnd);
    XML_SetCharacterDataHandler(parser_, &XmlReader::OnText);
    XML_SetStartDoctypeDeclHandler(parser_, &XmlReader::OnDoctype);
    const XML_Status status =
        XML_Parse(parser_, text_.data(), static_cast<int>(text_.size()), XML_TRUE);
    if (status != XML_STATUS_OK && !problem_) {
      Fail(std::string("not well-formed XML: ") + XML_ErrorString(XML_GetErrorCode(parser_)));
    }
    XML_ParserFree(parser_);
    if (problem_) {
      properties_.clear();
    }
    return {std::move(properties_), std::move(problem_)};
  }

 private:
  static void OnStart(void* self, const char* name, const char** attributes) {
    static_cast<XmlReader*>(self)->Start(LocalName(name), attributes);
  }
  static void OnEnd(void* self, const char* name) {
    static_cast<XmlReader*>(self)->End(LocalName(name));
  }
  static void OnText(void* self, const char* text, int size) {
    static_cast<XmlReader*>(self)->Text({text, static_cast<std::size_t>(size)});
  }
  static void OnDoctype(void* self, const char*, const char*, const char*, int) {
    static_cast<XmlReader*>(self)->Fail(
        "a document type declaration is not allowed: no entity is expanded and no file is fetched");
  }

  std::uint32_t Line() const {
    return static_cast<std::uint32_t>(XML_GetCurrentLineNumber(parser_));
  }

  /// Returns the range of Expat's current event. The offsets fit into 32 bits, because texts have
  /// at most 2 GiB.
  ConfigRange Event() const {
    const auto begin = static_cast<std::uint32_t>(XML_GetCurrentByteIndex(parser_));
    return {begin, begin + static_cast<std::uint32_t>(XML_GetCurrentByteCount(parser_))};
  }

  /// Returns the range without blanks at its ends.
  ConfigRange WithoutBlanks(ConfigRange range) const {
    constexpr std::string_view kSpace = " \t\r\n";
    while (range.begin < range.end && kSpace.find(text_[range.begin]) != kSpace.npos) {
      ++range.begin;
    }
    while (range.begin < range.end && kSpace.find(text_[range.end - 1]) != kSpace.npos) {
      --range.end;
    }
    return range;
  }

  void Fail(std::string message, ConfigProblem::Kind kind = ConfigProblem::Kind::kSyntax) {
    if (!problem_) {
      problem_ = ConfigProblem{Line(), std::move(message), kind};
      XML_StopParser(parser_, XML_FALSE);
    }
  }

  void Start(std::string_view name, const char** attributes) {
    ++depth_;
    if (name == "include") {
      return Fail("includes are not followed; put the properties into this file");
    }
    if (depth_ == 1 && name != "configuration") {
      return Fail("the root element is `<" + std::string(name) + ">`; it must be `<configuration>`",
                  ConfigProblem::Kind::kRoot);
    }
    if (depth_ == 2) {
      if (name != "property") {
        return Fail("`<" + std::string(name) +
                        ">` in `<configuration>`, where only `<property>` is allowed",
                    ConfigProblem::Kind::kElement);
      }
      StartProperty(attributes);
    } else if (depth_ == 3) {
      field_.clear();
      field_range_ = {Event().end, Event().end};
    } else if (depth_ > 3) {
      Fail("`<" + std::string(name) +
           ">` stands inside a field of a property, where only text is allowed");
    }
  }

  void StartProperty(const char** attributes) {
    property_ = {};
    property_.line = Line();
    has_value_ = false;
    const ConfigRange tag = Event();
    std::uint32_t at = tag.begin;
    for (const char** a = attributes; *a != nullptr; a += 2) {
      Set(a[0], a[1], NextAttribute(tag, &at));
    }
  }

  /// Returns the range of the value of the tag's next attribute and moves `at` behind it. Expat has
  /// already checked the tag. It reports the attributes in the order in which the tag has them, but
  /// not those that declare namespaces.
  ConfigRange NextAttribute(ConfigRange tag, std::uint32_t* at) const {
    const std::string_view text = text_.substr(0, tag.end);
    std::size_t begin = 0, end = 0;
    std::string_view name;
    do {
      begin = text.find_first_of("\"'", *at);
      end = text.find(text[begin], begin + 1);
      name = text.substr(*at, begin - *at);
      *at = static_cast<std::uint32_t>(end + 1);
    } while (name.find("xmlns") != name.npos);
    return WithoutBlanks({static_cast<std::uint32_t>(begin + 1), static_cast<std::uint32_t>(end)});
  }

  void Set(std::string_view field, std::string_view text, ConfigRange range) {
    if (field == "name") {
      property_.name = Trimmed(text);
      property_.name_range = range;
    } else if (field == "value") {
      property_.value = Trimmed(text);
      property_.blank = property_.value.empty() && !text.empty();
      property_.value_range = range;
      has_value_ = true;
    } else if (field == "final") {
      property_.final = Trimmed(text) == "true";
    }
  }

  void Text(std::string_view text) {
    if (depth_ == 3) {
      if (field_.empty()) {
        field_range_.begin = Event().begin;
      }
      field_.append(text);
      field_range_.end = Event().end;
    } else if (!Trimmed(text).empty()) {
      Fail("text '" + std::string(Trimmed(text).substr(0, 40)) +
           "' is outside of `<name>` and `<value>`");
    }
  }

  void End(std::string_view name) {
    if (depth_ == 3) {
      Set(name, field_, WithoutBlanks(field_range_));
    } else if (depth_ == 2) {
      if (property_.name.empty()) {
        return Fail("a property has no name");
      }
      if (has_value_) {
        properties_.push_back(std::move(property_));
      }
    }
    --depth_;
  }

  std::string_view text_;
  XML_Parser parser_ = nullptr;
  int depth_ = 0;
  std::string field_;
  ConfigRange field_range_;  ///< range from the first text to the last text of the field
  ConfigProperty property_;
  bool has_value_ = false;
  ConfigProperties properties_;
  std::optional<ConfigProblem> problem_;
};

}  // namespace

ConfigReading ScanHadoopXmlText(std::string_view text) {
  return XmlReader(text).Read();
}

ConfigReading ScanHadoopXml(std::string_view bytes) {
  DecodedXml decoded = DecodeXml(bytes);
  if (!decoded.problem.empty()) {
    return {{}, ConfigProblem{decoded.line, std::move(decoded.problem)}};
  }
  return ScanHadoopXmlText(decoded.text);
}

}  // namespace hpdl::rt
