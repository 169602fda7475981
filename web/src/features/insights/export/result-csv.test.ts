import { expect, test } from 'vitest';

import { aResult, someInsights } from '@/testing/insights';
import { HN } from '@/testing/sites';

import { resultCsv } from './result-csv';

test('a result has a line for each number, with its range, its size and its posts', () => {
  const lines = resultCsv(aResult()).split('\r\n');
  expect(lines[0]).toBe('\uFEFFkeyword,demo,from,until,section,name,measure,value,n,small,posts');
  const times = '2026-01-05T00:00:00Z,2026-01-12T00:00:00Z';
  expect(lines).toContain(`rust,no,${times},stats,avgScore,,12.34,42,no,`);
  expect(lines).toContain(
    `rust,no,${times},topics,borrow checker,,9,42,no,https://forum.example/a https://forum.example/b https://forum.example/c`,
  );
  expect(lines).toContain(`rust,no,${times},stats,discussions of the 7 days before,,21,42,no,`);
  expect(lines).toContain(`rust,no,${times},share of voice,tea,share,0.3,42,no,`);
  // What the forum does not report.
  expect(lines).toContain(`rust,no,${times},engagement,disputedShare,,,42,no,`);
  expect(lines).toContain(`tea,no,${times},stats,totalPosts,,42,6,yes,`);
  expect(lines).toContain(`rust,no,${times},subreddits,r/programming,count,30,42,no,`);
  // Both keywords have as many lines.
  expect(lines.filter((line) => line.startsWith('rust,')).length).toBe(
    lines.filter((line) => line.startsWith('tea,')).length,
  );
});

test('places have the same names as on the page', () => {
  const result = aResult();
  for (const { insights } of result.keywordInsights)
    insights.subreddits = [{ name: HN, count: 30, share: 1, previous: 0, change: null }];
  const lines = resultCsv(result).split('\r\n');
  const times = '2026-01-05T00:00:00Z,2026-01-12T00:00:00Z';
  for (const [measure, value] of [
    ['count', '30'],
    ['share', '1'],
    ['change', ''],
  ])
    expect(lines).toContain(`rust,no,${times},subreddits,Hacker News,${measure},${value},42,no,`);
});

test('a keyword that is a formula is text in the file', () => {
  const result = aResult();
  result.keywordInsights = [
    {
      keyword: '=HYPERLINK("http://x")',
      isDemo: true,
      generatedAt: result.generatedAt,
      provider: 'builtin',
      note: null,
      insights: someInsights(),
    },
  ];
  const [, line] = resultCsv(result).split('\r\n');
  expect(line).toMatch(/^"'=HYPERLINK\(""http:\/\/x""\)",yes,/);
});
