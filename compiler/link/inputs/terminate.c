/* The handler that std::terminate calls. libstdc++'s own handler prints the demangled type of an
 * uncaught exception, for which it needs a demangler and more of stdio: 50 KB. Exceptions do not
 * cross the runtime's interfaces, so an uncaught exception is a bug, and a core dump is enough to
 * examine it. */
#include <stdlib.h>

extern void (*_ZN10__cxxabiv119__terminate_handlerE)(void);
void (*_ZN10__cxxabiv119__terminate_handlerE)(void) = abort;
