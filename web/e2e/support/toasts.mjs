// Finds controls that toasts cover.

/** Toasts, short and long, with and without a button. */
const MESSAGES = [
  {
    id: 'e2e-1',
    type: 'error',
    title: 'Failed to update notification preferences',
    text: 'Harken could not do this. Please try again.',
  },
  { id: 'e2e-2', type: 'info', title: 'A year of compost, in numbers: archived', action: {} },
  {
    id: 'e2e-3',
    type: 'success',
    title: 'Marked as read',
    text: 'All 12 notifications of “compost”',
    action: {},
  },
].map((toast) => ({ lasts: true, ...toast, ...(toast.action && { action: { label: 'Undo' } }) }));

/** Gives tests access to the app's list of toasts, which the UI cannot fill on every screen. */
export const reachToasts = (page) => page.addInitScript(keepToasts);

/** Runs before the page's scripts: zustand copies a store's API with `Object.assign`. */
function keepToasts() {
  const assign = Object.assign;
  Object.assign = (target, ...sources) => {
    const isList = (source) => Array.isArray(source?.getState?.().toasts);
    globalThis.toastList ??= sources.find(isList);
    return assign(target, ...sources);
  };
}

/** Returns the pressable controls that are covered while toasts are shown, for each of `counts`. */
export async function coveredByToasts(page, counts) {
  const found = [];
  const own = await page.evaluate(() => globalThis.toastList.getState().toasts);
  for (const place of await page.evaluate(places)) {
    for (const count of counts) {
      await page.evaluate(show, [place, []]);
      await page.evaluate(rememberControls);
      await page.evaluate(show, [place, MESSAGES.slice(-count)]);
      const lost = await page.evaluate(lostControls);
      found.push(...lost.map((control) => `${count} toasts at ${place} px cover ${control}`));
    }
  }
  await page.evaluate(show, [0, own]);
  return found;
}

/** In the page: returns the scroll positions of its top, middle and end. */
function places() {
  const most = document.documentElement.scrollHeight - innerHeight;
  return most > 0 ? [0, Math.round(most / 2), most] : [0];
}

/** In the page: scrolls to `place` or shows `toasts`, and waits for the layout to adapt. */
async function show([place, toasts]) {
  const frame = () => new Promise((resolve) => requestAnimationFrame(resolve));
  if (toasts.length === 0) {
    globalThis.toastList.setState({ toasts });
    await frame();
    scrollTo({ top: place, behavior: 'instant' });
  } else {
    globalThis.toastList.setState({ toasts });
  }
  await frame();
  await frame();
}

/** In the page: records which points of which controls a press would reach. */
function rememberControls() {
  const parts = [
    [0.5, 0.5],
    [0.1, 0.2],
    [0.9, 0.2],
    [0.1, 0.8],
    [0.9, 0.8],
  ];
  globalThis.isReached = (control, [x, y]) => {
    const { left, top, width, height } = control.getBoundingClientRect();
    const hit = document.elementFromPoint(left + x * width, top + y * height);
    return hit !== null && control.contains(hit);
  };
  globalThis.pressable = new Map();
  const controls =
    'a[href], button, input, select, textarea, summary, [tabindex="0"], [role^=menuitem]';
  for (const control of document.querySelectorAll(controls)) {
    if (control.closest('[data-toasts]') || !control.checkVisibility({ visibilityProperty: true }))
      continue;
    const reached = parts.filter((part) => globalThis.isReached(control, part));
    if (reached.length > 0) globalThis.pressable.set(control, reached);
  }
}

/**
 * In the page: returns the controls with a point that a press no longer reaches, because of a toast
 * or of the bar that grows with the toasts in it. A control that has left the view of a list, such
 * as the menu, can be scrolled back into it.
 */
function lostControls() {
  const isOutOfList = (control, at) => {
    const list = control.closest('.overflow-y-auto, .lg\\:overflow-y-auto');
    return list !== null && at > list.getBoundingClientRect().bottom;
  };
  const isCovered = (control, [x, y]) => {
    const { left, top, width, height } = control.getBoundingClientRect();
    if (isOutOfList(control, top + y * height)) return false;
    const hit = document.elementFromPoint(left + x * width, top + y * height);
    const cover = hit?.closest('[data-toasts], [data-frame] > header');
    return Boolean(cover) && !cover.contains(control);
  };
  return [...globalThis.pressable]
    .filter(([control]) => control.checkVisibility({ visibilityProperty: true }))
    .filter(([control, parts]) => parts.some((part) => isCovered(control, part)))
    .map(([control]) => control.outerHTML.slice(0, 160));
}
