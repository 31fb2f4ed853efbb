#include "compiler/raster/font_files.h"

#define FONT(name, file)                                                           \
  __asm__(".section .rodata." #name ",\"a\"\n.balign 16\n.globl " #name "\n" #name \
          ":\n.incbin \"" file "\"\n.size " #name ", . - " #name "\n.type " #name  \
          ", @object\n.previous\n")

FONT(hpdl_font_sans, HPDL_SANS);
FONT(hpdl_font_bold, HPDL_BOLD);
FONT(hpdl_font_mono, HPDL_MONO);
