// What calls of a page are answered in place of the server. Playwright's routes can do that too, but
// while there is one, the browser keeps no file, and loads and compiles all of the app for each screen.

const JSON_HEADERS = [{ name: 'content-type', value: 'application/json' }];

/**
 * Watches the calls of `page`. `set` says what becomes of those that an address, as Playwright has
 * them, matches, the last that does: `answer`, with a value or with what a function makes of the
 * server's own; `hold`, for ever; or `fail`. `reset` lets all pass again.
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
    const rule = rules.findLast(({ address }) => address.test(request.url));
    if (!rule) return session.send('Fetch.continueRequest', { requestId });
    if (rule.fail) return abort(requestId);
    if (rule.hold) return held.push(requestId);
    if (typeof rule.answer !== 'function') return fulfil(requestId, 200, rule.answer);
    const { url, method, headers, postData: body } = request;
    const response = await fetch(url, { method, headers, body });
    return fulfil(requestId, response.status, rule.answer(await response.json()));
  }

  session.on('Fetch.requestPaused', (paused) => {
    // A page that has gone on does not wait for it any more.
    respond(paused).catch(() => {});
  });
  await session.send('Fetch.enable', { patterns: [{ urlPattern: '*/api/*' }] });
  return {
    set: (address, rule) => void rules.push({ address: patternOf(address), ...rule }),
    reset: async () => {
      rules = [];
      await Promise.allSettled(held.splice(0).map(abort));
    },
  };
}

/** As Playwright reads an address with `*` and `**` in it. */
function patternOf(address) {
  if (address instanceof RegExp) return address;
  const parts = address.split(/(\*\*|\*)/).map((part) => {
    if (part === '**') return '.*';
    return part === '*' ? '[^/]*' : part.replaceAll(/[.?+^$()[\]{}|\\]/g, String.raw`\$&`);
  });
  return new RegExp(`^${parts.join('')}$`);
}
