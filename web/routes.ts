import { index, layout, type RouteConfig, route } from '@react-router/dev/routes'

/** Every address of the site. Screens with server state go inside the app layout. */
export default [
  route('links', 'features/links/links.route.tsx'),
  route('social', 'features/links/links.route.tsx', { id: 'links-social' }),
  route('qr', 'features/links/links.route.tsx', { id: 'links-qr' }),
  layout('features/shell/site-layout.route.tsx', [
    index('features/home/home.route.tsx'),
    route('about', 'features/marketing/about.route.tsx'),
    route('benefits', 'features/marketing/benefits.route.tsx'),
    route('how-it-works', 'features/marketing/how-it-works.route.tsx'),
    route('safety', 'features/marketing/safety.route.tsx'),
    route('terms-and-conditions', 'features/marketing/terms.route.tsx'),
    route('contact', 'features/marketing/contact.route.tsx'),
    route('login', 'features/auth/login.route.tsx'),
    route('signup', 'features/auth/signup.route.tsx'),
    layout('features/shell/app-layout.route.tsx', [
      route('publish', 'features/trips/publish/publish.route.tsx'),
      route('my-trips', 'features/trips/my-trips.route.tsx'),
      route('bookings/:bookingId', 'features/bookings/booking.route.tsx'),
      route('trips/:tripId/scan', 'features/bookings/scan.route.tsx'),
      route('trips/:tripId/book', 'features/bookings/book.route.tsx'),
      route('wallet', 'features/wallet/wallet.route.tsx'),
      route('confirmacion-pago', 'features/payments/confirmation.route.tsx'),
      route('Confirmacion/Pago', 'features/payments/confirmation.route.tsx', {
        id: 'payment-confirmation-alias',
      }),
      route('vehicles', 'features/verification/vehicles.route.tsx'),
      route('documents', 'features/verification/documents.route.tsx'),
      route('admin/verification', 'features/verification/queue.route.tsx'),
      route('trips/:tripId', 'features/trips/trip.route.tsx'),
      route('trips', 'features/search/search.route.tsx'),
      // One line for each screen, e.g. route('wallet', 'features/wallet/wallet.route.tsx').
    ]),
    route('*', 'features/shell/not-found.route.tsx'),
  ]),
] satisfies RouteConfig
