/** Asks before what cannot be undone, with the specification's own sentence, in the browser's dialog. */
export function askConfirm(question: string): boolean {
  return window.confirm(question)
}
