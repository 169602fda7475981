import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test, vi } from 'vitest';

import { QueryList } from './query-list';

type Result = { data?: string[]; error?: Error; refetch?: () => Promise<unknown> };

function result({ data, error, refetch = () => Promise.resolve() }: Result) {
  return { data, error, isPending: !data && !error, isError: error !== undefined, refetch };
}

function show(query: Result) {
  return render(
    <QueryList
      query={result(query)}
      what="your mutes"
      label="Loading mutes"
      rows={2}
      empty={<p>Nothing is muted</p>}
    >
      {(mutes) => <p>{mutes.join(' and ')}</p>}
    </QueryList>,
  );
}

test('rows fill the space while the data loads', () => {
  show({});
  expect(screen.getByRole('status', { name: 'Loading mutes' }).children).toHaveLength(2);
  expect(screen.queryByText('Nothing is muted')).toBeNull();
});

test('data that failed to load is named, and can be requested again', async () => {
  const user = userEvent.setup();
  const refetch = vi.fn(() => Promise.resolve());
  show({ error: new TypeError('Failed to fetch'), refetch });
  expect(screen.getByRole('alert')).toHaveTextContent('We could not load your mutes.');
  expect(screen.queryByRole('status')).toBeNull();
  await user.click(screen.getByRole('button', { name: 'Try again' }));
  expect(refetch).toHaveBeenCalledOnce();
});

test.each<[string, Result, string]>([
  ['an empty list is replaced', { data: [] }, 'Nothing is muted'],
  ['entries are shown', { data: ['spam', 'ads'] }, 'spam and ads'],
  [
    'entries stay if they could not be refreshed',
    { data: ['spam'], error: new TypeError('Failed to fetch') },
    'spam',
  ],
])('%s', (_what, query, text) => {
  const { container } = show(query);
  expect(container.children).toHaveLength(1);
  expect(container).toHaveTextContent(new RegExp(`^${text}$`));
});

test('a part of the data may be shown, and another placeholder', () => {
  const list = (data?: string[]) => (
    <QueryList
      query={result({ data })}
      entries={data?.at(0)}
      what="your mutes"
      pending={<p>Please wait</p>}
    >
      {(first) => <p>{first.toUpperCase()}</p>}
    </QueryList>
  );
  const { container, rerender } = render(list());
  expect(container).toHaveTextContent(/^Please wait$/);
  rerender(list(['spam', 'ads']));
  expect(container).toHaveTextContent(/^SPAM$/);
});
