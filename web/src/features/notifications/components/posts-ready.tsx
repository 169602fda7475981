import { lazy, type ReactNode, Suspense } from 'react';

import { ListLoading } from './list-states';

const Ready = lazy(async () => {
  await import('./post-content');
  return { default: ({ children }: { children: ReactNode }) => children };
});

/**
 * Shows cards that nobody has unfolded once posts can be rendered: those that show the plain text
 * first would grow, and push the ones below them along.
 */
export function PostsReady({ children }: { children: ReactNode }) {
  return (
    <Suspense fallback={<ListLoading />}>
      <Ready>{children}</Ready>
    </Suspense>
  );
}
