/** Loads the pages of the ERP's forms. */
import { loadRequiredBlock, type Block } from '~/base/page/optional';
import { notFound, signInRedirect, type PageRequest } from '~/base/page/page';
import { isUpstreamFailure } from '~/base/kernel/failure';
import { findForm, listForms, type ErpForm } from './forms.server';

export interface FormsView {
  forms: Block<readonly ErpForm[]>;
  signedIn: boolean;
}

export interface FormView {
  form: ErpForm;
  /** Maximum size of an attached document, in megabytes. */
  maxMb: number;
  /** Number of rows per table that the address asks for, when the customer began the form in another language. */
  rows: ReadonlyMap<string, string>;
  /** True when the customer has just sent the form. */
  sent: boolean;
}

export const loadForms = async (page: PageRequest): Promise<FormsView> => ({
  forms: await loadRequiredBlock(page, 'forms', () => listForms(page)),
  signedIn: page.context.session.kind === 'customer',
});

/**
 * The form in the address. A guest is redirected to sign-in, because some forms are for customers only; a customer gets
 * 404 for an unknown form.
 */
async function neededForm(page: PageRequest): Promise<ErpForm> {
  const form = await findForm(page, page.params['code'] ?? '');
  if (form) return form;
  throw page.context.session.kind === 'guest' ? signInRedirect(page) : notFound(page.url.pathname);
}

/**
 * Loads the page of one form. Null when the ERP is unavailable: the page then offers to send the form input again,
 * which an error page would lose.
 */
export async function loadForm(page: PageRequest): Promise<FormView | null> {
  try {
    const form = await neededForm(page);
    const { searchParams } = page.url;
    return {
      form,
      maxMb: page.context.site.documentMaxMb,
      rows: new Map(searchParams),
      sent: searchParams.has('sent'),
    };
  } catch (error) {
    if (!isUpstreamFailure(error)) throw error;
    const line = { event: 'form.unavailable', reason: error.reason };
    page.context.log.warn(line, 'a form cannot be shown: the ERP is unavailable');
    return null;
  }
}
