import { Component, type ReactNode, useEffect } from 'react';

import { Button } from '@/components/ui/button';
import { LogoMark } from '@/components/ui/logo';
import { RequestId } from '@/components/ui/request-id';
import { isOffline, useOffline } from '@/lib/offline/network';
import { reloadPage } from '@/lib/page';

/** Shows a way out when a screen throws or its code cannot be loaded. */
export class ErrorBoundary extends Component<
  { children: ReactNode },
  { failed: boolean; error: unknown; isCutOff: boolean }
> {
  override state = { failed: false, error: undefined, isCutOff: false };

  static getDerivedStateFromError(error: unknown) {
    return { failed: true, error, isCutOff: isOffline() };
  }

  override render() {
    if (!this.state.failed) return this.props.children;
    if (this.state.isCutOff) return <CutOff />;
    return (
      <Failure title="Something went wrong">
        <p className="max-w-sm text-ink-soft">
          This page could not be shown. Reload to get the latest version.
        </p>
        <RequestId error={this.state.error} />
        <Button onClick={reloadPage} className="mx-auto">
          Reload
        </Button>
      </Failure>
    );
  }
}

/** Stands for a screen whose code this device has not loaded before. */
function CutOff() {
  const offline = useOffline();
  useEffect(() => {
    // Browsers do not request a module again that failed to load.
    if (!offline) reloadPage();
  }, [offline]);
  return (
    <Failure title="You are offline">
      <p className="max-w-sm text-ink-soft">
        This page needs the network, and opens once you are back online.
      </p>
    </Failure>
  );
}

function Failure({ title, children }: { title: string; children: ReactNode }) {
  return (
    <main role="alert" className="grid min-h-dvh place-content-center gap-4 p-6 text-center">
      <LogoMark className="mx-auto size-11" />
      <h1 className="text-2xl">{title}</h1>
      {children}
    </main>
  );
}
