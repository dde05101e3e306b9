/** All calls of the ERP, in the order of the sections of contract/erp.md. */
import { addressRoutes } from './account/addresses';
import { credentialRoutes } from './account/credentials';
import { customerRoutes } from './account/customer';
import { registrationRoutes } from './account/registrations';
import { signinRoutes } from './account/signin';
import { actionRoutes } from './cart/actions';
import { checkoutRoutes } from './cart/checkout';
import { csvRoutes } from './cart/csv';
import { syncRoutes } from './cart/sync';
import { cmsRoutes } from './content/cms';
import { formRoutes } from './content/forms';
import { deliveryChoiceRoutes } from './delivery/choices';
import { deliveryListRoutes } from './delivery/lists';
import { adWritingRoutes } from './lists/ad-writing';
import { adReadingRoutes } from './lists/ads';
import { promoSubscriptionRoutes } from './lists/promo-subscriptions';
import { wishlistRoutes } from './lists/wishlists';
import { paymentRoutes } from './payment/payment';
import { providerRoutes } from './payment/provider-pages';
import type { Route } from './protocol/router';
import { documentRoutes } from './sale/documents';
import { invoiceRoutes } from './sale/invoices';
import { loyaltyRoutes } from './sale/loyalty';
import { onOrderRoutes } from './sale/on-order';
import { orderRoutes } from './sale/orders';
import { quotationEditingRoutes } from './sale/quotation-editing';
import { quotationRoutes } from './sale/quotations';
import { saleRoutes } from './sale/sales';
import { statisticsRoutes } from './sale/statistics';

export const ROUTES: readonly Route[] = [
  ...signinRoutes, // erp.md, section 7
  ...credentialRoutes,
  ...customerRoutes, // erp.md, section 8
  ...registrationRoutes,
  ...syncRoutes, // erp.md, sections 9 and 10
  ...actionRoutes,
  ...checkoutRoutes,
  ...csvRoutes,
  ...deliveryListRoutes, // erp.md, section 11
  ...deliveryChoiceRoutes,
  ...paymentRoutes, // erp.md, section 12
  ...providerRoutes,
  ...addressRoutes, // erp.md, section 13
  ...saleRoutes, // erp.md, section 14
  ...invoiceRoutes,
  ...orderRoutes,
  ...documentRoutes,
  ...formRoutes, // erp.md, section 15
  ...cmsRoutes,
  ...loyaltyRoutes,
  ...adReadingRoutes, // erp.md, section 16
  ...adWritingRoutes,
  ...quotationRoutes, // erp.md, section 17
  ...quotationEditingRoutes,
  ...wishlistRoutes, // erp.md, section 18
  ...promoSubscriptionRoutes,
  ...onOrderRoutes, // erp.md, section 19
  ...statisticsRoutes,
];
