/** Runs `work` at once, then at most once per `ms` milliseconds, with a trailing run. */
export function throttle(work: () => void, ms: number): { run: () => void; cancel: () => void } {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let again = false;
  const start = () => {
    again = false;
    work();
    timer = setTimeout(() => {
      timer = undefined;
      if (again) start();
    }, ms);
  };
  return {
    run: () => {
      if (timer === undefined) start();
      else again = true;
    },
    cancel: () => clearTimeout(timer),
  };
}
