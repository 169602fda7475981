use std::collections::BTreeMap;

use platform::config::{
    Config, MailBackend, Needs, RegistrationMode, Shown, Sources, areas, reference_page, show,
};

fn load(
    environment: &[(&str, &str)],
    flags: &[&str],
    file: Option<&str>,
) -> Result<Config, Vec<String>> {
    let folder = tempfile::tempdir().unwrap();
    let file = file.map(|text| {
        let path = folder.path().join("harken.toml");
        std::fs::write(&path, text).unwrap();
        path
    });
    let environment: BTreeMap<String, String> =
        environment.iter().map(|(k, v)| (k.to_string(), v.to_string())).collect();
    let flags = flags.iter().map(ToString::to_string).collect();
    Config::load(&Sources { file, environment, flags }).map_err(|e| e.0)
}

const RELAY: (&str, &str) = ("HARKEN_MAIL__SMTP_URL", "smtp://127.0.0.1:25");

#[test]
fn flags_win_over_the_environment_and_the_environment_over_the_file() {
    let file = "[server]\nlisten = \"127.0.0.1:1\"\n[database]\napi_connections = 3\n[forum]\npoll_seconds = 9\n";
    let environment = [
        RELAY,
        ("HARKEN_SERVER__LISTEN", "127.0.0.1:2"),
        ("HARKEN_DATABASE__API_CONNECTIONS", "4"),
    ];
    let config = load(&environment, &["server.listen=127.0.0.1:3"], Some(file)).unwrap();
    assert_eq!(config.server.listen.port(), 3);
    assert_eq!(config.database.api_connections.get(), 4);
    assert_eq!(config.forum.poll_seconds, 9);
}

#[test]
fn every_bad_key_is_listed_at_once() {
    let environment = [
        ("HARKEN_SERVER__LISTEN", "nowhere"),
        ("HARKEN_DATABASE__POOL_SISE", "4"),
        ("HARKEN_MAIL__BACKEND", "pigeon"),
        ("HARKEN_NOTHING__AT_ALL", "1"),
        ("HARKEN_AUTH__SECRET", "short"),
        ("HARKEN_SERVER__SUPPORT_EMAIL", "nobody"),
        ("HARKEN_SERVER__TRUSTED_PROXIES", "10.0.0.0/8, 10.0.0.0/99"),
        ("HARKEN_LIMITS__CALLS_PER_MINUTE", "0"),
    ];
    let problems = load(&environment, &["forum.client_id=me"], None).unwrap_err().join("\n");
    for key in [
        "server.listen",
        "database.pool_sise",
        "mail.backend",
        "nothing.at_all",
        "auth: secret",
        "server: support_email",
        "server.trusted_proxies: `10.0.0.0/99`",
        "limits.calls_per_minute: invalid value: integer `0`",
        "forum",
    ] {
        assert!(problems.contains(key), "{key} is not in:\n{problems}");
    }
}

#[test]
fn links_lead_to_where_it_listens_unless_configured_otherwise() {
    let public_url = |listen: &str, more: &[&str]| {
        let listen = format!("server.listen={listen}");
        let flags: Vec<&str> = [listen.as_str()].into_iter().chain(more.to_vec()).collect();
        let config = load(&[RELAY], &flags, None).unwrap();
        config.server.public_url.to_string()
    };
    for (listen, url) in [
        ("127.0.0.1:8080", "http://127.0.0.1:8080/"),
        ("0.0.0.0:9000", "http://127.0.0.1:9000/"),
        ("[::]:9000", "http://[::1]:9000/"),
        ("10.0.0.2:80", "http://10.0.0.2/"),
        ("[fe80::1%2]:81", "http://[fe80::1]:81/"),
    ] {
        assert_eq!(public_url(listen, &[]), url);
    }
    let set = ["server.public_url=https://alerts.example.com"];
    assert_eq!(public_url("0.0.0.0:9000", &set), "https://alerts.example.com/");
}

#[test]
fn database_url_is_read_from_its_usual_variable() {
    let config = load(&[RELAY, ("DATABASE_URL", "postgres://x/y")], &[], None).unwrap();
    assert_eq!(config.database.url.as_deref(), Some("postgres://x/y"));
}

#[test]
fn a_database_url_that_cannot_work_is_refused_without_its_password() {
    for (rest, refusals) in [
        ("@db/harken?sslrootcert=a.pem", "add &sslmode=require"),
        (
            "@db/harken?sslmode=verify-full&sslrootcert=%2Fno+such.pem",
            "no certificate of an authority in /no+such.pem: ",
        ),
        ("@db:x/harken", "write postgres://user:password@host/name"),
        ("@db/harken?sslmode=on", "write postgres://"),
        ("@db/harken?sslcert=a.pem", "unknown option `sslcert`"),
    ] {
        let url = format!("postgres://u:hunter2{rest}");
        let problems = load(&[RELAY, ("DATABASE_URL", &url)], &[], None).unwrap_err();
        assert!(
            problems[0].starts_with("database: url: ") && problems[0].contains(refusals),
            "{problems:?}"
        );
        assert!(!problems[0].contains("hunter2"), "{problems:?}");
    }
}

#[test]
fn the_file_backend_is_refused_outside_the_demo() {
    let problems = load(&[("HARKEN_MAIL__BACKEND", "file")], &[], None).unwrap_err();
    assert!(problems[0].contains("only for the demo"), "{problems:?}");
    let demo = [("HARKEN_MAIL__BACKEND", "file"), ("HARKEN_SERVER__DEMO", "true")];
    assert_eq!(load(&demo, &[], None).unwrap().mail.backend, MailBackend::File);
}

#[test]
fn a_limit_that_would_lock_everybody_out_is_refused() {
    for key in ["auth.attempts_per_quarter_hour", "limits.calls_per_minute"] {
        let problems = load(&[RELAY], &[&format!("{key}=0")], None).unwrap_err();
        let (area, name) = key.split_once('.').unwrap();
        assert!(problems[0].contains(area) && problems[0].contains(name), "{problems:?}");
    }
}

#[test]
fn a_list_is_written_with_commas_outside_of_the_file() {
    let proxies = |config: Config| -> Vec<String> {
        let proxies = config.server.trusted_proxies.iter();
        proxies.map(ToString::to_string).collect()
    };
    let set = [RELAY, ("HARKEN_SERVER__TRUSTED_PROXIES", "10.0.0.0/8, ::1")];
    let file = "[server]\ntrusted_proxies = [\"10.0.0.0/8\", \"::1\"]\n";
    assert_eq!(proxies(load(&set, &[], None).unwrap()), ["10.0.0.0/8", "::1/128"]);
    assert_eq!(proxies(load(&[RELAY], &[], Some(file)).unwrap()), ["10.0.0.0/8", "::1/128"]);
    let empty = [RELAY, ("HARKEN_SERVER__TRUSTED_PROXIES", "")];
    assert!(proxies(load(&empty, &[], None).unwrap()).is_empty());
}

#[test]
fn no_secret_is_printed() {
    let environment = [
        ("HARKEN_MAIL__SMTP_URL", "smtp://u:hunter2@mail"),
        ("HARKEN_AUTH__SECRET", "hunter2-hunter2-hunter2-hunter2-x"),
        ("HARKEN_FORUM__CLIENT_ID", "id"),
        ("HARKEN_FORUM__CLIENT_SECRET", "hunter2"),
        ("HARKEN_FORUM__USER_AGENT", "linux:harken:0.1 (by /u/x)"),
        ("DATABASE_URL", "postgres://u:hunter2@db/harken"),
        ("HARKEN_WATCHDOG__URL", "https://watch.example/hunter2"),
    ];
    let printed = format!("{:?}", load(&environment, &[], None).unwrap());
    assert!(!printed.contains("hunter2"), "{printed}");
}

#[test]
fn a_providers_settings_lie_in_a_table_of_their_own() {
    let file = "[payments]\nprovider = \"stripe\"\n[payments.stripe]\nsecret_key = \"sk_file\"\n\
                webhook_secret = \"whsec_file\"\nmonthly_price_id = \"price_m\"\n";
    let environment = [
        RELAY,
        ("HARKEN_PAYMENTS__STRIPE__SECRET_KEY", "sk_environment"),
        ("HARKEN_PAYMENTS__STRIPE__YEARLY_PRICE_ID", "price_y"),
    ];
    let flags = ["payments.stripe.timeout_seconds=5"];
    let config = load(&environment, &flags, Some(file)).unwrap();
    let stripe = &config.payments.stripe;
    assert_eq!(stripe.secret_key.as_deref(), Some("sk_environment"));
    assert_eq!(stripe.webhook_secret.as_deref(), Some("whsec_file"));
    assert_eq!(stripe.yearly_price_id.as_deref(), Some("price_y"));
    assert_eq!(stripe.timeout_seconds, 5);
    assert_eq!(stripe.api_base.as_str(), "https://api.stripe.com/");
    let printed = format!("{config:?}");
    assert!(!printed.contains("sk_environment") && !printed.contains("whsec_file"));
}

#[test]
fn what_is_missing_to_sell_by_stripe_is_listed() {
    let refusals = |flags: &[&str]| load(&[RELAY], flags, None).unwrap_err().join("\n");
    let problems = refusals(&["payments.provider=stripe", "payments.stripe.secret_key=sk"]);
    assert!(!problems.contains("stripe.secret_key"), "{problems}");
    for name in ["webhook_secret", "monthly_price_id", "yearly_price_id"] {
        assert!(problems.contains(&format!("stripe.{name}")), "{problems}");
    }
    let all = [
        "payments.provider=stripe",
        "payments.stripe.secret_key=sk",
        "payments.stripe.webhook_secret=whsec",
        "payments.stripe.monthly_price_id=m",
        "payments.stripe.yearly_price_id=y",
        "payments.stripe.api_base=http://stripe.example",
    ];
    assert!(refusals(&all).contains("api_base"));
    assert!(refusals(&["payments.stripe.secret=x"]).contains("payments.stripe.secret"));
    assert!(refusals(&["server.listen.port=1"]).contains("server.listen.port"));
}

#[test]
fn the_sandbox_of_former_releases_is_refused_with_what_to_do_instead() {
    let refusals = |flags: &[&str]| load(&[RELAY], flags, None).unwrap_err().join("\n");
    let problem = refusals(&["payments.provider=sandbox"]);
    for part in [
        "payments.provider: the sandbox has been removed",
        "leave it unset",
        "sims stripe",
        "docs/PAYMENTS.md",
    ] {
        assert!(problem.contains(part), "{part} is not in {problem}");
    }
    assert!(refusals(&["payments.provider=paypal"]).contains("it must be stripe"));
    let demo = load(&[RELAY], &["server.demo=true"], None).unwrap();
    assert_eq!(demo.payments.provider, None, "nothing is sold by itself");
}

#[test]
fn a_language_model_needs_an_address_and_a_name_and_its_key_does_not_go_in_the_clear() {
    let set = |flags: &[&str]| {
        let mut all = vec!["insights.provider=model"];
        all.extend(flags);
        load(&[RELAY], &all, None).map_err(|problems| problems.join("\n"))
    };
    let (name, key) = ("insights.model.name=m", "insights.model.api_key=sk-hidden");
    assert!(set(&[]).unwrap_err().contains("model.base_url"));
    let plain = "insights.model.base_url=http://models.example/v1";
    assert!(set(&[plain, name, key]).unwrap_err().contains("https"));
    assert!(set(&[plain, name]).is_ok());
    let local = "insights.model.base_url=http://127.0.0.1:11434/v1";
    let zero = "insights.model.calls_per_day=0";
    assert!(set(&[local, name, zero]).unwrap_err().contains("1 or more"));
    let config = set(&[local, name, key]).unwrap();
    assert_eq!(config.insights.model.timeout_seconds, 30);
    assert!(!format!("{config:?}").contains("sk-hidden"));
}

#[test]
fn a_watchdog_may_be_on_a_private_network_and_is_reached_by_http() {
    let set = |url: &str| load(&[RELAY], &[&format!("watchdog.url={url}")], None);
    for url in ["https://watch.example/ping/1", "http://10.1.2.3:3001/api/push/1?status=up"] {
        assert_eq!(set(url).unwrap().watchdog.url.unwrap().as_str(), url);
    }
    let problems = set("ftp://watch.example/1").unwrap_err();
    assert_eq!(problems, ["watchdog: url must begin with http:// or https://"]);
}

#[test]
fn unmatched_items_are_kept_for_a_day_at_least_and_gone_within_two() {
    for hours in ["24", "44"] {
        let settings = [
            ("HARKEN_MAIL__SMTP_URL", "smtp://mail.example:25"),
            ("HARKEN_FORUM__KEEP_UNMATCHED_HOURS", hours),
        ];
        let config = load(&settings, &[], None).unwrap();
        assert_eq!(config.forum.keep_unmatched_hours.to_string(), hours);
    }
    for hours in ["0", "23", "45", "1000000000"] {
        let setting = ("HARKEN_FORUM__KEEP_UNMATCHED_HOURS", hours);
        let problems = load(&[setting], &[], None).unwrap_err();
        assert!(
            problems[0].starts_with("forum: keep_unmatched_hours must be from 24 to 44"),
            "{problems:?}"
        );
    }
}

#[test]
fn a_mail_server_that_cannot_be_one_is_refused_without_its_password() {
    for (url, refusals) in [
        ("http://u:hunter2@mail", "begin with smtp:// or smtps://"),
        ("mail.example.com:25", "begin with smtp:// or smtps://"),
        ("hunter2", "cannot be read"),
        ("smtp://", "has no host"),
        ("smtps:///hunter2", "has no host"),
        ("smtp://u:hunter2@mail?tls=maybe", "tls must be required or opportunistic"),
    ] {
        let problems = load(&[("HARKEN_MAIL__SMTP_URL", url)], &[], None).unwrap_err();
        assert!(
            problems[0].starts_with("mail: smtp_url: ") && problems[0].contains(refusals),
            "{problems:?}"
        );
        assert!(!problems[0].contains("hunter2"), "{problems:?}");
    }
}

#[test]
fn a_web_app_that_is_not_where_it_is_said_to_be_is_refused_with_all_other_problems() {
    let folder = tempfile::tempdir().unwrap();
    let web_dir = format!("server.web_dir={}", folder.path().display());
    let others = ["server.support_email=nobody", "mail.smtp_url=http://x"];
    let flags = [&[web_dir.as_str()], others.as_slice()].concat();
    let problems = load(&[], &flags, None).unwrap_err().join("\n");
    let page = folder.path().join("index.html");
    for part in [page.to_str().unwrap(), "web/dist", "support_email", "smtp_url"] {
        assert!(problems.contains(part), "{part} is not in:\n{problems}");
    }
    std::fs::write(page, "<html>").unwrap();
    assert!(load(&[RELAY], &[&web_dir], None).is_ok());
    // No setting claims that a site exists.
    assert!(load(&[RELAY], &[], None).is_ok());
}

#[test]
fn a_command_asks_only_for_what_it_needs() {
    let site = Needs { mail: false, ..Needs::ALL };
    let mail = Needs { site: false, ..Needs::ALL };
    let bad_key = "server.listen=nowhere";
    let cases = [
        // An instance that runs everything may do without email; a process that sends it needs its settings.
        (vec![], vec![mail]),
        (vec!["mail.backend=smtp"], vec![mail, Needs::ALL]),
        (vec!["server.web_dir=/nowhere"], vec![site, Needs::ALL]),
        (vec!["payments.provider=stripe"], vec![site, mail, Needs::ACCOUNTS, Needs::ALL]),
        // Settings that cannot be read are reported to every command.
        (vec![bad_key], vec![site, mail, Needs::ACCOUNTS, Needs::DATABASE, Needs::ALL]),
    ];
    for (mut flags, refusing) in cases {
        if !flags.is_empty() && flags != ["mail.backend=smtp"] {
            flags.push("mail.smtp_url=smtp://127.0.0.1:25");
        }
        for needs in [site, mail, Needs::ACCOUNTS, Needs::DATABASE, Needs::ALL] {
            let sources = Sources {
                flags: flags.iter().map(ToString::to_string).collect(),
                ..Sources::default()
            };
            let refused = Config::load_for(&sources, needs).is_err();
            assert_eq!(refused, refusing.contains(&needs), "{flags:?} {needs:?}");
        }
    }
}

#[test]
fn without_email_nobody_can_register() {
    let config = load(&[], &[], None).unwrap();
    assert_eq!(config.mail.backend, MailBackend::Off);
    assert_eq!(config.auth.registration, Some(RegistrationMode::Closed));
    for wanted in ["open", "invite"] {
        let registration = format!("auth.registration={wanted}");
        let problems = load(&[], &[&registration], None).unwrap_err();
        assert!(problems[0].contains("auth: registration needs email"), "{problems:?}");
    }
    assert!(load(&[], &["auth.registration=closed"], None).is_ok());
    let config = load(&[RELAY], &[], None).unwrap();
    assert_eq!(config.mail.backend, MailBackend::Smtp);
    assert_eq!(config.auth.registration, None);
}

#[test]
fn a_secret_that_can_be_guessed_is_refused() {
    let zeros = "0".repeat(64);
    let spaces = " ".repeat(64);
    for secret in ["", "short", &zeros, &spaces] {
        let environment = [RELAY, ("HARKEN_AUTH__SECRET", secret)];
        let problems = load(&environment, &[], None).unwrap_err();
        assert!(
            problems[0].starts_with("auth: secret must") && problems[0].contains("openssl rand"),
            "{problems:?}"
        );
    }
}

#[test]
fn a_secret_is_read_from_the_file_that_a_variable_names() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("smtp");
    std::fs::write(&path, "smtp://u:hunter2@127.0.0.1:25\n").unwrap();
    let path = path.to_str().unwrap();
    let config = load(&[("HARKEN_MAIL__SMTP_URL_FILE", path)], &[], None).unwrap();
    let url = "smtp://u:hunter2@127.0.0.1:25";
    assert_eq!(config.mail.smtp_url.as_deref(), Some(url));
    let both = [RELAY, ("HARKEN_MAIL__SMTP_URL_FILE", path)];
    assert_eq!(
        load(&both, &[], None).unwrap_err(),
        ["HARKEN_MAIL__SMTP_URL and HARKEN_MAIL__SMTP_URL_FILE: set only one of them"]
    );
    let missing = [RELAY, ("DATABASE_URL_FILE", "/no/such/file")];
    let problems = load(&missing, &[], None).unwrap_err();
    assert!(problems[0].starts_with("DATABASE_URL_FILE: /no/such/file: "), "{problems:?}");
}

#[test]
fn credentials_of_systemd_win_over_the_file_and_variables_over_them() {
    let folder = tempfile::tempdir().unwrap();
    let credential = |name: &str, text: &str| {
        std::fs::write(folder.path().join(name), text).unwrap();
    };
    credential("mail.smtp_url", "smtp://127.0.0.1:26");
    credential("forum.poll_seconds", "8\n");
    credential("forum.timeout_seconds", "7");
    credential("tls.key", "somebody else's");
    let folder = folder.path().to_str().unwrap();
    let file = "[forum]\npoll_seconds = 9\n";
    let environment = [("CREDENTIALS_DIRECTORY", folder), ("HARKEN_FORUM__TIMEOUT_SECONDS", "6")];
    let config = load(&environment, &[], Some(file)).unwrap();
    assert_eq!(config.mail.smtp_url.as_deref(), Some("smtp://127.0.0.1:26"));
    assert_eq!((config.forum.poll_seconds, config.forum.timeout_seconds), (8, 6));
}

#[test]
fn an_unknown_key_is_answered_with_the_closest_one() {
    for (key, said) in [
        (
            "database.api_conections",
            "there is no such setting; did you mean database.api_connections?",
        ),
        (
            "payments.stripe.secret_kee",
            "there is no such setting; did you mean payments.stripe.secret_key?",
        ),
        ("mial.smtp_url", "there is no such setting; did you mean mail.smtp_url?"),
        ("mail.colour", "there is no such setting"),
    ] {
        let problems = load(&[RELAY], &[&format!("{key}=1")], None).unwrap_err();
        let before = if key.starts_with("mial") { "--set " } else { "" };
        assert_eq!(problems, [format!("{before}{key}: {said}")]);
    }
}

#[test]
fn each_setting_is_shown_with_its_origin_and_no_secret_is() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("harken.toml");
    std::fs::write(&path, "[insights.model]\nname = \"small\"\n").unwrap();
    let environment = [
        ("HARKEN_MAIL__SMTP_URL", "smtp://u:hunter2@127.0.0.1:25"),
        ("DATABASE_URL", "postgres://u:hunter2@db/harken?sslmode=disable"),
        ("HARKEN_AUTH__SECRET", "hunter2-hunter2-hunter2-hunter2-hunter2"),
        ("HARKEN_FORUM__CLIENT_SECRET", "hunter2"),
        ("HARKEN_INSIGHTS__MODEL__API_KEY", "hunter2"),
        ("HARKEN_PAYMENTS__STRIPE__SECRET_KEY", "hunter2"),
        ("HARKEN_PAYMENTS__STRIPE__WEBHOOK_SECRET", "hunter2"),
        ("HARKEN_WATCHDOG__URL", "https://watch.example/hunter2"),
    ];
    let environment = environment.map(|(k, v)| (k.to_owned(), v.to_owned()));
    let sources = Sources {
        file: Some(path.clone()),
        environment: environment.into(),
        flags: vec!["server.plans=off".to_owned()],
    };
    let (shown, problems) = show(&sources, Needs::ALL).unwrap();
    let of = |key: &str| {
        let found = shown.iter().find(|one| one.key == key).unwrap();
        (found.value.as_str(), found.origin.as_str())
    };
    assert_eq!(of("server.plans"), ("\"off\"", "--set"));
    assert_eq!(of("insights.model.name"), ("\"small\"", path.to_str().unwrap()));
    assert_eq!(of("mail.smtp_url"), ("(hidden)", "HARKEN_MAIL__SMTP_URL"));
    assert_eq!(of("database.url"), ("(hidden)", "DATABASE_URL"));
    assert_eq!(of("database.bin_dir"), ("(unset)", "default"));
    assert_eq!(of("data_dir"), ("\"data\"", "default"));
    let is_secret = |one: &Shown| one.value.contains("hunter2");
    assert!(!shown.iter().any(is_secret), "{shown:?}");
    // Errors do not keep the rest from being shown.
    assert_eq!(problems.len(), 1, "{problems:?}");
    assert!(problems[0].starts_with("forum: "));
}

#[test]
fn every_setting_is_documented() {
    for area in areas() {
        assert!(!area.meaning.is_empty(), "{}", area.name);
        for setting in area.settings {
            assert!(!setting.meaning.is_empty(), "{}", setting.key);
        }
    }
    let page = include_str!("../../../../docs/CONFIGURATION.md");
    assert!(
        page == reference_page(),
        "docs/CONFIGURATION.md is not what `harken config reference` prints"
    );
}

#[test]
fn reports_of_mail_servers_need_an_address_for_tokens_and_proof_of_the_relay() {
    let name = "mail.return_path=a-name-of-16-chr@example.com";
    for (flags, refusal) in [
        (vec![name], "return_path must have 1 to 15 letters"),
        (vec!["mail.return_path=bounces"], "return_path must look like `bounces@example.com`"),
        (vec!["mail.bounces.relay=mailgun"], "with bounces.relay set bounces.secret"),
        (vec!["mail.bounces.relay=postmark", "mail.bounces.secret=short"], "20 characters or more"),
        (vec!["mail.bounces.relay=sendmail"], "sendmail"),
    ] {
        let problems = load(&[RELAY], &flags, None).unwrap_err();
        assert_eq!(problems.len(), 1, "{problems:?}");
        assert!(problems[0].contains(refusal) && !problems[0].contains("short"), "{problems:?}");
    }
    let flags = ["mail.bounces.relay=ses", "mail.bounces.secret=a-long-random-password"];
    let config = load(&[RELAY], &flags, None).unwrap();
    assert!(config.mail.bounces.of("ses").is_some());
    assert!(config.mail.bounces.of("mailgun").is_none());
    assert!(!format!("{config:?}").contains("a-long-random-password"));
}
