import { placeLabel } from '@/lib/places';

import { site } from './site';

const others = site.sites.map(placeLabel);
const all = ['Reddit', ...others];
// Where nothing is read yet, Reddit is named as an example.
const read = site.readsReddit || others.length === 0 ? all : others;

/** The sources that are read: "Reddit and Hacker News". */
export const sourcesText = new Intl.ListFormat('en').format(read);

/** The sources that are read besides Reddit: "Hacker News". Empty if there are none. */
export const otherSourcesText = new Intl.ListFormat('en').format(others);

/** The disclaimer of any affiliation with the sources. */
export const affiliationText = `Harken is not affiliated with ${new Intl.ListFormat('en', { type: 'disjunction' }).format(all)}.`;
