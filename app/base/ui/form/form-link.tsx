import type { ReactNode } from 'react';

export interface FormLinkProps {
  href: string;
  /** The form whose fields go along; undefined where there is none, and it is a plain link. */
  form: string | undefined;
  /** The form's own page takes them and leads on; else they go to the page that is asked for, which is of the same kind. */
  leadsOn?: boolean;
  className?: string | undefined;
  rel?: string | undefined;
  'aria-label'?: string | undefined;
  'aria-current'?: 'page' | true | undefined;
  children: ReactNode;
}

/** A link that takes along what is typed in a form of the page. */
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
