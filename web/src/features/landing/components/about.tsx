import { sourcesText } from '@/config/sources';

import { Section } from './section';

const facts = [
  {
    title: 'One matcher everywhere',
    text: 'The preview in your browser and the alerts from the server come from the same code. What you see is what you will be alerted to.',
  },
  {
    title: 'Nothing skipped',
    text: 'Posts, matches and the emails to send are stored together. After an interruption Harken reads the page again, and each post still counts once.',
  },
  {
    title: 'Yours to run',
    text: 'Harken is open source. One program, your own database and your own mail server are all it takes to host it yourself.',
  },
];

export function About() {
  return (
    <Section
      id="about"
      title="About Harken"
      lead={`To harken is to listen closely. That is all this product does: it reads what is public on ${sourcesText}, keeps what you asked for, and alerts you.`}
    >
      <dl className="grid gap-x-8 gap-y-8 md:grid-cols-3">
        {facts.map(({ title, text }) => (
          <div key={title} className="border-t border-line-strong/60 pt-5">
            <dt className="font-display text-lg font-semibold">{title}</dt>
            <dd className="mt-2 text-ink-soft">{text}</dd>
          </div>
        ))}
      </dl>
    </Section>
  );
}
