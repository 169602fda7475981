import { paths } from '@/config/paths';
import { site } from '@/config/site';
import { freeKeywordLimit, priceOf, withCurrency } from '@/entities/plan/plans';
import { numberText } from '@/lib/number';

import { LegalPage, type LegalSection } from './legal-page';
import { SupportLink } from './support-link';

const monthly = priceOf('pro', 'month');
const yearly = priceOf('pro', 'year');

function Prices() {
  if (!site.plansOn || !monthly) {
    return <p>Pro is not sold on this server, so there is nothing to pay and nothing to refund.</p>;
  }
  return (
    <p>
      It covers both ways to pay for Pro: {withCurrency(monthly)} per month
      {yearly && <>, or {withCurrency(yearly)} per year</>}.
    </p>
  );
}

const sections: LegalSection[] = [
  {
    id: 'guarantee',
    title: 'The guarantee',
    body: (
      <>
        <p>
          New Pro subscribers have a <strong>30-day money-back guarantee</strong>. If Pro is not for
          you, ask within 30 days of subscribing and you get your money back.
        </p>
        <Prices />
      </>
    ),
  },
  {
    id: 'asking',
    title: 'How to ask',
    body: (
      <p>
        Write to <SupportLink /> from the email address of your account and say that you would like
        a refund. Nothing else is needed.
      </p>
    ),
  },
  {
    id: 'time',
    title: 'How long it takes',
    body: (
      <ul>
        <li>
          Requests are reviewed in <strong>2-3 business days</strong>.
        </li>
        <li>
          Approved refunds are processed in <strong>5-10 business days</strong>, by the card payment
          provider that took the payment, to the card it came from.
        </li>
      </ul>
    ),
  },
  {
    id: 'account',
    title: 'What happens to your account',
    body: (
      <>
        <p>
          An approved refund cancels Pro immediately and downgrades the account to Free. You keep
          your account and your data.
        </p>
        <p>
          On Free, the {numberText(freeKeywordLimit)} oldest keywords stay active. The others become
          inactive and are kept with their history, should you come back.
        </p>
      </>
    ),
  },
  {
    id: 'outages',
    title: 'Outages',
    body: <p>Partial refunds may be considered for outages over 24 hours.</p>,
  },
  {
    id: 'cancelling',
    title: 'Cancelling without a refund',
    body: (
      <p>
        Pro is billed in advance and can be cancelled at any time on the Subscription page. It then
        stays until the end of the period you have paid for.
      </p>
    ),
  },
  {
    id: 'questions',
    title: 'Questions',
    body: (
      <p>
        Write to <SupportLink />. Harken is not affiliated with Reddit, which can neither give nor
        refund a subscription to it.
      </p>
    ),
  },
];

export default function RefundPage() {
  return (
    <LegalPage
      path={paths.refund}
      title="Refund Policy"
      date="Last updated: August 6, 2024"
      lead="Try Pro for a month. If it does not earn its keep, you get your money back."
      glance={[
        ['money-back guarantee', '30 days'],
        ['until a request is reviewed', '2-3 business days'],
        ['until an approved refund is processed', '5-10 business days'],
        ['kept after a refund', 'Account and data'],
      ]}
      sections={sections}
    />
  );
}
