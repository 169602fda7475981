import { CheckCheck, PanelRight, RefreshCw, Rows2, Rows4 } from 'lucide-react';
import { useNavigate } from 'react-router';

import type { Density } from '@/api/types';
import { Button } from '@/components/ui/button';
import { showOverlay } from '@/lib/overlay';

import { setReadingPane, useReadingPaneChoice } from '../reading/reading-pane-state';
import { SelectionToolbar } from '../triage/selection-toolbar';
import type { ListActions } from '../triage/use-inbox-actions';
import { ChoiceMenu } from './choice-menu';
import { setDensity, useDensity } from './density';
import { NewPill } from './new-pill';
import { isRanked, type Tab, useInboxAddress, useInboxView, type View } from './use-inbox-view';
import { ViewMenu } from './view-menu';

const densities = [
  { value: 'cards', label: 'Cards', icon: Rows2 },
  { value: 'rows', label: 'Rows', icon: Rows4 },
] as const;

type ListToolbarProps = {
  tab: Tab;
  view: View;
  actions: ListActions;
  busy: boolean;
  onRefresh: () => void;
  /** The number of new notifications that are not in the list. */
  newCount: number;
  onShowNew: () => void;
};

/** Shows the actions for the whole list or, if there is one, for the selection. */
export function ListToolbar({ tab, view, actions, busy, ...props }: ListToolbarProps) {
  const { onRefresh, newCount, onShowNew } = props;
  return (
    <SelectionToolbar
      tab={tab}
      actions={actions}
      matching={isRanked(view) ? undefined : { status: tab, removed: true }}
    >
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
      <span className="grid min-w-27 max-sm:min-w-22">
        <span role="status" className="contents">
          {newCount > 0 && <NewPill count={newCount} onShow={onShowNew} />}
        </span>
        {newCount === 0 && (
          <Button variant="ghost" size="sm" busy={busy} onClick={onRefresh} className="max-sm:px-2">
            {!busy && <RefreshCw aria-hidden className="max-sm:hidden" />}
            Refresh
          </Button>
        )}
      </span>
      <ViewMenu view={view} />
      <DensityMenu />
      <PaneToggle />
    </SelectionToolbar>
  );
}

/** Chooses the density for this device. That of a saved view no longer applies then. */
function DensityMenu() {
  const density = useDensity();
  const navigate = useNavigate();
  const { page, ...view } = useInboxView();
  const addressOf = useInboxAddress();
  const choose = (chosen: Density) => {
    setDensity(chosen);
    if (view.density) void navigate(addressOf({ page, density: undefined }), { replace: true });
  };
  return <ChoiceMenu label="Density" value={density} choices={densities} onChange={choose} />;
}

/** Turns the reading pane on or off. Shown only where the window is wide enough. */
function PaneToggle() {
  const { isOn } = useReadingPaneChoice();
  return (
    <Button
      variant="ghost"
      size="sm"
      aria-pressed={isOn}
      onClick={() => setReadingPane(!isOn)}
      className="aria-pressed:bg-brand-soft aria-pressed:text-brand-text max-xl:hidden"
    >
      <PanelRight aria-hidden />
      Reading pane
    </Button>
  );
}
