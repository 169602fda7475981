import { expect, test, vi } from 'vitest';

import { renderApp, shownPage } from '@/testing/render-app';

vi.mock('@/config/site', () => ({
  site: {
    plansOn: true,
    modelOn: true,
    registrationOpen: true,
    sendsMail: true,
    readsReddit: true,
    supportEmail: 'help@example.com',
    sites: [],
    nonce: undefined,
  },
}));

test('the privacy policy mentions a language model where there is one', async () => {
  renderApp('/privacy');
  expect(await shownPage()).toHaveTextContent(
    'worded by a language model that the operator has chosen',
  );
});
