import type { ReactNode } from 'react';

import { PublicHeader } from '@/components/public-header';
import { SiteFooter } from '@/components/site-footer';
import { publicPageTitle } from '@/config/public-pages';

import { Contents } from './contents';
import { Glance } from './glance';

export type LegalSection = { id: string; title: string; body: ReactNode };

type LegalPageProps = {
  path: string;
  title: string;
  /** The effective date, as it is shown. */
  date: string;
  lead: ReactNode;
  /** The facts that most people look for. */
  glance: readonly (readonly [string, string])[];
  sections: readonly LegalSection[];
};

/** The frame of the legal pages: the facts first, then the text with its table of contents. */
export function LegalPage({ path, title, date, lead, glance, sections }: LegalPageProps) {
  return (
    <>
      <title>{publicPageTitle(path)}</title>
      <div className="mx-auto w-full max-w-6xl px-5 sm:px-8">
        <PublicHeader />
        <main className="pt-10 pb-24 sm:pt-16">
          <h1 className="text-[min(2.5rem,13vw)] sm:text-6xl">{title}</h1>
          <p className="mt-4 font-medium text-ink-faint">{date}</p>
          <p className="mt-6 max-w-2xl text-lg text-ink-soft">{lead}</p>
          <Glance facts={glance} />
          <div className="mt-16 grid grid-cols-[minmax(0,1fr)] gap-x-16 lg:grid-cols-[14rem_minmax(0,1fr)]">
            <Contents sections={sections} />
            <article className="max-w-[68ch] text-base leading-[1.7] wrap-break-word text-ink-soft [&_a]:font-semibold [&_a]:text-brand-text [&_a]:underline [&_a]:underline-offset-4 [&_li]:mt-1.5 [&_p]:mt-4 [&_strong]:font-semibold [&_strong]:text-ink [&_ul]:mt-4 [&_ul]:list-disc [&_ul]:pl-5">
              {sections.map(({ id, title, body }) => (
                <section
                  key={id}
                  id={id}
                  tabIndex={-1}
                  aria-labelledby={`${id}-title`}
                  className="scroll-mt-8 focus:outline-none not-first:mt-12"
                >
                  <h2 id={`${id}-title`} className="text-2xl text-ink">
                    {title}
                  </h2>
                  {body}
                </section>
              ))}
            </article>
          </div>
        </main>
      </div>
      <SiteFooter />
    </>
  );
}
