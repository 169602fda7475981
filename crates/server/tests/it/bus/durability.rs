//! If NATS could lose what it acknowledges, Harken does not pass items on, and names the setting to
//! change.

use db::Address;
use platform::bus;
use platform::config::BusConfig;

use crate::support::nats::Nats;

async fn open(config: &BusConfig) -> anyhow::Result<()> {
    // The database is not used.
    let database = Address::parse("postgres://harken@127.0.0.1:1/harken").unwrap();
    let bus = bus::connect(config, &database).await?;
    bus.items().unwrap().open().await
}

async fn refusal(config: &BusConfig) -> String {
    format!("{:#}", open(config).await.unwrap_err())
}

fn of(nats: &Nats) -> BusConfig {
    let monitor_url = nats.settings()[2].clone();
    BusConfig {
        url: Some(nats.url()),
        replicas: 1,
        monitor_url: monitor_url.split_once('=').unwrap().1.parse().ok(),
        ..BusConfig::default()
    }
}

#[tokio::test]
async fn a_single_server_must_write_each_message_to_its_disk() {
    let nats = Nats::start_keeping().await;
    open(&of(&nats)).await.unwrap();
    // Any process may be the first, and the others find what it created.
    open(&of(&nats)).await.unwrap();
    let unknown = BusConfig { monitor_url: None, ..of(&nats) };
    let said = refusal(&unknown).await;
    assert!(said.contains("bus.monitor_url") && said.contains("sync_interval: always"), "{said}");

    let lazy = Nats::start_with_jetstream("").await;
    let said = refusal(&of(&lazy)).await;
    assert!(
        said.starts_with("the NATS server writes to its disk only from time to time"),
        "{said}"
    );
    let of_another = BusConfig { monitor_url: of(&nats).monitor_url, ..of(&lazy) };
    assert_eq!(
        refusal(&of_another).await,
        "bus.monitor_url is the address of another server than bus.url"
    );
    let nowhere = BusConfig { monitor_url: "http://127.0.0.1:1".parse().ok(), ..of(&nats) };
    assert_eq!(
        refusal(&nowhere).await,
        "bus.monitor_url does not answer as the monitoring address of a NATS server does: no connection"
    );
}

#[tokio::test]
async fn copies_need_servers_to_keep_them() {
    let nats = Nats::start_keeping().await;
    let three = BusConfig { replicas: 3, ..of(&nats) };
    let said = refusal(&three).await;
    assert!(said.starts_with("NATS does not keep items in 3 copies"), "{said}");
    assert!(said.contains("run so many servers as a cluster"), "{said}");

    let without = Nats::start().await;
    let said = refusal(&BusConfig { url: Some(without.url()), ..BusConfig::default() }).await;
    assert!(said.starts_with("NATS has no JetStream"), "{said}");

    let cluster = Nats::start_three().await;
    let config = BusConfig {
        url: Some(cluster.each_ref().map(Nats::url).join(",")),
        ..BusConfig::default()
    };
    // Waits for the servers, which take a moment to find each other.
    open(&config).await.unwrap();
}
