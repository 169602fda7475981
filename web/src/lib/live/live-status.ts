/** `connecting` covers every wait between two streams; `offline` waits for the network. */
export type LiveStatus = 'connecting' | 'live' | 'offline';
