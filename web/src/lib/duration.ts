import { decimalText, numberText } from './number';

/** Formats a duration: "143 ms", "2.1 s". */
export function duration(ms: number): string {
  return ms < 1_000 ? `${numberText(Math.round(ms))} ms` : `${decimalText(ms / 1_000, 1)} s`;
}
