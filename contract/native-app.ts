/** The app for Android and iOS (native/), as far as server and web must know it. */

/** Package name on Android, bundle id on iOS. */
export const APP_ID = 'co.cupo.app'

/**
 * Origins of the app's own pages: what Capacitor serves them from on Android and on iOS. Any
 * program of a phone can claim them, so they get no cookies and no more than a script without
 * cookies.
 */
export const APP_ORIGINS: readonly string[] = ['https://localhost', 'capacitor://localhost']

/** What every request of the app carries: `android/1.4.2`, `ios/1.4.2`. */
export const APP_VERSION_HEADER = 'x-cupo-app'

/** In place of a key of browsers, where the server sends push messages to the app. */
export const APP_PUSH_KEY = 'app'

/**
 * Where a sign-in with Google or Apple returns to the app from the system's browser. Another app
 * can claim the scheme too: it is only used together with PKCE (RFC 8252, section 8.1).
 */
export const APP_CALLBACK = `${APP_ID}://auth/callback`

/** First parts of the paths that links of mails and messages open in the app, when installed. */
export const APP_LINK_PATHS: readonly string[] = [
  'alerts',
  'auth/callback',
  'bookings',
  'busco',
  'conducta',
  'confirmacion-pago',
  'Confirmacion/Pago',
  'confirmar-correo',
  'confirmar-cuenta',
  'contacto-de-confianza',
  'demanda',
  'deshacer-correo',
  'documents',
  'invita',
  'invitacion-equipo',
  'login',
  'mensajes',
  'mis-datos',
  'my-trips',
  'notifications',
  'personas',
  'profile',
  'publish',
  'recompensas',
  'recuperar',
  'retirar',
  'seguir',
  'soporte',
  'trips',
  'vehicles',
  'wallet',
]
