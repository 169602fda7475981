import type { CreatedApiKey } from '@/api/types';
import { CopyButton } from '@/components/ui/copy-button';
import { apiOrigin } from '@/config/env';

/** Shows the token of a new key and, if it can read, a command and an address that use it. */
export function NewKey({ made: { key, token } }: { made: CreatedApiKey }) {
  const command = `curl -H 'Authorization: Bearer ${token}' ${apiOrigin}/api/notifications`;
  return (
    <div className="grid grid-cols-1 gap-5">
      <div className="grid grid-cols-1 gap-2">
        <p role="status" className="text-ink-soft">
          Copy the key now. Harken cannot show it again.
        </p>
        <Copied text={token} what="key" />
      </div>
      {key.scopes.includes('read') && (
        <>
          <div className="grid grid-cols-1 gap-2">
            <p className="text-ink-soft">List your notifications with it:</p>
            <Copied text={command} what="command" />
          </div>
          <div className="grid grid-cols-1 gap-2">
            <p className="text-ink-soft">An assistant that speaks MCP connects with it to:</p>
            <Copied text={`${apiOrigin}/mcp`} what="address" />
          </div>
        </>
      )}
    </div>
  );
}

function Copied({ text, what }: { text: string; what: string }) {
  return (
    <div className="flex flex-wrap items-center gap-2">
      <code className="min-w-0 rounded-control bg-sunken px-3 py-2 font-mono text-sm break-all">
        {text}
      </code>
      <CopyButton text={text} what={`The ${what}`} aria-label={`Copy the ${what}`} />
    </div>
  );
}
