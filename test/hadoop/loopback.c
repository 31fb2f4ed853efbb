/* Preloaded into the daemons and containers of the test cluster: what would listen on every address
   of the machine listens on 127.0.0.1. The shuffle handler and MapReduce's application master have
   no setting for the address they bind. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <netinet/in.h>
#include <string.h>
#include <sys/socket.h>

typedef int (*Bind)(int, const struct sockaddr*, socklen_t);

int bind(int socket, const struct sockaddr* address, socklen_t size) {
  struct sockaddr_storage changed;
  Bind next = (Bind)dlsym(RTLD_NEXT, "bind");
  if (address == NULL || size > sizeof changed) {
    return next(socket, address, size);
  }
  memcpy(&changed, address, size);
  if (address->sa_family == AF_INET && size >= sizeof(struct sockaddr_in)) {
    struct in_addr* host = &((struct sockaddr_in*)&changed)->sin_addr;
    if (host->s_addr == htonl(INADDR_ANY)) {
      host->s_addr = htonl(INADDR_LOOPBACK);
    }
  } else if (address->sa_family == AF_INET6 && size >= sizeof(struct sockaddr_in6)) {
    struct in6_addr* host = &((struct sockaddr_in6*)&changed)->sin6_addr;
    if (IN6_IS_ADDR_UNSPECIFIED(host)) {
      host->s6_addr[10] = host->s6_addr[11] = 0xff; /* an IPv4 address in IPv6's clothes */
      host->s6_addr[12] = 127;
      host->s6_addr[15] = 1;
    }
  }
  return next(socket, (struct sockaddr*)&changed, size);
}
