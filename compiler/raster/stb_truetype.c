// The library is one header. This file is its implementation.
#define STB_TRUETYPE_IMPLEMENTATION
#include <stb_truetype.h>
