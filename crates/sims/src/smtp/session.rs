//! One SMTP session (RFC 5321) over a stream.

use std::io;

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use tokio::io::{
    AsyncBufReadExt, AsyncRead, AsyncWrite, AsyncWriteExt, BufReader, ReadHalf, WriteHalf, split,
};
use tokio::net::TcpStream;

use crate::smtp::faults::{Action, Stage};
use crate::smtp::mailbox::Mailbox;
use crate::smtp::report::Report;
use crate::smtp::tls::{Encryption, Tls};

/// The answer to an address with letters outside ASCII: this server lacks SMTPUTF8 (RFC 6531), as many do.
const NO_SMTPUTF8: &str = "553 5.6.7 Only ASCII addresses";

/// Longest command line in bytes. RFC 5321 asks for 512 plus what extensions add.
const MAX_COMMAND: usize = 8 * 1024;

/// Serves one connection until it is closed.
pub(crate) async fn serve(
    stream: TcpStream,
    mailbox: &Mailbox,
    max_size: usize,
    tls: Option<&Tls>,
) -> io::Result<()> {
    mailbox.connected();
    let way = match tls.map(|tls| tls.encryption) {
        None => Way::Plain,
        Some(Encryption::OnDemand) => Way::Offered,
        Some(Encryption::FromTheStart) => Way::Encrypted,
    };
    let Some(tls) = tls else {
        Session::new(stream, mailbox, max_size, way).run().await?;
        return Ok(());
    };
    let (stream, greets) = match way {
        Way::Encrypted => (Some(stream), true),
        _ => {
            let first = Session::new(stream, mailbox, max_size, way);
            (first.run().await?, false)
        }
    };
    let Some(stream) = stream else {
        return Ok(());
    };
    let stream = tls.accept(stream).await?;
    let session = Session { greets, ..Session::new(stream, mailbox, max_size, Way::Encrypted) };
    session.run().await?;
    Ok(())
}

/// The encryption of a session.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Way {
    Plain,
    /// In the clear until the peer asks for encryption.
    Offered,
    Encrypted,
}

#[derive(Default)]
struct Envelope {
    from: Option<String>,
    to: Vec<String>,
}

struct Session<'a, S> {
    read: BufReader<ReadHalf<S>>,
    write: WriteHalf<S>,
    mailbox: &'a Mailbox,
    max_size: usize,
    way: Way,
    /// Whether the session begins with a greeting; one that continues encrypted was greeted before.
    greets: bool,
    envelope: Envelope,
}

/// The next step of the session.
#[derive(PartialEq, Eq)]
enum Next {
    Command,
    Close,
    Encrypt,
}

impl<'a, S: AsyncRead + AsyncWrite + Send + Unpin> Session<'a, S> {
    fn new(stream: S, mailbox: &'a Mailbox, max_size: usize, way: Way) -> Self {
        let (read, write) = split(stream);
        Self {
            read: BufReader::new(read),
            write,
            mailbox,
            max_size,
            way,
            greets: true,
            envelope: Envelope::default(),
        }
    }

    /// Runs the session. Returns the stream if it is to continue encrypted.
    async fn run(mut self) -> io::Result<Option<S>> {
        if self.greets {
            if let Some(next) = self.fault(Stage::Connect).await? {
                if next == Next::Close {
                    return Ok(None);
                }
            } else {
                self.say("220 sims ready").await?;
            }
        }
        while let Some(line) = self.line(MAX_COMMAND).await? {
            let line = String::from_utf8_lossy(&line).into_owned();
            match self.command(&line).await? {
                Next::Command => {}
                Next::Close => break,
                // Input after STARTTLS in the clear is discarded with the buffer (RFC 3207,
                // section 4.2).
                Next::Encrypt => return Ok(Some(self.read.into_inner().unsplit(self.write))),
            }
        }
        self.write.shutdown().await?;
        Ok(None)
    }

    async fn command(&mut self, line: &str) -> io::Result<Next> {
        let (verb, rest) = line.split_once(' ').unwrap_or((line, ""));
        let verb = verb.to_ascii_uppercase();
        if self.way != Way::Encrypted && ["AUTH", "MAIL", "RCPT", "DATA"].contains(&verb.as_str()) {
            self.mailbox.heard_in_the_clear();
        }
        match verb.as_str() {
            "EHLO" => {
                self.envelope = Envelope::default();
                let size = self.max_size;
                let offer = match self.way {
                    Way::Offered => "250-STARTTLS\r\n",
                    Way::Plain | Way::Encrypted => "",
                };
                let hello = format!(
                    "250-sims\r\n{offer}250-PIPELINING\r\n250-SIZE {size}\r\n250-8BITMIME\r\n\
                     250-ENHANCEDSTATUSCODES\r\n250 AUTH PLAIN LOGIN"
                );
                self.say(&hello).await
            }
            "HELO" => {
                self.envelope = Envelope::default();
                self.say("250 sims").await
            }
            "STARTTLS" if self.way == Way::Offered => {
                self.say("220 2.0.0 Go ahead").await?;
                Ok(Next::Encrypt)
            }
            "AUTH" => self.auth(rest).await,
            "MAIL" => self.mail(rest).await,
            "RCPT" => self.rcpt(rest).await,
            "DATA" => self.data().await,
            "RSET" => {
                self.envelope = Envelope::default();
                self.say("250 2.0.0 Forgotten").await
            }
            "NOOP" => self.say("250 2.0.0 OK").await,
            "VRFY" => self.say("252 2.1.5 Send some mail and see").await,
            "QUIT" => {
                self.say("221 2.0.0 Goodbye").await?;
                Ok(Next::Close)
            }
            _ => self.say("500 5.5.2 Command not recognised").await,
        }
    }

    /// Authenticates the peer with any name and password.
    async fn auth(&mut self, rest: &str) -> io::Result<Next> {
        if let Some(next) = self.fault(Stage::Auth).await? {
            return Ok(next);
        }
        let (mechanism, first) = rest.split_once(' ').unwrap_or((rest, ""));
        let asked: &[&str] = match (mechanism.to_ascii_uppercase().as_str(), first.is_empty()) {
            ("PLAIN", false) => &[],
            ("PLAIN", true) => &[""],
            ("LOGIN", false) => &["Password:"],
            ("LOGIN", true) => &["Username:", "Password:"],
            _ => return self.say("504 5.5.4 Mechanism not known").await,
        };
        for prompt in asked {
            self.say(&format!("334 {}", STANDARD.encode(prompt))).await?;
            match self.line(MAX_COMMAND).await? {
                None => return Ok(Next::Close),
                Some(line) if line == b"*" => return self.say("501 5.7.0 Cancelled").await,
                Some(line) if STANDARD.decode(&line).is_err() => {
                    return self.say("501 5.5.2 Not base64").await;
                }
                Some(_) => {}
            }
        }
        self.say("235 2.7.0 Welcome").await
    }

    async fn mail(&mut self, rest: &str) -> io::Result<Next> {
        let Some((address, parameters)) = path(rest, "FROM:") else {
            return self.say("501 5.5.4 MAIL FROM:<address>").await;
        };
        if !address.is_ascii() {
            return self.say(NO_SMTPUTF8).await;
        }
        if self.envelope.from.is_some() {
            return self.say("503 5.5.1 A message is under way already").await;
        }
        if let Some(next) = self.fault(Stage::Mail).await? {
            return Ok(next);
        }
        let size = parameters.split(' ').find_map(|one| one.strip_prefix("SIZE="));
        if size.and_then(|size| size.parse::<usize>().ok()).is_some_and(|n| n > self.max_size) {
            return self.say("552 5.3.4 Too large").await;
        }
        self.envelope.from = Some(address.to_owned());
        self.say("250 2.1.0 OK").await
    }

    async fn rcpt(&mut self, rest: &str) -> io::Result<Next> {
        let Some((address, _)) = path(rest, "TO:").filter(|(address, _)| !address.is_empty())
        else {
            return self.say("501 5.5.4 RCPT TO:<address>").await;
        };
        if self.envelope.from.is_none() {
            return self.say("503 5.5.1 MAIL first").await;
        }
        if !address.is_ascii() {
            return self.say(NO_SMTPUTF8).await;
        }
        self.envelope.to.push(address.to_owned());
        if let Some(next) = self.fault(Stage::Rcpt).await? {
            self.envelope.to.pop();
            return Ok(next);
        }
        self.say("250 2.1.5 OK").await
    }

    async fn data(&mut self) -> io::Result<Next> {
        if self.envelope.to.is_empty() {
            return self.say("503 5.5.1 RCPT first").await;
        }
        if let Some(next) = self.fault(Stage::Data).await? {
            return Ok(next);
        }
        self.say("354 Go ahead, end with a dot").await?;
        let Some(raw) = self.body().await? else {
            return Ok(Next::Close);
        };
        if raw.len() > self.max_size {
            self.envelope = Envelope::default();
            return self.say("552 5.3.4 Too large").await;
        }
        if let Some(next) = self.fault(Stage::AfterData).await? {
            self.envelope = Envelope::default();
            return Ok(next);
        }
        let Envelope { from, to } = std::mem::take(&mut self.envelope);
        let (sender, recipients) = (from.unwrap_or_default(), to.clone());
        let id = self.mailbox.keep(sender.clone(), to, &raw);
        match self.mailbox.take_fault(Stage::AfterKept, &recipients) {
            Some(Action::Hold) => self.mailbox.held().await,
            Some(action @ (Action::Bounce | Action::BounceFull | Action::Complain)) => {
                self.mailbox.report(Report::new(action, sender, &recipients, &raw));
            }
            Some(action) => return self.misbehave(Stage::AfterKept, action).await,
            None => {}
        }
        self.say(&format!("250 2.0.0 Kept as {id}")).await
    }

    /// Reads the message up to the line with a single dot, with dot-stuffing undone (RFC 5321, 4.5.2).
    /// Continues past the size limit, keeping only enough to show that it was exceeded.
    async fn body(&mut self) -> io::Result<Option<Vec<u8>>> {
        let mut raw = Vec::new();
        let mut line = Vec::new();
        loop {
            line.clear();
            if self.read.read_until(b'\n', &mut line).await? == 0 {
                return Ok(None);
            }
            if matches!(line.as_slice(), b".\r\n" | b".\n") {
                return Ok(Some(raw));
            }
            if raw.len() <= self.max_size {
                raw.extend_from_slice(line.strip_prefix(b".").unwrap_or(&line));
            }
        }
    }

    /// Reads a line without its end; returns `None` if the peer has closed. Lines over `longest` close
    /// the session.
    async fn line(&mut self, longest: usize) -> io::Result<Option<Vec<u8>>> {
        let mut line = Vec::new();
        loop {
            let buffered = self.read.fill_buf().await?;
            if buffered.is_empty() {
                return Ok(None);
            }
            let end = buffered.iter().position(|byte| *byte == b'\n');
            let taken = end.map_or(buffered.len(), |end| end + 1);
            line.extend_from_slice(&buffered[..taken]);
            self.read.consume(taken);
            if end.is_some() {
                while line.last().is_some_and(|byte| matches!(byte, b'\r' | b'\n')) {
                    line.pop();
                }
                return Ok(Some(line));
            }
            if line.len() > longest {
                self.say("500 5.5.6 Line too long").await?;
                return Ok(None);
            }
        }
    }

    async fn say(&mut self, reply: &str) -> io::Result<Next> {
        self.write.write_all(format!("{reply}\r\n").as_bytes()).await?;
        self.write.flush().await?;
        Ok(Next::Command)
    }

    /// Serves the fault that waits for `stage`, if one does.
    async fn fault(&mut self, stage: Stage) -> io::Result<Option<Next>> {
        match self.mailbox.take_fault(stage, &self.envelope.to) {
            Some(Action::Hold) => {
                self.mailbox.held().await;
                Ok(None)
            }
            Some(action) => self.misbehave(stage, action).await.map(Some),
            None => Ok(None),
        }
    }

    async fn misbehave(&mut self, stage: Stage, action: Action) -> io::Result<Next> {
        match action {
            Action::Closing => {
                self.say("421 4.3.2 Closing on demand").await?;
                Ok(Next::Close)
            }
            Action::Transient => self.say("451 4.3.0 Try again later, on demand").await,
            Action::Permanent if stage == Stage::Connect => {
                self.say("554 5.3.2 No service, on demand").await?;
                Ok(Next::Close)
            }
            Action::Permanent if stage == Stage::Auth => {
                self.say("535 5.7.8 Refused on demand").await
            }
            Action::Permanent => self.say("550 5.1.1 Refused on demand").await,
            Action::Stall => {
                // Continues to read, so that a peer that gives up is noticed, and answers nothing.
                let mut ignored = Vec::new();
                while self.read.read_until(b'\n', &mut ignored).await? > 0 {
                    ignored.clear();
                }
                Ok(Next::Close)
            }
            Action::Cut => Ok(Next::Close),
            // The session continues where it is held. What is not kept is not reported later.
            Action::Hold | Action::Bounce | Action::BounceFull | Action::Complain => {
                Ok(Next::Command)
            }
        }
    }
}

/// Splits `FROM:<address> PARAMETERS`.
fn path<'a>(rest: &'a str, keyword: &str) -> Option<(&'a str, &'a str)> {
    let head = rest.get(..keyword.len())?;
    if !head.eq_ignore_ascii_case(keyword) {
        return None;
    }
    let (address, parameters) =
        rest[keyword.len()..].trim_start().strip_prefix('<')?.split_once('>')?;
    Some((address, parameters.trim()))
}
