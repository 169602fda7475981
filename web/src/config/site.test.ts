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

test('the site is what the server wrote into the page', async () => {
  const about = { plans: 'off', insights: 'model', supportEmail: 'help@example.com' };
  meta({ name: 'harken-site', content: JSON.stringify(about) });
  meta({ property: 'csp-nonce', nonce: 'abc' });
  const { site } = await import('./site');
  const { supportEmail } = about;
  expect(site).toEqual({ plansOn: false, modelOn: true, supportEmail, nonce: 'abc' });
});

test('without a word from the server there are plans, no model and no address', async () => {
  const { site } = await import('./site');
  expect(site).toEqual({ plansOn: true, modelOn: false, supportEmail: '', nonce: undefined });
});
