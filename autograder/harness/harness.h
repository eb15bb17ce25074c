// Everything that a check file needs; docs/writing-checks.md shows how to write one.
#pragma once

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "harness/call.h"
#include "harness/matchers/call_matchers.h"
#include "harness/matchers/elements.h"
#include "harness/matchers/finished.h"
#include "harness/matchers/launch_matchers.h"
#include "harness/matchers/reads.h"  // IWYU pragma: export
#include "harness/matchers/result_matchers.h"
#include "harness/matchers/returned.h"
#include "harness/matchers/threads.h"  // IWYU pragma: export
#include "harness/needs.h"
#include "harness/outcome.h"
#include "harness/records.h"
#include "harness/some_of.h"  // IWYU pragma: export
