import { fileURLToPath } from 'node:url';
import { vitePlugin as remix } from '@remix-run/dev';
import { defineConfig, type Plugin } from 'vite';
import remixConfig from './remix.config.js';
import { inlineScript } from './tools/bundle/inline-script';

/**
 * Vite wraps each late import in a call that preloads what the chunk needs beside itself. Ours need nothing
 * (`modulePreload: false`), and every visitor would pay for it.
 */
const plainImports: Plugin = {
  name: 'plain-imports',
  enforce: 'pre',
  load: (id) =>
    id === '\0vite/preload-helper.js' ? 'export const __vitePreload = (load) => load();' : null,
  transform: {
    // After Vite's own, which does the wrapping. An import that takes names out of the module stays wrapped.
    order: 'post',
    handler: (code) =>
      code.replace(
        /__vitePreload\(\(\) => (import\([^()]*\)),__VITE_IS_MODERN__\?__VITE_PRELOAD__:void 0\)/g,
        '$1',
      ),
  },
};

export default defineConfig({
  plugins: [plainImports, inlineScript, remix(remixConfig)],
  resolve: {
    alias: {
      '~': fileURLToPath(new URL('./app', import.meta.url)),
    },
  },
  build: {
    // The one chunk that is loaded late has nothing to preload.
    modulePreload: false,
    target: 'es2022',
    assetsInlineLimit: 0,
    // Four percent less to load than what esbuild makes of it, for three seconds of each build.
    minify: 'terser',
    terserOptions: {
      module: true,
      ecma: 2020,
      compress: { passes: 3, unsafe_arrows: true, unsafe_methods: true },
    },
    cssMinify: 'esbuild',
    cssTarget: ['safari16', 'firefox121'],
    sourcemap: false,
    rollupOptions: {
      // A route without a view leaves nothing for the browser, and comments in a library are no concern of this build:
      // a screen of either would hide what is.
      onwarn: (warning, report) => {
        if (warning.code === 'EMPTY_BUNDLE' || warning.code === 'INVALID_ANNOTATION') return;
        report(warning);
      },
    },
  },
  // Every part of a file of texts is used: names of their own would only make the file longer.
  json: { namedExports: false },
  server: { hmr: false },
});
