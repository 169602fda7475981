import { Component, type ReactNode } from 'react';

import { Button } from '@/components/ui/button';
import { LogoMark } from '@/components/ui/logo';
import { RequestId } from '@/components/ui/request-id';
import { reloadPage } from '@/lib/page';

/** Shows a way out when a screen throws or its code can no longer be loaded. */
export class ErrorBoundary extends Component<
  { children: ReactNode },
  { failed: boolean; error: unknown }
> {
  override state = { failed: false, error: undefined };

  static getDerivedStateFromError(error: unknown) {
    return { failed: true, error };
  }

  override render() {
    if (!this.state.failed) return this.props.children;
    return (
      <main role="alert" className="grid min-h-dvh place-content-center gap-4 p-6 text-center">
        <LogoMark className="mx-auto size-11" />
        <h1 className="text-2xl">Something went wrong</h1>
        <p className="max-w-sm text-ink-soft">
          This page could not be shown. Reload to get the latest version.
        </p>
        <RequestId error={this.state.error} />
        <Button onClick={reloadPage} className="mx-auto">
          Reload
        </Button>
      </main>
    );
  }
}
