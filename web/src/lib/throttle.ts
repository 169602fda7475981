/** Runs `work` at once, then at most once in each `ms` milliseconds, and once more at the end. */
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
