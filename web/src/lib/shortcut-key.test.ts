import { expect, test } from 'vitest';

import { showOverlay } from './overlay';
import { isShortcut } from './shortcut-key';

test('a key that is pressed while a dialog is being loaded is no shortcut', () => {
  const key = new KeyboardEvent('keydown', { key: 'e' });
  expect(isShortcut(key)).toBe(true);
  showOverlay('palette');
  expect(isShortcut(key)).toBe(false);
});
