import { fileURLToPath } from 'node:url';
import { vitePlugin as remix } from '@remix-run/dev';
import { defineConfig, type Plugin } from 'vite';
import remixConfig from './remix.config.js';
import { inlineScript } from './tools/bundle/inline-script';

/**
 * Vite wraps each dynamic import in a helper that preloads the chunk's dependencies. The shop's chunks have none
 * (`modulePreload: false`), so this plugin removes the helper, which every visitor would download.
 */
const plainImports: Plugin = {
  name: 'plain-imports',
  enforce: 'pre',
  load: (id) =>
    id === '\0vite/preload-helper.js' ? 'export const __vitePreload = (load) => load();' : null,
  transform: {
    // Runs after Vite's own plugin, which adds the helper. Leaves an import wrapped when it destructures names from the
    // module.
    order: 'post',
    handler: (code) =>
      code.replace(
        /__vitePreload\(\(\) => (import\([^()]*\)),__VITE_IS_MODERN__\?__VITE_PRELOAD__:void 0\)/g,
        '$1',
      ),
  },
};

/**
 * Remix builds a browser module for each route. The shop hydrates nothing and no page loads them, so this plugin empties
 * them: building and minifying their views would take most of the build.
 */
const emptyRoutes: Plugin = {
  name: 'empty-routes',
  enforce: 'post',
  transform: (_, id) => (id.endsWith('?__remix-build-client-route') ? 'export {};' : null),
};

export default defineConfig(({ isSsrBuild }) => ({
  plugins: [plainImports, inlineScript, remix(remixConfig), emptyRoutes],
  resolve: {
    alias: {
      '~': fileURLToPath(new URL('./app', import.meta.url)),
    },
  },
  build: {
    // The lazily loaded chunks have no dependencies to preload.
    modulePreload: false,
    target: 'es2022',
    assetsInlineLimit: 0,
    // For browsers, the output of terser is 4 % smaller than that of esbuild. The server's bundle is many times larger
    // and never transferred, and terser would take most of the build for it.
    minify: isSsrBuild === true ? 'esbuild' : 'terser',
    terserOptions: {
      module: true,
      ecma: 2020,
      compress: { passes: 3, unsafe_arrows: true, unsafe_methods: true },
    },
    cssMinify: 'esbuild',
    cssTarget: ['safari16', 'firefox121'],
    sourcemap: false,
    rollupOptions: {
      // Nearly everything in the server's bundle is used: looking for the rest takes 4 s and removes 3 of 1,500 kB.
      treeshake: isSsrBuild !== true,
      // Suppresses two warnings that need no action and would hide others: routes without a view give an empty browser
      // bundle, and libraries contain misplaced annotation comments.
      onwarn: (warning, report) => {
        if (warning.code === 'EMPTY_BUNDLE' || warning.code === 'INVALID_ANNOTATION') return;
        report(warning);
      },
    },
  },
  // Every key of a text file is used, so named exports would only make the file longer.
  json: { namedExports: false },
  server: { hmr: false },
}));
