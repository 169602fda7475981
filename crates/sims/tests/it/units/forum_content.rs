//! The texts of the made-up forum.

use sims::forum::content::content;
use sims::forum::content::template::fits;

#[test]
fn there_are_enough_subreddits_and_each_has_what_its_threads_need() {
    let content = content();
    assert!(content.topics.len() >= 40);
    for topic in &content.topics {
        let common = content.common.threads.iter().filter(|_| topic.common);
        assert!(!topic.threads.is_empty(), "{}", topic.name);
        for thread in topic.threads.iter().chain(common) {
            let link = thread.link.iter();
            let texts = [&thread.title, &thread.body].into_iter().chain(&thread.replies);
            for text in texts.chain(link).chain(&thread.flair) {
                assert!(fits(text, &topic.words), "r/{}: {text}", topic.name);
            }
        }
    }
}
