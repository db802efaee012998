/** A bar that runs while something is done whose end can't be foreseen. */
import look from './working-bar.module.css'

export function WorkingBar({ name }: { readonly name: string }) {
  return <div className={look.bar} role="progressbar" aria-label={name} />
}
