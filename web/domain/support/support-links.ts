type About = 'viaje' | 'reserva' | 'movimiento' | 'pago'

/**
 * Links to the screen of support. Apart from `paths`, which every screen downloads, the search
 * included.
 */
export const supportLinks = {
  mine: () => '/soporte',
  ticket: (id: string) => `/soporte?caso=${encodeURIComponent(id)}`,
  /** A new ticket; `text` is what the person typed elsewhere. */
  ask: (text?: string) => `/soporte?nuevo=1${text ? `&texto=${encodeURIComponent(text)}` : ''}`,
  /** A new ticket about something. */
  about: (kind: About, ref: string) => `/soporte?sobre=${kind}&de=${encodeURIComponent(ref)}`,
}
