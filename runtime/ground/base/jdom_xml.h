#ifndef HPDL_RUNTIME_GROUND_BASE_JDOM_XML_H_
#define HPDL_RUNTIME_GROUND_BASE_JDOM_XML_H_

#include <string>
#include <string_view>
#include <vector>

/// XML as JDOM writes it, which Oozie has: a level is two blanks, and lines end in "\r\n".
namespace hpdl::rt {

/// Text of an element. What is no UTF-8 is replaced.
void AppendJdomText(std::string* out, std::string_view text);

/// A document, written from its beginning to its end.
class JdomXml {
 public:
  JdomXml& Begin(std::string_view name);
  /// Of the element that has begun last, before anything is in it.
  JdomXml& Attribute(std::string_view name, std::string_view value);
  /// The text that is all that is in the element, without the blanks around it.
  JdomXml& Text(std::string_view text);
  JdomXml& End();
  /// An element with a text.
  JdomXml& Leaf(std::string_view name, std::string_view text) {
    return Begin(name).Text(text).End();
  }
  /// All of it, once each element has ended. No line end is behind it.
  std::string Take() { return std::move(out_); }

 private:
  enum class Content : unsigned char { kNone, kText, kElements };
  void BreakLine();

  std::string out_;
  std::vector<std::string> open_;
  Content content_ = Content::kNone;  ///< of the innermost element
};

}  // namespace hpdl::rt

#endif  // HPDL_RUNTIME_GROUND_BASE_JDOM_XML_H_
