import { expect, test } from 'vitest';

import { authorHeading, headline } from './headline';

test('an item without a title is called by its text', () => {
  expect(headline({ title: 'R&amp;D', content: 'A text' })).toBe('R&D');
  expect(headline({ title: ' ', content: 'A\n\n  kettle &amp; tea ' })).toBe('A kettle & tea');
  expect(headline({ title: '', content: '' })).toBe('');
  expect(headline({ title: '', content: 'kettle '.repeat(50) })).toMatch(/^kettle .{80,93}…$/);
});

test('its heading names who wrote it and where', () => {
  expect(authorHeading({ author: 'ada.example', subreddit: 'bsky.app' })).toBe(
    'ada.example on Bluesky',
  );
});
