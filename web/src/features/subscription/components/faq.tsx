import { ChevronDown } from 'lucide-react';
import type { ReactNode } from 'react';

import { SectionCard } from '@/components/ui/card';
import { site } from '@/config/site';
import { freeKeywordLimit, priceOf, withCurrency } from '@/entities/plan/plans';
import { numberText } from '@/lib/number';

const monthly = priceOf('pro', 'month');
const yearly = priceOf('pro', 'year');

const questions: { question: string; answer: ReactNode }[] = [
  {
    question: 'What does Pro cost?',
    answer:
      monthly &&
      yearly &&
      `${withCurrency(monthly)} per month or ${withCurrency(yearly)} per year, billed in advance. It renews automatically until you cancel.`,
  },
  {
    question: 'Can I cancel at any time?',
    answer:
      'Yes, here, with two clicks. Pro stays until the end of the period that you have paid for, and nothing more is charged. Until then you can undo the cancellation.',
  },
  {
    question: 'What happens to my keywords when Pro ends?',
    answer: `Your ${numberText(freeKeywordLimit)} oldest keywords stay active. The others become inactive and keep their history, in case you come back.`,
  },
  {
    question: 'Can I get my money back?',
    answer: (
      <>
        New Pro subscribers have a 30-day money-back guarantee. Write to <Support /> from the
        address of your account. Requests are reviewed in 2-3 business days, and approved refunds
        are processed in 5-10 business days. An approved refund ends Pro at once; your account and
        your data stay.
      </>
    ),
  },
  {
    question: 'Can I change between monthly and yearly?',
    answer: 'Yes: cancel, and choose the other one when the period that you have paid for is over.',
  },
  {
    question: 'Where does my card number go?',
    answer: 'To the card payment provider only, on its own page. Harken never sees or stores it.',
  },
];

/** Answers common questions about payment. */
export function Faq() {
  return (
    <SectionCard title="Frequently asked questions">
      <div className="divide-y divide-line">
        {questions.map(({ question, answer }) => (
          <details key={question} className="group">
            <summary className="flex list-none items-center gap-4 px-5 py-4 font-semibold -outline-offset-2 hover:bg-sunken [&::-webkit-details-marker]:hidden">
              {question}
              <ChevronDown
                aria-hidden
                className="ml-auto size-4 shrink-0 text-ink-faint transition-transform group-open:rotate-180"
              />
            </summary>
            <p className="max-w-prose px-5 pb-5 text-ink-soft">{answer}</p>
          </details>
        ))}
      </div>
    </SectionCard>
  );
}

function Support() {
  if (!site.supportEmail) return 'support';
  return (
    <a
      href={`mailto:${site.supportEmail}`}
      className="font-semibold text-brand-text underline-offset-4 hover:underline"
    >
      {site.supportEmail}
    </a>
  );
}
