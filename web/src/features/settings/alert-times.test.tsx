import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, expect, test } from 'vitest';

import type { NotificationPreferences, User } from '@/api/types';
import { aUser } from '@/testing/fixtures';
import { address, renderApp, signIn } from '@/testing/render-app';
import { refusal, serve } from '@/testing/server';

import { forgetEdits } from './choices';

let user: User;
let saved: Partial<NotificationPreferences>[];

beforeEach(() => {
  saved = [];
  user = aUser({ timeZone: 'America/New_York' });
  serve({
    'GET /users/profile': () => ({ user }),
    'PUT /users/notifications': ({ body }) => {
      const changes = body as Partial<NotificationPreferences>;
      saved.push(changes);
      user = { ...user, notificationPreferences: { ...user.notificationPreferences, ...changes } };
      return user;
    },
  });
});
afterEach(() => forgetEdits());

async function open(preferences: Partial<NotificationPreferences> = {}, path = '/settings') {
  user.notificationPreferences = { ...user.notificationPreferences, ...preferences };
  signIn(user);
  const { user: person } = renderApp(path);
  await screen.findByRole('heading', { level: 1 });
  return person;
}
const save = () => screen.getByRole('button', { name: 'Save All Changes' });
const quiet = () => screen.getByRole('switch', { name: 'Quiet hours' });
const limit = () => screen.getByLabelText('Burst limit');
const inAnHour = () => new Date(Date.now() + 3_600_000).toISOString();

test('quiet hours begin with a night, by the clock of the user', async () => {
  const person = await open();
  expect(quiet()).not.toBeChecked();
  await person.click(quiet());
  const group = within(screen.getByRole('group', { name: 'Quiet hours' }));
  expect(group.getByText(/your time zone, America\/New York\./)).toBeVisible();
  expect(group.getByRole('link', { name: 'Change it' })).toHaveAttribute(
    'href',
    '/settings#account',
  );
  fireEvent.change(group.getByLabelText('Until'), { target: { value: '06:30' } });
  await person.click(save());
  expect(await screen.findByText('Notification preferences updated successfully')).toBeVisible();
  expect(saved[0]?.quietHours).toEqual({ from: '22:00', until: '06:30' });
  expect(screen.queryByText('You have unsaved changes')).toBeNull();
});

test('switched-off quiet hours are saved as none', async () => {
  const person = await open({ quietHours: { from: '23:00', until: '08:00' } });
  expect(screen.getByLabelText('From')).toHaveValue('23:00');
  await person.click(quiet());
  expect(screen.queryByLabelText('From')).toBeNull();
  await person.click(save());
  await waitFor(() => expect(saved[0]).toMatchObject({ quietHours: null }));
});

test('quiet hours switched off and on again are no change', async () => {
  const person = await open({ quietHours: { from: '23:00', until: '08:00' } });
  await person.click(quiet());
  await person.click(quiet());
  expect(screen.getByLabelText('Until')).toHaveValue('08:00');
  expect(screen.queryByText('You have unsaved changes')).toBeNull();
});

test('quiet hours that end when they begin are reported as none, and the server’s refusal is shown', async () => {
  const person = await open({ quietHours: { from: '23:00', until: '08:00' } });
  fireEvent.change(screen.getByLabelText('Until'), { target: { value: '23:00' } });
  expect(screen.getByLabelText('Until')).toHaveAccessibleDescription(
    'Choose a different time than the start',
  );
  serve({ 'PUT /users/notifications': refusal(400, 'VALIDATION_FAILED', 'Not so') });
  await person.click(save());
  expect(await screen.findByText('Failed to update notification preferences')).toBeVisible();
});

test('the burst limit is saved if it is a whole number from 1 to 1,000', async () => {
  const person = await open();
  expect(limit()).toHaveValue('20');
  for (const wrong of ['0', '1001', '2.5', 'x']) {
    await person.clear(limit());
    await person.type(limit(), wrong);
    expect(limit()).toHaveAccessibleDescription(/Use a whole number from 1 to 1,000/);
  }
  await person.clear(limit());
  await person.type(limit(), '50');
  expect(limit()).not.toHaveAttribute('aria-invalid');
  await person.click(save());
  await waitFor(() => expect(saved[0]?.burstLimit).toBe(50));
});

test('a wrong burst limit is discarded, and the previous one stays', async () => {
  const person = await open({ burstLimit: 30 });
  await person.clear(limit());
  await person.tab();
  expect(limit()).toHaveValue('30');
  expect(screen.queryByText('You have unsaved changes')).toBeNull();
});

test('all alerts are snoozed at once, and the snooze can be ended', async () => {
  const person = await open();
  await person.click(screen.getByRole('button', { name: 'Snooze' }));
  const choices = screen.getAllByRole('menuitem').map(({ textContent }) => textContent);
  expect(choices).toEqual(['For 1 hour', 'Until tomorrow, 08:00', 'For a week']);
  await person.click(screen.getByRole('menuitem', { name: 'For a week' }));
  expect(await screen.findByText('Alerts are snoozed')).toBeVisible();
  const until = Date.parse(saved[0]?.snoozedUntil ?? '');
  expect(Math.round((until - Date.now()) / 86_400_000)).toBe(7);
  expect(Object.keys(saved[0] ?? {})).toEqual(['snoozedUntil']);

  const end = screen.getByRole('button', { name: 'End snooze' });
  await waitFor(() => expect(end).toHaveFocus());
  await person.click(end);
  expect(await screen.findByText('Alerts are sent again')).toBeVisible();
  expect(saved[1]).toEqual({ snoozedUntil: null });
  await waitFor(() => expect(screen.getByRole('button', { name: 'Snooze' })).toHaveFocus());
});

test('a failed snooze is reported', async () => {
  serve({ 'PUT /users/notifications': refusal(500, 'INTERNAL', 'Oops') });
  const person = await open();
  await person.click(screen.getByRole('button', { name: 'Snooze' }));
  await person.click(screen.getByRole('menuitem', { name: 'For 1 hour' }));
  expect(await screen.findByText('The snooze could not be changed')).toBeVisible();
});

test('the dashboard shows that alerts are snoozed, and can end that', async () => {
  const person = await open({ snoozedUntil: inAnHour() }, '/dashboard');
  const notice = within(screen.getByRole('region', { name: 'Snooze' }));
  expect(notice.getByText(/^Alerts are snoozed until /)).toBeVisible();
  await person.click(notice.getByRole('button', { name: 'End snooze' }));
  await waitFor(() => expect(screen.queryByRole('region', { name: 'Snooze' })).toBeNull());
  await waitFor(() => expect(screen.getByRole('main')).toHaveFocus());
});

test('an expired snooze is ignored', async () => {
  await open({ snoozedUntil: '2026-01-01T08:00:00Z' }, '/dashboard');
  expect(screen.queryByRole('region', { name: 'Snooze' })).toBeNull();
});

test('the mutes are one click away', async () => {
  const person = await open();
  await person.click(screen.getByRole('link', { name: 'See what is muted' }));
  expect(await screen.findByRole('heading', { name: 'Muted' })).toBeVisible();
  expect(address()).toBe('/mutes');
});
