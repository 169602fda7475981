import type { Watch } from '@/api/types';
import { isSite, placesLabel } from '@/lib/places';

export const states = [
  { value: 'all', label: 'All states' },
  { value: 'active', label: 'Active' },
  { value: 'inactive', label: 'Inactive' },
] as const;

export const orders = [
  { value: 'newest', label: 'Newest first' },
  { value: 'name', label: 'By name' },
  { value: 'matches', label: 'Most matches' },
  { value: 'last', label: 'Latest match' },
] as const;

/** The filters and the order of the list. */
export type WatchView = {
  text: string;
  /** Empty for all. */
  tag: string;
  state: (typeof states)[number]['value'];
  order: (typeof orders)[number]['value'];
};

/** The parameters of the view in the address. */
const names = { text: 'q', tag: 'tag', state: 'state', order: 'sort' } as const;

export function viewOf(params: URLSearchParams): WatchView {
  const state = states.find(({ value }) => value === params.get(names.state));
  const order = orders.find(({ value }) => value === params.get(names.order));
  return {
    text: params.get(names.text) ?? '',
    tag: params.get(names.tag) ?? '',
    state: state?.value ?? 'all',
    order: order?.value ?? 'newest',
  };
}

/** Returns `params` with a changed view, without default values. */
export function withView(params: URLSearchParams, view: Partial<WatchView>): URLSearchParams {
  const next = new URLSearchParams(params);
  const usual = viewOf(new URLSearchParams());
  for (const [key, value] of Object.entries(view) as [keyof WatchView, string][]) {
    if (value === usual[key]) next.delete(names[key]);
    else next.set(names[key], value);
  }
  return next;
}

const compare: Record<WatchView['order'], (a: Watch, b: Watch) => number> = {
  // The server's order.
  newest: () => 0,
  name: (a, b) => a.keyword.localeCompare(b.keyword, 'en', { sensitivity: 'base' }),
  matches: (a, b) => b.matchCount - a.matchCount,
  last: (a, b) => (b.lastMatchAt ?? '').localeCompare(a.lastMatchAt ?? ''),
};

/** Returns the watches of a view, in its order. */
export function inView(watches: readonly Watch[], view: WatchView): Watch[] {
  const text = view.text.trim().toLowerCase();
  const found = watches.filter(
    ({ keyword, notes, subreddits, tags, isActive }) =>
      (view.state === 'all' || isActive === (view.state === 'active')) &&
      (view.tag === '' || tags.includes(view.tag)) &&
      (text === '' ||
        [keyword, notes, ...subreddits, placesLabel(subreddits.filter(isSite)), ...tags].some(
          (one) => one.toLowerCase().includes(text),
        )),
  );
  return found.toSorted(compare[view.order]);
}

/** Returns every tag of `watches`, in alphabetical order. */
export const tagsOf = (watches: readonly Watch[]): string[] =>
  [...new Set(watches.flatMap(({ tags }) => tags))].toSorted((a, b) => a.localeCompare(b, 'en'));
