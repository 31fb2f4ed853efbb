#include "runtime/world/http/connections.h"

#include <algorithm>
#include <boost/asio/ip/tcp.hpp>

namespace hpdl::rt::http_internal {

Connections::Connections(std::size_t most)
    : most_(most), most_of_one_(std::max<std::size_t>(most / 2, 1)) {}

bool Connections::MakeRoom(const boost::asio::ip::address& address) {
  const auto found = clients_.find(ClientOf(address));
  OfClient* from = nullptr;
  if (found != clients_.end() && found->second.open() >= most_of_one_) {
    from = &found->second;
  } else if (open_ >= most_) {
    from = Largest();
  } else {
    return true;
  }
  if (from == nullptr || from->idle.empty()) {
    return false;
  }
  from->idle.front()->Close();
  return true;
}

void Connections::CloseAll() {
  for (auto& [client, of_client] : clients_) {
    for (std::list<Place*>* list : {&of_client.idle, &of_client.working}) {
      while (!list->empty()) {
        list->front()->Close();
      }
    }
  }
}

Connections::Client Connections::ClientOf(const boost::asio::ip::address& address) {
  if (address.is_v4()) {
    return boost::asio::ip::make_address_v6(boost::asio::ip::v4_mapped, address.to_v4()).to_bytes();
  }
  Client client = address.to_v6().to_bytes();
  if (!address.to_v6().is_v4_mapped()) {
    std::fill(client.begin() + client.size() / 2, client.end(), 0);
  }
  return client;
}

Connections::OfClient* Connections::Largest() {
  OfClient* largest = nullptr;
  for (auto& [client, of_client] : clients_) {
    if (!of_client.idle.empty() && (largest == nullptr || of_client.open() > largest->open())) {
      largest = &of_client;
    }
  }
  return largest;
}

namespace {

boost::asio::ip::address AddressOf(boost::beast::tcp_stream& stream) {
  boost::system::error_code gone;
  return stream.socket().remote_endpoint(gone).address();
}

}  // namespace

Connections::Place::Place(Connections& connections, boost::beast::tcp_stream& stream)
    : stream_(stream),
      connections_(connections),
      client_(connections.clients_.try_emplace(ClientOf(AddressOf(stream))).first),
      list_(&client_->second.idle),
      self_(list_->insert(list_->end(), this)) {
  ++connections_.open_;
}

Connections::Place::~Place() {
  OfClient& of_client = client_->second;
  connections_.open_ -= list_ == &of_client.closed ? 0 : 1;
  list_->erase(self_);
  if (of_client.open() == 0 && of_client.closed.empty()) {
    connections_.clients_.erase(client_);
  }
}

bool Connections::Place::Work() {
  OfClient& of_client = client_->second;
  if (list_ == &of_client.closed) {
    return false;
  }
  MoveTo(of_client.working);
  return true;
}

void Connections::Place::Rest() {
  OfClient& of_client = client_->second;
  if (list_ != &of_client.closed) {
    MoveTo(of_client.idle);
  }
}

void Connections::Place::MoveTo(std::list<Place*>& list) {
  list.splice(list.end(), *list_, self_);
  list_ = &list;
}

void Connections::Place::Close() {
  boost::system::error_code ignored;
  stream_.socket().close(ignored);
  --connections_.open_;
  MoveTo(client_->second.closed);
}

}  // namespace hpdl::rt::http_internal
