import type { ReactNode } from 'react';

interface FormLinkProps {
  href: string;
  /** Id of the form whose fields the link submits; undefined renders a plain link. */
  form: string | undefined;
  /**
   * True: the form posts to its own page, which stores the fields and redirects to `href`. False: it posts to `href`,
   * which must be a page of the same kind.
   */
  leadsOn?: boolean;
  className?: string | undefined;
  rel?: string | undefined;
  'aria-label'?: string | undefined;
  'aria-current'?: 'page' | true | undefined;
  children: ReactNode;
}

/** A link that submits the input of a form on the page. */
export function FormLink({ href, form, rel, leadsOn = false, ...rest }: FormLinkProps) {
  if (form === undefined) return <a href={href} rel={rel} {...rest} />;
  const formAction = leadsOn ? undefined : href;
  return (
    <button
      type="submit"
      form={form}
      formAction={formAction}
      formNoValidate
      name="to"
      value={href}
      {...rest}
    />
  );
}
