// Everything that a check file needs; README.md shows how to write one.
#pragma once

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "harness/call.h"
#include "harness/call_matchers.h"
#include "harness/elements.h"
#include "harness/finished.h"
#include "harness/launch_matchers.h"
#include "harness/needs.h"
#include "harness/outcome.h"
#include "harness/records.h"
#include "harness/result_matchers.h"
#include "harness/returned.h"
