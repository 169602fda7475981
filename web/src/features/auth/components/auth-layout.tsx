import type { ReactNode } from 'react';
import { Link, useLocation } from 'react-router';

import { Logo } from '@/components/ui/logo';
import { paths } from '@/config/paths';
import { publicPageTitle } from '@/config/public-pages';
import { affiliationText } from '@/config/sources';

import { ListeningPanel } from './listening-panel';

type AuthLayoutProps = {
  /** The document's title in a certain state of the page; by default that of the page. */
  documentTitle?: string;
  title: string;
  tagline?: ReactNode;
  children?: ReactNode;
  footer?: ReactNode;
};

/** The frame of the signed-out forms: the form on the left, an illustration on the right. */
export function AuthLayout({ documentTitle, title, tagline, children, footer }: AuthLayoutProps) {
  const { pathname } = useLocation();
  return (
    <div className="grid min-h-dvh grid-cols-[minmax(0,1fr)] lg:grid-cols-[minmax(30rem,1fr)_1.1fr]">
      <title>{documentTitle ? `${documentTitle} · Harken` : publicPageTitle(pathname)}</title>
      <div className="flex flex-col px-5 py-6 sm:px-10">
        <header className="flex">
          <Link to={paths.landing} aria-label="Harken home" className="flex rounded-control">
            <Logo />
          </Link>
        </header>
        <main className="m-auto min-h-104 w-full max-w-md py-10">
          <header className="mb-8">
            <h1 className="text-3xl sm:text-[2.125rem]">{title}</h1>
            {tagline && <p className="mt-2 text-ink-soft">{tagline}</p>}
          </header>
          {children}
          {footer && (
            <footer className="mt-8 grid gap-2 border-t border-line pt-6 text-sm text-ink-soft [&_a]:font-semibold [&_a]:text-brand-text [&_a]:underline-offset-4 [&_a:hover]:underline">
              {footer}
            </footer>
          )}
        </main>
        <footer className="text-xs text-ink-faint">{affiliationText}</footer>
      </div>
      <ListeningPanel />
    </div>
  );
}
