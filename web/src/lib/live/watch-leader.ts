/** How often a visible tab checks on the tab with the stream, in ms. */
const ASK_MS = 10_000;
/** How long that tab may take to answer, in ms. */
const ANSWER_MS = 5_000;

type Watch = {
  /** Asks the tab with the stream for its state. */
  ask: () => void;
  /** Called when that tab does not answer. */
  onSilence: () => void;
};

/**
 * Checks whether the tab with the stream is awake: phones and busy devices suspend tabs that still
 * hold the lock. Hidden tabs do not check, because nobody misses anything there.
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
