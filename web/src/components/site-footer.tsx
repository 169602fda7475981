import { Link } from 'react-router';

import { Logo } from '@/components/ui/logo';
import { paths } from '@/config/paths';
import { site } from '@/config/site';
import { affiliationText } from '@/config/sources';

type FooterLink = { name: string; to: string };

const groups: { title: string; links: FooterLink[] }[] = [
  {
    title: 'Product',
    links: [
      { name: 'Features', to: '/#features' },
      { name: 'How it works', to: '/#how-it-works' },
      ...(site.plansOn ? [{ name: 'Pricing', to: '/#pricing' }] : []),
      { name: 'About', to: '/#about' },
    ],
  },
  {
    title: 'Account',
    links: [
      { name: 'Log in', to: paths.login },
      ...(site.registrationOpen ? [{ name: 'Create an account', to: paths.register }] : []),
      { name: 'Contact', to: '/#contact' },
      ...(site.hasStatusPage ? [{ name: 'Status', to: paths.status }] : []),
    ],
  },
  {
    title: 'Legal',
    links: [
      { name: 'Terms', to: paths.terms },
      { name: 'Refunds', to: paths.refund },
      { name: 'Privacy', to: paths.privacy },
    ],
  },
];

/** The footer of the public pages. */
export function SiteFooter() {
  return (
    <footer className="border-t border-line bg-surface">
      <div className="mx-auto grid w-full max-w-6xl gap-10 px-5 py-12 sm:px-8 md:grid-cols-[1fr_auto]">
        <div>
          <Logo />
          <p className="mt-4 max-w-xs text-sm text-ink-faint">{affiliationText}</p>
        </div>
        <nav
          aria-label="Footer"
          className="grid grid-cols-[repeat(auto-fit,minmax(6.5rem,1fr))] gap-x-14 gap-y-8 sm:grid-cols-3"
        >
          {groups.map(({ title, links }) => (
            <div key={title}>
              <p className="text-sm font-semibold">{title}</p>
              <ul className="mt-2 grid text-sm text-ink-soft">
                {links.map(({ name, to }) => (
                  <li key={name}>
                    <Link
                      to={to}
                      className="inline-block py-1.5 underline-offset-4 hover:text-ink hover:underline"
                    >
                      {name}
                    </Link>
                  </li>
                ))}
              </ul>
            </div>
          ))}
        </nav>
      </div>
    </footer>
  );
}
