/** How the panel is built. It is served from `/` by the server, under a policy that allows no inline script. */
import { join, resolve } from 'node:path'
import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin, type UserConfig } from 'vite'
import { groupsOf } from './build/chunks.ts'
import { mantineStyles } from './build/mantine-styles.ts'
import { plainSentences } from './build/plain-sentences.ts'
import { preloadStart } from './build/preload-start.ts'
import { shippedContract } from './build/shipped-contract.ts'
import { unusedParts } from './build/unused-parts.ts'

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

const configOf = (isBuild: boolean) =>
  ({
    root: import.meta.dirname,
    base: '/',
    plugins: [
      react(),
      mantineStyles(isBuild),
      shippedContract(),
      plainSentences(),
      unusedParts(),
      preloadFonts(),
      preloadStart(),
    ],
    resolve: {
      alias: {
        zod: join(import.meta.dirname, 'build/without-schemas.ts'),
        // React has what the shim is there for.
        'use-sync-external-store/shim/with-selector': 'use-sync-external-store/with-selector',
      },
      preserveSymlinks: isBuild, // Of the link that scripts/panel.mjs may come by.
    },
    build: {
      outDir: 'dist',
      emptyOutDir: true,
      target: 'es2023',
      assetsInlineLimit: 0,
      manifest: true,
      modulePreload: { polyfill: false },
      chunkSizeWarningLimit: 600, // What the first screen needs; tests/browser/panel-files.spec.ts holds it, zipped.
    },
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
  }) satisfies UserConfig

/** What goes into one file together. The root is that of the command line: scripts/panel.mjs may come by a link. */
const fewFiles = (config: UserConfig): Plugin => ({
  name: 'munim:few-files',
  config: async ({ root }) => ({
    build: {
      rolldownOptions: {
        output: { codeSplitting: { groups: await groupsOf({ ...config, root: resolve(root!) }) } },
      },
    },
  }),
})

export default defineConfig(({ command }) => {
  const config = configOf(command === 'build')
  return command === 'build' ? { ...config, plugins: [...config.plugins, fewFiles(config)] } : config
})
