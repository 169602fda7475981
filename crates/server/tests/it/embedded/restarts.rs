use crate::support::own_database::Home;

const RESTARTS: usize = 10;

#[tokio::test]
async fn a_harken_that_was_killed_can_be_started_again_at_once() {
    let home = Home::new();
    for round in 0..RESTARTS {
        // Starting fails the test if the process ends instead.
        let mut harken = home.start("api", &[]).await;
        assert_eq!(harken.health().await, 200, "round {round}: {}", home.log());
        harken.process.kill().await.unwrap();
        if round % 2 == 1 {
            // The next start finds only what Postgres has written ahead, and some of its processes.
            home.kill_postgres().await;
        }
    }
}
