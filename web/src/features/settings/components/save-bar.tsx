import { Button } from '@/components/ui/button';

type SaveBarProps = {
  isChanged: boolean;
  isSaving: boolean;
  onSave: () => void;
  onDiscard: () => void;
};

/** The screen's title and the save button, which stay in view while the sections scroll. */
export function SaveBar({ isChanged, isSaving, onSave, onDiscard }: SaveBarProps) {
  return (
    <header
      data-page-bar
      className="sticky top-(--frame-top) z-20 -mx-4 flex flex-wrap items-center gap-x-4 gap-y-1 bg-canvas/90 px-4 py-3 backdrop-blur sm:-mx-8 sm:px-8 short:static"
    >
      <h1 className="mr-auto text-3xl">Settings</h1>
      <div className="flex items-center gap-x-4 text-sm max-sm:order-last max-sm:w-full">
        <p role="status" className="font-medium text-ink-soft">
          {isChanged && 'You have unsaved changes'}
        </p>
        {isChanged && !isSaving && (
          <Button variant="link" onClick={onDiscard}>
            Discard
          </Button>
        )}
      </div>
      <Button busy={isSaving} onClick={onSave}>
        {isSaving ? 'Saving...' : 'Save All Changes'}
      </Button>
    </header>
  );
}
