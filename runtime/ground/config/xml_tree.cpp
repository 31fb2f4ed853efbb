#include "runtime/ground/config/xml_tree.h"

#include <expat.h>

#include <algorithm>
#include <climits>
#include <utility>

#include "runtime/ground/config/decode_xml.h"

namespace hpdl::rt {
namespace {

/// Expat puts this byte between a namespace, a local name and a prefix. No URI contains it.
constexpr char kBetween = '\n';
constexpr std::size_t kMostDepth = 100;
constexpr std::size_t kMostParts = 50'000;  // elements and attributes

/// Makes the tree of a text in UTF-8, whatever encoding it declares.
class TreeReader {
 public:
  Result<XmlElement> Read(std::string_view text) {
    if (text.size() > INT_MAX) {
      return Error{ErrorClass::kError, "", "the document is larger than 2 GiB"};
    }
    parser_ = XML_ParserCreateNS("UTF-8", kBetween);
    XML_SetReturnNSTriplet(parser_, 1);
    XML_SetUserData(parser_, this);
    XML_SetElementHandler(parser_, &TreeReader::OnStart, &TreeReader::OnEnd);
    XML_SetCharacterDataHandler(parser_, &TreeReader::OnText);
    XML_SetStartDoctypeDeclHandler(parser_, &TreeReader::OnDoctype);
    const XML_Status status =
        XML_Parse(parser_, text.data(), static_cast<int>(text.size()), XML_TRUE);
    const std::string problem =
        status == XML_STATUS_OK
            ? ""
            : "line " + std::to_string(Line()) + ": " +
                  (problem_ != nullptr ? problem_ : XML_ErrorString(XML_GetErrorCode(parser_)));
    XML_ParserFree(parser_);
    if (!problem.empty()) {
      return Error{ErrorClass::kError, "", problem};
    }
    return std::move(root_);
  }

 private:
  static void OnStart(void* self, const char* name, const char** attributes) {
    static_cast<TreeReader*>(self)->Start(name, attributes);
  }
  static void OnEnd(void* self, const char*) { static_cast<TreeReader*>(self)->open_.pop_back(); }
  static void OnText(void* self, const char* text, int size) {
    static_cast<TreeReader*>(self)->open_.back()->text.append(text, static_cast<std::size_t>(size));
  }
  static void OnDoctype(void* self, const char*, const char*, const char*, int) {
    static_cast<TreeReader*>(self)->Stop("a document type declaration is not allowed");
  }

  std::uint32_t Line() const {
    return static_cast<std::uint32_t>(XML_GetCurrentLineNumber(parser_));
  }

  void Stop(const char* problem) {
    problem_ = problem;
    XML_StopParser(parser_, XML_FALSE);
  }

  void Start(std::string_view name, const char** attributes) {
    if (open_.size() == kMostDepth) {
      return Stop("the elements are nested too deeply");
    }
    ++parts_;
    for (const char** each = attributes; *each != nullptr; each += 2) {
      ++parts_;
    }
    if (parts_ > kMostParts) {
      return Stop("there are more than 50,000 elements and attributes");
    }
    // The vector of an element grows only while that element is the innermost one, so the pointers
    // to the open elements stay valid.
    XmlElement& element = open_.empty() ? root_ : open_.back()->children.emplace_back();
    open_.push_back(&element);
    element.line = Line();
    if (const std::size_t end = name.find(kBetween); end != name.npos) {
      element.space = name.substr(0, end);
      name.remove_prefix(end + 1);
    }
    const std::size_t end = std::min(name.find(kBetween), name.size());
    element.name = name.substr(0, end);
    element.prefix = name.substr(std::min(end + 1, name.size()));
    for (; *attributes != nullptr; attributes += 2) {
      if (std::string_view(attributes[0]).find(kBetween) == std::string_view::npos) {
        element.attributes.push_back({attributes[0], attributes[1]});
      }
    }
  }

  XML_Parser parser_ = nullptr;
  XmlElement root_;
  std::vector<XmlElement*> open_;  ///< the elements around the current place, from the root on
  std::size_t parts_ = 0;          ///< the number of elements and attributes so far
  const char* problem_ = nullptr;  ///< the reason why this class has stopped the parser; or null
};

}  // namespace

const XmlElement* XmlElement::Child(std::string_view child) const {
  const auto found = std::find_if(children.begin(), children.end(),
                                  [&](const XmlElement& each) { return each.name == child; });
  return found == children.end() ? nullptr : &*found;
}

std::string_view XmlElement::Value(std::string_view attribute) const {
  for (const Attribute& each : attributes) {
    if (each.name == attribute) {
      return each.value;
    }
  }
  return {};
}

Result<XmlElement> ReadXmlTree(std::string_view bytes) {
  const DecodedXml decoded = DecodeXml(bytes);
  if (!decoded.problem.empty()) {
    return Error{ErrorClass::kError, "",
                 "line " + std::to_string(decoded.line) + ": " + decoded.problem};
  }
  return TreeReader().Read(decoded.text);
}

}  // namespace hpdl::rt
