/** Sanitized markup; only the sanitizer (app/base/page/untrusted/safe-html.server.ts) creates values of this type. */
export type SafeHtml = string & { readonly unit: 'safe-html' };

export function Html({ html, className = 'prose' }: { html: SafeHtml; className?: string }) {
  return <div className={className} dangerouslySetInnerHTML={{ __html: html }} />;
}
