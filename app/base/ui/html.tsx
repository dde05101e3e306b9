/** Markup that has been through the sanitiser (app/base/page/untrusted/safe-html.server.ts); nothing else makes one. */
export type SafeHtml = string & { readonly unit: 'safe-html' };

export function Html({ html, className = 'prose' }: { html: SafeHtml; className?: string }) {
  return <div className={className} dangerouslySetInnerHTML={{ __html: html }} />;
}
