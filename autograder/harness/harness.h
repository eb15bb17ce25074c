// Everything that a check file needs; README.md shows how to write one.
#pragma once

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "harness/call.h"
#include "harness/elements.h"
#include "harness/finished.h"
#include "harness/launches.h"
#include "harness/needs.h"
#include "harness/outcome.h"
