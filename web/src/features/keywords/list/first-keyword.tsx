import { ArrowRight, Search } from 'lucide-react';

import { Card } from '@/components/ui/card';
import { EmptyState } from '@/components/ui/empty-state';

import { type Example, examples } from './examples';

/** Takes the place of an empty list: examples to try with the preview. */
export function FirstKeyword({ onTry }: { onTry: (example: Example) => void }) {
  return (
    <Card>
      <EmptyState
        icon={Search}
        title="No keywords set up yet"
        text="Create your first keyword watch to start monitoring Reddit for relevant content."
      />
      <div className="border-t border-line px-5 py-5 sm:px-6">
        <h2 className="text-center font-sans text-sm font-semibold tracking-normal text-ink-soft">
          Or try one of these and see what it would have matched
        </h2>
        <ul className="mt-4 grid gap-3 sm:grid-cols-3">
          {examples.map((example) => (
            <li key={example.keyword}>
              <button
                type="button"
                onClick={() => onTry(example)}
                className="group flex size-full items-center justify-between gap-3 rounded-control border border-line bg-canvas px-4 py-3.5 text-left transition-colors hover:border-brand"
              >
                <span className="min-w-0">
                  <span className="block font-semibold">
                    <mark>{example.keyword}</mark>
                  </span>
                  <span className="block text-sm text-ink-faint">{example.why}</span>
                </span>
                <ArrowRight
                  aria-hidden
                  className="size-4 shrink-0 text-ink-faint group-hover:text-brand-text"
                />
              </button>
            </li>
          ))}
        </ul>
      </div>
    </Card>
  );
}
