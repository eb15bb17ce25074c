// A thin cover of SQLite's C interface.
#include "grading/gradebook/database.h"

#include <fmt/format.h>
#include <sqlite3.h>

namespace grading {
namespace {

constexpr int kPatience = 60'000;  // milliseconds, for another process' transaction

sqlite3* opened(const std::filesystem::path& file) {
  sqlite3* handle = nullptr;
  if (sqlite3_open(file.c_str(), &handle) == SQLITE_OK) return handle;
  const std::string why = sqlite3_errmsg(handle);
  sqlite3_close(handle);
  throw DatabaseError(fmt::format("{}: cannot be opened: {}", file.string(), why));
}

}  // namespace

Database::Database(const std::filesystem::path& file)
    : file_(file), handle_(opened(file), sqlite3_close) {
  sqlite3_busy_timeout(handle_.get(), kPatience);
  execute("PRAGMA journal_mode=WAL; PRAGMA synchronous=FULL; PRAGMA foreign_keys=ON;");
}

void Database::execute(const std::string& sql) {
  if (sqlite3_exec(handle_.get(), sql.c_str(), nullptr, nullptr, nullptr) != SQLITE_OK) fail(sql);
}

std::int64_t Database::last_id() const { return sqlite3_last_insert_rowid(handle_.get()); }

int Database::changes() const { return sqlite3_changes(handle_.get()); }

void Database::fail(std::string_view what) const {
  throw DatabaseError(
      fmt::format("{}: {} (in: {})", file_.string(), sqlite3_errmsg(handle_.get()), what));
}

Statement::Statement(Database& database, std::string_view sql)
    : database_(&database), statement_(nullptr, sqlite3_finalize) {
  sqlite3_stmt* statement = nullptr;
  if (sqlite3_prepare_v2(database.handle_.get(), sql.data(), static_cast<int>(sql.size()),
                         &statement, nullptr) != SQLITE_OK) {
    database.fail(sql);
  }
  statement_.reset(statement);
}

Statement& Statement::with(std::int64_t value) {
  sqlite3_bind_int64(statement_.get(), ++bound_, value);
  return *this;
}

Statement& Statement::with(double value) {
  sqlite3_bind_double(statement_.get(), ++bound_, value);
  return *this;
}

Statement& Statement::with(std::string_view text) {
  sqlite3_bind_text(statement_.get(), ++bound_, text.data(), static_cast<int>(text.size()),
                    SQLITE_TRANSIENT);
  return *this;
}

Statement& Statement::with_null() {
  sqlite3_bind_null(statement_.get(), ++bound_);
  return *this;
}

bool Statement::next() {
  const int result = sqlite3_step(statement_.get());
  if (result == SQLITE_ROW) return true;
  if (result != SQLITE_DONE) database_->fail(sqlite3_sql(statement_.get()));
  return false;
}

void Statement::run() {
  while (next()) {
  }
}

std::int64_t Statement::number(int column) const {
  return sqlite3_column_int64(statement_.get(), column);
}

double Statement::real(int column) const { return sqlite3_column_double(statement_.get(), column); }

std::string Statement::text(int column) const {
  const auto* text = reinterpret_cast<const char*>(sqlite3_column_text(statement_.get(), column));
  const int bytes = sqlite3_column_bytes(statement_.get(), column);
  return text == nullptr ? std::string() : std::string(text, static_cast<std::size_t>(bytes));
}

bool Statement::is_null(int column) const {
  return sqlite3_column_type(statement_.get(), column) == SQLITE_NULL;
}

Transaction::Transaction(Database& database) : database_(&database) {
  database.execute("BEGIN IMMEDIATE");
}

Transaction::~Transaction() {
  if (database_ == nullptr) return;
  try {
    database_->execute("ROLLBACK");
  } catch (const DatabaseError&) {
    // SQLite has rolled back by itself already, as it does when the disk is full.
  }
}

void Transaction::commit() {
  database_->execute("COMMIT");
  database_ = nullptr;
}

}  // namespace grading
