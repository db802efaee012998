/** How the panel is built. It is served from `/` by the server, under a policy that allows no inline script. */
import { join } from 'node:path'
import react from '@vitejs/plugin-react'
import { defineConfig, type HtmlTagDescriptor, type Plugin, type Rolldown } from 'vite'

/** Fonts that every page shows; a browser would otherwise learn of them only from the stylesheet. */
const FIRST_FONTS = /(inter-rupee|inter-latin-wght-normal)-.*\.woff2$/

function preloadFonts(): Plugin {
  return {
    name: 'munim:preload-fonts',
    transformIndexHtml: {
      order: 'post',
      handler: (_html, { bundle }) =>
        Object.keys(bundle ?? {})
          .filter((file) => FIRST_FONTS.test(file))
          .map((file) => ({
            tag: 'link',
            attrs: { rel: 'preload', href: `/${file}`, as: 'font', type: 'font/woff2', crossorigin: '' },
            injectTo: 'head' as const,
          })),
    },
  }
}

/**
 * What main.tsx asks for once it knows the language, which a browser would otherwise learn of only then: start.tsx and all
 * that it imports.
 */
function preloadStart(): Plugin {
  return {
    name: 'munim:preload-start',
    transformIndexHtml: {
      order: 'post',
      handler(html, { bundle }) {
        if (bundle === undefined) return [] // `npm run dev`
        const chunks = Object.values(bundle).filter((piece) => piece.type === 'chunk')
        const start = chunks.find(({ facadeModuleId }) => facadeModuleId?.endsWith('/src/start.tsx'))
        if (start === undefined)
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

/** The chunk and all that it imports, what is imported first. */
function withImports(chunk: Rolldown.OutputChunk, chunks: readonly Rolldown.OutputChunk[]) {
  const found = new Set<Rolldown.OutputChunk>()
  const add = (each: Rolldown.OutputChunk) => {
    if (found.has(each)) return
    for (const file of each.imports) {
      const imported = chunks.find(({ fileName }) => fileName === file)
      if (imported) add(imported)
    }
    found.add(each)
  }
  add(chunk)
  return found
}

/** Where `npm run dev` starts the server. */
const SERVER = `http://127.0.0.1:${process.env.PORT || 3000}`

export default defineConfig(({ command }) => ({
  root: import.meta.dirname,
  base: '/',
  plugins: [react(), preloadFonts(), preloadStart()],
  resolve: {
    alias: { zod: join(import.meta.dirname, 'without-schemas.ts') },
    preserveSymlinks: command === 'build', // scripts/panel.mjs may come by a link.
  },
  build: { outDir: 'dist', emptyOutDir: true, target: 'es2023', assetsInlineLimit: 0 },
  server: {
    proxy: {
      // GET /admin is the panel's own old address: only calls go to the server.
      '^/(admin|player)/': {
        target: SERVER,
        bypass: ({ method, url }) => (method === 'POST' ? undefined : url),
      },
      '/uploads': SERVER,
    },
  },
}))
