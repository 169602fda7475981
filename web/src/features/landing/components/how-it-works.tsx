import { numberText } from '@/lib/number';

import { Section } from './section';

const steps = [
  {
    title: 'Add keywords',
    text: 'Names, phrases, questions people ask before they buy. The preview shows at once what each would match.',
  },
  {
    title: 'Choose subreddits',
    text: 'Listen everywhere, or only where your audience is. Names are checked as you type them.',
  },
  {
    title: 'Get notified',
    text: 'On the dashboard within moments, and by email as often as you choose.',
  },
  {
    title: 'Take action',
    text: 'Open the discussion with one click while it is fresh, and reply while it still counts.',
  },
];

/** The steps on the brand colour, the same in both themes. */
export function HowItWorks() {
  return (
    <Section
      id="how-it-works"
      title="From keyword to conversation in four steps"
      className="bg-[#0a4a41] text-white"
    >
      <ol className="grid gap-x-8 gap-y-10 sm:grid-cols-2 lg:grid-cols-4">
        {steps.map(({ title, text }, index) => (
          <li key={title} className="relative border-t border-white/25 pt-6">
            <span
              aria-hidden
              className="absolute -top-[5px] left-0 size-[9px] rounded-full bg-[#f4b740]"
            />
            <span
              aria-hidden
              className="font-display text-5xl leading-none font-semibold text-[#f4b740] tabular-nums"
            >
              {numberText(index + 1)}
            </span>
            <h3 className="mt-5 text-xl">{title}</h3>
            <p className="mt-2 text-white/85">{text}</p>
          </li>
        ))}
      </ol>
    </Section>
  );
}
