import { Details } from '@/components/ui/details';

const operators: { written: string[]; means: string }[] = [
  { written: ['green tea'], means: 'All of these words, in any order, in title or text' },
  { written: ['"green tea"'], means: 'The phrase, word for word' },
  {
    written: ['green OR black'],
    means: 'Either of them. Words bind first: a b OR c means (a b) OR c',
  },
  { written: ['(green OR black) tea'], means: 'Parentheses group words' },
  { written: ['-coffee', 'NOT coffee'], means: 'Must not appear; also works before a group' },
  { written: ['tea*', '*berry'], means: 'Words that begin or end like this' },
  { written: ['tea NEAR/3 cup'], means: 'At most 3 words apart, in either order' },
  {
    written: ['title:', 'body:', 'flair:'],
    means: 'Only in that field, as in title:tea or title:(a OR b)',
  },
  { written: ['url:example.com'], means: 'In the address that a post links to' },
  { written: ['author:someone', 'sub:drinks'], means: 'By this author, in this subreddit' },
  { written: ['site:reddit', 'site:hn'], means: 'Only on Reddit, only on Hacker News' },
  { written: ['type:post', 'type:comment'], means: 'Only posts, or only comments' },
  { written: ['min_score:10'], means: 'Once its score is at least this' },
  { written: ['`C++`'], means: 'Exactly these symbols and capitals' },
  { written: ['/gre+n/'], means: 'A regular expression' },
];

/** Explains the operators of a query. */
export function QueryHelp() {
  return (
    <Details summary="How to write a query">
      <dl className="grid grid-cols-1 gap-x-4 gap-y-2.5 text-sm sm:grid-cols-[minmax(8rem,2fr)_3fr]">
        {operators.map(({ written, means }) => (
          <div key={means} className="contents">
            <dt className="flex flex-wrap content-start gap-1.5">
              {written.map((text) => (
                <code key={text} className="rounded-md bg-sunken px-1.5 py-0.5 text-[0.8125rem]">
                  {text}
                </code>
              ))}
            </dt>
            <dd className="text-ink-soft max-sm:mb-1.5">{means}</dd>
          </div>
        ))}
      </dl>
      <p className="mt-3.5 text-sm text-ink-faint">
        Write operators in capitals: “or” is an ordinary word. To search for an operator or a
        symbol, put it in quotes. Formatting does not matter: “green tea” also matches **green**
        tea.
      </p>
    </Details>
  );
}
