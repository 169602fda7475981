// Finds faults that any page can have: barriers, overflow, broken words, layout shifts.
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/** Runs in the page, before its scripts: records layout shifts and logs policy violations. */
export function watchPage() {
  window.shifts = [];
  const onShift = (list) =>
    window.shifts.push(
      ...list
        .getEntries()
        .filter(({ hadRecentInput }) => !hadRecentInput)
        .map(({ value, sources }) => ({
          value,
          of: sources.map(({ node }) => node?.outerHTML?.slice(0, 120)),
        })),
    );
  new PerformanceObserver(onShift).observe({ type: 'layout-shift', buffered: true });
  document.addEventListener('securitypolicyviolation', (event) =>
    console.error(`CSP: ${event.violatedDirective} refused ${event.blockedURI} ${event.sample}`),
  );
}

/** Rules of WCAG 2.2 AA that axe leaves out by default. */
const EXTRA_RULES = ['target-size', 'label-content-name-mismatch'];

/** Returns axe's violations in readable form, of `rules` only if they are given. */
export async function barriers(page, { allow = [] }, rules) {
  if (!(await page.evaluate(() => 'axe' in globalThis))) await page.evaluate(axe);
  const options = {
    resultTypes: ['violations'],
    rules: Object.fromEntries([
      ...EXTRA_RULES.map((rule) => [rule, { enabled: true }]),
      ...allow.map((rule) => [rule, { enabled: false }]),
    ]),
    ...(rules && { runOnly: { type: 'rule', values: rules } }),
  };
  return page.evaluate(async (options) => {
    const { violations } = await globalThis.axe.run(options);
    return violations.flatMap(({ id, nodes }) =>
      nodes.map(({ html, failureSummary }) => `${id}: ${html}\n  ${failureSummary}`),
    );
  }, options);
}

/**
 * Returns what has to be scrolled sideways, the page or a part of it that is not meant to, and what
 * is out of reach to the left of the page.
 */
export function overflow(page, allowed) {
  return page.evaluate((allowed) => {
    const all = [...document.querySelectorAll('body *')];
    const show = (element) => element.outerHTML.slice(0, 300);
    const overflowX = (element) => getComputedStyle(element).overflowX;
    const isCut = (element) =>
      element !== null && (overflowX(element) !== 'visible' || isCut(element.parentElement));
    const reachesOut = (element) => element.getBoundingClientRect().right > allowed + 1;
    // The innermost elements, but whole icons rather than their lines.
    const wide = all.filter(
      (element) =>
        reachesOut(element) &&
        (element.tagName === 'svg' || ![...element.children].some(reachesOut)) &&
        !element.parentElement.closest('svg') &&
        !isCut(element.parentElement),
    );
    const scrolled = all.filter(
      (element) =>
        element.scrollWidth > element.clientWidth + 1 &&
        /auto|scroll/.test(overflowX(element)) &&
        !element.matches('pre, textarea, .overflow-x-auto'),
    );
    const outOfSight = all.filter((element) => {
      const { left, width } = element.getBoundingClientRect();
      return left < -1 && width > 1 && !isCut(element.parentElement);
    });
    const found = [
      ...scrolled.map((element) => `is scrolled sideways at ${allowed} px: ${show(element)}`),
      ...outOfSight.map((element) => `is out of sight at ${allowed} px: ${show(element)}`),
    ];
    const { scrollWidth } = document.documentElement;
    if (scrollWidth <= allowed) return found;
    const culprits = wide.slice(0, 5).map(show).join('\n  ');
    return [...found, `at ${allowed} px the page is ${scrollWidth} px wide: ${culprits}`];
  }, allowed);
}

/** Returns texts in a column so narrow that lines break within words. */
export function brokenWords(page) {
  return page.evaluate(() => {
    const found = [];
    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    while (texts.nextNode()) {
      const element = texts.currentNode.parentElement;
      // What is folded away has no width, and examples are pictures.
      if (!element.checkVisibility() || element.closest('[inert]')) continue;
      const text = texts.currentNode.data.trim();
      const range = document.createRange();
      range.selectNodeContents(texts.currentNode);
      const tops = [...range.getClientRects()].map(({ top }) => Math.round(top));
      const lines = new Set(tops).size;
      // A word may take one line for each ten letters.
      const words = text.split(/[\s-]+/).map(({ length }) => Math.ceil(length / 10));
      const enough = words.reduce((sum, count) => sum + count, 1);
      if (lines > enough && text.length / lines < 5) found.push(`in ${lines} lines: ${text}`);
    }
    return found;
  });
}

/**
 * Returns the controls that cannot be seen while they have the focus, because bars cover them or they
 * are out of reach, and whether bars take most of the window. Of many controls, looks at some.
 * https://www.w3.org/TR/WCAG22/#focus-not-obscured-minimum
 */
export function obscured(page) {
  return page.evaluate(async () => {
    const MOST = 16;
    const CONTROLS =
      'a[href], button, input, select, textarea, summary, [tabindex="0"], [role^=menuitem]';
    const body = document.body;
    const menus = '[role=dialog], [role=alertdialog], [role=menu]';
    const root = [...document.querySelectorAll(menus)].at(-1) ?? body;
    // A menu is beside its button.
    const opener = document.querySelector('[aria-haspopup=menu][aria-expanded=true]');
    opener?.scrollIntoView({ block: 'nearest', behavior: 'instant' });
    for (let frame = 0; frame < 2; frame += 1) await new Promise(requestAnimationFrame);

    const controls = [...root.querySelectorAll(CONTROLS)].filter(
      (one) =>
        one.checkVisibility({ visibilityProperty: true }) &&
        one.offsetWidth > 1 &&
        !one.disabled &&
        !one.closest('[inert], [data-toasts]'),
    );
    const some = controls.filter((_, at) => at % Math.ceil(controls.length / MOST) === 0);
    const scrollersOf = (element) => {
      if (element === body) return [document.scrollingElement];
      const rest = element === root ? [] : scrollersOf(element.parentElement);
      return /auto|scroll/.test(getComputedStyle(element).overflowY) ? [element, ...rest] : rest;
    };
    const parts = [0.1, 0.5, 0.9].flatMap((x) => [0.2, 0.5, 0.8].map((y) => [x, y]));
    const isSeen = (control) => {
      const { left, top, width, height } = control.getBoundingClientRect();
      return parts.some(([x, y]) => {
        const hit = document.elementFromPoint(left + x * width, top + y * height);
        const label = hit?.closest('label')?.control;
        return hit && (control.contains(hit) || hit.contains(control) || label === control);
      });
    };
    // The focus comes from below or from above: the control is just within the window then.
    const edges = { top: ({ top }) => top, bottom: ({ bottom }) => bottom - innerHeight };
    const found = some.flatMap((control) =>
      Object.entries(edges).flatMap(([edge, distance]) => {
        document.activeElement?.blur();
        for (const scroller of scrollersOf(control)) {
          scroller.scrollTop += distance(control.getBoundingClientRect());
        }
        control.focus();
        if (document.activeElement !== control || isSeen(control)) return [];
        return [`is covered with the focus at the ${edge}: ${control.outerHTML.slice(0, 200)}`];
      }),
    );
    if (root !== body) return found;
    const isBar = (element) =>
      element !== null &&
      (/fixed|sticky/.test(getComputedStyle(element).position) || isBar(element.parentElement));
    scrollTo({ top: document.documentElement.scrollHeight / 2, behavior: 'instant' });
    const lines = Array.from({ length: innerHeight }, (_, y) => y);
    const share =
      lines.filter((y) => isBar(document.elementFromPoint(innerWidth / 2, y))).length /
      lines.length;
    return share > 0.5 ? [...found, `bars take ${Math.round(100 * share)}% of it`] : found;
  });
}
