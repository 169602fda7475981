let isPressed = false;
const waiting: (() => void)[] = [];

function release() {
  // With a finger, the click and what moves the focus come after this event, in the same task.
  setTimeout(() => {
    isPressed = false;
    for (const act of waiting.splice(0)) act();
  });
}

window.addEventListener('pointerdown', () => (isPressed = true), { capture: true });
window.addEventListener('pointerup', release, { capture: true });
window.addEventListener('pointercancel', release, { capture: true });

/**
 * Runs `act` at once, or after a click that is in progress. What appears while a button is pressed
 * could move the target of the click away from under the pointer.
 */
export function afterClick(act: () => void): void {
  if (isPressed) waiting.push(act);
  else act();
}
