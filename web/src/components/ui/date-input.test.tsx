import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test } from 'vitest';

import { DateInput } from './date-input';

test.each([
  ['date', '2026-01-03', '3 Jan 2026'],
  ['datetime-local', '2026-01-03T14:05', '3 Jan 2026, 14:05'],
  ['time', '22:00', '22:00'],
] as const)('a %s is written as everywhere', (type, value, text) => {
  render(<DateInput type={type} aria-label="When" defaultValue={value} />);
  expect(screen.getByText(text)).toBeVisible();
  expect(screen.getByLabelText('When')).toHaveValue(value);
});

test('what is typed is written, too', async () => {
  render(<DateInput type="date" aria-label="When" empty="Any day" />);
  expect(screen.getByText('Any day')).toBeVisible();
  await userEvent.type(screen.getByLabelText('When'), '2026-02-01');
  expect(screen.getByText('1 Feb 2026')).toBeVisible();
});
