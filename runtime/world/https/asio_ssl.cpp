/// The functions of Boost.Asio's TLS that are not templates. runtime/ground/base/asio.cpp has the
/// others.
#include <boost/asio/ssl/impl/src.hpp>
