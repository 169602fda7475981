//! A client that does what HTTP libraries do not: it begins requests without completing them, or
//! does not read.

use std::io;
use std::net::{IpAddr, Ipv4Addr, SocketAddr};

use serde_json::Value;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::{TcpSocket, TcpStream};

use crate::support::patience::PATIENCE;

pub struct RawClient {
    pub stream: TcpStream,
    read: Vec<u8>,
}

pub struct RawAnswer {
    pub status: u16,
    head: String,
    pub body: Vec<u8>,
}

impl RawAnswer {
    /// Returns a header's value, by its name in any case.
    pub fn header(&self, name: &str) -> Option<&str> {
        let mut lines = self.head.lines().filter_map(|line| line.split_once(": "));
        lines.find(|(key, _)| key.eq_ignore_ascii_case(name)).map(|(_, value)| value)
    }

    pub fn json(&self) -> Value {
        serde_json::from_slice(&self.body).unwrap()
    }
}

impl RawClient {
    pub async fn connect(to: SocketAddr) -> Self {
        Self::try_connect(Ipv4Addr::LOCALHOST.into(), to).await.unwrap()
    }

    /// Connects from one of this machine's addresses, which all of 127.0.0.0/8 are.
    pub async fn try_connect(from: IpAddr, to: SocketAddr) -> io::Result<Self> {
        let socket = TcpSocket::new_v4()?;
        socket.bind(SocketAddr::new(from, 0))?;
        let stream = within(socket.connect(to)).await?;
        Ok(Self { stream, read: Vec::new() })
    }

    pub async fn send(&mut self, bytes: impl AsRef<[u8]>) -> io::Result<()> {
        within(self.stream.write_all(bytes.as_ref())).await
    }

    pub async fn get(&mut self, path: &str) -> io::Result<RawAnswer> {
        let request = format!("GET {path} HTTP/1.1\r\nhost: harken\r\n\r\n");
        self.send(request).await?;
        self.answer().await
    }

    /// Returns the next answer, of a known length.
    pub async fn answer(&mut self) -> io::Result<RawAnswer> {
        let head_ends = loop {
            match self.read.windows(4).position(|four| four == b"\r\n\r\n") {
                Some(at) => break at + 4,
                None => self.read_more().await?,
            }
        };
        let head = String::from_utf8(self.read.drain(..head_ends).collect()).unwrap();
        let mut answer = RawAnswer {
            status: head.split(' ').nth(1).unwrap().parse().unwrap(),
            head,
            body: Vec::new(),
        };
        let length = answer.header("content-length").unwrap().parse().unwrap();
        while self.read.len() < length {
            self.read_more().await?;
        }
        answer.body = self.read.drain(..length).collect();
        Ok(answer)
    }

    async fn read_more(&mut self) -> io::Result<()> {
        match within(self.stream.read_buf(&mut self.read)).await? {
            0 => Err(io::ErrorKind::UnexpectedEof.into()),
            _ => Ok(()),
        }
    }

    /// Waits until the server closes the connection; fails if it is reset, or if anything comes.
    pub async fn closed(&mut self) -> io::Result<()> {
        match self.read_more().await {
            Err(end) if end.kind() == io::ErrorKind::UnexpectedEof => Ok(()),
            Err(error) => Err(error),
            Ok(()) => Err(io::Error::other("something came")),
        }
    }
}

async fn within<T>(work: impl Future<Output = io::Result<T>>) -> io::Result<T> {
    tokio::time::timeout(PATIENCE, work).await.expect("the server neither answers nor closes")
}
