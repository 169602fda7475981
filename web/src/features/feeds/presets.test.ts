import { expect, test } from 'vitest';

import { presets } from './presets';

test.each([
  ['dev.to tag', 'rust', 'https://dev.to/feed/tag/rust'],
  ['Discourse forum', 'https://meta.discourse.org/', 'https://meta.discourse.org/latest.rss'],
  ['GitHub releases', 'rust-lang/rust', 'https://github.com/rust-lang/rust/releases.atom'],
  [
    'Google Alerts',
    'https://www.google.co.uk/alerts/feeds/123/456',
    'https://www.google.co.uk/alerts/feeds/123/456',
  ],
  ['Lobsters tag', 'c++', 'https://lobste.rs/t/c%2B%2B.rss'],
  ['Mastodon account', '@ada@hachyderm.io', 'https://hachyderm.io/@ada.rss'],
  ['Mastodon hashtag', 'rust@mastodon.social', 'https://mastodon.social/tags/rust.rss'],
  ['Medium tag', 'rust', 'https://medium.com/feed/tag/rust'],
  ['Podcast', 'podcast.example/show', 'podcast.example/show'],
  ['Stack Overflow tag', 'c#', 'https://stackoverflow.com/feeds/tag/c%23'],
  ['Substack', 'example', 'https://example.substack.com/feed'],
  ['YouTube channel', '@name', 'https://www.youtube.com/@name'],
  [
    'YouTube channel',
    'UCBR8-60-B28hp2BmDPdntcQ',
    'https://www.youtube.com/feeds/videos.xml?channel_id=UCBR8-60-B28hp2BmDPdntcQ',
  ],
])('%s: %s', (label, entered, address) => {
  const preset = presets.find((one) => one.label === label);
  expect(preset?.pattern.test(entered)).toBe(true);
  expect(preset?.addressOf(entered)).toBe(address);
});

test('what is no name is refused, and the examples are names', () => {
  for (const { label, pattern, placeholder } of presets) {
    for (const wrong of ['', 'a b', '../x', 'a/b/c d', '?x=1']) {
      expect(pattern.test(wrong), `${label} ${wrong}`).toBe(false);
    }
    if (!placeholder.includes('…')) expect(pattern.test(placeholder), label).toBe(true);
  }
});
