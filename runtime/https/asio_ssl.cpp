/// The functions of Boost.Asio's TLS that are no templates, as runtime/base/asio.cpp has the
/// others.
#include <boost/asio/ssl/impl/src.hpp>
