import { paths } from '#web/lib/paths.ts'

type About = 'viaje' | 'reserva' | 'movimiento' | 'pago'

/** Links to support beyond its list, apart because every screen downloads `paths`. */
export const supportLinks = {
  mine: paths.support,
  ticket: (id: string) => `/soporte?caso=${encodeURIComponent(id)}`,
  /** A new ticket; `text` is text that the person typed elsewhere. */
  ask: (text?: string) => `/soporte?nuevo=1${text ? `&texto=${encodeURIComponent(text)}` : ''}`,
  /** A new ticket about the object with the id `ref`. */
  about: (kind: About, ref: string) => `/soporte?sobre=${kind}&de=${encodeURIComponent(ref)}`,
}
