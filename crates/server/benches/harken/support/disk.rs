//! Measures the size of tables on disk.

use db::Conn;
use diesel::QueryableByName;
use diesel::sql_types::BigInt;
use diesel_async::RunQueryDsl;

#[derive(QueryableByName)]
struct Number {
    #[diesel(sql_type = BigInt)]
    number: i64,
}

/// Returns the value of an SQL expression, such as a size in bytes.
pub(crate) async fn number(of: &str, conn: &mut Conn) -> anyhow::Result<f64> {
    let row: Number =
        diesel::sql_query(format!("SELECT ({of})::bigint AS number")).get_result(conn).await?;
    Ok(row.number as f64)
}

/// Prints the size of a table with its partitions, and returns the bytes per row including indexes
/// and the like.
pub(crate) async fn table(name: &str, conn: &mut Conn) -> anyhow::Result<f64> {
    let rows = number(&format!("SELECT count(*) FROM {name}"), conn).await?;
    let of = |function: &str| {
        format!(
            "SELECT sum({function}(relid)) FROM (
                 SELECT relid FROM pg_partition_tree('{name}') UNION SELECT '{name}'::regclass) AS parts"
        )
    };
    let whole = number(&of("pg_total_relation_size"), conn).await?;
    let indexes = number(&of("pg_indexes_size"), conn).await?;
    println!(
        "  {name}: {rows} rows, {:.0} bytes a row: {:.0} of the table, {:.0} of indexes",
        whole / rows,
        (whole - indexes) / rows,
        indexes / rows
    );
    Ok(whole / rows)
}
