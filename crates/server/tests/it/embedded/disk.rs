use std::time::Instant;

use diesel::QueryResult;
use diesel::sql_types::Integer;
use diesel_async::RunQueryDsl;

use crate::support::own_database::{Home, moment};
use crate::support::prelude::*;
use crate::support::small_disk::SmallDisk;

/// The disk's size: a cluster has 45 MB, and its write-ahead log grows beyond that.
const MEGABYTES: usize = 160;

async fn write_ahead(bytes: i32, conn: &mut Conn) -> QueryResult<usize> {
    diesel::sql_query("SELECT pg_logical_emit_message(false, '', repeat('x', $1))")
        .bind::<Integer, _>(bytes)
        .execute(conn)
        .await
}

#[tokio::test]
async fn a_full_disk_is_waited_out_until_there_is_space() {
    let Some(disk) = SmallDisk::mount(MEGABYTES) else {
        return;
    };
    let home = Home::with_data_in(disk.path());
    let mut harken = home.start("api", &[]).await;
    assert_eq!(harken.health().await, 200);

    disk.fill();
    // Postgres must not do what it cannot write ahead. It stops, and starts again once it finds a
    // little space for that.
    let began = Instant::now();
    while !home.log().contains("Postgres cannot be started; trying") {
        assert!(began.elapsed() < PATIENCE, "{}", home.log());
        moment().await;
        for size in [1_000_000, 1_000] {
            if let Some(mut conn) = home.try_connect().await {
                while write_ahead(size, &mut conn).await.is_ok() {}
            }
        }
    }
    assert!(home.log().contains("No space left on device"));
    assert_ne!(harken.health().await, 200);

    disk.free_space();
    let took = harken.wait_for_health(&home).await;
    println!("back {took:.1?} after there was room");
    harken.process.kill().await.unwrap();
}
