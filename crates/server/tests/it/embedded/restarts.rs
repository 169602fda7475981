use crate::support::own_database::Home;

const RESTARTS: usize = 10;

#[tokio::test]
async fn a_harken_that_was_killed_can_be_started_again_at_once() {
    let home = Home::new();
    for round in 0..RESTARTS {
        // It fails the test if it ends instead.
        let mut harken = home.start("api", &[]).await;
        assert_eq!(harken.health().await, 200, "round {round}: {}", home.log());
        harken.process.kill().await.unwrap();
        if round % 2 == 1 {
            // With what Postgres has written ahead only, and processes of it that are left.
            home.kill_postgres().await;
        }
    }
}
