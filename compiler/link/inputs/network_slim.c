/* Refuses the calls of OpenSSL and c-ares to the name services and the dynamic loader. c-ares
 * alone resolves names; it reads /etc/hosts and asks the servers of /etc/resolv.conf. A static
 * program that loads modules would need exactly the glibc with which it was linked. In the
 * archives of OpenSSL and c-ares, the names of these functions replace the names of libc's
 * functions (prelink_network.sh beside this file). */
#include <netdb.h>
#include <stddef.h>

void* hpdl_net_dlopen(const char* name, int mode);
void* hpdl_net_dlsym(void* handle, const char* name);
int hpdl_net_dlclose(void* handle);
char* hpdl_net_dlerror(void);
int hpdl_net_dladdr(const void* address, void* info);
int hpdl_net_getaddrinfo(const char* node, const char* service, const struct addrinfo* hints,
                         struct addrinfo** out);
void hpdl_net_freeaddrinfo(struct addrinfo* list);
const char* hpdl_net_gai_strerror(int code);
struct hostent* hpdl_net_gethostbyname(const char* name);
struct servent* hpdl_net_getservbyname(const char* name, const char* protocol);
int hpdl_net_getservbyport_r(int port, const char* protocol, struct servent* result, char* buffer,
                             size_t size, struct servent** out);
int hpdl_net_getnameinfo(const struct sockaddr* address, socklen_t size, char* host,
                         socklen_t host_size, char* service, socklen_t service_size, int flags);

void* hpdl_net_dlopen(const char* name, int mode) {
  (void)name;
  (void)mode;
  return NULL;
}
void* hpdl_net_dlsym(void* handle, const char* name) {
  (void)handle;
  (void)name;
  return NULL;
}
int hpdl_net_dlclose(void* handle) {
  (void)handle;
  return -1;
}
char* hpdl_net_dlerror(void) {
  return NULL;
}
int hpdl_net_dladdr(const void* address, void* info) {
  (void)address;
  (void)info;
  return 0;
}
int hpdl_net_getaddrinfo(const char* node, const char* service, const struct addrinfo* hints,
                         struct addrinfo** out) {
  (void)node;
  (void)service;
  (void)hints;
  *out = NULL;
  return EAI_FAIL;
}
void hpdl_net_freeaddrinfo(struct addrinfo* list) {
  (void)list;
}
const char* hpdl_net_gai_strerror(int code) {
  (void)code;
  return "names are not resolved this way";
}
struct hostent* hpdl_net_gethostbyname(const char* name) {
  (void)name;
  return NULL;
}
struct servent* hpdl_net_getservbyname(const char* name, const char* protocol) {
  (void)name;
  (void)protocol;
  return NULL;
}
int hpdl_net_getservbyport_r(int port, const char* protocol, struct servent* result, char* buffer,
                             size_t size, struct servent** out) {
  (void)port;
  (void)protocol;
  (void)result;
  (void)buffer;
  (void)size;
  *out = NULL;
  return 0;
}
int hpdl_net_getnameinfo(const struct sockaddr* address, socklen_t size, char* host,
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
