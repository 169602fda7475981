// Takes a screenshot of every screen in both themes, on a phone and on a desktop, and writes a page that shows all
// of them. Takes the README's picture, too; with `readme`, nothing else.
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';

import { register } from './support/accounts.mjs';
import { openBrowser } from './support/browser.mjs';
import { takeReadmePicture } from './support/readme-picture.mjs';
import { screens } from './support/screens.mjs';
import { load, looksOf, openStage, reach, wear } from './support/show.mjs';
import { startStack } from './support/stack.mjs';
import { settle } from './support/world.mjs';

const folder = new URL('../../screenshots/', import.meta.url).pathname;
const wanted = process.argv.slice(2);
const chosen = screens.filter(
  ({ name }) => wanted.length === 0 || wanted.some((part) => name.includes(part)),
);

const fileOf = ({ name }, { theme, width }) => `${name}-${theme}-${width}.png`;

function contactSheet() {
  const rows = screens.map((screen) => {
    const pictures = looksOf(screen).map((look) => {
      const file = fileOf(screen, look);
      const width = look.width === 390 ? 150 : 460;
      return `<a href="${file}"><img loading="lazy" width="${width}" src="${file}" alt="${file}"></a>`;
    });
    return `<h2>${screen.name} <small>${screen.path}</small></h2><p>${pictures.join('\n')}</p>`;
  });
  return `<!doctype html><meta charset="utf-8"><title>Harken's screens</title>
<style>body{font:14px system-ui;background:#888;margin:1rem}p{display:flex;gap:.5rem;align-items:start;flex-wrap:wrap}</style>
${rows.join('\n')}`;
}

if (wanted.length === 0) rmSync(folder, { recursive: true, force: true });
mkdirSync(folder, { recursive: true });
const stack = await startStack();
const browser = await openBrowser();
const failed = [];
try {
  const world = await settle(stack);
  if (wanted.length === 0 || wanted.includes('readme')) {
    await takeReadmePicture(browser, stack, world);
  }
  await register(stack, 'eve@example.com');
  const stage = await openStage(browser, stack);
  const { page } = stage;
  for (const screen of chosen) {
    try {
      await load(stage, world, screen);
      await reach(page, screen);
      for (const look of looksOf(screen)) {
        await wear(page, screen, look);
        // A dialog covers only the viewport.
        const fullPage = (await page.locator('[role=dialog], [role=alertdialog]').count()) === 0;
        await page.screenshot({ path: folder + fileOf(screen, look), fullPage });
      }
    } catch (error) {
      failed.push(`${screen.name}: ${error.message}`);
    }
  }
} finally {
  await browser.close();
  await stack.stop();
}
writeFileSync(`${folder}index.html`, contactSheet());
console.log(`${folder}index.html`);
if (failed.length > 0) {
  console.error(failed.join('\n'));
  process.exit(1);
}
