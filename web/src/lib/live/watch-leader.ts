/** How often a tab that someone looks at asks for the tab with the stream, in ms. */
const ASK_MS = 10_000;
/** How long that tab may take to answer, in ms. */
const ANSWER_MS = 5_000;

type Watch = {
  /** Asks the tab with the stream for a word. */
  ask: () => void;
  /** It does not answer. */
  onSilence: () => void;
};

/**
 * Sees whether the tab with the stream is awake: phones and busy machines put tabs to sleep, with
 * the lock in their hands. Tabs in the background do not ask; nobody misses anything there.
 */
export function watchLeader({ ask, onSilence }: Watch) {
  let asking: ReturnType<typeof setInterval> | undefined;
  let silence: ReturnType<typeof setTimeout> | undefined;

  const hasSpoken = () => {
    clearTimeout(silence);
    silence = undefined;
  };
  const askNow = () => {
    if (document.hidden) return;
    silence ??= setTimeout(() => {
      silence = undefined;
      onSilence();
    }, ANSWER_MS);
    ask();
  };
  const stop = () => {
    clearInterval(asking);
    hasSpoken();
    document.removeEventListener('visibilitychange', askNow);
  };
  return {
    hasSpoken,
    stop,
    start: () => {
      stop();
      asking = setInterval(askNow, ASK_MS);
      document.addEventListener('visibilitychange', askNow);
      askNow();
    },
  };
}
