// The README's picture: the inbox with highlighted matches, and beside it the preview of a keyword as it is typed.
import { mkdirSync, writeFileSync } from 'node:fs';

import { screens } from './screens.mjs';
import { load, openStage, reach, wear } from './show.mjs';

const folder = new URL('../../../docs/images/', import.meta.url).pathname;
const named = (name) => screens.find((screen) => screen.name === name);
const width = 1280;

/** Takes the picture in both themes: docs/images/harken-{light,dark}.webp. */
export async function takeReadmePicture(browser, stack, world) {
  const stage = await openStage(browser, stack);
  const { page } = stage;
  const parts = { light: [], dark: [] };
  for (const [screen, shown] of [
    [named('notifications-open'), () => page],
    [named('keyword-preview'), () => page.getByRole('dialog')],
  ]) {
    await load(stage, world, screen);
    await reach(page, screen);
    for (const theme of ['light', 'dark']) {
      await wear(page, screen, { theme, width });
      parts[theme].push((await shown().screenshot()).toString('base64'));
    }
  }
  mkdirSync(folder, { recursive: true });
  const blank = await browser.newPage({ viewport: { width, height: 720 }, deviceScaleFactor: 1.5 });
  const devtools = await blank.context().newCDPSession(blank);
  for (const [theme, [inbox, preview]] of Object.entries(parts)) {
    const image = (data, style) => `<img src="data:image/png;base64,${data}" style="${style}">`;
    const edge = theme === 'light' ? '#0002' : '#fff3';
    await blank.setContent(`<body style="margin:0;overflow:hidden;background:${theme === 'light' ? '#fff' : '#0d1117'}">
      <div style="position:relative;width:${width}px;height:720px">
      ${image(inbox, `position:absolute;left:0;top:0;width:1000px;border:1px solid ${edge};border-radius:10px`)}
      ${image(preview, `position:absolute;right:0;bottom:0;max-height:690px;max-width:560px;border:1px solid ${edge};border-radius:10px;box-shadow:0 8px 40px #0006`)}
      </div></body>`);
    await blank.waitForFunction(() => [...document.images].every(({ complete }) => complete));
    const { data } = await devtools.send('Page.captureScreenshot', { format: 'webp', quality: 80 });
    writeFileSync(`${folder}harken-${theme}.webp`, Buffer.from(data, 'base64'));
  }
  await blank.close();
}
