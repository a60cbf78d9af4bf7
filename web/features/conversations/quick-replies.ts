import type { MessagePage } from '#contract/conversations.ts'

export type QuickOffer = {
  texts: readonly string[]
  /** Offers to send the position. */
  position: boolean
}

type Asked = {
  as: MessagePage['conversation']['as']
  trip: Pick<MessagePage['conversation']['trip'], 'departsAt' | 'arrivesAt'>
  /** Whether both agreed on the place of the pick-up: nobody asks for it again. */
  isAgreed: boolean
}

const HOUR_MS = 3_600_000
/** The meeting: from 2 hours before the pick-up, when the ticket boards, to an hour after it. */
const MEETING_BEFORE_MS = 2 * HOUR_MS
const MEETING_AFTER_MS = HOUR_MS

// Short enough for one line of a phone.
const where = { passenger: '¿Dónde nos vemos?', driver: '¿Te sirve el punto?' } as const
const THANKS = 'Listo, gracias'
const meeting = {
  passenger: ['Ya llegué', 'Voy 10 min tarde'],
  driver: ['Ya llegué', 'Voy 10 min tarde'],
} as const
const after = {
  passenger: ['¡Gracias!', 'Dejé algo en el carro'],
  driver: ['¡Gracias!', 'Dejaste algo en el carro'],
} as const

/** Quick replies that fit the hour: before the meeting, at it, on the road, after the arrival. */
export function quickReplies({ as, trip, isAgreed }: Asked, now: Date): QuickOffer {
  const [from, to] = [Date.parse(trip.departsAt), Date.parse(trip.arrivesAt)]
  const at = now.getTime()
  if (at < from - MEETING_BEFORE_MS) {
    return { texts: isAgreed ? [THANKS] : [where[as], THANKS], position: false }
  }
  if (at <= from + MEETING_AFTER_MS && at < to) return { texts: meeting[as], position: true }
  if (at < to) return { texts: [], position: true }
  return { texts: after[as], position: false }
}
