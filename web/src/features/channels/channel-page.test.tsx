import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, test, vi } from 'vitest';

import { asSentence } from '@/lib/sentence';
import { aChannel, aDelivery, serveChannels } from '@/testing/channel-server';
import { address, renderApp, signInAs } from '@/testing/render-app';
import { refusal, serve } from '@/testing/server';

// Imported here so that compiling the page does not count against the first test.
import './components/channel-page';

const PATH = '/channels/channel-1';

beforeEach(() => signInAs({ isPro: true }));

const row = async (subject = 'A year of Rust') => {
  const list = within(await screen.findByRole('list', { name: 'Deliveries' }));
  const item = list.getByText(subject).closest('li');
  if (!item) throw new Error('not in the list');
  return within(item);
};

test('a channel has its name as the heading and in the title', async () => {
  serveChannels({ channels: [aChannel()] });
  renderApp(PATH);
  expect(await screen.findByRole('heading', { name: 'Team chat', level: 1 })).toBeVisible();
  expect(document.title).toBe('Team chat · Harken');
});

test('a missing channel says so and leads back', async () => {
  serveChannels();
  const { user } = renderApp(PATH);
  expect(await screen.findByText('Channel not found')).toBeVisible();
  await user.click(screen.getByRole('link', { name: 'Go to your channels' }));
  expect(address()).toBe('/channels');
});

test('channels that cannot be loaded can be tried again', async () => {
  serve({ 'GET /endpoints': refusal(422, 'NO', 'No') });
  const { user } = renderApp(PATH);
  const again = await screen.findByRole('button', { name: 'Try again' });
  serveChannels({ channels: [aChannel()] });
  await user.click(again);
  expect(await screen.findByRole('heading', { name: 'Team chat' })).toBeVisible();
});

describe('deliveries', () => {
  const channels = [aChannel()];

  test('none yet', async () => {
    serveChannels({ channels });
    renderApp(PATH);
    expect(
      await screen.findByText('Nothing has been sent yet', { selector: '.font-semibold' }),
    ).toBeVisible();
  });

  test('that cannot be loaded can be tried again', async () => {
    serveChannels({ channels });
    serve({ 'GET /endpoints/:id/deliveries': refusal(422, 'NO', 'No') });
    const { user } = renderApp(PATH);
    const again = await screen.findByRole('button', { name: 'Try again' });
    serveChannels({ channels, deliveries: [aDelivery()] });
    await user.click(again);
    expect(await row()).toBeDefined();
  });

  test.each([
    ['sent', 'Sent', null],
    ['pending', 'Waiting', 'answer 503'],
    ['skipped', 'Skipped', 'the channel was paused'],
    ['dead', 'Not delivered', 'answer 404'],
  ] as const)('%s is shown as “%s”', async (status, label, reason) => {
    const nextAttemptAt = status === 'pending' ? '2099-01-01T00:00:00Z' : null;
    serveChannels({ channels, deliveries: [aDelivery({ status, reason, nextAttemptAt })] });
    renderApp(PATH);
    const inRow = await row();
    expect(inRow.getByText(label)).toBeVisible();
    if (reason) expect(inRow.getByText(asSentence(reason))).toBeVisible();
    if (nextAttemptAt) expect(inRow.getByText(/Next attempt: .*20(98|99)/)).toBeVisible();
    // A pending delivery cannot be sent again.
    expect(inRow.queryByRole('button', { name: /Send again/ }) === null).toBe(status === 'pending');
  });

  test('show every attempt with its time, status and the receiver’s response', async () => {
    const [first] = aDelivery().attempts;
    if (!first) throw new Error('no attempt');
    const refused = { ...first, outcome: 'retry', statusCode: 503, detail: 'busy', durationMs: 9 };
    const silent = { ...first, number: 2, outcome: 'retry', statusCode: null, detail: 'timeout' };
    const done = { ...first, number: 3, startedAt: '2026-01-01T12:30:00Z' };
    serveChannels({ channels, deliveries: [aDelivery({ attempts: [refused, silent, done] })] });
    const { user } = renderApp(PATH);
    const delivery = await row();
    await user.click(delivery.getByText('3 attempts'));
    const list = within(delivery.getByRole('list', { name: 'Attempts' }));
    const told = list.getAllByRole('listitem').map(({ textContent }) => textContent);
    expect(told[0]).toMatch(/^1\. 503 • to be tried again • 1 Jan 2026, .* • 9 msbusy$/);
    expect(told[1]).toMatch(/^2\. No answer • to be tried again • .*timeout$/);
    expect(told[2]).toMatch(/^3\. 200 • delivered • .* • 143 msok$/);
  });

  test('are sent again', async () => {
    const { asked } = serveChannels({
      channels,
      deliveries: [aDelivery({ status: 'dead', reason: 'answer 404' })],
    });
    const { user } = renderApp(PATH);
    await user.click((await row()).getByRole('button', { name: 'Send again: A year of Rust' }));
    expect(await screen.findByText('The message is on its way again')).toBeVisible();
    expect(await (await row()).findByText('Waiting')).toBeVisible();
    expect(asked).toEqual([['POST /deliveries/delivery-1/replay']]);
  });

  test('that cannot be sent again say why', async () => {
    const { refuse } = serveChannels({ channels, deliveries: [aDelivery()] });
    refuse('POST /deliveries/delivery-1/replay', 409, 'PENDING', 'It is under way');
    const { user } = renderApp(PATH);
    await user.click((await row()).getByRole('button', { name: /Send again/ }));
    expect(await screen.findByText('It is under way')).toBeVisible();
  });

  test('come page by page when there are many', async () => {
    const deliveries = Array.from({ length: 21 }, (_, at) =>
      aDelivery({ _id: `delivery-${at}`, subject: `Match ${at}` }),
    );
    serveChannels({ channels, deliveries });
    const { user } = renderApp(PATH);
    expect(await row('Match 0')).toBeDefined();
    await user.click(screen.getByRole('button', { name: 'Next' }));
    await waitFor(() => expect(screen.getByText('Match 20')).toBeVisible());
    expect(screen.getByText('Page 2 of 2')).toBeVisible();
  });
});

describe('the signing secret', () => {
  const channels = [aChannel({ channel: 'webhook' })];

  test('belongs to webhooks only', async () => {
    serveChannels({ channels: [aChannel()] });
    renderApp(PATH);
    await screen.findByRole('heading', { name: 'Team chat' });
    expect(screen.queryByText('Signing secret')).toBeNull();
  });

  test('is fetched and shown when asked for, copied and hidden again', async () => {
    const { asked } = serveChannels({ channels });
    const { user } = renderApp(PATH);
    const show = await screen.findByRole('button', { name: 'Show secret' });
    expect(asked).toEqual([]);
    await user.click(show);
    expect(await screen.findByText('whsec_first')).toBeVisible();
    const write = vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValue();
    await user.click(screen.getByRole('button', { name: 'Copy' }));
    expect(write).toHaveBeenCalledWith('whsec_first');
    await user.click(screen.getByRole('button', { name: 'Hide' }));
    expect(screen.queryByText('whsec_first')).toBeNull();
  });

  test('is replaced after a confirmation', async () => {
    serveChannels({ channels });
    const { user } = renderApp(PATH);
    await user.click(await screen.findByRole('button', { name: 'Get a new secret' }));
    const dialog = within(
      await screen.findByRole('alertdialog', { name: 'Get a new secret for Team chat?' }),
    );
    await user.click(dialog.getByRole('button', { name: 'Get a new secret' }));
    expect(await screen.findByText('whsec_second')).toBeVisible();
  });

  test('that cannot be loaded says so', async () => {
    const { refuse } = serveChannels({ channels });
    refuse('GET /endpoints/channel-1/secret', 500, 'INTERNAL', 'It broke');
    const { user } = renderApp(PATH);
    await user.click(await screen.findByRole('button', { name: 'Show secret' }));
    expect(await screen.findByText('The secret could not be loaded')).toBeVisible();
  });
});
