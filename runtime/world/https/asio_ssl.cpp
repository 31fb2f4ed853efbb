/// The functions of Boost.Asio's TLS that are not templates. runtime/ground/base/asio.cpp has the
/// other functions of Boost.Asio.
#include <boost/asio/ssl/impl/src.hpp>
