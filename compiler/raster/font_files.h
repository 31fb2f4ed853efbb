#ifndef HPDL_COMPILER_RASTER_FONT_FILES_H_
#define HPDL_COMPILER_RASTER_FONT_FILES_H_

#ifdef __cplusplus
extern "C" {
#endif

/// TrueType files of the Liberation fonts. Their letters are as wide as the letters of Helvetica
/// and Arial.
extern const unsigned char hpdl_font_sans[];
extern const unsigned char hpdl_font_bold[];
extern const unsigned char hpdl_font_mono[];

#ifdef __cplusplus
}
#endif

#endif  // HPDL_COMPILER_RASTER_FONT_FILES_H_
