/** "1 match", "1,204 matches". */
export const matchCountText = (count: number) =>
  `${count.toLocaleString('en')} ${count === 1 ? 'match' : 'matches'}`;
