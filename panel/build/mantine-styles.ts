/**
 * The stylesheet of each component of the library comes with the component, so that a screen loads those of what it shows
 * and none has to be listed. A server for development hands the library out in one piece, and its stylesheet too.
 */
import type { Plugin } from 'vite'

export function mantineStyles(isBuild: boolean): Plugin {
  return {
    name: 'munim:mantine-styles',
    load: {
      filter: { id: /[\\/]theme[\\/]library\.css$/ },
      handler: () => (isBuild ? null : `@import '@mantine/core/styles.layer.css';`),
    },
    transform: {
      // Each has its class names in such a module, and its styles in a file that is called like it.
      filter: { id: /@mantine[\\/]core[\\/]esm[\\/].*\.module\.mjs$/ },
      handler: (code, id) => {
        const [, name] = /([^\\/]+)\.module\.mjs$/.exec(id)!
        return isBuild
          ? { code: `import '@mantine/core/styles/${name}.layer.css'\n${code}`, map: null }
          : null
      },
    },
  }
}
