import { fileURLToPath } from 'node:url';
import { vitePlugin as remix } from '@remix-run/dev';
import { defineConfig, type Plugin } from 'vite';
import remixConfig from './remix.config.js';

/**
 * Vite wraps each late import in half a kilobyte that preloads what the chunk needs beside itself. Ours need
 * nothing (`modulePreload: false`), and every visitor would pay for it.
 */
const plainImports: Plugin = {
  name: 'plain-imports',
  enforce: 'pre',
  load: (id) =>
    id === '\0vite/preload-helper.js' ? 'export const __vitePreload = (load) => load();' : null,
};

export default defineConfig({
  plugins: [plainImports, remix(remixConfig)],
  resolve: { alias: { '~': fileURLToPath(new URL('./app', import.meta.url)) } },
  build: {
    // The one chunk that is loaded late has nothing to preload.
    modulePreload: false,
    target: 'es2022',
    assetsInlineLimit: 0,
    cssMinify: 'esbuild',
    cssTarget: ['safari16', 'firefox121'],
    sourcemap: false,
  },
  server: { hmr: false },
});
