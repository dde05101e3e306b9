/**
 * Attributes that browsers know and React 18's types do not: menus and dialogs that open without script.
 * They hang on AriaAttributes because every HTML element's props extend it.
 */
import 'react';

declare module 'react' {
  interface AriaAttributes {
    popover?: '' | 'auto' | 'manual' | undefined;
    popovertarget?: string | undefined;
    popovertargetaction?: 'hide' | 'show' | 'toggle' | undefined;
  }
}
