// SQLite, as far as the gradebook needs it: a file, statements, transactions. What SQLite refuses
// becomes a DatabaseError that names the file.
#pragma once

#include <cstdint>
#include <filesystem>
#include <memory>
#include <optional>
#include <stdexcept>
#include <string>
#include <string_view>

struct sqlite3;
struct sqlite3_stmt;

namespace grading {

class DatabaseError : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

class Database;

/// One statement with its values: `database.statement("…?…?").with(7).with("text")`. Values are
/// bound in order.
/// Requires: the database outlives it.
class Statement {
 public:
  Statement(Database& database, std::string_view sql);
  Statement& with(std::int64_t value);
  Statement& with(int value) { return with(std::int64_t{value}); }
  Statement& with(double value);
  Statement& with(std::string_view text);
  Statement& with_null();

  bool next();  ///< to the next row; false behind the last
  void run();   ///< for statements without rows
  std::int64_t number(int column) const;
  double real(int column) const;
  std::string text(int column) const;
  bool is_null(int column) const;

 private:
  Database* database_;
  std::unique_ptr<sqlite3_stmt, int (*)(sqlite3_stmt*)> statement_;
  int bound_ = 0;
};

/// Several processes may have the same file open: each waits up to a minute for the other's
/// transaction.
/// Requires: one thread at a time uses it.
class Database {
 public:
  /// Opens `file`, or makes it, so that what was committed survives a power cut (WAL, FULL).
  explicit Database(const std::filesystem::path& file);

  Statement statement(std::string_view sql) { return {*this, sql}; }
  void execute(const std::string& sql);
  std::int64_t last_id() const;
  int changes() const;  ///< rows that the last statement changed

 private:
  friend class Statement;
  [[noreturn]] void fail(std::string_view what) const;

  std::filesystem::path file_;
  std::unique_ptr<sqlite3, int (*)(sqlite3*)> handle_;
};

/// All or nothing: rolled back at the end of its scope unless committed. Takes the writer's lock at
/// once, so that what is read in it is still true when it writes.
class Transaction {
 public:
  explicit Transaction(Database& database);
  ~Transaction();
  Transaction(const Transaction&) = delete;
  Transaction& operator=(const Transaction&) = delete;
  void commit();

 private:
  Database* database_;  // null when done
};

}  // namespace grading
