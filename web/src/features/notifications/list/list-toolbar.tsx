import { CheckCheck, PanelRight, RefreshCw, Rows2, Rows4 } from 'lucide-react';

import { Button } from '@/components/ui/button';
import { Tooltip } from '@/components/ui/tooltip';
import { numberText } from '@/lib/number';
import { showOverlay } from '@/lib/overlay';

import { setReadingPane, useReadingPaneChoice } from '../reading/reading-pane-state';
import { SelectionActions } from '../triage/selection-actions';
import type { ListActions } from '../triage/use-inbox-actions';
import { setDensity, useDensity } from './density';
import type { Tab, View } from './use-inbox-view';
import { ViewMenu } from './view-menu';

type ListToolbarProps = {
  tab: Tab;
  view: View;
  actions: ListActions;
  busy: boolean;
  onRefresh: () => void;
};

/** Shows the actions for the whole list or, if there is one, for the selection. */
export function ListToolbar({ tab, view, actions, busy, onRefresh }: ListToolbarProps) {
  const { selection } = actions;
  const count = selection.notifications.length;
  return (
    <div
      role="toolbar"
      aria-label="List"
      className="flex min-h-12 flex-wrap items-center gap-x-1 gap-y-1 rounded-card border border-line bg-surface px-2.5 py-1"
    >
      <label className="flex h-9 cursor-pointer items-center gap-2.5 rounded-lg px-1.5 text-sm font-semibold text-ink-soft hover:bg-line/60">
        <input
          type="checkbox"
          aria-label="Select all shown"
          checked={count > 0}
          onChange={() => (count > 0 ? selection.clear() : selection.addAll())}
          className="size-4.5 tick"
        />
        <span role="status">{count > 0 ? `${numberText(count)} selected` : 'Select'}</span>
      </label>
      <div className="ml-auto flex flex-wrap items-center justify-end gap-1">
        {count > 0 ? (
          <SelectionActions tab={tab} actions={actions} />
        ) : (
          <>
            {tab === 'unread' && (
              <Button
                variant="ghost"
                size="sm"
                onClick={() => showOverlay('read-all')}
                className="max-sm:px-2"
              >
                <CheckCheck aria-hidden className="max-sm:hidden" />
                Mark all as read
              </Button>
            )}
            <ViewMenu tab={tab} view={view} />
            <PaneToggle />
            <DensityToggle />
            <Tooltip text="Refresh">
              <Button
                variant="ghost"
                size="icon"
                aria-label="Refresh"
                busy={busy}
                onClick={onRefresh}
                className="size-9!"
              >
                <RefreshCw aria-hidden />
              </Button>
            </Tooltip>
          </>
        )}
      </div>
    </div>
  );
}

function DensityToggle() {
  const { density } = useDensity();
  const isCompact = density === 'compact';
  const Icon = isCompact ? Rows2 : Rows4;
  return (
    <Tooltip text={isCompact ? 'Comfortable rows' : 'Compact rows'}>
      <Button
        variant="ghost"
        size="icon"
        aria-label="Compact rows"
        aria-pressed={isCompact}
        onClick={() => setDensity(isCompact ? 'comfortable' : 'compact')}
        className="size-9!"
      >
        <Icon aria-hidden />
      </Button>
    </Tooltip>
  );
}

/** Turns the reading pane on or off. Shown only where the window is wide enough. */
function PaneToggle() {
  const { isOn } = useReadingPaneChoice();
  return (
    <Tooltip text={isOn ? 'List only' : 'List and reading pane'}>
      <Button
        variant="ghost"
        size="icon"
        aria-label="Reading pane"
        aria-pressed={isOn}
        onClick={() => setReadingPane(!isOn)}
        className="size-9! max-xl:hidden"
      >
        <PanelRight aria-hidden />
      </Button>
    </Tooltip>
  );
}
