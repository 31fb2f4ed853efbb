/* Functions of libc that load shared libraries, in the place of libc's: hpdlc, hpdld and hpdl are
 * static, and a static program that loads a library needs the very glibc that it was linked with.
 * OpenSSL, c-ares, SQLite and LLVM name these functions in code that is not reached here. Names of
 * machines are resolved by c-ares, which reads a port as a number when its name is not known; users
 * are looked up by runtime/server/name_service.h. Programs have the same from
 * compiler/link/inputs/network_slim.c. */
#include <dlfcn.h>
#include <errno.h>
#include <netdb.h>
#include <pwd.h>
#include <stddef.h>

void* dlopen(const char* name, int mode) {
  (void)name;
  (void)mode;
  return NULL;
}

int getaddrinfo(const char* node, const char* service, const struct addrinfo* hints,
                struct addrinfo** out) {
  (void)node;
  (void)service;
  (void)hints;
  *out = NULL;
  return EAI_FAIL;
}

void freeaddrinfo(struct addrinfo* list) {
  (void)list;
}

struct hostent* gethostbyname(const char* name) {
  (void)name;
  return NULL;
}

struct servent* getservbyname(const char* name, const char* protocol) {
  (void)name;
  (void)protocol;
  return NULL;
}

int getservbyport_r(int port, const char* protocol, struct servent* entry, char* buffer,
                    size_t size, struct servent** out) {
  (void)port;
  (void)protocol;
  (void)entry;
  (void)buffer;
  (void)size;
  *out = NULL;
  return ENOENT;
}

int getpwnam_r(const char* name, struct passwd* entry, char* buffer, size_t size,
               struct passwd** out) {
  (void)name;
  (void)entry;
  (void)buffer;
  (void)size;
  *out = NULL;
  return 0;
}

int getpwuid_r(uid_t user, struct passwd* entry, char* buffer, size_t size, struct passwd** out) {
  (void)user;
  (void)entry;
  (void)buffer;
  (void)size;
  *out = NULL;
  return 0;
}
