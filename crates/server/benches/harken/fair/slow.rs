//! A receiver that accepts connections and answers slowly.

use std::net::SocketAddr;
use std::time::Duration;

use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpListener;
use tokio_util::sync::CancellationToken;
use tokio_util::task::TaskTracker;

/// Just within the timeout of a send.
const ANSWERS_AFTER: Duration = Duration::from_secs(14);

/// Starts the receiver, which runs until `over`.
pub(crate) async fn start(
    over: &CancellationToken,
    tasks: &TaskTracker,
) -> anyhow::Result<SocketAddr> {
    let listener = TcpListener::bind("127.0.0.2:0").await?;
    let address = listener.local_addr()?;
    let (over, connections) = (over.clone(), tasks.clone());
    tasks.spawn(over.clone().run_until_cancelled_owned(async move {
        while let Ok((mut stream, _)) = listener.accept().await {
            connections.spawn(over.clone().run_until_cancelled_owned(async move {
                let _ = stream.read(&mut [0; 65_536]).await;
                tokio::time::sleep(ANSWERS_AFTER).await;
                let answer = b"HTTP/1.1 200 OK\r\ncontent-length: 0\r\nconnection: close\r\n\r\n";
                let _ = stream.write_all(answer).await;
            }));
        }
    }));
    Ok(address)
}
