/**
 * Parses the provider's form into data (contract/erp.md 12.4, P-25); the markup is never displayed. It extracts action,
 * method and hidden inputs. Anything active (script, handlers, frames, a second form) rejects the whole form. The
 * target must use https (http on this machine only) and one of the hosts that the settings allow.
 */
import { Parser } from 'htmlparser2';
import { done, refused, type Outcome } from '~/base/kernel/outcome';
import type { RedirectForm } from './payment';

type FormRefusal =
  { kind: 'not-a-form' } | { kind: 'active-content' } | { kind: 'host-refused'; host: string };

const maxLength = 200_000;
const maxFields = 100;
const harmless = new Set([
  'form',
  'input',
  'button',
  'div',
  'p',
  'span',
  'label',
  'br',
  'noscript',
]);
const loopback = new Set(['localhost', '127.0.0.1', '[::1]']);

interface Parsed {
  forms: number;
  action: string | null;
  method: string;
  fields: [string, string][];
  active: boolean;
}

function parsed(html: string): Parsed {
  const found: Parsed = { forms: 0, action: null, method: 'get', fields: [], active: false };
  const parser = new Parser(
    {
      onopentag(name, attributes) {
        const acts = (attribute: string): boolean =>
          attribute.startsWith('on') || attribute === 'formaction';
        if (Object.keys(attributes).some(acts) || !harmless.has(name)) found.active = true;
        if (name === 'form') {
          found.forms += 1;
          found.action = attributes['action'] ?? found.action;
          found.method = (attributes['method'] ?? 'get').toLowerCase();
        }
        if (name === 'input') takeInput(found, attributes);
      },
    },
    { decodeEntities: true, lowerCaseTags: true, lowerCaseAttributeNames: true },
  );
  parser.end(html);
  return found;
}

function takeInput(found: Parsed, attributes: Record<string, string>): void {
  // Some provider modules name the target on an input instead of the form.
  found.action ??= attributes['data-action-url'] ?? null;
  const { name } = attributes;
  if (name && attributes['type']?.toLowerCase() === 'hidden')
    found.fields.push([name, attributes['value'] ?? '']);
}

/** Whether a payment may lead to this address. The host is compared including its port, as in the settings. */
function isAllowedTarget(url: URL, hosts: readonly string[]): boolean {
  const secure = url.protocol === 'https:';
  const local = url.protocol === 'http:' && loopback.has(url.hostname);
  return (secure || local) && !url.username && !url.password && hosts.includes(url.host);
}

export function readRedirectForm(
  html: string,
  hosts: readonly string[],
): Outcome<RedirectForm, FormRefusal> {
  if (html.length > maxLength) return refused({ kind: 'not-a-form' });
  const { forms, action, method, fields, active } = parsed(html);
  if (active) return refused({ kind: 'active-content' });
  if (forms !== 1 || action === null || fields.length > maxFields)
    return refused({ kind: 'not-a-form' });
  if (method !== 'get' && method !== 'post') return refused({ kind: 'not-a-form' });
  if (!URL.canParse(action)) return refused({ kind: 'host-refused', host: '' });
  const target = new URL(action);
  if (!isAllowedTarget(target, hosts)) return refused({ kind: 'host-refused', host: target.host });
  return done({ action: target.href, method, fields });
}
