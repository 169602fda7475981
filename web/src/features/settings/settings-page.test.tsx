import { render, screen, waitFor, within } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';

import type { User } from '@/api/types';
import { updateUser, useSession } from '@/lib/http/session';
import { aUser } from '@/testing/fixtures';
import { aGate } from '@/testing/gate';
import { renderApp, signInAs } from '@/testing/render-app';
import { refusal, serve } from '@/testing/server';

import { forgetEdits } from './choices';
import { SettingsPage } from './components/settings-page';

afterEach(() => forgetEdits());

/** Opens the settings; `saved` collects the bodies that the server stores, by path. */
async function open(changes: Partial<User> = {}) {
  const stored = aUser(changes);
  const saved: Record<string, unknown> = {};
  signInAs(changes);
  serve({
    'PUT /users/:part': ({ params, body }) => {
      saved[params.part ?? ''] = body;
      const changes = body as Partial<User>;
      // Each response contains only its own change, as when both calls are in flight at once.
      if (params.part === 'profile') return { user: { ...stored, ...changes } };
      const part = params.part === 'settings' ? 'settings' : 'notificationPreferences';
      return { ...stored, [part]: { ...stored[part], ...changes } };
    },
  });
  const { user } = renderApp('/settings');
  await screen.findByRole('heading', { name: 'Settings' });
  return { user, saved };
}

const section = (name: string) => within(screen.getByRole('region', { name }));
const fact = (name: string) => section('Account Information').getByText(name).nextElementSibling;
const save = () => screen.getByRole('button', { name: 'Save All Changes' });
const frequency = () => screen.getByLabelText('Email Frequency');
const theme = () => screen.getByLabelText('Theme');

test('without a signed-in user the screen asks to log in', () => {
  render(<SettingsPage push={null} />);
  expect(screen.getByText('Please log in to access settings.')).toBeVisible();
});

test.each([
  ['realtime', 'Real-time (immediate)', /each match, as soon as it is found/],
  ['hourly', 'Hourly digest', /top of each hour/],
  ['daily', 'Daily digest', /08:00 in your time zone \(America\/New York\)/],
  ['weekly', 'Weekly digest', /Monday, at 08:00 in your time zone \(America\/New York\)/],
])('the email frequency %s reads “%s” and has a hint', async (value, label, hint) => {
  const { user } = await open({ timeZone: 'America/New_York' });
  await user.selectOptions(frequency(), label);
  expect(frequency()).toHaveValue(value);
  expect(frequency()).toHaveAccessibleDescription(hint);
});

test('the email frequency shows only while email is enabled', async () => {
  const { user } = await open();
  const toggle = screen.getByRole('switch', { name: 'Enable Email Notifications' });
  expect(toggle).toBeChecked();
  await user.click(toggle);
  expect(screen.queryByLabelText('Email Frequency')).toBeNull();
});

test.each([
  ['system', 'System Default'],
  ['light', 'Light'],
  ['dark', 'Dark'],
] as const)('the theme %s reads “%s”', async (value, label) => {
  await open({ settings: { theme: value } });
  expect(theme()).toHaveValue(value);
  expect(screen.getByRole('option', { name: label, selected: true })).toBeVisible();
});

test.each<[string, Partial<User>, string, string]>([
  ['the email and that it is verified', {}, 'Email', 'mara@example.comVerified'],
  ['an unverified email', { isEmailVerified: false }, 'Email', 'mara@example.comUnverified'],
  ['a missing email', { email: '' }, 'Email', 'Not providedVerified'],
  ['the first name', {}, 'First name', 'Mara'],
  ['a missing first name', { firstName: '' }, 'First name', 'Not provided'],
  ['a missing last name', { lastName: '' }, 'Last name', 'Not provided'],
  ['the plan', { subscription: { plan: 'pro', status: 'active' } }, 'Subscription plan', 'pro'],
  ['no plan as free', { subscription: undefined }, 'Subscription plan', 'free'],
  ['no status as active', { subscription: undefined }, 'Subscription status', 'active'],
])('the account shows %s', async (_what, changes, name, value) => {
  await open(changes);
  expect(fact(name)).toHaveTextContent(value);
});

test.each([
  ['active', /text-good/],
  ['past_due', /text-bad/],
])('the status %s has its colour', async (status, classes) => {
  await open({ subscription: { plan: 'pro', status } });
  expect(fact('Subscription status')?.firstElementChild?.className).toMatch(classes);
});

test('data collection is required; there are no analytics and no switch for them', async () => {
  await open();
  expect(section('Data & Privacy').getByText('Data Collection')).toBeVisible();
  expect(section('Data & Privacy').getByText('Required')).toBeVisible();
  expect(section('Data & Privacy').getByText(/collects no usage statistics/)).toBeVisible();
  expect(section('Data & Privacy').queryByRole('switch')).toBeNull();
});

test('toasts about new matches are off until they are turned on in this browser', async () => {
  const { user, saved } = await open();
  const toggle = screen.getByRole('switch', { name: 'Pop-ups for new matches' });
  expect(toggle).not.toBeChecked();
  expect(toggle).toHaveAccessibleDescription(/Saved in this browser/);
  await user.click(toggle);
  expect(toggle).toBeChecked();
  expect(localStorage.getItem('matchToasts')).toBe('on');
  await user.click(toggle);
  expect(localStorage.getItem('matchToasts')).toBeNull();
  expect(saved).toEqual({});
});

test('saving sends preferences and settings at the same time and reports both', async () => {
  const { user, saved } = await open();
  await user.selectOptions(frequency(), 'daily');
  await user.selectOptions(theme(), 'dark');
  await user.click(save());
  expect(await screen.findByText('Notification preferences updated successfully')).toBeVisible();
  expect(await screen.findByText('Settings updated successfully')).toBeVisible();
  expect(saved).toEqual({
    notifications: {
      emailNotifications: true,
      emailFrequency: 'daily',
      quietHours: null,
      burstLimit: 20,
      setsAside: false,
    },
    settings: { theme: 'dark' },
  });
  // Neither response undoes the other.
  expect(frequency()).toHaveValue('daily');
  expect(theme()).toHaveValue('dark');
  expect(screen.queryByText('You have unsaved changes')).toBeNull();
  expect(document.documentElement.dataset.theme).toBe('dark');
});

test('the button is busy until both calls are answered', async () => {
  const gate = aGate();
  const { user } = await open();
  serve({
    'PUT /users/settings': async () => {
      await gate.opened;
      return aUser();
    },
  });
  await user.click(save());
  expect(screen.getByRole('button', { name: 'Saving...' })).toBeDisabled();
  gate.open();
  await waitFor(() => expect(save()).toBeEnabled());
});

test.each([
  ['notifications', 'Failed to update notification preferences', 'Settings updated successfully'],
  ['settings', 'Failed to update settings', 'Notification preferences updated successfully'],
])('a failure of %s is reported by itself and keeps its edits', async (part, failed, succeeded) => {
  const { user } = await open();
  serve({ [`PUT /users/${part}`]: refusal(500, 'INTERNAL', 'Out of order') });
  await user.selectOptions(frequency(), 'weekly');
  await user.selectOptions(theme(), 'light');
  await user.click(save());
  expect(await screen.findByText(failed)).toBeVisible();
  expect(await screen.findByText(succeeded)).toBeVisible();
  expect(frequency()).toHaveValue('weekly');
  expect(theme()).toHaveValue('light');
  expect(screen.getByText('You have unsaved changes')).toBeVisible();
});

test('an edit made during a save is kept', async () => {
  const { user } = await open();
  const gate = aGate();
  serve({
    'PUT /users/notifications': async ({ body }) => {
      await gate.opened;
      return aUser({ notificationPreferences: body as User['notificationPreferences'] });
    },
  });
  await user.selectOptions(frequency(), 'daily');
  await user.click(save());
  await user.selectOptions(frequency(), 'weekly');
  gate.open();
  expect(await screen.findByText('Notification preferences updated successfully')).toBeVisible();
  expect(frequency()).toHaveValue('weekly');
  expect(screen.getByText('You have unsaved changes')).toBeVisible();
});

test('the settings show the theme chosen in the menu', async () => {
  const { user, saved } = await open({ settings: { theme: 'light' } });
  await user.click(screen.getByRole('button', { name: /^Switch to .* theme$/ }));
  await waitFor(() => expect(saved).toHaveProperty('settings'));
  const { theme: chosen } = saved.settings as User['settings'];
  await waitFor(() => expect(theme()).toHaveValue(chosen));
  expect(screen.queryByText('You have unsaved changes')).toBeNull();
});

test('unsaved changes are shown, block leaving the page and survive refetched values', async () => {
  const { user } = await open();
  const leave = () => !window.dispatchEvent(new Event('beforeunload', { cancelable: true }));
  expect(leave()).toBe(false);
  await user.selectOptions(frequency(), 'hourly');
  expect(screen.getByText('You have unsaved changes')).toBeVisible();
  expect(leave()).toBe(true);

  const { notificationPreferences } = aUser();
  updateUser({
    notificationPreferences: { ...notificationPreferences, emailFrequency: 'weekly' },
  });
  expect(frequency()).toHaveValue('hourly');
  await user.click(screen.getByRole('link', { name: 'Keywords' }));
  await screen.findByRole('heading', { name: 'Keyword Watches' });
  await user.click(screen.getByRole('link', { name: 'Settings' }));
  expect(await screen.findByLabelText('Email Frequency')).toHaveValue('hourly');

  await user.click(screen.getByRole('button', { name: 'Discard' }));
  expect(frequency()).toHaveValue('weekly');
  expect(leave()).toBe(false);
});

test('the name and the time zone are edited in a dialog', async () => {
  const { user, saved } = await open({ timeZone: 'Europe/Vienna' });
  await user.click(screen.getByRole('button', { name: 'Edit profile' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Edit profile' }));
  await user.clear(dialog.getByLabelText('First name'));
  await user.click(dialog.getByRole('button', { name: 'Save profile' }));
  expect(dialog.getByText('First name is required')).toBeVisible();
  await user.type(dialog.getByLabelText('First name'), 'Nora');

  const zone = dialog.getByRole('combobox', { name: 'Time zone' });
  expect(zone).toHaveValue('Europe/Vienna');
  await user.clear(zone);
  await user.type(zone, 'new york');
  await user.keyboard('{Enter}');
  expect(zone).toHaveValue('America/New York');
  await user.click(dialog.getByRole('button', { name: 'Save profile' }));

  expect(await screen.findByText('Profile updated successfully')).toBeVisible();
  const changed = { firstName: 'Nora', lastName: 'Lind', timeZone: 'America/New_York' };
  expect(saved).toEqual({ profile: changed });
  expect(useSession.getState().user).toMatchObject(changed);
  expect(screen.queryByRole('dialog')).toBeNull();
});

test('the zone of the browser is offered', async () => {
  const here = Intl.DateTimeFormat().resolvedOptions().timeZone;
  const { user } = await open({ timeZone: 'Asia/Tokyo' });
  await user.click(screen.getByRole('button', { name: 'Edit profile' }));
  await user.click(await screen.findByRole('button', { name: /Use this browser/ }));
  expect(screen.getByRole('combobox')).toHaveValue(here.replaceAll('_', ' '));
});
