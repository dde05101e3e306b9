/** What every page shows around its content: who is there, the departments, the cart, what just happened. */
export interface NavigationEntry {
  id: number;
  name: string;
  urlKey: string;
}

/** A message about what just happened; texts are already in the customer's language. */
export interface Notification {
  tone: 'info' | 'ok' | 'warn' | 'bad';
  text: string;
  /** One thing to do about it; `href` is a path of this site. */
  link?: { href: string; text: string };
}

export interface CartBadge {
  /** Pieces in the cart, positive quantities only (CART-03). */
  count: number;
  state: 'synced' | 'pending' | 'down';
}

export interface Frame {
  customerName: string | null;
  companyName: string | null;
  canOrder: boolean;
  navigation: readonly NavigationEntry[];
  cart: CartBadge | null;
  notifications: readonly Notification[];
}
