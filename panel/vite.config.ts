/** How the panel is built. It is served from `/` by the server, under a policy that allows no inline script. */
import { join } from 'node:path'
import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin } from 'vite'

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

/** Where `npm run dev` starts the server. */
const SERVER = `http://127.0.0.1:${process.env.PORT || 3000}`

export default defineConfig(({ command }) => ({
  root: import.meta.dirname,
  base: '/',
  plugins: [react(), preloadFonts()],
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
