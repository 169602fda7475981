import { expect, test } from 'vitest';

import { showOverlay } from './overlay';
import { isShortcut } from './shortcut-key';

test('a key pressed while a dialog loads is not a shortcut', () => {
  const key = new KeyboardEvent('keydown', { key: 'e' });
  expect(isShortcut(key)).toBe(true);
  showOverlay('palette');
  expect(isShortcut(key)).toBe(false);
});
