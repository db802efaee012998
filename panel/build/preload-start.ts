/**
 * What main.tsx asks for once it knows the language, which a browser would otherwise learn of only then: start.tsx and all
 * that it imports. The page names these files, and their stylesheets.
 */
import type { HtmlTagDescriptor, Plugin, Rolldown } from 'vite'

export function preloadStart(): Plugin {
  return {
    name: 'munim:preload-start',
    transformIndexHtml: {
      order: 'post',
      handler(html, { bundle }) {
        if (bundle === undefined) return [] // `npm run dev`
        const chunks = Object.values(bundle).filter((piece) => piece.type === 'chunk')
        const isStart = (id: string | null) => id?.endsWith('/src/start.tsx')
        const start = chunks.filter(
          ({ facadeModuleId, moduleIds }) => isStart(facadeModuleId) || moduleIds.some(isStart),
        )
        if (start.length === 0)
          throw new Error('main.tsx asks for start.tsx no more: what is to be preloaded?')
        const needed = [...withImports(start, chunks)]
        const styles = new Set(needed.flatMap(({ viteMetadata }) => [...(viteMetadata?.importedCss ?? [])]))
        const isNew = (file: string) => !html.includes(file)
        return [
          ...needed
            .map(({ fileName }) => fileName)
            .filter(isNew)
            .map((file) => link('modulepreload', file)),
          ...[...styles].filter(isNew).map((file) => link('stylesheet', file)),
        ]
      },
    },
  }
}

const link = (rel: string, file: string): HtmlTagDescriptor => ({
  tag: 'link',
  attrs: { rel, crossorigin: true, href: `/${file}` },
  injectTo: 'head',
})

/** These chunks and all that they import, what is imported first. */
function withImports(of: readonly Rolldown.OutputChunk[], chunks: readonly Rolldown.OutputChunk[]) {
  const found = new Set<Rolldown.OutputChunk>()
  const add = (each: Rolldown.OutputChunk) => {
    if (found.has(each)) return
    for (const file of each.imports) {
      const imported = chunks.find(({ fileName }) => fileName === file)
      if (imported) add(imported)
    }
    found.add(each)
  }
  for (const each of of) add(each)
  return found
}
