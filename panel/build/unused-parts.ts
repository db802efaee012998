/**
 * Parts of libraries that the panel never uses, and that come with what it does: no bundler can tell. In their place is
 * what says so where it is used after all. 3 kB, zipped, of the first load and 4 of what is fetched ahead.
 */
import type { Plugin } from 'vite'

/** Each a file of which nothing is used. */
const UNUSED = [
  'router-core/dist/esm/searchParams.js', // The address is read and written by src/api/use-address.ts.
  ...['ButtonGroup', 'ButtonGroupSection'].map((name) => component('Button', name)),
  ...['ActionIconGroup', 'ActionIconGroupSection'].map((name) => component('ActionIcon', name)),
  ...['MenuCheckboxGroup', 'MenuContextMenu', 'MenuSearch', 'MenuSub'].map((name) => component('Menu', name)),
  component('Popover', 'PopoverContextMenu'),
  ...['Bars', 'Dots'].map((name) => `/components/Loader/loaders/${name}.mjs`),
]

function component(of: string, name: string): string {
  return `/components/${of}/${name}/${name}.mjs`
}

/** A button that waits shows so at once: the library fades that in, which takes two frames more to draw. */
const AT_ONCE = '\0munim:at-once'
const WAITS = /\/(Button|ActionIcon)\/\1\.mjs$/

export function unusedParts(): Plugin {
  const found = new Set<string>()
  return {
    name: 'munim:unused-parts',
    apply: 'build',
    enforce: 'pre',
    resolveId: (source, importer) =>
      source.endsWith('/Transition.mjs') && WAITS.test(importer ?? '') ? AT_ONCE : null,
    load: (id) =>
      id === AT_ONCE
        ? 'export const Transition = ({ mounted, children }) => (mounted ? children({}) : null)'
        : null,
    transform(code, id) {
      const unused = UNUSED.find((file) => id.endsWith(file))
      if (unused === undefined) return null
      found.add(unused)
      const [, names = ''] = /^export \{([^}]*)\};?$/m.exec(code) ?? []
      const refused = names.split(',').map((each) => {
        const name = each.trim()
        return `export const ${name} = () => { throw new Error('${name} is not shipped: see build/unused-parts.ts') }`
      })
      return { code: refused.join('\n'), map: null }
    },
    buildEnd(failed) {
      if (failed) return
      const gone = UNUSED.filter((file) => !found.has(file))
      if (gone.length > 0)
        throw new Error(`The panel is built without: ${gone.join(', ')}. See build/unused-parts.ts`)
    },
  }
}
