import { placeLabel } from '@/lib/places';

import { site } from './site';

const others = site.sites.map(placeLabel);
const all = ['Reddit', ...others];
// Where nothing is read yet, Reddit stands for what can be.
const read = site.readsReddit || others.length === 0 ? all : others;

/** What is read here: "Reddit and Hacker News". */
export const sourcesText = new Intl.ListFormat('en').format(read);

/** What is read beside Reddit: "Hacker News"; nothing where that is all. */
export const otherSourcesText = new Intl.ListFormat('en').format(others);

/** That nobody there has a part in Harken. */
export const affiliationText = `Harken is not affiliated with ${new Intl.ListFormat('en', { type: 'disjunction' }).format(all)}.`;
