import type { ReactNode } from 'react';

import { BackLink } from './back-link';

type PageProps = {
  title: string;
  /** The title of the document, if it is another. */
  documentTitle?: string;
  /** What the page shows, in a line below the title. */
  about: ReactNode;
  /** The parent page. */
  parent?: { to: string; title: string };
  /** Buttons beside the title. */
  actions?: ReactNode;
  children: ReactNode;
};

/** A page of the signed-in app. */
export function Page({ title, documentTitle = title, about, parent, ...props }: PageProps) {
  return (
    <div className="grid grid-cols-1 gap-6">
      <title>{`${documentTitle} · Harken`}</title>
      {parent && <BackLink to={parent.to}>{parent.title}</BackLink>}
      <header className="flex flex-wrap items-end justify-between gap-4">
        <div className="min-w-0">
          <h1 tabIndex={-1} dir="auto" className="text-3xl">
            {title}
          </h1>
          {/* As high as a line, so that nothing moves when the text arrives. */}
          <p className="mt-1.5 min-h-6 wrap-anywhere text-ink-soft">{about}</p>
        </div>
        {props.actions}
      </header>
      {props.children}
    </div>
  );
}
