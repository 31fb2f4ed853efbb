#ifndef HPDL_COMPILER_CELOS_NAME_PART_H_
#define HPDL_COMPILER_CELOS_NAME_PART_H_

namespace hpdl::celos {

/// True if a byte may be part of a JavaScript name. This is true for all bytes outside ASCII.
inline bool IsNamePart(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' ||
         c == '$' || (static_cast<unsigned char>(c) & 0x80) != 0;
}

}  // namespace hpdl::celos

#endif  // HPDL_COMPILER_CELOS_NAME_PART_H_
