/// The functions of Boost.Asio that are not templates, compiled once for the whole build
/// (BOOST_ASIO_SEPARATE_COMPILATION in CMakeLists.txt).
#include <boost/asio/impl/src.hpp>
