import { useCallback, useEffect, useRef } from 'react';
import { useLocation, useNavigate, useSearchParams } from 'react-router';

const names = ['add', 'import', 'watch', 'keyword', 'mode', 'subreddit'] as const;

/** The parameters of a dialog in the address of the keywords page. */
type Parameters = Partial<Record<(typeof names)[number], string>>;

/** Returns `params` with another dialog, or none, and with those of the list. */
function withDialog(params: URLSearchParams, values: Parameters): URLSearchParams {
  const next = new URLSearchParams(params);
  for (const name of names) next.delete(name);
  for (const [name, value] of Object.entries(values)) next.set(name, value);
  return next;
}

/** Returns whether an address has a dialog. */
export const hasDialog = (params: URLSearchParams) => names.some((name) => params.has(name));

/** The state of an entry of the history that the list has added, and so is behind it. */
const fromList = { fromList: true };

/**
 * Opens and closes the dialogs of the keywords page by its address: a link leads to a keyword, a
 * reload opens it again, and going back closes it.
 */
export function useDialogAddress() {
  const [params, setParams] = useSearchParams();
  const navigate = useNavigate();
  const location = useLocation();
  const { key } = location;
  const state = location.state as typeof fromList | null;
  const isFromList = state?.fromList === true;
  const isOpen = hasDialog(params);
  // Going back takes a moment, in which a second click must not leave the page.
  const isClosing = useRef(false);
  useEffect(() => {
    isClosing.current = false;
  }, [key]);

  return {
    params,
    /** Opens a dialog, in place of another that is open. */
    open: (values: Parameters) => {
      const options = isOpen ? { replace: true, state } : { state: fromList };
      setParams((now) => withDialog(now, values), options);
    },
    close: useCallback(() => {
      if (isClosing.current) return;
      isClosing.current = isFromList;
      if (isFromList) void navigate(-1);
      else setParams((now) => withDialog(now, {}), { replace: true });
    }, [isFromList, navigate, setParams]),
  };
}
