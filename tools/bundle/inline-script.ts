/**
 * `import text from './file?inline-script'`: the minified text of a script for inlining in a page, with all its
 * imports. It runs before any script file has loaded.
 */
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import type { Plugin } from 'vite';

const suffix = '?inline-script';

export const inlineScript: Plugin = {
  name: 'inline-script',
  enforce: 'pre',
  async load(id) {
    if (!id.endsWith(suffix)) return null;
    const { metafile, outputFiles } = await build({
      entryPoints: [id.slice(0, -suffix.length)],
      alias: { '~': fileURLToPath(new URL('../../app', import.meta.url)) },
      bundle: true,
      minify: true,
      write: false,
      metafile: true,
      format: 'iife',
      platform: 'browser',
      target: 'es2022',
      charset: 'utf8',
    });
    for (const file of Object.keys(metafile.inputs)) this.addWatchFile(file);
    const [{ text } = { text: '' }] = outputFiles;
    return `export default ${JSON.stringify(text.trim())}`;
  },
};
