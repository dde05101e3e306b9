/** The text of a script, bundled by the build (`tools/bundle/inline-script.ts`). */
declare module '*?inline-script' {
  const text: string;
  export default text;
}
