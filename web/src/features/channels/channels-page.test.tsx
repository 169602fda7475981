import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, test, vi } from 'vitest';

import type { Endpoint, EndpointTest } from '@/api/types';
import { aChannel, serveChannels } from '@/testing/channel-server';
import { aUser } from '@/testing/fixtures';
import { address, renderApp, signInAs } from '@/testing/render-app';
import { refusal, serve } from '@/testing/server';

// Imported here so that compiling the page does not count against the first test.
import './components/channels-page';

beforeEach(() => signInAs({ isPro: true }));

const card = async (name = 'Team chat') => {
  const heading = await screen.findByRole('heading', { name });
  const item = heading.closest('li');
  if (!item) throw new Error('not in the list');
  return within(item);
};

/** Opens the list with one channel. `press` presses the button of its card that begins so. */
function openCard(changes: Partial<Endpoint> = {}, result?: EndpointTest) {
  const served = serveChannels({ channels: [aChannel(changes)], result });
  const { user } = renderApp('/channels');
  const press = async (name: string) =>
    user.click((await card()).getByRole('button', { name: `${name} Team chat` }));
  return { ...served, user, press };
}

async function openForm(kind: string) {
  const { user } = renderApp('/channels');
  await user.click(await screen.findByRole('button', { name: 'Add channel' }));
  await user.click(await screen.findByRole('button', { name: new RegExp(`^${kind}`) }));
  const dialog = within(await screen.findByRole('dialog', { name: `Add ${kind}` }));
  return { user, dialog };
}

async function fillInNtfy() {
  const { user, dialog } = await openForm('ntfy');
  await user.type(dialog.getByLabelText('Topic address'), 'https://ntfy.sh/topic');
  return { user, dialog };
}

describe('the list', () => {
  test('without channels says how to begin', async () => {
    serveChannels();
    const { user } = renderApp('/channels');
    expect(await screen.findByText('No channels yet')).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Add your first channel' }));
    expect(await screen.findByRole('dialog', { name: 'Add a channel' })).toBeVisible();
  });

  test('that cannot be loaded says so and can be tried again', async () => {
    serve({ 'GET /endpoints': refusal(422, 'NO', 'No') });
    const { user } = renderApp('/channels');
    const again = await screen.findByRole('button', { name: 'Try again' });
    serveChannels();
    await user.click(again);
    expect(await screen.findByText('No channels yet')).toBeVisible();
  });

  test('does not list browsers, which the settings list', async () => {
    serveChannels({ channels: [aChannel({ channel: 'push', name: 'Firefox on Linux' })] });
    renderApp('/channels');
    expect(await screen.findByText('No channels yet')).toBeVisible();
  });

  const noon = '2026-01-01T12:00:00Z';
  test.each([
    [{ status: 'new' }, 'New', /^Nothing has been sent yet$/],
    [{ status: 'working', lastSentAt: noon }, 'Working', /^Last sent: \d+d ago$/],
    [
      { status: 'failing', failingSince: noon, lastError: '404 no_service' },
      'Failing',
      /^Failing since 1 Jan 2026, .*: 404 no_service$/,
    ],
    [
      { status: 'failing', failingSince: noon, heldUntil: '2100-01-01T12:00:00Z' },
      'Failing',
      /^Failing since 1 Jan 2026, .*\. Alerts wait until the next attempt, 1 Jan 2100, /,
    ],
    [
      { status: 'failing', failingSince: noon, heldUntil: noon },
      'Failing',
      /^Failing since 1 Jan 2026, [^.]*$/,
    ],
    [{ status: 'paused', pausedAt: noon }, 'Paused', /^Paused 1 Jan 2026, [^,]*$/],
    [
      { status: 'paused', pausedAt: noon, failingSince: noon, lastError: 'no answer' },
      'Paused',
      /because it had been failing since 1 Jan 2026, .*: no answer$/,
    ],
  ] as const)('shows how a channel is doing: %o', async (state, label, text) => {
    openCard(state);
    const inCard = await card();
    expect(inCard.getByText(label)).toBeVisible();
    expect(inCard.getByText(text)).toBeVisible();
  });

  test.each([
    [null, 'Slack • hooks.slack.com • All keywords'],
    [['watch-1', 'watch-2'], 'Slack • hooks.slack.com • “rust”, “zig”'],
    [['watch-9'], 'Slack • hooks.slack.com • 1 keyword'],
  ])('shows where a channel leads and what it gets: %o', async (watchIds, text) => {
    openCard({ watchIds });
    expect(await (await card()).findByText(text)).toBeVisible();
  });

  test('leads to the deliveries of each', async () => {
    const { user } = openCard();
    await user.click((await card()).getByRole('link', { name: 'Deliveries of Team chat' }));
    expect(address()).toBe('/channels/channel-1');
  });
});

describe('adding', () => {
  test.each([
    ['Slack', /Incoming Webhooks/, { 'Webhook address': 'https://hooks.slack.com/services/T/B/x' }],
    ['Discord', /Integrations/, { 'Webhook address': 'https://discord.com/api/webhooks/1/x' }],
    ['Telegram', /@BotFather/, { 'Bot token': '123:AA', 'Chat ID': '-100' }],
    ['ntfy', /subscribe to a topic/, { 'Topic address': 'https://ntfy.sh/topic' }],
    ['Webhook', /POST requests with JSON/, { Address: 'https://example.com/harken' }],
  ])('%s asks for what it needs and says where to find it', async (kind, where, values) => {
    const { asked } = serveChannels();
    const { user, dialog } = await openForm(kind);
    expect(dialog.getByText(where)).toBeVisible();
    const [first] = Object.keys(values);
    expect(dialog.getByLabelText(first ?? '')).toHaveFocus();
    for (const [label, value] of Object.entries(values)) {
      await user.type(dialog.getByLabelText(label), value);
    }
    await user.click(dialog.getByRole('button', { name: 'Add channel' }));
    expect(await screen.findByText(`${kind} has been added`)).toBeVisible();
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(await card(kind)).toBeDefined();
    expect(asked.map(([call]) => call)).toEqual(['POST /endpoints/test', 'POST /endpoints']);
    for (const [, body] of asked) {
      expect(Object.values(body as object)).toEqual(
        expect.arrayContaining([kind.toLowerCase(), kind, null, ...Object.values(values)]),
      );
    }
    expect(asked[1]?.[1]).toHaveProperty('draft', 'draft-1');
    expect(screen.getByText('A test message has arrived.')).toBeVisible();
  });

  test('a missing value is reported at its field before anything is sent', async () => {
    const { asked } = serveChannels();
    const { user, dialog } = await openForm('Telegram');
    await user.clear(dialog.getByLabelText('Name'));
    await user.click(dialog.getByRole('button', { name: 'Add channel' }));
    expect(dialog.getByText('Bot token is required')).toBeVisible();
    expect(dialog.getByText('Chat ID is required')).toBeVisible();
    expect(dialog.getByText('Name is required')).toBeVisible();
    expect(asked).toEqual([]);
  });

  test('an invalid address is reported at its field', async () => {
    serveChannels();
    const { user, dialog } = await openForm('Webhook');
    await user.type(dialog.getByLabelText('Address'), 'example.com');
    await user.click(dialog.getByRole('button', { name: 'Add channel' }));
    expect(dialog.getByText('Please enter an address that begins with https://')).toBeVisible();
  });

  test('an error from the server is shown at its field until that is edited', async () => {
    const { refuse } = serveChannels();
    const fields = { url: 'This address leads to a private network' };
    refuse('POST /endpoints', 400, 'VALIDATION_FAILED', fields.url, { fields });
    const { user, dialog } = await openForm('Webhook');
    const field = dialog.getByLabelText('Address');
    await user.type(field, 'https://10.0.0.1/');
    await user.click(dialog.getByRole('button', { name: 'Add channel' }));
    expect(await dialog.findByText(fields.url)).toBeVisible();
    expect(field).toHaveAccessibleDescription(fields.url);
    await user.type(field, 'x');
    expect(dialog.queryByText(fields.url)).toBeNull();
  });

  test.each([
    [409, 'ENDPOINT_EXISTS', 'You have this channel already'],
    [400, 'VALIDATION_FAILED', 'At most 20 channels'],
  ])('an error of no field is shown above the form: %i %s', async (status, code, text) => {
    const { refuse } = serveChannels();
    refuse('POST /endpoints', status, code, text);
    const { user, dialog } = await fillInNtfy();
    await user.click(dialog.getByRole('button', { name: 'Add channel' }));
    expect(await dialog.findByText(text)).toBeVisible();
  });

  test('a channel may get chosen keywords only, at least one', async () => {
    const { asked } = serveChannels();
    const { user, dialog } = await fillInNtfy();
    await user.click(dialog.getByRole('radio', { name: 'Only selected keywords' }));
    await user.click(dialog.getByRole('button', { name: 'Add channel' }));
    expect(dialog.getByText('Select at least one keyword')).toBeVisible();
    await user.click(await dialog.findByRole('checkbox', { name: 'zig' }));
    await user.click(dialog.getByRole('button', { name: 'Add channel' }));
    await waitFor(() => expect(asked[0]?.[1]).toMatchObject({ watchIds: ['watch-2'] }));
  });

  test('a channel may get coverage gaps too', async () => {
    const { asked } = serveChannels();
    const { user, dialog } = await fillInNtfy();
    const gaps = dialog.getByRole('switch', { name: 'Coverage gaps and pauses' });
    expect(gaps).not.toBeChecked();
    expect(gaps).toHaveAccessibleDescription(/may have been missed/);
    await user.click(gaps);
    await user.click(dialog.getByRole('button', { name: 'Add channel' }));
    await waitFor(() => expect(asked[1]?.[1]).toMatchObject({ reportsGaps: true }));
  });

  test('a webhook’s requests may have the form that a service expects', async () => {
    const { asked } = serveChannels();
    const { user, dialog } = await openForm('Webhook');
    await user.type(dialog.getByLabelText('Address'), 'https://example.com/');
    await user.selectOptions(dialog.getByLabelText('Request format'), 'Gotify');
    expect(dialog.getByLabelText('Headers')).toHaveValue('X-Gotify-Key: YOUR_APP_TOKEN');
    await user.selectOptions(dialog.getByLabelText('Request format'), 'Custom');
    await user.selectOptions(dialog.getByLabelText('Method'), 'PUT');
    fireEvent.change(dialog.getByLabelText('Headers'), { target: { value: 'A: b:c\n\nD:e ' } });
    fireEvent.change(dialog.getByLabelText('Body'), { target: { value: '{"a": "{{title}}"}' } });
    const preview = within(await dialog.findByRole('region', { name: 'Preview' }));
    expect(await preview.findByText(/"a": "A title"/)).toBeVisible();
    await user.click(dialog.getByRole('button', { name: 'Add channel' }));
    const template = {
      method: 'PUT',
      headers: { A: 'b:c', D: 'e' },
      body: '{"a": "{{title}}"}',
    };
    await waitFor(() =>
      expect(asked.at(-1)).toEqual(['POST /endpoints', expect.objectContaining({ template })]),
    );
  });

  test('a wrong template is explained at its field', async () => {
    const { refuse } = serveChannels();
    const { user, dialog } = await openForm('Webhook');
    refuse('POST /endpoints/template/preview', 422, 'VALIDATION_FAILED', 'No', {
      fields: { 'template.body': 'This is not JSON' },
    });
    await user.selectOptions(dialog.getByLabelText('Request format'), 'Custom');
    await waitFor(() =>
      expect(dialog.getByLabelText('Body')).toHaveAccessibleDescription(/This is not JSON/),
    );
  });

  const failed = {
    ok: false,
    statusCode: 404,
    detail: 'answered 404: nothing accepts messages there: check the address',
    durationMs: 80,
  };

  test('a channel that takes no test is not added, unless the user insists', async () => {
    const { asked } = serveChannels({ result: failed });
    const { user, dialog } = await fillInNtfy();
    expect(dialog.queryByRole('button', { name: 'Add anyway' })).toBeNull();
    await user.click(dialog.getByRole('button', { name: 'Add channel' }));
    const alert = await dialog.findByRole('alert');
    expect(alert).toHaveTextContent('It did not arrive: answer 404 after 80 ms');
    expect(alert).toHaveTextContent('after 80 msNothing accepts messages there: check the address');
    expect(dialog.queryByText(/secret/)).toBeNull();
    expect(asked.map(([call]) => call)).toEqual(['POST /endpoints/test']);
    await user.click(dialog.getByRole('button', { name: 'Add anyway' }));
    expect(await screen.findByText('ntfy has been added')).toBeVisible();
    expect(screen.getByText('No test message has arrived yet.')).toBeVisible();
    expect(asked[1]).toEqual(['POST /endpoints', expect.objectContaining({ draft: 'draft-1' })]);
  });

  test('another attempt tests the same draft, so that its secret stays as shown', async () => {
    const { asked } = serveChannels({ result: failed });
    const { user, dialog } = await openForm('Webhook');
    await user.type(dialog.getByLabelText('Address'), 'https://example.com/');
    await user.click(dialog.getByRole('button', { name: 'Add channel' }));
    expect(await dialog.findByText('whsec_draft')).toBeVisible();
    // An edited channel has not been tested.
    await user.type(dialog.getByLabelText('Address'), 'x');
    expect(dialog.queryByRole('button', { name: 'Add anyway' })).toBeNull();
    expect(dialog.queryByRole('alert')).toBeNull();
    await user.click(dialog.getByRole('button', { name: 'Add channel' }));
    expect(await dialog.findByRole('button', { name: 'Try again' })).toBeVisible();
    expect(asked).toEqual([
      ['POST /endpoints/test', expect.not.objectContaining({ draft: 'draft-1' })],
      [
        'POST /endpoints/test',
        expect.objectContaining({ draft: 'draft-1', url: 'https://example.com/x' }),
      ],
    ]);
  });

  test('after too many tests the channel can still be added', async () => {
    const { asked, refuse } = serveChannels();
    refuse('POST /endpoints/test', 429, 'TEST_RATE_LIMIT_EXCEEDED', 'Too many tests');
    const { user, dialog } = await fillInNtfy();
    await user.click(dialog.getByRole('button', { name: 'Add channel' }));
    await user.click(await dialog.findByRole('button', { name: 'Add anyway' }));
    expect(await screen.findByText('ntfy has been added')).toBeVisible();
    expect(asked).toHaveLength(2);
  });

  test('the user can go back and choose another kind', async () => {
    serveChannels();
    const { user, dialog } = await openForm('Slack');
    await user.click(dialog.getByRole('button', { name: 'Back' }));
    await user.click(screen.getByRole('button', { name: /^Discord/ }));
    expect(await screen.findByRole('dialog', { name: 'Add Discord' })).toBeVisible();
  });
});

describe('“Send test”', () => {
  test.each([
    [
      { ok: true, statusCode: 200, detail: 'ok', durationMs: 143 },
      'It arrived: answer 200 after 143 ms',
    ],
    [
      { ok: false, statusCode: 404, detail: 'no_service', durationMs: 2_140 },
      'It did not arrive: answer 404 after 2.1 s',
    ],
    [
      { ok: false, statusCode: null, detail: 'the name does not resolve', durationMs: 12 },
      'It did not arrive: no answer after 12 ms',
    ],
  ])('shows the actual response: %o', async (result, title) => {
    const { press } = openCard({}, result);
    await press('Send test to');
    const inCard = await card();
    expect(await inCard.findByText(title)).toBeVisible();
    if (result.ok) expect(await inCard.findByText('Working')).toBeVisible();
    else expect(inCard.getByText(result.detail, { exact: false })).toBeVisible();
  });

  test('that could not even be tried says so', async () => {
    const { refuse, press } = openCard();
    refuse('POST /endpoints/channel-1/test', 409, 'BUSY', 'A test is under way');
    await press('Send test to');
    expect(await screen.findByText('The test was not sent')).toBeVisible();
    expect(screen.getByText('A test is under way')).toBeVisible();
  });

  test('that the plan no longer has shows the upgrade', async () => {
    const { refuse, press } = openCard();
    refuse('POST /endpoints/channel-1/test', 403, 'PLAN_UPGRADE_REQUIRED', 'That is part of Pro');
    await press('Send test to');
    const popup = await screen.findByRole('dialog', { name: 'Upgrade to Pro' });
    expect(popup).toHaveTextContent('Chats, webhooks and feeds are part of the Pro plan.');
    expect(screen.queryByText('The test was not sent')).toBeNull();
  });
});

describe('a channel', () => {
  test('is paused and resumed', async () => {
    const { asked, press } = openCard({ status: 'working' });
    await press('Pause');
    expect(await screen.findByText('Paused')).toBeVisible();
    await press('Resume');
    expect(await screen.findByText('Working')).toBeVisible();
    expect(asked).toEqual([
      ['PUT /endpoints/channel-1', { paused: true }],
      ['PUT /endpoints/channel-1', { paused: false }],
    ]);
  });

  const openEdit = async (changes: Partial<Endpoint> = {}) => {
    const opened = openCard(changes);
    await opened.press('Edit');
    const dialog = within(await screen.findByRole('dialog', { name: 'Edit Team chat' }));
    return { ...opened, dialog };
  };

  test('gets another name and other keywords', async () => {
    const { asked, user, dialog } = await openEdit();
    await user.clear(dialog.getByLabelText('Name'));
    await user.type(dialog.getByLabelText('Name'), 'Founders');
    await user.click(dialog.getByRole('radio', { name: 'Only selected keywords' }));
    await user.click(await dialog.findByRole('checkbox', { name: 'rust' }));
    await user.click(dialog.getByRole('button', { name: 'Save' }));
    expect(await card('Founders')).toBeDefined();
    expect(asked).toEqual([
      ['PUT /endpoints/channel-1', { name: 'Founders', watchIds: ['watch-1'] }],
    ]);
  });

  test('a webhook keeps the form of its requests until that is changed', async () => {
    const template = { method: 'POST' as const, headers: { A: 'b' }, body: '{}' };
    const channels = [aChannel({ channel: 'webhook' })];
    const { asked } = serveChannels({ channels, template });
    const { user } = renderApp('/channels');
    const edit = async () => {
      await user.click((await card()).getByRole('button', { name: 'Edit Team chat' }));
      const dialog = within(await screen.findByRole('dialog', { name: 'Edit Team chat' }));
      expect(await dialog.findByLabelText('Headers')).toHaveValue('A: b');
      return dialog;
    };
    await user.click((await edit()).getByRole('button', { name: 'Save' }));
    const saved = () => asked.filter(([call]) => call.startsWith('PUT')).map(([, body]) => body);
    await waitFor(() => expect(saved()).toEqual([{ name: 'Team chat', watchIds: null }]));
    const dialog = await edit();
    await user.selectOptions(dialog.getByLabelText('Request format'), 'Harken’s own');
    await user.click(dialog.getByRole('button', { name: 'Save' }));
    await waitFor(() => expect(saved()[1]).toMatchObject({ template: null }));
  });

  test('starts and stops getting coverage gaps', async () => {
    const { asked, user, press } = openCard();
    for (const wanted of [true, false]) {
      await press('Edit');
      const dialog = within(await screen.findByRole('dialog', { name: 'Edit Team chat' }));
      const gaps = dialog.getByRole('switch', { name: 'Coverage gaps and pauses' });
      expect(gaps).toHaveAttribute('aria-checked', String(!wanted));
      await user.click(gaps);
      await user.click(dialog.getByRole('button', { name: 'Save' }));
      await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    }
    const unchanged = { name: 'Team chat', watchIds: null };
    expect(asked).toEqual([
      ['PUT /endpoints/channel-1', { ...unchanged, reportsGaps: true }],
      ['PUT /endpoints/channel-1', { ...unchanged, reportsGaps: false }],
    ]);
  });

  const openAddress = async (changes: Partial<Endpoint> = {}) => {
    const opened = await openEdit(changes);
    await opened.user.click(opened.dialog.getByRole('button', { name: 'Change address' }));
    return opened;
  };

  test('gets another address, of which nothing was shown', async () => {
    const { asked, user, dialog } = await openAddress();
    const field = dialog.getByLabelText('Webhook address');
    expect(field).toHaveValue('');
    await user.type(field, 'hooks.slack.com');
    await user.click(dialog.getByRole('button', { name: 'Save' }));
    expect(dialog.getByText('Please enter an address that begins with https://')).toBeVisible();
    await user.clear(field);
    await user.type(field, 'https://hooks.slack.com/new');
    await user.click(dialog.getByRole('button', { name: 'Save' }));
    expect(await screen.findByText('A test message has arrived at the new address.')).toBeVisible();
    const body = { name: 'Team chat', watchIds: null, url: 'https://hooks.slack.com/new' };
    expect(asked).toEqual([['PUT /endpoints/channel-1', body]]);
  });

  test('keeps its address if the new one takes no test, unless the user insists', async () => {
    const { asked, refuse, user, dialog } = await openAddress({ channel: 'telegram' });
    const text = 'The new address did not accept a test: answered 403';
    refuse('PUT /endpoints/channel-1', 409, 'ENDPOINT_TEST_FAILED', text);
    await user.type(dialog.getByLabelText('Chat ID'), '-1006');
    await user.click(dialog.getByRole('button', { name: 'Save' }));
    expect(await dialog.findByText(text)).toBeVisible();
    await user.click(dialog.getByRole('button', { name: 'Save anyway' }));
    await waitFor(() => expect(asked).toHaveLength(2));
    expect(asked.map(([, body]) => body)).toEqual([
      { name: 'Team chat', watchIds: null, chatId: '-1006' },
      { name: 'Team chat', watchIds: null, chatId: '-1006', untested: true },
    ]);
  });

  test('stays paused with another address, and says so', async () => {
    const { user, dialog } = await openAddress({ status: 'paused' });
    await user.type(dialog.getByLabelText('Webhook address'), 'https://hooks.slack.com/new');
    await user.click(dialog.getByRole('button', { name: 'Save' }));
    expect(await screen.findByText(/^It is still paused/)).toBeVisible();
  });

  test('is deleted after a confirmation', async () => {
    const { asked, user, press } = openCard();
    await press('Delete');
    const dialog = within(await screen.findByRole('alertdialog', { name: 'Delete Team chat?' }));
    expect(asked).toEqual([]);
    await user.click(dialog.getByRole('button', { name: 'Delete' }));
    expect(await screen.findByText('No channels yet')).toBeVisible();
    expect(screen.getByText('Team chat has been deleted')).toBeVisible();
  });

  test('stays if it could not be deleted, and says why', async () => {
    const { user, refuse, press } = openCard();
    refuse('DELETE /endpoints/channel-1', 500, 'INTERNAL', 'It broke');
    await press('Delete');
    await user.click(await screen.findByRole('button', { name: 'Delete' }));
    expect(await screen.findByText('Team chat could not be deleted')).toBeVisible();
    expect(await card()).toBeDefined();
  });
});

describe('feeds', () => {
  const copied = () => vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValue();

  test.each([
    ['all keywords', 'RSS', 'https://harken.example/feeds/first-all/rss.xml'],
    ['what may be missing', 'RSS', 'https://harken.example/feeds/first-gaps/rss.xml'],
    ['“rust”', 'Atom', 'https://harken.example/feeds/first-rust/atom.xml'],
    ['“rust”', 'JSON', 'https://harken.example/feeds/first-rust/feed.json'],
  ])('the address of %s as %s is copied', async (about, format, url) => {
    serveChannels();
    const { user } = renderApp('/channels');
    const addresses = await screen.findByRole('group', { name: `Addresses for ${about}` });
    const write = copied();
    await user.click(within(addresses).getByRole('button', { name: `Copy ${format}` }));
    expect(write).toHaveBeenCalledWith(url);
    expect(
      await screen.findByText(`The ${format} address for ${about} is on the clipboard`),
    ).toBeVisible();
  });

  test('an address that the browser does not copy is shown instead', async () => {
    serveChannels();
    const { user } = renderApp('/channels');
    const [button] = await screen.findAllByRole('button', { name: 'Copy RSS' });
    copied().mockRejectedValue(new Error('not allowed'));
    if (button) await user.click(button);
    expect(await screen.findByText('https://harken.example/feeds/first-all/rss.xml')).toBeVisible();
  });

  test('get new addresses after a confirmation', async () => {
    serveChannels();
    const { user } = renderApp('/channels');
    await user.click(await screen.findByRole('button', { name: 'Get new addresses' }));
    const dialog = within(
      await screen.findByRole('alertdialog', { name: 'Get new addresses for all feeds?' }),
    );
    await user.click(dialog.getByRole('button', { name: 'Get new addresses' }));
    expect(await screen.findByText('Your feeds have new addresses')).toBeVisible();
    const write = copied();
    const [button] = screen.getAllByRole('button', { name: 'Copy RSS' });
    if (button) await user.click(button);
    expect(write).toHaveBeenCalledWith('https://harken.example/feeds/second-all/rss.xml');
  });

  test('of more than five keywords are listed on request', async () => {
    serveChannels();
    const feed = { rss: 'r', atom: 'a', json: 'j' };
    const watches = Array.from({ length: 7 }, (_, at) => ({
      ...feed,
      watchId: `watch-${at}`,
      keyword: `keyword ${at}`,
    }));
    serve({ 'GET /feeds': { all: feed, gaps: feed, watches } });
    const { user } = renderApp('/channels');
    await user.click(await screen.findByRole('button', { name: 'Show all 7 keywords' }));
    const list = within(screen.getByRole('list', { name: 'Feeds' }));
    expect(list.getAllByRole('listitem')).toHaveLength(9);
  });
});

describe('on the Free plan', () => {
  beforeEach(() => signInAs());

  test('the page explains, and adding leads to the plans', async () => {
    serveChannels();
    const { user } = renderApp('/channels');
    expect(await screen.findByText('Channels are part of Pro')).toBeVisible();
    expect(screen.queryByText('No channels yet')).toBeNull();
    expect(screen.queryByRole('list', { name: 'Feeds' })).toBeNull();
    await user.click(screen.getByRole('button', { name: 'Add channel' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Upgrade to Pro' }));
    expect(dialog.getByText('Slack, Discord, Telegram and ntfy')).toBeVisible();
    await user.click(dialog.getByRole('button', { name: 'Upgrade Now' }));
    expect(address()).toBe('/subscription');
  });

  test('channels from a time on Pro are still listed and can be deleted', async () => {
    const { user, press } = openCard();
    await press('Delete');
    await user.click(await screen.findByRole('button', { name: 'Delete' }));
    await waitFor(() => expect(screen.queryByRole('heading', { name: 'Team chat' })).toBeNull());
  });
});

test('a plan that has ended meanwhile shows the upgrade', async () => {
  const { refuse } = serveChannels();
  refuse('POST /endpoints', 403, 'PLAN_UPGRADE_REQUIRED', 'That is part of Pro');
  const { user, dialog } = await fillInNtfy();
  serve({ 'GET /users/profile': { user: aUser() } });
  await user.click(dialog.getByRole('button', { name: 'Add channel' }));
  const popup = within(await screen.findByRole('dialog', { name: 'Upgrade to Pro' }));
  await user.click(popup.getByRole('button', { name: 'Maybe Later' }));
  // The typed address is kept.
  expect(dialog.getByLabelText('Topic address')).toHaveValue('https://ntfy.sh/topic');
  // The page behind the dialog has noticed the end of Pro too.
  expect(await screen.findByText('Channels are part of Pro')).toBeInTheDocument();
});

test('feeds that the plan no longer has say so', async () => {
  serveChannels({ channels: [aChannel()] });
  serve({ 'GET /feeds': refusal(403, 'PLAN_UPGRADE_REQUIRED', 'Pro only') });
  const { user } = renderApp('/channels');
  await user.click(await screen.findByRole('button', { name: 'Upgrade to Pro' }));
  expect(await screen.findByRole('dialog', { name: 'Upgrade to Pro' })).toBeVisible();
});
