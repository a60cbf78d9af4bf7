import { index, layout, type RouteConfig, route } from '@react-router/dev/routes'

/** Every address of the site. Screens with server state go inside the app layout. */
export default [
  layout('features/shell/site-layout.route.tsx', [
    index('features/home/home.route.tsx'),
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
