/** Does `act` when the shop's script, or one that it imports, could not be loaded. */
export const onScriptFailure = (act: () => void): void =>
  addEventListener(
    'error',
    ({ target }) => {
      if (target instanceof HTMLScriptElement && target.type === 'module') act();
    },
    true,
  );
