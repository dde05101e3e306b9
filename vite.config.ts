import { fileURLToPath } from 'node:url';
import { vitePlugin as remix } from '@remix-run/dev';
import { defineConfig } from 'vite';
import remixConfig from './remix.config.js';

export default defineConfig({
  plugins: [remix(remixConfig)],
  resolve: { alias: { '~': fileURLToPath(new URL('./app', import.meta.url)) } },
  build: {
    // The one chunk that is loaded late has nothing to preload.
    modulePreload: false,
    target: 'es2022',
    assetsInlineLimit: 0,
    cssMinify: 'esbuild',
    sourcemap: false,
  },
  server: { hmr: false },
});
