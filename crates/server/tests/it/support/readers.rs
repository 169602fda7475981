//! Many readers, each with one keyword, and posts for each of them.

use diesel::sql_types::BigInt;
use diesel_async::RunQueryDsl;

use super::app::TestApp;

/// Makes verified users, `reader1@example.com` and so on, each with a watch in `place` for their
/// [`title`].
pub async fn add_readers(test: &TestApp, count: usize, place: &str) {
    let mut conn = test.conn().await.unwrap();
    let watches = format!(
        "INSERT INTO watches (id, user_id, keyword, subreddits, created_at, updated_at)
         SELECT gen_random_uuid(), id, 'kettle ' || lpad(substring(email from '[0-9]+'), 4, '0'),
                '{{{place}}}', now(), now()
         FROM users LIMIT $1"
    );
    for statement in [
        "INSERT INTO users (id, email, password_hash, first_name, last_name, email_verified_at,
                            burst_limit)
         SELECT gen_random_uuid(), 'reader' || n || '@example.com', '', 'Ada', 'Reader', now(), 1000
         FROM generate_series(1, $1) AS n",
        &watches,
    ] {
        diesel::sql_query(statement)
            .bind::<BigInt, _>(count as i64)
            .execute(&mut conn)
            .await
            .unwrap();
    }
}

/// Returns a text for one of `readers` readers, each in turn.
pub fn title(n: usize, readers: usize) -> String {
    format!("Kettle {:04} boils", n % readers + 1)
}
