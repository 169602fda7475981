import { Link } from 'react-router';

import { paths } from '@/config/paths';
import { site } from '@/config/site';
import { affiliationText, sourcesText } from '@/config/sources';
import { freeKeywordLimit, inDollars, priceOf } from '@/entities/plan/plans';
import { numberText } from '@/lib/number';

import { LegalPage, type LegalSection } from './legal-page';
import { SupportLink } from './support-link';

const monthly = priceOf('pro', 'month');
const yearly = priceOf('pro', 'year');

const paidSections: LegalSection[] = [
  {
    id: 'plans',
    title: 'Plans and payment',
    body: (
      <>
        <p>
          <strong>Free</strong> costs nothing and covers up to {numberText(freeKeywordLimit)}{' '}
          keywords.{' '}
          {monthly && (
            <>
              <strong>Pro</strong> costs {inDollars(monthly)} per month and is billed monthly in
              advance
              {yearly && <>, or {inDollars(yearly)} per year, billed yearly in advance</>}.
            </>
          )}{' '}
          Prices are in Canadian dollars.
        </p>
        <p>
          Payments are handled by a card payment provider. Card details go to the provider directly
          and are never stored by Harken.
        </p>
      </>
    ),
  },
  {
    id: 'cancelling',
    title: 'Cancelling',
    body: (
      <p>
        Pro can be cancelled at any time on the Subscription page. It stays until the end of the
        period you have paid for; then the account continues on Free. Your keywords and their
        history remain: beyond the {numberText(freeKeywordLimit)} oldest, keywords become inactive.
      </p>
    ),
  },
  {
    id: 'refunds',
    title: 'Refunds',
    body: (
      <p>
        New Pro subscribers have a 30-day money-back guarantee. The{' '}
        <Link to={paths.refund}>Refund Policy</Link> says how to ask, and what happens then.
      </p>
    ),
  },
];

const freeSections: LegalSection[] = [
  {
    id: 'plans',
    title: 'Plans and payment',
    body: <p>There are no paid plans on this server: everything is included for every account.</p>,
  },
];

const sections: LegalSection[] = [
  {
    id: 'agreement',
    title: 'What you agree to',
    body: (
      <p>
        These terms apply between you and the operator of this server. By creating an account or
        using Harken you accept them. If you do not, please do not use it.
      </p>
    ),
  },
  {
    id: 'service',
    title: 'What Harken does',
    body: (
      <>
        <p>
          Harken reads public posts and comments on {sourcesText}, compares them with the keywords
          you choose, and tells you about matches by email, in the browser and on your dashboard.
        </p>
        <p>
          <strong>{affiliationText}</strong> What you do on a site is subject to its own rules. A
          site may limit what can be read, so no one can promise that every post is found; known
          gaps are recorded.
        </p>
      </>
    ),
  },
  {
    id: 'account',
    title: 'Your account',
    body: (
      <ul>
        <li>You must be at least 13 years old.</li>
        <li>Use an email address that is yours: it has to be confirmed before you can sign in.</li>
        <li>Keep your password to yourself. What is done with your account counts as yours.</li>
        <li>
          You can export your data or delete the account in Settings, at any time and without
          asking.
        </li>
      </ul>
    ),
  },
  ...(site.plansOn ? paidSections : freeSections),
  {
    id: 'fair-use',
    title: 'Fair use',
    body: (
      <>
        <p>Please do not use Harken to:</p>
        <ul>
          <li>harass people, send spam, or break the law or the rules of a site;</li>
          <li>get at other people&apos;s accounts or data;</li>
          <li>get around limits, or put a load on the service that harms others.</li>
        </ul>
        <p>An account that does may be suspended or closed.</p>
      </>
    ),
  },
  {
    id: 'data',
    title: 'Your data',
    body: (
      <p>
        Your keywords and settings remain yours. Notifications are stored for up to 90 days and then
        deleted. The <Link to={paths.privacy}>Privacy Policy</Link> says what else is held and for
        how long. Posts and comments belong to those who wrote them.
      </p>
    ),
  },
  {
    id: 'availability',
    title: 'Availability and liability',
    body: (
      <>
        <p>
          Harken is provided as it is. Interruptions happen, on our side or on that of a site, and
          an alert can come late.
          {site.plansOn && ' For outages over 24 hours a partial refund may be considered.'}
        </p>
        <p>
          Do not rely on Harken alone where a missed alert would do serious harm. As far as the law
          allows, the operator is not liable for loss that follows from one. Rights that the law
          gives you as a consumer remain untouched.
        </p>
      </>
    ),
  },
  {
    id: 'changes',
    title: 'Changes and questions',
    body: (
      <p>
        The date at the top says when these terms were last changed. Questions are welcome at{' '}
        <SupportLink />.
      </p>
    ),
  },
];

export default function TermsPage() {
  return (
    <LegalPage
      path={paths.terms}
      title="Terms of Service"
      date="Last updated: August 6, 2024"
      lead="What you can expect from Harken and what it expects from you, in plain words."
      glance={[
        ...(site.plansOn && monthly ? ([['Pro, per month', inDollars(monthly)]] as const) : []),
        ...(site.plansOn ? ([['Pro can be cancelled', 'Any time']] as const) : []),
        ['minimum age', '13'],
        ['notifications are stored', 'up to 90 days'],
      ]}
      sections={sections}
    />
  );
}
