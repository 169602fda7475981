import { useQuery } from '@tanstack/react-query';
import { ChartPie, Lightbulb, type LucideIcon, SmilePlus } from 'lucide-react';

import { Card } from '@/components/ui/card';

import { ComingNote } from './coming-note';
import { InsightKeywords } from './insight-keywords';
import { aiUsageQuery } from './usage';

const parts: { icon: LucideIcon; title: string; text: string }[] = [
  {
    icon: ChartPie,
    title: 'What people discuss',
    text: 'The posts around a keyword, sorted into topics with their share and examples.',
  },
  {
    icon: SmilePlus,
    title: 'How they feel about it',
    text: 'A score for the mood, and how much the posts divide or engage their readers.',
  },
  {
    icon: Lightbulb,
    title: 'What you could do',
    text: 'Suggestions with their likely impact, each traced to the posts behind it.',
  },
];

export default function InsightsPage() {
  const { data: usage } = useQuery(aiUsageQuery);
  return (
    <div className="grid grid-cols-1 gap-6">
      <title>AI Insights · Harken</title>
      <header>
        <h1 className="text-3xl">AI Insights</h1>
        <p className="mt-1.5 text-ink-soft">
          See what people talk about around each of your keywords.
        </p>
      </header>
      <ComingNote title="AI insights are not available on this server yet">
        Harken goes on collecting what your keywords find, so there is something to look into from
        the first day.
        {/* Takes its place before the number is known, so that nothing moves then. */}
        <span className={usage ? 'block' : 'invisible block'}>
          {`Every account will have ${usage?.dailyLimit ?? 0} analyses a day.`}
        </span>
      </ComingNote>
      <section aria-labelledby="parts-title" className="grid gap-4">
        <h2 id="parts-title" className="text-xl">
          What an analysis will tell
        </h2>
        <ul className="grid gap-4 md:grid-cols-3">
          {parts.map(({ icon: Icon, title, text }) => (
            <li key={title} className="grid">
              <Card className="p-5">
                <span className="grid size-10 place-items-center rounded-control bg-brand-soft text-brand-text">
                  <Icon aria-hidden className="size-5" />
                </span>
                <h3 className="mt-3.5 text-lg">{title}</h3>
                <p className="mt-1 text-sm text-ink-soft">{text}</p>
              </Card>
            </li>
          ))}
        </ul>
      </section>
      <InsightKeywords />
    </div>
  );
}
