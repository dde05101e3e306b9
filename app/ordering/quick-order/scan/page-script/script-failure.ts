/** Runs `act` when the shop's module script, or a module that it imports, fails to load. */
export const onScriptFailure = (act: () => void): void =>
  addEventListener(
    'error',
    ({ target }) => {
      if (target instanceof HTMLScriptElement && target.type === 'module') act();
    },
    true,
  );
