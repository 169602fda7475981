import { lazy, type ReactNode, Suspense } from 'react';

import { ListLoading } from './list-states';

const Ready = lazy(async () => {
  await import('../reading/post-content');
  return { default: ({ children }: { children: ReactNode }) => children };
});

/**
 * Shows collapsed cards once posts can be rendered. Cards that show the plain text first would grow
 * and move those below them.
 */
export function PostsReady({ children }: { children: ReactNode }) {
  return (
    <Suspense fallback={<ListLoading />}>
      <Ready>{children}</Ready>
    </Suspense>
  );
}
