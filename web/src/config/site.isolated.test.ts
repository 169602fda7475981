import { beforeEach, expect, test, vi } from 'vitest';

beforeEach(() => {
  vi.resetModules();
  document.head.innerHTML = '';
});

const meta = (attributes: Record<string, string>) => {
  const element = document.createElement('meta');
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
  document.head.append(element);
};

test('the site is as the server wrote it into the page', async () => {
  const supportEmail = 'help@example.com';
  const sites = ['news.ycombinator.com'];
  const about = {
    plans: 'off',
    insights: 'model',
    registration: 'closed',
    statusPage: true,
    sendsMail: false,
    supportEmail,
    readsReddit: false,
    sites,
  };
  meta({ name: 'harken-site', content: JSON.stringify(about) });
  meta({ property: 'csp-nonce', nonce: 'abc' });
  const { site } = await import('./site');
  expect(site).toEqual({
    plansOn: false,
    modelOn: true,
    registrationOpen: false,
    registrationByInvite: false,
    hasStatusPage: true,
    sendsMail: false,
    supportEmail,
    readsReddit: false,
    sites,
    nonce: 'abc',
  });
});

test('by default there are plans, new accounts and Reddit, no model and no address', async () => {
  const { site } = await import('./site');
  expect(site).toEqual({
    plansOn: true,
    modelOn: false,
    registrationOpen: true,
    registrationByInvite: false,
    hasStatusPage: false,
    sendsMail: true,
    supportEmail: '',
    readsReddit: true,
    sites: [],
    nonce: undefined,
  });
});

test('registration by invitation is not open registration', async () => {
  meta({ name: 'harken-site', content: JSON.stringify({ registration: 'invite' }) });
  const { site } = await import('./site');
  expect(site).toMatchObject({ registrationOpen: false, registrationByInvite: true });
});
