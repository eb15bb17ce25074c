// The pipeline primitives.
#pragma once

#include "cuda_pipeline.h"
