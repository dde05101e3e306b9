/**
 * Attributes that browsers support and React 18's types lack: menus and dialogs that open without script. They extend
 * AriaAttributes because the props of every HTML element extend it.
 */
import 'react';

declare module 'react' {
  interface AriaAttributes {
    popover?: '' | 'auto' | 'manual' | undefined;
    popovertarget?: string | undefined;
    popovertargetaction?: 'hide' | 'show' | 'toggle' | undefined;
  }
}
