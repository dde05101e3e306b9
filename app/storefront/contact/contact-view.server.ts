/** Data of the contact page: subjects, countries, and known contact data of the customer. */
import { setTimeout as pause } from 'node:timers/promises';
import { findProfile } from '~/account/profile/profile.server';
import type { PageRequest } from '~/base/page/page';
import type { ContactView, Writer } from './views/contact-page';
import { builtInSubjects } from './contact';
import { takesFiles } from '~/base/erp/leads.server';
import { settings } from '~/base/erp/settings.server';

const maxAboutLength = 200;
/** Time limit for the ERP data that prefills the form: people need this page when the ERP is slow. */
const patienceMs = 2_500;

/**
 * Contact data of the customer who writes; null for a guest. It never fails the page, even if the session has ended,
 * because guests may write too.
 */
async function findWriter(page: PageRequest): Promise<Writer | null> {
  const { session, log } = page.context;
  if (session.kind !== 'customer') return null;
  const { customer } = session;
  const known = { name: customer.name, email: customer.email ?? '', phone: '', mobile: '' };
  try {
    const profile = await Promise.race([
      findProfile({ ...page, customer }),
      pause(patienceMs, null, { ref: false }),
    ]);
    return {
      name: known.name,
      email: profile?.email ?? known.email,
      phone: profile?.phone ?? '',
      mobile: profile?.mobile ?? '',
    };
  } catch (error) {
    log.warn(
      {
        event: 'block.unavailable',
        block: 'writer',
        error: error instanceof Error ? `${error.name}: ${error.message}` : String(error),
      },
      'the contact form is not filled in',
    );
    return known;
  }
}

export async function loadContact(page: PageRequest): Promise<ContactView> {
  const { t, url, context } = page;
  // Customers who find no matching subject read to the end of the list, so "other" comes last.
  const isOther = ({ name }: { name: string }) => name === t('contact:subjects.other');
  const [{ subjects, countries }, writer, files] = await Promise.all([
    settings(page),
    findWriter(page),
    takesFiles(page),
  ]);
  const about = (url.searchParams.get('about') ?? '').trim().slice(0, maxAboutLength);
  return {
    subjects:
      subjects.length > 0
        ? subjects.toSorted((one, two) => Number(isOther(one)) - Number(isOther(two)))
        : builtInSubjects.map((key) => ({ key, name: t(`contact:subjects.${key}`) })),
    countries: countries.map(({ id, code, name }) => ({ key: code ?? String(id), name })),
    writer,
    begun: about === '' ? '' : t('contact:about', { text: about }),
    fileMaxMb: files ? context.site.documentMaxMb : null,
  };
}
