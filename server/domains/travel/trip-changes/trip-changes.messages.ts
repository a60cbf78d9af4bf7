import {
  channels,
  defineMessage,
  instantFormat,
} from '#server/domains/foundation/notifications/notifications.public.ts'

export const tripChanged = defineMessage({
  name: 'trip_changed',
  topic: 'trips',
  channels: channels.everywhere,
  words: (
    data: {
      path: string
      from: string
      to: string
      before: string
      after: string
      /** Deadline to cancel at no cost because of the move; null when the usual rules apply. */
      freeUntil: string | null
    },
    site,
  ) => {
    const [before, after] = [data.before, data.after].map((at) =>
      instantFormat.format(new Date(at)),
    )
    return {
      subject: 'El conductor cambió la hora de tu viaje',
      heading: 'Tu viaje tiene otra hora',
      paragraphs: [
        `El conductor movió tu viaje de ${data.from} a ${data.to}.`,
        'Tu cupo y lo que pagas siguen igual.',
        data.freeUntil === null
          ? 'Si ya no te sirve, en la reserva ves cuánto te devolvemos si cancelas.'
          : 'Si ya no te sirve, puedes salirte sin costo: no pagas nada.',
      ],
      action: { label: 'Ver la reserva', url: `${site}${data.path}` },
      facts: [
        ['Antes subías', `${before}`],
        ['Ahora subes', `${after}`],
        ...(data.freeUntil === null ? [] : [freeFact(data.freeUntil)]),
      ],
      closing: ['Abre la reserva antes de viajar: así queda la hora nueva en tu teléfono.'],
    }
  },
  boardsAt: (data) => data.after,
})

function freeFact(until: string): [string, string] {
  return ['Puedes salirte sin costo hasta', instantFormat.format(new Date(until))]
}
