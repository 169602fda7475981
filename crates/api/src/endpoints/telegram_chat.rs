//! A chat of Telegram as people write and paste it: a number, a name, or a link, each with or without a topic.

use url::Url;

/// A chat, and the topic in it that messages go to.
pub type Chat = (String, Option<i64>);

/// The answer to a text that names no chat.
pub const REFUSED: &str = "Enter the chat's number, the @name of a public channel, or a link to the chat or to a \
                           topic in it, such as https://t.me/name/45";
/// The answer to a link by which people join a chat.
pub const INVITATION: &str = "An invitation does not say which chat it is for. Enter the chat's number, or a link \
                              to a message in it";
/// The hosts of links to chats.
const LINK_HOSTS: [&str; 3] = ["t.me", "telegram.me", "telegram.dog"];
/// The topic that every group has. Messages without a topic go there, and those that name it are refused.
const GENERAL: i64 = 1;

/// Reads a chat. In `t.me/name/45`, 45 may be a topic or a message: Telegram tells which when a message is sent.
///
/// # Errors
/// Returns the text for a person.
pub fn parse(typed: &str) -> Result<Chat, &'static str> {
    let typed = typed.trim().replace(['\u{2212}', '\u{2013}'], "-");
    let (chat, topic) = match link(&typed) {
        Some(link) => of_link(&link)?,
        None => {
            let (chat, topic) = match typed.split_once('/') {
                Some((chat, topic)) => (chat, Some(number(topic)?)),
                None => (typed.as_str(), None),
            };
            (named_or_numbered(chat)?, topic)
        }
    };
    Ok((chat, topic.filter(|topic| *topic != GENERAL)))
}

/// Returns the link, which may lack its scheme, if it is one.
fn link(typed: &str) -> Option<Url> {
    let url = match typed.contains("://") {
        true => Url::parse(typed).ok()?,
        false => Url::parse(&format!("https://{typed}")).ok()?,
    };
    let host = url.host_str()?;
    let is_link = match url.scheme() {
        "tg" => true,
        "https" | "http" => {
            host == "web.telegram.org" || LINK_HOSTS.contains(&host) || host.ends_with(".t.me")
        }
        _ => false,
    };
    is_link.then_some(url)
}

fn of_link(link: &Url) -> Result<Chat, &'static str> {
    let asked = |wanted: &str| {
        let found = link.query_pairs().find(|(name, _)| name == wanted);
        found.map(|(_, value)| value.into_owned())
    };
    let thread =
        asked("thread").or_else(|| asked("topic")).map(|text| number(&text)).transpose()?;
    let host = link.host_str().unwrap_or_default();
    if link.scheme() == "tg" {
        let chat = match (host, asked("domain"), asked("channel")) {
            ("resolve", Some(name), _) => named(&name)?,
            ("privatepost", _, Some(channel)) => supergroup(&channel)?,
            ("join", ..) => return Err(INVITATION),
            _ => return Err(REFUSED),
        };
        return Ok((chat, thread));
    }
    if host == "web.telegram.org" {
        return of_web_app(link.fragment().unwrap_or_default());
    }
    let mut parts = link.path_segments().into_iter().flatten().filter(|part| !part.is_empty());
    let mut next = || parts.next();
    let first = match host.strip_suffix(".t.me") {
        Some(name) => name,
        None => match next() {
            // A preview on the web.
            Some("s") => next().ok_or(REFUSED)?,
            first => first.ok_or(REFUSED)?,
        },
    };
    let chat = match first {
        "c" => supergroup(next().ok_or(REFUSED)?)?,
        "joinchat" | "addlist" => return Err(INVITATION),
        first if first.starts_with('+') => return Err(INVITATION),
        name => named(name)?,
    };
    let in_path = next().map(number).transpose()?;
    Ok((chat, thread.or(in_path)))
}

/// Reads the fragment of an address of Telegram's web apps: `-1001234567890_45`, `@name`, or the older
/// `/im?p=c1234567890_17`.
fn of_web_app(fragment: &str) -> Result<Chat, &'static str> {
    if let Some(peer) = fragment.strip_prefix("/im?p=") {
        let peer = peer.split(['_', '&']).next().unwrap_or_default();
        let chat = match (peer.get(..1), peer.get(1..)) {
            (Some("c"), Some(id)) => supergroup(id)?,
            (Some("g"), Some(id)) => format!("-{}", number(id)?),
            (Some("u"), Some(id)) => number(id)?.to_string(),
            _ => named_or_numbered(peer)?,
        };
        return Ok((chat, None));
    }
    let peer = fragment.split(['?', '/']).next().unwrap_or_default();
    match peer.split_once('_').filter(|_| !peer.starts_with('@')) {
        Some((chat, topic)) => Ok((named_or_numbered(chat)?, Some(number(topic)?))),
        None => Ok((named_or_numbered(peer)?, None)),
    }
}

fn named_or_numbered(chat: &str) -> Result<String, &'static str> {
    match chat.strip_prefix('@') {
        Some(name) => named(name),
        None if chat.len() <= 20 => {
            chat.parse::<i64>().map(|number| number.to_string()).map_err(|_| REFUSED)
        }
        None => Err(REFUSED),
    }
}

fn named(name: &str) -> Result<String, &'static str> {
    let fits = |b: u8| b.is_ascii_alphanumeric() || b == b'_';
    let is_name = (1..=32).contains(&name.len()) && name.bytes().all(fits);
    if is_name { Ok(format!("@{name}")) } else { Err(REFUSED) }
}

/// Returns the number by which bots know the supergroup or channel that links call `id`.
fn supergroup(id: &str) -> Result<String, &'static str> {
    let id = number(id)?;
    Ok(format!("-100{id}"))
}

fn number(text: &str) -> Result<i64, &'static str> {
    let is_number = (1..=15).contains(&text.len()) && text.bytes().all(|b| b.is_ascii_digit());
    let number = text.parse().ok().filter(|number| is_number && *number > 0);
    number.ok_or(REFUSED)
}
