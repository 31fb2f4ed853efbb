// The library is one header, which becomes its own source here.
#define STB_TRUETYPE_IMPLEMENTATION
#include <stb_truetype.h>
