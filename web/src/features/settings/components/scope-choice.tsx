import { useId } from 'react';

import { useSession } from '@/lib/http/session';

import { keyScopes, scopeNames } from '../key-scopes';

type ScopeChoiceProps = {
  /** The names of the scopes, separated by spaces. */
  chosen: string;
  error?: string;
  onChange: (chosen: string) => void;
};

/** Selects what a key can be used for. */
export function ScopeChoice({ chosen, error, onChange }: ScopeChoiceProps) {
  const id = useId();
  const isAdministrator = useSession((state) => state.user?.isAdministrator ?? false);
  const isChosen = (scope: string) => chosen.split(' ').includes(scope);
  const toggle = (toggled: string) =>
    onChange(scopeNames.filter((scope) => isChosen(scope) !== (scope === toggled)).join(' '));
  return (
    <fieldset aria-describedby={error && `${id}-error`}>
      <legend className="mb-1 text-sm font-semibold">What the key can do</legend>
      {scopeNames
        .filter((scope) => scope !== 'admin' || isAdministrator)
        .map((scope) => (
          <label key={scope} className="flex items-center gap-3 py-1.5 text-[0.9375rem]">
            <input
              type="checkbox"
              name="scopes"
              checked={isChosen(scope)}
              onChange={() => toggle(scope)}
              className="size-4.5 shrink-0 tick"
            />
            {keyScopes[scope].text}
          </label>
        ))}
      {error && (
        <p id={`${id}-error`} role="alert" className="mt-1.5 text-sm font-medium text-bad">
          {error}
        </p>
      )}
    </fieldset>
  );
}
