import { FileUp } from 'lucide-react';

import { Button } from '@/components/ui/button';

/** Lets the user choose a file; one can also be dropped on the form. */
export function ImportFileButton({ onFile }: { onFile: (file: File) => void }) {
  return (
    <p className="flex flex-wrap items-center gap-x-3 gap-y-2 text-sm text-ink-faint">
      <Button
        asChild
        variant="secondary"
        size="sm"
        className="cursor-pointer focus-within:outline-2 focus-within:outline-offset-2 focus-within:outline-brand"
      >
        <label>
          <FileUp aria-hidden />
          Choose a file
          <input
            type="file"
            accept=".txt,.csv,.tsv,text/plain,text/csv,text/tab-separated-values"
            className="sr-only"
            onChange={({ target }) => {
              const file = target.files?.item(0);
              // Lets the user choose the same file again after changing it.
              if (file) onFile(file);
              target.value = '';
            }}
          />
        </label>
      </Button>
      <span className="max-sm:hidden">or drop it here</span>
    </p>
  );
}
