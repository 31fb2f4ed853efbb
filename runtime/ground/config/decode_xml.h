#ifndef HPDL_RUNTIME_GROUND_CONFIG_DECODE_XML_H_
#define HPDL_RUNTIME_GROUND_CONFIG_DECODE_XML_H_

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace hpdl::rt {

/// The text of an XML file in UTF-8, or the reason why its bytes cannot be decoded.
struct DecodedXml {
  std::string text;  ///< without a byte order mark
  std::string problem;
  std::uint32_t line = 1;  ///< the line of the problem
};

/// Decodes the bytes of an XML file by its byte order mark or else by the encoding that it
/// declares: UTF-8, UTF-16, or an encoding with one byte for each character. The text keeps its
/// declaration.
DecodedXml DecodeXml(std::string_view bytes);

}  // namespace hpdl::rt

#endif  // HPDL_RUNTIME_GROUND_CONFIG_DECODE_XML_H_
