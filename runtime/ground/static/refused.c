/* Replacements for the functions of libc that load shared libraries. They all fail, because hpdlc,
 * hpdld and hpdl are static, and a static program that loads a library needs exactly the glibc that
 * it was linked with. OpenSSL, c-ares, SQLite and LLVM name these functions in code that is not
 * reached here. The linker takes these replacements instead of libc's functions (--wrap,
 * hpdl_static_program in CMakeLists.txt). c-ares resolves the names of machines, and reads a port
 * as a number if it does not know the port's name. runtime/server/access/name_service.h looks up
 * users. Programs get the same replacements from compiler/link/inputs/network_slim.c. */
#include <errno.h>
#include <netdb.h>
#include <pwd.h>
#include <stddef.h>

void* __wrap_dlopen(const char* name, int mode);
int __wrap_getaddrinfo(const char* node, const char* service, const struct addrinfo* hints,
                       struct addrinfo** out);
void __wrap_freeaddrinfo(struct addrinfo* list);
struct hostent* __wrap_gethostbyname(const char* name);
int __wrap_getnameinfo(const struct sockaddr* address, socklen_t size, char* host,
                       socklen_t host_size, char* service, socklen_t service_size, int flags);
struct servent* __wrap_getservbyname(const char* name, const char* protocol);
int __wrap_getservbyport_r(int port, const char* protocol, struct servent* entry, char* buffer,
                           size_t size, struct servent** out);
int __wrap_getpwnam_r(const char* name, struct passwd* entry, char* buffer, size_t size,
                      struct passwd** out);
int __wrap_getpwuid_r(uid_t user, struct passwd* entry, char* buffer, size_t size,
                      struct passwd** out);

void* __wrap_dlopen(const char* name, int mode) {
  (void)name;
  (void)mode;
  return NULL;
}

int __wrap_getaddrinfo(const char* node, const char* service, const struct addrinfo* hints,
                       struct addrinfo** out) {
  (void)node;
  (void)service;
  (void)hints;
  *out = NULL;
  return EAI_FAIL;
}

void __wrap_freeaddrinfo(struct addrinfo* list) {
  (void)list;
}

struct hostent* __wrap_gethostbyname(const char* name) {
  (void)name;
  return NULL;
}

int __wrap_getnameinfo(const struct sockaddr* address, socklen_t size, char* host,
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

struct servent* __wrap_getservbyname(const char* name, const char* protocol) {
  (void)name;
  (void)protocol;
  return NULL;
}

int __wrap_getservbyport_r(int port, const char* protocol, struct servent* entry, char* buffer,
                           size_t size, struct servent** out) {
  (void)port;
  (void)protocol;
  (void)entry;
  (void)buffer;
  (void)size;
  *out = NULL;
  return ENOENT;
}

int __wrap_getpwnam_r(const char* name, struct passwd* entry, char* buffer, size_t size,
                      struct passwd** out) {
  (void)name;
  (void)entry;
  (void)buffer;
  (void)size;
  *out = NULL;
  return 0;
}

int __wrap_getpwuid_r(uid_t user, struct passwd* entry, char* buffer, size_t size,
                      struct passwd** out) {
  (void)user;
  (void)entry;
  (void)buffer;
  (void)size;
  *out = NULL;
  return 0;
}
