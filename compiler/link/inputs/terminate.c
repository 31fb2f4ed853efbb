/* What std::terminate calls. libstdc++'s own handler prints the demangled type of an exception that
 * nobody caught, for which it brings a demangler and more of stdio: 50 KB. Exceptions do not cross
 * the runtime's interfaces, so an uncaught one is a bug to be looked at in a core dump. */
#include <stdlib.h>

extern void (*_ZN10__cxxabiv119__terminate_handlerE)(void);
void (*_ZN10__cxxabiv119__terminate_handlerE)(void) = abort;
