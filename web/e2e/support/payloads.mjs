// Hostile texts, and the detection of those that take effect on a page.
import { readFileSync } from 'node:fs';

const HOST = 'https://canary.example';

/** Fills in line `n` of the file: its text calls `canary(n)` and requests `canary.example/n/`. */
function ready(line, n) {
  return line
    .replaceAll('{run}', `canary(${n})`)
    .replaceAll('{host}', `${HOST}/${n}/`)
    .replaceAll(/\\(n|r|t|u[0-9a-f]{4})/g, (escape) => JSON.parse(`"${escape}"`));
}

/** The classes of texts. Those of one class try the same attack in different ways. */
const classes = [];
let count = 0;
for (const part of readFileSync(new URL('payloads.txt', import.meta.url), 'utf8').split('\n\n')) {
  // The part before the first class describes the file and has only such lines.
  const texts = part.split('\n').filter((line) => line !== '' && !line.startsWith('# '));
  if (texts.length > 0) classes.push(texts.map((line) => ready(line, ++count)));
}

export const payloads = classes.flat();

/** The first text of each class. */
export const oneOfEach = classes.map(([first]) => first);

/**
 * Watches every page of a context for payloads that run, dialogs, requests to other origins than
 * `origin`, and elements that could run something. Returns the list that collects them.
 */
export async function listenFor(context, origin) {
  const found = [];
  await context.exposeBinding('harkenFound', (_, what) => found.push(what));
  await context.addInitScript(watchDocument);
  context.on('page', (page) =>
    page.on('dialog', (dialog) => {
      found.push(`a dialog: ${dialog.message()}`);
      return dialog.dismiss();
    }),
  );
  context.on('request', (request) => {
    const url = request.url();
    if (!url.startsWith(origin)) found.push(`a request to ${url}`);
  });
  await context.route(
    (url) => url.origin !== origin,
    (route) => route.abort(),
  );
  return found;
}

/** Runs in every frame before its scripts. */
function watchDocument() {
  const tell = window.harkenFound;
  window.canary = (n) => tell(`payload ${n} ran`);
  const foreign = 'iframe, frame, frameset, object, embed, applet, portal, base, math, marquee';
  const own = (url) => new URL(url, location.href).origin === location.origin;
  const isUnsafe = (element) => {
    if (element.matches(foreign) || element.matches('meta[http-equiv]')) return true;
    if (element.matches('script, link') && !own(element.src ?? element.href ?? '')) return true;
    if (element.matches('script:not([src])')) return !element.nonce;
    for (const { name, value } of element.attributes) {
      if (name.startsWith('on') || name === 'srcdoc') return true;
      if (!/^(href|src|action|formaction|data|xlink:href|poster|background)$/.test(name)) continue;
      const { protocol } = URL.canParse(value, location.href) ? new URL(value, location.href) : {};
      if (!['http:', 'https:', 'mailto:'].includes(protocol)) return true;
    }
    return false;
  };
  const check = (node) => {
    if (!(node instanceof Element)) return;
    for (const element of [node, ...node.querySelectorAll('*')]) {
      if (isUnsafe(element)) tell(`an unsafe element: ${element.outerHTML.slice(0, 300)}`);
    }
  };
  const watch = new MutationObserver((changes) => {
    for (const { type, target, addedNodes } of changes) {
      if (type === 'attributes') check(target);
      addedNodes.forEach(check);
    }
  });
  watch.observe(document, { subtree: true, childList: true, attributes: true });
}
