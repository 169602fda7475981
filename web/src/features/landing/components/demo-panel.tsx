import { Search } from 'lucide-react';
import { useState } from 'react';

import { Card } from '@/components/ui/card';
import { Input } from '@/components/ui/input';

import { FIRST_KEYWORD, SUGGESTIONS } from '../sample-posts';
import { useDemo } from '../use-demo';
import { DemoFeed } from './demo-feed';
import { DemoStatus } from './demo-status';

/** The matcher at work on sample posts, for visitors. Its size never changes. */
export function DemoPanel() {
  const [keyword, setKeyword] = useState(FIRST_KEYWORD);
  const { demo, wake } = useDemo(keyword);
  return (
    <Card className="relative min-w-0 overflow-hidden shadow-float">
      <section aria-label="Try it">
        <div className="grid gap-3 px-5 pt-5 pb-4">
          <label htmlFor="demo-keyword" className="font-display text-lg font-semibold">
            Try it: type a keyword
          </label>
          <div className="relative">
            <Search
              aria-hidden
              className="pointer-events-none absolute top-1/2 left-3.5 size-4.5 -translate-y-1/2 text-ink-faint"
            />
            <Input
              id="demo-keyword"
              type="search"
              value={keyword}
              placeholder="Your product, a competitor, a need"
              autoComplete="off"
              autoCapitalize="none"
              spellCheck={false}
              onChange={(event) => setKeyword(event.target.value)}
              onFocus={(event) => {
                wake();
                event.target.select();
              }}
              className="pl-10.5 font-medium [&::-webkit-search-cancel-button]:opacity-60 [&::-webkit-search-cancel-button]:grayscale"
            />
          </div>
          <ul aria-label="Keywords to try" className="flex flex-wrap gap-1.5">
            {SUGGESTIONS.map((suggestion) => (
              <li key={suggestion}>
                <button
                  type="button"
                  aria-pressed={keyword === suggestion}
                  onClick={() => {
                    wake();
                    setKeyword(suggestion);
                  }}
                  className="rounded-full border border-line px-2 py-1 text-xs font-semibold text-ink-soft transition-colors hover:border-line-strong hover:text-ink aria-pressed:border-brand aria-pressed:bg-brand-soft aria-pressed:text-brand-text"
                >
                  {suggestion}
                </button>
              </li>
            ))}
          </ul>
        </div>
        <DemoStatus demo={demo} />
        <DemoFeed key={keyword} demo={demo} keyword={keyword.trim()} />
      </section>
    </Card>
  );
}
