/* Functions of libc that load shared libraries, refused: hpdlc, hpdld and hpdl are static, and a
 * static program that loads a library needs the very glibc that it was linked with. OpenSSL,
 * c-ares, SQLite and LLVM name these functions in code that is not reached here; the linker gives
 * them these in place of libc's (--wrap, hpdl_static_program in CMakeLists.txt). Names of machines
 * are resolved by c-ares, which reads a port as a number when its name is not known; users are
 * looked up by runtime/server/access/name_service.h. Programs have the same from
 * compiler/link/inputs/network_slim.c. */
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
