import {
  channels,
  defineMessage,
  instantFormat,
} from '#server/modules/foundation/notifications/index.ts'
import { addMs, MINUTE_MS, startOfBogotaDate } from '#server/platform/clock.ts'

/** Monday 1 to Sunday 7, and minutes after midnight in Bogotá. */
type Weekly = { weekdays: number[]; departsMinute: number }

const weekday = new Intl.DateTimeFormat('es-CO', { timeZone: 'America/Bogota', weekday: 'long' })
const hour = new Intl.DateTimeFormat('es-CO', { timeZone: 'America/Bogota', timeStyle: 'short' })
const list = new Intl.ListFormat('es', { type: 'conjunction' })

/** `lunes y viernes, 5:30 a. m.` The first day of June 2026 is a Monday. */
function daysAndHour({ weekdays, departsMinute }: Weekly): string {
  const days = weekdays.map((day) => weekday.format(startOfBogotaDate(`2026-06-0${day}`)))
  const departure = addMs(startOfBogotaDate('2026-06-01'), departsMinute * MINUTE_MS)
  return `${list.format(days)}, ${hour.format(departure)}`
}

/** A trip that an earlier release stored, and that this one cannot read: it is not published. */
export const tripUnreadable = defineMessage('trip_unreadable', 'trips', {
  channels: channels.everywhere,
  words: ({ savedAt, weekly }: { savedAt: string; weekly: Weekly | null }, site) => ({
    subject: 'Publica otra vez tu viaje',
    heading: weekly ? 'No publicamos más días de tu viaje' : 'No pudimos publicar tu viaje',
    paragraphs: [
      'Lo guardaste con una versión anterior de Cupo y ya no podemos leerlo.',
      weekly
        ? 'Los viajes ya publicados siguen. Publícalo otra vez y deja de repetir el anterior.'
        : 'Publícalo otra vez: toma menos de un minuto.',
    ],
    action: { label: 'Publicar mi viaje', url: `${site}/publish` },
    facts: [
      ['Lo guardaste', instantFormat.format(new Date(savedAt))],
      ...(weekly ? [['Se repite', daysAndHour(weekly)] as [string, string]] : []),
    ],
  }),
})
