const HEADER = 'Harken-Device';
/** The key in local storage. It is kept after a sign-out, for the next sign-in. */
const KEY = 'device';

/** Returns the header that identifies, at a sign-in, a browser that has signed in before. */
export function knownDeviceHeaders(): Record<string, string> {
  const token = localStorage.getItem(KEY);
  return token === null ? {} : { [HEADER]: token };
}

/** Stores the token by which the server recognizes this browser at later sign-ins. */
export async function keepKnownDevice<T extends { response: Response }>(
  answer: Promise<T>,
): Promise<T> {
  const answered = await answer;
  const token = answered.response.headers.get(HEADER);
  if (token !== null) localStorage.setItem(KEY, token);
  return answered;
}
