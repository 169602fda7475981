import type { InsightStatement } from '@/api/types';

/** The `n` discussions behind a statement, with ids of some `posts`; `small` if these are few. */
export type Evidence = Pick<InsightStatement, 'n' | 'small' | 'posts'>;
