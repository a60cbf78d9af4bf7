import { index, layout, type RouteConfig, route } from '@react-router/dev/routes'

/** Every address of the site. Screens with server state go inside the app layout. */
export default [
  layout('features/shell/site-layout.route.tsx', [
    index('features/home/home.route.tsx'),
    route('login', 'features/auth/login.route.tsx'),
    route('signup', 'features/auth/signup.route.tsx'),
    layout('features/shell/app-layout.route.tsx', [
      route('trips', 'features/search/search.route.tsx'),
      // One line for each screen, e.g. route('wallet', 'features/wallet/wallet.route.tsx').
    ]),
    route('*', 'features/shell/not-found.route.tsx'),
  ]),
] satisfies RouteConfig
