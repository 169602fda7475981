const HEADER = 'Harken-Device';
/** Its name in local storage. It stays there after a sign-out: it is of use at the next sign-in. */
const KEY = 'device';

/** Returns the header by which the server knows, at a sign-in, a browser that has signed in before. */
export function knownDeviceHeaders(): Record<string, string> {
  const token = localStorage.getItem(KEY);
  return token === null ? {} : { [HEADER]: token };
}

/** Keeps what a sign-in gave this browser to be known again. */
export async function keepKnownDevice<T extends { response: Response }>(
  answer: Promise<T>,
): Promise<T> {
  const answered = await answer;
  const token = answered.response.headers.get(HEADER);
  if (token !== null) localStorage.setItem(KEY, token);
  return answered;
}
