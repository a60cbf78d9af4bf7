/** What server and web must know about the app for Android and iOS (native/). */

/** Package name on Android, bundle id on iOS. */
export const APP_ID = 'co.cupo.app'

/**
 * Origins of the app's own pages, served by Capacitor on Android and on iOS. Any program on a phone
 * can claim these origins, so they get no cookies and only the access of a script without cookies.
 */
export const APP_ORIGINS: readonly string[] = ['https://localhost', 'capacitor://localhost']

/** Header of every request of the app, such as `android/1.4.2` or `ios/1.4.2`. */
export const APP_VERSION_HEADER = 'x-cupo-app'

/** Value in place of a browser's push key when the server sends push messages to the app. */
export const APP_PUSH_KEY = 'app'

/**
 * Address to which a sign-in with Google or Apple returns from the system's browser to the app.
 * Another app can claim the scheme too, so it is only used together with PKCE (RFC 8252, section
 * 8.1).
 */
export const APP_CALLBACK = `${APP_ID}://auth/callback`

/** First path segments of links in mails and messages that open in the installed app. */
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
  'recuperar-cuenta',
  'retirar',
  'seguir',
  'soporte',
  'trips',
  'vehicles',
  'wallet',
]
