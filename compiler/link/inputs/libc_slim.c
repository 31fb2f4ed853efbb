/* Static glibc without what only other locales than C and character set conversion need; a program
 * never calls setlocale or iconv. A name defined here keeps the archive's member that defines it,
 * and all that this one needs, out of the link: message catalogues, locale files, conversion
 * modules, the loader of shared objects for these, wide output, the resolver's set-up. 90 KB.
 *
 * All are weak, and each is true to what the member would do in the C locale: a program (its
 * network part, say) that refers to more of such a member takes the member, whose definitions
 * then win. With a dynamic libc nothing asks for these names. They are those of glibc 2.36; were
 * one gone from another version, its member would come in as before and only the size would grow.
 */
#include <netdb.h>
#include <pthread.h>
#include <resolv.h>
#include <stdarg.h>
#include <stdio.h>
#include <wchar.h>

#define HPDL_WEAK __attribute__((weak))
#undef _res

enum { kNoConversion = 1, kNothingDone = 0 };

/* gettext: without a catalogue the message is its own translation. */
char* __dcgettext(const char* domain, const char* message, int category);
HPDL_WEAK char* __dcgettext(const char* domain, const char* message, int category) {
  (void)domain;
  (void)category;
  return (char*)message;
}

/* gconv: there are no conversions but those of the C locale, which do not come this way. */
int __gconv_find_transform(const char* to, const char* from, void** steps, size_t* count,
                           int flags);
HPDL_WEAK int __gconv_find_transform(const char* to, const char* from, void** steps, size_t* count,
                                     int flags) {
  (void)to;
  (void)from;
  (void)flags;
  *steps = 0;
  *count = 0;
  return kNoConversion;
}
int __gconv_close_transform(void* steps, size_t count);
HPDL_WEAK int __gconv_close_transform(void* steps, size_t count) {
  (void)steps;
  (void)count;
  return kNothingDone;
}
void __gconv_release_step(void* step);
HPDL_WEAK void __gconv_release_step(void* step) {
  (void)step;
}
HPDL_WEAK int __gconv_lock;

/* setlocale's lock, which who looks up the locale takes. */
HPDL_WEAK pthread_rwlock_t __libc_setlocale_lock = PTHREAD_RWLOCK_INITIALIZER;

/* Formatted output to a stream of wide characters: there is none. */
int __vfwprintf_internal(FILE* stream, const wchar_t* format, va_list arguments, unsigned mode);
HPDL_WEAK int __vfwprintf_internal(FILE* stream, const wchar_t* format, va_list arguments,
                                   unsigned mode) {
  (void)stream;
  (void)format;
  (void)arguments;
  (void)mode;
  return -1;
}

/* The resolver's state, which each thread points to; set up by those who look up names. */
HPDL_WEAK struct __res_state _res;
extern __thread struct __res_state* __libc_resp;
HPDL_WEAK __thread struct __res_state* __libc_resp = &_res;

/* Asio's resolver calls these three. It lies in one object with the functions of Asio that programs
 * use, but no program calls it: c-ares resolves names (network_slim.c). */
HPDL_WEAK int getaddrinfo(const char* node, const char* service, const struct addrinfo* hints,
                          struct addrinfo** out) {
  (void)node;
  (void)service;
  (void)hints;
  *out = 0;
  return EAI_FAIL;
}
HPDL_WEAK void freeaddrinfo(struct addrinfo* list) {
  (void)list;
}
HPDL_WEAK int getnameinfo(const struct sockaddr* address, socklen_t size, char* host,
                          socklen_t host_size, char* service, socklen_t service_size, int flags) {
  (void)address;
  (void)size;
  (void)host;
  (void)host_size;
  (void)service;
  (void)service_size;
  (void)flags;
  return EAI_FAIL;
}
