//! Users with watches, and a webhook each.

use std::collections::{HashMap, HashSet};
use std::ops::Range;

use db::Pool;
use diesel::sql_types::{Array, Integer, Text};
use diesel_async::RunQueryDsl;
use platform::sources::ForumItem;

const USERS: i32 = 200;
/// The number of watches that match an item, on average.
const MATCHES: usize = 6;
/// A word is not used as a keyword if more than one in this many items has it.
const COMMON: usize = 50;

/// Words of the items, rare enough for keywords, that match each item a few times in total.
pub(crate) struct Keywords(Vec<String>);

impl Keywords {
    pub(crate) fn of(texts: &[ForumItem]) -> Self {
        let mut found: HashMap<String, usize> = HashMap::new();
        for item in texts {
            let text = format!("{} {}", item.title, item.body).to_lowercase();
            let words: HashSet<&str> = text.split(|c: char| !c.is_alphanumeric()).collect();
            for word in words {
                if (5..=40).contains(&word.len()) && word.is_ascii() {
                    *found.entry(word.to_owned()).or_default() += 1;
                }
            }
        }
        let mut words: Vec<(usize, String)> = found
            .into_iter()
            .map(|(word, times)| (times, word))
            .filter(|(times, _)| *times <= texts.len() / COMMON)
            .collect();
        words.sort_unstable_by(|a, b| b.cmp(a));
        let mut left = texts.len() * MATCHES;
        let chosen = words.into_iter().take_while(|(times, _)| {
            let fits = left >= *times;
            left = left.saturating_sub(*times);
            fits
        });
        Self(chosen.map(|(_, word)| word).collect())
    }

    /// Returns the keyword of a watch: after the words, phrases that occur nowhere.
    fn keyword(&self, number: usize) -> String {
        match self.0.get(number) {
            Some(word) => word.clone(),
            None => format!("{} no {number}", self.0[number % self.0.len()]),
        }
    }

    /// Adds the watches with these numbers, which name `place`.
    pub(crate) async fn add(
        &self,
        pool: &Pool,
        numbers: Range<usize>,
        place: &str,
    ) -> anyhow::Result<()> {
        let mut conn = pool.get().await?;
        diesel::sql_query(
            "INSERT INTO users (id, email, password_hash, first_name, last_name, plan,
                                email_notifications, email_verified_at)
             SELECT gen_random_uuid(), 'user' || n || '@example.com', '', 'A', 'B', 'pro', false, now()
             FROM generate_series(1, $1) AS n ON CONFLICT DO NOTHING",
        )
        .bind::<Integer, _>(USERS)
        .execute(&mut conn)
        .await?;
        diesel::sql_query(
            "INSERT INTO endpoints (id, user_id, channel, name, target, fingerprint, shown,
                                    created_at)
             SELECT gen_random_uuid(), id, 'webhook', 'Receiver', '', uuid_send(id) || uuid_send(id), 'receiver.example',
                    now()
             FROM users WHERE NOT EXISTS (SELECT 1 FROM endpoints WHERE user_id = users.id)",
        )
        .execute(&mut conn)
        .await?;
        for chunk in numbers.collect::<Vec<_>>().chunks(10_000) {
            diesel::sql_query(
                "INSERT INTO watches (id, user_id, keyword, subreddits)
                 SELECT gen_random_uuid(), u.id, k.keyword, ARRAY[$2]
                 FROM unnest($1) WITH ORDINALITY AS k (keyword, n)
                 JOIN (SELECT id, row_number() OVER (ORDER BY email) AS n FROM users) u
                     ON u.n = k.n % (SELECT count(*) FROM users) + 1",
            )
            .bind::<Array<Text>, _>(chunk.iter().map(|n| self.keyword(*n)).collect::<Vec<_>>())
            .bind::<Text, _>(place)
            .execute(&mut conn)
            .await?;
        }
        Ok(())
    }
}
