import { act, render, screen } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';

import { Dialog } from './dialog';

const noop = () => undefined;

function show(children: React.ReactNode) {
  return (
    <Dialog open onOpenChange={noop} title="A dialog">
      {children}
    </Dialog>
  );
}

afterEach(() => vi.unstubAllGlobals());

test.each([
  ['a text field after radios', <input key="1" type="radio" />, <input key="2" aria-label="It" />],
  ['a text area', <textarea key="1" aria-label="It" />, <input key="2" />],
  ['an enabled one', <input key="1" disabled />, <input key="2" aria-label="It" />],
  ['one that can be edited', <input key="1" readOnly />, <input key="2" aria-label="It" />],
  ['a choice', <button key="1">No</button>, <select key="2" aria-label="It" />],
  [
    'the chosen one',
    <input key="1" type="radio" name="a" />,
    <input key="2" type="radio" name="a" defaultChecked aria-label="It" />,
  ],
])('the focus begins in %s', (_name, first, second) => {
  render(
    show(
      <>
        {first}
        {second}
      </>,
    ),
  );
  expect(screen.getByLabelText('It')).toHaveFocus();
});

test('without a field it begins at the first button', () => {
  render(show('Nothing to fill in'));
  expect(screen.getByRole('button', { name: 'Close' })).toHaveFocus();
});

test('the dialog is above the keyboard', () => {
  const viewport = Object.assign(new EventTarget(), { height: 0, offsetTop: 0, scale: 1 });
  viewport.height = window.innerHeight;
  vi.stubGlobal('visualViewport', viewport);
  render(show('Text'));
  const covered = () => screen.getByRole('dialog').style.getPropertyValue('--keyboard');
  expect(covered()).toBe('0px');
  act(() => {
    viewport.height = window.innerHeight - 300;
    viewport.dispatchEvent(new Event('resize'));
  });
  expect(covered()).toBe('300px');
  act(() => {
    viewport.offsetTop = 100;
    viewport.dispatchEvent(new Event('scroll'));
  });
  expect(covered()).toBe('200px');
  // Zooming hides parts of the page without a keyboard.
  act(() => {
    viewport.scale = 2;
    viewport.dispatchEvent(new Event('resize'));
  });
  expect(covered()).toBe('0px');
});
