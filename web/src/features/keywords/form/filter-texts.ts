import type { Filters } from './watch-defaults';

/** The filters of a keyword. */
export const filterTexts: { name: keyof Filters; label: string; hint: string }[] = [
  { name: 'includePosts', label: 'Posts', hint: 'Search posts' },
  { name: 'includeComments', label: 'Comments', hint: 'Search comments' },
  {
    name: 'matchTitlesOnly',
    label: 'Titles only',
    hint: 'Skip comments and the text of posts',
  },
  { name: 'caseSensitive', label: 'Case-sensitive', hint: '“Rust” does not match “rust”' },
  { name: 'wholeWordOnly', label: 'Whole words only', hint: '“art” does not match “start”' },
];
