// Prints the results.

export function heading(text) {
  console.log(`\n${text}`);
}

/**
 * Prints one line: the ratio of the medians, the product's median and its slowest twentieth,
 * whether the goal is met, if there is one, and the plain loop's median.
 */
export function row(name, { harken, includes, missing }, goal) {
  if (missing) {
    console.log(`  not measured  ${name}: ${missing}`);
    return;
  }
  const [own, plain] = [median(harken), median(includes)];
  const verdict = goal === undefined ? '' : own < goal ? '  met   ' : '  MISSED';
  console.log(
    `  ${(own / plain).toFixed(2).padStart(5)}x the time of includes` +
      `  ${own.toFixed(2).padStart(6)} ms (95 %: ${quantile(harken, 0.95).toFixed(2)})${verdict}` +
      `  includes ${plain.toFixed(2)} ms  ${name} (${harken.length} keystrokes)`,
  );
}

/**
 * Prints one line: the ratio of the medians with many and with few, by how much they differ, and
 * whether the goal for that is met.
 */
export function compare(name, { many, few }, goal) {
  const [one, other] = [median(many), median(few)];
  const more = one - other;
  console.log(
    `  ${(one / other).toFixed(2).padStart(5)}x the time of few  ${one.toFixed(1)} ms, ` +
      `${more.toFixed(1)} ms more${more < goal ? '  met   ' : '  MISSED'}  ${name} (${many.length} times)`,
  );
}

/** Prints a remark on the line before. */
export function note(text) {
  console.log(`         ${text}`);
}

export function median(times) {
  return quantile(times, 0.5);
}

function quantile(times, share) {
  return times.toSorted((a, b) => a - b)[Math.floor((times.length - 1) * share)];
}
