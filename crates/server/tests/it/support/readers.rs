//! Many readers, each with one keyword, and posts for each of them.

use super::app::TestApp;

/// Makes verified users, `reader1@example.com` and so on, each with a watch in `place` for their
/// [`title`].
pub async fn add_readers(test: &TestApp, count: usize, place: &str) {
    for statement in [
        format!(
            "INSERT INTO users (id, email, password_hash, first_name, last_name, email_verified_at,
                                burst_limit)
             SELECT gen_random_uuid(), 'reader' || n || '@example.com', '', 'Ada', 'Reader', now(), 1000
             FROM generate_series(1, {count}) AS n"
        ),
        format!(
            "INSERT INTO watches (id, user_id, keyword, subreddits, created_at, updated_at)
             SELECT gen_random_uuid(), id, 'kettle ' || lpad(substring(email from '[0-9]+'), 4, '0'),
                    '{{{place}}}', now(), now()
             FROM users LIMIT {count}"
        ),
    ] {
        test.sql(&statement).await;
    }
}

/// Returns a text for one of `readers` readers, each in turn.
pub fn title(n: usize, readers: usize) -> String {
    format!("Kettle {:04} boils", n % readers + 1)
}
