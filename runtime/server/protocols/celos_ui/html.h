#ifndef HPDL_RUNTIME_SERVER_PROTOCOLS_CELOS_UI_HTML_H_
#define HPDL_RUNTIME_SERVER_PROTOCOLS_CELOS_UI_HTML_H_

#include <string>
#include <string_view>

/// Texts of the pages. Whatever comes from elsewhere goes through Escaped() or Link().
namespace hpdl::rt::celos {

/// For text and for values in double quotes. Bytes that are no UTF-8 and control characters that
/// HTML does not have are U+FFFD.
std::string Escaped(std::string_view text);

/// ` name="value"`, escaped.
std::string Attribute(std::string_view name, std::string_view value);

/// Whether it is safe to follow a URL that somebody has written into a script: http, https, ftp.
bool IsLinkable(std::string_view url);

/// `<a href="url">text</a>`, both escaped; of a URL that is not to be followed the text alone.
std::string LinkIfSafe(std::string_view url, std::string_view text);

/// What a page has around its content.
std::string HtmlPage(std::string_view title, std::string_view body);

}  // namespace hpdl::rt::celos

#endif  // HPDL_RUNTIME_SERVER_PROTOCOLS_CELOS_UI_HTML_H_
