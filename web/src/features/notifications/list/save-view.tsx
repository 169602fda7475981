import { BookmarkPlus } from 'lucide-react';
import { useState } from 'react';

import { Button } from '@/components/ui/button';

import { SaveSearchDialog } from '../search/save-search-dialog';
import { useDensity } from './density';
import { tabLabels, viewLabels } from './labels';
import type { Tab, View } from './use-inbox-view';

/** Saves what the inbox shows, and how, to be found in the menu. */
export function SaveView({ tab, view }: { tab: Tab; view: View }) {
  const [saving, setSaving] = useState(false);
  const density = useDensity();
  const name = `${tabLabels[tab]}, ${viewLabels[view].toLowerCase()}`;
  return (
    <>
      <Button variant="ghost" size="sm" onClick={() => setSaving(true)}>
        <BookmarkPlus aria-hidden />
        Save view
      </Button>
      {saving && (
        <SaveSearchDialog
          title="Save view"
          search={{ name, filters: { status: tab }, view, density }}
          onClose={() => setSaving(false)}
        />
      )}
    </>
  );
}
