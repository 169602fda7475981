// Answers a page's API calls in place of the server. Playwright's routes can do that too, but while one
// is set, the browser caches nothing: it loads and compiles the whole app again for each screen.

const JSON_HEADERS = [{ name: 'content-type', value: 'application/json' }];

/**
 * Intercepts the API calls of `page`. `set(address, rule)` adds a rule for the calls that match a glob
 * as Playwright reads them, with or without a method before it: `{ answer }` returns a value, or what a
 * function makes of the server's own answer; `{ hold: true }` never answers; `{ fail: true }` aborts.
 * The last matching rule applies. `reset` removes all rules.
 */
export async function interceptCalls(page) {
  const session = await page.context().newCDPSession(page);
  const held = [];
  let rules = [];

  const abort = (requestId) =>
    session.send('Fetch.failRequest', { requestId, errorReason: 'Failed' });
  const fulfil = (requestId, responseCode, answer) =>
    session.send('Fetch.fulfillRequest', {
      ...{ requestId, responseCode, responseHeaders: JSON_HEADERS },
      body: Buffer.from(JSON.stringify(answer)).toString('base64'),
    });

  async function respond({ requestId, request }) {
    const called = `${request.method} ${request.url}`;
    const rule = rules.findLast(({ pattern }) => pattern.test(called));
    if (!rule) return session.send('Fetch.continueRequest', { requestId });
    if (rule.fail) return abort(requestId);
    if (rule.hold) return held.push(requestId);
    if (typeof rule.answer !== 'function') return fulfil(requestId, 200, rule.answer);
    const { url, method, headers, postData: body } = request;
    const response = await fetch(url, { method, headers, body });
    return fulfil(requestId, response.status, rule.answer(await response.json()));
  }

  session.on('Fetch.requestPaused', (paused) => {
    // A page that has navigated away no longer waits for the answer.
    respond(paused).catch(() => {});
  });
  await session.send('Fetch.enable', { patterns: [{ urlPattern: '*/api/*' }] });
  return {
    set: (address, rule) => void rules.push({ pattern: patternOf(address), ...rule }),
    reset: async () => {
      rules = [];
      await Promise.allSettled(held.splice(0).map(abort));
    },
  };
}

/** Translates a glob: `*` stays within a path segment, `**` does not. Without a method, any matches. */
function patternOf(address) {
  if (address instanceof RegExp) return address;
  const parts = address.split(/(\*\*|\*)/).map((part) => {
    if (part === '**') return '.*';
    return part === '*' ? '[^/]*' : part.replaceAll(/[.?+^$()[\]{}|\\]/g, String.raw`\$&`);
  });
  return new RegExp(`^${parts.join('')}$`);
}
