/* The results of Graphviz's configure script on Debian 12. The file contains only the results that
 * the sources compiled by build.sh need. */
#define PACKAGE_VERSION "2.42.2"
#define HAVE_STDINT_H 1
#define HAVE_INTTYPES_H 1
#define HAVE_UNISTD_H 1
#define HAVE_STRINGS_H 1
#define HAVE_STRCASECMP 1
#define HAVE_STRNCASECMP 1
#define HAVE_SETENV 1
#define HAVE_SINCOS 1
#define HAVE_SYS_TYPES_H 1
#define HAVE_SYS_STAT_H 1
#define HAVE_SYS_TIME_H 1
#define HAVE_FLOAT_H 1
#define HAVE_LIMITS_H 1
#define HAVE_STDLIB_H 1
#define HAVE_STRING_H 1
#define HAVE_ERRNO_H 1
#define HAVE_MATH_H 1
#define HAVE_INTPTR_T 1
#define HAVE_LRAND48 1
#define HAVE_DRAND48 1
#define DEFAULT_DPI 72
