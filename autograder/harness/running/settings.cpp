// The one instance of each kind of settings.
#include "harness/running/settings.h"

namespace harness {

Settings& settings() {
  static Settings instance;
  return instance;
}

TestSettings& test_settings() {
  static TestSettings instance;
  return instance;
}

}  // namespace harness
