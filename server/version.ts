/** Package version and build commit, inserted by the build (CFG-05). */
declare const __SHOP_VERSION__: string | undefined;

export const version = typeof __SHOP_VERSION__ === 'string' ? __SHOP_VERSION__ : 'development';
