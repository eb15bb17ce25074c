// OpenSSL's EVP interface, which wants a context.
#include "grading/intake/sha256.h"

#include <fmt/format.h>
#include <openssl/evp.h>

#include <stdexcept>

namespace grading {

Sha256::Sha256() : state_(EVP_MD_CTX_new(), EVP_MD_CTX_free) {
  if (!state_ || EVP_DigestInit_ex(state_.get(), EVP_sha256(), nullptr) != 1) {
    throw std::runtime_error("OpenSSL has no SHA-256");
  }
}

Sha256& Sha256::add(std::string_view bytes) {
  const std::string length = fmt::format("{}:", bytes.size());
  EVP_DigestUpdate(state_.get(), length.data(), length.size());
  EVP_DigestUpdate(state_.get(), bytes.data(), bytes.size());
  return *this;
}

std::string Sha256::digits() {
  unsigned char hash[EVP_MAX_MD_SIZE];
  unsigned length = 0;
  EVP_DigestFinal_ex(state_.get(), hash, &length);
  std::string digits;
  for (unsigned i = 0; i < length; ++i) digits += fmt::format("{:02x}", hash[i]);
  return digits;
}

}  // namespace grading
