// The gradebook's tables: what they are, and how those of older versions become as these.
#pragma once

#include "grading/gradebook/database.h"

namespace grading {

/// Makes what is missing. Throws DatabaseError when a newer version of the course has written it.
void make_tables(Database& database);

}  // namespace grading
