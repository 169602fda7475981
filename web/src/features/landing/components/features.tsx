import type { ReactNode } from 'react';

import { otherSourcesText } from '@/config/sources';

import { AlertPicture, KeywordsPicture, PrivacyPicture } from './feature-pictures';
import { Section } from './section';

export function Features() {
  return (
    <Section
      id="features"
      title="Every mention, and nothing else"
      lead="Refreshing a search page shows you what others have already seen. Harken keeps reading, so you do not have to."
      className="border-t border-line bg-surface"
    >
      <ul className="grid grid-cols-1 gap-x-8 gap-y-14 md:grid-cols-3">
        <Feature title="Keyword tracking" picture={<KeywordsPicture />}>
          Follow a name, a phrase or a need: in posts across all of Reddit, or in every post and
          comment of the subreddits you choose.
          {otherSourcesText && ` One click adds ${otherSourcesText}.`} A live preview shows what a
          keyword would have matched before you save it.
        </Feature>
        <Feature title="Instant notifications" picture={<AlertPicture />}>
          New matches appear on your open dashboard, with the words highlighted. Emails come at once
          or as a digest, as often as you choose.
        </Feature>
        <Feature title="Privacy first" picture={<PrivacyPicture />}>
          No third-party scripts, no trackers, nothing sold. Export everything you have stored, or
          delete it with your account, from Settings.
        </Feature>
      </ul>
    </Section>
  );
}

type FeatureProps = { title: string; picture: ReactNode; children: ReactNode };

function Feature({ title, picture, children }: FeatureProps) {
  return (
    <li>
      <div
        aria-hidden
        className="mb-6 grid h-56 place-content-center overflow-hidden rounded-card border border-line bg-canvas p-5"
      >
        {picture}
      </div>
      <h3 className="text-xl">{title}</h3>
      <p className="mt-2 text-ink-soft">{children}</p>
    </li>
  );
}
