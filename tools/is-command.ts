import { pathToFileURL } from 'node:url';

/** True if the process was started with the module of this `import.meta.url`, so that importing it runs nothing. */
export const isCommand = (moduleUrl: string): boolean =>
  moduleUrl === pathToFileURL(process.argv[1] ?? '').href;
