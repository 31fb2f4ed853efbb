#ifndef HPDL_RUNTIME_GROUND_BASE_JDOM_XML_H_
#define HPDL_RUNTIME_GROUND_BASE_JDOM_XML_H_

#include <string>
#include <string_view>
#include <vector>

/// Writes XML in the format of JDOM, the library that Oozie uses. Each level is indented by two
/// blanks, and lines end in "\r\n".
namespace hpdl::rt {

/// Appends the text of an element. Bytes that are not UTF-8 are replaced.
void AppendJdomText(std::string* out, std::string_view text);

/// Writes an XML document. The calls must be in the order of the document.
class JdomXml {
 public:
  JdomXml& Begin(std::string_view name);
  /// Adds an attribute to the element that was begun last. Call this before the element has
  /// content.
  JdomXml& Attribute(std::string_view name, std::string_view value);
  /// Writes a text, without the blanks around it, as the only content of the element that was begun
  /// last.
  JdomXml& Text(std::string_view text);
  JdomXml& End();
  /// Writes an element that contains only a text.
  JdomXml& Leaf(std::string_view name, std::string_view text) {
    return Begin(name).Text(text).End();
  }
  /// Returns the whole document, without a line end at its end. Call it after the last End().
  std::string Take() { return std::move(out_); }

 private:
  enum class Content : unsigned char { kNone, kText, kElements };
  void BreakLine();

  std::string out_;
  std::vector<std::string> open_;
  Content content_ = Content::kNone;  ///< kind of the content of the innermost open element
};

}  // namespace hpdl::rt

#endif  // HPDL_RUNTIME_GROUND_BASE_JDOM_XML_H_
