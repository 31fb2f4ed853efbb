/* Static glibc without the parts that serve only other locales than C and character set
 * conversion. A program never calls setlocale or iconv. If this file defines a name, the linker
 * does not need the member of libc.a that defines the same name. The program then lacks this member
 * and everything that the member needs: message catalogues, locale files, conversion modules and
 * the loader of their shared objects, wide output, and the set-up of the resolver. This saves
 * 90 KB.
 *
 * All definitions here are weak, and each function does what glibc's function would do in the C
 * locale. If a program needs another name of a member, for example for the network, the linker
 * includes the member, and the definitions of the member replace the weak definitions. A dynamic
 * libc does not use these names. The names come from glibc 2.36. If another version of glibc lacks
 * a name, the member is linked as before, and only the program becomes larger. */
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

/* gconv: a program uses only the conversions of the C locale, which do not call these functions. */
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

/* The lock of setlocale. Code that looks up the locale takes this lock. */
HPDL_WEAK pthread_rwlock_t __libc_setlocale_lock = PTHREAD_RWLOCK_INITIALIZER;

/* Formatted output to a stream of wide characters, which programs do not have. */
int __vfwprintf_internal(FILE* stream, const wchar_t* format, va_list arguments, unsigned mode);
HPDL_WEAK int __vfwprintf_internal(FILE* stream, const wchar_t* format, va_list arguments,
                                   unsigned mode) {
  (void)stream;
  (void)format;
  (void)arguments;
  (void)mode;
  return -1;
}

/* The resolver's state, to which each thread points. Code that resolves names sets the state up. */
HPDL_WEAK struct __res_state _res;
extern __thread struct __res_state* __libc_resp;
HPDL_WEAK __thread struct __res_state* __libc_resp = &_res;

/* Asio's resolver calls these three functions. The resolver is in one object with the functions of
 * Asio that programs use. No program calls the resolver: c-ares resolves names (network_slim.c). */
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
