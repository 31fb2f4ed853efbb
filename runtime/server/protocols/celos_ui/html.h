#ifndef HPDL_RUNTIME_SERVER_PROTOCOLS_CELOS_UI_HTML_H_
#define HPDL_RUNTIME_SERVER_PROTOCOLS_CELOS_UI_HTML_H_

#include <string>
#include <string_view>

/// Makes HTML for the pages. Every text that this program did not write itself goes through
/// Escaped() or LinkIfSafe().
namespace hpdl::rt::celos {

/// Escapes a text for HTML or for a value in double quotes. Bytes that are not UTF-8, and control
/// characters that HTML does not allow, become U+FFFD.
std::string Escaped(std::string_view text);

/// Returns ` name="value"`, escaped.
std::string Attribute(std::string_view name, std::string_view value);

/// True if a URL that somebody has written into a script is safe to follow: http, https, ftp.
bool IsLinkable(std::string_view url);

/// Returns `<a href="url">text</a>` with both values escaped; only the text if the URL is not safe.
std::string LinkIfSafe(std::string_view url, std::string_view text);

/// Returns a whole page with `body` as its content.
std::string HtmlPage(std::string_view title, std::string_view body);

}  // namespace hpdl::rt::celos

#endif  // HPDL_RUNTIME_SERVER_PROTOCOLS_CELOS_UI_HTML_H_
