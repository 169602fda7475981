import { http, HttpResponse } from 'msw';

import type { ImportInput, ImportLine } from '@/api/types';

import { server } from './server';

type Refusal = Pick<ImportLine, 'code' | 'error'>;

/**
 * Mocks a server that imports keywords. It refuses those that it already has and those in `refuse`.
 * `sent` collects the bodies; `fail` replaces its response from the given call on.
 */
export function serveImport(refuse: Record<string, Refusal> = {}) {
  const sent: ImportInput[] = [];
  const added: string[] = [];
  let failure: { from: number; answer: () => Response | Promise<Response> } | null = null;

  const refusalOf = (source: string): Refusal | undefined => {
    if (!added.includes(source)) return refuse[source];
    return { code: 'ALREADY_WATCHED', error: `Your keyword “${source}” already finds the same` };
  };
  const lineOf = (source: string, line: number): ImportLine => {
    const refusal = refusalOf(source);
    if (!refusal) added.push(source);
    return {
      line,
      source: source.slice(0, 300),
      watchId: refusal ? null : `watch of ${source}`,
      code: null,
      error: null,
      notes: source.endsWith(' only-reddit') ? ['only-reddit is always so here'] : [],
      ...refusal,
    };
  };

  server.use(
    http.post('*/api/keywords/import', async ({ request }) => {
      const input = (await request.json()) as ImportInput;
      sent.push(input);
      if (failure && sent.length >= failure.from) return failure.answer();
      const lines = input.text
        .split('\n')
        .flatMap((source, at) => (source.trim() ? [{ source, line: at + 1 }] : []))
        .slice(input.format === 'csv' ? 1 : 0)
        .map(({ source, line }) => lineOf(source, line));
      const created = lines.filter(({ watchId }) => watchId !== null).length;
      return HttpResponse.json({ created, refused: lines.length - created, lines });
    }),
  );
  return {
    sent,
    added,
    fail: (from: number, answer: () => Response | Promise<Response>) => {
      failure = { from, answer };
    },
    recover: () => {
      failure = null;
    },
  };
}
