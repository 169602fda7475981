import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, test, vi } from 'vitest';

import type { Notification } from '@/api/types';
import { aNotification } from '@/testing/fixtures';
import { serveNotifications } from '@/testing/notification-server';
import { renderApp, signIn } from '@/testing/render-app';
import { HN } from '@/testing/sites';

// Imported here so that compiling it does not count against the first test.
import './notifications-page';

beforeEach(() => signIn());

/** Returns notifications, newest first; the letter of a title is its story. */
function titled(...titles: string[]): Notification[] {
  return titles.map((title, hours) =>
    aNotification({
      _id: title,
      createdAt: new Date(Date.now() - hours * 3_600_000).toISOString(),
      redditPost: { ...aNotification().redditPost, title },
      matches: [],
      storyId: title.charAt(0),
      threadId: title.charAt(0),
    }),
  );
}

const item = (title: string) => screen.getByRole('article', { name: new RegExp(` ${title}$`) });
const shown = () =>
  screen.queryAllByRole('article').map((one) => within(one).getByRole('heading').textContent);
const inItem = (title: string, button: string) =>
  within(item(title)).getByRole('button', { name: button });

async function open(notifications: Notification[]) {
  const { asked } = serveNotifications(notifications);
  const { user } = renderApp('/notifications');
  await user.click(await screen.findByRole('button', { name: /"rust"/ }));
  asked.length = 0;
  return { user, asked };
}
const changes = (asked: string[]) => asked.filter((call) => !call.startsWith('GET'));

describe('a story', () => {
  test('is one card with its newest on top, that says how many more there are', async () => {
    const { user } = await open(titled('a1', 'b1', 'a2', 'a3'));
    expect(shown()).toEqual(['a1', 'b1']);
    expect(within(item('b1')).queryByRole('button', { name: /more/ })).toBeNull();

    const more = inItem('a1', '2 more in this thread');
    expect(more).toHaveAttribute('aria-expanded', 'false');
    await user.click(more);
    expect(more).toHaveAttribute('aria-expanded', 'true');
    expect(shown()).toEqual(['a1', 'a2', 'a3', 'b1']);
    await user.click(more);
    expect(shown()).toEqual(['a1', 'b1']);
  });

  test('of several threads is called a story', async () => {
    const [first, second] = titled('a1', 'a2');
    if (!first || !second) throw new Error('two were made');
    await open([first, { ...second, threadId: 'a crosspost' }]);
    expect(inItem('a1', '1 more of the same story')).toBeVisible();
  });

  test.each([
    [['Rust', 'rust', HN], '2 more of the same story, also on Hacker News'],
    [[HN, 'rust'], '1 more of the same story, also in r/rust'],
    [
      ['rust', 'tea', HN, 'diy'],
      '3 more of the same story, also in r/tea, r/diy and on Hacker News',
    ],
    [
      ['rust', 'a', 'b', HN, 'c', 'd'],
      '5 more of the same story, also in 4 subreddits and on Hacker News',
    ],
    [['rust', 'a', 'b', 'c', 'd'], '4 more of the same story, also in 4 subreddits'],
  ])('says where else it is: %j', async (places, text) => {
    await open(
      titled(...places.map((_, place) => `a${place}`)).map((one, place) => ({
        ...one,
        threadId: `thread ${place}`,
        redditPost: { ...one.redditPost, subreddit: places[place] ?? '' },
      })),
    );
    expect(inItem('a0', text)).toBeVisible();
  });

  test.each([
    ['Archive all 3', '3 notifications archived', 'unread to archived', 'archived to unread'],
    ['Mark all 3 as read', '3 marked as read', 'unread to read', 'read to unread'],
    ['Delete all 3', '3 notifications deleted', 'unread to deleted', 'any to restored'],
  ])('“%s” moves them together, and undo brings all back', async (button, told, there, back) => {
    const { user, asked } = await open(titled('a1', 'b1', 'a2', 'a3'));
    await user.click(inItem('a1', button));
    expect(await screen.findByText(told)).toBeVisible();
    expect(shown()).toEqual(['b1']);
    expect(await screen.findByText('1 unread notification')).toBeVisible();
    await waitFor(() => expect(item('b1')).toHaveFocus());
    const inOneCall = (move: string) => ['POST /notifications/move', `${move}: a1 a2 a3`];
    await waitFor(() => expect(changes(asked)).toEqual(inOneCall(there)));

    asked.length = 0;
    await user.click(screen.getByRole('button', { name: 'Undo' }));
    await waitFor(() => expect(shown()).toEqual(['a1', 'b1']));
    expect(inItem('a1', '2 more in this thread')).toBeVisible();
    await waitFor(() => expect(item('a1')).toHaveFocus());
    expect(changes(asked)).toEqual(inOneCall(back));
  });

  test('moves one of its other notifications alone when it is expanded', async () => {
    const { user, asked } = await open(titled('a1', 'a2', 'a3'));
    await user.click(inItem('a1', '2 more in this thread'));
    await user.click(inItem('a2', 'Archive'));
    await waitFor(() => expect(shown()).toEqual(['a1', 'a3']));
    expect(inItem('a1', '1 more in this thread')).toBeVisible();
    await waitFor(() => expect(item('a3')).toHaveFocus());
    expect(changes(asked)).toEqual(['PATCH /notifications/a2/archive']);
  });

  test('is read as a whole when its post is opened', async () => {
    vi.spyOn(window, 'open').mockReturnValue(null);
    const { user, asked } = await open(titled('a1', 'a2'));
    await user.click(inItem('a1', 'View Post'));
    expect(await screen.findByText('No notifications found')).toBeVisible();
    expect(changes(asked)).toEqual(['POST /notifications/move', 'unread to read: a1 a2']);
  });

  test('is one stop for the keys, which expand it and act on all of it', async () => {
    const { user, asked } = await open(titled('a1', 'b1', 'a2', 'c1'));
    await user.keyboard('jjj');
    expect(item('c1')).toHaveFocus();
    await user.keyboard('kk');
    expect(item('a1')).toHaveFocus();
    await user.keyboard('t');
    expect(shown()).toEqual(['a1', 'a2', 'b1', 'c1']);
    await user.keyboard('j');
    expect(item('a2')).toHaveFocus();
    await user.keyboard('kt');
    expect(shown()).toEqual(['a1', 'b1', 'c1']);
    await user.keyboard('e');
    await waitFor(() => expect(item('b1')).toHaveFocus());
    expect(changes(asked)).toHaveLength(2);
    await user.keyboard('u');
    await waitFor(() => expect(item('a1')).toHaveFocus());
  });
});

describe('what was removed in the forum', () => {
  const gone = aNotification({
    _id: 'gone',
    gone: true,
    matches: [],
    redditPost: { ...aNotification().redditPost, title: '[removed]', author: '', content: '' },
  });

  test('leaves a quiet tombstone that can only be put away', async () => {
    const { user } = await open([gone]);
    const tombstone = within(screen.getByRole('article', { name: /Removed from Reddit/ }));
    expect(screen.queryByText('[removed]')).toBeNull();
    expect(tombstone.getAllByRole('button').map((button) => button.ariaLabel)).toEqual([
      'Mark as read',
      'Archive',
      'Delete notification',
    ]);
    await user.click(tombstone.getByRole('button', { name: 'Delete notification' }));
    expect(await screen.findByText('No notifications found')).toBeVisible();
  });
});

describe('“Not relevant”', () => {
  test('archives, and undo brings it back', async () => {
    const { user, asked } = await open(titled('a', 'b'));
    await user.keyboard('j!');
    expect(await screen.findByText('Marked as not relevant, and archived')).toBeVisible();
    expect(shown()).toEqual(['b']);
    await waitFor(() => expect(changes(asked)).toEqual(['PATCH /notifications/a/not-relevant']));
    await user.keyboard('u');
    await waitFor(() => expect(shown()).toEqual(['a', 'b']));
    expect(asked).toContain('PATCH /notifications/a/unread');
  });
});
