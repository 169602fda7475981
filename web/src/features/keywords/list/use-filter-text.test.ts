import { act, renderHook } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';

import { useFilterText } from './use-filter-text';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

test('a text that is typed just before a dialog opens reaches the address once the dialog is closed', () => {
  const onRest = vi.fn();
  const { result, rerender } = renderHook(
    ({ isDialogOpen }) => useFilterText('', isDialogOpen, onRest),
    { initialProps: { isDialogOpen: false } },
  );
  act(() => result.current[1]('ru'));
  rerender({ isDialogOpen: true });
  act(() => void vi.advanceTimersByTime(1_000));
  expect(onRest).not.toHaveBeenCalled();
  rerender({ isDialogOpen: false });
  expect(onRest).toHaveBeenCalledExactlyOnceWith('ru');
  expect(result.current[0]).toBe('ru');
});
