import type { Overlap } from '#contract/trips.ts'
import {
  channels,
  dayAndTime,
  defineMessage,
  type FareFacts,
  forMode,
  instantFormat,
  plural,
} from '#server/modules/foundation/notifications/index.ts'

export const tripChanged = defineMessage('trip_changed', 'travel', {
  channels: channels.everywhere,
  words: (
    data: FareFacts & {
      path: string
      from: string
      to: string
      before: string
      after: string
      /** Deadline to cancel at no cost because of the move; null when the usual rules apply. */
      freeUntil: string | null
      /** Minutes left to change cars, negative without any; undefined without another car. */
      changeMinutes?: number | undefined
      /** When the second seat is released without an answer; absent with enough minutes. */
      releasedAt?: string | undefined
      /** What the person has at the new hour: another booking, or an own trip. */
      crossing?: Overlap | null
    },
    site,
  ) => {
    const { crossing } = data
    const instants = [data.before, data.after, crossing?.at ?? data.after]
    const [before, after, at] = instants.map((each) => instantFormat.format(new Date(each)))
    return {
      subject: 'El conductor cambió la hora de tu viaje',
      heading: 'Tu viaje tiene otra hora',
      paragraphs: [
        `El conductor movió tu viaje de ${data.from} a ${data.to}.`,
        'Tu reserva y el precio siguen igual.',
        ...changeWords(data),
        // An overlap with the other car of the same journey was just said.
        ...(crossing && (data.changeMinutes ?? 1) > 0 ? [crossingWords[crossing.kind]] : []),
        data.freeUntil === null
          ? forMode(data, {
              billetera: 'Si ya no te sirve, en la reserva ves cuánto te devolvemos si cancelas.',
              directo: 'Si ya no te sirve, puedes cancelar sin costo en la reserva.',
            })
          : 'Si ya no te sirve, puedes salirte sin costo.',
      ],
      action: { label: 'Ver la reserva', url: `${site}${data.path}` },
      facts: [
        ['Ahora subes', `${after}`],
        ['Antes subías', `${before}`],
        ...(crossing ? [['Se cruza con', `${crossing.route}, ${at}`] as [string, string]] : []),
        ...(data.freeUntil === null ? [] : [freeFact(data.freeUntil)]),
      ],
      options: [
        { ...SUITS, path: data.path },
        ...(data.freeUntil === null ? [] : [{ ...LEAVE, path: data.path }]),
        ...(crossing?.kind === 'booking'
          ? [{ ...LEAVE_OTHER, path: `/bookings/${crossing.id}` }]
          : []),
      ].map(({ path, ...answer }) => ({ ...answer, label: answer.title, url: `${site}${path}` })),
      closing: ['Abre la reserva antes de viajar: así queda la hora nueva en tu teléfono.'],
    }
  },
  // Whoever does not read it is there at the earlier hour.
  boardsAt: ({ before, after }) => [before, after].sort()[0] ?? after,
})

/** What the move leaves of the change to another car. */
function changeWords({
  changeMinutes,
  freeUntil,
  releasedAt,
}: {
  changeMinutes?: number | undefined
  freeUntil: string | null
  releasedAt?: string | undefined
}): string[] {
  if (changeMinutes === undefined) return []
  const both =
    (freeUntil === null ? '' : ' También puedes dejar el otro carro sin costo.') +
    (releasedAt
      ? ` Si no dices que te sirve, soltamos el segundo carro ${dayAndTime(releasedAt)} sin costo.`
      : '')
  return changeMinutes > 0
    ? [`Te quedan ${plural(changeMinutes, 'minuto', 'minutos')} para cambiar de carro.${both}`]
    : [`Con esta hora no alcanzas el otro carro.${both}`]
}

const crossingWords = {
  booking: 'A esa hora tienes otra reserva: hasta subir puedes salirte de cualquiera sin costo.',
  trip: 'A esa hora conduces un viaje tuyo.',
}

const SUITS = { title: 'Me sirve', detail: 'Dile al conductor que cuenta contigo.' }
const LEAVE_OTHER = { title: 'Salirme de la otra', detail: 'Tampoco cuesta nada.' }
const LEAVE = { title: 'Salirme sin costo', detail: 'Antes de confirmar ves qué vuelve.' }

type Meeting = {
  place: string
  /** Null when both still have to agree on it. */
  point: string | null
}

/** The driver changed where they meet; `at` is the pick-up, until which leaving costs nothing. */
export const tripPointChanged = defineMessage('trip_point_changed', 'travel', {
  channels: channels.everywhere,
  words: (data: { path: string; from: Meeting; to: Meeting; at: string }, site) => {
    const open = 'Por acordar con el conductor'
    return {
      subject: 'El conductor cambió el punto de encuentro',
      heading: 'Cambió el punto de encuentro',
      paragraphs: [
        'La hora, tu reserva y el precio siguen igual.',
        'Si el punto nuevo no te sirve, puedes salirte sin costo.',
      ],
      action: { label: 'Ver la reserva', url: `${site}${data.path}` },
      facts: [
        ['Subes', instantFormat.format(new Date(data.at))],
        [`En ${data.from.place}`, data.from.point ?? open],
        [`En ${data.to.place}`, data.to.point ?? open],
        freeFact(data.at),
      ],
      closing: ['Abre la reserva antes de viajar: así queda el punto nuevo en tu teléfono.'],
    }
  },
  boardsAt: (data) => data.at,
})

type PointReplaced = {
  path: string
  side: 'passenger' | 'driver'
  /** What happens there; for the driver always `from`. */
  end: 'from' | 'to' | 'change'
  place: string
  /** The point that left the list, or that is closed at this hour. */
  before: string
  isGone: boolean
  /** New points with their addresses; a passenger has one, or none where the place has no other. */
  points: string[]
  /** Passengers who meet there; for a passenger 1. */
  people: number
  at: string
  boardsAt: string
  /** Until when leaving costs nothing; null for the driver and for who is aboard. */
  freeUntil: string | null
}

/** Cupo's list changed and people meet at another point, which both may still change. */
export const pointReplaced = defineMessage<PointReplaced>('point_replaced', 'travel', {
  channels: channels.everywhere,
  words: ({ points, ...data }, site) => {
    const next = points.join(' o ')
    const happens = { from: 'Subes', to: 'Bajas', change: 'Cambias de carro' }[data.end]
    return {
      subject: next
        ? `Nuevo punto en ${data.place}: ${next}`
        : `Acuerden otro punto en ${data.place}`,
      heading: 'Cambió el punto de encuentro',
      paragraphs: [
        data.isGone
          ? `${data.before} ya no está en la lista de puntos de Cupo.`
          : `${data.before} está cerrado a la hora del cambio de carro.`,
        ...(data.side === 'driver' && data.people === 0
          ? ['Nadie ha reservado ahí todavía: elige otro punto en tu viaje.']
          : next
            ? [`Les proponemos ${next}: ya está en la reserva. ¿No sirve? Propón otro en el chat.`]
            : ['No hay otro punto en ese lugar: acuerden uno en el chat.']),
        'La hora, los cupos y el precio siguen igual.',
        ...(data.freeUntil === null
          ? []
          : data.end === 'change'
            ? ['Hasta subir puedes dejar cualquiera de los dos carros sin costo.']
            : ['Si el punto nuevo no te sirve, puedes salirte sin costo.']),
      ],
      action: {
        label: data.side === 'driver' ? 'Ver mi viaje' : 'Ver la reserva',
        url: `${site}${data.path}`,
      },
      facts: [
        [data.side === 'driver' ? 'Pasas' : happens, instantFormat.format(new Date(data.at))],
        [`En ${data.place}`, next || 'Por acordar'],
        ...(data.freeUntil === null ? [] : [freeFact(data.freeUntil)]),
      ],
      closing: ['Abre la reserva antes de viajar: así queda el punto nuevo en tu teléfono.'],
    }
  },
  boardsAt: ({ boardsAt }) => boardsAt,
})

function freeFact(until: string): [string, string] {
  return ['Puedes salirte sin costo hasta', instantFormat.format(new Date(until))]
}
