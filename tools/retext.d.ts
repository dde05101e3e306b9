/** Minimal types for three packages that `prose-rules.ts` uses, without their type trees. */
declare module 'remark-retext' {
  import type { Plugin, Processor } from 'unified';
  const remarkRetext: Plugin<[Processor]>;
  export default remarkRetext;
}
declare module 'retext-english' {
  import type { Plugin } from 'unified';
  const retextEnglish: Plugin<[]>;
  export default retextEnglish;
}
declare module 'retext-passive' {
  import type { Plugin } from 'unified';
  const retextPassive: Plugin<[]>;
  export default retextPassive;
}
