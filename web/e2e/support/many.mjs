// Very long lists of notifications and keywords, in place of the server's answers.

const PARAGRAPH =
  'I have been looking for a **quillfeather** that lasts. What would you [recommend](https://example.com), and where do you buy it? ';

function notification(number, count) {
  return {
    _id: `00000000-0000-4000-8000-${String(number).padStart(12, '0')}`,
    createdAt: new Date(Date.now() - (number + 1) * 60_000).toISOString(),
    matchedKeyword: 'quillfeather',
    watchId: 'watch-1',
    status: 'unread',
    kind: number % 3 === 0 ? 'post' : 'comment',
    redditPost: {
      subreddit: ['rust', 'gardening', 'AskUK'][number % 3],
      title: `Number ${number} of ${count}`,
      content: PARAGRAPH.repeat(1 + (number % 4)),
      url: 'https://forum.example/p/1',
      flair: '',
      link: '',
      author: `writer_${number % 50}`,
    },
    matches: [{ field: 'body', start: 29, end: 41 }],
    threadId: `thread-${number}`,
    storyId: `story-${number}`,
    gone: false,
  };
}

/** Answers the page's timeline with `count` notifications, newest first: `Number 1 of …`. */
export async function manyNotifications(page, count) {
  await page.route(
    (url) => url.pathname === '/api/notifications',
    (route) => {
      const { searchParams } = new URL(route.request().url());
      const limit = Number(searchParams.get('limit'));
      const first = Number(searchParams.get('after')?.slice(-12) ?? 0) + 1;
      const size = Math.max(0, Math.min(limit, count + 1 - first));
      const notifications = Array.from({ length: size }, (_, at) =>
        notification(first + at, count),
      );
      const left = count + 1 - first;
      const pagination = { page: 1, limit, total: Math.ceil(left / limit), totalItems: left };
      return route.fulfill({
        json: { notifications, pagination: { ...pagination, hasMore: left > size } },
      });
    },
  );
}

/** Answers the page of keywords with `count` of them, newest first: `Number 1 of …`. */
export async function manyWatches(page, count) {
  await page.route(
    (url) => url.pathname === '/api/keywords',
    async (route) => {
      const { origin, pathname, searchParams } = new URL(route.request().url());
      const answer = await route.fetch({ url: origin + pathname });
      const [watch] = (await answer.json()).watches;
      const limit = Number(searchParams.get('limit'));
      const first = (Number(searchParams.get('page') ?? 1) - 1) * limit;
      const watches = Array.from(
        { length: Math.max(0, Math.min(limit, count - first)) },
        (_, at) => {
          const number = first + at + 1;
          return { ...watch, _id: `watch-${number}`, keyword: `Number ${number} of ${count}` };
        },
      );
      return route.fulfill({ json: { watches, total: count, active: count, limit: null } });
    },
  );
}
