/** Work that a press leads to, done once the press itself is painted: however long it takes, the button answers at once. */
export function afterPaint(work: () => void): void {
  if (document.hidden)
    work() // Nothing is painted there.
  else requestAnimationFrame(() => setTimeout(work))
}
