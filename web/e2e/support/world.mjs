// The users whose screens are checked: one with watches and alerts, and a newcomer.
import { addWatch, call, newcomer as newcomerOf, newUser } from './accounts.mjs';
import { until } from './browser.mjs';
import { makePost } from './stack.mjs';

const LONG = `I moved our compost bin behind the shed last autumn, and by spring it was **the warmest place** in the garden. Three things made the difference:

1. a lid that keeps the rain out,
2. turning it [every second week](https://example.com/turning),
3. no more citrus.

> Worms do the rest.

The heap now takes the scraps of four people, and we give half of the compost away.`;

const posts = [
  ['gardening', 'Compost in a flat: what works?', 'Looking for a compost bin that does not smell.'],
  ['composting', 'A year of compost, in numbers', LONG],
  ['gardening', 'Is this compost ready?', '<p>It is <b>dark</b> and smells of earth.</p>'],
  ['tea', 'Which kettle for oolong &amp; green tea?', 'My old kettle only knows boiling.'],
  ['BuyItForLife', 'A kettle that lasts', 'Ours has boiled for 22 years.'],
  ['gardening', 'Compost tea, explained', ''],
];

/** Creates two accounts, the first with watches and unread alerts, of which one is kept: `{ reader, newcomer }`. */
export async function settle(stack) {
  const [reader, newcomer] = await Promise.all([
    newUser(stack, 'ada@example.com', { firstName: 'Ada', lastName: 'Reader' }),
    newcomerOf(stack, 'noor@example.com', { firstName: 'Noor', lastName: 'Newcomer' }),
  ]);
  const { token } = reader;
  await addWatch(stack, token, 'compost', { tags: ['garden', 'soil'] });
  await addWatch(stack, token, 'kettle', { subreddits: ['tea', 'BuyItForLife'] });
  const quiet = await addWatch(stack, token, 'sourdough starter');
  await call(stack, 'PATCH', `/keywords/${quiet._id}/toggle`, { token });
  for (const [subreddit, title, body] of posts) await makePost(stack, { subreddit, title, body });
  await until(
    'every post became a notification',
    async () => (await call(stack, 'GET', '/notifications/stats', { token })).stats.total,
    (total) => total === posts.length,
  );
  // A star and a note are seen wherever their match is shown.
  const { notifications } = await call(stack, 'GET', '/notifications?limit=20', { token });
  const kept = notifications.find(({ redditPost }) => redditPost.title === posts[1][1]);
  await call(stack, 'PUT', `/notifications/${kept._id}/kept`, {
    token,
    body: { isStarred: true, note: 'Ask about the lid.' },
  });
  return { reader, newcomer };
}
