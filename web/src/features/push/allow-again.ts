/** Returns the steps to allow blocked notifications again in the user's browser. */
export function allowAgainSteps(userAgent: string): string[] {
  return places.find(([pattern]) => pattern.test(userAgent))?.[1] ?? ELSEWHERE;
}

const TRY_AGAIN = 'Come back here and press “Turn on”.';

const ELSEWHERE = [
  'Open the permissions of this site in your browser’s settings.',
  'Allow notifications.',
  TRY_AGAIN,
];

// The order matters: most browsers also name those that they are compatible with.
const places: [RegExp, string[]][] = [
  [
    /iPhone|iPad/,
    [
      'Open the Settings of your device, then Notifications.',
      'Choose Harken and turn on “Allow Notifications”.',
      TRY_AGAIN,
    ],
  ],
  [
    /Firefox\//,
    [
      'Press the crossed-out speech bubble left of the address.',
      'Clear the block next to “Send notifications”.',
      TRY_AGAIN,
    ],
  ],
  [
    /Android/,
    [
      'Press the icon left of the address, then “Permissions”.',
      'Turn on “Notifications”. If they are off for the browser as a whole, allow them in Android’s settings under Apps.',
      TRY_AGAIN,
    ],
  ],
  [
    /Edg\/|Chrome\/|OPR\//,
    [
      'Press the icon left of the address, then “Site settings” or “Permissions for this site”.',
      'Set “Notifications” to “Allow”.',
      TRY_AGAIN,
    ],
  ],
  [
    /Version\/[\d.]+ .*Safari\//,
    [
      'Open Safari’s Settings, then Websites, then Notifications.',
      'Set this site to “Allow”.',
      TRY_AGAIN,
    ],
  ],
];
