import { Link } from 'react-router';

import { paths } from '@/config/paths';
import { site } from '@/config/site';

const linkClassName = 'font-semibold text-brand-text underline underline-offset-4';

export function Contact() {
  return (
    <section
      id="contact"
      tabIndex={-1}
      aria-labelledby="contact-title"
      className="pb-20 focus:outline-none sm:pb-28"
    >
      <div className="mx-auto w-full max-w-6xl px-5 sm:px-8">
        <div className="grid gap-8 rounded-card border border-line bg-sunken p-7 sm:p-10 md:grid-cols-2">
          <div>
            <h2 id="contact-title" className="text-2xl">
              Contact
            </h2>
            <p className="mt-2 text-ink-soft">A question, a problem, a refund: write to</p>
            <p className="mt-1 text-lg break-words">
              <a href={`mailto:${site.supportEmail}`} className={linkClassName}>
                {site.supportEmail}
              </a>
            </p>
          </div>
          <div>
            <h2 className="text-2xl">Legal</h2>
            <ul className="mt-2 grid gap-1">
              <li>
                <Link to={paths.terms} className={linkClassName}>
                  Terms of Service
                </Link>
              </li>
              <li>
                <Link to={paths.refund} className={linkClassName}>
                  Refund Policy
                </Link>
              </li>
              <li>
                <Link to={paths.privacy} className={linkClassName}>
                  Privacy Policy
                </Link>
              </li>
            </ul>
          </div>
        </div>
      </div>
    </section>
  );
}
