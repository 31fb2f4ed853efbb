/* Replacements for the functions of other libraries that libssh calls. libssh's archive is linked
 * with these names: CMakeLists.txt beside this file renames the name services, and this file
 * defines the functions of GSSAPI. The runtime never logs in by GSSAPI, and it gives libssh
 * connections that are made already. */
#include <netdb.h>
#include <pwd.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>
#include <sys/types.h>

int hpdl_ssh_getpwuid_r(uid_t user, struct passwd* entry, char* buffer, size_t size,
                        struct passwd** result);
struct passwd* hpdl_ssh_getpwnam(const char* name);
int hpdl_ssh_getaddrinfo(const char* node, const char* service, const struct addrinfo* hints,
                         struct addrinfo** out);
void hpdl_ssh_freeaddrinfo(struct addrinfo* list);
const char* hpdl_ssh_gai_strerror(int code);

/* The user comes from the action. libssh needs a home directory, although it finds nothing there.
 */
int hpdl_ssh_getpwuid_r(uid_t user, struct passwd* entry, char* buffer, size_t size,
                        struct passwd** result) {
  static char nobody[] = "nobody";
  static char nowhere[] = "/nonexistent";
  char* home = getenv("HOME");
  (void)user;
  (void)buffer;
  (void)size;
  memset(entry, 0, sizeof(*entry));
  entry->pw_name = nobody;
  entry->pw_dir = home == NULL || *home == '\0' ? nowhere : home;
  *result = entry;
  return 0;
}
struct passwd* hpdl_ssh_getpwnam(const char* name) {
  (void)name;
  return NULL;
}
int hpdl_ssh_getaddrinfo(const char* node, const char* service, const struct addrinfo* hints,
                         struct addrinfo** out) {
  (void)node;
  (void)service;
  (void)hints;
  *out = NULL;
  return EAI_FAIL;
}
void hpdl_ssh_freeaddrinfo(struct addrinfo* list) {
  (void)list;
}
const char* hpdl_ssh_gai_strerror(int code) {
  (void)code;
  return "names are not resolved this way";
}

/* GSSAPI: every call fails. The routine error GSS_S_FAILURE is 13 in bits 16 to 23. */
extern void* const GSS_C_NT_HOSTBASED_SERVICE;
extern void* const GSS_C_NT_USER_NAME;
void* const GSS_C_NT_HOSTBASED_SERVICE = NULL;
void* const GSS_C_NT_USER_NAME = NULL;
#define REFUSED(name)   \
  unsigned name(void);  \
  unsigned name(void) { \
    return 13U << 16;   \
  }
REFUSED(gss_accept_sec_context)
REFUSED(gss_acquire_cred)
REFUSED(gss_add_oid_set_member)
REFUSED(gss_create_empty_oid_set)
REFUSED(gss_display_name)
REFUSED(gss_display_status)
REFUSED(gss_get_mic)
REFUSED(gss_import_name)
REFUSED(gss_indicate_mechs)
REFUSED(gss_init_sec_context)
REFUSED(gss_inquire_cred)
REFUSED(gss_inquire_cred_by_mech)
REFUSED(gss_release_buffer)
REFUSED(gss_release_cred)
REFUSED(gss_release_name)
REFUSED(gss_release_oid_set)
REFUSED(gss_test_oid_set_member)
REFUSED(gss_verify_mic)
