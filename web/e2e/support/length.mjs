/** Returns `long` where `HARKEN_LONG_TESTS` is set, as in `just nightly`, else `short`. */
export const byLength = (short, long) => (process.env.HARKEN_LONG_TESTS ? long : short);
