// Messages to a passenger whose driver failed.
import {
  channels,
  dayAndTime,
  defineMessage,
  type FareFacts,
  forMode,
  instantFormat,
  pesosFormat,
  theTime,
  unlinked,
} from '#server/modules/foundation/notifications/index.ts'
import type { MailContent, Message, MessageChannels } from '#server/platform/message.ts'

/** Money is in whole pesos for all seats. */
export type RescueFacts = FareFacts & {
  /** Address of the rescue on this site. */
  path: string
  from: string
  to: string
  /** Pick-up that failed, and its driver. */
  at: string
  driver: string
  /** Departure and drivers of the kept car, of two cars in their order; null and none without. */
  newAt: string | null
  /** Name of the listed point where the person gets in; null when both agree on one. */
  newPoint?: string | null
  newDrivers: string[]
  pesos: number
  /** What the failed booking had cost. */
  farePesos: number
  /** End of the keep. */
  until: string | null
  /** What the person pays above the failed fare. */
  more: number
  /** Whether another car was offered before, and changed. */
  isChanged: boolean
  /** Whether its driver was asked and agreed. */
  isAgreed?: boolean
  /** Number of drivers who are asked until `until`. */
  asked?: number
  seats?: number
}

function aboutRescue(
  name: string,
  channels: MessageChannels,
  words: (data: RescueFacts) => Pick<MailContent, 'heading' | 'paragraphs'> & { label: string },
): Message<RescueFacts> {
  return defineMessage(name, 'travel', {
    channels,
    boardsAt: ({ newAt, at }) => newAt ?? at,
    words: (given, site) => {
      const newDrivers = given.newDrivers.map(unlinked)
      const data = { ...given, driver: unlinked(given.driver), newDrivers }
      const { label, ...said } = words(data)
      const facts: [string, string][] = [['Viaje', `${data.from} → ${data.to}`]]
      if (data.newAt) facts.push(['Sales', instantFormat.format(new Date(data.newAt))])
      if (data.newPoint) facts.push(['Punto de encuentro', data.newPoint])
      if (data.newAt) facts.push(['Precio', pesosFormat.format(data.pesos)])
      const action = { label, url: `${site}${data.path}` }
      return { ...said, action, facts }
    },
  })
}

const changed = ({ isChanged }: RescueFacts) =>
  isChanged ? ['El carro que te guardamos antes cambió: ya no te lo ofrecemos.'] : []
const back = (data: RescueFacts) =>
  forMode(data, {
    billetera: `Tus ${pesosFormat.format(data.farePesos)} volvieron a tu billetera.`,
    directo: 'Era pago directo: en Cupo no habías pagado nada.',
  })
/** What the kept car costs above the failed fare, from the balance. */
const cost = (data: RescueFacts) =>
  forMode(data, {
    billetera: data.more > 0 ? `Pagas ${pesosFormat.format(data.more)} más.` : 'No pagas nada más.',
    directo: `Le pagas ${pesosFormat.format(data.pesos)} al conductor.`,
  })
const one = ({ seats = 1 }: RescueFacts, single: string, several: string) =>
  seats === 1 ? single : several
const cupos = (data: RescueFacts) => one(data, 'un cupo', `${data.seats} cupos`)
const withDrivers = ({ newDrivers }: RescueFacts) => newDrivers.join(' y ')

export const rescueOffered = aboutRescue('rescue_offered', channels.duty, (data) => ({
  heading: `Te guardamos ${cupos(data)} con ${withDrivers(data)}`,
  paragraphs: [
    ...changed(data),
    `${data.driver} no te lleva ${dayAndTime(data.at)}: te guardamos ${cupos(data)} con ` +
      `${withDrivers(data)}, ${dayAndTime(data.newAt ?? data.at)}, hasta ` +
      `${theTime(data.until ?? data.at)} para que ${one(data, 'lo tomes', 'los tomes')}.`,
    `${cost(data)} ${back(data)}`,
  ],
  label: one(data, 'Tomar este cupo', 'Tomar estos cupos'),
}))

export const rescueNone = aboutRescue('rescue_none', channels.duty, (data) => ({
  heading: 'No encontramos otro carro a esa hora',
  paragraphs: [
    ...changed(data),
    `${data.driver} no te lleva ${dayAndTime(data.at)}, y ningún otro carro de ese camino se ` +
      'puede reservar al instante cerca de esa hora. ' +
      `${one(data, 'Si se libera un cupo te lo', `Si se liberan ${data.seats} cupos te los`)} ` +
      'guardamos y te avisamos.',
    back(data),
  ],
  label: 'Ver qué puedes hacer',
}))

export const rescueAsked = aboutRescue('rescue_asked', channels.duty, (data) => ({
  heading: `Preguntamos a ${conductores(data)} por ${cupos(data)} para ti`,
  paragraphs: [
    ...changed(data),
    `${data.driver} no te lleva ${dayAndTime(data.at)}, y ningún otro carro de ese camino se ` +
      'puede reservar al instante. Preguntamos a quienes pasan por ahí y responden cada vez: ' +
      `hasta ${theTime(data.until ?? data.at)} te avisamos.`,
    back(data),
  ],
  label: 'Ver qué pasa',
}))
const conductores = ({ asked = 0 }: RescueFacts) =>
  asked === 1 ? 'un conductor' : `${asked} conductores`

export const rescueExpired = aboutRescue('rescue_expired', channels.onlyApp, (data) => ({
  heading: `Soltamos ${one(data, 'el cupo', 'los cupos')} que te guardamos`,
  paragraphs: [
    `Pasó el tiempo para tomar ${one(data, 'el cupo', 'los cupos')} con ${withDrivers(data)}. ` +
      (data.isAgreed
        ? `Puedes ${one(data, 'pedírselo', 'pedírselos')} otra vez desde su viaje.`
        : one(
            data,
            'Si todavía está libre, aún puedes tomarlo.',
            'Si todavía están libres, aún puedes tomarlos.',
          )),
    back(data),
  ],
  label: data.isAgreed ? 'Ver qué puedes hacer' : one(data, 'Ver si sigue libre', 'Ver si siguen'),
}))

/** In the evening: the kept car changed, or no driver agreed. */
export const rescueWaits = aboutRescue('rescue_waits', channels.onlyApp, (data) => ({
  heading: data.isChanged
    ? 'El carro que te guardamos cambió'
    : 'Todavía no hay otro carro para tu viaje',
  paragraphs: [
    `${data.isChanged ? 'Ya no te lo ofrecemos.' : 'Ningún conductor dijo que sí.'} A ` +
      `${theTime(data.until ?? data.at)} buscamos otro para tu viaje y te avisamos.`,
    back(data),
  ],
  label: 'Ver qué puedes hacer',
}))
/** A moment after a noun: `del viernes 20 de noviembre a las 8:00 a. m.` */
const ofDay = (at: string) => `de ${dayAndTime(at)}`.replace(/^de el /, 'del ')

/** To a driver who must answer before a part of their trip is booked. */
export const seatWanted: Message<RescueFacts> = {
  ...aboutRescue('seat_wanted', channels.everywhere, (data) => ({
    heading: `¿Llevas a ${one(data, 'una persona', `${data.seats} personas`)}?`,
    paragraphs: [
      `Su conductor falló y tu viaje ${ofDay(data.newAt ?? data.at)} ` +
        `${one(data, 'le', 'les')} sirve. Responde hasta ${theTime(data.until ?? data.at)}: el ` +
        `primero que diga sí ${one(data, 'le guarda el cupo', 'les guarda los cupos')} unos ` +
        'minutos. Si no respondes, no pasa nada.',
    ],
    label: 'Responder',
  })),
  answerUntil: ({ until }) => until,
}
