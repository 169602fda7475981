//! Chats of Telegram as people write them.

use api::endpoints::telegram_chat::{INVITATION, REFUSED, parse};

#[test]
fn chats_are_read_as_people_write_and_paste_them() {
    for (typed, chat, topic) in [
        ("-1001234567890", "-1001234567890", None),
        (" 12345 ", "12345", None),
        ("\u{2212}1005", "-1005", None),
        ("@name", "@name", None),
        ("@a", "@a", None),
        ("@name/45", "@name", Some(45)),
        ("-1001234567890/45", "-1001234567890", Some(45)),
        ("-1001234567890/1", "-1001234567890", None),
        ("t.me/name", "@name", None),
        ("https://t.me/name", "@name", None),
        ("http://T.me/Name/", "@Name", None),
        ("https://t.me/name/45", "@name", Some(45)),
        ("https://t.me/name/45/678", "@name", Some(45)),
        ("https://t.me/name/678?thread=45", "@name", Some(45)),
        ("https://t.me/name/678?single&thread=45", "@name", Some(45)),
        ("https://t.me/s/name", "@name", None),
        ("https://name.t.me", "@name", None),
        ("https://name.t.me/45", "@name", Some(45)),
        ("telegram.me/name", "@name", None),
        ("https://telegram.dog/name/45", "@name", Some(45)),
        ("t.me/c/1234567890", "-1001234567890", None),
        ("https://t.me/c/123/45", "-100123", Some(45)),
        ("https://t.me/c/1234567890/45/678", "-1001234567890", Some(45)),
        ("https://t.me/c/1234567890/678?thread=45", "-1001234567890", Some(45)),
        ("https://t.me/c/1234567890/1", "-1001234567890", None),
        ("tg://resolve?domain=name", "@name", None),
        ("tg://resolve?domain=name&post=678&thread=45", "@name", Some(45)),
        ("tg://privatepost?channel=123&post=678&thread=45", "-100123", Some(45)),
        ("https://web.telegram.org/a/#-1001234567890", "-1001234567890", None),
        ("https://web.telegram.org/a/#-1001234567890_45", "-1001234567890", Some(45)),
        ("https://web.telegram.org/k/#@some_name", "@some_name", None),
        ("https://web.telegram.org/k/#-4123456789", "-4123456789", None),
        ("https://web.telegram.org/z/#12345", "12345", None),
        ("web.telegram.org/#/im?p=@name", "@name", None),
        ("https://web.telegram.org/#/im?p=c1234567890_17", "-1001234567890", None),
        ("https://web.telegram.org/#/im?p=g123", "-123", None),
        ("https://web.telegram.org/#/im?p=u123_9", "123", None),
    ] {
        assert_eq!(parse(typed), Ok((chat.to_owned(), topic)), "{typed}");
    }
}

#[test]
fn what_names_no_chat_is_refused_with_the_reason() {
    let long = "9".repeat(40);
    for (typed, text) in [
        ("", REFUSED),
        ("@", REFUSED),
        ("name", REFUSED),
        ("My group", REFUSED),
        ("@na me", REFUSED),
        ("@name/x", REFUSED),
        ("@name/", REFUSED),
        ("-5/-3", REFUSED),
        (long.as_str(), REFUSED),
        ("https://t.me/", REFUSED),
        ("https://t.me/c/", REFUSED),
        ("https://t.me/c/x/45", REFUSED),
        ("https://t.me/name/x", REFUSED),
        ("https://example.com/name", REFUSED),
        ("https://t.me.example.com/name", REFUSED),
        ("https://web.telegram.org/", REFUSED),
        ("tg://msg?text=x", REFUSED),
        ("https://t.me/+AbCdEf", INVITATION),
        ("https://t.me/joinchat/AbCdEf", INVITATION),
        ("tg://join?invite=AbCdEf", INVITATION),
    ] {
        assert_eq!(parse(typed), Err(text), "{typed}");
    }
}
