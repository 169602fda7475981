import { CopyButton } from '@/components/ui/copy-button';
import { apiOrigin } from '@/config/env';

/** Shows how a program sends an item to a push source. The key is in a variable. */
export function PushCommand({ name }: { name: string }) {
  const command = `curl '${apiOrigin}/api/items?source=${name}' -H "Authorization: Bearer $HARKENCTL_KEY" --json '{"id": "1", "title": "…"}'`;
  return (
    <div className="mt-1 flex flex-wrap items-center gap-2 text-sm text-ink-faint">
      <code className="min-w-0 rounded-control bg-sunken px-2 py-1 font-mono text-xs break-all">
        {command}
      </code>
      <CopyButton
        text={command}
        what="The command"
        aria-label={`Copy the command for ${name}`}
        variant="ghost"
      />
    </div>
  );
}
