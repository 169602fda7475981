import { placeLabel } from '@/lib/places';

import { site } from './site';

export function sourceTexts({ sites, readsReddit }: Pick<typeof site, 'sites' | 'readsReddit'>) {
  const others = sites.map(placeLabel);
  const all = ['Reddit', ...others];
  // Where nothing is read yet, Reddit is named as an example.
  const read = readsReddit || others.length === 0 ? all : others;
  return {
    /** The sources that are read: "Reddit and Hacker News". */
    sourcesText: new Intl.ListFormat('en').format(read),
    /** The sources that are read besides Reddit: "Hacker News". Empty if there are none. */
    otherSourcesText: new Intl.ListFormat('en').format(others),
    /** The disclaimer of any affiliation with the sources. */
    affiliationText: `Harken is not affiliated with ${new Intl.ListFormat('en', { type: 'disjunction' }).format(all)}.`,
  };
}

export const { sourcesText, otherSourcesText, affiliationText } = sourceTexts(site);
