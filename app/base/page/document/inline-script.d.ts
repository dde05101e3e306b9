/** Source text of a script that the build bundles (`tools/bundle/inline-script.ts`). */
declare module '*?inline-script' {
  const text: string;
  export default text;
}
