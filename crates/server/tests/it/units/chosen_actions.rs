//! What the form of an alert's page may ask for.

use api::actions::chosen::Asked;
use domain::auth::action_token::Action;

#[test]
fn a_link_can_do_no_more_than_it_says() {
    let form = |text: &str| match Asked::read(text.as_bytes()) {
        Asked::Chosen(chosen) => chosen.choice,
        other => panic!("{text}: {other:?}"),
    };
    let choices = [
        form("do=mute&what=thread&where=watch&for=day"),
        form("do=mute&what=thread&where=all&for=day"),
        form("do=mute&what=thread&where=watch&for=good"),
        form("do=mute&what=thread&where=watch&for=day&clean-up=1"),
        form("do=mute&what=author&where=watch&for=day"),
        form("do=snooze&for=hour"),
        form("do=snooze&for=week"),
        form("do=not-relevant"),
        form("do=off"),
        form("do=read"),
    ];
    let allowed = |action: Action| -> Vec<usize> {
        let places = 0..choices.len();
        places.filter(|n| choices[*n].is_allowed_by(action)).collect()
    };
    assert_eq!(allowed(Action::Page), (0..9).collect::<Vec<_>>());
    assert_eq!(allowed(Action::MuteThreadForADay), [0]);
    assert_eq!(allowed(Action::SnoozeForAnHour), [5]);
    assert_eq!(allowed(Action::NotRelevant), [7]);
    assert_eq!(allowed(Action::MarkRead), [9]);
}

#[test]
fn a_form_that_says_too_little_is_a_problem_and_a_foreign_one_nothing() {
    for form in [
        "do=mute",
        "do=mute&what=user&where=all&for=day",
        // A word affects any alert, not only the link's own.
        "do=mute&what=word&word=x&where=watch&for=day",
        "do=mute&what=author&where=here&for=day",
        "do=mute&what=author&where=all&for=year",
        "do=snooze",
        "do=delete",
    ] {
        let asked = Asked::read(form.as_bytes());
        assert!(matches!(asked, Asked::Problem(_)), "{form}");
    }
    for form in ["", "List-Unsubscribe=One-Click", "%FF=%00&&&", "undo=1"] {
        assert_eq!(Asked::read(form.as_bytes()), Asked::Nothing, "{form}");
    }
}
